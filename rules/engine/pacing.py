"""How much is computed between two looks at the clock: about a tenth of a second of the processor.

The clock on the wall would say how busy the machine is: beside many processes small blocks take
long by it, are halved, and cost more than the values in them. So the seconds are those of the
processor for this thread. And smaller blocks help only while they take less time: what a call costs
besides its values (an array that is looked through, a table that is set up) stays the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mexplore.rules.engine.working import processor_seconds

BLOCK_SECONDS = 0.1
LARGEST_BLOCK = 1 << 22
SAVED = 0.8
"""Of the time of a block, what half of it takes at most where smaller blocks help."""


@dataclass
class Pace:
    """The size of the next block; `block` times the work on it and settles the size of another.

    >>> pace = Pace(256)
    >>> pace.after(0.01), pace.after(0.01), pace.after(0.2), pace.after(0.09)
    (512, 1024, 512, 512)

    What half a block does not make quicker is not halved again, while it is slow:

    >>> pace = Pace(256)
    >>> pace.after(1.0), pace.after(0.9), pace.after(1.0), pace.after(0.01)
    (128, 256, 256, 512)
    """

    size: int
    may_wait: bool = False
    """Whether the work may wait for something, as a function of the user's own: the clock on the
    wall is the right one for that."""
    seconds: float = 0.0
    """Of all blocks together."""
    _halved: float | None = None  # what a block took before it was halved
    _least: int = 1  # smaller blocks do not pay

    @contextmanager
    def block(self) -> Iterator[None]:
        """The work on one block of this size."""
        clock = time.perf_counter if self.may_wait else processor_seconds
        began = clock()
        yield
        seconds = clock() - began
        self.seconds += seconds
        self.after(seconds)

    def after(self, seconds: float) -> int:
        """The size of the next block, after one of this size that took so long: twice, the same or
        half as much."""
        before, self._halved = self._halved, None
        if seconds < BLOCK_SECONDS / 2:
            self.size, self._least = min(2 * self.size, LARGEST_BLOCK), 1
        elif before is not None and seconds > SAVED * before:
            self.size = self._least = 2 * self.size
        elif seconds > BLOCK_SECONDS and self.size > self._least:
            self.size, self._halved = self.size // 2, seconds
        return self.size
