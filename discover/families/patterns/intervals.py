"""Where a law with parameters has a value, for one member: intervals of n, for n of any size.

Of one member a piece of digits is given by linear constraints on these alone, and so are the digits
of a piece whose value is v and whose number is in an interval. Each constraint bounds every digit
by the bounds of the others. What is narrowest in the end is tried number by number, until all but
the last digit are known: this one, whose weight is 1, runs through an interval, and so does n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mexplore.discover.families.patterns.placed import Placed, placed
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.arithmetic.vectors import weighed
from mexplore.rules.errors import TooLarge
from mexplore.rules.parameters.constraint import Constraint, at_least, equal

MOST_TRIED = 10_000  # values of one digit
MOST_ROUNDS = 100  # bounds that a round narrows stay true; the digits are tried in any case

Bounds = list[tuple[int | None, int | None]]
"""Of each digit the least and the largest value, as far as they are known."""


class Region(NamedTuple):
    """Constraints on digits and parameters, and the value there, linear in digits."""

    where: Iterable[Constraint]
    value: Polynomial


class Regions(NamedTuple):
    """All regions of a law, with the digits and their weights, of which the last is 1."""

    pieces: tuple[Region, ...]
    digits: tuple[str, ...]
    weights: tuple[Polynomial, ...]


def intervals_of(
    regions: Iterable[Region],
    digits: Sequence[str],
    weights: Sequence[Polynomial],
    parameters: Mapping[str, int],
    value: int,
    ends: tuple[int, int],
) -> list[range]:
    """The n with ends[0] <= n < ends[1] that have digits in a region with this value, as intervals
    that do not touch, in increasing order. The last of the weights is 1.

    TooLarge where a digit other than the last may have more than MOST_TRIED values.

    >>> i, j, a = map(Polynomial.name, "ija")
    >>> low = Region((at_least(i), at_least(j), at_least(a, j + 1)), i + 0)
    >>> intervals_of([low], "ij", (3 * a, Polynomial.number(1)), {"a": 10**20}, 2, (0, 10**30))
    [range(600000000000000000000, 700000000000000000000)]
    """
    places = {digit: place for place, digit in enumerate(digits)}
    number = weighed(weights, tuple(map(Polynomial.name, digits)))
    sizes = [weight.at(parameters) for weight in weights]
    inside = (at_least(number, ends[0]), at_least(ends[1] - 1, number))
    found: list[range] = []
    for region in regions:
        wanted = (*region.where, *inside, equal(region.value, value))
        rows = [placed(constraint, places, parameters) for constraint in wanted]
        unknown: Bounds = [(None, None)] * len(digits)
        found += _intervals(rows, sizes, unknown)
    return joined(found)


def joined(intervals: Iterable[range]) -> list[range]:
    """The same numbers, in intervals that do not touch, in increasing order.

    >>> joined([range(5, 9), range(0, 2), range(2, 4), range(6, 7)])
    [range(0, 4), range(5, 9)]
    """
    found: list[range] = []
    for each in sorted(intervals, key=lambda each: each.start):
        if found and each.start <= found[-1].stop:
            each = range(found[-1].start, max(found.pop().stop, each.stop))  # noqa: PLW2901
        if each:
            found.append(each)
    return found


def _intervals(rows: Sequence[Placed], weights: Sequence[int], bounds: Bounds) -> Iterator[range]:
    """The numbers of all digits that satisfy the rows, within these bounds."""
    tighter = narrowed(rows, bounds)
    if tighter is None:
        return
    if all(low is not None and low == high for low, high in tighter[:-1]):
        exact = narrowed(rows, tighter)  # the bounds of one digit alone are exact after one round
        yield from () if exact is None else _last_digit(rows, weights, exact)
        return
    open_digits = {
        place: range(low, high + 1)
        for place, (low, high) in enumerate(tighter[:-1])
        if low is not None and high is not None and MOST_TRIED >= high - low > 0
    }
    if not open_digits:
        raise TooLarge("a law with parameters has this value in too many intervals")
    place = min(open_digits, key=lambda place: len(open_digits[place]))
    for digit in open_digits[place]:
        yield from _intervals(
            rows, weights, [*tighter[:place], (digit, digit), *tighter[place + 1 :]]
        )


def _last_digit(rows: Sequence[Placed], weights: Sequence[int], bounds: Bounds) -> Iterator[range]:
    """All digits but the last are known, and but for congruences its bounds are exact."""
    low, high = bounds[-1]
    if low is None or high is None:
        raise TooLarge("a law with parameters has this value in an unbounded interval")
    before = [digit for digit, _ in bounds[:-1] if digit is not None]
    start = sum(w * x for w, x in zip(weights, before, strict=False))
    congruences = [row for row in rows if row.sign == "%"]
    if any(place == len(before) for row in congruences for place, _ in row.factors):
        if high - low >= MOST_TRIED:
            raise TooLarge("a law with parameters has this value in too many intervals")
        tried = (x for x in range(low, high + 1) if all(r.holds([*before, x]) for r in congruences))
        yield from (range(start + x, start + x + 1) for x in tried)
    elif all(row.holds(before) for row in congruences):
        yield range(start + low, start + high + 1)


def narrowed(rows: Sequence[Placed], bounds: Bounds) -> Bounds | None:
    """Bounds that follow from the rows and these; None where nothing is within them."""
    found = list(bounds)
    for _ in range(MOST_ROUNDS):
        before = list(found)
        for row in rows:
            if row.sign != "%" and not _narrow(row, found):
                return None
        if found == before:
            break
    return found


def _narrow(row: Placed, bounds: Bounds) -> bool:
    """Narrow the bounds by one row; False where it cannot be true within them."""
    signs = (1, -1) if row.sign == "==" else (1,)
    for sign in signs:
        factors = [(place, sign * factor) for place, factor in row.factors]
        most = [_largest(factor, bounds[place]) for place, factor in factors]
        unknown = sum(each is None for each in most)
        total = sign * row.rest + sum(each for each in most if each is not None)
        if not unknown and total < 0:
            return False
        for (place, factor), mine in zip(factors, most, strict=True):
            if unknown > (mine is None):
                continue  # another digit is unbounded
            rest = total - (mine or 0)  # factor * digit + rest >= 0
            low, high = bounds[place]
            if factor > 0:
                low = max(-(rest // factor), -(rest // factor) if low is None else low)
            else:
                high = min(rest // -factor, rest // -factor if high is None else high)
            if low is not None and high is not None and low > high:
                return False
            bounds[place] = (low, high)
    return True


def _largest(factor: int, bounds: tuple[int | None, int | None]) -> int | None:
    """The largest value of factor times a digit within these bounds."""
    end = bounds[1] if factor > 0 else bounds[0]
    return None if end is None else factor * end
