"""The closed form of a run schedule, and the maps T(x) = ceil((c*x - b)/a) that it iterates."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import count, islice
from math import ceil, floor, lcm, prod
from typing import TYPE_CHECKING, NamedTuple, Self

from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.arithmetic.forms import Floor
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.runs import Run, Runs
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    import sympy

    from mexplore.rules.moves.pieces import Pieces
    from mexplore.rules.rule import Rule, Values


LONGEST_BLOCK = 4096  # runs
MOST_APPLIED = 60_000  # maps applied to compare two compositions
FINEST = 1 << 64  # bounds are multiples of 1/FINEST, or simpler


class Between(NamedTuple):
    """A closed interval of rational numbers."""

    low: Fraction
    high: Fraction


def _widened(low: Fraction, high: Fraction) -> Between:
    """The interval, made wider by less than 2^-63 on each side where its ends are no simple
    numbers, which a composition of many maps would make very long; a single number stays."""
    if low != high and max(low.denominator, high.denominator) > FINEST:
        return Between(Fraction(floor(low * FINEST), FINEST), Fraction(ceil(high * FINEST), FINEST))
    return Between(low, high)


EXACTLY_0 = Between(Fraction(0), Fraction(0))


@dataclass(frozen=True, order=True)
class Inverse:
    """T(x) = ceil((c*x - b)/a), 0 < a < c: the least n with floor((a*n + b)/c) >= x.

    T rises, as T(x + 1) >= T(x) + 1, and T(x + a) = T(x) + c.

    >>> T = Inverse(2, 1, 3)
    >>> [T(x) for x in range(5)], T.written("x")
    ([0, 1, 3, 4, 6], 'ceil((3*x - 1)/2)')
    """

    a: int
    b: int
    c: int

    def __post_init__(self) -> None:
        if not 0 < self.a < self.c:
            raise ValueError("a map ceil((c*x - b)/a) has 0 < a < c")

    @classmethod
    def of(cls, end: Floor) -> Self:
        """The inverse of an end floor((a*n + b)/c)."""
        return cls(end.a, end.b, end.c)

    def __call__(self, x: int) -> int:
        return -((self.b - self.c * x) // self.a)

    @property
    def slope(self) -> Fraction:
        """c/a."""
        return Fraction(self.c, self.a)

    def composed(self, errors: Between) -> Between:
        """[l, h] such that T(y) lies in mu*c/a*x + [l, h] whenever y lies in mu*x + errors, because
        (c*y - b)/a <= T(y) <= (c*y - b + a - 1)/a."""
        a, b, c = self.a, self.b, self.c
        return _widened((c * errors.low - b) / a, (c * errors.high - b + a - 1) / a)

    def carried(self, errors: Between, rho: Fraction) -> Between:
        """[l, h] such that T(y') lies in rho*T(y) + [l, h] whenever y' lies in rho*y + errors: with
        T(y) = (c*y - b)/a + u and T(y') = (c*y' - b)/a + u', 0 <= u, u' <= (a - 1)/a,
        T(y') - rho*T(y) = (y' - rho*y)*c/a - (1 - rho)*b/a + u' - rho*u."""
        shift = (1 - rho) * Fraction(self.b, self.a)
        u = Fraction(self.a - 1, self.a)
        low, high = (error * self.slope - shift for error in errors)
        return _widened(low - rho * u, high + u)

    def written(self, x: str) -> str:
        """T(x) as a person writes it."""
        above = f"{self.c}*{x}"
        if self.b:
            above += f" {'-' if self.b > 0 else '+'} {abs(self.b)}"
        if self.a == 1:
            return above
        return f"ceil(({above})/{self.a})" if self.b else f"ceil({above}/{self.a})"


Maps = tuple[Inverse, ...]

Creator = tuple[Inverse, int]
"""(T, d): run k starts at T(x_{k-d})."""


@dataclass(frozen=True)
class Cycles:
    """Creators of runs by residue modulo P: run k is started by run k - d, that one by another, and
    so on, in the end around a cycle of residues.

    ``block`` is a common multiple of P and of the numbers of runs that the cycles go back, and
    ``ratio`` the one factor by which starts grow over a block, along every cycle.
    """

    creators: tuple[Creator, ...]
    block: int
    ratio: Fraction
    cyclic: frozenset[int]

    @classmethod
    def of(cls, creators: tuple[Creator, ...]) -> Self:
        """The cycles of the creators; ValueError where starts would not grow alike along them.

        >>> two, three = Inverse(1, 0, 2), Inverse(1, 0, 3)
        >>> Cycles.of(((three, 2), (two, 1))).ratio
        Fraction(3, 1)
        """
        back: dict[int, int] = {}
        growth: dict[int, Fraction] = {}
        for residue in range(len(creators)):
            for r in _cycle(creators, residue):
                if r in back:
                    break
                path = _cycle(creators, r)
                back[r] = sum(creators[q][1] for q in path)
                growth[r] = prod((creators[q][0].slope for q in path), start=Fraction(1))
        block = lcm(len(creators), *back.values())
        if block > LONGEST_BLOCK:
            raise ValueError("the cycles of the creators have no short common multiple")
        ratios = {growth[r] ** (block // back[r]) for r in back}
        if len(ratios) > 1:
            raise ValueError("starts grow by different ratios along different cycles")
        return cls(creators, block, ratios.pop(), frozenset(back))

    def errors(self) -> tuple[list[Between], list[int]]:
        """For each residue: [l, h] such that x_{k + block} lies in ratio*x_k + [l, h] for the k of
        this residue; and how far back the chain of k is on a cycle.

        On a cycle a block is a composition of maps, from [0, 0]; elsewhere the errors of the
        creator are carried along.
        """
        size = len(self.creators)
        errors: dict[int, Between] = {}
        descent: dict[int, int] = {}
        for residue in range(size):
            chain = [residue]
            while chain[-1] not in errors and chain[-1] not in self.cyclic:
                chain.append((chain[-1] - self.creators[chain[-1]][1]) % size)
            last = chain.pop()
            if last not in errors:
                errors[last], descent[last] = self._around(last), 0
            while chain:
                r = chain.pop()
                inverse, back = self.creators[r]
                errors[r] = inverse.carried(errors[last], self.ratio)
                descent[r] = descent[last] + back
                last = r
        return [errors[r] for r in range(size)], [descent[r] for r in range(size)]

    def _around(self, residue: int) -> Between:
        """The composition of the maps from run k - block to run k, k of this cyclic residue."""
        path = _cycle(self.creators, residue)
        times = self.block // sum(self.creators[r][1] for r in path)
        maps = [self.creators[r][0] for r in reversed(path)]
        return reduce(lambda errors, inverse: inverse.composed(errors), maps * times, EXACTLY_0)


def _cycle(creators: tuple[Creator, ...], residue: int) -> list[int]:
    """The residues of the cycle that the chain of this residue ends in, from the first one on it:
    from this residue itself, if it is on the cycle."""
    seen: dict[int, int] = {}
    while residue not in seen:
        seen[residue] = len(seen)
        residue = (residue - creators[residue][1]) % len(creators)
    return [r for r, place in seen.items() if place >= seen[residue]]


@lru_cache(maxsize=4096)
def differences(first: Maps, second: Maps) -> frozenset[int] | None:
    """All values of S(x) - T(x), for compositions T and S of maps (the first map is applied last)
    of the same slope; None for others, or if they are too many to be computed.

    T(x + A) = T(x) + C, A and C the products of all a and c, so the difference is periodic.

    >>> double, triple = Inverse(1, 0, 2), Inverse(1, -1, 3)
    >>> differences((double, triple), (triple, double))
    frozenset({-1})
    """
    above = [prod(inverse.c for inverse in maps) for maps in (first, second)]
    below = [prod(inverse.a for inverse in maps) for maps in (first, second)]
    period = lcm(*below)
    if above[0] * below[1] != above[1] * below[0]:
        return None
    if period * (len(first) + len(second)) > MOST_APPLIED:
        return None
    return frozenset(_apply(second, x) - _apply(first, x) for x in range(period))


def _apply(maps: Maps, x: int) -> int:
    return reduce(lambda y, inverse: inverse(y), reversed(maps), x)


@dataclass(frozen=True)
class Moves:
    """A rule and its options for n >= pieces.first, every end floor((a*n + b)/c), 0 < a < c."""

    rule: Rule
    pieces: Pieces
    maps: tuple[Inverse, ...]


MOST_RUNS = 2_000_000  # runs that are computed for one answer


@dataclass(frozen=True, eq=False)
class ScheduleForm(ClosedForm):
    """Word and creators of a run schedule, with the runs below its start.

    >>> from mexplore.discover.heaps.patterns.run_schedule.form import Inverse
    >>> T = Inverse(2, 0, 3)  # the starts of the runs of n -> [2*n // 3]
    >>> form = ScheduleForm((0, 1), ((T, 1), (T, 1)), Runs((0, 1), (0, 1), 2))
    >>> form.prefix(13).tolist(), form.at(10**1000)
    ([0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0], 0)
    """

    word: tuple[int, ...]
    creators: tuple[Creator, ...]
    head: Runs

    def _starts(self) -> Iterator[tuple[int, int]]:
        """The infinite sequence of (start, value) of the runs."""
        yield from zip(self.head.starts, self.head.values, strict=True)
        deepest = max(back for _, back in self.creators)
        known = deque(self.head.starts, maxlen=deepest)
        for j in count():
            inverse, back = self.creators[j % len(self.word)]
            start = inverse(known[-back])
            known.append(start)
            yield start, self.word[j % len(self.word)]

    def _runs(self, stop: int) -> Iterator[Run]:
        """The runs on 0 <= n < stop; TooLarge if they are too many."""
        before: tuple[int, int] | None = None
        for start, value in islice(self._starts(), MOST_RUNS):
            if before is not None:
                yield Run(before[0], min(start, stop), before[1])
            if start >= stop:
                return
            before = start, value
        raise TooLarge(f"more than {MOST_RUNS} runs of equal values begin before this heap")

    def at(self, n: int) -> int:
        return self.at_many([n])[0]

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        values: dict[int, int] = {}
        wanted = sorted(set(numbers))
        place = 0
        for run in self._runs(wanted[-1] + 1) if wanted else ():
            while place < len(wanted) and wanted[place] < run.stop:
                values[wanted[place]] = run.value
                place += 1
        return [values[n] for n in numbers]

    def never_repeats(self) -> bool:
        """Run s + j begins at about c/a > 1 times the start of a run at most d before it, so that
        of the starts fewer than a multiple of log(N) are below N, and runs become as long as one
        likes. Values that repeat with period p are constant once a run has p numbers, and runs
        have different values in turn."""
        return len({*self.word}) > 1

    def runs(self, stop: int) -> Runs:
        """The maximal runs on 0 <= n < stop."""
        found = list(self._runs(stop)) if stop > 0 else []
        return Runs(tuple(r.start for r in found), tuple(r.value for r in found), max(stop, 0))

    def prefix(self, stop: int) -> Values:
        return self.runs(stop).dense(stop)

    def counts(self, stop: int) -> dict[int, int]:
        counts: dict[int, int] = {}
        for run in self._runs(stop) if stop > 0 else ():
            counts[run.value] = counts.get(run.value, 0) + run.stop - run.start
        return counts

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        """None: the starts of the runs are only given by iteration."""
        del n
        return None
