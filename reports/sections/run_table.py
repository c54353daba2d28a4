"""The table of runs, with the ratios that make a geometric law visible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from mexplore.reports.writers.document import Math, Table, Words
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.geometric import Cycle
    from mexplore.rules.engine.runs import Run, Runs


AT_ONCE = 100  # runs in one of several tables
COLUMNS = ("[start, stop)", "value", "length", "ratio", "start as m*c^k")


def run_table(runs: Runs, cycle: Cycle | None, most: int) -> Table:
    """The first ``most`` runs: where, value, length, ratio of the start to that of the run one
    cycle before (of the run before, where no cycle is known), and the start as m*c^k."""
    rows = list(_rows(list(runs)[:most], cycle, 0))
    left = len(runs) - len(rows)
    caption = f"The first {most} of {len(runs)} runs." if left > 0 else ""
    return Table(COLUMNS, rows, numeric=True, caption=caption)


def run_tables(runs: Runs, cycle: Cycle | None) -> Iterator[tuple[int, Table]]:
    """All runs in tables of AT_ONCE each, made one after the other, as their numbers may be long:
    how many runs they hold together so far, and the table."""
    listed = list(runs)
    for low in range(0, len(listed), AT_ONCE):
        rows = list(_rows(listed[: low + AT_ONCE], cycle, low))
        yield low + len(rows), Table(COLUMNS, rows, numeric=True)


def _rows(listed: Sequence[Run], cycle: Cycle | None, low: int) -> Iterator[list[Words]]:
    """The rows of the runs from the one with number ``low`` on."""
    back = cycle.runs if cycle else 1
    for i in range(low, len(listed)):
        run = listed[i]
        before = listed[i - back] if i >= back else None
        yield [
            f"[{to_decimal(run.start)}, {to_decimal(run.stop)})",
            str(run.value),
            to_decimal(run.stop - run.start),
            _ratio(run, before, cycle.shift if cycle else 0),
            _power(run.start, cycle) if cycle else "",
        ]


def _ratio(run: Run, before: Run | None, shift: int) -> str:
    """Starts of laws with ceil are compared less one.

    >>> from mexplore.rules.engine.runs import Run
    >>> _ratio(Run(18, 20, 1), Run(8, 9, 1), 0)
    '9/4'
    """
    if before is None or before.start - shift <= 0:
        return ""
    ratio = Fraction(run.start - shift, before.start - shift)
    if ratio.denominator < 1000:
        return str(ratio)
    return f"{float(ratio):.4f}" if ratio < 10**9 else f"about 10^{len(to_decimal(int(ratio))) - 1}"


def _power(start: int, cycle: Cycle) -> str | Math:
    """start = m*c^k with k as large as it can be (of start - 1, under ceil).

    >>> from mexplore.discover.heaps.patterns.geometric import Cycle
    >>> plain_power(864, Cycle(12, 4))
    '6*12^2'
    """
    text = plain_power(start, cycle)
    if not text:
        return ""
    latex = text.replace("*", r" \\cdot ").replace("\\\\", "\\").replace("^", "^{")
    return Math(latex + ("}" if "^" in text else ""), text) if "^{" in latex else text


def plain_power(start: int, cycle: Cycle) -> str:
    """The text of `_power`."""
    m, k = start - cycle.shift, 0
    if m <= 0:
        return ""
    while m % cycle.ratio == 0:
        m, k = m // cycle.ratio, k + 1
    power = f"{cycle.ratio}^{k}"
    text = to_decimal(m) if k == 0 else power if m == 1 else f"{to_decimal(m)}*{power}"
    return f"{text} + 1" if cycle.shift else text
