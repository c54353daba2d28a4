"""Progress of long work: on stderr, and only where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from mexplore.rules.engine.compiling import COMPILING
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress

FIRST_SHOWN_AFTER = 0.5  # seconds; shorter work shows nothing
_COUNTED = ("values", "rules")  # stages that have a speed
ONCE = "compiling kernels, once on this machine"


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Watcher]:
    """A watcher that draws a bar while the work lasts, or one that does nothing."""
    if quiet or not sys.stderr.isatty():
        yield no_progress
        return
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from mexplore.reports.writers.terminal import console

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[notes]}"),
    )
    with Bar(*columns, console=console(sys.stderr), transient=True, disable=False) as bar:
        drawn = _Drawn(bar)
        before = COMPILING.set(drawn.compiling)
        try:
            yield drawn
        finally:
            COMPILING.reset(before)


class _Drawn:
    """Draws the progress that is reported to it, from FIRST_SHOWN_AFTER on."""

    def __init__(self, bar) -> None:  # type: ignore[no-untyped-def]
        self._bar = bar
        self._task = None
        self._began = time.monotonic()
        self._candidate: dict[str, int] = {}  # the best claim so far, which stays visible
        self._stage, self._from = "", (0, self._began)  # where the stage began, and when
        self._endless = False  # whether the end of this stage is unknown

    def compiling(self, name: str) -> None:
        """Show at once that a kernel is compiled: nothing else reports progress meanwhile."""
        self._begin(ONCE, None)
        self._bar.update(self._task, description=ONCE, notes=name)

    def _begin(self, stage: str, total: int | None) -> None:
        if self._task is None:
            self._task = self._bar.add_task(stage, total=total, count="", notes="")

    def __call__(self, progress: Progress) -> None:
        from mexplore.discover.heaps.study import CONSIDERING

        if progress.stage == CONSIDERING and progress.notes:
            self._candidate = progress.notes
        now = time.monotonic()
        if progress.stage != self._stage:
            self._stage, self._from = progress.stage, (progress.done, now)
        if now - self._began < FIRST_SHOWN_AFTER:
            return
        if not progress.total and self._task is not None and not self._endless:
            self._bar.remove_task(self._task)  # a total, once given, cannot be taken back
            self._task = None
        self._endless = not progress.total
        self._begin(progress.stage, progress.total or None)
        shown = progress.notes | self._candidate
        notes = ", ".join(f"{name} {value}" for name, value in shown.items())
        trying = f"trying {progress.trying}" if progress.trying else ""
        self._bar.update(
            self._task,
            description=progress.stage,
            completed=progress.done,
            total=progress.total or None,
            count=f"{progress.done:,}" + (f" of {progress.total:,}" if progress.total else ""),
            notes=", ".join(part for part in (self._speed(progress, now), trying, notes) if part),
        )

    def _speed(self, progress: Progress, now: float) -> str:
        """How fast it has gone since the stage began."""
        first, began = self._from
        if progress.stage not in _COUNTED or progress.done <= first or now <= began:
            return ""
        return f"{(progress.done - first) / (now - began):,.0f} {progress.stage}/s"
