"""The case analysis of a law, as people do it by hand: one row an interval or a residue class.

A row names where n lies, where each option then lies and of which value it is, the mex, and what
the law claims. Each inequality and each congruence is decided by sympy, with k or q symbolic; a
row that fails is shown as failing. The table is a second, independent reading of the proof: the
theorem's finite check covers the n for which the rows are not yet valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from discover.pattern import ClosedForm
from discover.patterns.geometric import GeometricForm
from discover.patterns.periodic import PeriodicForm
from rules.families.division.rule import Division
from rules.families.subtraction.rule import Subtraction
from rules.families.take_and_break.rule import TakeAndBreak
from rules.rule import Rule, mex

if TYPE_CHECKING:
    import sympy

MOST_ROWS = 512


@dataclass(frozen=True)
class Check:
    """One inequality or congruence, and whether sympy finds it true for every k or q."""

    text: str
    holds: bool


@dataclass(frozen=True)
class Option:
    """Where options land, and the values there; ``latex`` and ``text`` say the same."""

    text: str
    latex: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """One case: all options by value, and the checks that put them there."""

    where: str
    where_latex: str
    options: tuple[Option, ...]
    values: tuple[int, ...]
    claim: int
    checks: tuple[Check, ...]

    @property
    def mex(self) -> int:
        """The mex of the values of the options."""
        return mex(self.values)

    @property
    def holds(self) -> bool:
        """Whether every check is true and the mex is what the law claims."""
        return self.mex == self.claim and all(check.holds for check in self.checks)


@dataclass(frozen=True)
class Cases:
    """The rows, and for which n they are valid; below, the terms are checked one by one."""

    variable: str
    variable_latex: str
    valid_from: int
    rows: tuple[Row, ...]

    @property
    def holds(self) -> bool:
        """Whether every row holds."""
        return all(row.holds for row in self.rows)


def case_analysis(rule: Rule, form: ClosedForm) -> Cases | None:
    """The case analysis of a closed form, where its kind and the family have one; None where
    they have none, or where it would have more than MOST_ROWS rows.

    >>> from discover.study import study
    >>> from rules.notation import parse_rule
    >>> rule = parse_rule("subtract(1, 2)")
    >>> cases = case_analysis(rule, study(rule).best.form)
    >>> [(row.where, row.values, row.claim) for row in cases.rows]
    [('n = 3q', (1, 2), 0), ('n = 3q + 1', (0, 2), 1), ('n = 3q + 2', (0, 1), 2)]
    >>> cases.holds
    True
    """
    if isinstance(form, GeometricForm) and isinstance(rule, Division):
        return _division_cases(rule, form)
    if not isinstance(form, PeriodicForm) or form.law.saltus or form.law.period > MOST_ROWS:
        return None
    if isinstance(rule, Subtraction) and rule.finite:
        return _subtraction_cases(rule, form)
    if isinstance(rule, TakeAndBreak):
        return _breaking_cases(rule, form)
    return None


# Division: n between consecutive multiples of c^k.


def _division_cases(rule: Division, form: GeometricForm) -> Cases | None:
    """Cut 1 <= x = n/c^k < c at the thresholds t of the law and at every d*t*c^e: between two
    cuts each floor(n/d) stays in one run, because floor(n/d) >= b exactly if n >= d*b, b an
    integer. Under ceil everything is said of n - 1."""
    thresholds = _thresholds(form)
    if thresholds is None:
        return None
    ladder = _Ladder(form.law.ratio, thresholds)
    cuts = ladder.cuts(rule.divisors)
    if len(cuts) > MOST_ROWS:
        return None
    shift = 1 if rule.ceil else 0
    ends = [*cuts[1:], Fraction(form.law.ratio)]
    rows = [ladder.row(low, high, rule) for low, high in zip(cuts, ends, strict=True)]
    name = "n - 1" if rule.ceil else "n"
    c = form.law.ratio
    return Cases(
        f"{c}^k <= {name} < {c}^(k+1)",
        rf"{c}^k \le {name} < {c}^{{k+1}}",
        max(rule.divisors) * (form.law.start - shift) + shift,
        tuple(rows),
    )


def _thresholds(form: GeometricForm) -> list[tuple[Fraction, int]] | None:
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
        first, last = _scaled(low, self.ratio), _scaled(high, self.ratio)
        return Row(
            f"{first.text} <= {name} < {last.text}",
            rf"{first.latex} \le {name} < {last.latex}",
            tuple(options),
            _all_values(options),
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
class _Scaled:
    text: str
    latex: str


def _scaled(x: Fraction, c: int) -> _Scaled:
    """x*c^k as a person writes it: 12^k, 2*12^k, 3/2*12^k, 12^(k+1), 6*12^(k-1).

    >>> _scaled(Fraction(12), 12).text, _scaled(Fraction(1, 2), 12).text
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
    return _Scaled(text, power if x == 1 else rf"{factor} \cdot {power}")


def _quotient(d: int, ceil: bool, run: tuple[Fraction, Fraction, int], c: int) -> Option:
    a, b, value = run
    low, high = _scaled(a, c), _scaled(b, c)
    inner = f"ceil(n/{d}) - 1" if ceil else f"floor(n/{d})"
    left, right = (r"\lceil", r"\rceil - 1") if ceil else (r"\lfloor", r"\rfloor")
    return Option(
        f"{inner} in [{low.text}, {high.text}) -> {value}",
        rf"{left} n/{d} {right} \in [{low.latex}, {high.latex}) \to {value}",
        (value,),
    )


