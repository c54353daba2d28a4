"""How the laws of a family are proved: theorem, an example, all conditions, what is trusted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mexplore.reports.writers.document import Block, Heading, Items, Paragraph, Table, Words

if TYPE_CHECKING:
    from mexplore.discover.families.patterns.by_cases import LawsByCases
    from mexplore.discover.families.studied import StudiedFamily


def proof_sections(
    study: StudiedFamily, claim: LawsByCases, explained: Iterable[Block]
) -> Iterator[Block]:
    """Theorem, an example with one condition in words, all conditions, and what is trusted."""
    theorem = study.theorem
    if theorem is None:
        return
    yield Heading("The theorem that proves the laws")
    yield Paragraph(
        (theorem.statement, f" Its proof stands in the manual, under the name '{theorem.name}'.")
    )
    yield from explained
    yield Heading("All conditions")
    yield _all_conditions(study, claim)
    yield Heading("What is trusted")
    yield Items(
        [
            f"the proof of the theorem '{theorem.name}', which the manual states in full;",
            f"{study.solver}, which found no counterexample to any condition (mexplore verify "
            "--referee cvc5 has another solver decide them, --smt2 DIR writes them as files, --coq "
            "has Coq check a proof that trusts no solver);",
            "the expansion of polynomials, and what writes the conditions.",
        ]
    )
    yield Paragraph(
        "Not trusted: what found the laws. What the table says besides was compared with members."
    )


def _all_conditions(study: StudiedFamily, claim: LawsByCases) -> Table:
    """How many conditions of each kind every law has."""
    theorem, cases = study.theorem, claim.cases(study.rule)
    assert theorem is not None
    scripts = [theorem.script(study.rule, cases[each.case], each.law) for each in claim.laws]
    counts = [Counter(_kind(question.name) for question in each.questions) for each in scripts]
    body: list[list[Words]] = [
        [f"({kind})", words, *(str(count[kind]) for count in counts)]
        for kind, words in theorem.conditions.items()
        if any(count[kind] for count in counts)
    ]
    heads = ["", "condition", *(f"law {number}" for number in range(1, len(counts) + 1))]
    total = sum(sum(count.values()) for count in counts)
    return Table(heads, body, caption=f"{total} conditions, in the order of the table of laws.")


def _kind(name: str) -> str:
    found = re.match(r"\((\w+)\)", name)
    return found[1] if found else name
