"""One exact value at a huge heap of a rule with quotients, without any law.

**The method.** Let the options of n be n - s, s in S, and, for n >= 1, floor(n/d), d in D, both
sets finite, M = max S (0 if S is empty). To know G on an interval [a, b] take a *look-back* L and
put c = a - L.

1. If c < max(M, 1), compute G(0), ..., G(b) from the definition.
2. Otherwise know G on [floor(c/d), floor(b/d)] for every d, by the same method. Then the
   options floor(n/d) of every n in [c, b] have known values.
3. The *window* of n is (G(n - 1), ..., G(n - M)). Begin at n = c with the one window all of whose
   entries are unknown, and go from n to n + 1 by replacing each window by all those that arise
   from some filling of its unknown entries: G(n) is then the mex of the known and the filled-in
   options. If for some n exactly one window without unknown entries is left, the windows have
   *coalesced*: its entries are G(n - 1), ..., G(n - M), and G is computed from there on.
4. If G(a) was not reached, the method fails for this L.

**Proof that what it returns is right.** By induction on b, the values in steps 1 and 2 are
right, for floor(b/d) < b. In step 3 every n in [c, b] has n >= c >= max(M, 1), so all n - s and all
floor(n/d) are options, and there are no others. For a window with known options K and u
unknown ones, some filling makes v the mex exactly if v is not in K and at most u values below v
are missing in K: these are the v that are tried. Hence one of the windows at c agrees with the true
one wherever it is not unknown, and if one at n does, so does one of those that replace it at
n + 1. After M steps no entry is unknown. If a single window is left, it is the true one. ∎

Since floor(floor(n/d)/e) = floor(n/(d*e)), all intervals lie below floor(n/P), P a product of
divisors, one interval a product: about log(n)/log(d) of them for one divisor, and of the order of
log(n)^r for r multiplicatively independent ones.

Source: proof above; coupling from the past, J. Propp and D. Wilson, Exact sampling with coupled
Markov chains, Random Structures and Algorithms 9 (1996) 223-252, is the same idea for chance.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values


@dataclass(frozen=True)
class SubtractOrDivide:
    """The options of n: n - s for the s <= n of a finite set, and, for n >= 1, floor(n/d).

    Not both sets are empty; every s >= 1, every d >= 2; both increase.
    """

    subtractions: tuple[int, ...]
    divisors: tuple[int, ...]

    @property
    def largest(self) -> int:
        """The largest number of tokens to subtract, 0 if there is none."""
        return max(self.subtractions, default=0)

    def options(self, n: int) -> Iterator[int]:
        """The heaps that a move from n leaves; 0 is the empty position."""
        yield from (n - s for s in self.subtractions if s <= n)
        if n:
            yield from (n // d for d in self.divisors)


def subtract_or_divide(rule: Rule) -> SubtractOrDivide | Inapplicable:
    """The sets of a rule that is made of finite subtraction sets and floor divisions.

    >>> from mexplore.rules.notation import parse_rule
    >>> subtract_or_divide(parse_rule("subtract(1) or divide(2, 4)"))
    SubtractOrDivide(subtractions=(1,), divisors=(2, 4))
    """
    subtractions: set[int] = set()
    divisors: set[int] = set()
    for part in rule.alternatives():
        if isinstance(part, Subtraction) and part.finite:
            subtractions.update(part.members)
        elif isinstance(part, Division) and not part.ceil:
            divisors.update(part.divisors)
        else:
            return Inapplicable(_why_not(part))
    return SubtractOrDivide(tuple(sorted(subtractions)), tuple(sorted(divisors)))


def _why_not(part: Rule) -> str:
    if isinstance(part, Subtraction):
        return "the subtraction set is infinite"
    if isinstance(part, Division):
        return "the rule rounds quotients up"
    return "the rule is not made of subtraction sets and divisions"


FIRST_LOOK_BACK = 32
LONGEST_LOOK_BACK = 1 << 14
MOST_INTERVALS = 400_000
MOST_HEAPS = 200_000_000
MOST_OPTIONS = 62  # values are bits of a word


@dataclass(frozen=True)
class Coalesced:
    """G(n) = value, and what was evaluated for it: intervals of ``heaps`` heaps in all, one below
    each of ``intervals`` quotients of n, each begun ``look_back`` heaps early from an unknown
    past; the possible pasts had coalesced after ``latest`` heaps at the latest."""

    rule: str
    n: int
    value: int
    look_back: int
    intervals: int
    heaps: int
    latest: int

    def words(self) -> str:
        """The record in a sentence.

        >>> Coalesced("subtract(1) or divide(2)", 10**9, 1, 32, 25, 1000, 6).words()
        'exact, by coalescence: 1000 heaps below 25 quotients of n, each from an unknown past \
32 heaps back; all pasts agreed after 6 heaps at the latest'
        """
        return (
            f"exact, by coalescence: {self.heaps} heaps below {self.intervals} quotients of n, "
            f"each from an unknown past {self.look_back} heaps back; all pasts agreed after "
            f"{self.latest} heaps at the latest"
        )


@dataclass(frozen=True)
class NotCoalesced:
    """No value, and why."""

    rule: str
    n: int
    reason: str


@dataclass
class Stretch:
    """G on [low, high] is wanted; ``values[i]`` is G(known_from + i) once it is known."""

    low: int
    high: int
    known_from: int = 0
    values: Values | None = None

    def cut(self, low: int, high: int) -> Values:
        """G(low), ..., G(high), where they are known."""
        assert self.values is not None
        return self.values[low - self.known_from : high + 1 - self.known_from]


def coalesce(rule: Rule, n: int) -> Coalesced | NotCoalesced:
    """G(n), exactly, or why it was not found.

    >>> from mexplore.rules.notation import parse_rule
    >>> coalesce(parse_rule("subtract(1) or divide(2, 3)"), 10**30).value
    0
    """
    moves = subtract_or_divide(rule)
    if isinstance(moves, Inapplicable):
        return NotCoalesced(str(rule), n, moves.reason)
    look_back = FIRST_LOOK_BACK
    while True:
        attempt = Attempt(rule, moves, look_back)
        try:
            values = attempt.values(n, n)
        except GivenUp as why:
            return NotCoalesced(str(rule), n, str(why))
        if values is not None:
            value, latest = int(values[0]), attempt.latest
            counts = (attempt.look_back, attempt.intervals, attempt.heaps, latest)
            return Coalesced(str(rule), n, value, *counts)
        look_back *= 2


class GivenUp(Exception):
    """The reason why no longer look-back is tried."""


@dataclass
class Attempt:
    """The method with one look-back, and what it has evaluated."""

    rule: Rule
    moves: SubtractOrDivide
    look_back: int
    intervals: int = 0
    heaps: int = 0
    latest: int = 0
    known: dict[int, Stretch] = field(default_factory=dict)  # by product of divisors

    def values(self, low: int, high: int) -> Values | None:
        """G(low), ..., G(high); None if the look-back is too short.

        Raises GivenUp where a longer one would not do either.
        """
        if len(self.moves.subtractions) + len(self.moves.divisors) > MOST_OPTIONS:
            raise GivenUp(f"did not coalesce: a heap has more than {MOST_OPTIONS} options")
        if max(self.look_back, self.moves.largest) > LONGEST_LOOK_BACK:
            raise GivenUp(f"did not coalesce within {LONGEST_LOOK_BACK} heaps")
        self.known = wanted = self._intervals(low, high)
        table = self._table(wanted)
        for product in sorted(wanted, reverse=True):
            interval = wanted[product]
            if self._begin(interval) == 0:
                interval.values = table
            elif not self._evaluate(interval, [wanted[product * d] for d in self.moves.divisors]):
                return None
        return wanted[1].cut(low, high)

    @cached_property
    def _room(self) -> tuple[Any, ...]:
        from mexplore.rules.engine.unknown_past import workspace

        return workspace(self.moves.largest)

    def _begin(self, interval: Stretch) -> int:
        """c of the method, or 0 where the interval is computed from 0 on."""
        c = interval.low - self.look_back
        return c if c >= max(self.moves.largest, 1) else 0

    def _intervals(self, low: int, high: int) -> dict[int, Stretch]:
        """For each product P of divisors the interval below floor(high/P) that is wanted."""
        wanted = {1: Stretch(low, high)}
        waiting = [1]
        while waiting:
            product = heapq.heappop(waiting)  # every interval that needs it came before it
            interval = wanted[product]
            c = self._begin(interval)
            self.intervals += 1
            self.heaps += interval.high + 1 - c
            if len(wanted) > MOST_INTERVALS:
                raise GivenUp(f"n has more than {MOST_INTERVALS} different quotients")
            if self.heaps > MOST_HEAPS:
                raise GivenUp(f"did not coalesce within a budget of {MOST_HEAPS} heaps")
            for d in self.moves.divisors if c else ():
                if product * d not in wanted:
                    wanted[product * d] = Stretch(c // d, interval.high // d)
                    heapq.heappush(waiting, product * d)
                wanted[product * d].low = min(wanted[product * d].low, c // d)
        return wanted

    def _table(self, wanted: dict[int, Stretch]) -> Values:
        """G from 0 on, as far as the intervals near 0 reach."""
        near = [i.high for i in wanted.values() if self._begin(i) == 0]
        return grundy_values(self.rule, max(near, default=0) + 1)

    def _evaluate(self, interval: Stretch, quotients: list[Stretch]) -> bool:
        """Steps 2 to 4; whether the values from ``interval.low`` on became known."""
        import numpy as np

        from mexplore.rules.engine.unknown_past import TOO_MANY, exclude_quotients, settle

        c = self._begin(interval)
        excluded = np.zeros(interval.high + 1 - c, dtype=np.uint64)
        for d, quotient in zip(self.moves.divisors, quotients, strict=True):
            offset = c // d - quotient.known_from
            exclude_quotients(excluded, quotient.values, offset, c % d, d)
        values = np.zeros(len(excluded), dtype=np.uint8)
        members = np.array(self.moves.subtractions, dtype=np.int64)
        settled = settle(excluded, members, values, self._room)
        if settled == TOO_MANY:
            raise GivenUp("did not coalesce: too many pasts are possible at once")
        if not 0 <= settled <= interval.low - c:
            return False
        self.latest = max(self.latest, settled + self.moves.largest)
        interval.known_from, interval.values = c + settled, values[settled:]
        return True
