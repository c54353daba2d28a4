"""One budget for several tasks: time that one task does not need remains for the others."""

from __future__ import annotations

from mexplore.rules.engine.working import working_seconds

LEAST = 0.05  # share of the whole that is always left, to write an answer


class Allowance:
    """A number of seconds, from now on.

    >>> whole = Allowance(20)
    >>> 19 < whole.left <= 20, 4.7 < whole.share(4) <= 5
    (True, True)
    """

    def __init__(self, seconds: float) -> None:
        self._ends = working_seconds() + seconds
        self._least = LEAST * seconds

    @property
    def left(self) -> float:
        """The remaining seconds."""
        return max(self._ends - working_seconds(), self._least)

    def share(self, pieces: int) -> float:
        """The seconds for the next task, when this many are still to be done."""
        return self.left / max(pieces, 1)
