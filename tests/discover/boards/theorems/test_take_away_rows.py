"""Rows of games that remember the last move are constant in the end, and from where."""

from __future__ import annotations

from random import Random

import pytest
from written_boards import board

from mexplore.discover.boards.line_study import study_line
from mexplore.discover.boards.patterns.line import LineLaw, cut
from mexplore.discover.boards.theorems.take_away_rows import BeyondTheHeap
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.verifying import verify
from mexplore.rules.boards.kernel import BoardValues
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.boards.table import table_by_definition

THEOREM = BeyondTheHeap()
SIDE = 44


GAMES = [
    "(n, m) -> [(n - k, 2 * k) for k in range(1, min(n, m) + 1)]",
    "(n, m) -> [(n - k, 9 - k) for k in range(1, min(n, m) + 1)]",  # what is left behind may fall
    "(n, m) -> [(n - k, k % 3) for k in range(1, min(n, 2 * m + 1) + 1)]",
    "(n, m) -> [(n - k, k * k) for k in range(1, min(n, m // 2) + 1)]",
    "(m, n) -> [(k, n - k) for k in range(1, min(n, 3 * m) + 1)]",
    "(n, m) -> [(n - k, k) for k in range(1, min(n, m) + 1)] except (0, 2), (3, 1)",
]


@pytest.mark.parametrize("text", GAMES)
def test_exactly_the_true_laws_of_lines_are_accepted(text: str) -> None:
    rule, random, refused = board(text), Random(1), 0
    table = table_by_definition(rule, (SIDE, SIDE), edges=False)
    kind = "column" if text.startswith("(m, n)") else "row"

    def values(width: int, height: int) -> BoardValues:
        assert max(width, height) <= SIDE
        return table[:width, :height]

    for number in range(12):
        line = Evidence(cut(table, kind, number))
        law = next(iter(Periodic.detect(line)))
        found = THEOREM.proved(rule, LineLaw(kind, number, law), values)
        assert isinstance(found, Proved) and found.bound <= SIDE
        assert found.claim.form.at(10**50) == line.values[-1]
        for _ in range(6):
            other = Periodic(random.randint(0, 12), random.randint(1, 3), random.randint(0, 1))
            accepted = THEOREM.proved(rule, LineLaw(kind, number, other), values)
            assert isinstance(accepted, Proved) == (other == law), (number, other)
            refused += other != law
    assert refused > 40


@pytest.mark.parametrize(
    "text",
    [
        "(n, m) -> [(n - k, k) for k in range(1, min(n, 3 if m < 9 else 1) + 1)]",  # falls
        "(n, m) -> [(n - k, m) for k in range(1, min(n, m) + 1)]",
        "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]",
    ],
)
def test_other_boards_are_refused(text: str) -> None:
    assert isinstance(THEOREM.hypotheses(board(text)), Inapplicable)


def test_limits_that_fall_change_values_later() -> None:
    rule = board("(n, m) -> [(n - k, k) for k in range(1, min(n, 3 if m < 9 else 1) + 1)]")
    table = table_by_definition(rule, (4, 12), edges=False)
    assert table[2, 8] != table[2, 9]


def test_of_columns_only_those_without_a_move_are_spoken_of() -> None:
    rule = board(GAMES[0])
    table = table_by_definition(rule, (SIDE, SIDE), edges=False)
    for kind, number, law, proved in (
        ("column", 0, Periodic(0, 1, 0), True), ("column", 0, Periodic(1, 1, 0), False),
        ("column", 1, Periodic(0, 1, 0), False), ("diagonal", 0, Periodic(0, 1, 0), False),
    ):  # fmt: skip
        found = THEOREM.proved(rule, LineLaw(kind, number, law), lambda w, h: table[:w, :h])
        assert isinstance(found, Proved) == proved
    none = board("(n, m) -> [(n - k, k) for k in range(1, min(n, m // 3) + 1)]")
    table = table_by_definition(none, (SIDE, 4), edges=False)
    for number in range(4):
        claim = LineLaw("column", number, Periodic(0, 1, 0))
        found = THEOREM.proved(none, claim, lambda w, h: table[:w, :h])
        assert isinstance(found, Proved) == (number < 3) == (not table[:, number].any())


def test_a_row_is_studied_and_its_certificate_checked() -> None:
    found = study_line(BoardSequence(board(GAMES[0]), None, "row", 12), Limits(20.0))
    assert found.study.status == "proved"
    assert found.certificate is not None and verify(found.certificate).valid
    changed = {**found.certificate["claim"]["law"], "preperiod": 7}
    wrong = found.certificate | {"claim": {**found.certificate["claim"], "law": changed}}
    assert not verify(wrong).valid
