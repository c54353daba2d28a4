"""Take-and-break games whose moves leave at most two heaps, as plain data."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.take_and_break.partitions import Moves

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class SplittingGame:
    """Remove j tokens and leave no heap (j in ``whole``), one (``takes``) or two (``splits``).

    Two heaps left after removing j must differ where j is in ``unequal``. Grundy's game is
    ``SplittingGame(splits=(0,), unequal={0})``, and Dawson's Kayles, 0.07, is:

    >>> kayles = SplittingGame(whole=(2,), takes=(2,), splits=(2,))
    >>> kayles.reach
    2
    """

    whole: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()
    splits: tuple[int, ...] = ()
    unequal: frozenset[int] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        if not self.splits or min(self.splits) < 0 or min(self.takes, default=1) < 1:
            raise ValueError(f"{self} has no move to two heaps, or one that does not end")

    @property
    def reach(self) -> int:
        """The largest number of tokens that one move removes, at least 1."""
        return max(1, *self.whole, *self.takes, *self.splits)

    @cached_property
    def split_table(self) -> Ints:
        """Rows (j, 1 if two equal heaps may be left, else 0), for each j in ``splits``."""
        rows = [(j, int(j not in self.unequal)) for j in self.splits]
        return np.array(rows, dtype=np.int64)

    @cached_property
    def take_table(self) -> Ints:
        """The members of ``takes``."""
        return np.array(self.takes, dtype=np.int64)


def splitting_game(rule: TakeAndBreak) -> SplittingGame | None:
    """A code as such a game; None if it has no split in two, repeats digits, or leaves two equal
    heaps (that value is always 0, rare under any mask).

    >>> from mexplore.rules.notation import parse_rule
    >>> splitting_game(parse_rule("4!.3"))
    SplittingGame(whole=(1,), takes=(1,), splits=(0,), unequal=frozenset({0}))
    """
    moves = Moves(rule, rule.largest_take + 1)
    splits, unequal = moves.splits_in_two()
    if rule.period or not len(splits) or len(moves.removing(2, "=")):
        return None
    return SplittingGame(
        tuple(np.flatnonzero(moves.whole()).tolist()),
        tuple(moves.removing(1).tolist()),
        tuple(splits.tolist()),
        frozenset(splits[unequal == 1].tolist()),
    )
