"""Geometric laws: G(n) = G(floor(n/c)) for all n >= n0, seen in the runs of equal values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from mexplore.discover.numerics.integers import at_words, common_power
from mexplore.discover.study.declared import Declared, Part, Parts, whole
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import ClosedForm, EventualSteps, Json, Pattern, Undecided
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.runs import Runs, number_of_runs, refuse_long_runs
from mexplore.rules.text.sentences import FROM, read

MOST_RUNS = 1_000_000  # of values computed term by term
MOST_BEGINNINGS = 1 << 16
FOLLOWED_DIGITS = (10, 100, 1000)
_CEIL = Part(
    lambda given: given == "ceil",
    lambda _: "ceil",
    pattern="floor|ceil",
    read=lambda text: text == "ceil",
    show=lambda ceil: "ceil" if ceil else "floor",
    absent=False,
    key="rounding",
    optional=True,
)

if TYPE_CHECKING:
    import sympy

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.numerics.integers import Words
    from mexplore.rules.rule import Values


def _first_start(ceil: bool) -> int:
    """The first n at which the law is not void: floor(n/c) < n, or ceil(n/c) < n."""
    return 2 if ceil else 1


@dataclass(frozen=True)
class Geometric(Declared, Pattern):
    """G(n) = G(floor(n/ratio)) for all n >= start, or with ceil in place of floor.

    ``ratio`` is the least integer > 1 for which such a start exists, ``start`` the least n >= 1
    from which the law holds; with ceil the least n >= 2, as at n = 1 it says that G(1) = G(1). In
    the runs of equal values, the starts are multiplied by ``ratio`` over a fixed number of runs.

    >>> from mexplore.rules.families.division.runs import division_starts
    >>> from mexplore.rules.engine.runs import RunStream
    >>> runs = RunStream(division_starts((2, 3, 4, 5, 6))).extend(10**9)
    >>> list(Geometric.detect(Evidence(runs.dense(100), runs)))
    [Geometric(ratio=12, start=6, ceil=False)]
    >>> Geometric.from_statement("G(n) = G(ceil(n/3)) for all n >= 2")
    Geometric(ratio=3, start=2, ceil=True)
    """

    name = "geometric"
    parts = Parts(ratio=whole(2), start=whole(1), ceil=_CEIL)
    says = "G(n) = G($ceil(n/$ratio)) for all n >= $start"
    typeset = (
        r"G(n) = G\!\left(\left\l$ceil n/$ratio \right\r$ceil\right) "
        r"\quad\text{for all } n \ge $start"
    )

    ratio: int
    start: int
    ceil: bool = False

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        """At most one claim: the least ratio by which the last cycles of runs repeat."""
        if evidence.dense and number_of_runs(evidence.values) > MOST_RUNS:
            return  # the runs do not grow, and this many may not fit into memory
        runs = evidence.runs
        for ceil in (False, True):
            # Under ceil every start is one more than a multiple of an earlier one, less one.
            starts = [start - ceil for start in runs.starts]
            ratio = _last_ratio(starts, runs.values)
            if ratio:
                start = max(_least_start(runs, ratio, ceil), _first_start(ceil))
                if start * ratio < runs.stop:
                    yield cls(ratio, start, ceil)
                return

    def first_failure(self, evidence: Evidence) -> int | None:
        runs = evidence.runs
        for low, here, there in _pieces(runs, self.ratio, self.ceil, self.start):
            if here != there:
                return low
        return None

    def not_least(self, evidence: Evidence) -> str | None:
        runs, start = evidence.runs, self.start
        if start > 1 and start <= runs.stop and self._at(runs, start - 1):
            return f"the start {start} is not least: the law also holds at n = {start - 1}"
        form = self.closed_form(evidence)
        if form is None:
            return None
        # If a smaller ratio c' fits from somewhere on, it fits from c'*start < ratio*start on:
        # where it fails at n, it fails at ratio*n too, because floors commute.
        runs = form.runs(start * self.ratio**3)
        for smaller in self._smaller(runs):
            if _least_start(runs, smaller, self.ceil) <= start * self.ratio:
                return f"the ratio {self.ratio} is not least: {smaller} fits as well"
        return None

    def _smaller(self, runs: Runs) -> list[int]:
        """The ratios c' < ratio that may fit: where a run begins at some b > start, another must
        begin at c'*b; without any such b the values are constant, and 2 fits. (Under ceil, b - 1
        takes the place of b.)"""
        begun = [b - self.ceil for b in runs.starts if b > self.start]
        if not begun:
            return [2] if self.ratio > 2 else []
        first = begun[0]
        ratios = (b // first for b in begun if b % first == 0)
        return [ratio for ratio in ratios if 2 <= ratio < self.ratio]

    def _at(self, runs: Runs, n: int) -> bool:
        return runs.at(n) == runs.at(_divide(n, self.ratio, self.ceil))

    @property
    def begins(self) -> int:
        return self.start

    @classmethod
    def from_short_notation(cls, text: str) -> Self | None:
        """A start may be too small: at n = 0, and with ceil at n = 1, the law says nothing.

        >>> Geometric.from_short_notation("G(n) = G(ceil(n/3))")
        Geometric(ratio=3, start=2, ceil=True)
        """
        found = read(r"G\(n\) = G\((floor|ceil)\(n/([0-9]+)\)\)" + FROM, text)
        if found is None or int(found[1] or 0) < 2 or int(found[2] or 0) > 1:
            return None
        ceil = found[0] == "ceil"
        return cls(int(found[1] or 0), _first_start(ceil), ceil)

    def size(self) -> int:
        return self.start.bit_length() + self.ratio + 3

    def closed_form(self, evidence: Evidence) -> GeometricForm | None:
        if evidence.stop < self.start:
            return None
        return GeometricForm(self, evidence.runs.prefix(self.start))

    def findings(self, evidence: Evidence) -> Json:
        form = self.closed_form(evidence)
        if form is None:
            return {}
        cycle = [run for run in form.runs(self.ratio * self.start) if run.stop > self.start]
        keys = ("start", "stop", "value")
        rows = [dict(zip(keys, run, strict=True)) for run in cycle]
        rows[0]["start"] = max(self.start, cycle[0].start)
        return {"runs": rows}


@dataclass(frozen=True)
class Cycle:
    """One cycle of a geometric law: its ratio and its number of runs; ``shift`` is 1 for laws with
    ceil, whose starts are larger by one."""

    ratio: int
    runs: int
    shift: int = 0


@dataclass(frozen=True, eq=False)
class GeometricForm(ClosedForm):
    """A geometric law with the runs below its start."""

    law: Geometric
    head: Runs

    def at(self, n: int) -> int:
        return self.head.at(_descend(n, self.law))

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        return at_words(numbers, self._at_words, self.at)

    def _at_words(self, n: Words) -> Words:
        """`at` for a whole array, by a search among the starts of all runs."""
        import numpy as np

        runs = self.runs(int(n.max()) + 1)
        starts = np.array(runs.starts, dtype=np.int64)
        values = np.array(runs.values, dtype=np.int64)
        return values[np.searchsorted(starts, n, side="right") - 1]

    def runs(self, stop: int) -> Runs:
        """The maximal runs on 0 <= n < stop; their number grows like log(stop)."""
        c, n0 = self.law.ratio, self.law.start
        starts, values = list(self.head.starts), list(self.head.values)
        known = n0  # the runs are right below here
        while known < stop:
            refuse_long_runs(len(starts), known, stop)
            # n in [known, further) has floor(n/c) (or ceil) below known.
            further = c * known if not self.law.ceil else c * (known - 1) + 1
            layer = Runs(tuple(starts), tuple(values), known)
            for start, value in _scaled(layer, self.law, known, further):
                if value != values[-1]:
                    starts.append(start)
                    values.append(value)
            known = further
        return Runs(tuple(starts), tuple(values), known).prefix(stop)

    def cycle(self) -> Cycle:
        """The number of runs between a number and its multiple by ``ratio``.

        >>> from mexplore.discover.heaps.study import study
        >>> from mexplore.rules.notation import parse_rule
        >>> study(parse_rule("divide(2..6)")).best.form.cycle()
        Cycle(ratio=12, runs=4, shift=0)
        """
        ratio, shift = self.law.ratio, int(self.law.ceil)
        low, high = self.law.start * ratio, (self.law.start - shift) * ratio**2 + shift
        starts = [start for start in self.runs(high).starts if start >= low]
        return Cycle(ratio, len(starts), shift)

    def prefix(self, stop: int) -> Values:
        return self.runs(stop).dense(stop)

    def counts(self, stop: int) -> dict[int, int]:
        counts: dict[int, int] = {}
        for run in self.runs(stop):
            counts[run.value] = counts.get(run.value, 0) + run.stop - run.start
        return counts

    def nth_of(self, value: int, k: int, stop: int) -> int | None:
        left = k
        for run in self.runs(stop):
            if run.value == value:
                if left <= run.stop - run.start:
                    return run.start + left - 1
                left -= run.stop - run.start
        return None

    def largest_value(self) -> int | None:
        """Every term equals one below the start, to which the law leads. But G(ceil(1/c)) is G(1)
        itself, so with ceil and a start of 1 the law leads down to n = 1 only."""
        return None if self.law.ceil and self.law.start == 1 else max(self.head.values)

    def value_sets(self, budget: Budget) -> Mapping[int, Automaton] | None:
        """G(n), n >= start, is the value at the longest beginning of the digits of n in base ratio
        that is below the start: the last of floor(n/c), floor(n/c^2), ... to which the law leads.
        With ceil this is true of n - 1 in place of n, as ceil(n/c) - 1 = floor((n - 1)/c)."""
        from mexplore.discover.automata.from_the_top import value_sets_of

        law = self.law
        c, shift = law.ratio, int(law.ceil)
        stop = law.start - shift
        if stop < 1 or stop > MOST_BEGINNINGS:
            return None
        values = [self.head.at(m + shift) for m in range(stop)]
        ends = {value: stop + i for i, value in enumerate(sorted({*values}))}
        rows = [
            [c * m + d if c * m + d < stop else ends[values[m]] for d in range(c)]
            for m in range(stop)
        ]
        rows += [[end] * c for end in ends.values()]
        sets = value_sets_of(c, rows, [*values, *ends], budget)
        return sets if not shift else _one_later(sets, self.head.at(0), budget)

    def eventual_steps(self) -> EventualSteps | None:
        """If no run begins in start < n <= ratio * start, none begins later, because the law
        repeats the values there again and again."""
        runs = self.runs(self.law.ratio * self.law.start + 1)
        last = runs.starts[-1]
        return EventualSteps(last, 1, 0) if last <= self.law.start else None

    def never_repeats(self) -> bool:
        """Unless the values become constant. For m >= start they are G(m) for all c^k*m <= n <
        c^k*(m + 1), with ceil for all c^k*(m - 1) < n <= c^k*m: so there are stretches of any
        length with one value. If they repeated from n0 on with period p, a stretch of p numbers
        beyond n0 would make them constant from n0 on; but runs begin again and again."""
        return self.eventual_steps() is None

    def first_difference(self, other: Self) -> int | None:
        """Two laws whose ratios are powers of one number.

        A law with the ratio c from n0 on is one with the ratio c^i from c^(i-1) n0 on, as nested
        floors are one floor. So if c^i = c'^j, both are laws with one ratio from some start on,
        and agree if they agree below it (and below 2, as ceil(1/c) = 1). If no powers of the two
        ratios agree, or one law rounds up and the other down, the runs are compared: they must
        differ, unless no run begins beyond some n, which `eventual_steps` decides.
        """
        powers = common_power(self.law.ratio, other.law.ratio)
        if powers is not None and self.law.ceil == other.law.ceil:
            forms = zip((self, other), powers, strict=True)
            stop = max(2, *(f.law.ratio ** (i - 1) * f.law.start for f, i in forms))
            return self.runs(stop).first_difference(other.runs(stop))
        for digits in FOLLOWED_DIGITS:
            difference = self.runs(10**digits).first_difference(other.runs(10**digits))
            if difference is not None:
                return difference
        raise Undecided(f"the runs agree below 10^{FOLLOWED_DIGITS[-1]}")

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        from mexplore.discover.heaps.patterns._formulas import geometric_formula

        return geometric_formula(self, n)

    def has_short_formula(self) -> bool:
        return False  # it has cases: n = 0 is always one


def _one_later(sets: Mapping[int, Automaton], at_0: int, budget: Budget) -> Mapping[int, Automaton]:
    """Where n - 1 is in each set; 0 has a value of its own."""
    from mexplore.discover.automata.numbers import equation, finite
    from mexplore.discover.automata.operations import both, either, exists

    numeration = next(iter(sets.values())).numeration
    zero = finite([(0,)], 1, numeration)
    next_one = equation((1, -1), -1, numeration, budget)
    found = {at_0: zero}
    for value, numbers in sets.items():
        later = exists(both(numbers.on((0,), 2), next_one, budget), 0, budget)
        found[value] = either(later, zero, budget) if value == at_0 else later
    return found


def _divide(n: int, c: int, ceil: bool) -> int:
    return -(-n // c) if ceil else n // c


def _descend(n: int, law: Geometric) -> int:
    """n divided by the ratio again and again until it is below the start; nested floors (ceils)
    are one floor of n/c^k, so k is found first, from the lengths in bits, and then one division
    made."""
    c, n0 = law.ratio, law.start
    k = max(0, int((n.bit_length() - n0.bit_length() - 1) / (c - 1).bit_length()) - 1)
    n = _divide(n, c**k, law.ceil)
    while n >= n0:
        if law.ceil and n == 1:
            break
        n = _divide(n, c, law.ceil)
    return n


def _scaled(layer: Runs, law: Geometric, low: int, high: int) -> Iterator[tuple[int, int]]:
    """(start, value) of the pieces of n -> layer.at(floor(n/c)) on low <= n < high."""
    c = law.ratio
    first = layer.index(_divide(low, c, law.ceil))
    yield low, layer.values[first]
    for i in range(first, len(layer.starts)):
        start, value = layer.starts[i], layer.values[i]
        # The first n with floor(n/c) >= start, or with ceil(n/c) >= start.
        scaled = c * (start - 1) + 1 if law.ceil else c * start
        if low < scaled < high:
            yield scaled, value


def _last_ratio(starts: Sequence[int], values: Sequence[int]) -> int | None:
    """The least integer ratio c = starts[i+P]/starts[i] of the last P + 2 or more runs, of equal
    values, reaching two cycles down."""
    count = len(starts)
    for cycle in range(1, count // 2):
        if starts[count - 1 - cycle] < 1:
            return None
        ratio, rest = divmod(starts[-1], starts[-1 - cycle])
        if rest or ratio < 2:
            continue
        low = count - 2 * cycle
        if low >= 1 and all(
            values[i] == values[i + cycle] and starts[i] * ratio == starts[i + cycle]
            for i in range(count - 1 - cycle, low - 1, -1)
        ):
            return ratio
    return None


def _pieces(runs: Runs, c: int, ceil: bool, start: int) -> Iterator[tuple[int, int, int]]:
    """(low, G(low), G(floor(low/c))) for the pieces of start <= n < runs.stop on which both are
    constant: they end at the starts of runs and at their multiples."""
    scaled = [c * (b - 1) + 1 if ceil else c * b for b in runs.starts]
    points = sorted({start, *runs.starts, *scaled})
    here = there = 0
    for low in points:
        if not start <= low < runs.stop:
            continue
        while here + 1 < len(runs) and runs.starts[here + 1] <= low:
            here += 1
        while there + 1 < len(runs) and scaled[there + 1] <= low:
            there += 1
        yield low, runs.values[here], runs.values[there]


def _least_start(runs: Runs, c: int, ceil: bool) -> int:
    """The least start >= 1 from which the law holds on everything known (runs.stop if none)."""
    start, holding = runs.stop, False
    for low, here, there in _pieces(runs, c, ceil, 1):
        if here != there:
            start, holding = runs.stop, False
        elif not holding:
            start, holding = low, True
    return start
