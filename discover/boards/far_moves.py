"""The options of a square as segments of lines, also where there are 10^30, and those that win.

The options of a square as segments of lines: all of them, also where there are 10^30.

``[(x - k, y - k) for k in range(1, min(x, y) + 1)]`` at a given square is one segment: a first
square, a step, and a number of squares. Segments are read from the steps of a board, where these
are the same at every square, and else from its text, in which the coordinates are replaced by those
of the square.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from mexplore.discover.automata.operations import Undecided
from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.boards.theorems.moves.factors import factors
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Ray, Step, Steps
from mexplore.discover.outcomes.deciding import Moves
from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.linear import relations_of
from mexplore.discover.outcomes.winning import Leading
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.boards.board import Board, Square
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError, TooLarge
from mexplore.rules.misere.board import MisereBoard

if TYPE_CHECKING:
    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.boards.patterns.pattern import BoardLaw
    from mexplore.rules.boards.board import Grid, Square, Sum


MOST_PARTS = 4000  # segments that are looked at


class Unread(Exception):
    """Why the options of a square are not read as segments."""


@dataclass(frozen=True)
class Segment:
    """The squares start + t*step for 0 <= t < count."""

    start: Square
    step: Step
    count: int

    def square(self, t: int) -> Square:
        """The square number t, t = 0, 1, ..."""
        return self.start[0] + t * self.step[0], self.start[1] + t * self.step[1]


def segments_of(board: Board, square: Square) -> list[Segment]:
    """Segments that hold every option of the square, each a single square, and nothing else; an
    option may be in several. Raises Unread.

    >>> queen = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] "
    ...     "+ [(x - k, y - k) for k in range(1, min(x, y) + 1)]")
    >>> for each in segments_of(queen, (3, 5)): print(each.start, each.step, each.count)
    (3, 4) (0, -1) 5
    (2, 5) (-1, 0) 3
    (2, 4) (-1, -1) 3
    """
    if factors(board) is not None:
        raise Unread("winning moves of a product are not searched by its law")
    steps = steps_of(board)
    if isinstance(steps, Steps) and not steps.quadrants:
        found = list(_by_steps(steps, square))
    else:
        reason = steps.reason if isinstance(steps, Inapplicable) else "a move has two numbers"
        found = list(_by_text(board, square, reason))
    kept = [part for each in found for part in _without(each, board.poisoned)]
    if len(kept) > MOST_PARTS:
        raise Unread("the moves are too many lines")
    return kept


def _by_steps(steps: Steps, square: Square) -> Iterator[Segment]:
    """Of the steps, those that leave no coordinate negative."""
    rays = sorted(steps.rays) + [Ray(point, (0, 0)) for point in sorted(steps.points)]
    for ray in rays:
        start = square[0] - ray.start[0], square[1] - ray.start[1]
        yield from _on_board(start, (-ray.direction[0], -ray.direction[1]), None)


def _on_board(start: Square, step: Step, count: int | None) -> Iterator[Segment]:
    """The part of a segment, of any length if ``count`` is None, without a negative coordinate."""
    first, stops = 0, [1 if step == (0, 0) else count]
    for at, by in zip(start, step, strict=True):
        if by < 0:  # at + t*by >= 0
            stops.append(at // -by + 1)
        elif by > 0:
            first = max(first, -(at // by))
        elif at < 0:
            return
    ends = [stop for stop in stops if stop is not None]
    if ends and first < min(ends):
        begin = Segment(start, step, 0).square(first)
        yield Segment(begin, step, min(ends) - first)


def _without(segment: Segment, poisoned: Iterable[Square]) -> Iterator[Segment]:
    """The segment without the squares to which no move leads."""
    for bad in poisoned:
        (i, j), (d, e) = (bad[0] - segment.start[0], bad[1] - segment.start[1]), segment.step
        t = i // d if d else j // e if e else 0
        if 0 <= t < segment.count and segment.square(t) == bad:
            rest = Segment(segment.square(t + 1), segment.step, segment.count - t - 1)
            for part in (replace(segment, count=t), rest):
                if part.count:
                    yield from _without(part, poisoned)
            return
    yield segment


# By the text.


class _Break(Exception):
    """A minimum or maximum goes over from one part to the other at this t."""

    def __init__(self, t: int) -> None:
        self.t = t


@dataclass(frozen=True)
class _Loop:
    """A name that has the value first + step*t, low <= t < high; and the values of other names."""

    name: str
    first: int
    step: int
    low: int
    high: int
    values: dict[str, int]

    def segments(self, item: tree.Heap) -> Iterator[Segment]:
        """The squares of the loop, cut where a minimum or a maximum goes over."""
        if self.low >= self.high:
            return
        try:
            (x, d), (y, e) = (self.line(part) for part in item.items)
        except _Break as at:
            yield from replace(self, high=at.t).segments(item)
            yield from replace(self, low=at.t).segments(item)
            return
        yield Segment((x + self.low * d, y + self.low * e), (d, e), self.high - self.low)

    def line(self, node: tree.Node) -> tuple[int, int]:
        """(a, b) if the value of a number is a + b*t for all t of the loop."""
        if self.name not in tree.names_in(node):
            return evaluate(node, self.values), 0
        match node:
            case tree.Name():
                return self.first, self.step
            case tree.Unary("-", inner):
                a, b = self.line(inner)
                return -a, -b
            case tree.Binary("+" | "-" as sign, left, right):
                (a, b), (c, d) = self.line(left), self.line(right)
                return (a + c, b + d) if sign == "+" else (a - c, b - d)
            case tree.Binary("*", left, right):
                (a, b), (c, d) = self.line(left), self.line(right)
                if not (b and d):
                    return a * c, a * d + b * c
            case tree.Call("min" | "max" as function, (left, right)):
                return self._first(self.line(left), self.line(right), least=function == "min")
            case _:
                pass
        raise Unread(f"the squares with the coordinate {node} are on no line")

    def _first(self, one: tuple[int, int], two: tuple[int, int], *, least: bool) -> tuple[int, int]:
        """The smaller, or the larger, of two lines that do not cross."""
        a, b = one[0] - two[0], one[1] - two[1]
        ends = a + b * self.low, a + b * (self.high - 1)
        if max(ends) <= 0:
            return one if least else two
        if min(ends) >= 0:
            return two if least else one
        # The difference a + b*t has one sign before -a/b, and the other, or is 0, from there on.
        raise _Break(-(a // b))


def _by_text(board: Board, square: Square, reason: str) -> Iterator[Segment]:
    values = dict(zip(board.names, square, strict=True))
    try:
        for segment in _segments(board.body, values):
            yield from _on_board(segment.start, segment.step, segment.count)
    except MexploreError as error:
        raise Unread(str(error)) from None
    except Unread as why:
        raise Unread(f"{reason}; {why}") from None


def _segments(node: tree.Node, values: dict[str, int]) -> Iterator[Segment]:
    match node:
        case tree.Binary("+", left, right):
            yield from _segments(left, values)
            yield from _segments(right, values)
        case tree.Choice(test, yes, no):
            yield from _segments(yes if evaluate(test, values) else no, values)
        case tree.Listing(items):
            for item in items:
                yield from _Loop("", 0, 0, 0, 1, values).segments(_square(item, values))
        case tree.Comprehension(item, (tree.Clause(name, tree.Call("range", ends), ()),)):
            whole = range(*(evaluate(end, values) for end in ends))
            # Not len(whole), which refuses numbers that do not fit into a word.
            count = max(-((whole.start - whole.stop) // whole.step), 0)
            loop = _Loop(name, whole.start, whole.step, 0, count, values)
            yield from loop.segments(_square(item, {}))
        case _:
            raise Unread(f"the list {node} has conditions, or several names")


def _square(item: tree.Node, values: dict[str, int]) -> tree.Heap:
    """The one square that an entry of a list denotes; a choice is made where ``values`` has all of
    its names."""
    if isinstance(item, tree.Choice) and values:
        return _square(item.yes if evaluate(item.test, values) else item.no, values)
    if isinstance(item, tree.Heap) and len(item.items) == 2 and not tree.of_squares(item):
        return item
    raise Unread(f"{item} is not always one square")


ONE_BY_ONE = 256  # squares of a segment whose values are looked up one after the other
MOST_LISTED = 1000  # options that are listed
MOST_BY_DIGITS = 100  # of those that an automaton finds


def moves_by_law(
    grid: Grid, square: Square, law: BoardLaw, value: int
) -> tuple[tuple[Sum, ...], str]:
    """The options of this value, and why some are missing, or ''.

    >>> from mexplore.discover.boards.theorems.wythoff_pairs import wythoff_pairs
    >>> queen = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] "
    ...     "+ [(x - k, y - k) for k in range(1, min(x, y) + 1)]")
    >>> moves_by_law(queen, (10**10, 10**10), wythoff_pairs(1), 0)
    ((((0, 0),),), '')
    """
    board = grid.board if isinstance(grid, MisereBoard) else grid
    if not isinstance(board, Board):
        return (), f"the rule of {square} is no list of squares"
    if value == 0 and (known := law.moves_to_zero(square)) is not None:
        return _first(known)
    lost = law.lost_by_digits() if value == 0 else None
    if lost is not None:
        return _by_digits(board, square, lost)
    found: set[Square] = set()
    try:
        segments = segments_of(board, square)
    except (Unread, TooLarge) as why:
        return (), str(why)
    reason = ""
    for segment in segments:
        try:
            found |= set(islice(_of_value(segment, law, value), MOST_LISTED + 1 - len(found)))
        except (NoValue, TooLarge) as why:
            reason = reason or str(why)
        if len(found) > MOST_LISTED:
            reason = f"there are more than {MOST_LISTED}"
            break
    return tuple((to,) for to in sorted(found)[:MOST_LISTED]), reason


def _by_digits(board: Board, square: Square, lost: Automaton) -> tuple[tuple[Sum, ...], str]:
    """The moves into the set that an automaton accepts, by their linear relations."""
    try:
        found, more = _leading(board, lost).first(square, MOST_BY_DIGITS)
    except (NotSeen, Undecided) as why:
        return (), str(why)
    return tuple((to,) for to in found), more


@lru_cache(maxsize=4)
def _leading(board: Board, lost: Automaton) -> Leading:
    moves = Moves(relations_of(board), board.names, lost.numeration)
    return Leading(moves, lost)


def _first(squares: Iterator[Square]) -> tuple[tuple[Sum, ...], str]:
    """The first of the squares in their order, and why some are missing, or ''."""
    first: list[Square] = []
    try:
        first.extend(islice(squares, MOST_LISTED + 1))
    except (NoValue, TooLarge) as why:
        return tuple((to,) for to in first), str(why)
    more = f"there are more than {MOST_LISTED}" if len(first) > MOST_LISTED else ""
    return tuple((to,) for to in first[:MOST_LISTED]), more


def _of_value(segment: Segment, law: BoardLaw, value: int) -> Iterator[Square]:
    """The squares of the segment that have the value."""
    if segment.count <= ONE_BY_ONE:
        squares = map(segment.square, range(segment.count))
        for to in squares:
            if law.is_zero(to) if value == 0 else law.value(to) == value:
                yield to
        return
    (x, y), step = segment.start, segment.step
    stride = max(map(abs, step))
    if set(map(abs, step)) - {0, stride} or step[0] * step[1] < 0:
        raise NoValue(f"the squares in steps of {step} are on no row, column or diagonal")
    if 0 in step:
        kind, number, n = ("row", x, y) if step[0] == 0 else ("column", y, x)
    else:
        kind, number, n = "diagonal", y - x, min(x, y)
    low = n if max(step) > 0 else n - (segment.count - 1) * stride
    high = low + (segment.count - 1) * stride + 1
    for at in law.places(kind, number, value).listed(low, high, stride):
        # The first square of the segment is number n of the line.
        yield segment.square(abs(at - n) // stride)
