"""Periodic and arithmetic periodic sequences: G(n + p) = G(n) + s for all n >= n0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING, Any, Self

from mexplore.discover.numerics.digits import below, remainders
from mexplore.discover.numerics.integers import at_words, prime_divisors
from mexplore.discover.study.declared import Declared, Parts, whole
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import (
    ClosedForm,
    EventualSteps,
    Json,
    Pattern,
    check_countable,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.sentences import read

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import sympy

    from mexplore.discover.automata.laws import Law
    from mexplore.discover.numerics.integers import Words
    from mexplore.rules.engine.runs import Runs
    from mexplore.rules.rule import Values

    Flags = npt.NDArray[np.bool_]

SHORTEST_TAIL = 4
FEWEST_PERIODS = 3  # complete periods that must be known to report a period without a proof
LISTED_EXCEPTIONS = 1_000_000  # the most exceptions that JSON lists
_CHUNK = 1 << 16
_PIECE = 1 << 22  # values that are searched at once for recurrences
_LONGEST_PART = 1 << 24  # terms of the tail whose recurrences are searched for
_MOST_FALSE = 4096  # recurrences of that part, at which the rest of the tail does not recur
_COUNTED_AT_ONCE = 1 << 20
_MOST_CANDIDATES = 8
_MOST_TRIED = 64


@dataclass(frozen=True)
class Periodic(Declared, Pattern):
    """G(n + period) = G(n) + saltus for all n >= preperiod; preperiod and period are least.

    With saltus 0 the sequence is *periodic*, with saltus > 0 *arithmetic periodic* (Berlekamp,
    Conway and Guy, Winning Ways, chapter 4). The least period divides every period, and the
    least preperiod is the same for all of them.

    >>> import numpy as np
    >>> values = np.array([5, 0, 1, 2] + 9 * [0, 1, 2], dtype=np.uint8)
    >>> next(iter(Periodic.detect(Evidence(values))))
    Periodic(preperiod=1, period=3, saltus=0)
    >>> Periodic.from_statement("G(n+12) = G(n) for n >= 71")
    Periodic(preperiod=71, period=12, saltus=0)
    """

    name = "periodic"
    parts = Parts(preperiod=whole(), period=whole(1), saltus=whole())
    says = "G(n + $period) = G(n)[[ + $saltus]] for all n >= $preperiod"
    typeset = r"G(n + $period) = G(n)[[ + $saltus]] \quad\text{for all } n \ge $preperiod"
    runs_first = True

    preperiod: int
    period: int
    saltus: int = 0

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        """The periods of the tail, shortest laws first.

        A period p of the tail with preperiod n0 is of interest only if no shorter one reaches as
        far down. The last eighth of the values must recur at distance p.
        """
        if not evidence.dense or evidence.stop < 2 * SHORTEST_TAIL:
            return
        found = list(_tail_periods(evidence.values))
        found.sort(key=lambda law: law[0] + law[1])
        for preperiod, period, saltus in found:
            yield cls(preperiod, period, saltus)

    def first_failure(self, evidence: Evidence) -> int | None:
        if evidence.by_runs is not None:
            return self._fails_in(evidence.by_runs)
        values, p = evidence.whole(), self.period
        for low in range(self.preperiod, len(values) - p, _CHUNK):
            high = min(low + _CHUNK, len(values) - p)
            wrong = _breaks(values, low, high, p, self.saltus)
            if wrong.any():
                return low + int(wrong.argmax()) + p
        return None

    def _fails_in(self, runs: Runs) -> int | None:
        """The same for runs of any length: G(n) and G(n + p) both change only where n, or n + p,
        begins a run."""
        n0, p = self.preperiod, self.period
        changes = {n for x in runs.starts for n in (x, x - p) if n >= n0}
        for n in sorted({n0, *changes}):
            if n + p < runs.stop and runs.at(n + p) != runs.at(n) + self.saltus:
                return n + p
        return None

    @property
    def begins(self) -> int:
        return self.preperiod

    @property
    def lag(self) -> int:
        return self.period

    @property
    def repeats(self) -> bool:
        return self.saltus == 0

    @property
    def goes_by_steps(self) -> bool:
        return True

    def seen_enough(self, evidence: Evidence) -> bool:
        """Whether three complete periods are known: two are not enough, as every 2^k looks like a
        period of the ruler function for nearly two periods."""
        return evidence.stop >= self.preperiod + FEWEST_PERIODS * self.period

    def not_least(self, evidence: Evidence) -> str | None:
        """Decided from the values below preperiod + 2 * period, for a law that holds."""
        values, n0, p = evidence.whole(), self.preperiod, self.period
        if n0 and p + n0 - 1 < len(values) and _steps(values, n0 - 1, n0, p)[0] == self.saltus:
            return f"the preperiod {n0} is not least: the law also holds at n = {n0 - 1}"
        for q in prime_divisors(p):
            shorter, step = p // q, self.saltus // q
            high = min(n0 + p, len(values) - shorter)
            if self.saltus % q or high <= n0:
                continue
            if _all_steps_are(step, values, n0, high, shorter):
                return f"the period {p} is not least: {shorter} is a period too"
        return None

    @classmethod
    def from_short_notation(cls, text: str) -> Self | None:
        """
        >>> Periodic.from_short_notation("period 12 from 71")
        Periodic(preperiod=71, period=12, saltus=0)
        >>> Periodic.from_short_notation("period 3, saltus 1")
        Periodic(preperiod=0, period=3, saltus=1)
        >>> Periodic.from_short_notation("preperiod 71, period 12")
        Periodic(preperiod=71, period=12, saltus=0)
        """
        words = r"(?:preperiod N,? )?period N(?:,? saltus N)?(?:,? (?:from|preperiod)(?: n =)? N)?"
        found = read(words.replace("N", "([0-9]+)"), text) or ("0",) * 4
        first, period, saltus, last = (int(number or 0) for number in found)
        if None not in (found[0], found[3]):  # the preperiod is said twice
            return None
        preperiod = first or last
        return cls(preperiod, period, saltus) if period else None

    def size(self) -> int:
        return self.preperiod + self.period + 3

    def closed_form(self, evidence: Evidence) -> PeriodicForm | None:
        enough = self.preperiod + self.period
        if not evidence.dense or evidence.stop < enough:
            return None
        return PeriodicForm(self, evidence.values[:enough])

    def findings(self, evidence: Evidence) -> Json:
        form = self.closed_form(evidence)
        if form is None:
            return {}
        count = form.number_of_exceptions()
        listed = form.exceptions() if count <= LISTED_EXCEPTIONS else None
        more: Json = {"exceptions": listed, "outcomes": form.outcomes()}
        return more if listed is not None else more | {"exceptions_count": count}


@dataclass(frozen=True, eq=False)
class PeriodicForm(ClosedForm):
    """A periodic law with the values at 0 <= n < preperiod + period."""

    law: Periodic
    values: Values

    def at(self, n: int) -> int:
        n0, p = self.law.preperiod, self.law.period
        if n < n0:
            return int(self.values[n])
        cycles, r = divmod(n - n0, p)
        return int(self.values[n0 + r]) + cycles * self.law.saltus

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        if self.law.saltus:
            return at_words(numbers, self._at_words, self.at)
        n0, p = self.law.preperiod, self.law.period
        cycle = self.values[n0:].tolist()
        cycle = cycle[-n0 % p :] + cycle[: -n0 % p]  # by n mod p
        found = [cycle[r] for r in remainders(numbers, p)]
        for i, n in below(numbers, n0).items():
            found[i] = int(self.values[n])
        return found

    def _at_words(self, n: Words) -> Words | None:
        """`at` for a whole array, if no value can reach 2^63."""
        import numpy as np

        n0, p, s = self.law.preperiod, self.law.period, self.law.saltus
        # The value is at most (n / p + 1) * s more than one of the first values.
        if int(self.values.max()) + (int(n.max()) // p + 1) * s >= 1 << 63:
            return None
        cycles = np.maximum(n - n0, 0) // p
        found: Words = self.values[n - cycles * p].astype(np.int64) + cycles * s
        return found

    def prefix(self, stop: int) -> Values:
        import numpy as np

        n0, p, s = self.law.preperiod, self.law.period, self.law.saltus
        if stop <= n0 + p:
            return self.values[:stop]
        cycles = -(-(stop - n0) // p)
        cycle = self.values[n0:].astype(np.uint64)
        rows = cycle[None, :] + (np.arange(cycles, dtype=np.uint64) * np.uint64(s))[:, None]
        whole = np.concatenate((self.values[:n0].astype(np.uint64), rows.ravel()))[:stop]
        return whole.astype(np.min_scalar_type(int(whole.max())))

    def counts(self, stop: int) -> dict[int, int]:
        n0, p, s = self.law.preperiod, self.law.period, self.law.saltus
        if s:
            check_countable(stop, (stop - n0) // p * p)
        head = _counted(self.values[: min(stop, n0)])
        cycles, rest = divmod(max(0, stop - n0), p)
        cycle = _counted(self.values[n0 : n0 + p]) if cycles else {}
        begun = _counted(self.values[n0 : n0 + rest])
        if not s:
            return _added([head, {v: c * cycles for v, c in cycle.items()}, begun])
        rows = [{v + k * s: c for v, c in cycle.items()} for k in range(cycles)]
        return _added([head, *rows, {v + cycles * s: c for v, c in begun.items()}])

    def count_of(self, value: int, stop: int) -> int:
        n0, p, s = self.law.preperiod, self.law.period, self.law.saltus
        if not s:
            return self._count_repeating(value, stop)
        head = sum(1 for n in range(min(stop, n0)) if self.values[n] == value)
        tail = 0
        for n in range(n0, n0 + p):
            cycle, rest = divmod(value - int(self.values[n]), s)
            tail += rest == 0 and cycle >= 0 and n + cycle * p < stop
        return head + tail

    def _count_repeating(self, value: int, stop: int) -> int:
        import numpy as np

        n0, p = self.law.preperiod, self.law.period
        cycles, rest = divmod(max(stop - n0, 0), p)
        head, whole, part = self.values[: min(stop, n0)], self.values[n0:], self.values[n0:][:rest]
        in_head, in_whole, in_part = (
            int(np.count_nonzero(v == value)) for v in (head, whole, part)
        )
        return in_head + cycles * in_whole + in_part

    def largest_value(self) -> int | None:
        """Of a period without saltus every term is one of those at n < preperiod + period."""
        return None if self.law.saltus else int(self.values.max())

    def eventual_steps(self) -> EventualSteps:
        return EventualSteps(self.law.preperiod, self.law.period, self.law.saltus)

    def extended_down(self, n: int) -> int:
        """The value at n < preperiod of the law continued downwards (it may be negative)."""
        n0, p = self.law.preperiod, self.law.period
        cycles = -(-(n0 - n) // p) if n < n0 else 0
        return self.at(n + cycles * p) - cycles * self.law.saltus

    def _exceptions(self) -> Iterator[Words]:
        """The n < preperiod at which the law extended downwards fails, a piece at a time."""
        import numpy as np

        n0, p, s = self.law.preperiod, self.law.period, self.law.saltus
        cycle = _widened(self.values[n0:])
        for low in range(0, n0, _CHUNK):
            known = self.values[low : min(low + _CHUNK, n0)]
            law = _repeated(cycle, (low - n0) % p, len(known))
            if s:
                cycles = -(-(n0 - np.arange(low, low + len(known))) // p)
                law = law.astype(np.int64) - cycles * s
            yield low + np.flatnonzero(law != known)

    @cached_property
    def _many_exceptions(self) -> int:
        return sum(len(piece) for piece in self._exceptions())

    def number_of_exceptions(self) -> int:
        """How many n < preperiod break the law extended downwards."""
        return self._many_exceptions

    def is_exception(self, n: int) -> bool:
        """Whether n breaks the law extended downwards."""
        return 0 <= n < self.law.preperiod and self.extended_down(n) != int(self.values[n])

    def exceptions(self) -> list[int]:
        """The n < preperiod at which the law extended downwards fails.

        >>> import numpy as np
        >>> PeriodicForm(Periodic(2, 2), np.array([0, 7, 0, 1], dtype=np.uint8)).exceptions()
        [1]
        """
        return [n for piece in self._exceptions() for n in piece.tolist()]

    def outcomes(self) -> dict[str, int]:
        """Least preperiod and period of the sequence of outcomes: P where G(n) = 0, N elsewhere.

        With a saltus, values grow past every bound and only finitely many n are P-positions.
        """
        import numpy as np

        n0, p = self.law.preperiod, self.law.period
        if self.law.saltus:
            last = np.flatnonzero(self.values == 0)
            return {"preperiod": int(last[-1]) + 1 if len(last) else 0, "period": 1}
        cycle = self.values[n0:]  # a divisor q of p is a period if the first p - q agree
        period = next(q for q in _divisors(p) if _lost_alike(cycle[q:], cycle[: p - q]))
        # Below n0 the cycle is continued downwards; the preperiod ends after the last exception.
        lost, stop = _widened(cycle == 0), n0
        while stop > 0:
            low = max(0, stop - _CHUNK)
            repeated = _repeated(lost, (low - n0) % p, stop - low)
            breaks = np.flatnonzero((self.values[low:stop] == 0) != repeated)
            if len(breaks):
                return {"preperiod": low + int(breaks[-1]) + 1, "period": period}
            stop = low
        return {"preperiod": 0, "period": period}

    def by_residues(self) -> Law:
        from mexplore.discover.automata.laws import lines

        return lines(self.values.tolist(), [self.law.saltus] * self.law.period)

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        from mexplore.discover.heaps.patterns._formulas import periodic_formula

        return periodic_formula(self, n)

    def has_short_formula(self) -> bool:
        from mexplore.discover.heaps.patterns._formulas import is_one_line

        return is_one_line(self)


def _widened(cycle: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The cycle, repeated until it is as long as a chunk."""
    import numpy as np

    return np.tile(cycle, -(-_CHUNK // len(cycle)))


def _repeated(cycle: npt.NDArray[Any], start: int, length: int) -> npt.NDArray[Any]:
    """The first ``length`` of cycle[start], cycle[start + 1], ..., cyclically."""
    import numpy as np

    first = cycle[start : start + length]
    return np.concatenate((first, cycle[: length - len(first)])) if len(first) < length else first


def _counted(values: Values) -> dict[int, int]:
    """How often each value occurs, counted in chunks because there may be 10^8 values."""
    import numpy as np

    parts: list[dict[int, int]] = []
    for low in range(0, len(values), _COUNTED_AT_ONCE):
        present, counts = np.unique(values[low : low + _COUNTED_AT_ONCE], return_counts=True)
        parts.append(dict(zip(present.tolist(), counts.tolist(), strict=True)))
    return _added(parts)


def _added(parts: list[dict[int, int]]) -> dict[int, int]:
    """The sums of the counts, those that are not 0."""
    total: dict[int, int] = {}
    for part in parts:
        for value, count in part.items():
            if count:
                total[value] = total.get(value, 0) + count
    return total


def _steps(values: Values, low: int, high: int, p: int):  # type: ignore[no-untyped-def]
    """G(n + p) - G(n) for low <= n < high, as signed integers."""
    import numpy as np

    return values[low + p : high + p].astype(np.int64) - values[low:high].astype(np.int64)


def _tail_periods(values: Values) -> Iterator[tuple[int, int, int]]:
    """The (preperiod, period, saltus) of the tail, periods rising, preperiods falling.

    The wrapped differences G(n+1) - G(n), reversed, repeat at distance p as far as the law
    reaches down, whatever the saltus; a search for their first L finds every such p. If p
    explains the last R differences and not the one before, a longer q that explains more has
    q > R - p: otherwise p and q, both periods of the last R >= p + q differences, would make
    their greatest common divisor one (Fine and Wilf 1965), so p | q, and then p would explain
    the one before as well.
    """
    tail = max(SHORTEST_TAIL, len(values) // 8)
    found, tried, lowest, at = 0, 0, len(values), 1
    while found < _MOST_CANDIDATES and (p := _next_recurrence(values, tail, at)):
        tried += 1
        if tried > _MOST_TRIED:
            return  # a constant tail recurs wherever the values are constant
        saltus = int(values[-1]) - int(values[-1 - p])
        preperiod = _least_preperiod(values, p, saltus)
        # A multiple of an earlier period may occur, which reaches down no further.
        if saltus >= 0 and preperiod < min(lowest, len(values) - p):
            found, lowest = found + 1, preperiod
            yield preperiod, p, saltus
        explained = len(values) - 1 - preperiod
        at = max(p + 1, explained - p + 1)


def _breaks(values: Values, low: int, high: int, p: int, saltus: int) -> Flags:
    """Whether G(n + p) - G(n) is not the saltus, for low <= n < high."""
    import numpy as np

    if not saltus:  # no wider numbers are needed
        return np.asarray(values[low + p : high + p] != values[low:high], dtype=np.bool_)
    return np.asarray(_steps(values, low, high, p) != saltus, dtype=np.bool_)


def _lost_alike(values: Values, others: Values) -> bool:
    """Whether both have their zeros at the same places."""
    return all(
        bool(((values[low : low + _CHUNK] == 0) == (others[low : low + _CHUNK] == 0)).all())
        for low in range(0, len(values), _CHUNK)
    )


def _all_steps_are(step: int, values: Values, low: int, high: int, p: int) -> bool:
    """Whether G(n + p) - G(n) = step for low <= n < high."""
    starts = range(low, high, _CHUNK)
    return all(bool((_steps(values, n, min(n + _CHUNK, high), p) == step).all()) for n in starts)


def _next_recurrence(values: Values, tail: int, first: int) -> int:
    """The least distance p >= ``first`` at which the last ``tail`` differences recur; 0 if they do
    not. There may be 10^9 values. They are searched in pieces for a part of the tail, and the rest
    of the tail is compared where that part is found."""
    differences, part = len(values) - 1, min(tail, _LONGEST_PART)
    needle = _reversed_differences(values, 0, part)
    width = len(needle) // part
    piece, false = max(_PIECE, 2 * part), 0
    for low in range(first, differences - tail + 1, piece):
        # The overlap finds recurrences across the end of the piece.
        high = min(low + piece + part - 1, differences)
        text = _reversed_differences(values, low, high)
        at = -1
        while (at := text.find(needle, at + 1)) >= 0:
            p = low + at // width
            if at % width or p + tail > differences:
                continue
            if _recurs(values, p, part, tail):
                return p
            false += 1
            if false > _MOST_FALSE:
                return 0  # also for a constant tail
    return 0


def _reversed_differences(values: Values, low: int, high: int) -> bytes:
    """The wrapped G(m + 1) - G(m) for m = N - 2 - low, ..., N - 1 - high, as bytes."""
    import numpy as np

    end = len(values) - low
    part = values[len(values) - 1 - high : end][::-1]
    return np.subtract(part[:-1], part[1:]).tobytes()  # reversed by values, not by bytes


def _recurs(values: Values, p: int, low: int, high: int) -> bool:
    """Whether the last differences, from the low-th to the high-th, recur at distance p."""
    for start in range(low, high, _CHUNK):
        stop = min(start + _CHUNK, high)
        if _reversed_differences(values, start, stop) != _reversed_differences(
            values, start + p, stop + p
        ):
            return False
    return True


def _least_preperiod(values: Values, p: int, saltus: int) -> int:
    """The least n0 with G(n + p) = G(n) + saltus for n0 <= n < N - p; N - p if there is none."""
    import numpy as np

    high = len(values) - p
    chunk = 256
    while high > 0:
        low = max(0, high - chunk)
        wrong = np.flatnonzero(_breaks(values, low, high, p, saltus))
        if len(wrong):
            return low + int(wrong[-1]) + 1
        high, chunk = low, min(4 * chunk, _CHUNK)
    return 0


def _divisors(number: int) -> list[int]:
    small = [d for d in range(1, isqrt(number) + 1) if number % d == 0]
    return sorted({*small, *(number // d for d in small)})
