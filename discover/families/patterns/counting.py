"""How often a law with parameters has a value, for one member: lattice points instead of intervals.

Of one member a piece is a set of digits given by linear constraints. Where all digits but two are
known, the points with digits (i, j) are counted row by row: for each i the digit j runs from the
largest of some ceilings of lines to the least of some floors of lines. Between the places where two
of these lines cross, one line bounds j below and one above; so the count is a difference of sums
of floors floor((a i + b)/c), i = 0, 1, ..., N - 1, which take as many steps as Euclid's algorithm
for a and c.

Digits of a number need not be unique. Each number below a bound has some in a piece; so if all
pieces together have as many points as there are numbers, each number has one point, and points
count numbers. Otherwise nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from mexplore.discover.families.patterns.intervals import Bounds, Regions, narrowed
from mexplore.discover.families.patterns.placed import Placed, placed
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.arithmetic.vectors import weighed
from mexplore.rules.errors import TooLarge
from mexplore.rules.parameters.constraint import Constraint, at_least, equal

MOST_TRIED = 2000  # values of digits that are tried one by one

UNBOUNDED = "a law with parameters has a digit without bounds"

Line = tuple[int, int, int]
"""(a, b, c), c >= 1: the line (a i + b)/c."""


def points_of(
    where: Iterable[Constraint],
    digits: Sequence[str],
    weights: Sequence[Polynomial],
    parameters: Mapping[str, int],
    ends: tuple[int, int],
) -> int:
    """How many digits satisfy the constraints and stand for a number n, ends[0] <= n < ends[1].

    TooLarge where more than two digits have too many values, or congruences are among the
    constraints.

    >>> i, j, a = map(Polynomial.name, "ija")
    >>> low = (at_least(i), at_least(j), at_least(a, j + 1))
    >>> points_of(low, "ij", (3 * a, Polynomial.number(1)), {"a": 10**20}, (0, 3 * 10**50 + 7))
    100000000000000000000000000000000000000000000000007
    """
    places = {digit: place for place, digit in enumerate(digits)}
    number = weighed(weights, tuple(map(Polynomial.name, digits)))
    inside = (at_least(number, ends[0]), at_least(ends[1] - 1, number))
    rows = [placed(constraint, places, parameters) for constraint in (*where, *inside)]
    if any(row.sign == "%" for row in rows):
        raise TooLarge("the values of a law with congruences in digits are not counted")
    return _points(rows, [(None, None)] * len(digits))


def _points(rows: Sequence[Placed], bounds: Bounds) -> int:
    """The points within these bounds."""
    known = narrowed(rows, bounds)
    if known is None:
        return 0
    open_digits = {
        place: range(low, high + 1) if low is not None and high is not None else None
        for place, (low, high) in enumerate(known)
        if low is None or low != high
    }
    if len(open_digits) <= 2:
        return _in_rows(rows, known, sorted(open_digits))
    sizes = {place: span.stop - span.start for place, span in open_digits.items() if span}
    place = min(sizes, key=lambda place: sizes[place], default=None)
    if place is None or sizes[place] > MOST_TRIED:
        raise TooLarge("a law with parameters has too many digits to be counted")
    span = open_digits[place] or range(0)
    return sum(
        _points(rows, [*known[:place], (digit, digit), *known[place + 1 :]]) for digit in span
    )


def _in_rows(rows: Sequence[Placed], bounds: Bounds, free: list[int]) -> int:
    """The points where at most two digits are not known."""
    x, y = (free[0] if len(free) == 2 else None), (free[-1] if free else None)
    lows: list[Line] = []
    highs: list[Line] = []
    sides: list[tuple[int, int]] = []
    for row in rows:
        for sign in (1, -1) if row.sign == "==" else (1,):
            slope, end, factor = (sign * part for part in _parts(row, bounds, x, y))
            if factor > 0:  # y >= -(slope x + end)/factor
                lows.append((-slope, -end, factor))
            elif factor < 0:
                highs.append((slope, end, -factor))
            else:
                sides.append((slope, end))
    first, last = _satisfying(sides, (0, 0) if x is None else bounds[x])
    if y is None or first > last:
        return int(first <= last)
    if not lows or not highs:
        raise TooLarge(UNBOUNDED)
    return _between(lows, highs, first, last)


def _parts(row: Placed, bounds: Bounds, x: int | None, y: int | None) -> tuple[int, int, int]:
    """The row as slope x + end + factor y >= 0."""
    slope, end, factor = 0, row.rest, 0
    for place, each in row.factors:
        if place == x:
            slope += each
        elif place == y:
            factor += each
        else:
            end += each * (bounds[place][0] or 0)
    return slope, end, factor


def _satisfying(
    sides: Iterable[tuple[int, int]], span: tuple[int | None, int | None]
) -> tuple[int, int]:
    """The first and the last x of the span with slope x + end >= 0 for all of the sides; the last
    is less than the first where there is none."""
    lows, highs = ([] if end is None else [end] for end in span)
    for slope, end in sides:
        if slope > 0:
            lows.append(-(end // slope))
        elif slope < 0:
            highs.append(end // -slope)
        elif end < 0:
            return 0, -1
    if not lows or not highs:
        raise TooLarge(UNBOUNDED)
    return max(lows), min(highs)


def _between(lows: list[Line], highs: list[Line], first: int, last: int) -> int:
    """The (i, j), first <= i <= last, with j between the lines."""
    cuts = {first, last + 1}
    lines = [*dict.fromkeys([*lows, *highs])]
    for number, (a, b, c) in enumerate(lines):
        for d, e, f in lines[number + 1 :]:
            slope = a * f - d * c
            if slope:  # a i + b over c is d i + e over f
                at = Fraction(e * c - b * f, slope)
                cuts |= {floor(at), ceil(at), floor(at) + 1}
    ends = sorted(cut for cut in cuts if first <= cut <= last + 1)
    total = 0
    for start, stop in pairwise(ends):
        low = max(lows, key=lambda line: _at(line, start, stop))
        high = min(highs, key=lambda line: _at(line, start, stop))
        if _at(high, start, stop) < _at(low, start, stop):
            continue
        a, b, c = low
        total += _floors(*high, start, stop) + _floors(-a, -b, c, start, stop) + stop - start
    return total


def _at(line: Line, start: int, stop: int) -> Fraction:
    """The line in the middle of the rows; no two lines cross within them."""
    a, b, c = line
    return Fraction(a * (start + stop - 1) + 2 * b, 2 * c)


def _floors(a: int, b: int, c: int, start: int, stop: int) -> int:
    """The sum of floor((a i + b)/c) over start <= i < stop."""
    return floors(stop - start, a, b + a * start, c)


def floors(count: int, a: int, b: int, c: int) -> int:
    """The sum of floor((a i + b)/c) over 0 <= i < count, c >= 1.

    >>> floors(5, -3, 7, 2), sum((-3 * i + 7) // 2 for i in range(5))
    (1, 1)
    """
    total = 0
    while count > 0:
        whole, a = divmod(a, c)
        total += whole * (count * (count - 1) // 2)
        whole, b = divmod(b, c)
        total += whole * count
        # Points below the line are those to the right of it, read the other way round.
        count, b = divmod(a * count + b, c)
        a, c = c, a
    return total


def numbers_of(
    regions: Regions, value: int | None, ends: tuple[int, int], parameters: Mapping[str, int]
) -> int:
    """How many n, ends[0] <= n < ends[1], have digits in a region with this value, if each has one;
    with any value, where it is None."""
    return sum(
        points_of(
            each.where if value is None else (*each.where, equal(each.value, value)),
            regions.digits,
            regions.weights,
            parameters,
            ends,
        )
        for each in regions.pieces
    )
