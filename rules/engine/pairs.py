"""Pairs of values compared many at a time, as a processor does for sixteen pairs and more."""

from __future__ import annotations

import numpy as np

from mexplore.rules.engine.compiled import compiled


@compiled
def some_pair(one, other, rest, first, end, wanted):  # type: ignore[no-untyped-def]
    # Whether one[a] ^ other[rest - a] == wanted for some a in range(first, end). An unsigned
    # index is not asked whether it is negative, and nothing ends the loop early, so that it becomes
    # one of vectors: ``wanted`` is of the values' own type.
    hit = np.uint8(0)
    for a in range(np.uint64(first), np.uint64(end)):
        hit |= np.uint8((one[a] ^ other[np.uint64(rest) - a]) == wanted)
    return hit != 0
