"""Run schedules: the values of runs recur periodically, and earlier runs determine their starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mexplore.discover.heaps.patterns.run_schedule.form import ScheduleForm
from mexplore.discover.heaps.patterns.run_schedule.maps import Creator, Cycles, Inverse
from mexplore.discover.study.pattern import Json, Pattern

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.engine.runs import Runs


@dataclass(frozen=True)
class RunSchedule(Pattern):
    """Let x_0 < x_1 < ... be the starts of the maximal runs of equal values, and let run s start
    at n = ``start``. For all j >= 0 run s + j has the value ``word[j mod P]``, P = len(word), and
    starts at T(x_{s+j-d}), (T, d) = ``creators[j mod P]``, with T(x) = ceil((c*x - b)/a).

    P is least; the word with its creators is rotated to the least rotation, and ``start`` is the
    first n at which this rotation begins and the law holds from there on. Over a block of ``block``
    runs the starts grow by the factor ``ratio``, an exact rational number, up to a bounded
    difference.

    >>> law = RunSchedule(2, (0, 1), ((Inverse(2, 0, 3), 1), (Inverse(2, 0, 3), 1)))
    >>> str(law.ratio), law.block
    ('9/4', 2)
    """

    name: ClassVar[str] = "run-schedule"

    start: int
    word: tuple[int, ...]
    creators: tuple[Creator, ...]

    def __post_init__(self) -> None:
        if len(self.word) < 2 or len(self.word) != len(self.creators):
            raise ValueError("a word of at least two values has a creator for each")
        if any(here == before for here, before in zip(self.word, self._rotated, strict=True)):
            raise ValueError("neighbouring runs have different values")
        if self.start < 1 or min(self.word) < 0 or any(back < 1 for _, back in self.creators):
            raise ValueError("a start is >= 1, values are >= 0, creators lie before")
        _ = self.cycles  # raises if the cycles of creators have different growth

    @property
    def _rotated(self) -> tuple[int, ...]:
        return (self.word[-1], *self.word[:-1])

    @cached_property
    def cycles(self) -> Cycles:
        """The growth of the starts."""
        return Cycles.of(self.creators)

    @property
    def ratio(self) -> Fraction:
        """The factor by which starts grow over a block of runs."""
        return self.cycles.ratio

    @property
    def block(self) -> int:
        """The number of runs, a multiple of the length of the word, over which all starts grow by
        the ratio."""
        return self.cycles.block

    @property
    def deepest(self) -> int:
        """The largest number of runs before the start to which the law refers."""
        return max(back for _, back in self.creators)

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterable[Self]:
        """No claims: a theorem reads the ends of the options, which are the creators, off the
        rule."""
        del evidence
        return ()

    def first_failure(self, evidence: Evidence) -> int | None:
        if evidence.stop <= self.start:
            return None
        runs = evidence.runs
        s = runs.index(self.start)
        if runs.starts[s] != self.start or s < self._needed():
            return self.start
        for k in range(s, len(runs) + 1):
            inverse, back = self.creators[(k - s) % len(self.word)]
            expected = inverse(runs.starts[k - back])
            if k == len(runs):
                return expected if expected < runs.stop else None
            if expected != runs.starts[k]:
                return max(min(expected, runs.starts[k]), self.start)
            if runs.values[k] != self.word[(k - s) % len(self.word)]:
                return runs.starts[k]
        return None

    def _needed(self) -> int:
        """The number of runs that must precede the start."""
        return max(0, *(back - j for j, (_, back) in enumerate(self.creators)))

    def not_least(self, evidence: Evidence) -> str | None:
        size, pairs = len(self.word), list(zip(self.word, self.creators, strict=True))
        for shorter in range(1, size):
            if size % shorter == 0 and pairs == pairs[shorter:] + pairs[:shorter]:
                return f"the word is not least: it repeats after {shorter} values"
        if least_rotation(pairs):
            return "the word does not begin where it is written least"
        runs = evidence.runs
        if evidence.stop > self.start and self._reaches_down(runs, runs.index(self.start) - size):
            return f"the start {self.start} is not least: the law also holds {size} runs earlier"
        return None

    def _reaches_down(self, runs: Runs, first: int) -> bool:
        """Whether the law also holds for the runs from this one up to the start."""
        return first >= 1 and all(
            first + j >= back
            and runs.values[first + j] == value
            and runs.starts[first + j] == inverse(runs.starts[first + j - back])
            for j, (value, (inverse, back)) in enumerate(zip(self.word, self.creators, strict=True))
        )

    def parameters(self) -> Json:
        return {
            "start": self.start,
            "word": list(self.word),
            "boundaries": [[back, map_.a, map_.b, map_.c] for map_, back in self.creators],
            "ratio": str(self.ratio),
            "block": self.block,
        }

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        if set(parameters) != {"start", "word", "boundaries", "ratio", "block"}:
            raise ValueError("a run schedule has start, word, boundaries, ratio and block")
        start, block = _whole(parameters["start"]), _whole(parameters["block"])
        word = tuple(_whole(value) for value in parameters["word"])
        rows = [tuple(_whole(number) for number in row) for row in parameters["boundaries"]]
        if any(len(row) != 4 for row in rows):
            raise ValueError("a boundary is given by [d, a, b, c]: x_(k-d) leads to x_k")
        law = cls(start, word, tuple((Inverse(a, b, c), back) for back, a, b, c in rows))
        if parameters["ratio"] != str(law.ratio) or block != law.block:
            raise ValueError(f"its boundaries grow by {law.ratio} over {law.block} runs")
        return law

    def statement(self) -> str:
        listed = ", ".join(map(str, self.word))
        starts = ", ".join(inverse.written(f"x(k-{back})") for inverse, back in self.creators)
        return (
            f"from n = {self.start} on the maximal runs of equal values have the values {listed} "
            f"in turn and start at x(k) = {starts} in turn; x(k+{self.block})/x(k) -> {self.ratio}"
        )

    def latex(self) -> str:
        listed = ", ".join(map(str, self.word))
        ratio = self.ratio
        written = (
            str(ratio)
            if ratio.denominator == 1
            else (rf"\tfrac{{{ratio.numerator}}}{{{ratio.denominator}}}")
        )
        return (
            rf"\text{{runs of values }} {listed} \text{{ in turn from }} n = {self.start}"
            rf"\text{{ on}}, \qquad x_{{k+{self.block}}} \sim {written}\, x_k"
        )

    def size(self) -> int:
        return 4 + self.start.bit_length() + 4 * len(self.word)

    def closed_form(self, evidence: Evidence) -> ScheduleForm | None:
        if evidence.stop < self.start or len(evidence.runs.prefix(self.start)) < self._needed():
            return None
        return ScheduleForm(self.word, self.creators, evidence.runs.prefix(self.start))


def least_rotation(pairs: list[tuple[int, Creator]]) -> int:
    """The number of places by which the least rotation is shifted to the left.

    >>> T = Inverse(1, 0, 2)
    >>> least_rotation([(3, (T, 1)), (0, (T, 1)), (2, (T, 1))])
    1
    """
    return min(range(len(pairs)), key=lambda turn: pairs[turn:] + pairs[:turn])


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise ValueError("the numbers of a run schedule are integers")
    return number
