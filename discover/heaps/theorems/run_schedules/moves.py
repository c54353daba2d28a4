"""What a theorem about run schedules needs to know of a rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.run_schedule.maps import Inverse
    from mexplore.rules.moves.pieces import Pieces
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Moves:
    """A rule and its options for n >= pieces.first, every end floor((a*n + b)/c), 0 < a < c."""

    rule: Rule
    pieces: Pieces
    maps: tuple[Inverse, ...]
