"""The tests' own clock: it goes by how often it is looked at, not by how fast a machine is.

Budgets and deadlines are read from ``time.monotonic``, about once in each block of values or runs.
Here every look takes a hundredth of a second, whatever happens in between: a budget of a second
ends after a hundred looks, however slow or busy the machine and however empty its caches.
"""

from __future__ import annotations

from dataclasses import dataclass

NEVER = 1200
"""Seconds after which a process that a test has started is held to hang: no measure of speed."""


@dataclass
class Clock:
    """Stands in for ``time.monotonic``; it goes ``tick`` seconds further at every look.

    >>> clock = Clock(tick=0.5)
    >>> clock() - clock()
    -0.5
    """

    now: float = 1000.0
    tick: float = 0.01

    def __call__(self) -> float:
        self.now += self.tick
        return self.now
