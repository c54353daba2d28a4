"""Products of two rules as Coq reads them: the nim-product of the values of two heaps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.boards.theorems.of_two_heaps import OTHER_HEAPS
from mexplore.discover.boards.theorems.tartan import Tartan
from mexplore.discover.coq.law import CoqLaw, Translation
from mexplore.discover.coq.laws import codes, intervals
from mexplore.discover.coq.laws.boards import BoardTranslation
from mexplore.discover.coq.laws.heaps_beside import OF_SETS, law_of_pair, law_of_part, laws_of_parts
from mexplore.discover.coq.laws.kinds import SYSTEM_VALUES
from mexplore.discover.coq.laws.misere import WELL_FOUNDED
from mexplore.discover.coq.terms import game_of
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.heap_part import HeapPart
    from mexplore.discover.boards.patterns.product_of_heaps import ProductOfHeaps
    from mexplore.rules.boards.board import Board

_OF_HEAPS: dict[type[AnyTheoremOf], type[Translation[Any, Any]]] = OF_SETS | {
    each.of_theorem: each
    for each in (codes.Codes, codes.CodesWithConditions, intervals.BetweenQuotients)
}
"""How the library has the theorems about the heaps."""


class ProductsOfHeaps(BoardTranslation["ProductOfHeaps"]):
    """Rules whose options have a term, each with its law. A square is a heap of a system whose
    kind is x and whose size is y: a move leaves a list of squares."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = Tartan

    def law(self, shape: Board, claim: ProductOfHeaps) -> CoqLaw | Inapplicable:
        two = Tartan().hypotheses(shape)
        if isinstance(two, Inapplicable) or (claim.x.rule, claim.y.rule) != (two.x, two.y):
            return Inapplicable(OTHER_HEAPS)
        laws = laws_of_parts(claim, _heap)
        return laws if isinstance(laws, Inapplicable) else _product(*laws)


def _heap(part: HeapPart) -> CoqLaw | Inapplicable:
    game = game_of(part.rule)
    if game is None or game.partition(" ")[0] not in WELL_FOUNDED:
        return Inapplicable(f"the library of Coq proofs has no term for {part.rule} in a product")
    return law_of_part(part, game, _OF_HEAPS)


def _product(x: CoqLaw, y: CoqLaw) -> CoqLaw:
    pair = law_of_pair(x, y, "product_of", "nim_product", _smaller, SYSTEM_VALUES)
    return replace(
        pair,
        modules=tuple(dict.fromkeys((*pair.modules, "Kinds", "NimProduct", "Tartan"))),
        proof="tartan _ _ _ _ smaller_x smaller_y law_x law_y",
        exists="exact (product_exists _ _ smaller_x smaller_y).",
    )


def _smaller(name: str, law: CoqLaw) -> str:
    """That the options of a heap are smaller."""
    smaller = WELL_FOUNDED[law.game.partition(" ")[0]][1]
    return f"""Lemma smaller_{name} : Grundy.well_founded ({law.game}).
Proof. {smaller} Qed."""
