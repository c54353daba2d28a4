"""A conjecture about who wins on a board: lost(x, y) iff a condition on the coordinates holds.

It is compared with the values square by square. Many conditions are recognised by automata that
read digits (`discover.outcomes.conditions`): comparisons, remainders, xor, digits, multiples of
roots rounded down. The theorem of P-positions by automata decides those for all squares.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formula_values import truth_at
from mexplore.rules.arithmetic.formulas import parse_condition
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.boards.table import Tables
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
    from mexplore.discover.boards.theorems.lost_by_digits import Linear
    from mexplore.rules.boards.board import Board, Grid, Square
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.misere.board import MisereBoard

_LOST = re.compile(r"\s*lost\s*\(([^()]*)\)\s*iff\b\s*")


def read_lost(text: str, grid: Grid) -> tree.Node | None:
    """The condition of 'lost(x, y) iff ...'; None where the text does not begin so.

    >>> from mexplore.rules.boards.board import Board
    >>> str(read_lost("lost(x, y) iff x == y", Board.parse("(x, y) -> [(x - 1, y)]")))
    'x == y'
    """
    found, names = _LOST.match(text), grid.coordinate_names
    if found is None:
        return None
    if tuple(part.strip() for part in found[1].split(",")) != names:
        raise InputError(
            f"{text[:60]!r} is about other squares; write lost({', '.join(names)}) iff"
        )
    return parse_condition(text[found.end() :], names, text, found.end())


def first_wrong_outcome(
    condition: tree.Node, names: tuple[str, ...], table: BoardValues, low: int
) -> Square | None:
    """The first square at which the condition does not tell whether the value is 0, in the order of
    the sum of the coordinates, then of these; where it has no value, it does not hold."""
    squares = product(*(range(low, side) for side in table.shape))
    for square in sorted(squares, key=lambda each: (sum(each), each)):
        values = {name: tree.Number(at) for name, at in zip(names, square, strict=True)}
        if table[square] >= 0 and _holds(tree.substitute(condition, values)) != (not table[square]):
            return square
    return None


def _holds(condition: tree.Node) -> bool:
    try:
        return truth_at(condition, 0)
    except Undefined:
        return False


@dataclass(frozen=True)
class Judged:
    """What the theorem of P-positions by automata says of a condition: that it holds for all
    squares, that it does not, or nothing; and why not."""

    theorem: str = ""
    refuted_by: str = ""
    unproved: str = ""
    fails_at: Square | None = None


def judge_lost(board: Board | MisereBoard, condition: tree.Node, seconds: float) -> Judged:
    """Whether exactly the squares with this condition are P-positions, by automata."""
    from mexplore.discover.automata.operations import Undecided
    from mexplore.discover.boards.theorems.lost_by_digits import LostByDigitsTheorem
    from mexplore.discover.outcomes.terms import NotRecognised
    from mexplore.discover.outcomes.theorem import until

    theorem, end = LostByDigitsTheorem(), working_seconds() + seconds
    shape, budget = theorem.shape_of(board), until(end)
    if isinstance(shape, Inapplicable):
        return Judged(unproved=shape.reason)
    try:
        law = law_of(condition, board.coordinate_names, budget)
        if theorem.wrong(shape, law, budget) is not None:
            return _refuted(shape, law, budget)
        tables = Tables(board)
        found = theorem.compared(law, lambda *sides: tables.table(sides))
    except (NotRecognised, Undecided, TooLarge) as why:
        return Judged(unproved=str(why))
    if isinstance(found, Proved):
        return Judged(theorem=theorem.name)
    return Judged(unproved=found.reason)


def _refuted(shape: Linear, law: LostByDigits, budget: Budget) -> Judged:
    """The first square at which it is false, in the order in which squares are compared, if all
    moves lower the sum of the coordinates; otherwise in an order that they keep to."""
    names = shape.board.names
    moves = shape.linear.in_numeration(law.written_in, budget)
    total = sum(map(Polynomial.name, names), Polynomial())
    falls = all(
        move.implies(total - sum(move.coordinates, Polynomial()) - 1) for move in shape.moves
    )
    found = moves.least_false(law.automaton, [total] if falls else shape.rank.sums)
    assert found is not None
    first = "first " * falls
    outcome = "lost" if found.lost else "won"
    words = f"it fails {first}at {found.position}, which is {outcome}"
    return Judged(refuted_by=words, fails_at=found.position)


def law_of(condition: tree.Node, names: tuple[str, ...], budget: Budget) -> LostByDigits:
    """The law that exactly the squares with this condition are P-positions; NotRecognised where the
    condition is not seen to be one that an automaton tells.

    >>> from mexplore.discover.automata.operations import Budget
    >>> law = law_of(parse_condition("(x + 2*y) % 3 == 1", ("x", "y"), "", 0), ("x", "y"), Budget())
    >>> law.is_zero((2, 4)), law.is_zero((2, 3))
    (True, False)
    """
    from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
    from mexplore.discover.outcomes.conditions import recognised

    return LostByDigits.of(recognised(condition, names, budget))
