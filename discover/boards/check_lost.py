"""A conjecture about who wins on a board: lost(x, y) iff a condition on the coordinates holds.

It is compared with the values square by square. A condition of linear comparisons and remainders
is recognised by an automaton that reads binary digits, so that the theorem of P-positions by
automata decides it for all squares.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING

from mexplore.discover.outcomes.moves import conditions
from mexplore.discover.outcomes.moves.conditions import affine, condition_of
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formula_values import truth_at
from mexplore.rules.arithmetic.formulas import parse_condition
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.boards.table import Tables
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
    from mexplore.rules.boards.board import Board, Grid, Square
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.misere.board import MisereBoard

LARGEST_MODULUS = 64  # of a remainder in a condition that is decided
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


def judge_lost(board: Board | MisereBoard, condition: tree.Node, seconds: float) -> Judged:
    """Whether exactly the squares with this condition are P-positions, by automata."""
    from mexplore.discover.automata.operations import Budget, Undecided
    from mexplore.discover.boards.theorems.lost_by_digits import LostByDigitsTheorem
    from mexplore.discover.outcomes.search import MOST_STATES

    theorem, end = LostByDigitsTheorem(), working_seconds() + seconds
    shape, budget = theorem.shape_of(board), Budget(MOST_STATES, end)
    if isinstance(shape, Inapplicable):
        return Judged(unproved=shape.reason)
    try:
        law = law_of(condition, board.coordinate_names, budget)
        if law is None:
            return Judged(unproved="the condition is none of linear comparisons and remainders")
        wrong = theorem.wrong(shape, law, budget)
        if wrong is not None:
            return Judged(refuted_by=f"it is wrong at {wrong.position} or at an option of it")
        tables = Tables(board)
        found = theorem.compared(law, lambda *sides: tables.table(sides))
    except (Undecided, TooLarge) as why:
        return Judged(unproved=str(why))
    if isinstance(found, Proved):
        return Judged(theorem=theorem.name)
    return Judged(unproved=found.reason)


def law_of(condition: tree.Node, names: tuple[str, ...], budget: Budget) -> LostByDigits | None:
    """The law that exactly the squares with this condition are P-positions, in binary digits; None
    where the condition is not seen to be one of linear comparisons and remainders.

    >>> from mexplore.discover.automata.operations import Budget
    >>> law = law_of(parse_condition("(x + 2*y) % 3 == 1", ("x", "y"), "", 0), ("x", "y"), Budget())
    >>> law.is_zero((2, 4)), law.is_zero((2, 3))
    (True, False)
    """
    from mexplore.discover.automata.numbers import written
    from mexplore.discover.automata.operations import both, minimal
    from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits

    found = recognised(condition, names, budget)
    if found is None:
        return None
    return LostByDigits.of(minimal(both(found, written(len(names)), budget)))


def recognised(node: tree.Node, names: tuple[str, ...], budget: Budget) -> Automaton | None:
    """The numbers with these names for which a condition holds, in base 2; None where it is not
    seen to be one of linear comparisons and remainders.

    >>> from mexplore.discover.automata.operations import Budget
    >>> condition = parse_condition("(x + 2*y) % 3 == 1 and not x > y", ("x", "y"), "", 0)
    >>> found = recognised(condition, ("x", "y"), Budget())
    >>> found.accepts(2, 4), found.accepts(4, 2), found.accepts(2, 3)
    (True, False, False)
    """
    from mexplore.discover.automata.operations import both, either

    match node:
        case tree.Unary("not", operand):
            inner = recognised(operand, names, budget)
            return None if inner is None else inner.complement()
        case tree.Logic(sign, operands):
            parts = [recognised(operand, names, budget) for operand in operands]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            join = both if sign == "and" else either
            return reduce(lambda a, b: join(a, b, budget), known)
    remainder = next(_remainders(node), None)
    if remainder is not None:
        return _by_remainder(node, remainder, names, budget)
    condition = condition_of(node)
    return None if condition is None else _linear(condition, names, budget)


def _remainders(node: tree.Node) -> Iterator[tree.Binary]:
    """The remainders modulo constants that stand in the tree, inner ones first."""
    for child in node.children():
        yield from _remainders(child)
    if isinstance(node, tree.Binary) and node.sign == "%" and isinstance(node.right, tree.Number):
        yield node


def _by_remainder(
    node: tree.Node, remainder: tree.Binary, names: tuple[str, ...], budget: Budget
) -> Automaton | None:
    """The union over r of where the remainder is r and what is said with r in its place holds.

    A linear form is r modulo m exactly if that with coefficients modulo m is, which is r + m*q with
    q >= 0.
    """
    from mexplore.discover.automata.numeration import BINARY
    from mexplore.discover.automata.operations import both, either
    from mexplore.discover.outcomes.relations import among, zero
    from mexplore.rules.arithmetic.polynomial import Polynomial

    form, m = affine(remainder.left), _number(remainder.right)
    if form is None or not 0 < m <= LARGEST_MODULUS:
        return None
    reduced = Polynomial({monomial: c % m for monomial, c in form.terms()})
    found: list[Automaton] = []
    for r in range(m):
        rest = recognised(_replaced(node, remainder, tree.Number(r)), names, budget)
        if rest is None:
            return None
        form_is_r = zero(reduced - r - m * Polynomial.name("quotient"), BINARY, budget)
        found.append(both(among([form_is_r], names, budget), rest, budget))
    return reduce(lambda a, b: either(a, b, budget), found)


def _number(node: tree.Node) -> int:
    """The number that a node is; 0 for others."""
    return node.value if isinstance(node, tree.Number) else 0


def _replaced(node: tree.Node, old: tree.Node, new: tree.Node) -> tree.Node:
    if node == old:
        return new
    return tree.with_children(node, lambda child: _replaced(child, old, new))


def _linear(condition: conditions.Condition, names: tuple[str, ...], budget: Budget) -> Automaton:
    """The numbers for which linear inequalities hold that are joined by and, or."""
    from mexplore.discover.automata.numbers import written
    from mexplore.discover.automata.numeration import BINARY
    from mexplore.discover.automata.operations import both, either
    from mexplore.discover.outcomes.relations import among, at_least_zero

    everything = written(len(names), BINARY)
    match condition:
        case conditions.AtLeastZero(form):
            if form.is_constant:
                return everything if form.constant >= 0 else everything.complement()
            return among([at_least_zero(form, BINARY, budget)], names, budget)
        case conditions.All(parts):
            found = [_linear(part, names, budget) for part in parts]
            return reduce(lambda a, b: both(a, b, budget), found, everything)
        case conditions.Any(parts):
            found = [_linear(part, names, budget) for part in parts]
            return reduce(lambda a, b: either(a, b, budget), found, everything.complement())