# Periods: n = p*q + r.


def _residue_cases(
    form: PeriodicForm, valid_from: int, row: Callable[[int], tuple[list[Option], list[Check]]]
) -> Cases:
    p = form.law.period
    rows = []
    for r in range(p):
        options, checks = row(r)
        values = _all_values(options)
        where = _residue_class(p, r)
        rows.append(Row(where, where, tuple(options), values, form.extended_down(r), tuple(checks)))
    return Cases(f"n = {p}q + r", f"n = {p}q + r", valid_from, tuple(rows))


def _residue_class(p: int, r: int) -> str:
    q = f"{p}q" if p > 1 else "q"
    return f"n = {q} + {r}" if r else f"n = {q}"


class _Congruences:
    """Mod(p*q + offset, p), decided by sympy once for each offset."""

    def __init__(self, p: int) -> None:
        import sympy

        self.p = p
        self._q = sympy.Symbol("q", integer=True)
        self._known: dict[int, Check] = {}

    def check(self, offset: int) -> Check:
        """That p*q + offset leaves the remainder offset mod p for every q."""
        import sympy

        if offset not in self._known:
            p, expected = self.p, offset % self.p
            remainder = sympy.Mod(p * self._q + offset, p)
            text = f"{p}*q + {offset} = {expected} (mod {p})"
            self._known[offset] = Check(text, remainder == expected)
        return self._known[offset]


def _subtraction_cases(rule: Subtraction, form: PeriodicForm) -> Cases:
    p = form.law.period
    congruences = _Congruences(p)

    def row(r: int) -> tuple[list[Option], list[Check]]:
        options = []
        for s in rule.members:
            value = form.extended_down((r - s) % p)
            rest = (r - s) % p
            latex = rf"n - {s} \equiv {rest} \to {value}"
            options.append(Option(f"n - {s} ≡ {rest} -> {value}", latex, (value,)))
        return options, [congruences.check(r - s) for s in rule.members]

    return _residue_cases(form, form.law.preperiod + rule.largest, row)


def _breaking_cases(rule: TakeAndBreak, form: PeriodicForm) -> Cases | None:
    """Options of n = p*q + r by the residues of their heaps, with each heap below n0 on its own.

    A move that leaves i heaps leaves at least one of n0 or more, because n is large; the others
    are exceptional heaps (1 <= a < n0, of value G(a)) or heaps in a residue class, whose value
    is the law's. Every such choice whose residues add up occurs: give every heap but one its
    least size in its class, below n0 + p; what is left for the last is n0 or more.
    """
    if rule.has_suffix or rule.repeating or rule.most_heaps is None or not rule.digits:
        return None
    n0, p, t = max(form.law.preperiod, 1), form.law.period, rule.most_heaps
    sums = _sums_of_heaps(form, n0, p, t)
    congruences = _Congruences(p)

    def row(r: int) -> tuple[list[Option], list[Check]]:
        options, checks = [], []
        for j, digit in sorted(rule.digits.items()):
            rest = (r - j) % p
            checks.append(congruences.check(r - j))
            for heaps, _ in digit.listed:
                if heaps:
                    options.append(_split_option(j, heaps, rest, sums[heaps][rest]))
        return options, checks

    return _residue_cases(form, t * (n0 + p) + rule.largest_take, row)


def _split_option(j: int, heaps: int, rest: int, values: list[int]) -> Option:
    parts = "" if heaps == 1 else f"{heaps} heaps of "
    sign = "-" if j > 0 else "+"
    whole = f"{parts}{f'n {sign} {abs(j)}' if j else 'n'}"
    listed = ", ".join(map(str, values))
    latex = rf"\text{{{whole}}} \equiv {rest} \to {listed}"
    return Option(f"{whole} ≡ {rest} -> {listed}", latex, tuple(values))


def _sums_of_heaps(form: PeriodicForm, n0: int, p: int, t: int) -> dict[int, list[list[int]]]:
    """sums[i][r]: the values of i nonempty heaps, one of them >= n0, whose sizes add to r mod p.

    sums[i][r] is the set of all x xor y, x in sums[i-1][s], y a value of any heap = r - s mod p.
    The Walsh-Hadamard transform turns such a set of xors into a product, so that the sum over s
    of products of transforms counts how often each value arises.
    """
    import numpy as np

    size = 1 << int(form.values.max()).bit_length()
    indices = np.arange(size)
    transform = 1 - 2 * (np.bitwise_count(indices[:, None] & indices[None, :]).astype(np.int64) & 1)
    large = np.zeros((p, size), dtype=np.int64)  # heaps >= n0, by residue
    for r in range(p):
        large[r, form.extended_down(r)] = 1
    any_heap = large.copy()
    for a in range(1, n0):
        any_heap[a % p, form.at(a)] = 1
    sums, images = {1: large}, any_heap @ transform
    for heaps in range(2, t + 1):
        before = sums[heaps - 1] @ transform
        counts = [(before * images[(r - np.arange(p)) % p]).sum(axis=0) for r in range(p)]
        sums[heaps] = ((np.array(counts) @ transform) > 0).astype(np.int64)
    return {heaps: [np.flatnonzero(row).tolist() for row in rows] for heaps, rows in sums.items()}


def _all_values(options: Iterable[Option]) -> tuple[int, ...]:
    return tuple(sorted({value for option in options for value in option.values}))


def failing(cases: Cases) -> Iterable[Row]:
    """The rows that do not hold."""
    return (row for row in cases.rows if not row.holds)
