"""The same game in several numerations, numerations that hints alone name, and budgets."""

from __future__ import annotations

import signal
from itertools import product

import numpy as np
import pytest

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numbers import residue
from mexplore.discover.automata.numeration import FIBONACCI, Base, Numeration, Ostrowski
from mexplore.discover.automata.operations import Budget, Undecided
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.outcomes.learning import accepted_below
from mexplore.discover.outcomes.search import NUMERATIONS, Search
from mexplore.discover.outcomes.sparse import Sparse
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.notation import parse_board

THEOREM = LostByDigitsTheorem()
WYTHOFF = (
    "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] + "
    "[(x - i, y - j) for i in range(1, x + 1) for j in range(max(1, i - {0}), i + {0} + 1)]"
)
DYNAMIC = "(x, y) -> [(x - k, k) for k in range(1, min(x, y) + 1)]"
SLANTED = (
    "(x, y) -> [(x - k, y - 3*k) for k in range(1, min(x, y // 3) + 1)] + "
    "[(x - 3*k, y - 2*k) for k in range(1, min(x // 3, y // 2) + 1)]"
)
SEVERAL = {
    "dynamic nim": (DYNAMIC, (Base(2), Base(4))),
    "wythoff": (WYTHOFF.format(0), (FIBONACCI, Ostrowski((1, 1)), Ostrowski((1, 1, 1, 1)))),
    "2-wythoff": (WYTHOFF.format(1), (Ostrowski((2,)), Ostrowski((2, 2)))),
}


def shape_of(text: str) -> Linear:
    board = parse_board(text)
    assert isinstance(board, Board)
    shape = THEOREM.hypotheses(board)
    assert isinstance(shape, Linear)
    return shape


def search_of(shape: Linear, budget: Budget, far: Sparse | None = None) -> Search:
    tables = Tables(shape.board)
    names = shape.board.names
    return Search(
        shape.moves,
        names,
        lambda side: shape.table(tables, side, budget),
        budget,
        far=lambda _: far,
    )


def found_in(shape: Linear, of: Numeration) -> Automaton:
    search = search_of(shape, Budget())
    for side in (64, 128, 256, 512, 1024, 2048):
        table = search.table(side)
        assert table is not None
        found = search.within(of, table)
        if isinstance(found, Automaton):
            return found
    raise AssertionError(of)


@pytest.mark.parametrize(
    "name", ["dynamic nim", "wythoff", *(pytest.param(n, marks=pytest.mark.slow) for n in SEVERAL)]
)
def test_numerations_of_one_game_tell_the_same_positions(name: str) -> None:
    text, numerations = SEVERAL[name]
    shape = shape_of(text)
    table = Tables(shape.board).table((300, 300)) == 0
    for of in numerations:
        found = found_in(shape, of)
        assert found.numeration == of
        assert (accepted_below(found, (300, 300)) == table).all(), of


def test_numerations_are_those_of_the_design() -> None:
    """Bases 2 to 10, and [0; a, a, ...] for a = 1 to 4."""
    assert {of.b for of in NUMERATIONS if isinstance(of, Base)} == {*range(2, 11)}
    assert {Ostrowski((a,)) for a in range(1, 5)} <= {*NUMERATIONS}
    assert len({*NUMERATIONS}) == len(NUMERATIONS)


@pytest.mark.slow
def test_hints_name_numerations_that_are_in_no_list() -> None:
    """Wythoff's game with |k - l| < a has the ratio (2 - a + sqrt(a*a + 4))/2 (Fraenkel 1982),
    whose continued fraction repeats a."""
    a = 5
    shape = shape_of(WYTHOFF.format(a - 1))
    tables = Tables(shape.board)
    found = THEOREM.sought(shape, lambda *sides: tables.table(sides))
    assert isinstance(found, Proved)
    assert found.claim.written_in == Ostrowski((a,))
    assert found.claim.written_in not in NUMERATIONS
    table = tables.table((150, 150))
    assert found.claim.first_failure(table) is None


@pytest.mark.slow
def test_a_period_of_two_is_found() -> None:
    shape = shape_of(SLANTED)
    tables = Tables(shape.board)
    found = THEOREM.sought(shape, lambda *sides: tables.table(sides))
    assert isinstance(found, Proved)
    assert found.claim.written_in == Ostrowski((1, 2))
    assert found.claim.first_failure(tables.table((400, 400))) is None


def test_lists_that_the_table_denies_are_not_used() -> None:
    """A wrong list hints at another numeration; it is held against the table first."""
    shape = shape_of(WYTHOFF.format(0))
    tables = Tables(shape.board)
    two = shape_of(WYTHOFF.format(1))
    wrong = Sparse(np.argwhere(Tables(two.board).table((200, 200)) == 0), 200)
    found = search_of(shape, Budget(), wrong).run()
    assert found is not None
    assert found.numeration == FIBONACCI
    assert (accepted_below(found, (90, 90)) == (tables.table((90, 90)) == 0)).all()


def test_what_is_too_large_says_how_large() -> None:
    shape = shape_of(WYTHOFF.format(0))
    claim = found_in(shape, FIBONACCI)
    with pytest.raises(Undecided, match="within 5 states"):
        shape.linear.in_numeration(FIBONACCI, Budget(5)).wrong(claim)
    tables = Tables(shape.board)
    refused = THEOREM.sought(shape, lambda *sides: tables.table(sides), deadline=0.0)
    assert isinstance(refused, Inapplicable)
    assert "within the time given" in refused.reason


def test_ctrl_c_stops_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal comes through wherever the search is."""
    shape = shape_of(WYTHOFF.format(0))
    looks = 0

    def check(self: Budget, states: int) -> None:
        nonlocal looks
        looks += 1
        if looks == 20:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Budget, "check", check)
    with pytest.raises(KeyboardInterrupt):
        search_of(shape, Budget()).run()
    assert looks == 20


@pytest.mark.parametrize("of", NUMERATIONS, ids=lambda of: of.name)
def test_every_numeration_adds(of: Numeration) -> None:
    """The moves of a heap of which one or two are taken: lost are the multiples of three."""
    shape = shape_of("(x, y) -> [(x - 1, y), (x - 2, y)]")
    moves = shape.linear.in_numeration(of, Budget())
    thirds = residue(3, 0, of)
    assert moves.wrong(thirds.on((0,), 2)) is None
    assert moves.wrong(residue(3, 1, of).on((0,), 2)) is not None
    for x, y in product(range(30), range(3)):
        assert moves.lost_if(thirds.on((0,), 2)).accepts(x, y) == (x % 3 == 0)
