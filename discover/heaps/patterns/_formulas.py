"""Closed forms as sympy expressions, in the shortest form that a person would write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.rules.arithmetic.residues import block_of, is_short, one_of, residue_formula

if TYPE_CHECKING:
    import sympy

    from mexplore.discover.heaps.patterns.geometric import GeometricForm
    from mexplore.discover.heaps.patterns.periodic import PeriodicForm

LONGEST_PERIOD = 400
MOST_EXCEPTIONS = 200
MOST_PIECES = 400


def periodic_formula(form: PeriodicForm, n: sympy.Symbol) -> sympy.Expr | None:
    """The law over Mod(n, p), the exceptions below the preperiod named one by one.

    None where the period or the number of exceptions is too large to be read.
    """
    p = form.law.period
    if p > LONGEST_PERIOD or form.law.preperiod > 10**6:
        return None
    if form.number_of_exceptions() > MOST_EXCEPTIONS:
        return None
    exceptions = form.exceptions()
    residues = [form.extended_down(r) for r in range(p)]
    law = residue_formula(residues, form.law.saltus, n)
    return _with_exceptions({e: form.at(e) for e in exceptions}, law, n)


def is_one_line(form: PeriodicForm) -> bool:
    """Whether `periodic_formula` is a formula without cases, told without an algebra system.

    >>> from mexplore.discover.heaps.study import study
    >>> from mexplore.rules.notation import parse_rule
    >>> rules = map(parse_rule, ["0.77", "subtract(1, 2)", "subtract(2, 5, 7)"])
    >>> [is_one_line(study(rule).best.form) for rule in rules]
    [False, True, False]
    """
    p = form.law.period
    if p > LONGEST_PERIOD or form.law.preperiod > 10**6 or form.number_of_exceptions():
        return False
    residues = [form.extended_down(r) for r in range(p)]
    return block_of(residues) is not None or is_short(residues, form.law.saltus)


def _with_exceptions(exceptions: dict[int, int], law: sympy.Expr, n: sympy.Symbol) -> sympy.Expr:
    import sympy

    if not exceptions:
        return law
    by_value: dict[int, list[int]] = {}
    for at, value in exceptions.items():
        by_value.setdefault(value, []).append(at)
    pieces = [(value, one_of(n, by_value[value])) for value in sorted(by_value)]
    rest = law.args if isinstance(law, sympy.Piecewise) else ((law, True),)
    return sympy.Piecewise(*pieces, *rest)


def geometric_formula(form: GeometricForm, n: sympy.Symbol) -> sympy.Expr | None:
    """The law as pieces of x = n/c^k, k = floorlog(n, c), 1 <= x < c; what it does not cover
    (n = 0 and some n below the start) is named first.

    On [c^j, c^(j+1)) with c^j >= start, G is constant between the starts b of runs; for larger n
    the same holds of n/c^(k-j), whose floor is in that interval, and floor(y) < b is y < b. So
    the thresholds of x are the b/c^j. (Under ceil, ceil(y) < b is y <= b - 1, and k counts n - 1.)
    """
    import sympy

    from mexplore.rules.arithmetic.formula_values import named_function

    law = form.law
    shift = 1 if law.ceil else 0
    c, j = law.ratio, 0
    while c**j < law.start - shift:
        j += 1
    top = c**j
    runs = [(run.start - shift, run.value) for run in form.runs(top * c + shift)]
    thresholds = [(max(start, top), value) for start, value in _cut(runs, top)]
    if len(runs) > MOST_PIECES:
        return None
    m = n - shift
    x = m / c ** named_function("floorlog")(m, c)
    ends = [start for start, _ in thresholds[1:]]
    inner = [
        (value, x < sympy.Rational(end, top))
        for (_, value), end in zip(thresholds, ends, strict=False)
    ]
    pieces = [*_exceptions_below(form, thresholds, top, shift, n), *inner]
    return sympy.Piecewise(*pieces, (thresholds[-1][1], True))


def _cut(runs: list[tuple[int, int]], top: int) -> list[tuple[int, int]]:
    """The runs that reach beyond ``top``."""
    ends = [*(start for start, _ in runs[1:]), None]
    return [run for run, end in zip(runs, ends, strict=True) if end is None or end > top]


def _exceptions_below(
    form: GeometricForm, thresholds: list[tuple[int, int]], top: int, shift: int, n: sympy.Symbol
) -> list[tuple[int, sympy.Basic]]:
    """The pieces of 0 <= n < top (+ shift) on which the thresholds give a wrong value."""
    import sympy

    c = form.law.ratio
    zero = 0 + shift
    pieces: list[tuple[int, sympy.Basic]] = [(form.at(0), sympy.Eq(n, 0))]
    if shift:
        pieces = (
            [(form.at(0), n <= 1)]
            if form.at(0) == form.at(1)
            else [*pieces, (form.at(1), sympy.Eq(n, 1))]
        )
    low = zero + 1
    for start, stop, right, wrong in _compare(form, thresholds, top, c, shift):
        first = max(start, low)
        if wrong and stop > first:
            where = sympy.Eq(n, first) if stop == first + 1 else sympy.And(n >= first, n < stop)
            pieces.append((right, where))
    return pieces


def _compare(
    form: GeometricForm, thresholds: list[tuple[int, int]], top: int, c: int, shift: int
) -> list[tuple[int, int, int, bool]]:
    """(start, stop, value, whether the thresholds err) for pieces of 1 <= n - shift < top."""
    runs = form.runs(top + shift)
    points = {run.start for run in runs}
    power = top
    while power > 1:
        power //= c
        # b*power/top in [power, c*power): the first integer at or above it.
        points |= {-(-b * power // top) + shift for b, _ in thresholds}
    inside = sorted(point for point in points if shift < point < top + shift)
    rows = []
    for start, stop in zip(inside, [*inside[1:], top + shift], strict=True):
        m = start - shift
        scale = top
        while m < scale:
            scale //= c
        guess = next(v for b, v in reversed(thresholds) if m * top >= b * scale)
        rows.append((start, stop, form.at(start), guess != form.at(start)))
    return rows
