"""Beatty laws: G(n) = floor(alpha*n + beta), and Sturmian words of two values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import TYPE_CHECKING, Any, Self

from mexplore.discover.heaps.patterns.beatty.fit import IrrationalLine, fitted
from mexplore.discover.study.declared import Declared, Part, Parts, listed, whole
from mexplore.discover.study.pattern import ClosedForm, Pattern
from mexplore.rules.arithmetic.numbers import Number, Surd, ceiling_of, floor_of
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import sympy

    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values

    Integers = npt.NDArray[np.int64]

FEWEST_TERMS = 32
LONGEST_FIT = 1 << 15  # terms from which a line is guessed
LATEST_START = 3
_BLOCK = 1 << 16
_LARGEST_ARRAY = 1 << 40  # n and values up to this are first tested in floating point


def _numbers(number: Number) -> list[int]:
    """[p, q, d, r] with the number (p + q*sqrt(d))/r in lowest terms; [p, 0, 1, r] if rational."""
    if not isinstance(number, Surd):
        fraction = Fraction(number)
        return [fraction.numerator, 0, 1, fraction.denominator]
    r = lcm(number.a.denominator, number.b.denominator)
    return [int(number.a * r), int(number.b * r), number.d, r]


def _number(numbers: Any) -> Number:
    if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
        raise ValueError("a number is given by [p, q, d, r]")
    p, q, d, r = numbers
    if r < 1 or d < 1 or gcd(p, q, r) > 1 or (q and isqrt(d) ** 2 == d):
        raise ValueError("the numbers of (p + q*sqrt(d))/r are in lowest terms")
    return Surd(Fraction(p, r), Fraction(q, r), d) if q else Fraction(p, r)


def _irrational(numbers: Any) -> Surd:
    slope = _number(numbers)
    if not isinstance(slope, Surd):
        raise ValueError("the slope of a Beatty law is irrational")
    return slope


@dataclass(frozen=True)
class Beatty(Declared, Pattern):
    """G(n) = floor(slope*n + intercept) for all n >= start, slope a quadratic irrational; or, where
    two ``values`` (p, q) are given, G(n) = q where floor(slope*(n + 1) + intercept) exceeds
    floor(slope*n + intercept), and p elsewhere: a Sturmian word, 0 < slope < 1.

    The law is checked exactly, by integer square roots. A sequence of irrational slope is not
    arithmetic periodic, although the denominator of a convergent looks like a period for many
    terms.

    >>> import numpy as np
    >>> from mexplore.discover.study.evidence import Evidence
    >>> from math import isqrt
    >>> wythoff = np.array([(n + isqrt(5 * n * n)) // 2 for n in range(100)])
    >>> next(Beatty.detect(Evidence(wythoff))).statement()
    'G(n) = floor((1 + sqrt(5))/2*n) for all n >= 0'

    Source: S. Beatty, Problem 3173, American Mathematical Monthly 33 (1926) 159; M. Morse and G. A.
    Hedlund, Symbolic dynamics II: Sturmian trajectories, American Journal of Mathematics 62 (1940).
    """

    name = "beatty"
    parts = Parts(
        slope=Part(_irrational, _numbers),
        intercept=Part(_number, _numbers),
        start=whole(),
        values=replace(listed(whole()), optional=True, absent=None),
    )
    says = "G(n) = $term for all n >= $start"
    typeset = r"G(n) = $term_in_latex \quad\text{for all } n \ge $start"
    states_formula = True

    slope: Surd
    intercept: Number
    start: int = 0
    values: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.slope.sign() < 0:
            raise ValueError("a slope is positive")
        if isinstance(self.intercept, Surd) and self.intercept.d != self.slope.d:
            raise ValueError("slope and intercept lie in one field")
        if self.values is None:
            if floor_of(self.slope * self.start + self.intercept) < 0:
                raise ValueError("values are >= 0")
        elif floor_of(self.slope) or len(self.values) != 2 or self.values[0] == self.values[1]:
            raise ValueError("a word has two different values >= 0 and a slope below 1")

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        """At most one claim, with the least start."""
        if not evidence.dense or evidence.stop < FEWEST_TERMS:
            return
        head = evidence.values[:LONGEST_FIT].astype("int64")
        for start in range(LATEST_START + 1):
            claim = cls._fitted(head[start:], start)
            if claim is not None and claim.first_failure(evidence) is None:
                yield claim
                return

    @classmethod
    def _fitted(cls, terms: Integers, start: int) -> Self | None:
        import numpy as np

        steps = np.diff(terms)
        different = sorted(set(terms.tolist()))
        if not 0 <= int(steps.max()) - int(steps.min()) <= 1 and len(different) != 2:
            return None
        values = None
        if len(different) == 2:
            low, high = different
            values = (low, high)
            terms = np.concatenate(([0], np.cumsum(terms == high)))
            steps = np.diff(terms)
        if not int(terms[-1]) > int(terms[0]) >= 0:
            return None
        line = fitted(terms.tolist(), start)
        if line is None:
            return None
        slope, intercept = line
        if values is not None:
            intercept = intercept - floor_of(intercept)
        return cls(slope, intercept, start, values)

    @property
    def line(self) -> IrrationalLine:
        """The line under the floor."""
        return IrrationalLine(self.slope, self.intercept)

    def at(self, n: int) -> int:
        """The law's value at n."""
        here = floor_of(self.slope * n + self.intercept)
        if self.values is None:
            return here
        return self.values[floor_of(self.slope * (n + 1) + self.intercept) - here]

    def column(self, low: int, high: int) -> Integers:
        """The law's values at low <= n < high < 2^40."""
        import numpy as np

        floors = _floors(self.line, low, high + (self.values is not None))
        if self.values is None:
            return floors
        return np.where(np.diff(floors) > 0, self.values[1], self.values[0])

    def first_failure(self, evidence: Evidence) -> int | None:
        known = evidence.whole()
        for low in range(self.start, len(known), _BLOCK):
            part = known[low : low + _BLOCK]
            wrong = (self.column(low, low + len(part)) != part).nonzero()[0]
            if len(wrong):
                return low + int(wrong[0])
        return None

    def seen_enough(self, evidence: Evidence) -> bool:
        """Whether there are enough terms to find a line of this slope from them."""
        return evidence.stop >= self.start + FEWEST_TERMS

    def not_least(self, evidence: Evidence) -> str | None:
        n = self.start - 1
        if n >= 0 and n < evidence.stop and self._law_reaches(n) and self.at(n) == evidence.at(n):
            return f"the start {self.start} is not least: the law also holds at n = {n}"
        return None

    def _law_reaches(self, n: int) -> bool:
        return self.values is not None or floor_of(self.slope * n + self.intercept) >= 0

    def denies(self, other: Pattern) -> bool:
        """Steps on residue classes have rational slopes."""
        return other.goes_by_steps

    @property
    def term(self) -> str:
        """G(n) in words, with a comma after it where it is one of two values."""
        here, there = f"floor({self.written('n')})", f"floor({self.written('(n + 1)')})"
        if self.values is None:
            return here
        return f"{self.values[1]} where {there} > {here}, else {self.values[0]},"

    @property
    def term_in_latex(self) -> str:
        """G(n) in LaTeX."""
        import sympy

        return str(sympy.latex(self.expression(sympy.Symbol("n", integer=True, nonnegative=True))))

    def written(self, n: str) -> str:
        """The line at a number n in usual notation."""
        slope, intercept = written(self.slope), written(self.intercept)
        if intercept == "0":
            return f"{slope}*{n}"
        return f"{slope}*{n} + {intercept}".replace("+ -", "- ")

    def expression(self, n: sympy.Symbol) -> sympy.Expr:
        """The law in sympy."""
        import sympy

        slope, intercept = (_sympy(number) for number in (self.slope, self.intercept))
        here = sympy.floor(slope * n + intercept)
        if self.values is None:
            return here
        step = sympy.floor(slope * (n + 1) + intercept) - here
        return self.values[0] + (self.values[1] - self.values[0]) * step

    def size(self) -> int:
        numbers = [*_numbers(self.slope), *_numbers(self.intercept)]
        return 3 + self.start + sum(abs(number).bit_length() for number in numbers)

    def closed_form(self, evidence: Evidence) -> BeattyForm | None:
        if not evidence.dense or evidence.stop < self.start:
            return None
        return BeattyForm(self, tuple(evidence.values[: self.start].tolist()))


@dataclass(frozen=True)
class BeattyForm(ClosedForm):
    """A Beatty law with the values before its start.

    >>> golden = Surd(Fraction(1, 2), Fraction(1, 2), 5)
    >>> BeattyForm(Beatty(golden, 0), ()).at(10**30)
    1618033988749894848204586834365
    """

    law: Beatty
    head: tuple[int, ...]

    def at(self, n: int) -> int:
        return self.head[n] if n < len(self.head) else self.law.at(n)

    def prefix(self, stop: int) -> Values:
        import numpy as np

        if stop > _LARGEST_ARRAY:
            raise TooLarge(f"{stop} values are too many for memory")
        tail = [self.law.column(low, min(low + _BLOCK, stop)) for low in self._blocks(stop)]
        whole = np.concatenate((np.array(self.head[:stop], dtype=np.int64), *tail))
        return whole.astype(np.min_scalar_type(int(whole.max(initial=0))))

    def _blocks(self, stop: int) -> Iterable[int]:
        return range(len(self.head), stop, _BLOCK)

    def counts(self, stop: int) -> dict[int, int]:
        if self.law.values is not None:
            return {v: c for v in self._all_values() if (c := self.count_of(v, stop))}
        return super().counts(stop)

    def _all_values(self) -> list[int]:
        return sorted({*self.head, *(self.law.values or ())})

    def count_of(self, value: int, stop: int) -> int:
        """Computed from the number of steps of the floor, or from the places at which the line
        passes ``value`` and ``value + 1``."""
        head, law = self.head[:stop].count(value), self.law
        if stop <= law.start:
            return head
        if law.values is not None:
            steps = floor_of(law.slope * stop + law.intercept) - floor_of(
                law.slope * law.start + law.intercept
            )
            found = {law.values[1]: steps, law.values[0]: stop - law.start - steps}
            return head + found.get(value, 0)
        first, beyond = (
            min(max(ceiling_of((v - law.intercept) / law.slope), law.start), stop)
            for v in (value, value + 1)
        )
        return head + beyond - first

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        return None if self.head else self.law.expression(n)


def _floors(line: IrrationalLine, low: int, high: int) -> Integers:
    """floor(alpha*n + beta) for low <= n < high: by floating point, and exactly wherever that is
    within its error of an integer."""
    import numpy as np

    slope, intercept = float_of(line.slope), float_of(line.intercept)
    x = slope * np.arange(low, high, dtype=np.float64) + intercept
    floors: Integers = np.floor(x).astype(np.int64)
    # Four operations, each with a relative error below 2^-52.
    error = (np.abs(slope) * high + np.abs(intercept) + 1) * 2.0**-48
    for i in np.flatnonzero(np.abs(x - np.rint(x)) <= error).tolist():
        floors[i] = floor_of(line.slope * (low + i) + line.intercept)
    return floors


def float_of(number: Number) -> float:
    """The number in floating point, from 80 exact bits after the point."""
    return floor_of(number * (1 << 80)) / (1 << 80)


def written(number: Number) -> str:
    """The number in usual notation.

    >>> written(Surd(Fraction(1, 2), Fraction(-1, 2), 5)), written(Fraction(1, 2))
    ('(1 - sqrt(5))/2', '1/2')
    """
    p, q, d, r = _numbers(number)
    root = f"sqrt({d})" if abs(q) == 1 else f"{abs(q)}*sqrt({d})"
    if q == 0:
        return str(Fraction(p, r))
    above = f"{p} {'+' if q > 0 else '-'} {root}" if p else f"{'' if q > 0 else '-'}{root}"
    if r == 1:
        return f"({above})" if p else above
    return f"({above})/{r}" if p else f"{above}/{r}"


def _sympy(number: Number) -> sympy.Expr:
    import sympy

    p, q, d, r = _numbers(number)
    return (p + q * sympy.sqrt(d)) / sympy.Integer(r)
