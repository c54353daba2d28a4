"""Tables that are given up when a deadline passes."""

from __future__ import annotations

from mexplore.rules.engine.grundy import Progress, Watcher
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TimeIsUp


class DeadlinePassed(TimeIsUp):
    """The deadline passed within a table."""


def until(deadline: float | None, watcher: Watcher) -> Watcher:
    """The watcher, which raises DeadlinePassed once `working_seconds` has passed the deadline."""

    def watch(progress: Progress) -> None:
        watcher(progress)
        if deadline is not None and working_seconds() > deadline:
            raise DeadlinePassed

    return watch
