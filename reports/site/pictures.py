"""Pictures of values that are part of a page: strips, rows of many games, heat maps of boards."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from mexplore.reports.site.colours import place, png, table_places

if TYPE_CHECKING:
    from mexplore.reports.site.colours import Squares


ACROSS, MOST_ACROSS = 48, 96  # values in a row of a strip
ROWS = 6
SHOWN = 288  # values of a game
LONG = 3  # digits that need a wider cell


def columns_of(period: int | None) -> int:
    """How many values a row has: whole periods where they fit, so that equal colours stand below
    each other.

    >>> columns_of(None), columns_of(12), columns_of(7), columns_of(34), columns_of(60)
    (48, 48, 42, 34, 60)
    """
    if period is None or not 3 < period <= MOST_ACROSS:
        return ACROSS
    return period * max(1, ACROSS // period)


def strip(values: Sequence[int], period: int | None, preperiod: int | None = None) -> str:
    """The first values as coloured cells, row by row, with the heap at which each row begins;
    nothing without values.

    >>> print(strip([0, 1], None).splitlines()[1])
    <li class="at">0</li><li class="v0">0</li><li class="v1">1</li>
    """
    if not values:
        return ""
    columns = columns_of(period)
    shown = list(values[: min(SHOWN, columns * ROWS)])
    largest = max(shown)
    known = {value: f'<li class="v{place(value, largest)}">{value}</li>' for value in set(shown)}
    rows = []
    for start in range(0, len(shown), columns):
        cells = "".join(known[value] for value in shown[start : start + columns])
        rows.append(f'<li class="at">{start}</li>{cells}')
    last = len(shown) - 1
    kind = " long" if len(str(largest)) >= LONG else ""
    label = f"The values G(n) for n = 0 to {last}"
    repeats = ""
    if period is not None and preperiod is not None:
        repeats = f' data-period="{period}" data-preperiod="{preperiod}"'
    text = "\n".join(rows)
    return (
        f'<figure class="strip"><ol class="cells{kind}" tabindex="0" aria-label="{label}" '
        f'style="--columns: {min(columns, len(shown))}" data-columns="{columns}"{repeats}>\n'
        f"{text}\n</ol>"
        f'<figcaption>G(n) for n = 0 to {last}, row by row: <span class="v0 key">0</span> is lost '
        f"for the player to move; the darker, the larger.</figcaption></figure>"
    )


def rows_svg(heads: Sequence[Sequence[int]], label: str) -> str:
    """A row of coloured squares for each of some games: the picture of a family."""
    largest = max((value for head in heads for value in head), default=0)
    lines: dict[int, list[str]] = {}
    for y, head in enumerate(heads):
        x = 0
        for number, run in groupby(place(value, largest) for value in head):
            length = len(list(run))
            lines.setdefault(number, []).append(f"M{x} {y + 0.5:g}h{length}")
            x += length
    across = max((len(head) for head in heads), default=1)
    paths = "".join(f'<path class="v{v}" d="{"".join(d)}"/>' for v, d in sorted(lines.items()))
    return (
        f'<svg class="rows" viewBox="0 0 {across} {max(len(heads), 1)}" role="img" '
        f'preserveAspectRatio="none" aria-label="{escape(label)}">{paths}</svg>'
    )


def bar(parts: Sequence[tuple[str, int]]) -> str:
    """How many of a family are of each kind, as a bar with its numbers below; the kinds are
    classes of the style.

    >>> bar([("proved", 3), ("no law", 1)])[:73]
    '<div class="bar" aria-hidden="true"><span class="proved" style="flex: 3">'
    """
    there = [(kind, count) for kind, count in parts if count]
    spans = "".join(
        f'<span class="{kind.replace(" ", "-")}" style="flex: {count}"></span>'
        for kind, count in there
    )
    words = ", ".join(
        f'<span class="{kind.replace(" ", "-")}-key">{count} {kind}</span>' for kind, count in there
    )
    return f'<div class="bar" aria-hidden="true">{spans}</div><p class="counts">{words}</p>'


MOST_SQUARES = 128  # of a side


def heat_map(table: Squares, size: int = MOST_SQUARES) -> str:
    """The address of a picture with a point a square, x down and y to the right."""
    return png(table_places(table[:size, :size]))
