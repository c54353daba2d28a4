"""Split periods: on each residue class modulo p the values repeat or grow with a slope."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from mexplore.discover.study.declared import Declared, Parts, listed, whole
from mexplore.discover.study.pattern import ClosedForm, EventualSteps, Pattern, check_countable
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import sympy

    from mexplore.discover.automata.laws import Law
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values

LEAST_EVIDENCE = 32  # terms; fewer terms often lie on straight lines by chance
FEWEST_PERIODS = 3  # complete periods that must be known to report the law without a proof
LONGEST_FORMULA = 24  # cases of a formula that is still readable
_PROBES = 96
_CANDIDATES = 64  # periods that pass every probe and are then checked in full
_BLOCK = 1 << 12
_LARGEST_BLOCK = 1 << 16


def _listed(slopes: Iterable[int]) -> str:
    """The slopes by residue, residues with the same slope together.

    >>> _listed((2, 0, 2))
    's = 0 at 1; s = 2 at 0, 2'
    """
    where: dict[int, list[int]] = {}
    for residue, slope in enumerate(slopes):
        where.setdefault(slope, []).append(residue)
    parts = []
    for slope, residues in sorted(where.items()):
        shown = ", ".join(map(str, residues[:LONGEST_FORMULA]))
        more = ", ..." if len(residues) > LONGEST_FORMULA else ""
        parts.append(f"s = {slope} at {shown}{more}")
    return "; ".join(parts)


def _from_list(text: str) -> tuple[int, ...] | None:
    """The slopes by residue, read from the text of `_listed`; None where it omitted some.

    >>> _from_list("s = 0 at 1; s = 2 at 0, 2")
    (2, 0, 2)
    """
    slopes: dict[int, int] = {}
    for slope, residues in re.findall(r"s = (\d+) at ([\d, ]+)", text):
        slopes |= {int(r): int(slope) for r in re.findall(r"\d+", residues)}
    whole_list = sorted(slopes) == list(range(len(slopes)))
    return tuple(slopes[r] for r in sorted(slopes)) if whole_list else None


_SLOPES = replace(listed(whole()), pattern=".*", read=_from_list, show=_listed)


@dataclass(frozen=True)
class SplitPeriodic(Declared, Pattern):
    """G(n + p) = G(n) + s_r for all n >= n0, where r = n mod p and ``slopes`` is (s_0, s_1, ...).

    Equivalently G(n + 2p) - 2 G(n + p) + G(n) = 0 for all n >= n0: one second difference finds
    periods, arithmetic periods, and sequences that are periodic on some residue classes and
    arithmetic periodic on others ('sapp'). This claim is for those that are neither of the first
    two: at least two slopes differ. No slope is negative, as G is not.

    >>> import numpy as np
    >>> from mexplore.discover.study.evidence import Evidence
    >>> n = np.arange(64)
    >>> evidence = Evidence(np.where(n % 2, 7, n).astype(np.uint8))
    >>> list(SplitPeriodic.detect(evidence))
    [SplitPeriodic(preperiod=0, period=2, slopes=(2, 0))]

    Source: D. G. Horrocks and R. J. Nowakowski, Regularity in the G-sequences of octal games
    with a pass, Integers 3 (2003) G1, where some residues are periodic and others climb.
    """

    name = "split-periodic"
    parts = Parts(preperiod=whole(), period=whole(1), slopes=_SLOPES)
    says = "G(n + $period) = G(n) + s(n mod $period) for all n >= $preperiod, with $slopes"
    typeset = (
        r"G(n + $period) = G(n) + s_{n \bmod $period} \quad (n \ge $preperiod), \qquad $residues"
    )

    preperiod: int
    period: int
    slopes: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.slopes) != self.period:
            raise ValueError("there is one slope for each residue")

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        values = evidence.values
        if not evidence.dense or len(values) < LEAST_EVIDENCE:
            return
        for period in _candidates(values, len(values) // 8):
            preperiod = _straight_from(values, period, len(values) // 2)
            if preperiod is None:
                continue
            slopes = _slopes(values, preperiod, period)
            if min(slopes) >= 0 and min(slopes) < max(slopes):
                yield cls(preperiod, period, slopes)
            return

    def first_failure(self, evidence: Evidence) -> int | None:
        values, p = evidence.whole(), self.period
        begin = self.preperiod
        while begin + p < len(values):
            stop = min(begin + _LARGEST_BLOCK, len(values) - p)
            ahead, here = _wide(values[begin + p : stop + p]), _wide(values[begin:stop])
            wrong = (ahead - here != self._slopes_from(begin, stop)).nonzero()[0]
            if len(wrong):
                return begin + p + int(wrong[0])
            begin = stop
        return None

    @property
    def begins(self) -> int:
        return self.preperiod

    @property
    def lag(self) -> int:
        return self.period

    @property
    def goes_by_steps(self) -> bool:
        return True

    def seen_enough(self, evidence: Evidence) -> bool:
        """Whether three complete periods are known."""
        return evidence.stop >= self.preperiod + FEWEST_PERIODS * self.period

    def _slopes_from(self, begin: int, stop: int) -> npt.NDArray[np.int64]:
        import numpy as np

        slopes = np.roll(np.array(self.slopes, dtype=np.int64), -(begin % self.period))
        return np.resize(slopes, stop - begin)

    @property
    def residues(self) -> str:
        """The first slopes in LaTeX."""
        first = enumerate(self.slopes[:LONGEST_FORMULA])
        more = r",\ \dots" if self.period > LONGEST_FORMULA else ""
        return ", ".join(rf"s_{{{r}}} = {slope}" for r, slope in first) + more

    def size(self) -> int:
        return 2 + self.period

    def not_least(self, evidence: Evidence) -> str | None:
        values, p = evidence.whole(), self.period
        if self.preperiod and self.preperiod + p <= len(values):
            earlier = self.preperiod - 1
            step = int(values[earlier + p]) - int(values[earlier])
            if step == self.slopes[earlier % p]:
                return f"the law holds from n = {earlier} on"
        for q in range(1, p):
            if p % q == 0 and _is_straight(values, q, self.preperiod, len(values) - 2 * q):
                return f"the period {q} is shorter"
        return None

    def closed_form(self, evidence: Evidence) -> SplitForm | None:
        needed = self.preperiod + self.period
        if len(evidence.values) < needed:
            return None
        return SplitForm(self, tuple(int(value) for value in evidence.values[:needed]))


@dataclass(frozen=True)
class SplitForm(ClosedForm):
    """The law with its first n0 + p values: n = m + k*p, n0 <= m < n0 + p, gives
    G(n) = G(m) + k * s_r with r = m mod p.

    >>> SplitForm(SplitPeriodic(0, 2, (2, 0)), (0, 7)).at(10**100) == 10**100
    True
    """

    law: SplitPeriodic
    first: tuple[int, ...]

    def at(self, n: int) -> int:
        law = self.law
        if n < law.preperiod:
            return self.first[n]
        cycles, offset = divmod(n - law.preperiod, law.period)
        start = law.preperiod + offset
        return self.first[start] + cycles * law.slopes[start % law.period]

    def prefix(self, stop: int) -> Values:
        import numpy as np

        law = self.law
        cycles = max(0, -(-(stop - law.preperiod) // law.period))
        first = np.array(self.first, dtype=np.int64)
        step = law._slopes_from(law.preperiod, law.preperiod + law.period)
        tail = first[law.preperiod :] + np.arange(cycles, dtype=np.int64)[:, None] * step
        values = np.concatenate((first[: law.preperiod], tail.ravel()))[:stop]
        return values.astype(np.min_scalar_type(int(values.max(initial=0))))

    def counts(self, stop: int) -> dict[int, int]:
        law, found = self.law, dict[int, int]()
        check_countable(stop, stop - law.preperiod)
        for n in range(min(stop, law.preperiod + law.period)):
            cycles = 1 if n < law.preperiod else -(-(stop - n) // law.period)
            slope = law.slopes[n % law.period] if cycles > 1 else 0
            for climb in range(cycles if slope else 1):
                value = self.first[n] + climb * slope
                found[value] = found.get(value, 0) + (1 if slope else cycles)
        return found

    def eventual_steps(self) -> EventualSteps:
        return EventualSteps(self.law.preperiod, self.law.period, None)

    def count_of(self, value: int, stop: int) -> int:
        law, count = self.law, 0
        for n in range(min(stop, law.preperiod + law.period)):
            cycles = 1 if n < law.preperiod else -(-(stop - n) // law.period)
            slope = law.slopes[n % law.period]
            if slope == 0 or cycles == 1:
                count += cycles * (self.first[n] == value)
            else:
                climbs, rest = divmod(value - self.first[n], slope)
                count += rest == 0 and 0 <= climbs < cycles
        return count

    def by_residues(self) -> Law:
        from mexplore.discover.automata.laws import lines

        return lines(self.first, self.law.slopes)

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        import sympy

        law = self.law
        if len(self.first) > LONGEST_FORMULA:
            return None
        cases = [(value, sympy.Eq(n, m)) for m, value in enumerate(self.first[: law.preperiod])]
        for start in range(law.preperiod, law.preperiod + law.period):
            slope = sympy.Rational(law.slopes[start % law.period], law.period)
            line = slope * (n - start) + self.first[start]
            cases.append((line, sympy.Eq(sympy.Mod(n, law.period), start % law.period)))
        cases[-1] = (cases[-1][0], sympy.true)
        return sympy.Piecewise(*cases)


def _wide(values: Values) -> npt.NDArray[np.int64]:
    import numpy as np

    return values.astype(np.int64)


def _candidates(values: Values, longest: int) -> Iterator[int]:
    """A few p <= longest, in increasing order, whose second difference is 0 at all probes."""
    found, begin = 0, 1
    while begin <= longest and found < _CANDIDATES:
        stop = min(4 * begin + 1000, begin + _LARGEST_BLOCK, longest + 1)
        for period in _pass_probes(values, begin, stop):
            yield period
            found += 1
            if found == _CANDIDATES:
                return
        begin = stop


def _pass_probes(values: Values, begin: int, stop: int) -> list[int]:
    """The periods in [begin, stop) that pass every probe.

    The probes lie in the last eighth and reach back 2p <= N/4 from there, so inside the half on
    which a claim must hold anyway. For random values the first few exclude nearly all periods.
    """
    import numpy as np

    periods = np.arange(begin, stop, dtype=np.int64)
    last = len(values) - 1
    for j in range(_PROBES):
        # The last terms one by one, then places spread over the last eighth.
        n = last - (j if j < _PROBES // 2 else (j * 7919) % (len(values) // 8))
        middle, back = _wide(values[n - periods]), _wide(values[n - 2 * periods])
        periods = periods[int(values[n]) - 2 * middle + back == 0]
        if not len(periods):
            break
    return [int(p) for p in periods]


def _straight_from(values: Values, period: int, latest: int) -> int | None:
    """The least n0 with G(n + 2p) - 2 G(n + p) + G(n) = 0 for all n0 <= n < N - 2p, if it is at
    most ``latest``. Read from the end in growing blocks, so that a wrong period costs little."""
    stop, block = len(values) - 2 * period, _BLOCK
    while stop > 0:
        begin = max(0, stop - block)
        bent = _second_differences(values, period, begin, stop).nonzero()[0]
        if len(bent):
            preperiod = begin + int(bent[-1]) + 1
            return preperiod if preperiod <= latest else None
        stop, block = begin, min(2 * block, _LARGEST_BLOCK)
    return 0


def _is_straight(values: Values, period: int, begin: int, stop: int) -> bool:
    return all(
        not _second_differences(values, period, at, min(at + _LARGEST_BLOCK, stop)).any()
        for at in range(begin, stop, _LARGEST_BLOCK)
    )


def _second_differences(values: Values, p: int, begin: int, stop: int) -> npt.NDArray[np.int64]:
    far, middle = values[begin + 2 * p : stop + 2 * p], values[begin + p : stop + p]
    return _wide(far) - 2 * _wide(middle) + _wide(values[begin:stop])


def _slopes(values: Values, preperiod: int, period: int) -> tuple[int, ...]:
    """The slopes of residues 0, 1, ..., p - 1, read from the first cycle after the preperiod."""
    import numpy as np

    first = _wide(values[preperiod : preperiod + period])
    second = _wide(values[preperiod + period : preperiod + 2 * period])
    return tuple(int(s) for s in np.roll(second - first, preperiod % period))
