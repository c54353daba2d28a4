"""Products of two rules as Coq reads them: the nim-product of the values of two heaps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.boards.theorems.tartan import Tartan
from mexplore.discover.coq.law import CoqLaw, Translation
from mexplore.discover.coq.laws import codes, intervals
from mexplore.discover.coq.laws.boards import BoardTranslation
from mexplore.discover.coq.laws.heaps_beside import OF_SETS, law_of_part, lemma_of_law
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
            return Inapplicable("the claim is about other heaps than those of the coordinates")
        parts = [_heap(part) for part in (claim.x, claim.y)]
        for part in parts:
            if isinstance(part, Inapplicable):
                return part
        return _product(*(part for part in parts if isinstance(part, CoqLaw)))


def _heap(part: HeapPart) -> CoqLaw | Inapplicable:
    game = game_of(part.rule)
    if game is None or game.partition(" ")[0] not in WELL_FOUNDED:
        return Inapplicable(f"the library of Coq proofs has no term for {part.rule} in a product")
    return law_of_part(part, game, _OF_HEAPS)


def _product(x: CoqLaw, y: CoqLaw) -> CoqLaw:
    """Both laws, then that of the board."""
    lemmas = "\n".join(_lemma(name, law) for name, law in (("x", x), ("y", y)))
    f, g = (re.sub(r"\bG\b", name, law.law) for name, law in (("f", x), ("g", y)))
    games = [law.game for law in (x, y)]
    modules = [WELL_FOUNDED[game.partition(" ")[0]][0] for game in games]
    modules += [name for law in (x, y) for name in law.modules]
    return CoqLaw(
        tuple(dict.fromkeys((*modules, "Kinds", "NimProduct", "Tartan"))),
        f"product_of ({games[0]}) ({games[1]})",
        f"exists f g, is_grundy ({games[0]}) f /\\ is_grundy ({games[1]}) g /\\\n"
        f"    (forall x y, G (x, y) = nim_product (f x) (g y)) /\\\n"
        f"    ({f}) /\\\n    ({g})",
        "tartan _ _ _ _ smaller_x smaller_y law_x law_y",
        "exact (product_exists _ _ smaller_x smaller_y).",
        x.values + y.values,
        x.seconds + y.seconds,
        computed=False,
        header=f"\n{lemmas}",
        subject=SYSTEM_VALUES,
    )


def _lemma(name: str, law: CoqLaw) -> str:
    """The law of a heap, and that its options are smaller."""
    smaller = WELL_FOUNDED[law.game.partition(" ")[0]][1]
    return f"""Lemma smaller_{name} : Grundy.well_founded ({law.game}).
Proof. {smaller} Qed.

{lemma_of_law(name, law)}"""
