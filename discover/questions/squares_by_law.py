"""Squares of a value by a law of the board, however far out: how many there are, which is the k-th,
and which lie on a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.boards.patterns.line import square_of
from mexplore.discover.boards.patterns.pattern import NoSuchSquare, NoValue
from mexplore.discover.boards.patterns.regions import Counted, Places
from mexplore.discover.boards.values import (
    NEAR_EDGE,
    SquareValues,
    warrant_of,
)
from mexplore.discover.study.kind import NotKnown, Warrant
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from mexplore.discover.boards.patterns.pattern import BoardFinding, BoardLaw
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.lines import Kind

    Answer = TypeVar("Answer")


class TooFew(NotKnown):
    """There are fewer squares than are asked for."""


ON_LINE = 60  # squares of a line that are listed


def count_by_law(known: SquareValues, value: int, stop: int, start: int = 0) -> tuple[int, Warrant]:
    """How many squares with coordinates start <= x, y < ``stop`` have the value; NotKnown.

    >>> from mexplore.rules.boards import read_board
    >>> chomp = read_board("(x, y) -> [(a, min(a, y)) for a in range(x)] "
    ...     "+ [(x, b) for b in range(y)] except (0, 0)")
    >>> count_by_law(SquareValues(chomp), 0, 10**18)[0] == 10**18 + 1
    True
    """
    return by_law(known, value, lambda law: law.count_between(value, start, stop))


def counts_by_law(known: SquareValues, stop: int, start: int = 0) -> tuple[dict[int, int], Warrant]:
    """How many squares with coordinates start <= x, y < ``stop`` have each value; NotKnown.

    >>> from mexplore.rules.boards import read_board
    >>> knight = read_board("(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), "
    ...     "(x - 2, y + 1)]")
    >>> sum(counts_by_law(SquareValues(knight), 10**18)[0].values()) == 10**36
    True
    """

    def counted(law: BoardLaw) -> dict[int, int]:
        values = law.values()
        if values is None:
            raise NoValue(
                "positions of several tokens are counted where values are known to be bounded, "
                f"which does not follow from: {law.statement()}"
            )
        counts = {value: law.count_between(value, start, stop) for value in values}
        if sum(counts.values()) != (stop - start) ** known.grid.dimensions:
            raise NoValue(f"not every square has one of the values of: {law.statement()}")
        return counts

    return by_law(known, 1, counted)


def nth_by_law(known: SquareValues, value: int, k: int) -> tuple[Square, Warrant]:
    """The k-th square of the value, k = 1, 2, ..., in the order of x + y, then of x; NotKnown."""
    return by_law(known, value, lambda law: law.nth_square(value, k))


def by_law(
    known: SquareValues, value: int, ask: Callable[[BoardLaw], Answer]
) -> tuple[Answer, Warrant]:
    """The answer of the first law that has one, and its warrant."""
    reasons = []
    for finding in _laws(known, value):
        try:
            return ask(finding.claim), warrant_of(finding)
        except NoSuchSquare as why:
            raise TooFew(str(why)) from None
        except NoValue as why:
            reasons.append(str(why))
    if not reasons:
        raise NotKnown(f"no law of {known.grid} is proved that tells which squares have this value")
    raise NotKnown(reasons[0])


def _laws(known: SquareValues, value: int) -> Iterator[BoardFinding]:
    """The laws that may be used; those of the zeros alone are found sooner."""
    zeros = known.law_of_zeros
    if zeros is not None:
        yield zeros
    if value and zeros is not None and not zeros.claim.whole:
        yield from (finding for finding in known.laws if finding != zeros)


@dataclass(frozen=True)
class OnLine:
    """The places of a value on a row, column or diagonal, as numbers n along it."""

    kind: Kind
    number: int
    places: Places
    warrant: Warrant

    def square(self, n: int) -> Square:
        """The square number n of the line."""
        return square_of(self.kind, self.number, n)

    def first(self, stop: int | None = None) -> tuple[list[Square], bool]:
        """The first squares, and whether these are all (below ``stop``, if it is given)."""
        found: list[Square] = []
        for k in range(1, ON_LINE + 1):
            n = self.places.nth(k)
            if n is None or (stop is not None and n >= stop):
                return found, True
            found.append(self.square(n))
        return found, False


def on_line(known: SquareValues, kind: Kind, number: int, value: int) -> OnLine:
    """Where the value is on a line of a board; NotKnown.

    >>> from mexplore.rules.boards import read_board
    >>> queen = read_board("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] "
    ...     "+ [(x - k, y - k) for k in range(1, min(x, y) + 1)]")
    >>> line = on_line(SquareValues(queen), "row", 10**30, 0)
    >>> line.first()
    ([(1000000000000000000000000000000, 1618033988749894848204586834366)], True)
    """
    try:
        places, warrant = by_law(known, value, lambda law: law.places(kind, number, value))
    except NotKnown:
        form, by_line = known.line_law(kind, number) if number <= NEAR_EDGE else (None, None)
        if form is None or by_line is None:
            raise
        places, warrant = Counted(lambda stop: form.count_of(value, stop) if stop else 0), by_line
    return OnLine(kind, number, places, warrant)
