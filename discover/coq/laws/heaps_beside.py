"""Sums of two heaps as Coq reads them: a board of two rules, with the law of each."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.boards.theorems.sum_of_heaps import SumOfHeaps
from mexplore.discover.coq.law import BOARD_VALUES, CoqLaw, Translation
from mexplore.discover.coq.laws import sets
from mexplore.discover.coq.laws.boards import BoardTranslation, of_all_squares
from mexplore.discover.coq.laws.misere import SETS, WELL_FOUNDED
from mexplore.discover.coq.terms import game_of, term_of
from mexplore.discover.heaps.known import theorem_named
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.heap_part import HeapPart
    from mexplore.discover.boards.patterns.xor_of_heaps import XorOfHeaps
    from mexplore.rules.boards.board import Board

ROOK = "steps [Ray 1 0 1 0; Ray 0 1 0 1]"

OF_SETS: dict[type[AnyTheoremOf], type[Translation[Any, Any]]] = {
    each.of_theorem: each
    for each in (
        sets.FiniteSets,
        sets.AllNumbersBut,
        sets.InfiniteSets,
        sets.ProgressionAndFew,
        sets.MultiplesInSet,
    )
}
"""How the library has the theorems about subtraction sets."""


class SumsOfHeaps(BoardTranslation["XorOfHeaps"]):
    """The rook, and two subtraction sets side by side."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = SumOfHeaps

    def law(self, shape: Board, claim: XorOfHeaps) -> CoqLaw | Inapplicable:
        term, two = term_of(shape), SumOfHeaps().hypotheses(shape)
        if isinstance(two, Inapplicable) or (claim.x.rule, claim.y.rule) != (two.x, two.y):
            return Inapplicable("the claim is about other heaps than those of the coordinates")
        identities = claim.x.is_identity and claim.y.is_identity
        if not isinstance(term, Inapplicable) and term.text == ROOK and identities:
            return of_all_squares(shape, "Nimhoff", "G (x, y) = N.lxor x y", "rook_law")
        parts = [_heap(part) for part in (claim.x, claim.y)]
        for part in parts:
            if isinstance(part, Inapplicable):
                return part
        return _beside(*(part for part in parts if isinstance(part, CoqLaw)))


def _heap(part: HeapPart) -> CoqLaw | Inapplicable:
    """The law of one of the heaps, of a subtraction set."""
    game = game_of(part.rule)
    if game is None or game.partition(" ")[0] not in SETS:
        return Inapplicable("the library of Coq proofs has sums of subtraction sets alone")
    return law_of_part(part, game, OF_SETS)


def law_of_part(
    part: HeapPart,
    game: str,
    translations: Mapping[type[AnyTheoremOf], type[Translation[Any, Any]]],
) -> CoqLaw | Inapplicable:
    """The law of a heap, by the theorem of its certificate, if one of these translations has it."""
    if part.claim is None or not part.warrant:
        return Inapplicable(f"no law of {part.rule} is proved")
    theorem = theorem_named(json.loads(part.warrant)["theorem"])
    found = None if theorem is None else translations.get(type(theorem))
    if theorem is None or found is None:
        return Inapplicable(f"the library of Coq proofs does not have the law of {part.rule}")
    shape = theorem.hypotheses(part.rule)
    if isinstance(shape, Inapplicable):
        return shape
    translation = found()
    law = translation.law(translation.needed_of(part.rule, shape), part.claim)
    if isinstance(law, CoqLaw) and (law.header or law.game != game):
        return Inapplicable("the library of Coq proofs has pairs of heaps with short laws")
    return law


def _beside(x: CoqLaw, y: CoqLaw) -> CoqLaw:
    """Both laws, then that of the board."""
    lemmas = "\n".join(_lemma(name, law) for name, law in (("x", x), ("y", y)))
    said = [re.sub(r"\bG\b", f, law.law) for f, law in (("f", x), ("g", y))]
    games = [law.game for law in (x, y)]
    singles = " ".join(f"singles_{name}" for name in "xy")
    modules = [WELL_FOUNDED[game.partition(" ")[0]][0] for game in games]
    modules += [name for law in (x, y) for name in law.modules]
    return CoqLaw(
        tuple(dict.fromkeys(("Boards", *modules, "AsNim", "HeapsBeside"))),
        f"beside ({games[0]}) ({games[1]})",
        f"exists f g, is_grundy ({games[0]}) f /\\ is_grundy ({games[1]}) g /\\\n"
        f"    (forall x y, G (x, y) = N.lxor (f x) (g y)) /\\\n"
        f"    ({said[0]}) /\\\n    ({said[1]})",
        f"beside_law _ _ {singles} _ _ law_x law_y",
        f"exact (beside_exists _ _ {singles}).",
        x.values + y.values,
        x.seconds + y.seconds,
        computed=False,
        header=f"\n{lemmas}",
        subject=BOARD_VALUES,
    )


def _lemma(name: str, law: CoqLaw) -> str:
    """The law of a heap, and that its options are single heaps."""
    kind, _, listed = law.game.partition(" ")
    return f"""Lemma singles_{name} : singles ({law.game}).
Proof. exact (removes_singles _ _ ({SETS[kind].format(listed)})). Qed.

{lemma_of_law(name, law)}"""


def lemma_of_law(name: str, law: CoqLaw) -> str:
    finite_check = " vm_cast_no_check (eq_refl true)." if law.computed else ""
    return f"""Lemma law_{name} : forall G, is_grundy ({law.game}) G ->
  {law.law}.
Proof. apply ({law.proof}).{finite_check} Qed.
"""
