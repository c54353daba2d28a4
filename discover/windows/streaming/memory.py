"""What a stream holds in memory, and what its loops know of the game."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mexplore.discover.windows.streaming.marks import FACTORS, factor
from mexplore.discover.windows.streaming.plan import LANES, Plan
from mexplore.discover.windows.streaming.reach import DEPTH

BEFORE = DEPTH + 4 * LANES
"""Words before the next heap that stay in the buffer."""
MOST_OPEN = 1 << 13
MOST_MARKS = 1 << 12
"""So many are gathered before they are looked at, away from the innermost loop."""
SLOTS = 1 << 17
MOST_SEEN = 1 << 16
OFTEN, SELDOM = 12, 16
"""One in 2^12 states is distinguished among the first 2^26 of each 2^30, of the others one in
2^16 is."""

ZERO = np.uint64(0)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)

REACHED, RECURRED, OPEN, EMPTY = 0, 1, 2, 3
"""How a stretch ends: as far as asked; with a state seen before; at a heap with a rare value that
no witness excludes; at one whose value does not fit a word."""


class Place(NamedTuple):
    """Where things are in ``at``, the numbers that loops change."""

    next: int = 0
    """The heap whose word is written next."""
    verified: int = 1
    """All heaps below it are common, with the values in the buffer."""
    shift: int = 2
    """The heap of the buffer's first word."""
    thin: int = 3
    """Only states whose hash has these bits 0 are kept."""
    seen: int = 4
    """How many are kept."""
    first: int = 5
    """The two states that agree, where a stretch ends so; ``first`` is 0 before."""
    again: int = 6
    trouble: int = 7
    """The heap where it cannot go on."""
    rare: int = 8
    """The index of the rare value there."""
    deepest: int = 9
    """The deepest witness so far."""
    open: int = 10
    """How many rare values the vectors of witnesses left open."""
    searching: int = 11
    """1 while states that come again are looked for."""
    checking: int = 12
    """1 if rare values are shown excluded; 0 where values known to be common are run again."""
    excused: int = 13
    """How many rare values were shown excluded by other means."""


AT = Place()
NUMBERS = len(AT)


class Constants(NamedTuple):
    """What the loops know of a game."""

    splits: int
    """How many of the moves are splits."""
    width: int
    """Bits of a word."""
    chunk: int
    """Heaps that are done at once."""
    state: int
    """How many values make a state."""
    by_position: int
    """1 if the parity of the position has a part in the space."""
    factors: Any
    """uint64: see `Emitter.text`."""


class Buffers(NamedTuple):
    """What a stream holds in memory."""

    words: Any
    """uint16, uint32 or uint64 [n - shift]: the word of each heap."""
    proofs: Any
    """The same of the rare values that witnesses exclude."""
    carried: Any
    missing: Any
    """LANES words: which rare values are left open."""
    at: Any
    """int64: see `Place`."""
    likely: Any
    """int64 [index, i] = (distance from n, index of the heap there): likely witnesses."""
    counts: Any
    """int64 [index]: how many of them."""
    heads: Any
    """int16 [a], a <= DEPTH: the index of G(a), -1 where a is rare."""
    moves: Any
    """int64: the splits, then the rare takes."""
    open_at: Any
    """int64: heaps where the vectors left something open."""
    open_words: Any
    """uint64: what they left open there."""
    excused: Any
    """int64 [i] = (heap, index): these."""
    marks: Any
    """int64: the first of LANES heaps among which there is a distinguished state."""
    keys: Any
    """uint64: hashes of states seen, 0 for none, in a table of SLOTS."""
    heaps: Any
    """int64: their heaps."""
    spare_keys: Any
    spare_heaps: Any
    """Room for both while about half of the states are dropped."""


def constants(plan: Plan, state: int, *, by_position: bool) -> Constants:
    """The constants of a plan."""
    factors = [factor(plan.width, i) for i in range(len(FACTORS))]
    return Constants(
        len(plan.splits),
        plan.width,
        plan.chunk,
        state,
        int(by_position),
        np.array(factors, dtype=np.uint64),
    )
