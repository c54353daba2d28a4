"""`solve` at 10^1000: of every game of the library whose positions are tuples and of which it is
proved who wins all winning moves are listed, or the first ones and that there are more."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from own_clock import Clock
from typer.testing import CliRunner

from mexplore.discover.boards.far_moves import moves_by_law
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.values import SquareValues
from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.linear import relations_of
from mexplore.discover.study.kind import Means
from mexplore.reports.commands import app
from mexplore.rules.boards.board import Board, Grid, Square
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_board

FAR = 10**1000
SQUARES: tuple[Square, ...] = (
    (FAR + 1, FAR + 7, FAR + 49, FAR + 343),
    (FAR + 8, 3 * FAR + 5, 2 * FAR, 10**999),
    (2 * FAR + 3, 9, FAR // 7, 11),
    (6, FAR + 1, FAR + 1, 0),
)
"""Of boards with fewer coordinates the first ones are taken."""
OPEN: frozenset[str] = frozenset({"cutting-game", "slow-nim-4-2"})
"""Games of which it is not proved who wins."""
QUICK = {"fibonacci-nim", "delete-nim", "rook", "chomp-2"}
ENOUGH = 10  # moves that are listed where there are more

BOARDS = {
    name: grid for name, entry in shipped().items() if (grid := parse_board(entry.rule)) is not None
}


@pytest.fixture(autouse=True)
def many_looks(clock: Clock) -> None:
    """A budget is not used up by looks at the clock, of which searches have many."""
    clock.tick = 0.0001


def squares_of(grid: Grid) -> list[Square]:
    return [square[: grid.dimensions] for square in SQUARES]


def leads(grid: Grid, square: Square, to: Square) -> bool | None:
    """Whether a move leads from one square to another one, by the relations; None if not known."""
    assert isinstance(grid, Board)
    try:
        moves = relations_of(grid)
    except NotSeen:
        return None
    for move in moves:
        apart = [form - at for form, at in zip(move.coordinates, to, strict=True)]
        single = replace(move, forms=(*move.forms, *apart, *(-form for form in apart)))
        if next(single.options(square), None) is not None:
            return True
    return False


def hold_moves(grid: Grid, square: Square, law: BoardLaw, found: list[Square], more: str) -> None:
    """There are winning moves exactly if the square is not lost, each of them is a move to a lost
    square, and where some are left out there are many."""
    assert more == "" or (more.startswith("there are more than") and len(found) >= ENOUGH), more
    assert law.is_zero(square) == (not found)
    assert len(set(found)) == len(found)
    for to in found[:ENOUGH]:
        assert law.is_zero(to)
        assert leads(grid, square, to) is not False


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n not in QUICK)) for n in BOARDS]
)
def test_winning_moves_at_10_to_the_1000(name: str) -> None:
    grid = BOARDS[name]
    law = SquareValues(grid, means=Means(budget=60.0)).law_of_zeros
    assert (law is None) == (name in OPEN)
    if law is None:
        return
    assert law.theorem
    for square in squares_of(grid):
        moves, more = moves_by_law(grid, square, law.claim, 0)
        hold_moves(grid, square, law.claim, [to for (to,) in moves], more)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n != "fibonacci-nim")) for n in BOARDS]
)
def test_the_command_says_so(name: str) -> None:
    if name in OPEN:
        return
    grid = BOARDS[name]
    square = squares_of(grid)[0]
    asked = [f"{name}:{','.join(map(str, square))}", "--json", "--budget", "60"]
    done = CliRunner().invoke(app, ["solve", *asked])
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert told["status"] == "proved" or "reached" in told  # a square with few options
    assert (told["winner"] == "next") == bool(told["moves"])
    assert len(told["moves"]) >= ENOUGH or not told.get("incomplete")
