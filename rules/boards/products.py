"""Products of two rules of heaps: coins on a board that are turned over.

Notation ``turn(1, 2) x turn(any in a row)``: two rules R and S with ``x`` between them. Coins lie
on the squares (x, y), x, y >= 1. A move chooses a move of R from a heap of x and one of S from a
heap of y; let A be x and the heaps that R leaves, B be y and the heaps that S leaves. It turns over
all coins on the squares of A times B, of which that on (x, y) has to show heads. A position is the
set of the squares with heads: a token on each of them, two on one square cancelling each other.
Any rules are allowed: with coins, a heap of n is a coin at the place n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.nim_field import LARGEST, nim_product, nim_products
from mexplore.rules.boards import times_places
from mexplore.rules.boards.board import UNKNOWN, Board, Square, Sum
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.errors import RuleSyntaxError, TooLarge

if TYPE_CHECKING:
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.reach import Unreached
    from mexplore.rules.rule import Rule, Values

MOST_COINS = 1 << 22  # in a row whose values are computed
BY_DEFINITION = 6  # the side of a table whose values are found by the definition
_LARGEST_ENTRY = (1 << 31) - 1  # of a table


@dataclass(frozen=True)
class Times(tree.Node):
    """``R x S`` in place of a list of squares. What reads lists does not know it, and so says
    nothing of a product."""

    written: str

    def text(self) -> str:
        return self.written


@dataclass(frozen=True)
class Product(Board):
    """The product of the rules ``across``, for x, and ``along``, for y.

    >>> from mexplore.rules.notation import parse_board
    >>> board = parse_board("turn(1, 2) x turn(any in a row)")
    >>> list(board.options((2, 2)))
    [((1, 2),), ((1, 1), (1, 2), (2, 1)), (), ((2, 1),)]
    """

    computed_how: ClassVar[str] = (
        "computed as the nim-product of the values of two heaps; by the Tartan theorem"
    )

    lowers: ClassVar[bool] = True

    across: Rule = field(kw_only=True)
    along: Rule = field(kw_only=True)

    @classmethod
    def of(cls, across: Rule, along: Rule) -> Self:
        body = Times(f"{across} x {along}")
        return cls(("x", "y"), body, across=across, along=along)

    @classmethod
    def read(cls, text: str, part: Callable[[str], Rule]) -> Self | None:
        """The product that a text denotes; ``part`` reads its rules."""
        places = times_places(text)
        if not places:
            return None
        if len(places) > 1:
            problem, remedy = "a product has two rules", "leave the others out"
            raise RuleSyntaxError(text, places[1][0], problem, remedy)
        (start, stop), rules = places[0], []
        for low, high in ((0, start), (stop, len(text))):
            written = text[low:high]
            try:
                rules.append(part(written))
            except RuleSyntaxError as error:
                blanks = len(written) - len(written.lstrip()) if error.text != written else 0
                place = low + blanks + error.position
                raise RuleSyntaxError(text, place, error.problem, error.remedy) from None
        return cls.of(*rules)

    def __str__(self) -> str:
        return str(self.body)

    def options(self, square: Square) -> Iterator[Sum]:
        x, y = square
        for a, b in product(self.across.options(x), self.along.options(y)):
            turned = product(sorted((*a, x)), sorted((*b, y)))
            yield tuple(at for at in turned if at != square)

    def factors(self) -> tuple[Rule, Rule]:
        return self.across, self.along

    def unreached(self, last: int) -> Unreached | None:
        from mexplore.rules.reach import furthest, unreached

        return furthest(unreached(rule, last) for rule in (self.across, self.along))

    def words(self) -> str:
        return (
            "Coins on the squares (x, y), x, y >= 1. Choose sets A and B, turn over the coins on "
            "all squares (a, b), a in A, b in B; the one on (x, y), the greatest of A and the "
            f"greatest of B, shows heads. A is x and what a heap of x becomes in {self.across}; B "
            f"is y and what a heap of y becomes in {self.along}."
        )

    # -- values by the Tartan theorem (discover/boards/theorems/tartan.py) ---------------------

    @cached_property
    def _rows(self) -> tuple[Computation, Computation]:
        across = Computation(self.across)
        return across, across if self.along == self.across else Computation(self.along)

    def row_values(self, sides: Iterable[int]) -> tuple[Values, Values]:
        """The values of the heaps of each rule that are smaller than these numbers."""
        x, y = (
            computed.extend(self._checked(side))[:side]
            for computed, side in zip(self._rows, sides, strict=True)
        )
        return x, y

    def _checked(self, side: int) -> int:
        if side > MOST_COINS:
            raise TooLarge(
                f"{self}: the values of the first {MOST_COINS} coins of a row are computed, and "
                f"this needs {side}"
            )
        return side

    def known_values(self, squares: Iterable[Square]) -> dict[Square, int]:
        listed = list(squares)
        x, y = self.row_values(max(each) + 1 for each in zip(*listed, strict=True))
        return {(a, b): nim_product(int(x[a]), int(y[b])) for a, b in listed}

    def known_table(self, size: Square) -> BoardValues | None:
        """Where a value is too large for the table, it counts as not known. Small tables are left
        to the definition, so that a law is compared with it."""
        if max(size) <= BY_DEFINITION:
            return None
        import numpy as np

        x, y = self.row_values(size)
        if max(int(x.max(initial=0)), int(y.max(initial=0))) <= LARGEST:
            wide = [each.astype(np.int64) for each in (x, y)]
            values = nim_products(*np.broadcast_arrays(wide[0][:, None], wide[1][None, :]))
        else:
            products = [[nim_product(a, b) for b in y.tolist()] for a in x.tolist()]
            values = np.array([[min(v, _LARGEST_ENTRY + 1) for v in row] for row in products])
        return np.where(values > _LARGEST_ENTRY, UNKNOWN, values).astype(np.int32)
