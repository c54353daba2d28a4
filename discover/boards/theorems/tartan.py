"""Products of two rows of coins: the Tartan theorem."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.patterns.product_of_heaps import ProductOfHeaps
from mexplore.discover.boards.theorems.moves.factors import factors_of
from mexplore.discover.boards.theorems.moves.one_coordinate import TwoHeaps
from mexplore.discover.boards.theorems.of_two_heaps import OfTwoHeaps
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board


class Tartan(OfTwoHeaps[ProductOfHeaps]):
    """**Setting.** R and S are rules of heaps in which no heap gets larger; a heap of n has the
    value f(n) in R, g(n) in S, and f(0) = g(0) = 0. Let the moves from a square (x, y), x, y >= 1,
    be the following: choose an option A = (a1, ..., ar) of x in R and an option B = (b1, ..., bs)
    of y in S; leave tokens on all squares (a, b) but (x, y) with a among a1, ..., ar, x and b among
    b1, ..., bs, y. From squares (0, y) and (x, 0) there is no move.

    **Statement.** G(x, y) is the nim-product of f(x) and g(y).

    **Proof.** Write + for xor and a.b for the nim-product. By definition a.b is the least
    number that is not a'.b + a.b' + a'.b' for any a' < a, b' < b; with + and . the numbers 0,
    1, 2, ... are a field, in which v + v = 0 (Conway, On Numbers and Games, chapter 6). Every
    move replaces a token by tokens on squares none of whose coordinates is larger, and one is
    smaller. So play ends, and induction goes over x + y. If x = 0 or y = 0, both sides are 0.
    Else let u be the xor of f(a1), ..., f(ar), the value of A in R, and v that of B in S. By
    induction, and as the product is distributive, the option has the value

        (u + f(x)).(v + g(y)) + f(x).g(y)  =  u.g(y) + f(x).v + u.v                          (*)

    *It is never f(x).g(y)*: else (u + f(x)).(v + g(y)) = 0; but u is not f(x), as no option of
    x has the value of x, and v is not g(y), and in a field the product of two numbers that are
    not 0 is not 0. *Every w < f(x).g(y) occurs*: by the definition of the product w is u'.g(y)
    + f(x).v' + u'.v' for some u' < f(x) and v' < g(y). Some option A of x has the value u',
    some option B of y the value v', and by (*) their option has the value w. So f(x).g(y) is
    the mex of the values of the options. ∎

    Two tokens on one square cancel each other: a position is a set of squares, those of the
    coins that show heads, and the move turns over all coins on the squares of {a1, ..., ar, x}
    times {b1, ..., bs, y}. That f and g have the laws that are given with them is proved by
    theorems about heaps; their certificates are part of the claim, and checked again with it.

    >>> board = Board.parse("(x, y) -> [((a, y), (x, b), (a, b)) for a in range(x) "
    ...     "for b in range(y)]")
    >>> [claim.statement() for claim in Tartan().claims(board)]
    ['G(x, y) = nim_product(x, y) for all x, y >= 0']
    """

    name: ClassVar[str] = "Tartan theorem"
    source: ClassVar[str] = (
        "J. H. Conway, in E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), "
        "chapter 14; proof in full in discover/boards/theorems/tartan.py"
    )
    statement: ClassVar[str] = (
        "If a move turns over the coins on all squares of a product of two sets, one for each "
        "coordinate, which are moves of two rules of heaps, the value is the nim-product of the "
        "values of two heaps."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (ProductOfHeaps,)
    compared: ClassVar[int] = 6

    def hypotheses(self, board: Board) -> TwoHeaps | Inapplicable:
        return factors_of(board)
