"""One table of what is fast and what is not: ours, and in the same run what stands beside it.

    python -m benchmarks [--out docs/benchmarks.md] [TASK ...]

All times are CPU time, but of sweeps by one worker and by two. Only ratios within one run count:
machines differ, and are busy or not. The whole takes about six minutes on a quiet machine, of which
one translates the programs in C and C++, once.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import atlases, checks, cores, general, questions, startup, studies, values
from benchmarks.table.row import HEADS, Row

TASKS = (
    *startup.TASKS,
    *studies.TASKS,
    *values.TASKS,
    *general.TASKS,
    *questions.TASKS,
    *cores.TASKS,
    *checks.TASKS,
    *atlases.TASKS,
)
ABOUT = """# What is fast, and what is not

Written by `python -m benchmarks --out docs/benchmarks.md`. Times are CPU time, of programs that
were compiled before unless a line says otherwise; the figure beside ours was taken in the same run,
and only such ratios count. *Aim*: the ratio, or without a rival the figure, to stay below. What was
tried, and what it brought: [engines](engines.md).
"""


def machine() -> str:
    """What the figures were taken on."""
    model = platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [line for line in information.read_text().splitlines() if "model name" in line]
        model = names[0].partition(":")[2].strip() if names else model
    busy = os.getloadavg()[0]
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}, Python "
        f"{platform.python_version()}; {busy:.1f} processes ran at the same time."
    )


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks")
    asked.add_argument("--out", type=Path, help="write the table as Markdown, too")
    asked.add_argument("task", nargs="*", help=", ".join(task.name for task in TASKS))
    options = asked.parse_args()
    named = options.task or [task.name for task in TASKS if not task.slow]
    chosen = [task for task in TASKS if task.name in named]
    where = machine()
    print(where)
    rows = list(_told(row for task in chosen for row in task.rows()))
    if options.out:
        options.out.write_text(f"{ABOUT}\n{where}\n\n{_markdown(rows)}")


def _told(rows: Iterator[Row]) -> Iterator[Row]:
    """Each row is printed when it is known; how long all took stands at the end."""
    began = time.monotonic()
    for row in rows:
        task, ours, rival, theirs, ratio, aim = row.cells()
        beside = f"{theirs} {rival}" if theirs else ""
        print(f"{task:58}{ours:>10}  {ratio:>6} of {beside:40} aim {aim}", flush=True)
        yield row
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)


def _markdown(rows: list[Row]) -> str:
    lines = [HEADS, ("---", *["---:" if head != "beside" else "---" for head in HEADS[1:]])]
    table = [*lines, *(row.cells() for row in rows)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in table)


if __name__ == "__main__":
    main()
