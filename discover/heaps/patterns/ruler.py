"""Arithmetic periods, except that some residue classes follow the ruler function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mexplore.discover.study.declared import INTEGER, Declared, Part, Parts, listed, whole
from mexplore.discover.study.pattern import ClosedForm, Pattern, check_countable
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.discover.automata.laws import Law
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values

    Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RulerClass:
    """One residue class: n = origin + p*m, m >= 1, with

        G(n) = saltus*m + constant - factor * 2^v2(m),

    2^v2(m) being the largest power of 2 that divides m; but G(n) = saltus*m + ``at_powers`` where m
    is itself a power of 2, unless ``at_powers`` is None.
    """

    origin: int
    constant: int
    factor: int
    at_powers: int | None

    def value(self, m: int, saltus: int) -> int:
        """The value at m >= 1."""
        lowest = m & -m
        if m == lowest and self.at_powers is not None:
            return saltus * m + self.at_powers
        return saltus * m + self.constant - self.factor * lowest


Fit = tuple[int, int, int, tuple[RulerClass, ...]]
"""Preperiod, period, saltus, ruler classes."""

LEAST_CYCLES = 24  # values of a class that are needed to recognise powers of 2
MOST_RULERS = 3  # classes that follow the ruler function
LATEST_ORIGIN = 8  # cycles before the ruler starts
MOST_TERMS = 1 << 13  # every period is tried, so the time is quadratic


def fitted(values: Values) -> Fit | None:
    """The ruler law of the least period in the first values, if there is one."""
    import numpy as np

    first = values[:MOST_TERMS].astype(np.int64)
    periods = range(2, len(first) // LEAST_CYCLES + 1)
    return next((fit for p in periods if (fit := with_period(first, p)) is not None), None)


def with_period(values: Integers, p: int) -> Fit | None:
    """The ruler law of this period, if there is one."""
    import numpy as np

    steps = values[p:] - values[:-p]
    last = np.sort(steps[-p:])  # each residue once: all but those of the rulers agree
    if p > 2 * MOST_RULERS and np.count_nonzero(last == last[p // 2]) < p - MOST_RULERS:
        return None
    tail = steps[len(steps) // 2 :]
    saltus = int(np.median(tail))
    broken = (tail != saltus).nonzero()[0] + len(steps) // 2
    if saltus < 0 or not len(broken):
        return None
    residues = sorted(set((broken % p).tolist()))  # np.unique would import numpy.ma
    if not len(residues) <= min(MOST_RULERS, p - 1):
        return None
    classes = []
    for r in residues:
        fit = _ruler(values[r::p], saltus)
        if fit is None:
            return None
        classes.append(RulerClass(r + p * fit[0], *fit[1:]))
    wrong = (steps != saltus).nonzero()[0]
    wrong = wrong[~np.isin(wrong % p, residues)]
    preperiod = int(wrong[-1]) + 1 if len(wrong) else 0
    return preperiod, p, saltus, tuple(classes)


def _ruler(values: Integers, saltus: int) -> tuple[int, int, int, int | None] | None:
    """(origin, constant, factor, value at powers) of the values at q = 0, 1, ..., for the least
    origin; None if there is none."""
    import numpy as np

    for origin in range(min(LATEST_ORIGIN, len(values) - LEAST_CYCLES + 2)):
        m = np.arange(1, len(values) - origin, dtype=np.int64)
        rest = values[origin + 1 :] - saltus * m
        lowest = m & -m
        odd, even = ([*set(rest[(lowest == low) & (m > low)].tolist())] for low in (1, 2))
        if len(odd) != 1 or len(even) != 1 or odd == even:
            continue
        factor = odd[0] - even[0]
        constant = odd[0] + factor
        law = constant - factor * lowest
        at_powers = rest[m == lowest]
        if (rest[m != lowest] != law[m != lowest]).any():
            continue
        if (at_powers == law[m == lowest]).all():
            return origin, constant, factor, None
        if len(set(at_powers.tolist())) == 1:
            return origin, constant, factor, int(at_powers[0])
    return None


def _class(given: Any) -> RulerClass:
    origin, constant, factor = map(INTEGER.load, given[:3])
    (at_powers,) = given[3:]
    if at_powers is not None:
        at_powers = INTEGER.load(at_powers)
    return RulerClass(origin, constant, factor, at_powers)


_CLASS = Part(_class, lambda each: list(astuple(each)))


@dataclass(frozen=True)
class Ruler(Declared, Pattern):
    """G(n + p) = G(n) + s for all n >= n0, except on some classes modulo p, which are ruler classes
    with the same s (`RulerClass`).

    The game 0.2048 is of this kind: p = 13, s = 4, and the class of n = 15 + 13*m has
    the values 4*m + 2 - 8 * 2^v2(m), but 4*m + 5 where m is a power of 2.

    >>> import numpy as np
    >>> from mexplore.discover.study.evidence import Evidence
    >>> m = np.arange(200)
    >>> values = np.where(m % 2, 9 * m + 1, 9 * m + 40 - 2 * (m // 2 & -(m // 2)))
    >>> law, = Ruler.detect(Evidence(values.astype(np.uint16)))
    >>> law.preperiod, law.period, law.saltus, law.classes
    (0, 2, 18, (RulerClass(origin=0, constant=40, factor=2, at_powers=None),))
    """

    name = "ruler"
    parts = Parts(preperiod=whole(), period=whole(2), saltus=whole(), classes=listed(_CLASS))
    says = (
        "G(n + $period) = G(n)[[ + $saltus]] for all n >= $preperiod with n mod $period not "
        "$residues; $laws"
    )
    typeset = (
        r"\begin{aligned} G(n + $period) &= G(n) + $saltus && (n \ge $preperiod,\ n \not\equiv "
        r"$residues \bmod $period) \\ $lines \end{aligned}"
    )

    reads: ClassVar[int | None] = MOST_TERMS

    preperiod: int
    period: int
    saltus: int
    classes: tuple[RulerClass, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        p, residues = self.period, {each.origin % self.period for each in self.classes}
        if not 0 < len(self.classes) == len(residues) < p:
            raise ValueError("some classes, but not all, follow the ruler function, each once")
        if any(each.origin < 0 or each.factor == 0 for each in self.classes):
            raise ValueError("an origin is >= 0, and a factor is not 0")

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        found = fitted(evidence.values) if evidence.dense else None
        if found is not None:
            yield cls(*found)

    @property
    def lag(self) -> int:
        return self.period

    def as_stated(self, failure: int) -> int:
        """A ruler class is stated term by term, the others by steps of p."""
        return failure if self.class_of(failure) is not None else failure - self.lag

    @property
    def needed(self) -> int:
        """The number of first terms that determine all others."""
        return max([self.preperiod, *(each.origin for each in self.classes)]) + self.period

    def class_of(self, n: int) -> RulerClass | None:
        """The ruler class of n; None if n is in none of them."""
        return next((c for c in self.classes if (n - c.origin) % self.period == 0), None)

    def first_failure(self, evidence: Evidence) -> int | None:
        import numpy as np

        values: npt.NDArray[Any] = evidence.whole().astype(self._numbers(evidence.stop))
        p = self.period
        wrong = np.zeros(len(values), dtype=np.bool_)
        begin = self.preperiod + p
        if begin < len(values):
            wrong[begin:] = values[begin:] - values[self.preperiod : -p] != self.saltus
        for each in self.classes:
            wrong[each.origin % p :: p] = False
            m = np.arange(1, max(1, -(-(len(values) - each.origin) // p))).astype(values.dtype)
            lowest = m & -m
            law = self.saltus * m + each.constant - each.factor * lowest
            if each.at_powers is not None:
                law = np.where(m == lowest, self.saltus * m + each.at_powers, law)
            wrong[each.origin + p :: p] = values[each.origin + p :: p] != law
        failing = wrong.nonzero()[0]
        return int(failing[0]) if len(failing) else None

    def _numbers(self, stop: int) -> type:
        """The integer type that holds every value of the law below stop."""
        import numpy as np

        of_classes = (n for c in self.classes for n in (c.constant, c.factor, c.at_powers or 0))
        largest = max(self.saltus, *map(abs, of_classes))
        return np.int64 if 3 * largest * (stop + 1) < 1 << 63 else object

    @property
    def residues(self) -> str:
        """The residues of the classes."""
        return ", ".join(str(c.origin % self.period) for c in self.classes)

    @property
    def laws(self) -> str:
        """The laws of the classes in words."""
        return "; ".join(map(self._class_in_words, self.classes))

    @property
    def lines(self) -> str:
        """The same in LaTeX."""
        p, s, lines = self.period, self.saltus, []
        for c in self.classes:
            other = r",\ m \ne 2^k" if c.at_powers is not None else ""
            lines.append(
                rf"G({p}m + {c.origin}) &= {s}m {c.constant:+d} {-c.factor:+d} \cdot 2^{{v_2(m)}} "
                rf"&& (m \ge 1{other})"
            )
            if c.at_powers is not None:
                lines.append(rf"G({p}m + {c.origin}) &= {s}m {c.at_powers:+d} && (m = 2^k)")
        return r" \\ ".join(lines)

    def _class_in_words(self, c: RulerClass) -> str:
        climbing = f"{self.saltus}*m" if self.saltus else ""
        law = f"{climbing}{_signed(c.constant)}{_signed(-c.factor)}*2^v2(m)".removeprefix(" + ")
        law = f"G({self.period}*m + {c.origin}) = {law} for all m >= 1"
        if c.at_powers is None:
            return law
        at_powers = f"{climbing}{_signed(c.at_powers)}".removeprefix(" + ")
        return f"{law} that are no power of 2, and {at_powers} at powers of 2"

    def size(self) -> int:
        return 3 + self.preperiod + self.period + 4 * len(self.classes)

    def not_least(self, evidence: Evidence) -> str | None:
        values, p = evidence.whole(), self.period
        n = self.preperiod - 1
        if n >= 0 and n + p < len(values):
            step = int(values[n + p]) - int(values[n])
            if self.class_of(n) is not None or step == self.saltus:
                return f"the preperiod {self.preperiod} is not least"
        shorter = (q for q in range(2, p) if p % q == 0)
        numbers = values.astype("int64")
        if any(with_period(numbers, q) is not None for q in shorter):
            return f"the period {p} is not least"
        return None

    def closed_form(self, evidence: Evidence) -> RulerForm | None:
        if not evidence.dense or evidence.stop < self.needed:
            return None
        return RulerForm(self, tuple(int(v) for v in evidence.values[: self.needed]))


@dataclass(frozen=True)
class RulerForm(ClosedForm):
    """A ruler law with its first values."""

    law: Ruler
    first: tuple[int, ...]

    def at(self, n: int) -> int:
        law = self.law
        each = law.class_of(n)
        if each is not None and n > each.origin:
            return each.value((n - each.origin) // law.period, law.saltus)
        if n < law.preperiod + law.period or each is not None:
            return self.first[n]
        cycles, rest = divmod(n - law.preperiod, law.period)
        return self.first[law.preperiod + rest] + cycles * law.saltus

    def prefix(self, stop: int) -> Values:
        import numpy as np

        found = np.array([self.at(n) for n in range(stop)], dtype=np.uint64)
        return found.astype(np.min_scalar_type(int(found.max(initial=0))))

    def counts(self, stop: int) -> dict[int, int]:
        check_countable(stop, most=MOST_COUNTED)
        found: dict[int, int] = {}
        for n in range(stop):
            value = self.at(n)
            found[value] = found.get(value, 0) + 1
        return found

    def by_residues(self) -> Law:
        from mexplore.discover.automata.laws import Law, LinearTail, ResidueLaw
        from mexplore.discover.heaps.patterns._ruler_tail import RulerTail

        law, p = self.law, self.law.period
        classes = []
        for r in range(p):
            each = law.class_of(r)
            if each is None:
                n = law.preperiod + (r - law.preperiod) % p
                line = LinearTail(law.saltus, self.first[n] - law.saltus * (n // p))
                classes.append(ResidueLaw.of([self.at(m) for m in range(r, n, p)], line))
            else:
                begin = each.origin // p
                tail = RulerTail(law.saltus, begin, each.constant, each.factor, each.at_powers)
                values = tuple(self.first[m] for m in range(r, each.origin + 1, p))
                classes.append(ResidueLaw(values, tail))
        return Law(tuple(classes), law.needed)


def _signed(number: int) -> str:
    return f" {'-' if number < 0 else '+'} {abs(number)}"


MOST_COUNTED = 10**6
