"""A law of a family of ranges or of codes on an example, and one condition in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mexplore.discover.families.codes.patterns.law import WordLaw
from mexplore.reports.writers.document import Block, Heading, Paragraph

if TYPE_CHECKING:
    from mexplore.discover.families.by_cases import StudyByCases
    from mexplore.discover.families.patterns.by_cases import LawsByCases

LARGEST_EXAMPLE = 12  # value of a name in an example


def explained(study: StudyByCases, claim: LawsByCases) -> Iterator[Block]:
    """The first law on a member, and one condition in words."""
    example = _example(study, claim)
    if example is None:
        return
    law, placed, named = example
    yield Heading("An example")
    yield from (
        _runs(law, placed, named) if isinstance(law, WordLaw) else _digits(law, placed, named)
    )
    yield Heading("One condition in words")
    yield Paragraph(_condition(isinstance(law, WordLaw)))


def _example(study: StudyByCases, claim: LawsByCases) -> tuple[Any, dict[str, int], str] | None:
    """A law, a small member with it, not the first one, and the member in words."""
    chosen = None
    for number, member in enumerate(study.rule.members(LARGEST_EXAMPLE)):
        found = claim.law_of(study.rule, member)
        if found is not None and found[0] == claim.laws[0].law:
            named = ", ".join(f"{name} = {value}" for name, value in member.items())
            chosen = (*found, f"{named}: {study.rule.member(**member)}")
            if number >= (2 if len(study.rule.names) == 1 else LARGEST_EXAMPLE // 2):
                break
    return chosen


def _runs(law: WordLaw, placed: dict[str, int], named: str) -> Iterator[Block]:
    n0, p = law.the_preperiod.at(placed), law.the_period.at(placed)
    values = " ".join(str(law.value_at(n, placed)) for n in range(n0 + p))
    yield Paragraph(
        f"For {named} the first {n0 + p} values are {values}; the last {p} of them are repeated "
        "for ever."
    )


def _digits(law: Any, placed: dict[str, int], named: str) -> Iterator[Block]:
    weights = [weight.at(placed) for weight in law.positions.weights]
    n = 2 * weights[0] + sum(weights[1:-1]) + 1
    digits, rest = [], n
    for weight in weights:
        digit, rest = divmod(rest, weight)
        digits.append(digit)
    terms = " + ".join(f"{w}*{x}" for w, x in zip(weights, digits, strict=True))
    found = ", ".join(map(str, digits))
    names = ", ".join(law.positions.digits)
    yield Paragraph(
        f"For {named} the number n = {n} = {terms} has the digits ({names}) = ({found}), and "
        f"G({n}) = {law.value_at(n, placed)}."
    )


def _condition(runs: bool) -> str:
    if runs:
        return (
            "Two heaps from a run with ends A and B, and from one with ends C and D, together with "
            "the l to h tokens that a move takes, are all the heaps of n tokens with "
            "A + C + l <= n <= B + D + h. Condition (X) says that no n of a run of value v lies "
            "in such an interval of two runs whose values have the nim-sum v; condition (M) "
            "that each n of it lies in one for every smaller value. Each is a sentence of linear "
            "integer arithmetic, which the solver decides by looking for a counterexample."
        )
    return (
        "Condition (X) says that the number of tokens between two positions of equal value, "
        "written in digits, is never one that may be taken; condition (M) that one of the "
        "witnesses of the certificate is a position of each smaller value that a move leads to. "
        "Each is a sentence of linear integer arithmetic, which the solver decides by looking for "
        "a counterexample."
    )
