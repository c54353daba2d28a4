"""Partitions of a number into a given number of parts: what is left when a heap is split."""

from __future__ import annotations

from collections.abc import Iterator


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
