"""Wythoff's game and |k - l| < r: rows and pairs against brute force, and claims that must fail."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import isqrt, lcm

import numpy as np
import pytest

from mexplore.discover.boards.line_study import study_line
from mexplore.discover.boards.patterns.beatty_pairs import BeattyPairs
from mexplore.discover.boards.patterns.line import LineLaw, cut
from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.moves.named import wythoff_number
from mexplore.discover.boards.theorems.wythoff_pairs import WythoffPairs, wythoff_pairs
from mexplore.discover.boards.theorems.wythoff_rows import WythoffRows, bound_of, proved_rows
from mexplore.discover.heaps.patterns.beatty.pattern import Beatty
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.verifying import verify
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.kernel import BoardValues
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.boards.table import Tables

ROOK = "[(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
PERIODS = (1, 3, 3, 6, 12, 24, 12, 24, 24)
PREPERIODS = (0, 0, 0, 8, 9, 27, 37, 92, 102)


def board(options: str) -> Board:
    found = Board.parse(f"(x, y) -> {options}")
    assert found is not None
    return found


def generalised(r: int) -> Board:
    """|k - l| < r."""
    both = f"for k in range(1, x + 1) for l in range(max(1, k - {r - 1}), min(y, k + {r - 1}) + 1)"
    return board(f"{ROOK} + [(x - k, y - l) {both}]")


QUEENS = [
    f"{ROOK} + [(x - k, y - k) for k in range(1, min(x, y) + 1)]",
    "[(x - k, y) for k in range(1, x + 1)] + [(x, y - k) for k in range(1, y + 1)]"
    " + [(x - k, y - k) for k in range(1, x + 1)]",
    f"[(a, y - x + a) for a in range(x)] + {ROOK}",
    "[(a, b) for a in range(x + 1) for b in range(y + 1)"
    " if a + b < x + y and (a == x or b == y or x - a == y - b)]",
    f"[(x - k, y - k) for k in range(2, x + y)] + [(x - 1, y - 1)] + {ROOK}",
]
NOT_QUEENS = [
    ROOK,
    f"{ROOK} + [(x - k, y - k) for k in range(1, min(x, y))]",
    f"{ROOK} + [(x - k, y - k) for k in range(2, min(x, y) + 1)]",
    f"{ROOK} + [(x - k, y - k) for k in range(1, 100)]",
    f"{ROOK} + [(x - k, y - k) for k in range(1, x + 1)] + [(x - 2, y - 1)]",
    f"{ROOK} + [(x - k, y - k) for k in range(1, x + 1) if k != 7]",
    f"{ROOK} + [(x - k, y - k) for k in range(1, x // 2 + 1)]",
    f"{ROOK} + [(x - k, y - k) for k in range(1, x + 1)] except (0, 0)",
    f"{ROOK} + [(x - k, y - 2 * k) for k in range(1, x + 1)]",
    f"{ROOK} + ([(x - k, y - k) for k in range(1, x + 1)] if x != 40 else [])",
]


@pytest.mark.parametrize("options", QUEENS)
def test_the_queen_is_recognised_however_it_is_written(options: str) -> None:
    assert wythoff_number(board(options)) == 1


@pytest.mark.parametrize("options", NOT_QUEENS)
def test_others_are_not(options: str) -> None:
    assert isinstance(wythoff_number(board(options)), Inapplicable)
    assert not list(WythoffPairs().claims(board(options)))


def table_of(r: int, width: int, height: int) -> BoardValues:
    """The values of the game with |k - l| < r, from the definition."""
    table = np.zeros((width, height), dtype=np.int32)
    for x in range(width):
        for y in range(height):
            seen = {*table[:x, y].tolist(), *table[x, :y].tolist()}
            for k in range(1, x + 1):
                low, high = max(1, k - r + 1), min(y, k + r - 1)
                seen.update(table[x - k, y - high : y - low + 1].tolist() if low <= high else [])
            table[x, y] = next(v for v in range(len(seen) + 1) if v not in seen)
    return table


@pytest.mark.parametrize("r", [1, 2, 3, 5])
def test_p_positions_are_the_pairs(r: int) -> None:
    table = table_of(r, 70, 70)
    claim = wythoff_pairs(r)
    assert wythoff_number(generalised(r)) == r
    assert claim.complementary
    assert claim.first_failure(table) is None
    for x, y in np.ndindex(table.shape):
        assert claim.is_zero((x, y)) == (table[x, y] == 0)
    n = 10**40 + 7
    a, b = claim.first.at(n), claim.second.at(n)
    assert b - a == r * n and claim.value((a, b)) == claim.value((b, a)) == 0
    with pytest.raises(NoValue):
        claim.value((a, b + 1))


def test_mutated_pairs_are_refused() -> None:
    theorem, values = WythoffPairs(), Tables(generalised(2))
    right = wythoff_pairs(2)
    for wrong in (
        wythoff_pairs(1),
        wythoff_pairs(3),
        replace(right, second=wythoff_pairs(3).second),
        replace(right, first=replace(right.first, intercept=Fraction(1, 10**9))),
        BeattyPairs(right.first, Beatty(right.second.slope, Fraction(-1, 2), 1)),
    ):
        found = theorem.prove(right, wrong, lambda w, h: values.table((w, h)))
        assert isinstance(found, Inapplicable)


def test_rows_of_wythoffs_game() -> None:
    queen = board(QUEENS[0])
    table = Tables(queen).table((9, 1024))
    rows = [Evidence(cut(table, "row", a)) for a in range(9)]
    laws = [law for law, _ in proved_rows(rows, 1)]
    assert tuple(law.period for law in laws) == tuple(law.saltus for law in laws) == PERIODS
    assert tuple(law.preperiod for law in laws) == PREPERIODS
    for kind in ("row", "column"):
        found = study_line(BoardSequence(queen, None, kind, 4), Limits())
        assert found.study.status == "proved"
        assert found.study.findings[0].claim == Periodic(9, 12, 12)
        assert found.certificate is not None and verify(found.certificate).valid
        wrong = found.certificate | {"bound": 35}
        assert not verify(wrong).valid


@pytest.mark.parametrize("r", [1, 2, 3])
def test_rows_far_past_their_bounds(r: int) -> None:
    table = Tables(generalised(r)).table((6, 3000))
    rows = [Evidence(cut(table, "row", a)) for a in range(6)]
    short = [row.prefix(700) for row in rows]
    proved = proved_rows(short, r)
    assert len(proved) == 6
    for (law, bound), row in zip(proved, rows, strict=True):
        assert bound <= 700 and law.objection(row) is None


def test_mutated_row_laws_are_refused() -> None:
    queen = board(QUEENS[0])
    tables, theorem = Tables(queen), WythoffRows()

    def verdict(law: Periodic) -> Proved | Inapplicable:
        return theorem.proved(queen, LineLaw("row", 4, law), lambda w, h: tables.table((w, h)))

    assert isinstance(verdict(Periodic(9, 12, 12)), Proved)
    for wrong in ((8, 12, 12), (9, 6, 6), (9, 11, 11), (9, 24, 24), (10, 12, 12), (9, 12, 0)):
        assert isinstance(verdict(Periodic(*wrong)), Inapplicable)


def test_a_period_that_is_no_common_multiple_proves_nothing() -> None:
    """With any p in place of P the window accepts false laws."""
    false = 0
    for r in (1, 2, 3):
        table = Tables(generalised(r)).table((9, 3000))
        rows = [Evidence(cut(table, "row", a)) for a in range(9)]
        proved = [law for law, _ in proved_rows(rows, r)]
        for a in range(1, len(proved)):
            below, values = proved[:a], rows[a].values.astype(np.int64)
            start = max(law.preperiod for law in below) + a + r - 1
            for p in range(1, 200):
                for c in range(start, start + 60):
                    stop = c + (2 * r + 1) * a
                    steps = values[c + p : stop + p] - values[c:stop]
                    if (steps == p).all():
                        holds = Periodic(c, p, p).first_failure(rows[a]) is None
                        common = p % lcm(*(law.period for law in below)) == 0
                        assert holds or not common
                        false += not holds
    assert false


def test_bounds_grow_with_the_rows_below() -> None:
    assert bound_of(Periodic(0, 1, 1), [], 1) == 2
    assert bound_of(Periodic(9, 12, 12), [Periodic(8, 6, 6)] * 4, 1) == 12 + 12 + 12


def test_the_first_finding_of_wythoffs_game_is_its_pairs() -> None:
    found = study_board(board(QUEENS[0]), upto=127)
    assert found.findings[0].claim == wythoff_pairs(1)
    assert found.status == "proved"
    assert all(f.claim.name != "vector-period" for f in found.findings)
    lines = [f for f in found.findings if f.claim.name == "line"]
    assert lines and all(f.theorem == "rows of Wythoff's game" for f in lines)
    assert found.certificate is not None and verify(found.certificate).valid
    claim = {**found.certificate["claim"], "complementary": False}
    assert not verify(found.certificate | {"claim": claim}).valid


def test_the_smaller_numbers_of_the_pairs_are_a_proved_beatty_law() -> None:
    found = study_line(BoardSequence(generalised(2), None, "value", 0), Limits())
    law = found.study.findings[0]
    assert law.status == "proved" and law.claim == wythoff_pairs(2).first
    assert found.certificate is not None and verify(found.certificate).valid
    other = study_line(BoardSequence(board(ROOK), None, "value", 0), Limits(upto=40))
    assert other.study.status != "proved"


def test_pairs_are_counted_in_huge_boxes() -> None:
    """The pairs with floor(n*phi^2) <= N are those with n*phi^2 < N + 1: 2*n + 1 squares."""
    last = 10**60
    n = (3 * (last + 1) - isqrt(5 * (last + 1) ** 2) - 1) // 2  # floor((N + 1)/phi^2)
    assert wythoff_pairs(1).count_below(0, last + 1) == 2 * n + 1
