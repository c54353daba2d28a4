"""Geometric laws: the runs of equal values with their ratios, and n by its place in a cycle."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.cases.geometric import Scaled, scaled, thresholds
from mexplore.discover.heaps.patterns.geometric import Geometric, GeometricForm
from mexplore.reports.sections.run_table import run_table
from mexplore.reports.sections.section import Multiples, Section, value_blocks
from mexplore.reports.writers.document import (
    Block,
    Detail,
    Formula,
    Heading,
    Math,
    Paragraph,
    Table,
    Words,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern
    from mexplore.reports.sections.section import Drawing

MOST_RUNS = 2000
MOST_CASES = 12  # intervals in a formula
MOST_FIRST = 100  # values before the law begins that are listed


class GeometricSection(Section):
    """G(n) = G(floor(n/c)) from some n on."""

    about: ClassVar[tuple[type[Pattern], ...]] = (Geometric,)

    def values(self, finding: Finding | None, evidence: Evidence, detail: Detail) -> list[Block]:
        form = finding.form if finding else None
        if not isinstance(form, GeometricForm):
            return super().values(finding, evidence, detail)
        before = value_blocks(evidence, detail) if evidence.dense else []
        table = run_table(evidence.runs, form.cycle(), detail.runs)
        return [*before, Heading("Runs of equal values"), table]

    def answer(self, finding: Finding, detail: Detail) -> list[Block]:
        """The values between two powers of the ratio, as a table."""
        form, found = finding.form, _intervals(finding)
        if found is None or not isinstance(form, GeometricForm):
            return super().answer(finding, detail)
        name = "n - 1" if form.law.ceil else "n"
        rows: list[list[Words]] = [
            [Math(low.within(name, high, latex=True), low.within(name, high)), str(value)]
            for low, high, value in found
        ]
        shown = rows[: detail.runs]
        left = f" The first {len(shown)} of {len(rows)} intervals." * (len(shown) < len(rows))
        caption = f"For n >= {form.law.start}, with k = 0, 1, 2, ...{left}"
        return [Table(("n", "G(n)"), shown, caption=caption)]

    def closed_form(self, finding: Finding, detail: Detail) -> list[Block]:
        """The intervals as a formula of cases, where they are few; and the values before."""
        form, found = finding.form, _intervals(finding)
        if found is None or not isinstance(form, GeometricForm):
            return super().closed_form(finding, detail)
        if len(found) > MOST_CASES:
            return [*self.answer(finding, detail), *_first_values(form)]
        name = "n - 1" if form.law.ceil else "n"
        lines = [rf"{value} & {low.within(name, high, latex=True)}" for low, high, value in found]
        valid = rf"(n \ge {form.law.start},\ k = 0, 1, 2, \dots)"
        latex = r"G(n) = \begin{cases} " + r" \\ ".join(lines) + rf" \end{{cases}} \qquad {valid}"
        cases = [f"{value} for {low.within(name, high)}" for low, high, value in found]
        plain = "G(n) = " + "\n       ".join([*cases, f"(n >= {form.law.start}, k = 0, 1, 2, ...)"])
        return [Formula(latex, plain), *_first_values(form)]

    def drawing(self, kind: str, finding: Finding, evidence: Evidence) -> Drawing | None:
        """Residues of n say nothing here; its place between two powers of c tells the value."""
        claim = finding.claim
        if kind != "residues" or not isinstance(claim, Geometric):
            return None
        c, shift = claim.ratio, int(claim.ceil)

        def draw(axes: Axes) -> None:
            from mexplore.reports.writers.drawing import BLUE

            # The last run is cut where the evidence ends.
            known = [run for run in evidence.runs if run.start > claim.start][:-1]
            for run in known[-MOST_RUNS:]:
                for low, high in _places(run.start - shift, run.stop - shift, c):
                    axes.hlines(run.value, low, high, colors=BLUE, linewidth=2.5)
            name = "n - 1" if shift else "n"
            part = f"({name})" if shift else name
            axes.set_xlim(1, c)
            axes.set_xlabel(f"{part} / {c}^k, for {c}^k <= {name} < {c}^(k+1)")
            axes.set_ylabel("G(n)")

        return draw

    def multiples(self, finding: Finding) -> Multiples | None:
        """The boundaries m*c^k between the values."""
        form = finding.form
        found = thresholds(form) if isinstance(form, GeometricForm) else None
        if not found or not isinstance(form, GeometricForm):
            return None
        factors = tuple(factor for factor, _ in found)
        return Multiples(form.law.ratio, factors, int(form.law.ceil))


def _intervals(finding: Finding) -> list[tuple[Scaled, Scaled, int]] | None:
    """Where the law takes which value: from one multiple of c^k to another."""
    form = finding.form
    found = thresholds(form) if isinstance(form, GeometricForm) else None
    if not found or not isinstance(form, GeometricForm):
        return None
    c = form.law.ratio
    ends = [*(t for t, _ in found[1:]), Fraction(c)]
    return [
        (scaled(low, c), scaled(high, c), value)
        for (low, value), high in zip(found, ends, strict=True)
    ]


def _first_values(form: GeometricForm) -> list[Block]:
    """The values before the law begins."""
    start = form.law.start
    if start > MOST_FIRST:
        return []
    listed = ", ".join(str(form.at(n)) for n in range(start))
    before = "G(0) = " if start == 1 else f"G(0), ..., G({start - 1}) = "
    return [Paragraph((Math(before.replace("...", r"\dots") + listed, before + listed), "."))]


def _places(low: int, high: int, c: int) -> Iterator[tuple[float, float]]:
    """The part of [low, high) between any two powers of c, divided by the lower power.

    >>> list(_places(6, 24, 12))
    [(6.0, 12.0), (1.0, 2.0)]
    """
    power = 1
    while power * c <= low:
        power *= c
    while low < high:
        yield low / power, min(high / power, float(c))
        low = power = power * c
