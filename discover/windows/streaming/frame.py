"""What the stream of one game is built on: its moves, its sparse space, its rare positions.

With a sparse space (`rules.families.take_and_break.sparse`) whose rare positions end, say at r*,
the next common value depends on the last r* + k values only, k the largest number of tokens that a
move removes. The stream keeps little more than these. What it cannot do it says in one line.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.windows.streaming.reach import DEPTH, MOST_REMOVED
from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.take_and_break.sparse.exact import SpaceTables, space_tables
from mexplore.rules.families.take_and_break.sparse.mask import (
    SparseMask,
    count_values,
    rare_positions,
    sparsest_space,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.rules.families.take_and_break.sparse.game import SplittingGame
    from mexplore.rules.rule import Values

    Indices = npt.NDArray[np.uint8]

START = 1 << 16
"""The first heap that is streamed; the values below it come from the engine that stores them."""
FEWEST_VALUES = 1 << 20
"""The mask and the rare positions are read off this many values, always the same ones."""
LAST_RARE = DEPTH // 2
MOST_RARE = 400
WIDEST = 64
RARE = 255
"""In place of an index: no common value."""
SHORTEST_BLOCK = 2


@dataclass(frozen=True)
class Refused:
    """Why a game is not streamed, or not any further; ``at`` is the heap where it ended, ``value``
    the rare value that no witness excludes there, if that is why."""

    reason: str
    at: int | None = None
    value: int | None = None


@dataclass(frozen=True, eq=False)
class Frame:
    """A game, its space, its rare positions, and the index of each common value below START.

    >>> from mexplore.rules.engine.grundy import grundy_values
    >>> from mexplore.rules.families.take_and_break.sparse.game import splitting_game
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("0.106")
    >>> frame = framed(splitting_game(rule), grundy_values(rule, FEWEST_VALUES))
    >>> frame.space, len(frame.rare), frame.last_rare, frame.state
    (SparseMask(mask=13, by_position=True, odd_split=1), 15, 1103, 1106)
    """

    game: SplittingGame
    space: SparseMask
    rare: tuple[int, ...]
    values: Values
    """G(n) for n < FEWEST_VALUES."""

    @cached_property
    def last_rare(self) -> int:
        """r*, the last rare position; 0 if there is none."""
        return max(self.rare, default=0)

    def grown(self, value: int) -> Frame | None:
        """The frame with a power of 2 more in its mask; None where that might change what is rare
        among the values below it, which are all that a stream has passed then.

        The parity of positions must have no part: where it has, such a value is common at every
        other heap, and may have been passed.

        >>> import numpy as np
        >>> values = np.array([0, 1, 2, 3])
        >>> frame = Frame(None, SparseMask(3), (), values)
        >>> frame.grown(4).space.mask, frame.grown(2), frame.grown(6)
        (7, None, None)
        """
        mask = self.space.mask
        new = value.bit_count() == 1 and value > max(mask, int(self.values.max()))
        if not new or self.space.by_position:
            return None
        return replace(self, space=replace(self.space, mask=mask | value))

    @property
    def reach(self) -> int:
        """k, the largest number of tokens that a move removes."""
        return self.game.reach

    @property
    def state(self) -> int:
        """L0 = r* + k: this many values determine the next common one."""
        return self.last_rare + self.reach

    @cached_property
    def common_takes(self) -> tuple[int, ...]:
        """The takes j whose value at n, that of a common position n - j, is common."""
        return tuple(j for j in self.game.takes if not (self.space.by_position and j % 2))

    @cached_property
    def rare_takes(self) -> tuple[int, ...]:
        """The other takes: their values are rare at n."""
        return tuple(j for j in self.game.takes if j not in self.common_takes)

    @cached_property
    def block(self) -> int:
        """How many heaps can be done at once: each depends on heaps so far back, at least."""
        nearest = min(self.rare, default=8) + min(self.game.splits)
        return min(8, nearest, *self.common_takes)

    @cached_property
    def tables(self) -> SpaceTables:
        """Values and indices, for all indices below 128."""
        lowest = self.space.mask & -self.space.mask
        return space_tables(self.space, max(2 * 128, 2 * lowest))

    def indices(self, start: int, stop: int) -> Indices:
        """The index of G(n) for start <= n < stop, RARE where n is rare or 0."""
        values = self.values[start:stop].astype(np.int64)
        held = values < len(self.tables.indices)
        index = self.tables.indices[np.where(held, values, 0)]
        index[~held | self.tables.rare[np.arange(start, stop) & 1, np.where(held, values, 0)]] = 255
        index[index > RARE] = RARE
        if start == 0:
            index[:1] = RARE
        return index.astype(np.uint8)

    def value(self, n: int, index: int) -> int:
        """The common value of an index at n."""
        return int(self.tables.commons[n & 1, index])


def framed(game: SplittingGame, values: Values) -> Frame | Refused:
    """The frame of a game from its values; Refused where the game is not one for streaming."""
    if len(values) < FEWEST_VALUES:
        return Refused(f"fewer than {FEWEST_VALUES} values are known")
    values = values[:FEWEST_VALUES]
    space, count = _space(game, values)
    if not space.mask or count > MOST_RARE:
        return Refused(f"{count} of the first {len(values)} values are rare")
    width = 1 << max(int(values.max()).bit_length(), space.mask.bit_length())
    positions = rare_positions(values, len(values), space_tables(space, width).rare)
    frame = Frame(game, space, tuple(positions.tolist()), values)
    unsuited = _unsuited(frame)
    return Refused(unsuited) if unsuited else frame


def _unsuited(frame: Frame) -> str | None:
    """Why the stream's code is not made for a game, or None."""
    game, mask = frame.game, frame.space.mask
    reasons = (
        (bool(game.unequal), "a move leaves heaps that must be unequal"),
        (game.reach > MOST_REMOVED, f"a move removes more than {MOST_REMOVED} tokens"),
        (frame.last_rare > LAST_RARE, f"a value is rare as late as n = {frame.last_rare}"),
        (max(game.splits) - min(game.splits) > 8, "the splits are too far apart"),
        (mask & -mask > 16, f"the lowest bit of the mask {mask} is too high"),
        (
            frame.block < SHORTEST_BLOCK,
            "a value depends on the one before it, so that no two are done at once",
        ),
    )
    reason = next((reason for fails, reason in reasons if fails), None)
    if reason is None and _largest_index(frame) > WIDEST - 2:
        return "the values are too large for words of 64 bits"
    return reason


def _space(game: SplittingGame, values: Values) -> tuple[SparseMask, int]:
    counts = np.zeros((2, 1 << int(values.max()).bit_length()), dtype=np.int64)
    count_values(values, 1, len(values), counts)
    return sparsest_space(counts, game.splits)


def _largest_index(frame: Frame) -> int:
    """The largest index of a common value that is known beyond the last rare one."""
    largest = int(frame.values[frame.last_rare + 1 :].max())
    lowest = frame.space.mask & -frame.space.mask
    return (largest // (2 * lowest)) * lowest + lowest - 1
