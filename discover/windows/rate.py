"""The speed of a stream, in progress reports."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from mexplore.rules.engine.grundy import Progress, Watcher

STAGE = "values streamed"
UNKNOWN = 0
"""The total that is shown while it is not known."""


@dataclass
class Rate:
    """Reports to a watcher the progress of a stream and its speed in million values a second."""

    watcher: Watcher
    first: int
    notes: dict[str, int] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    def report(self, passed: int, bound: int | None) -> None:
        """Report that ``passed`` heaps are done, of as many as the bound says, if it is known."""
        elapsed = max(time.monotonic() - self.began, 1e-3)
        speed = {"million/s": round((passed - self.first) / elapsed / 1e6)}
        self.watcher(Progress(STAGE, passed, bound or UNKNOWN, self.notes | speed))
