"""Partitions of a number into a given number of parts: what is left when a heap is split."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mexplore.rules.arithmetic import tree
from mexplore.rules.families.take_and_break.code import Digit

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak


def splits(total: int, count: int, suffix: str = "") -> Iterator[tuple[int, ...]]:
    """Every multiset of ``count`` positive parts of sum ``total``, once, parts not decreasing.

    ``suffix`` is a condition on the parts: ``!`` pairwise unequal, ``?`` not all equal, ``=`` all
    equal; for fewer than two parts it has no effect.

    >>> list(splits(6, 3)), list(splits(6, 3, "!")), list(splits(6, 3, "="))
    ([(1, 1, 4), (1, 2, 3), (2, 2, 2)], [(1, 2, 3)], [(2, 2, 2)])
    """
    if count < 2 or suffix == "":
        yield from _partitions(total, count)
    elif suffix == "=":
        if total % count == 0 and total >= count:
            yield (total // count,) * count
    elif suffix == "!":
        # Parts a < b < c < ... are a, b - 1, c - 2, ... not decreasing, and the reverse.
        for parts in _partitions(total - count * (count - 1) // 2, count):
            yield tuple(part + i for i, part in enumerate(parts))
    else:
        for parts in _partitions(total, count):
            if parts[0] != parts[-1]:
                yield parts


def fewest_splits(total: int, count: int, suffix: str = "") -> int:
    """A lower bound for the number of `splits`: those in which all parts but two are 1; pairwise
    unequal parts become any parts when 0, 1, 2, ... are taken off. Of two parts it is how many
    there are.

    >>> fewest_splits(6, 3), fewest_splits(10**18, 2, "!"), fewest_splits(5, 1)
    (2, 499999999999999999, 0)
    """
    if count < 2 or suffix == "=":
        return 0
    if suffix == "!":
        total -= count * (count - 1) // 2
    return max(0, (total - count + 2) // 2 - (suffix == "?"))


def _partitions(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """The partitions of ``total`` into ``count`` parts, in lexicographic order."""
    if count == 0:
        if total == 0:
            yield ()
        return
    if total < count:
        return
    parts = [1] * (count - 1) + [total - count + 1]
    while True:
        yield tuple(parts)
        # The next one raises the last part that can grow, the parts after it being as small as
        # they may be: equal to it, and what is left in the last.
        i, tail = count - 2, parts[-1]
        while i >= 0:
            tail += parts[i]
            if (parts[i] + 1) * (count - i) <= tail:
                break
            i -= 1
        if i < 0:
            return
        raised = parts[i] + 1
        parts[i : count - 1] = [raised] * (count - 1 - i)
        parts[-1] = tail - raised * (count - 1 - i)


# The moves of a take-and-break code as arrays: which numbers of tokens each kind removes.


Tokens = npt.NDArray[np.int64]


def ahead(stop: int) -> int:
    """How far to prepare tables when heaps of n < ``stop`` are requested."""
    return stop + min(max(stop, 64), 1 << 12)


class Moves:
    """The moves from heaps of n < ``stop`` tokens, repeating digits written out.

    >>> from mexplore.rules.notation import parse_rule
    >>> Moves(parse_rule("0.7[03]"), 8).removing(1).tolist()
    [1, 3, 5, 7]
    """

    def __init__(self, rule: TakeAndBreak, stop: int) -> None:
        self.stop = stop
        self._period = rule.period
        self._first_repeating = len(rule.removing) - rule.period
        self._digits = {j: digit for j, digit in rule.digits.items() if j < stop}

    def where(self, allowed: Callable[[Digit], bool]) -> Tokens:
        """The j, in increasing order, whose digits are such (j < 0: -j tokens are added)."""
        found = [np.zeros(0, dtype=np.int64)]
        for j, digit in self._digits.items():
            if allowed(digit):
                repeats = self._period > 0 and j >= self._first_repeating
                end = self.stop if repeats else j + 1
                found.append(np.arange(j, end, self._period if repeats else 1, dtype=np.int64))
        return np.sort(np.concatenate(found))

    def removing(self, count: int, *suffixes: str) -> Tokens:
        """The j after which ``count`` heaps may be left, under one of these suffixes (none at
        all if none is given)."""
        return self.where(lambda digit: digit.suffix(count) in (suffixes or ("",)))

    def whole(self) -> npt.NDArray[np.bool_]:
        """Whether a heap of n may be taken whole, for each n < ``stop``."""
        allowed = np.zeros(self.stop, dtype=np.bool_)
        allowed[self.removing(0)] = True
        return allowed

    def splits_in_two(self) -> tuple[Tokens, Tokens]:
        """The j after which the rest may be split into two heaps that may differ; and for each
        1 if they must differ, else 0."""
        differing = self.removing(2, "!", "?")
        split = np.sort(np.concatenate((self.removing(2), differing)))
        return split, np.isin(split, differing).astype(np.int64)


# The moves of a digit that leaves no heap, one, or equal ones, as options in n.


_N = tree.Name("n")
_NO_MOVE = tree.Unary("-", tree.Number(1))  # a negative heap is not a move


def left_by(removed: int, digit: Digit) -> Iterator[tree.Node]:
    """The options after ``removed`` tokens are removed (added, where it is negative); each count
    of two or more heaps has the suffix ``=``.

    >>> [str(option) for option in left_by(2, Digit.from_mask(2))]
    ['n - 2 if n > 2 else -1']
    """
    counts = {count for count, _ in digit.listed}
    sign, number = ("+", -removed) if removed < 0 else ("-", removed)
    rest = tree.Binary(sign, _N, tree.Number(number)) if number else _N
    if {0, 1} <= counts:
        yield rest
        counts -= {0, 1}
    for count in sorted(counts):
        if count == 0:
            yield tree.Choice(_compared("==", number), tree.Number(0), _NO_MOVE)
        elif count == 1:
            yield tree.Choice(_compared(">", number), rest, _NO_MOVE)
        else:
            yield _equal(rest, count, removed)


def _equal(rest: tree.Node, count: int, removed: int) -> tree.Node:
    """``count`` equal heaps, where the rest is a positive multiple of it."""
    part = tree.Binary("//", rest, tree.Number(count))
    remainder = tree.Binary("%", rest, tree.Number(count))
    divides = tree.Comparison(remainder, ("==",), (tree.Number(0),))
    some = _compared(">", max(removed, 0))
    return tree.Choice(tree.Logic("and", (some, divides)), tree.Heap((part,) * count), _NO_MOVE)


def _compared(sign: str, number: int) -> tree.Node:
    return tree.Comparison(_N, (sign,), (tree.Number(number),))
