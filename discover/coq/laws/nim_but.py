"""Nim but for finitely many heaps, as Coq reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.coq.law import CoqLaw, Translation, numbers
from mexplore.discover.heaps.theorems.nim_but_for_few import NimButForFew
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.families.expression.few_exceptions import Moves, nim_but_for_few

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.nim_but import NimBut


class NimButHeaps(Translation["dict[int, Moves]", "NimBut"]):
    """Every heap but a few may become any smaller one."""

    of_theorem: ClassVar[type[AnyTheorem]] = NimButForFew

    def needed_of(self, game: Any, shape: Any) -> dict[int, Moves]:
        del shape
        found = nim_but_for_few(game)
        assert isinstance(found, dict)
        return found

    def law(self, shape: dict[int, Moves], claim: NimBut) -> CoqLaw | Inapplicable:
        heaps = "; ".join(f"({heap}, {_term(moves)})" for heap, moves in shape.items() if heap >= 0)
        values = "; ".join(f"({heap}, {value})" for heap, value in claim.repeated)
        return CoqLaw(
            ("Sets", "NumberMoves", "NimBut"),
            f"nim_but [{heaps}]",
            f"forall n, G n = nim_but_value [{values}] n",
            f"nim_but_law [{heaps}] [{values}]",
            "apply leaves_exists, nim_but_falls.",
        )


def _term(moves: Moves) -> str:
    """The moves of one heap.

    >>> _term(Moves(frozenset({2, 1}), all_but=True))
    'Except [1; 2]'
    """
    return f"{'Except' if moves.all_but else 'Only'} {numbers(sorted(moves.heaps))}"
