"""How fast a stream goes, for whoever watches."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from rules.computing.grundy import Progress, Watcher

STAGE = "values streamed"
UNKNOWN = 0
"""In place of a total that nobody knows yet."""
PERIOD_KNOWN = "period"


@dataclass
class Rate:
    """Tells a watcher how far a stream is, and how many millions of values a second it takes."""

    watcher: Watcher
    first: int
    notes: dict[str, int] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    def tell(self, passed: int, bound: int | None) -> None:
        """``passed`` heaps are done, of as many as the bound says, where it is known."""
        elapsed = max(time.monotonic() - self.began, 1e-3)
        speed = {"million/s": round((passed - self.first) / elapsed / 1e6)}
        self.watcher(Progress(STAGE, passed, bound or UNKNOWN, self.notes | speed))
