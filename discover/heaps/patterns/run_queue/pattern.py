"""Remove h to f(n) tokens, f growing slowly: runs of h equal values that return in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.run_queue.form import QueueForm
from mexplore.discover.heaps.patterns.run_queue.runs import Queue
from mexplore.discover.heaps.patterns.slow_interval import CLIPPED
from mexplore.discover.study.declared import Declared, Parts, whole
from mexplore.discover.study.pattern import Pattern
from mexplore.rules.arithmetic.ends import grows_slowly
from mexplore.rules.arithmetic.forms import Form

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence


@dataclass(frozen=True)
class RunQueue(Declared, Pattern):
    """With f(n) = min(max(end(n), 0), n) and T(x) the least n with n - f(n) >= x: G(n) = 0 up to
    the least n1 with f(n1) >= h, and from y = n1 - h on the values come in runs of h, or fewer
    where the next run begins earlier. The first run begins at y. Each run, from a to b - 1,
    returns at max(T(b), T(a) + h), first in, first out; every other run has a new value, one more
    than the largest before.

    It is the law of 'remove h to f(n) tokens' if f steps by 0 or 1; a theorem proposes it.
    """

    name = "run-queue"
    parts = Parts(end=CLIPPED, length=whole(1))
    says = (
        "with f(n) = $end and T(x) the least n with n - f(n) >= x: G(n) = 0 for n < $settled; from "
        "n = $begin on runs of $length equal values, new ones 0, 1, 2, ..., but each run, from a "
        "to b - 1, comes again, in its turn, at n = max(T(b), T(a) + $length), and ends the run "
        "before"
    )
    typeset = (
        r"f(n) = $end, \quad T(x) = \min\{n : n - f(n) \ge x\}, \quad x_0 = $begin, \quad "
        r"x_{k+1} = \min(x_k + $length, S_q), \quad S_r = \max(T(x_{r+1}), T(x_r) + $length), "
        r"\quad q = \min\{r : S_r > x_k\}, \quad G(n) = v_k \text{ for } x_k \le n < x_{k+1}, "
        r"\quad v_k = \begin{cases} v_r & x_k = S_r \\ k - q & \text{else} \end{cases}"
    )

    end: Form
    length: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if not grows_slowly(self.end):
            raise ValueError("f grows, by steps of 0 or 1, below n")

    @property
    def queue(self) -> Queue:
        """The runs."""
        return Queue(self.end, self.length)

    @property
    def begin(self) -> int:
        """Where the first run begins."""
        return self.queue.begin

    @property
    def settled(self) -> int:
        """Where the first run ends."""
        return self.begin + self.length

    def size(self) -> int:
        return 5

    def closed_form(self, evidence: Evidence) -> QueueForm:
        del evidence
        return QueueForm(self.queue)
