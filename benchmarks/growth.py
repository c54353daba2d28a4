"""How time and memory grow with what is asked, beside how the method says they grow.

    python -m benchmarks.growth [--out docs/growth.md] [--most SECONDS] [AXIS ...]

Each figure is taken in a process of its own, on one core: CPU seconds after a small case of the
same kind was done first, so that code is compiled, and the megabytes that were added by then. The
exponent is fitted by least squares to the logarithms of the times of the two largest sizes.
Sizes go up until one takes more than ``--most`` seconds (10); larger ones are named as not run.
Rows of the file that are not asked for stay as they are.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from math import log
from pathlib import Path
from typing import NamedTuple

from benchmarks.__main__ import machine
from benchmarks.growing import AXES, Axis

MOST = 10.0  # seconds, after which no larger size is run
MEASURABLE = 0.01  # seconds; shorter times are mostly those of the first call
MEASURABLE_MEMORY = 2.0  # megabytes
TOLERATED = 0.15  # by which an exponent may exceed the method's without a reason
LARGEST = 2
"""The sizes of which the exponent is that: start-up is most of what small ones take."""
ABOUT = """# How it grows

Written by `python -m benchmarks.growth --out docs/growth.md`. Each figure was taken in a process
of its own on one core, which other work shared: CPU seconds after a small case, so that code is
compiled, and the megabytes that were added. *Exponent*: e of size^e between the two largest sizes;
beside it that of the method, and last what the difference comes from where it is more than
{tolerated}. Figures of one row were taken in one run. A size is *not run* where a smaller one took
more than {most:g} seconds: it would take minutes, by the exponent. Memory is that of the values or
numbers that were asked for, a byte each or more, or a byte a digit.
"""


class Taken(NamedTuple):
    """What one size took."""

    size: int
    seconds: float
    megabytes: float


def fitted(points: Iterable[tuple[float, float]]) -> float | None:
    """The e for which size^e fits best, in logarithms; None for fewer than two sizes.

    >>> round(fitted([(10, 5.0), (100, 500.0), (1000, 50000.0)]), 6)
    2.0
    """
    logs = [(log(size), log(taken)) for size, taken in points]
    if len(logs) < 2:
        return None
    x, y = (sum(each) / len(logs) for each in zip(*logs, strict=True))
    spread = sum((a - x) ** 2 for a, _ in logs)
    return float(sum((a - x) * (b - y) for a, b in logs) / spread)


def measure(axis: Axis, size: int) -> Taken:
    """What one size takes, in this process and those that it starts."""
    with tempfile.TemporaryDirectory() as folder:
        axis.work(axis.sizes[0], Path(folder))
        began, before = _spent(), _megabytes()
        axis.work(size, Path(folder))
        return Taken(size, _spent() - began, max(0.0, _megabytes() - before))


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def apart(axis: Axis, size: int) -> Taken:
    """The same in a process of its own."""
    asked = [sys.executable, "-m", "benchmarks.growth", "--one", str(size), axis.name]
    alone = {**os.environ, "MEXPLORE_CORES": "1"}
    done = subprocess.run(asked, env=alone, stdout=subprocess.PIPE, check=True)
    return Taken(*json.loads(done.stdout.splitlines()[-1]))


def grown(axis: Axis, most: float) -> list[Taken]:
    """What the sizes take, up to the first that takes too long."""
    found: list[Taken] = []
    for size in axis.sizes:
        found.append(apart(axis, size))
        print(f"{axis.name:24}{size:>12,}{found[-1].seconds:10.3f} s", file=sys.stderr, flush=True)
        if found[-1].seconds > most:
            break
    return found


def row(axis: Axis, found: list[Taken]) -> tuple[str, ...]:
    """A line of the table."""
    times = [(it.size, it.seconds) for it in found if it.seconds >= MEASURABLE]
    time_grows = fitted(times[-LARGEST:])
    room = [(it.size, it.megabytes) for it in found if it.megabytes >= MEASURABLE_MEMORY]
    worse = time_grows is not None and time_grows > axis.exponent + TOLERATED
    sizes = [f"{it.size:,}: {it.seconds:.3g} s, {it.megabytes:.0f} MB" for it in found]
    sizes += [f"{size:,}: not run" for size in axis.sizes[len(found) :]]
    return (
        axis.says, "; ".join(sizes), _shown(time_grows), f"{axis.exponent:g}: {axis.method}",
        _shown(fitted(room[-LARGEST:])), axis.why if worse else "",
    )  # fmt: skip


def _shown(exponent: float | None) -> str:
    return "" if exponent is None else f"{exponent:.2f}"


def write(path: Path, cells: tuple[str, ...]) -> None:
    """Write the page with this row, in the order of the axes; the others stay as they are."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    known = {line.split(" | ", 1)[0][2:]: line for line in lines if line.startswith("| ")}
    known[cells[0]] = _line(cells)
    told = [known[axis.says] for axis in AXES.values() if axis.says in known]
    head = ABOUT.format(tolerated=TOLERATED, most=MOST)
    table = "\n".join([_line(HEADS), _line(("---",) * len(HEADS)), *told])
    path.write_text(f"{head}\n{machine()}\n\n{table}\n", encoding="utf-8")


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


HEADS = ("what", "size: time, memory", "exponent", "the method's", "of memory", "why")


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    asked.add_argument("--out", type=Path, help="write the table as Markdown, too")
    asked.add_argument("--most", type=float, default=MOST, help="seconds, then no larger size")
    asked.add_argument("--one", type=int, help=argparse.SUPPRESS)
    asked.add_argument("axis", nargs="*", help=", ".join(AXES))
    options = asked.parse_args()
    if options.one is not None:
        print(json.dumps(measure(AXES[options.axis[0]], options.one)))
        return
    chosen = [AXES[name] for name in options.axis or AXES]
    for axis in chosen:
        cells = row(axis, grown(axis, options.most))
        print(_line(cells))
        if options.out:
            write(options.out, cells)


if __name__ == "__main__":
    main()
