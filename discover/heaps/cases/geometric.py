"""Division under a geometric law: n between consecutive multiples of c^k."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.cases import MOST_ROWS, CaseAnalysis, Cases, Check, Option, Row
from mexplore.discover.heaps.patterns.geometric import GeometricForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.division.rule import Division
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    import sympy


class QuotientsByPowers(CaseAnalysis[Division, GeometricForm]):
    """Cut 1 <= x = n/c^k < c at the thresholds t of the law and at every d*t*c^e: between two
    cuts each floor(n/d) stays in one run, because floor(n/d) >= b exactly if n >= d*b, b an
    integer. Under ceil the same holds of n - 1.
    """

    of_rule: ClassVar[type[Rule]] = Division
    of_form: ClassVar[type[ClosedForm]] = GeometricForm

    def has_cases(self, rule: Division, form: GeometricForm) -> bool:
        found = thresholds(form)
        ladder = None if found is None else _Ladder(form.law.ratio, found)
        return ladder is not None and len(ladder.cuts(rule.divisors)) <= MOST_ROWS

    def cases(self, rule: Division, form: GeometricForm) -> Cases:
        found = thresholds(form)
        assert found is not None, "a law has thresholds where it has cases"
        ladder = _Ladder(form.law.ratio, found)
        cuts = ladder.cuts(rule.divisors)
        shift = 1 if rule.ceil else 0
        stops = [*cuts[1:], Fraction(form.law.ratio)]
        rows = [ladder.row(low, high, rule) for low, high in zip(cuts, stops, strict=True)]
        name = "n - 1" if rule.ceil else "n"
        c = form.law.ratio
        return Cases(
            f"{c}^k <= {name} < {c}^(k+1)",
            max(rule.divisors) * (form.law.start - shift) + shift,
            tuple(rows),
        )


def thresholds(form: GeometricForm) -> list[tuple[Fraction, int]] | None:
    """The (t, value) with G(n) = value from n = t*c^k on, 1 <= t < c, the first t = 1."""
    shift = 1 if form.law.ceil else 0
    c, top = form.law.ratio, 1
    while top < form.law.start - shift:
        top *= c
    found: list[tuple[Fraction, int]] = []
    for run in form.runs(top * c + shift):
        if run.stop - shift > top:
            found.append((Fraction(max(run.start - shift, top), top), run.value))
        if len(found) > MOST_ROWS:
            return None
    return found


@dataclass(frozen=True)
class _Ladder:
    """The runs [t*c^k, t'*c^k) of a geometric law for all k, t <= 1 and t > c included."""

    ratio: int
    thresholds: list[tuple[Fraction, int]]

    def below(self, x: Fraction) -> tuple[Fraction, Fraction, int]:
        """The run [a, b) in units of c^k that holds x > 0, and its value."""
        scale = Fraction(1)
        while x < scale:
            scale /= self.ratio
        while x >= scale * self.ratio:
            scale *= self.ratio
        ends = [*(t for t, _ in self.thresholds[1:]), Fraction(self.ratio)]
        for (t, value), end in zip(self.thresholds, ends, strict=True):
            if x < end * scale:
                return t * scale, end * scale, value
        raise AssertionError("x < ratio * scale lies in some run")

    def cuts(self, divisors: tuple[int, ...]) -> list[Fraction]:
        points = {t for t, _ in self.thresholds}
        for d in divisors:
            for t, _ in self.thresholds:
                x = d * t
                while x >= self.ratio:
                    x /= self.ratio
                points.add(x)
        return sorted(points)

    def row(self, low: Fraction, high: Fraction, rule: Division) -> Row:
        options, checks = [], []
        for d in rule.divisors:
            a, b, value = self.below(low / d)
            checks += self._inside(low, high, d, (a, b))
            options.append(_quotient(d, rule.ceil, (a, b, value), self.ratio))
        _, _, claim = self.below(low)
        name = "n - 1" if rule.ceil else "n"
        first, last = scaled(low, self.ratio), scaled(high, self.ratio)
        return Row(
            first.within(name, last),
            first.within(name, last, latex=True),
            tuple(options),
            claim,
            tuple(checks),
        )

    def _inside(
        self, low: Fraction, high: Fraction, d: int, run: tuple[Fraction, Fraction]
    ) -> list[Check]:
        """That low*c^k >= d*a*c^k and high*c^k <= d*b*c^k, for every k."""
        import sympy

        k = sympy.Symbol("k", integer=True)
        power = sympy.Integer(self.ratio) ** k

        def at(x: Fraction) -> sympy.Expr:
            return sympy.Rational(x.numerator, x.denominator) * power

        a, b = run
        pairs = [(at(low), d * at(a), f"{low}*c^k >= {d}*{a}*c^k")]
        pairs.append((d * at(b), at(high), f"{d}*{b}*c^k >= {high}*c^k"))
        return [
            Check(text, sympy.expand(large - small).is_nonnegative is True)
            for large, small, text in pairs
        ]


@dataclass(frozen=True)
class Scaled:
    """x*c^k as plain text and as LaTeX."""

    text: str
    latex: str

    def within(self, name: str, high: Scaled, *, latex: bool = False) -> str:
        """That a number is at least this and less than another, as text or as LaTeX.

        >>> scaled(Fraction(4), 12).within("n", scaled(Fraction(6), 12))
        '4*12^k <= n < 6*12^k'
        """
        if latex:
            return rf"{self.latex} \le {name} < {high.latex}"
        return f"{self.text} <= {name} < {high.text}"


def scaled(x: Fraction, c: int) -> Scaled:
    """x*c^k in usual notation: 12^k, 2*12^k, 3/2*12^k, 12^(k+1), 6*12^(k-1).

    >>> scaled(Fraction(12), 12).text, scaled(Fraction(1, 2), 12).text
    ('12^(k+1)', '6*12^(k-1)')
    """
    e = 0
    while x >= c:
        x, e = x / c, e + 1
    while x < 1:
        x, e = x * c, e - 1
    exponent = "k" if not e else f"(k{e:+d})"
    text = f"{c}^{exponent}" if x == 1 else f"{x}*{c}^{exponent}"
    power = f"{c}^{{k{e:+d}}}" if e else f"{c}^k"
    factor = str(x) if x.denominator == 1 else rf"\tfrac{{{x.numerator}}}{{{x.denominator}}}"
    return Scaled(text, power if x == 1 else rf"{factor} \cdot {power}")


def _quotient(d: int, ceil: bool, run: tuple[Fraction, Fraction, int], c: int) -> Option:
    a, b, value = run
    low, high = scaled(a, c), scaled(b, c)
    inner = f"ceil(n/{d}) - 1" if ceil else f"floor(n/{d})"
    left, right = (r"\lceil", r"\rceil - 1") if ceil else (r"\lfloor", r"\rfloor")
    return Option(
        f"{inner} in [{low.text}, {high.text}) -> {value}",
        rf"{left} n/{d} {right} \in [{low.latex}, {high.latex}) \to {value}",
        (value,),
    )
