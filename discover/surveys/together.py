"""Many games whose laws are short periods: the values of each, and one search for all periods.

Where a theorem of finitely many values proves G(n + p) = G(n) + s for all n >= n0, the study of a
rule is short: the first values, the least n0 and p, and the bound of the theorem. What a study does
besides, for laws of other kinds and for more values, takes much longer. So a worker looks at the
rules of a batch together first, and studies those alone that this does not settle.

The periods that the values of a batch may have are found by one call (`periods`); values and
theorem decide which of them are true. Systems of kinds of heaps have their own part
(`kinds_together`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from mexplore.discover.heaps.evidence.sources import FIRST_TERMS
from mexplore.discover.heaps.judging.state import objection
from mexplore.discover.heaps.known import theorems
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.discover.surveys.games import Settled
from mexplore.discover.surveys.periods import periods_of
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.systems.game import SystemGame

if TYPE_CHECKING:
    from mexplore.discover.questions.known import HeapGame
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.rule import Rule

CHEAP = 2e6  # steps for the first values: about two milliseconds


def first_values_suffice(limits: Limits) -> bool:
    """Whether a study within these limits begins with FIRST_TERMS values, and may end with them."""
    return limits.upto is None and (limits.max_terms or FIRST_TERMS) >= FIRST_TERMS


def settled_together(games: Sequence[HeapGame], most: int | None = None) -> list[Settled | None]:
    """For each game the proved period that the first values show, with these values; None where
    there is none among the first ``most``, or where it is not known that they take little time.

    >>> from mexplore.rules.notation import parse_rule
    >>> texts = ["subtract(1, 3, 4)", "0.77", "subtract(all but 2)", "subtract(squares)"]
    >>> found = settled_together([parse_rule(text) for text in texts])
    >>> for each in found:
    ...     print(each and (each.finding.claim.statement(), each.finding.proof.theorem))
    ('G(n + 7) = G(n) for all n >= 0', 'finite window')
    ('G(n + 12) = G(n) for all n >= 71', 'Guy-Smith')
    ('G(n + 4) = G(n) + 2 for all n >= 0', 'all-but window')
    None
    """
    found: list[Settled | None] = [None] * len(games)
    systems: dict[int, SystemGame] = {}
    rules: dict[int, Rule] = {}
    for i, game in enumerate(games):
        if isinstance(game, SystemGame):
            systems[i] = game
        else:
            rules[i] = game
    for i, settled in _rules_settled(rules):
        found[i] = settled
    if systems:
        from mexplore.discover.surveys.kinds_together import systems_settled

        for i, settled in systems_settled(systems, most):
            found[i] = settled
    return found


def _rules_settled(rules: Mapping[int, Rule]) -> Iterator[tuple[int, Settled]]:
    """The rules of heaps that are settled, by number."""
    known = {i: values for i, rule in rules.items() if (values := _first_values(rule))}
    candidates = periods_of([evidence.values for evidence in known.values()])
    for (i, evidence), claims in zip(known.items(), candidates, strict=True):
        finding = _proved(rules[i], claims, evidence)
        if finding is not None:
            yield i, Settled(finding, evidence, certificate_of(rules[i], finding))


def _first_values(rule: Rule) -> Evidence | None:
    """The first values, if they are computed one by one and take little time."""
    if run_starts(rule) is not None or rule.runs_python:
        return None
    kernel = rule.kernel()
    if kernel is None or kernel.steps(0, FIRST_TERMS) > CHEAP:
        return None
    return Evidence(grundy_values(rule, FIRST_TERMS))


def _proved(rule: Rule, claims: Iterable[Periodic], evidence: Evidence) -> Finding | None:
    """The first claim that a theorem proves by the values that are known. The theorems are asked in
    the order in which a study asks them."""
    for claim in claims:
        for theorem in _provers():
            shape = theorem.shape_of(rule)
            if isinstance(shape, Inapplicable):
                continue
            bound = theorem.decided(shape, claim)
            if not objection(claim, bound, evidence):
                assert isinstance(bound, int)
                form = claim.closed_form(evidence)
                return Finding(claim, evidence.stop, Proof(theorem.name, bound), form)
    return None


@cache
def _provers() -> tuple[AnyTheorem, ...]:
    """The theorems that prove periods by few values."""
    light = (theorem for theorem in theorems() if not (theorem.heavy or theorem.by_search))
    return tuple(theorem for theorem in light if Periodic.name in theorem.about)
