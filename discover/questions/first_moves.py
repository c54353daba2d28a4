"""How many moves win from the position with a token on every square of a rectangle.

Of a game with coins this is the position in which all coins show heads. Let s be the xor of all
values. A move from a square of value v wins if its option has the value s xor v.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from mexplore.discover.boards.patterns.product_of_heaps import pairs_with_product
from mexplore.discover.boards.theorems.moves.factors import factors
from mexplore.discover.boards.values import SquareValues, options_of
from mexplore.discover.study.kind import Means, Warrant
from mexplore.rules.arithmetic.nim_field import nim_product
from mexplore.rules.boards.table import Tables
from mexplore.rules.engine.grundy import Computation, Watcher, no_progress
from mexplore.rules.errors import TooLarge
from mexplore.rules.views import view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mexplore.discover.questions.boards import Region
    from mexplore.rules.rule import Rule

MOST_MOVES = 10_000_000  # that are looked at one by one
_EVERY = Warrant("computed", "every move from every square was looked at")
_PRODUCT = Warrant(
    "proved",
    "a move of the product wins exactly if the nim-product of what it turns in x and in y is the "
    "nim-sum of all squares: proved by the Tartan theorem; the rows were computed",
)


def winning_first_moves(
    region: Region, start: int = 0, watcher: Watcher = no_progress
) -> tuple[int, Warrant]:
    """The number of the different winning moves, and why it is right, where a token is on every
    square of the region whose coordinates are ``start`` or more.

    The flipping game: a rectangle whose width is a square and whose height is a triangular number
    is turned over. Of the moves from 100 by 100 heads 31395 win (Project Euler, problem 459).

    >>> from mexplore.discover.questions.boards import Region
    >>> from mexplore.rules.notation import parse_board
    >>> flipping = parse_board("turn(squares in a row) x turn(triangular in a row)")
    >>> [winning_first_moves(Region(flipping, None, n))[0] for n in (1, 2, 5, 100)]
    [1, 0, 8, 31395]
    """
    rules = factors(region.grid)
    if rules is None:
        return _one_by_one(region, start, watcher), _EVERY
    sums, turned = [], []
    for rule, side in zip(rules, region.sides, strict=True):
        values = Computation(rule, watcher).extend(side)
        sums.append(int(reduce(xor, values[start:].tolist(), 0)))
        turned.append(_turned(rule, start, side, values.tolist(), watcher))
    wanted = nim_product(*sums)
    return (pairs_with_product(turned[0], turned[1], wanted) if wanted else 0), _PRODUCT


@view("turned_values")
def turned_values(rule: Rule, start: int, stop: int, watcher: Watcher) -> Mapping[int, int] | None:
    """How many moves from the heaps start, ..., stop - 1 turn over coins of each value: the value
    of the heap xor that of its option; None where no quick way to count them is known.

    >>> from mexplore.rules.notation import parse_rule
    >>> turned_values(parse_rule("turn(any in a row)"), 0, 3, no_progress)
    {1: 1, 2: 1, 3: 1}
    """
    del rule, start, stop, watcher
    return None


def _turned(
    rule: Rule, start: int, stop: int, values: list[int], watcher: Watcher
) -> Mapping[int, int]:
    """`turned_values`, one by one where there is no quicker way."""
    shown = turned_values(rule, start, stop, watcher)
    if shown is not None:
        return shown
    found: Counter[int] = Counter()
    for n in range(start, stop):
        for option in rule.listed_options(n, MOST_MOVES) or ():
            found[reduce(xor, (values[heap] for heap in option), values[n])] += 1
        if found.total() > MOST_MOVES:
            raise TooLarge(f"{rule} has more than {MOST_MOVES} moves from heaps below {stop}")
    return found


def _one_by_one(region: Region, start: int, watcher: Watcher) -> int:
    """The same square by square."""
    import numpy as np

    grid, size = region.grid, region.size
    table = Tables(grid, watcher).table(region.sides, edges=size is not None)
    inner = table[(slice(start, None),) * table.ndim]
    total = int(np.bitwise_xor.reduce(inner, axis=None)) if inner.size else 0
    if total == 0:
        return 0
    count = looked_at = 0
    known = SquareValues(grid, size, Means(), watcher)
    for place in np.ndindex(*inner.shape):
        square = tuple(at + start for at in place)
        winning = known.winning(square, total ^ int(table[square]))
        count += len(winning)
        looked_at += len(options_of(grid, size, square))
        if looked_at > MOST_MOVES:
            raise TooLarge(f"there are more than {MOST_MOVES} moves; ask for fewer squares")
    return count
