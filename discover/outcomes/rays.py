"""Far P-positions of games in which moves go along lines: without a table, line by line.

A *ray* is a set of moves from v to v - e, v - e - d, v - e - 2*d, ... for the positions v at which
some linear forms are >= 0. If the rays of a game and their forms are all there is to its moves, and
no coordinate is ever raised, then v is won exactly if, for some ray, the forms hold at v and v - e
is not before the first P-position on its line in the direction d: so one number a line is all that
has to be kept. Positions are gone through row by row, which is an order of play.

What is found serves for guesses: that the moves are these rays is seen at two far positions only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from mexplore.discover.outcomes.moves.linear import LinearMove
from mexplore.discover.outcomes.sparse import Sparse
from mexplore.discover.outcomes.tables import fits, value_at
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.engine.compiled import compiled

Point = tuple[int, int]

FAR = ((60, 61), (67, 62))  # positions from which moves are seen
WIDTH = 24  # how far
STEP = 4  # the largest coordinate of the direction of a ray
MOST_NAMES = 2  # of a move
MOST_LOST = 8  # for each row: with more of them P-positions are not few
AT_ONCE = 1 << 22  # positions looked at between two looks at the clock


class Ray(NamedTuple):
    """The moves from v to v - first - m*along, m >= 0, where all ``given`` forms are >= 0; one move
    where ``along`` is (0, 0)."""

    first: Point
    along: Point
    given: tuple[Polynomial, ...]


def rays_of(moves: Iterable[LinearMove], coordinates: tuple[str, ...]) -> list[Ray] | None:
    """The moves as rays, as far as two positions tell; None where they are none.

    >>> x, y, n = map(Polynomial.name, "xyn")
    >>> class Knight(NamedTuple):
    ...     coordinates: tuple[Polynomial, ...] = (x - 1 - n, y - 2 - 2*n)
    ...     forms: tuple[Polynomial, ...] = (x - y,)
    ...     names: tuple[str, ...] = ("n",)
    ...     bits: tuple[()] = ()
    >>> rays_of([Knight()], ("x", "y"))
    [Ray(first=(1, 2), along=(1, 2), given=(x - y,))]
    """
    found: list[Ray] = []
    for move in moves:
        if len(coordinates) != 2 or len(move.names) > MOST_NAMES or move.bits or not fits(move):
            return None
        given = tuple(form for form in move.forms if not form.names & set(move.names))
        one, other = (_differences(move, coordinates, far) for far in FAR)
        lines = _lines(one) if one == other else None
        if not lines:
            return None
        found += (Ray(first, along, given) for first, along in lines)
    return found


def _differences(move: LinearMove, coordinates: tuple[str, ...], far: Point) -> set[Point]:
    """v - v' for the options v' of a position that are near it; forms without names of the move are
    taken to hold."""
    numbers = np.indices((max(map(sum, FAR)),) * len(move.names))
    values = dict(zip(move.names, numbers, strict=True))
    values |= {name: np.array(n) for name, n in zip(coordinates, far, strict=True)}
    forms = (f for f in move.forms if f.names & set(move.names))
    right = np.ones(numbers.shape[1:], dtype=np.bool_)
    for form in (*forms, *move.coordinates):
        right = right & (value_at(form, values) >= 0)
    ends = [n - value_at(form, values) for n, form in zip(far, move.coordinates, strict=True)]
    both = zip(*(np.broadcast_to(end, right.shape)[right].tolist() for end in ends), strict=True)
    return {(a, b) for a, b in both if 0 <= a < WIDTH and 0 <= b < WIDTH}


def _lines(points: set[Point]) -> list[tuple[Point, Point]] | None:
    """Lines and single points of which these are the union within their square; None where some of
    them begin far out.

    >>> _lines({(n, n) for n in range(1, 24)} | {(0, 1)})
    [((0, 1), (0, 0)), ((1, 1), (1, 1))]
    """
    left, found = sorted(points, key=lambda p: (sum(p), p)), []
    steps = range(STEP + 1)
    directions = sorted(((a, b) for a in steps for b in steps), key=sum)[1:]
    while left:
        first = left[0]
        if max(first) > WIDTH // 2:
            return None
        lines = ((along, _on_line(first, along)) for along in directions)
        inside = ((along, line) for along, line in lines if len(line) > 2 and line <= points)
        along, line = next(inside, ((0, 0), {first}))
        found.append((first, along))
        left = [point for point in left if point not in line]
    return found


def _on_line(first: Point, along: Point) -> set[Point]:
    line = {(first[0] + m * along[0], first[1] + m * along[1]) for m in range(WIDTH)}
    return {point for point in line if max(point) < WIDTH}


def far_outcomes(
    rays: Sequence[Ray], coordinates: tuple[str, ...], side: int, look: Callable[[], None]
) -> Sparse | None:
    """The P-positions with both coordinates below the side; None where they are many."""
    table, given, ends = _as_arrays(rays, coordinates, side)
    lines = np.full(ends, side, dtype=np.int32)
    free = np.arange(ends, dtype=np.int32)
    lost = np.zeros(((MOST_LOST + 2) * side, 2), dtype=np.int32)
    rows = np.zeros(side + 1, dtype=np.int64)
    done = 0
    while done < side:
        look()
        done = mark_rows(table, given, lines, free, lost, rows, done, AT_ONCE)
        if rows[done] > MOST_LOST * side:
            return None
    return Sparse(lost[: rows[side]].astype(np.int64), side)


def _as_arrays(rays: Sequence[Ray], coordinates: tuple[str, ...], side: int) -> Any:
    """A row a ray: where it begins, its direction, that divided by the greatest common divisor,
    how many classes of positions a line has, where its lines begin in the array of all, what a
    P-position does to the rest of its row and to later rows (see `mark_rows`). The forms of each
    ray. How many lines there are."""
    most = max(len(ray.given) for ray in rays)
    given = np.zeros((len(rays), most, 3), dtype=np.int64)
    table = np.zeros((len(rays), 10), dtype=np.int64)
    begin = 0
    for i, (first, along, forms) in enumerate(rays):
        for j, form in enumerate(forms):
            given[i, j] = *form.coefficients(coordinates), form.constant
        common = gcd(*along) or 1
        steps = along[0] // common, along[1] // common
        classes = along[0] or along[1]
        rises = first == along and all(form.coefficient(coordinates[1]) >= 0 for form in forms)
        ends_row, blocks = rises and along == (0, 1), rises and along[0] > 0
        table[i] = *first, *along, *steps, classes, begin, ends_row, blocks
        begin += (sum(steps) + 1) * side * classes
    return table, given, begin


@compiled
def _allowed(given, i, x, y):  # type: ignore[no-untyped-def]
    # Whether the forms of ray i are >= 0.
    for j in range(given.shape[1]):
        if given[i, j, 0] * x + given[i, j, 1] * y + given[i, j, 2] < 0:
            return False
    return True


@compiled
def _line(rays, i, x, y, side):  # type: ignore[no-untyped-def]
    # The line of a position in the direction of ray i, as a place in the array of all lines.
    number = rays[i, 4] * y + rays[i, 5] * (side - 1 - x)
    along = x if rays[i, 2] > 0 else y
    return rays[i, 7] + number * rays[i, 6] + along % rays[i, 6]


@compiled
def _is_lost(lost, rows, x, y):  # type: ignore[no-untyped-def]
    # Whether (x, y) is listed in its row, which is in order.
    low, high = rows[x], rows[x + 1]
    while low < high:
        middle = (low + high) // 2
        if lost[middle, 1] < y:
            low = middle + 1
        else:
            high = middle
    return low < rows[x + 1] and lost[low, 1] == y


@compiled
def _free_from(rays, i, x, y, free, side):  # type: ignore[no-untyped-def]
    # The first y from this one on at which no P-position is on the line of ray i.
    line = _line(rays, i, x, y, side)
    root = np.int64(line)
    while free[root] != root:
        free[root] = free[free[root]]
        root = np.int64(free[root])
    return y + (root - line) // (rays[i, 4] * rays[i, 6])


@compiled
def _next_not_won(rays, given, lines, free, lost, rows, x, y):  # type: ignore[no-untyped-def]
    # A later y in the row x, none between them being that of a P-position; this one where no ray
    # leads from it to a P-position.
    side = len(rows) - 1
    for i in range(len(rays)):
        left, down = x - rays[i, 0], y - rays[i, 1]
        if left < 0 or down < 0 or not _allowed(given, i, x, y):
            continue
        if rays[i, 9] > 0:
            following = _free_from(rays, i, x, y, free, side)
            if following > y:
                return following
        elif rays[i, 6] > 0:
            along = left if rays[i, 2] > 0 else down
            if lines[_line(rays, i, left, down, side)] <= along:
                return y + 1
        elif _is_lost(lost, rows, left, down):
            return y + 1
    return y


@compiled
def mark_rows(rays, given, lines, free, lost, rows, done, most):  # type: ignore[no-untyped-def]
    # The P-positions of the rows from `done` on, in about this many steps; how many are done then.
    # lost: P-positions, those of row x from rows[x] on. lines: the coordinate that grows, of the
    # first P-position on each. For rays whose options begin on the next place of the line, and
    # whose forms stay >= 0 along a row: free[line] leads to the next line along a row with none.
    side = len(rows) - 1
    steps = 0
    while done < side and steps < most and rows[done] + side <= len(lost):
        x, y = done, 0
        rows[x + 1] = rows[x]
        while y < side:
            steps += 1
            following = _next_not_won(rays, given, lines, free, lost, rows, x, y)
            if following > y:
                y = following
                continue
            lost[rows[x + 1], 0], lost[rows[x + 1], 1] = x, y
            rows[x + 1] += 1
            ends = False
            for i in range(len(rays)):
                if rays[i, 6] > 0:
                    place = _line(rays, i, x, y, side)
                    lines[place] = min(lines[place], x if rays[i, 2] > 0 else y)
                    if rays[i, 9] > 0:
                        free[place] = place + rays[i, 4] * rays[i, 6]
                ends = ends or (rays[i, 8] > 0 and _allowed(given, i, x, y + 1))
            y = side if ends else y + 1
        done += 1
    return done


def _example_of_rows() -> tuple[Any, ...]:
    """The first rows of Wythoff's game, to x + y <= 1."""
    x, y = map(Polynomial.name, "xy")
    rays = [Ray(step, step, (x + y - 2,)) for step in ((1, 0), (0, 1), (1, 1))]
    table, given, ends = _as_arrays(rays, ("x", "y"), 9)
    lines, free = np.full(ends, 9, dtype=np.int32), np.arange(ends, dtype=np.int32)
    lost, rows = np.zeros((99, 2), dtype=np.int32), np.zeros(10, dtype=np.int64)
    return table, given, lines, free, lost, rows, 0, 1000


mark_rows.example = _example_of_rows
