"""Rare values that no heap of at most DEPTH tokens excludes: a search through all pairs.

The values of both heaps of a pair are run again from saved states, a stretch from below and the
stretch from above that goes with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.windows.streaming.frame import Refused
from mexplore.discover.windows.streaming.going_on import begun_again, gone_on
from mexplore.discover.windows.streaming.reach import DEPTH
from mexplore.discover.windows.streaming.stream import MOST_EXCUSED

if TYPE_CHECKING:
    from mexplore.discover.windows.passed_values import PassedValues
    from mexplore.discover.windows.streaming.stream import Stream
    from mexplore.rules.rule import Values

SHORTEST, LONGEST = 1 << 20, 1 << 24
"""The number of values of each end that are kept in memory."""


def gone_on_exactly(stream: Stream, ended: Refused, past: PassedValues) -> Stream | Refused:
    """What goes on where a stream ended so, `past` being all that it passed; or why nothing does.

    A heap one of whose rare values is excluded by a deeper pair only is passed all the same, and
    remembered by the stream (`Stream.last_excused`).
    """
    following = gone_on(stream, ended)
    if following is not None:
        return following
    n, value = ended.at, ended.value
    if n is None or value is None:
        return ended
    if stream.excused >= MOST_EXCUSED:
        return Refused(f"{ended.reason}, as at {MOST_EXCUSED} heaps before", n)
    if excluding_heap(past, n, value) is None:
        return Refused(f"n = {n} is a rare position, of value {value}, that turns up late", n)
    following = begun_again(stream, stream.machine)
    following.excuse(n, value)
    return following


def excluding_heap(past: PassedValues, n: int, value: int) -> int | None:
    """A heap a such that G(a) xor G(n - j - a) is the value for a split j, one of the least; None
    if there is none."""
    splits = past.machine.frame.game.splits
    nearest, farthest = min(splits), max(splits)
    length = min(LONGEST, max(SHORTEST, past.saved.spacing))
    for low in range(1, n // 2 + 1, length):
        stop = min(low + length, n // 2 + 1)
        below = _values(past, low, stop)
        first = max(0, n - farthest - stop + 1)
        above = _values(past, first, n - nearest - low + 1)
        for j in splits:
            high = n - j - low + 1 - first
            partners = above[max(0, high - len(below)) : high][::-1]
            hits = np.flatnonzero(below[: len(partners)] ^ partners == value)
            if len(hits):
                return low + int(hits[0])
    return None


def _values(past: PassedValues, start: int, stop: int) -> Values:
    """G(n) for start <= n < stop, in as few bytes as hold every value."""
    frame = past.machine.frame
    kind = np.min_scalar_type(max(int(frame.values.max()), int(frame.tables.commons.max())))
    return np.concatenate([piece.astype(kind) for piece in past.values(start, stop)])


def too_late(stream: Stream, preperiod: int) -> Refused | None:
    """Why deep heaps that a stream passed leave a law unproved; None if they do not."""
    last = stream.last_excused
    if last <= max(preperiod, DEPTH):
        return None
    return Refused(
        f"at n = {last}, where the law holds already, a rare value is excluded by no heap of at "
        f"most {DEPTH} tokens",
        last,
    )
