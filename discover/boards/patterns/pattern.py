"""What a law of a board is: a claim about all squares that can fail, and what predicts values.

A `BoardLaw` is to a table what a pattern is to a sequence: 'G(x, y) = min(x, y) for all x, y >= 0'.
A detector guesses it from a table, and a theorem may prove it, whatever way it was found.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.boards.patterns.regions import Counted, Places, Region, Stepping
from mexplore.discover.study.finding import FindingOf
from mexplore.discover.study.pattern import Claim, EventualSteps
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues

    AnyIntegers = npt.NDArray[np.signedinteger[Any]]


MOST_LISTED = 1 << 16  # squares of a diagonal


class NoValue(InputError):
    """A law does not give the value of a square; ``str()`` says why."""


class NoSuchSquare(NoValue):
    """A law says that there are fewer squares than are asked for."""


class BoardLaw(Claim["BoardValues", "Square"]):
    """A claim about all squares (x, y) of the quarter plane."""

    partial: ClassVar[bool] = False
    """Whether laws of this kind give only some of the values: of P-positions, or of one line."""

    dimensions: ClassVar[int | None] = 2
    """Of the boards that such laws are about; None where that may be any number."""

    beside_all_values: ClassVar[bool] = True
    """Whether such a law still says something where another one gives every value."""

    @abstractmethod
    def value(self, square: Square) -> int:
        """G(x, y) by the law, exactly, for any Python ints x, y >= 0; `NoValue` where the law does
        not say what the value is."""

    @abstractmethod
    def first_failure(self, table: BoardValues) -> Square | None:
        """A square of the table, least in x + y and then in x, whose value contradicts the claim;
        None if there is none. Entries of -1 are unknown and contradict nothing.

        A claim that relates G(X) to G(X + v) fails at X + v, the later of the two."""

    def formula(self) -> str | None:
        """G(x, y) as an expression in x and y; None where the law is none."""
        return None

    def implies(self, term: tree.Node, lows: Square) -> bool:
        """Whether it follows from the law that the formula ``term`` in x and y has the values of
        all squares with no coordinate below ``lows``, where that is not seen from the formula of
        the law."""
        del term, lows
        return False

    @property
    def decides_zeros(self) -> bool:
        """Whether the law says of every square whether its value is 0."""
        return self.whole

    def is_zero(self, square: Square) -> bool:
        """Whether G(x, y) = 0 by the law; `NoValue` where it does not say."""
        return self.value(square) == 0

    def other_zero(self, other: BoardLaw) -> Square | None:
        """A square whose value is 0 by one of two laws and not by the other; None if there is
        none, `NoValue` where that is not decided. Laws that are equal need not be of the same
        values: a period says nothing of those that are repeated."""
        formula = self.formula()
        if self.decides_zeros and formula is not None and formula == other.formula():
            return None
        raise NoValue("whether the P-positions are the same does not follow from these laws")

    def moves_to_zero(self, square: Square) -> Iterator[Square] | None:
        """The squares of value 0 to which a move leads, all of them, where the law is about one
        game and knows them; None where they are to be looked for among the options."""
        del square
        return None

    def lost_by_digits(self) -> Automaton | None:
        """An automaton that accepts exactly the squares of value 0, where the law is told so."""
        return None

    def squares_below(self, value: int, region: Region) -> int:
        """How many squares of the region have this value by the law; `NoValue` where they are not
        counted without going through them one by one."""
        del region
        raise NoValue(f"how often the value {value} occurs does not follow: {self.statement()}")

    def values(self) -> Iterable[int] | None:
        """All values that may occur by the law; None where they are unbounded or not known."""
        return None

    def places(self, kind: str, number: int, value: int) -> Places:
        """The n at which the law has this value along a line: a row n -> (A, n), a column
        n -> (n, B) or a diagonal, as in `line`. `NoValue` where that is not found without going
        through the squares one by one."""
        if kind == "diagonal":
            return self._along_diagonal(number, value)

        def below(stop: int) -> int:
            regions = (Region.box(number + 1, stop), Region.box(number, stop))
            with_it, without = (r if kind == "row" else r.mirrored for r in regions)
            return self.squares_below(value, with_it) - self.squares_below(value, without)

        below(1)
        return Counted(below)

    def _along_diagonal(self, number: int, value: int) -> Places:
        """Where the values go on by equal steps along it."""
        steps = self.line_steps("diagonal", number)
        if steps is None or steps.saltus is None or steps.preperiod + steps.period > MOST_LISTED:
            raise NoValue(
                f"where the value {value} is on diagonal {number} does not follow: "
                f"{self.statement()}"
            )
        first = [self.value(on_diagonal(number, n)) for n in range(steps.preperiod + steps.period)]
        return Stepping(tuple(first), steps.period, steps.saltus, value)

    def count_below(self, value: int, stop: int) -> int:
        """How many squares x, y < stop have this value by the law, or `NoValue`."""
        return self.squares_below(value, Region.box(stop, stop))

    def count_between(self, value: int, start: int, stop: int) -> int:
        """How many squares with all coordinates >= start and < stop have this value by the law, or
        `NoValue`."""
        if start == 0:
            return self.count_below(value, stop)
        sides = ((stop, stop), (start, stop), (stop, start), (start, start))
        whole, left, low, both = (self.squares_below(value, Region.box(*side)) for side in sides)
        return whole - left - low + both

    def nth_square(self, value: int, k: int) -> Square:
        """The k-th square of this value, k = 1, 2, ..., in the order of x + y, then of x; `NoValue`
        where it is not found by the law."""

        def up_to(width: int, total: int) -> int:
            return self.squares_below(value, Region(width, total, total))

        total = Counted(lambda stop: up_to(stop, stop)).nth(k)
        if total is None:
            raise NoValue(f"square number {k} of value {value} is out of reach")
        before = up_to(total, total)
        on_it = Counted(lambda stop: up_to(stop, total + 1) - up_to(stop, total))
        x = on_it.nth(k - before)
        assert x is not None, "the squares with x + y = total are counted"
        return x, total - x

    @property
    def subject(self) -> str:
        """What the law is about: all 'squares', or, along one line, all 'n'."""
        return "squares"

    def line_steps(self, kind: str, number: int) -> EventualSteps | None:
        """Period, preperiod and saltus of the law along a row, column or diagonal, where it has
        them; they need not be the least ones."""
        del kind, number
        return None

    def following_from(self, whole: BoardLaw) -> tuple[BoardLaw, int] | Inapplicable:
        """This law of one line, deduced from a proved law of all values, with all that it needs to
        compute its values; and the number of terms of the line that were compared for it."""
        del whole
        return Inapplicable("the claim is a law of another kind")

    def box(self, bound: int) -> Square:
        """The size of a table that holds the first ``bound`` values that the law speaks of."""
        return bound, bound

    def ranking(self) -> tuple[int, ...]:
        """Laws of all values before others, those of one line last, then the shortest."""
        return (not self.whole, self.subject != "squares", self.size())

    @property
    def whole(self) -> bool:
        """Whether the law gives every value."""
        return not self.partial


class WhoWins(BoardLaw):
    """A law that says of every square whether its value is 0, and nothing of other values."""

    partial: ClassVar[bool] = True

    @abstractmethod
    def is_zero(self, square: Square) -> bool:
        """Whether the square is a P-position."""

    @property
    def decides_zeros(self) -> bool:
        return True

    def other_zero(self, other: BoardLaw) -> Square | None:
        """Equal laws have the same P-positions."""
        return None if self == other else super().other_zero(other)

    def value(self, square: Square) -> int:
        if self.is_zero(square):
            return 0
        raise NoValue(f"{square} is an N-position by the law, which does not give its nim-value")


BoardFinding = FindingOf[BoardLaw]
"""A law that holds on the squares with x, y < ``checked_to``; its proof looked at those with
x, y < ``bound``."""


def on_diagonal(number: int, n: int) -> Square:
    """The n-th square of a diagonal: (n, n + D), or (n - D, n) for D < 0."""
    return (n, n + number) if number >= 0 else (n - number, n)


def first_wrong(table: BoardValues, expected: AnyIntegers) -> Square | None:
    """Where a table differs from what is expected, unknown entries (-1) aside: the first square in
    the order of the sum of its coordinates, then of the coordinates.

    >>> import numpy as np
    >>> first_wrong(np.array([[0, 1], [2, 3]]), np.array([[0, 1], [1, 3]]))
    (1, 0)
    """
    import numpy as np

    squares = np.argwhere((table >= 0) & (table != expected))
    if not len(squares):
        return None
    keys = (*(squares[:, i] for i in reversed(range(table.ndim))), squares.sum(axis=1))
    return tuple(int(at) for at in squares[np.lexsort(keys)[0]])
