"""Automatic sequences: the automaton as a table and as a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.reports.sections.section import Section
from mexplore.reports.writers.document import Block, Code, Detail, Details, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern
    from mexplore.reports.sections.section import Drawing

MOST_DRAWN = 24  # states in a circle


class AutomaticSection(Section):
    """G(n) is the output of a finite automaton that reads the digits of n."""

    about: ClassVar[tuple[type[Pattern], ...]] = (Automatic,)

    def words(self, finding: Finding, detail: Detail) -> list[Block]:
        """The transitions, and in full detail the drawing."""
        claim = finding.claim
        if not isinstance(claim, Automatic):
            return []
        rows = [[str(number) for number in row] for row in claim.table()[: detail.case_rows]]
        columns = ("state", "output", *(f"digit {digit}" for digit in range(claim.base)))
        left = len(claim.outputs) - len(rows)
        caption = f"The first {len(rows)} of {len(claim.outputs)} states." if left else ""
        blocks: list[Block] = [Table(columns, rows, numeric=True, caption=caption)]
        if detail.everything:
            blocks.append(Details("The automaton for Graphviz", [Code(claim.dot(), "dot")]))
        return blocks

    def graph(self, claim: Pattern) -> str | None:
        return claim.dot() if isinstance(claim, Automatic) else None

    def drawing(self, kind: str, finding: Finding, evidence: Evidence) -> Drawing | None:
        """The states in a circle, for those who have no Graphviz."""
        del evidence
        claim = finding.claim
        if kind != "automaton" or not isinstance(claim, Automatic):
            return None
        if len(claim.outputs) > MOST_DRAWN:
            return None

        def draw(axes: Axes) -> None:
            _draw_circle(axes, claim)

        return draw


def _draw_circle(axes: Axes, claim: Automatic) -> None:
    """States as ``state/output``; an arrow from a state to another has its digits near its end."""
    from math import cos, pi, sin

    from mexplore.reports.writers.drawing import BLUE

    count = len(claim.outputs)
    places = [(sin(2 * pi * i / count), cos(2 * pi * i / count)) for i in range(count)]
    for state, row in enumerate(claim.transitions):
        x, y = places[state]
        for target in dict.fromkeys(row):
            digits = ", ".join(str(digit) for digit, t in enumerate(row) if t == target)
            if target == state:
                axes.text(1.28 * x, 1.28 * y, f"↺ {digits}", ha="center", va="center", fontsize=6)
                continue
            end = places[target]
            arrow = {"arrowstyle": "-|>", "color": BLUE, "connectionstyle": "arc3,rad=0.12",
                     "shrinkA": 9, "shrinkB": 9, "linewidth": 0.7}  # fmt: skip
            axes.annotate("", end, (x, y), arrowprops=arrow)
            # A little beside the straight line, on the side to which the arrow bends.
            where = (0.65 * x + 0.35 * end[0] + 0.09 * (end[1] - y),
                     0.65 * y + 0.35 * end[1] - 0.09 * (end[0] - x))  # fmt: skip
            axes.text(*where, digits, ha="center", va="center", fontsize=6)
    for state, (x, y) in enumerate(places):
        box = {"boxstyle": "circle,pad=0.25", "facecolor": "white", "edgecolor": BLUE}
        axes.text(x, y, f"{state}/{claim.outputs[state]}", ha="center", va="center", fontsize=6,
                  color="black", bbox=box)  # fmt: skip
    axes.set_xlim(-1.45, 1.45)
    axes.set_ylim(-1.45, 1.45)
    axes.set_aspect("equal")
    axes.set_axis_off()
