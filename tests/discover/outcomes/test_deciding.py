"""P-positions by automata: what is proved against the definition, and what is false refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from altered_automata import altered

from mexplore.discover.automata.automaton import Automaton, settled
from mexplore.discover.automata.numbers import finite, written
from mexplore.discover.automata.numeration import FIBONACCI, Base
from mexplore.discover.automata.operations import Budget, Undecided, both, minimal
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.outcomes.counting import Bound, count_within
from mexplore.discover.outcomes.deciding import Moves
from mexplore.discover.outcomes.learning import Learner, accepted_below, wrong_below
from mexplore.discover.outcomes.moves.conditions import Affine
from mexplore.discover.outcomes.moves.linear import LinearMove
from mexplore.discover.outcomes.search import SIDES, Search
from mexplore.discover.outcomes.tables import outcomes
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.notation import parse_board

QUEEN = (
    "[(a, y) for a in range(x)] + [(x, b) for b in range(y)] + "
    "[(x - k, y - k) for k in range(1, min(x, y) + 1)]"
)
GAMES = {
    "Wythoff": f"(x, y) -> {QUEEN}",
    "Wythoff to x + y <= 1": f"(x, y) -> {QUEEN} if x + y > 1 else []",
    "Wythoff to x + y <= 3": f"(x, y) -> {QUEEN} if x + y > 3 else []",
    "Fibonacci Nim": "(x, y) -> [(x - j, 2*j) for j in range(1, min(x, y) + 1)]",
    "Dynamic Nim": "(x, y) -> [(x - j, j) for j in range(1, min(x, y) + 1)]",
    "Mem": "(x, y) -> [(x - j, j) for j in range(max(1, y), x + 1)]",
    "2-Wythoff": "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] + "
    "[(x - i, y - j) for i in range(1, x + 1) for j in range(max(1, i - 1), i + 2)]",
    "Moore 2 of 3": "nim(3 heaps; at most 2)",
    "Moore 2 of 4": "nim(4 heaps; at most 2)",
    "Moore 3 of 4": "nim(4 heaps; at most 3)",
    "three heaps": "nim(3 heaps; at most 1)",
}
STATES = {"Wythoff": 7, "2-Wythoff": 9, "Moore 2 of 3": 2}
THEOREM = LostByDigitsTheorem()


def board_of(text: str) -> Board:
    board = parse_board(text)
    assert isinstance(board, Board)
    return board


def proved(text: str) -> tuple[Linear, LostByDigits, Proved | Inapplicable]:
    board = board_of(text)
    shape = THEOREM.hypotheses(board)
    assert isinstance(shape, Linear)
    tables = Tables(board)
    found = THEOREM.sought(shape, lambda *sides: tables.table(sides))
    assert isinstance(found, Proved)
    assert isinstance(found.claim, LostByDigits)
    verdict = THEOREM.prove(shape, found.claim, lambda *sides: tables.table(sides))
    return shape, found.claim, verdict


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * ("4" in n)) for n in GAMES]
)
def test_known_games_come_out_proved_and_right(name: str) -> None:
    shape, claim, verdict = proved(GAMES[name])
    assert isinstance(verdict, Proved)
    side = {2: 300, 3: 40, 4: 14}[claim.coordinates]
    table = Tables(shape.board).table((side,) * claim.coordinates)
    assert claim.first_failure(table) is None
    assert claim.order == STATES.get(name, claim.order)


@pytest.mark.parametrize("name", ["Fibonacci Nim", "Wythoff", "Moore 2 of 3"])
def test_altered_automata_are_refused(name: str) -> None:
    shape, claim, _ = proved(GAMES[name])
    _refused(shape, claim, 25)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if "4" not in name])
def test_a_thousand_altered_automata_are_refused(name: str) -> None:
    shape, claim, _ = proved(GAMES[name])
    _refused(shape, claim, 1000)


def _refused(shape: Linear, claim: LostByDigits, count: int) -> None:
    """One transition or one output is another: either the same set is accepted, or it is not that
    of the P-positions; or, rarely, its automata are too large, which is no proof either."""
    pick = Random(claim.order)
    names = shape.board.names
    moves = Moves(shape.moves, names, claim.written_in)
    right, too_large = claim.automaton, 0
    for _ in range(count):
        mutant = altered(right, pick)
        try:
            wrong = moves.wrong(mutant)
        except Undecided:
            too_large += 1
            continue
        if wrong is None:
            side = {2: 200, 3: 24, 4: 9}[claim.coordinates]
            sides = (side,) * claim.coordinates
            assert (accepted_below(mutant, sides) == accepted_below(right, sides)).all()
        else:
            assert mutant.accepts(*wrong.position) == wrong.lost
    assert too_large <= count // 100


def test_each_half_of_the_condition_is_needed() -> None:
    """The empty set has no move within it, and from all squares a move leads into the set of all
    that can move: neither is the set of the P-positions."""
    shape, claim, _ = proved(GAMES["Wythoff"])
    moves = Moves(shape.moves, shape.board.names, claim.written_in)
    empty = moves.wrong(replace(claim.automaton, accepting=np.zeros(claim.order, dtype=np.bool_)))
    full = moves.wrong(moves.everywhere)
    assert empty is not None
    assert not empty.lost
    assert full is not None
    assert full.lost
    assert moves.wrong(claim.automaton) is None


def test_without_the_hypotheses_it_refuses() -> None:
    """Play that need not end, moves that are not linear, several squares."""
    for text, reason in {
        "(x, y) -> [(x - 1, y + 1), (x + 1, y - 1)]": "falls with every move",
        "(x, y) -> [(x - k*k, y) for k in range(1, x + 1)]": "k",
        "(x, y) -> [((x - 1, y), (0, y))]": "another number of squares",
    }.items():
        refused = THEOREM.hypotheses(board_of(text))
        assert isinstance(refused, Inapplicable)
        assert reason in refused.reason


@pytest.mark.parametrize("name", ["Wythoff to x + y <= 3", "Mem", "2-Wythoff", "Moore 2 of 3"])
def test_tables_by_marking_are_those_of_the_definition(name: str) -> None:
    shape = THEOREM.hypotheses(board_of(GAMES[name]))
    assert isinstance(shape, Linear)
    side = 60 if shape.board.dimensions == 2 else 16
    if shape.raises:
        return
    table = Tables(shape.board).table((side,) * shape.board.dimensions)
    assert (outcomes(shape.moves, shape.board.names, shape.rank.sums, side) == (table == 0)).all()


@pytest.mark.parametrize("seed", range(12))
def test_random_automata_are_learned_from_their_table(seed: int) -> None:

    pick = Random(seed)
    of = pick.choice([Base(2), Base(3), FIBONACCI])
    states = pick.randint(2, 5)
    step = [[pick.randrange(states) for _ in range(of.digits**2)] for _ in range(states)]
    flags = [pick.random() < 0.5 for _ in range(states)]
    made = settled(Automaton.of(2, step, flags, numeration=of))
    target = minimal(both(made, written(2, of)))
    learner = Learner(of, accepted_below(target, (256, 256)))
    for _ in range(20):
        guess = learner.guess(Budget())
        wrong = wrong_below(guess, learner.table)
        if not wrong:
            break
        for position in wrong:
            learner.learn(position)
    far = [(pick.randrange(10**9), pick.randrange(10**9)) for _ in range(300)]
    assert all(guess.accepts(*pair) == target.accepts(*pair) for pair in far)


def test_positions_are_counted_as_one_by_one() -> None:
    _, claim, _ = proved(GAMES["Wythoff"])
    table = accepted_below(claim.automaton, (90, 90))
    x, y = np.indices(table.shape)
    for width, height, total in ((1, 1, 1), (17, 40, 30), (90, 90, 179), (33, 5, 20)):
        bounds = [Bound((0,), width), Bound((1,), height), Bound((0, 1), total)]
        expected = int((table & (x < width) & (y < height) & (x + y < total)).sum())
        assert count_within(claim.automaton, bounds) == expected


def test_without_tables_nothing_is_found() -> None:
    board = board_of(GAMES["Wythoff"])
    shape = THEOREM.hypotheses(board)
    assert isinstance(shape, Linear)
    search = Search(shape.moves, board.names, lambda side: None, Budget())
    assert search.run() is None
    assert set(SIDES) == {1, 2, 3, 4, 5, 6}


def test_names_in_several_coordinates_of_an_option() -> None:
    """A name that one coordinate tells stands in equations about others."""
    m, n = Affine.name("m"), Affine.name("n")
    x, y = Affine.name("x"), Affine.name("y")
    move = LinearMove((2 * m, m + n), (x - m, y - n), ("m", "n"), ("x", "y"))
    moves = Moves((move,), ("x", "y"), Base(2))
    for goal in product(range(5), repeat=2):
        reaching = moves.reaching(finite([goal], 2))
        for square in product(range(5), repeat=2):
            assert reaching.accepts(*square) == (goal in move.options(square))


def test_relations_keep_to_their_budget() -> None:
    """Constants and coefficients may make automata as large as one likes."""
    names = ("x", "y")
    x, y = map(Affine.name, names)
    for of in (Base(3), FIBONACCI):
        for form in (2 * x - 3 * y + 987, 9973 * x - y, 10**30 * x - y):
            moves = Moves((LinearMove((x - 1, y), (form,), (), names),), names, of, Budget(50))
            with pytest.raises(Undecided):
                moves.wrong(moves.everywhere)
    large = 10**23
    board = board_of(f"(x, y) -> [(x - k, y) for k in range(1, x + 1) if k <= {10**12}*{10**11}*y]")
    shape = THEOREM.hypotheses(board)
    assert isinstance(shape, Linear)
    assert any(form.coefficient("y") == large for form in shape.moves[0].forms)
    tables = Tables(board)
    found = THEOREM.sought(shape, lambda *sides: tables.table(sides))
    assert isinstance(found, Inapplicable)
