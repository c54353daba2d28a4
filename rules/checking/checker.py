"""What all checkers are: they find the first value that is not the mex of its options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

import mexplore.rules.checking.shapes as folder
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import Pace
from mexplore.rules.members import members

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values


# Sets of values as bits: which values the options of each heap of a stretch have.


Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
WORD = 64
ONE = np.uint64(1)


class OptionValues:
    """For each heap n with start <= n < stop, the values of its options, as far as they are at
    most ``largest``; larger ones may be left out.

    Bit v % 64 of ``words[v // 64, n - start]`` says whether v is in the set of n. Values that the
    words have no bit for are left out: they are larger than each value that is to be confirmed.

    >>> seen = OptionValues(10, 13, largest=2)
    >>> seen.add(np.array([0, 1]), first=10)  # the heaps 10 and 11
    >>> seen.add(np.array([0, 0, 0]), first=10)
    >>> seen.mex().tolist()
    [1, 2, 1]
    """

    def __init__(self, start: int, stop: int, largest: int) -> None:
        self.start, self.stop = start, stop
        self.words: Words = np.zeros((largest // WORD + 1, stop - start), dtype=np.uint64)

    @property
    def planes(self) -> int:
        """How many words a set has."""
        return len(self.words)

    def add(self, values: npt.NDArray[Any], first: int) -> None:
        """Add one value to the set of each of the heaps first, first + 1, ..."""
        at = first - self.start
        for k, bits in enumerate(bits_of(values, self.planes)):
            self.words[k, at : at + len(values)] |= bits

    def add_words(self, words: Words, first: int) -> None:
        """Add a set, given as its words, to that of each of the heaps first, first + 1, ..."""
        at = first - self.start
        self.words[:, at : at + words.shape[1]] |= words

    def add_where(self, value: int, chosen: npt.NDArray[np.bool_]) -> None:
        """Add one value to the sets of the chosen heaps, a truth value for each of them."""
        if value < WORD * self.planes:
            self.words[value // WORD, chosen] |= ONE << np.uint64(value % WORD)

    def mex(self) -> Ints:
        """The least number that is missing, for each set.

        >>> full = OptionValues(0, 1, largest=3)
        >>> full.add_words(np.full((1, 1), 2**64 - 1, dtype=np.uint64), 0)
        >>> full.mex().tolist()  # no number that a value can have
        [64]
        """
        found = np.full(self.words.shape[1], WORD * self.planes, dtype=np.int64)
        for k in reversed(range(self.planes)):
            free = ~self.words[k]
            some = free != 0
            found[some] = WORD * k + lowest_bit(free[some])
        return found


def bits_of(values: Values | npt.NDArray[Any], planes: int) -> Words:
    """The sets of one value each, as words.

    >>> bits_of(np.array([0, 2, 65]), 2).tolist()
    [[1, 4, 0], [0, 0, 2]]
    """
    one = ONE << (values & (WORD - 1)).astype(np.uint64)
    if planes == 1 and not (values >= WORD).any():
        return one[None]
    return np.stack([np.where(values // WORD == k, one, np.uint64(0)) for k in range(planes)])


def lowest_bit(words: Words) -> Ints:
    """The place of the lowest bit that is set, in words that are not 0.

    >>> lowest_bit(np.array([1, 12, 2**63], dtype=np.uint64)).tolist()
    [0, 2, 63]
    """
    return np.bitwise_count((words & (~words + ONE)) - ONE).astype(np.int64)


class Checker(ABC):
    """Confirms the values of one rule, given as an array; the array must not change meanwhile."""

    means: ClassVar[str] = "plain numpy"
    """By what the values are confirmed, for a sentence that ends with it."""

    values: Values
    """What is to be confirmed."""

    @classmethod
    @abstractmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        """The checker of these values, where the rule has the shape that this class reads."""

    @abstractmethod
    def nanoseconds(self) -> float:
        """About how long it takes to check all values, within a factor of 5."""

    @abstractmethod
    def first_wrong(self, start: int, stop: int) -> int | None:
        """The least n with start <= n < stop at which the value is not the mex of the values of the
        options; None if there is none. Any stretch may be asked for. Asked for one after another,
        from 0 on, it confirms all values; alone, that a stretch follows from the values below."""

    @abstractmethod
    def spot_nanoseconds(self, heaps: int) -> float:
        """About how long `first_wrong` takes for one stretch of so few heaps, among the last."""


class OptionsChecker(Checker):
    """A checker that writes down the values of all options, for a whole stretch of heaps."""

    @abstractmethod
    def mark(self, seen: OptionValues) -> None:
        """Add the values of all options of the heaps that ``seen`` is about."""

    def first_wrong(self, start: int, stop: int) -> int | None:
        values = self.values[:stop]
        seen = OptionValues(start, stop, int(values.max(initial=0)))
        self.mark(seen)
        wrong = np.flatnonzero(seen.mex() != values[start:])
        return start + int(wrong[0]) if len(wrong) else None


# Which checker confirms the values of a rule, and the run of it.


STAGE = "values checked"
FIRST = 1 << 8
LARGEST = 1 << 18


@dataclass(frozen=True)
class Wrong:
    """The least n at which a value is not what the rule says."""

    n: int
    value: int


def checkers_of(rule: Rule, values: Values) -> list[Checker]:
    """All checkers of these values.

    >>> import numpy as np
    >>> from mexplore.rules.notation import parse_rule
    >>> values = np.array([0, 1, 2] * 100, dtype=np.uint8)
    >>> [type(c).__name__ for c in checkers_of(parse_rule("subtract(1, 2)"), values)]
    ['ListedChecker', 'SubtractionChecker']
    """
    found = (kind.of(rule, values) for kind in members(folder, Checker))
    return [checker for checker in found if checker is not None]


def cheapest(rule: Rule, values: Values) -> Checker:
    """The checker that takes the least time for these values; there is always one, by the
    definition."""
    return min(checkers_of(rule, values), key=lambda checker: checker.nanoseconds())


def first_wrong(checker: Checker, watcher: Watcher = no_progress) -> Wrong | None:
    """The first value that is wrong, None if all of them are right.

    >>> import numpy as np
    >>> from mexplore.rules.notation import parse_rule
    >>> values = np.array([0, 1, 2] * 100, dtype=np.uint8)
    >>> values[77] = 1
    >>> first_wrong(cheapest(parse_rule("subtract(1, 2)"), values))
    Wrong(n=77, value=1)
    """
    start, pace, count = 0, Pace(FIRST), len(checker.values)
    while start < count:
        stop = min(count, start + min(pace.size, LARGEST))
        with pace.block():
            n = checker.first_wrong(start, stop)
        if n is not None:
            return Wrong(n, int(checker.values[n]))
        start = stop
        watcher(Progress(STAGE, start, count))
    return None
