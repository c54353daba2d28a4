"""Where a board has a value, and how often, by a law: squares that no table reaches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mexplore.discover.boards.patterns.line import square_of
from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.boards.patterns.regions import Counted, Places
from mexplore.discover.boards.patterns.regions import Region as Box
from mexplore.discover.boards.values import MOST_SQUARES, NEAR_EDGE, SquareValues, warrant_of
from mexplore.discover.questions.count import all_positions, lost_positions
from mexplore.discover.questions.whole_tables import LISTED as MOST_LISTED
from mexplore.discover.questions.whole_tables import (
    Region,
    nth_square,
    squares_of_value,
    value_counts,
)
from mexplore.discover.study.kind import NotKnown, Warrant
from mexplore.rules.engine.grundy import Watcher, nobody

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from mexplore.discover.boards.patterns.pattern import BoardFinding, BoardLaw
    from mexplore.discover.questions.whereabouts import Sought
    from mexplore.discover.study.kind import Means
    from mexplore.rules.boards.board import Grid, Square
    from mexplore.rules.boards.lines import Kind

    Answer = TypeVar("Answer")

LISTED = 60  # squares of a line
FEW = 1000  # squares that are numbered in a table, and not by a law


def count_by_law(known: SquareValues, value: int, stop: int, start: int = 0) -> tuple[int, Warrant]:
    """How many squares with coordinates start <= x, y < ``stop`` have the value; NotKnown.

    >>> from mexplore.rules.boards import read_board
    >>> chomp = read_board("(x, y) -> [(a, min(a, y)) for a in range(x)] "
    ...     "+ [(x, b) for b in range(y)] except (0, 0)")
    >>> count_by_law(SquareValues(chomp), 0, 10**18)[0] == 10**18 + 1
    True
    """
    return _by_law(known, value, lambda law: _between(law, value, start, stop))


def _between(law: BoardLaw, value: int, start: int, stop: int) -> int:
    """How many squares with start <= x, y < stop have the value by the law."""
    if start == 0:
        return law.count_below(value, stop)
    sides = ((stop, stop), (start, stop), (stop, start), (start, start))
    whole, left, low, both = (law.squares_below(value, Box.box(*side)) for side in sides)
    return whole - left - low + both


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
        counts = {value: _between(law, value, start, stop) for value in values}
        if sum(counts.values()) != (stop - start) ** 2:
            raise NoValue(f"not every square has one of the values of: {law.statement()}")
        return counts

    return _by_law(known, 1, counted)


def nth_by_law(known: SquareValues, value: int, k: int) -> tuple[Square, Warrant]:
    """The k-th square of the value, k = 1, 2, ..., in the order of x + y, then of x; NotKnown."""
    return _by_law(known, value, lambda law: law.nth_square(value, k))


def _by_law(
    known: SquareValues, value: int, ask: Callable[[BoardLaw], Answer]
) -> tuple[Answer, Warrant]:
    """The answer of the first law that has one, and its warrant."""
    reasons = []
    for finding in _laws(known, value):
        try:
            return ask(finding.claim), warrant_of(finding)
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
        for k in range(1, LISTED + 1):
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
        places, warrant = _by_law(known, value, lambda law: law.places(kind, number, value))
    except NotKnown:
        form, by_line = known.line_law(kind, number) if number <= NEAR_EDGE else (None, None)
        if form is None or by_line is None:
            raise
        places, warrant = Counted(lambda stop: form.count_of(value, stop) if stop else 0), by_line
    return OnLine(kind, number, places, warrant)


# Answers, by a law far out, else from a table.


def lost_on_board(
    region: Region,
    tokens: int,
    start: int,
    means: Means,
    watcher: Watcher = nobody,
    *,
    ordered: bool = False,
) -> tuple[int, int, Warrant]:
    """How many positions of these tokens, all coordinates >= start, are lost, how many there are,
    and why. NotKnown."""
    if not region.large:
        counts = value_counts(region.table(watcher), start)
        lost, squares = lost_positions(counts, tokens, ordered=ordered), sum(counts.values())
        words = f"computed square by square from the definition, {region.words()}"
        return lost, all_positions(squares, tokens, ordered=ordered), Warrant("computed", words)
    stop = region.sides[0]
    known = SquareValues(region.grid, None, means, watcher)
    try:
        if tokens == 1:
            lost, warrant = count_by_law(known, 0, stop, start)
        else:
            counts, warrant = counts_by_law(known, stop, start)
            lost = lost_positions(counts, tokens, ordered=ordered)
    except NotKnown as why:
        raise NotKnown(beyond_tables(str(why))) from None
    return lost, all_positions((stop - start) ** 2, tokens, ordered=ordered), warrant


def beyond_tables(reason: str) -> str:
    """Why squares are not counted: what the laws do not say, and how far tables reach."""
    return f"{reason}; without a law, counts reach boards of {MOST_SQUARES} squares"


@dataclass(frozen=True)
class Squares:
    """How many squares there are, as far as that was asked for or is finite; the first ones, and
    whether they are all of them; and the one that is asked for by its number."""

    count: int | None
    complete: bool
    first: list[list[int]]
    nth: Square | None
    warrants: tuple[Warrant, ...]


def squares_where(region: Region, sought: Sought, means: Means, watcher: Watcher) -> Squares:
    """The squares of a value in the order of x + y, then of x: by a law where a table does not
    reach, else by a table. NotKnown."""
    known = SquareValues(region.grid, region.size, means, watcher)
    count, nth, by_law, reason = None, None, list[Warrant](), ""
    if region.large:
        try:
            count, warrant = count_by_law(known, sought.value, region.sides[0])
            by_law.append(warrant)
        except NotKnown as why:
            raise NotKnown(beyond_tables(str(why))) from None
    free = sought.nth is not None and sought.stop is None and region.size is None
    if sought.nth is not None and count is not None:
        raise NotKnown(f"squares are numbered {region.words()} by a table only; leave --upto out")
    if sought.nth is not None and free and sought.nth > FEW:
        try:
            nth, warrant = nth_by_law(known, sought.value, sought.nth)
            by_law.append(warrant)
        except NotKnown as why:
            reason = str(why)
    # The first squares are those of a small table.
    near = region if count is None else replace(region, last=None)
    squares = squares_of_value(near.table(watcher), sought.value)
    if count is None:
        count = len(squares)
    if sought.nth is not None and nth is None:
        if not free and sought.nth <= len(squares):
            nth = tuple(squares[sought.nth - 1].tolist())
        elif free and sought.nth > MOST_SQUARES:
            raise NotKnown(beyond_tables(reason))
        elif free:
            nth = nth_square(region.grid, sought.value, sought.nth, watcher)
    bounded = region.size is not None or region.last is not None
    complete = bounded and count <= min(len(squares), MOST_LISTED)
    if sought.nth is not None and nth is None:
        raise NotKnown(f"only {count} squares {region.words()} have the value {sought.value}")
    listed = squares[:MOST_LISTED].tolist()
    return Squares(count, complete, listed, nth, tuple(dict.fromkeys(by_law)))


def squares_on_line(
    grid: Grid, kind: Kind, number: int, sought: Sought, means: Means, watcher: Watcher
) -> Squares:
    """The same of one row, column or diagonal."""
    line = on_line(SquareValues(grid, None, means, watcher), kind, number, sought.value)
    first, all_of_them = line.first(sought.stop)
    at = None if sought.nth is None else line.places.nth(sought.nth)
    if sought.nth is not None and at is None:
        raise NotKnown(f"{kind} {number} has fewer than {sought.nth} such squares")
    count = len(first) if all_of_them else None
    if sought.stop is not None:
        count = line.places.below(sought.stop)
    complete = all_of_them and (count is None or count == len(first))
    nth = None if at is None else line.square(at)
    return Squares(count, complete, [list(square) for square in first], nth, (line.warrant,))
