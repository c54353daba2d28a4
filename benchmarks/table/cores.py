"""Work whose parts are independent, by one worker and by two: seconds that pass."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table.row import Row, Task, command

FAMILIES = (
    ("subtract(max=11)", "--budget", "1"),
    ("octal(2)", "--budget", "1"),
    ("octal(3)", "--max-terms", "4096"),
    ("subtract(max=20, size<=6)", "--sample", "12000"),
)
MOST = 0.6
"""Of the time of one worker."""


def sweeps() -> Iterator[Row]:
    """Sweeps on both cores; the machine must be quiet for this to mean anything."""
    for family in FAMILIES:
        one, two = (_seconds_of_a_sweep(family, workers) for workers in (1, 2))
        if (os.cpu_count() or 1) > 1:
            task = f"sweep {' '.join(family)}, two workers (elapsed)"
            yield Row(task, two, "one worker", one, MOST)


def _seconds_of_a_sweep(family: tuple[str, ...], workers: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        atlas = ["--atlas", str(Path(folder) / "atlas.sqlite"), "--workers", str(workers)]
        began = time.monotonic()
        command([sys.executable, "-m", "mexplore", "sweep", *family, *atlas])
        return time.monotonic() - began


TASKS = (Task("cores", sweeps),)
"""The task's name is given to choose it."""
