"""Sets of values as bits: which values the options of each heap of a stretch have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
WORD = 64
ONE = np.uint64(1)


class Seen:
    """For each heap n with start <= n < stop a set of values, those up to ``largest`` at least.

    Bit v % 64 of ``words[v // 64, n - start]`` says whether v is in the set of n. Values that the
    words have no bit for are left out: they are larger than each value that is to be confirmed.

    >>> seen = Seen(10, 13, largest=2)
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

        >>> full = Seen(0, 1, largest=3)
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
