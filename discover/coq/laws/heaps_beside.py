"""Sums of two heaps as Coq reads them: a board of two rules, with the law of each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.boards.theorems.of_two_heaps import OTHER_HEAPS
from mexplore.discover.boards.theorems.sum_of_heaps import SumOfHeaps
from mexplore.discover.coq.law import BOARD_VALUES, CoqLaw, Subject, Translation
from mexplore.discover.coq.laws import sets
from mexplore.discover.coq.laws.boards import BoardTranslation, of_all_squares
from mexplore.discover.coq.laws.misere import SETS, WELL_FOUNDED
from mexplore.discover.coq.terms import game_of, term_of
from mexplore.discover.heaps.known import theorem_named
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.heap_part import HeapPart
    from mexplore.discover.boards.patterns.pair_of_heaps import PairOfHeaps
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
            return Inapplicable(OTHER_HEAPS)
        identities = claim.x.is_identity and claim.y.is_identity
        if not isinstance(term, Inapplicable) and term.text == ROOK and identities:
            return of_all_squares(shape, "Nimhoff", "G (x, y) = N.lxor x y", "rook_law")
        laws = laws_of_parts(claim, _heap)
        return laws if isinstance(laws, Inapplicable) else _beside(*laws)


def laws_of_parts(
    claim: PairOfHeaps, law_of: Callable[[HeapPart], CoqLaw | Inapplicable]
) -> tuple[CoqLaw, CoqLaw] | Inapplicable:
    """The laws of both heaps."""
    x, y = law_of(claim.x), law_of(claim.y)
    if isinstance(x, Inapplicable):
        return x
    return y if isinstance(y, Inapplicable) else (x, y)


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
    pair = law_of_pair(x, y, "beside", "N.lxor", _singles, BOARD_VALUES)
    return replace(
        pair,
        modules=tuple(dict.fromkeys(("Boards", *pair.modules, "AsNim", "HeapsBeside"))),
        proof="beside_law _ _ singles_x singles_y _ _ law_x law_y",
        exists="exact (beside_exists _ _ singles_x singles_y).",
    )


def _singles(name: str, law: CoqLaw) -> str:
    """That the options of a heap are single heaps."""
    kind, _, listed = law.game.partition(" ")
    return f"""Lemma singles_{name} : singles ({law.game}).
Proof. exact (removes_singles _ _ ({SETS[kind].format(listed)})). Qed."""


def law_of_pair(
    x: CoqLaw,
    y: CoqLaw,
    board: str,
    value: str,
    lemma: Callable[[str, CoqLaw], str],
    subject: Subject,
) -> CoqLaw:
    """The law of a board that is made of two heaps, whose value is a function of theirs, after the
    laws of both and a lemma about each; without its proof."""
    of_heaps = "\n".join(f"{lemma(n, law)}\n\n{_law(n, law)}" for n, law in (("x", x), ("y", y)))
    f, g = (re.sub(r"\bG\b", name, law.law) for name, law in (("f", x), ("g", y)))
    modules = [WELL_FOUNDED[law.game.partition(" ")[0]][0] for law in (x, y)]
    return CoqLaw(
        tuple(dict.fromkeys((*modules, *x.modules, *y.modules))),
        f"{board} ({x.game}) ({y.game})",
        f"exists f g, is_grundy ({x.game}) f /\\ is_grundy ({y.game}) g /\\\n"
        f"    (forall x y, G (x, y) = {value} (f x) (g y)) /\\\n"
        f"    ({f}) /\\\n    ({g})",
        "",
        "",
        x.values + y.values,
        x.seconds + y.seconds,
        computed=False,
        header=f"\n{of_heaps}",
        subject=subject,
    )


def _law(name: str, law: CoqLaw) -> str:
    """The law of a heap as a lemma."""
    finite_check = " vm_cast_no_check (eq_refl true)." if law.computed else ""
    return f"""Lemma law_{name} : forall G, is_grundy ({law.game}) G ->
  {law.law}.
Proof. apply ({law.proof}).{finite_check} Qed.
"""
