"""Progress of long work, and what a study knows so far: on stderr.

On a terminal a bar shows progress; below the first values, and the laws as they are found, which
change in place. Into a pipe or a file nothing goes but these lines, each once, by a study that lets
its reader wait.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mexplore.rules.engine.compiling import COMPILING
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.progress import TaskID

    from mexplore.discover.study.finding import News
    from mexplore.reports.cli.live import NewsBar

FIRST_SHOWN_AFTER = 0.5  # seconds; shorter work shows nothing
PLAIN_AFTER = 1.5  # seconds; until then nothing goes into a pipe
BETWEEN = 0.2  # seconds between two looks at the news
_COUNTED = ("values", "rules")  # stages that have a speed
ONCE = "compiling kernels, once on this machine"


@contextmanager
def progress_bar(*, quiet: bool, news: bool = False) -> Iterator[Watcher]:
    """A watcher that draws a bar while the work lasts, or one that does nothing. With ``news`` it
    shows what is known so far, too: in place on a terminal, line by line into a pipe or a file."""
    if quiet or not sys.stderr.isatty():
        if quiet or not news or not _is_file():
            yield no_progress
            return
        yield PlainNews()
        return
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    from mexplore.reports.cli.live import NewsBar
    from mexplore.reports.writers.consoles import console

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[notes]}"),
    )
    with NewsBar(*columns, console=console(sys.stderr), transient=True, disable=False) as bar:
        drawn = _Drawn(bar, news=news)
        before = COMPILING.set(drawn.compiling)
        try:
            yield drawn
        finally:
            COMPILING.reset(before)


def _is_file() -> bool:
    """Whether what is written to stderr leaves this process."""
    try:
        return sys.stderr.fileno() >= 0
    except (OSError, ValueError):
        return False


class _Drawn:
    """Draws the progress that is reported to it, from FIRST_SHOWN_AFTER on."""

    def __init__(self, bar: NewsBar, *, news: bool) -> None:
        self._bar = bar
        self._news = Listener() if news else None
        self._task: TaskID | None = None
        self._began = time.monotonic()
        self._candidate: dict[str, int] = {}  # the best claim so far, which stays visible
        self._stage, self._from = "", (0, self._began)  # where the stage began, and when
        self._endless = False  # whether the end of this stage is unknown

    def compiling(self, name: str) -> None:
        """Show at once that a kernel is compiled: nothing else reports progress meanwhile."""
        self._bar.update(self._begin(ONCE, None), description=ONCE, notes=name)

    def _begin(self, stage: str, total: int | None) -> TaskID:
        if self._task is None:
            self._task = self._bar.add_task(stage, total=total, count="", notes="")
        return self._task

    def __call__(self, progress: Progress) -> None:
        from mexplore.discover.heaps.study import CONSIDERING

        if progress.stage == CONSIDERING and progress.notes:
            self._candidate = progress.notes
        if self._news is not None:
            self._news.hear(progress)
        now = time.monotonic()
        if progress.stage != self._stage:
            self._stage, self._from = progress.stage, (progress.done, now)
        if now - self._began < FIRST_SHOWN_AFTER:
            return
        if self._news is not None:
            self._bar.lines = self._news.lines()
        if not progress.total and self._task is not None and not self._endless:
            self._bar.remove_task(self._task)  # a total, once given, cannot be taken back
            self._task = None
        self._endless = not progress.total
        task = self._begin(progress.stage, progress.total or None)
        shown = progress.notes | self._candidate
        notes = ", ".join(f"{name} {value}" for name, value in shown.items())
        trying = f"trying {progress.trying}" if progress.trying else ""
        self._bar.update(
            task,
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


class Listener:
    """Asks the study that began first for its news: those that it makes itself are of other games.

    >>> from mexplore.discover.study.finding import News
    >>> from mexplore.rules.engine.grundy import Progress
    >>> listener = Listener()
    >>> listener.hear(Progress("values", 0, 0, news=lambda: News("G(0), ...", [0, 1])))
    >>> listener.lines()
    ['G(0), ... = 0, 1, ...']
    """

    def __init__(self) -> None:
        self._ask: Callable[[], News] | None = None
        self._asked = 0.0
        self._lines: list[str] = []

    def hear(self, progress: Progress) -> None:
        """Note whom to ask."""
        self._ask = self._ask or progress.news

    def lines(self) -> list[str]:
        """The first values, and the laws, as they were known a moment ago."""
        now = time.monotonic()
        if self._ask is not None and now - self._asked >= BETWEEN:
            self._asked, news = now, self._ask()
            self._lines = [line for line in (news.first_values(), *news.sentences()) if line]
        return self._lines


class PlainNews:
    """A watcher that writes each line once to stderr."""

    def __init__(self) -> None:
        self._listener = Listener()
        self._began = time.monotonic()
        self._written: set[str] = set()

    def __call__(self, progress: Progress) -> None:
        self._listener.hear(progress)
        if time.monotonic() - self._began < PLAIN_AFTER:
            return
        for number, line in enumerate(self._listener.lines()):
            what = line if number else "values"  # these once, however many are known later
            if what not in self._written:
                self._written.add(what)
                print(f"mexplore: so far: {line}", file=sys.stderr, flush=True)
