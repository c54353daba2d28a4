"""One budget for several pieces of work: the time that one does not need is left to the others."""

from __future__ import annotations

import time

LEAST = 0.05  # of the whole, however little is left: to write the answer, or to say that it is late


class Allowance:
    """So many seconds, from now on.

    >>> whole = Allowance(20)
    >>> 19 < whole.left <= 20, 4.7 < whole.share(4) <= 5
    (True, True)
    """

    def __init__(self, seconds: float) -> None:
        self._ends = time.monotonic() + seconds
        self._least = LEAST * seconds

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(self._ends - time.monotonic(), self._least)

    def share(self, pieces: int) -> float:
        """The seconds for the next of so many pieces that are still to be done."""
        return self.left / max(pieces, 1)
