"""Remove h to f(n) tokens, f growing slowly: runs of h equal values that return in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.discover.heaps.patterns.run_queue.form import QueueForm
from mexplore.discover.heaps.patterns.run_queue.runs import Queue
from mexplore.discover.study.pattern import Json, Pattern
from mexplore.rules.arithmetic.clipped import clipped_from_words, clipped_in_latex, clipped_in_words
from mexplore.rules.arithmetic.ends import from_json, grows_slowly, to_json
from mexplore.rules.arithmetic.forms import Form
from mexplore.rules.text.sentences import begins

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence


@dataclass(frozen=True)
class RunQueue(Pattern):
    """With f(n) = min(max(end(n), 0), n) and T(x) the least n with n - f(n) >= x: G(n) = 0 up to
    the least n1 with f(n1) >= h, and from y = n1 - h on the values come in runs of h, or fewer
    where the next run begins earlier. The first run begins at y. Each run, from a to b - 1,
    returns at max(T(b), T(a) + h), first in, first out; every other run has a new value, one more
    than the largest before.

    It is the law of 'remove h to f(n) tokens' if f steps by 0 or 1; a theorem proposes it.
    """

    name: ClassVar[str] = "run-queue"

    end: Form
    length: int

    def __post_init__(self) -> None:
        if self.length < 1 or not grows_slowly(self.end):
            raise ValueError("runs are at least 1 long, and f grows, by steps of 0 or 1, below n")

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterable[Self]:
        del evidence
        return ()

    @property
    def queue(self) -> Queue:
        """The runs."""
        return Queue(self.end, self.length)

    def first_failure(self, evidence: Evidence) -> int | None:
        values = evidence.whole()
        wrong = (QueueForm(self.queue).prefix(len(values))[: len(values)] != values).nonzero()[0]
        return int(wrong[0]) if len(wrong) else None

    def parameters(self) -> Json:
        return {"end": to_json(self.end), "length": self.length}

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        if len(parameters) != 2 or type(parameters["length"]) is not int:
            raise ValueError("a queue of runs has an end and a length")
        return cls(from_json(parameters["end"]), parameters["length"])

    def statement(self) -> str:
        begin, length = self.queue.begin, self.length
        return (
            f"with f(n) = {clipped_in_words(self.end)} and T(x) the least n with n - f(n) >= x: "
            f"G(n) = 0 for n < {begin + length}; from n = {begin} on runs of {length} equal "
            "values, new ones 0, 1, 2, ..., but each run, from a to b - 1, comes again, in its "
            f"turn, at n = max(T(b), T(a) + {length}), and ends the run before"
        )

    @classmethod
    def guess_from(cls, text: str) -> Self | None:
        words = (
            r"with f\(n\) = (.*?) and T\(x\) the least n with n - f\(n\) >= x: G\(n\) = 0 for n < "
            r"\d+; from n = \d+ on runs of (\d+) equal values"
        )
        found = begins(words, text)
        end = clipped_from_words(found[0] or "") if found else None
        if found is None or end is None or not grows_slowly(end) or int(found[1] or 0) < 1:
            return None
        return cls(end, int(found[1] or 0))

    def latex(self) -> str:
        h = self.length
        return (
            rf"f(n) = {clipped_in_latex(self.end)}, \quad T(x) = \min\{{n : n - f(n) \ge x\}}, "
            rf"\quad x_0 = {self.queue.begin}, \quad x_{{k+1}} = \min(x_k + {h}, S_q), \quad "
            rf"S_r = \max(T(x_{{r+1}}), T(x_r) + {h}), \quad q = \min\{{r : S_r > x_k\}}, \quad "
            r"G(n) = v_k \text{ for } x_k \le n < x_{k+1}, \quad v_k = \begin{cases} v_r & x_k = "
            r"S_r \\ k - q & \text{else} \end{cases}"
        )

    def size(self) -> int:
        return 5

    def closed_form(self, evidence: Evidence) -> QueueForm:
        del evidence
        return QueueForm(self.queue)
