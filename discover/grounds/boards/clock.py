"""Tables that are given up when a deadline passes."""

from __future__ import annotations

import time

from rules.computing.grundy import Progress, Watcher
from rules.errors import TimeIsUp


class DeadlinePassed(TimeIsUp):
    """The deadline passed within a table."""


def until(deadline: float | None, watcher: Watcher) -> Watcher:
    """The watcher, which raises DeadlinePassed once `time.monotonic` has passed the deadline."""

    def watch(progress: Progress) -> None:
        watcher(progress)
        if deadline is not None and time.monotonic() > deadline:
            raise DeadlinePassed

    return watch
