"""Geometric laws: the runs of equal values with their ratios, and n by its place in a cycle."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from discover.cases.geometric import scaled, thresholds
from discover.patterns.geometric import Geometric, GeometricForm
from reports.documents.document import Block, Cell, Heading, Math, Table
from reports.documents.runs import run_table
from reports.documents.section import Detail, Section, value_blocks

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from discover.evidence.evidence import Evidence
    from discover.finding import Finding
    from discover.pattern import Pattern
    from reports.documents.section import Drawing

MOST_RUNS = 2000


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
        """The values between two powers of the ratio."""
        form = finding.form
        found = thresholds(form) if isinstance(form, GeometricForm) else None
        if found is None or not isinstance(form, GeometricForm):
            return super().answer(finding, detail)
        c, name = form.law.ratio, "n - 1" if form.law.ceil else "n"
        rows: list[list[Cell]] = []
        ends = [*(t for t, _ in found[1:]), Fraction(c)]
        for (low, value), high in zip(found, ends, strict=True):
            first, last = scaled(low, c), scaled(high, c)
            latex = rf"{first.latex} \le {name} < {last.latex}"
            rows.append([Math(latex, f"{first.text} <= {name} < {last.text}"), str(value)])
        shown = rows[: detail.runs]
        left = f" The first {len(shown)} of {len(rows)} intervals." * (len(shown) < len(rows))
        caption = f"For n >= {form.law.start}, with k = 0, 1, 2, ...{left}"
        return [Table(("n", "G(n)"), shown, caption=caption)]

    def drawing(self, kind: str, finding: Finding, evidence: Evidence) -> Drawing | None:
        """Residues of n say nothing here; its place between two powers of c tells the value."""
        claim = finding.claim
        if kind != "residues" or not isinstance(claim, Geometric):
            return None
        c, shift = claim.ratio, int(claim.ceil)

        def draw(axes: Axes) -> None:
            # The last run is cut where the evidence ends.
            known = [run for run in evidence.runs if run.start > claim.start][:-1]
            for run in known[-MOST_RUNS:]:
                for low, high in _places(run.start - shift, run.stop - shift, c):
                    axes.hlines(run.value, low, high, linewidth=3)
            name = "n - 1" if shift else "n"
            part = f"({name})" if shift else name
            axes.set_xlabel(f"{part} / {c}^k, for {c}^k <= {name} < {c}^(k+1)")
            axes.set_ylabel("G(n)")

        return draw


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
