"""Random rules of points and intervals between linear ends, and their runs by another way."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from random import Random

from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.moves.pieces import Piece, Pieces, interval, joined, point
from mexplore.rules.rule import Heaps, Rule, grundy_by_definition, mex


@dataclass(frozen=True)
class Linear(Rule):
    """The options f(n) and A(n), ..., B(n), whichever of them lie in 0..n-1."""

    parts: tuple[Piece, ...]

    @classmethod
    def parse(cls, text: str) -> Linear | None:
        return None

    def __str__(self) -> str:
        return f"Linear({self.parts!r})"

    def words(self) -> str:
        return str(self)

    def options(self, n: int) -> Iterator[Heaps]:
        for part in self.parts:
            low, high = part[0](n), part[-1](n)
            first = max(low, 0) if len(part) == 2 else low
            yield from ((m,) if m else () for m in range(max(first, 0), min(high, n - 1) + 1))

    def pieces(self) -> Pieces | None:
        return joined(point(*part) if len(part) == 1 else interval(*part) for part in self.parts)


def end(pick: Random) -> Floor:
    """Small slopes, very small ones, and such with large numerators."""
    kind = pick.random()
    if kind < 0.5:
        c = pick.randrange(2, 6)
        a = pick.randrange(1, c)
    elif kind < 0.8:
        a, c = 1, pick.choice([8, 16, 27, 32, 50, 64, 81, 100, 128, 200, 256, 512])
    else:
        a, c = pick.randrange(1, 4), pick.randrange(20, 600)
    return Floor(a, pick.choice([0, 0, 0, c - 1, pick.randrange(-9, 20)]), c)


def rule(pick: Random) -> Linear:
    """One to three points and intervals."""
    parts: list[tuple[Form, ...]] = []
    for _ in range(pick.choice([1, 1, 2, 2, 3])):
        ends = sorted((end(pick), end(pick)), key=lambda e: Fraction(e.a, e.c))
        parts.append((end(pick),) if pick.random() < 0.5 else tuple(ends))
    return Linear(tuple(parts))


def runs_of(
    rule: Linear, most: int, furthest: int, first: int = 1500
) -> tuple[list[int], list[int]]:
    """Starts and values of the first runs: below ``first`` by the definition, then at every n
    at which some end reaches the start of a run, whether it matters or not. From ``first`` on no
    interval becomes or is no longer empty, and no end is negative."""
    starts, values = [0], [0]
    for n, value in enumerate(grundy_by_definition(rule, first)):
        if value != values[-1]:
            starts.append(n)
            values.append(value)
    ends = {e for part in rule.parts for e in part if isinstance(e, Floor) and e.a > 0}

    def reached(e: Floor, x: int) -> int:
        return ceil(Fraction(e.c * x - e.b, e.a))

    waiting = list({max(first, reached(e, x)) for e in ends for x in starts})
    heapq.heapify(waiting)
    while len(starts) < most and waiting and starts[-1] < furthest:
        n = heapq.heappop(waiting)
        while waiting and waiting[0] == n:
            heapq.heappop(waiting)
        seen: set[int] = set()
        for part in rule.parts:
            low, high = part[0](n), part[-1](n)
            if low <= high:
                seen.update(values[bisect_right(starts, low) - 1 : bisect_right(starts, high)])
        value = mex(seen)
        if value != values[-1]:
            starts.append(n)
            values.append(value)
            for e in ends:
                heapq.heappush(waiting, reached(e, n))
    return starts, values
