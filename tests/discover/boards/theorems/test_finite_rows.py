"""Rows of boards with finitely many steps: against brute force far past the bound."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import lcm
from random import Random

import numpy as np
import pytest

from mexplore.discover.boards.line_study import study_line
from mexplore.discover.boards.patterns.line import LineLaw
from mexplore.discover.boards.theorems.finite_rows import (
    FiniteRows,
    FiniteRowsTheorem,
    bound_of,
    proved_lines,
)
from mexplore.discover.boards.theorems.moves.steps import Step
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.verifying import verify
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.boards.table import Tables

ROWS, TERMS = 6, 1500


def random_steps(random: Random) -> Iterator[tuple[Step, ...]]:
    """Steps with i >= 0, j of either sign."""
    while True:
        count, found = random.randint(1, 4), set[Step]()
        while len(found) < count:
            step = random.randint(0, 3), random.randint(-2, 4)
            if step[0] or step[1] > 0:
                found.add(step)
        yield tuple(sorted(found))


def rows(steps: tuple[Step, ...], terms: int = TERMS) -> list[list[int]]:
    """The first rows, from the definition; the lower ones are longer, where moves go up in y."""
    table: list[list[int]] = []
    for a in range(ROWS):
        row: list[int] = []
        for n in range(terms + 2 * (ROWS - 1 - a) + 2):
            seen = {
                row[n - j] if i == 0 else table[a - i][n - j] for i, j in steps if i <= a and n >= j
            }
            row.append(next(v for v in range(len(seen) + 1) if v not in seen))
        table.append(row)
    return table


def tried(count: int, seed: int) -> int:
    proved = 0
    for steps in islice(random_steps(Random(seed)), count):
        known = [Evidence(np.array(row[:TERMS], dtype=np.uint8)) for row in rows(steps)]
        for stop in (30, 60, 200):
            short = [row.prefix(stop) for row in known]
            laws = proved_lines(short, FiniteRows(steps))
            proved += len(laws)
            for (law, bound), row in zip(laws, known, strict=False):
                assert bound <= stop and law.objection(row) is None, (steps, law)
    return proved


def test_rows_are_as_proved() -> None:
    assert tried(60, 1) > 400


@pytest.mark.slow
def test_rows_are_as_proved_thousands_of_times() -> None:
    assert tried(1000, 2) > 7000


def test_a_window_before_the_preperiods_of_the_rows_below_proves_nothing() -> None:
    """With c = n0 in place of max(n0, M + K) what is accepted may be false."""
    false = 0
    for steps in islice(random_steps(Random(3)), 100):
        shape = FiniteRows(steps)
        known = [Evidence(np.array(row[:200], dtype=np.uint8)) for row in rows(steps, 200)]
        laws = [law for law, _ in proved_lines(known, shape)]
        for a, row in enumerate(known[: len(laws)]):
            common = lcm(*(law.period for law in laws[:a]))
            for stop in range(8, 60):
                for law in Periodic.detect(row.prefix(stop)):
                    whole = lcm(law.period, common)
                    bound = law.preperiod + whole + max(shape.most, law.period)
                    if bound <= stop and not law.saltus:
                        false += law.first_failure(row) is not None
    assert false


@pytest.mark.parametrize(
    ("law", "below", "most", "bound"),
    [  # c + Q + max(K, p), c = max(n0, M + K), Q = lcm(p, P)
        (Periodic(3, 2), [Periodic(0, 2), Periodic(1, 3)], 2, 11),  # c = 3, Q = 6: 3 + 6 + 2
        (Periodic(0, 5), [Periodic(4, 4)], 3, 32),  # c = 7, Q = 20: 7 + 20 + 5
        (Periodic(6, 1), [], 1, 8),  # c = 6, Q = 1: 6 + 1 + 1
        (Periodic(2, 6), [Periodic(9, 4), Periodic(1, 1)], 0, 27),  # c = 9, Q = 12: 9 + 12 + 6
    ],
)
def test_bounds_by_hand(law: Periodic, below: list[Periodic], most: int, bound: int) -> None:
    assert bound_of(law, below, FiniteRows(((0, most),))) == bound


def test_the_most_that_a_step_takes_within_a_row() -> None:
    for steps, most in (((0, 2), (1, 5)), 5), (((1, -3), (2, 0)), 0), (((1, -3),), 0), ((), 0):
        assert FiniteRows(steps).most == most


def test_a_window_without_the_periods_of_the_rows_below_proves_a_falsehood() -> None:
    """Row 0 is that of the subtraction set {2, 3, 6}, with the period 9. Row 1 repeats
    after 4 squares from n0 = 7 on as often as a step is long, K = 6, and then no more."""
    shape = FiniteRows(((0, 2), (0, 3), (0, 6), (1, 4)))
    first, second = (Evidence(np.array(row[:400])) for row in rows(shape.steps, 400)[:2])
    assert first.values[:18].tolist() == [0, 0, 1, 1, 2, 0, 3, 1, 2] * 2
    below, claim = [Periodic(0, 9)], Periodic(7, 4)
    assert below[0].first_failure(first) is None
    assert second.values[7:18].tolist() == [3, 0, 2, 1, 3, 0, 2, 1, 3, 0, 0]
    assert claim.first_failure(second.prefix(7 + 4 + 6)) is None
    assert claim.first_failure(second) == 17
    assert bound_of(claim, below, shape) == 7 + 36 + 6


def test_a_line_study_proves_rows_and_columns() -> None:
    board = Board.parse("(x, y) -> [(x - 4, y - 1), (x - 3, y), (x - 1, y - 2), (x - 1, y - 1)]")
    assert board is not None
    for kind in ("row", "column"):
        found = study_line(BoardSequence(board, None, kind, 4), Limits(upto=299))
        law = found.study.findings[0]
        assert law.status == "proved" and found.certificate is not None
        assert verify(found.certificate).valid
        wrong = found.certificate | {"bound": found.certificate["bound"] + 1}
        assert not verify(wrong).valid


def test_mutants_are_refused() -> None:
    board = Board.parse("(x, y) -> [(x - 1, y + 1), (x, y - 2), (x - 2, y - 3)]")
    assert board is not None
    theorem, tables = FiniteRowsTheorem(), Tables(board)

    def verdict(kind: str, law: Periodic) -> Proved | Inapplicable:
        return theorem.proved(board, LineLaw(kind, 3, law), lambda w, h: tables.table((w, h)))

    steps = theorem.hypotheses(board)
    assert isinstance(steps, FiniteRows)
    known = [Evidence(np.array(row[:200], dtype=np.uint8)) for row in rows(steps.steps)]
    law = proved_lines(known, steps)[3][0]
    assert isinstance(verdict("row", law), Proved)
    assert isinstance(verdict("row", Periodic(law.preperiod, 2 * law.period)), Inapplicable)
    assert isinstance(verdict("row", Periodic(law.preperiod + 1, law.period)), Inapplicable)
    assert isinstance(verdict("row", Periodic(law.preperiod, law.period + 1)), Inapplicable)
    assert isinstance(verdict("column", law), Inapplicable)  # a step goes back along it
    assert isinstance(verdict("diagonal", law), Inapplicable)
