"""That a period and a preperiod are least: what Coq computes, and what is claimed."""

from __future__ import annotations

from pathlib import Path

import pytest
from coq_evaluation import evaluated

from mexplore.discover.coq.export import CoqProof, coq_proof
from mexplore.discover.coq.law import CoqLaw, periodic
from mexplore.discover.coq.least import theorem_of_least
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

GAMES = {
    "subtract(1, 3, 4)": ("subtract [1; 3; 4]", Periodic(0, 7)),
    "0.34": ("octal [0; 3; 4]", Periodic(7, 8)),
    "subtract(2, 5, 6)": ("subtract [2; 5; 6]", Periodic(0, 11)),
}
"""Rules with terms, and their laws: of 0.34 by Berlekamp, Conway and Guy, Winning Ways."""
TERMS = [*GAMES]


def _claims(law: Periodic) -> list[Periodic]:
    """The law, and true and false ones beside it."""
    n0, p = law.preperiod, law.period
    return [
        Periodic(a, q, s) for a in (n0, n0 + 1, n0 + 5) for q in (p, 2 * p, 3 * p) for s in (0, 1)
    ]


def _is_least(values: list[int], claim: Periodic) -> bool:
    """Whether no shorter or earlier law holds of a law that does, as far as these values go."""

    def holds(n0: int, p: int, s: int) -> bool:
        return all(values[n + p] == values[n] + s for n in range(n0, len(values) - p))

    n0, p, s = claim.preperiod, claim.period, claim.saltus
    shorter = any(holds(n0, q, t) for q in range(1, p) for t in range(s + 1))
    return not shorter and not (n0 and holds(n0 - 1, p, s))


def test_coq_sees_what_is_least(compiled: Path, tmp_path: Path) -> None:
    terms = [
        f"[{'; '.join(_check(GAMES[text][0], claim) for claim in _claims(GAMES[text][1]))}]"
        for text in TERMS
    ]
    modules = ("Grundy", "Evaluate", "Subtraction", "TakeAndBreak", "Least")
    found = evaluated(terms, "list N", modules, tmp_path, compiled)
    for text, told in zip(TERMS, found, strict=True):
        values = grundy_by_definition(parse_rule(text), 400)
        claims = _claims(GAMES[text][1])
        true = [(i, claim) for i, claim in enumerate(claims) if not claim.saltus]
        assert told[0] == 1 and 0 < sum(told) < len(told)
        assert [told[i] for i, _ in true] == [_is_least(values, claim) for _, claim in true]


def _check(term: str, claim: Periodic) -> str:
    numbers = f"{claim.preperiod} {claim.period} {claim.saltus}"
    return f"if check_least ({term}) {numbers} then 1 else 0"


@pytest.mark.parametrize("text", TERMS)
def test_the_theorem_is_written_for_the_least_law_alone(text: str) -> None:
    law = GAMES[text][1]
    later = Periodic(law.preperiod + 1, law.period)
    for claim in (law, later, Periodic(law.preperiod, 2 * law.period)):
        theorem = "finite window" if text.startswith("subtract") else "Guy-Smith"
        proof = coq_proof(parse_rule(text), claim, theorem)
        assert isinstance(proof, CoqProof)
        assert proof.is_least == (claim == law)
        assert (
            ("Theorem least" in proof.files["Law.v"])
            == ("Least.v" in proof.files)
            == proof.is_least
        )


def test_nothing_is_claimed_where_coq_would_look_at_too_many_options() -> None:
    law = CoqLaw((), "octal [0; 1; 5; 6]", periodic(3479, 349), "", "")
    assert theorem_of_least(parse_rule("0.156"), Periodic(3479, 349), law) == ""
