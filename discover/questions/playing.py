"""Playing a sum of heaps move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mexplore.discover.questions.sums import Component, solve
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.questions.classes import Classes
    from mexplore.rules.rule import Heaps, Rule


@dataclass(frozen=True)
class Turn:
    """Heap number ``index`` of the position becomes ``to``."""

    index: int
    to: Heaps


def can_move(heaps: Sequence[Component]) -> bool:
    """Whether there is a move in the position."""
    return any(_options(heap) is not None for heap in heaps)


def _options(heap: Component) -> Heaps | None:
    """Any option of the heap."""
    return next(heap.rule.first_options(heap.size), None)


def after(heaps: Sequence[Component], move: Turn) -> list[Component]:
    """The position after a move; empty heaps are left out."""
    rule = heaps[move.index].rule
    new = [Component(rule, size) for size in move.to]
    return [*heaps[: move.index], *new, *heaps[move.index + 1 :]]


def best_move(heaps: Sequence[Component], known: Mapping[Rule, Classes]) -> Turn:
    """A winning move if there is one, else one that leaves as many tokens as it can find."""
    solution = solve(heaps, known)
    for moves in solution.moves:
        for group in moves.groups:
            return Turn(heaps.index(moves.heap), group.example)
    some = ((i, _options(heap)) for i, heap in enumerate(heaps))
    possible = [Turn(i, to) for i, to in some if to is not None]
    return max(possible, key=lambda move: sum(move.to) - heaps[move.index].size)
