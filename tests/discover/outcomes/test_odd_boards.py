"""Random odd boards, normal and misère play: what is proved of who wins is what the definition says
far beyond the tables that it was guessed from and compared with; and both constructions agree.

Hypotheses that were tried to be broken, none of which let a false law through: moves that raise
coordinates, that are conditional on the other coordinates, that need several names or quotients;
terminal sets that are lines, finite, residue classes or all squares; squares to which no move
leads; no moves at all; options in which one name is two coordinates; play that does not end.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

import numpy as np
import pytest
from linear_boards import NAMES, Rules
from own_clock import Clock

from mexplore.discover.automata.operations import Budget
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.outcomes.checking import Claimed, confirm
from mexplore.discover.outcomes.tables import readable_back
from mexplore.discover.outcomes.words import TooLong
from mexplore.discover.study.theorem import Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import MexploreError
from mexplore.rules.misere.board import MisereBoard

THEOREM = LostByDigitsTheorem()
FAR = {2: (200, 200), 3: (30,) * 3, 4: (11,) * 4}
"""Beyond the first tables of a search, and beyond what a claim is compared with."""
SECONDS = 2.0
ODD = (
    "(x, y) -> []",
    "(x, y) -> [(x - 1, 9*y + 7), (x, y - 1)]",
    "(x, y) -> [(x - 1, y + x)] if x % 3 else [(x, y - 2)]",
    "(x, y) -> [(a, a) for a in range(x)] if y % 2 else [(a, b) for a in range(x) for b in [0, a]]",
    "(x, y) -> [(y, a) for a in range(x)]",
    "(x, y) -> [(x - k, y) for k in range(1, x + 1)] if x > 2*y else [(x, y - 1)]",
    "(x, y) -> [(x - 1, y), (x, y - 1)] if x != y and x + y > 3 else []",
    "(x, y) -> [(x - 1, y), (x - 2, y + 1)] except (0, 0), (2, 1)",
    "(x, y) -> [(x // 2, y // 2)] + ([(x - 3, y)] if y > x else []) if x + y > 1 else []",
    "(x, y) -> [(max(x - 2, 0), min(x, y))] if x else [(x, b) for b in range(y // 3)]",
    "(x, y, z) -> [(x - 1, z, y), (x, y - 1, z + 1)] if x + y else [(x, y, z - 2)]",
    "(x, y, z) -> [(x - 1, y + k, z) for k in range(3)] + [(x, y - 1, x)] if z % 2 or y else []",
    "(x, y, z) -> [(a, y, z) for a in range(x) if a >= y] + [(x, y, c) for c in range(z) if c < x]",
)


def held(text: str) -> bool:
    """Whether something is proved of the game, and then held against the definition."""
    game = MisereBoard.parse(text) or Board.parse(text)
    assert isinstance(game, Board | MisereBoard)
    shape = THEOREM.hypotheses(game)
    if not isinstance(shape, Linear):
        return False
    tables = Tables(game)
    end = working_seconds() + SECONDS
    found = THEOREM.sought(shape, lambda *sides: tables.table(sides), end)
    if not isinstance(found, Proved):
        return False
    law = found.claim
    assert law.first_failure(tables.table(FAR[game.dimensions])) is None, text
    with suppress(TooLong):
        confirm(shape.linear, Claimed(law.written_in.name, law.transitions, law.lost))
    return True


def rules(random: Random, count: int) -> int:
    """How many of this many random games have a law that is proved."""
    told = 0
    for _ in range(count):
        dimensions = random.choice((2, 2, 2, 3, 3, 4))
        head = f"({', '.join(NAMES[:dimensions])}) ->"
        text = f"{random.choice(('', 'misere '))}{head} {Rules(random, dimensions).body()}"
        try:
            told += held(text)
        except MexploreError:  # moves in a circle, or no options of some square
            continue
    return told


@pytest.fixture(autouse=True)
def many_looks(clock: Clock) -> None:
    """A budget is this many looks at the clock, however busy the machine is."""
    clock.tick = 0.001


@pytest.mark.slow
@pytest.mark.parametrize("play", ["", "misere "])
@pytest.mark.parametrize("text", ODD)
def test_odd_boards(play: str, text: str) -> None:
    held(play + text)


def test_moves_with_many_free_names_have_tables_by_definition() -> None:
    """Read backwards in a table, such moves start from 64^5 places at once."""
    board = Board.parse("(x, y, z) -> [(0, 0, z - 1)] if x % 3 == 1 and y % 5 == 2 else []")
    assert board is not None
    shape = THEOREM.hypotheses(board)
    assert isinstance(shape, Linear) and not shape.raises
    assert [readable_back(shape.moves, board.names, side) for side in (16, 64)] == [True, False]
    tables = Tables(board)
    for side in (16, 64):
        lost = shape.table(tables, side, Budget())
        x, y, z = np.indices((side,) * 3)
        assert (lost == ((x % 3 != 1) | (y % 5 != 2) | (z == 0))).all()


def test_some_random_boards() -> None:
    assert rules(Random(4), 4) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_many_random_boards(seed: int) -> None:
    assert rules(Random(100 + seed), 20) > 2
