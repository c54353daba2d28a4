"""Progress of long work: on stderr, and only where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rules.computing.grundy import Progress, Watcher, nobody

FIRST_SHOWN_AFTER = 0.5  # seconds; shorter work shows nothing


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Watcher]:
    """A watcher that draws a bar while the work lasts, or looks away."""
    if quiet or not sys.stderr.isatty():
        yield nobody
        return
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from reports.writers.terminal import console

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[notes]}"),
    )
    with Bar(*columns, console=console(sys.stderr), transient=True, disable=False) as bar:
        yield _Drawn(bar)


class _Drawn:
    """Draws what it is told on a bar of rich, from FIRST_SHOWN_AFTER on."""

    def __init__(self, bar) -> None:  # type: ignore[no-untyped-def]
        self._bar = bar
        self._task = None
        self._began = time.monotonic()
        self._candidate: dict[str, int] = {}  # the best claim so far, kept in sight

    def __call__(self, progress: Progress) -> None:
        from discover.study import CONSIDERING

        if progress.stage == CONSIDERING and progress.notes:
            self._candidate = progress.notes
        elapsed = time.monotonic() - self._began
        if elapsed < FIRST_SHOWN_AFTER:
            return
        if self._task is None:
            self._task = self._bar.add_task(progress.stage, total=progress.total, notes="")
        shown = progress.notes | self._candidate
        notes = ", ".join(f"{name} {value}" for name, value in shown.items())
        speed = f"{progress.done / elapsed:,.0f} values/s" if progress.stage == "values" else ""
        self._bar.update(
            self._task,
            description=progress.stage,
            completed=progress.done,
            total=progress.total,
            notes=", ".join(part for part in (speed, notes) if part),
        )
