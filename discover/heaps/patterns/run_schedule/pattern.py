"""Run schedules: the values of runs recur periodically, and earlier runs determine their starts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mexplore.discover.heaps.patterns.run_schedule.form import (
    Creator,
    Cycles,
    Inverse,
    ScheduleForm,
)
from mexplore.discover.study.declared import INTEGER, Declared, Part, Parts, listed, whole
from mexplore.discover.study.pattern import Pattern
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.engine.runs import Runs


def _creator(given: Any) -> Creator:
    back, *numbers = listed(INTEGER).load(given)
    return Inverse(*numbers), back


_CREATORS = replace(
    listed(
        Part(
            _creator,
            lambda creator: [creator[1], creator[0].a, creator[0].b, creator[0].c],
            show=lambda creator: creator[0].written(f"x(k-{creator[1]})"),
        )
    ),
    key="boundaries",
)


def _fraction(ratio: Fraction) -> str:
    above, below = ratio.as_integer_ratio()
    return str(above) if below == 1 else rf"\tfrac{{{above}}}{{{below}}}"


@dataclass(frozen=True)
class RunSchedule(Declared, Pattern):
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

    name = "run-schedule"
    parts = Parts(
        start=whole(1),
        word=listed(whole()),
        creators=_CREATORS,
        ratio=Part(str, str, typeset=_fraction),
        block=whole(1),
    )
    says = (
        "from n = $start on the maximal runs of equal values have the values $word in turn and "
        "start at x(k) = $creators in turn; x(k+$block)/x(k) -> $ratio"
    )
    typeset = (
        r"\text{runs of values } $word \text{ in turn from } n = $start\text{ on}, "
        r"\qquad x_{k+$block} \sim $ratio\, x_k"
    )

    start: int
    word: tuple[int, ...]
    creators: tuple[Creator, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.word) < 2 or len(self.word) != len(self.creators):
            raise ValueError("a word of at least two values has a creator for each")
        if any(here == before for here, before in zip(self.word, self._rotated, strict=True)):
            raise ValueError("neighbouring runs have different values")
        if any(back < 1 for _, back in self.creators):
            raise ValueError("creators lie before")
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
