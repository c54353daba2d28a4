"""Rules whose moves automata can read: sums, order and residues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass
from mexplore.rules.moves.relations import Leaving, Splitting

if TYPE_CHECKING:
    from mexplore.rules.moves.relations import Move
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Listed:
    """A rule with its moves as relations."""

    rule: Rule
    moves: tuple[Move, ...]


def refused(move: Splitting | Leaving) -> str | None:
    """Why automata cannot read a move here; None if they can."""
    if not move.ends:
        return f"the game need not end: {move}"
    if isinstance(move, Splitting) and move.suffix == "!" and move.heaps > 3:
        return f"{move.heaps} pairwise unequal heaps are more than the automata are built for"
    return None
