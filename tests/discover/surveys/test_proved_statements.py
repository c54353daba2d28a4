"""Statements that laws suggest, proved or refuted for all members."""

from __future__ import annotations

import math

import pytest

from mexplore.discover.surveys.record import Record, Row
from mexplore.discover.surveys.relate.relate import Proposal, Prover
from mexplore.rules.engine.grundy import no_progress
from mexplore.rules.engine.working import working_seconds

pytest.importorskip("z3", reason="laws with parameters are decided by z3")


def prover(rows: tuple[Row, ...] = (), seconds: float = math.inf) -> Prover:
    return Prover(rows, working_seconds() + seconds, no_progress)


def suggested(family: str, statement: str, support: int = 9) -> Proposal:
    return Proposal(family, statement, 9, support, (), 1)


def test_sets_of_two_are_a_family_with_names() -> None:
    ask = prover()
    true = ask.about(
        suggested("subtract", "len(S) == 2 and b % (2*a) != a implies period == a + b")
    )
    assert true is not None and true.conclusion.status == "proved"
    assert str(true.rule) == "subtract(a, b) for a >= 1, b >= a + 1"
    false = ask.about(suggested("subtract", "len(S) == 2 implies period == a + b"))
    assert false is not None and dict(false.conclusion.first_failure or ()) == {"a": 1, "b": 3}
    assert len(ask.studies) == 1  # the family is studied once


def test_a_rule_with_holes_is_one_as_well() -> None:
    family = "subtract(1, {k})"
    rows = tuple(Row(family, k, Record(f"subtract(1, {k})"), {"k": k}) for k in (2, 3, 4))
    found = prover(rows).about(suggested(family, "k % 2 == 0 implies period == k + 1"))
    assert found is not None and found.conclusion.status == "proved"
    assert str(found.rule) == "subtract(1, k) for k >= 2"


@pytest.mark.parametrize(
    ("family", "statement"),
    [
        ("subtract", "len(S) == 2 implies largest == 2"),  # not about periods
        ("subtract", "max(S) == 2*min(S) implies period == min(S) + max(S)"),  # no size
        ("octal", "d1 == 3 implies period == 2"),  # no notation with names
        ("n -> [n - {a}, n // {b}]", "period == a"),
    ],
)
def test_others_are_left_as_they_are(family: str, statement: str) -> None:
    rows = (Row(family, 1, Record("0.3"), {"a": 1, "b": 2}),)
    assert prover(rows).about(suggested(family, statement)) is None


def test_statements_with_exceptions_and_those_without_time_are_not_asked() -> None:
    statement = "len(S) == 2 implies period == a + b"
    assert prover().about(suggested("subtract", statement, support=8)) is None
    assert prover(seconds=-1.0).about(suggested("subtract", statement)) is None
