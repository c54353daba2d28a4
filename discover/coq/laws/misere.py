"""Laws of misère play as Coq reads them: quotients and types as data, and sums played as Nim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from mexplore.discover.coq.law import MISERE_OUTCOMES, Claim, CoqLaw, Translation, numbers
from mexplore.discover.coq.laws.automata import listed_game
from mexplore.discover.coq.terms import game_of
from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.types import Types
from mexplore.discover.misere.theorems.ferguson import FergusonPairing
from mexplore.discover.misere.theorems.finite_heaps import FiniteHeaps
from mexplore.discover.misere.theorems.windows import MisereWindows
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable
from mexplore.rules.misere.game import Misere
from mexplore.rules.moves.option_sets import bounded_of

if TYPE_CHECKING:
    from mexplore.discover.misere.patterns.types import PlayedAsNim
    from mexplore.rules.rule import Rule

MOST_CLASSES = 300
"""Tables of more classes are not written: 100,000 numbers and more."""

WELL_FOUNDED = {
    "octal": ("TakeAndBreak", "apply code_wf. reflexivity."),
    "code": ("TakeAndBreak", "apply code_wf. reflexivity."),
    "code_with": ("Conditions", "apply code_with_wf. reflexivity."),
    "subtract": ("Subtraction", "apply subtract_wf_by. reflexivity."),
    "all_but": ("AllBut", "apply all_but_wf."),
    "subtract_from": ("Sets", "apply subtract_from_wf."),
    "expression": ("Expression", "apply expression_wf."),
    "divide": ("Division", "apply divide_wf_by. reflexivity."),
    "divide_up": ("Division", "apply divide_up_wf_by. reflexivity."),
}
"""For the first word of a game the file of the library that defines it, and the tactics by which
every option is smaller."""

SETS = {
    "subtract": "subtract_removes {} eq_refl",
    "all_but": "all_but_removes {}",
    "subtract_from": "subtract_from_removes {}",
}
"""For subtraction sets the proof that they are such."""


class MisereTranslation(Translation[Misere, Claim], Generic[Claim]):
    """A theorem about misère play: its law is told from the rule that is played."""

    def needed_of(self, game: Any, shape: Any) -> Misere:
        del shape
        assert isinstance(game, Misere)
        return game


class PlayedLikeNim(MisereTranslation["PlayedAsNim"]):
    """Subtraction sets, by Ferguson's pairing: nothing is computed."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = FergusonPairing

    def law(self, shape: Misere, claim: PlayedAsNim) -> CoqLaw | Inapplicable:
        del claim
        game = game_of(shape.rule)
        kind, _, listed = (game or "").partition(" ")
        if game is None or kind not in SETS:
            return Inapplicable("the library of Coq proofs does not have the set")
        module, smaller = WELL_FOUNDED[kind]
        return CoqLaw(
            ("Misere", module, "AsNim"),
            game,
            "forall G, is_grundy game G -> forall sum, lost sum = lost_as_nim G sum",
            f"as_nim_law _ _ ({SETS[kind].format(listed)})",
            f"apply misere_exists. {smaller}",
            computed=False,
            subject=MISERE_OUTCOMES,
        )


class ClassesOfAll(MisereTranslation[ClassesOfHeaps]):
    """Classes that repeat, of codes without conditions."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = MisereWindows

    def law(self, shape: Misere, claim: ClassesOfHeaps) -> CoqLaw | Inapplicable:
        game, bounded = game_of(shape.rule), bounded_of(shape.rule)
        kind, _, listed = (game or "").partition(" ")
        if game is None or bounded is None or kind not in ("octal", "code"):
            return Inapplicable("the library of Coq proofs has misère windows of codes only")
        moves = f"(moves_from 0 {listed})" if kind == "octal" else listed
        stop = bounded.heaps * len(claim.listed) + bounded.tokens + 1
        window = f"{moves} {bounded.heaps} {bounded.tokens}"
        return _by_classes(shape.rule, game, claim, stop, window)


class ClassesOfFew(ClassesOfAll):
    """Classes of the heaps up to some number, of any rule that has a term."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = FiniteHeaps

    def law(self, shape: Misere, claim: ClassesOfHeaps) -> CoqLaw | Inapplicable:
        game = game_of(shape.rule) or listed_game(shape.rule)
        if isinstance(game, Inapplicable):
            return game
        return _by_classes(shape.rule, game, claim, len(claim.listed) + 1, "")


def _by_classes(
    rule: Rule, game: str, claim: ClassesOfHeaps, stop: int, window: str
) -> CoqLaw | Inapplicable:
    """The law by a window of codes, or, where none is given, of the heaps below ``stop``."""
    module, smaller = WELL_FOUNDED[game.partition(" ")[0]]
    options = _count_of_options(rule, stop)
    if isinstance(claim, Quotient):
        return _quotient(claim, game, module, smaller, stop, window, options)
    assert isinstance(claim, Types)
    types = f"[{'; '.join(_type(t) for t in (claim.one, *claim.types))}]"
    top = len(claim.types)
    said = f"lost sum = is_lost (type_of_sum (type_of types {claim.period}) sum)"
    if window:
        law, proof = f"forall sum, {said}", f"types_law {window} types {claim.period}"
    else:
        law = f"forall sum, Forall (fun h => h <= {top}) sum -> {said}"
        proof = f"types_of_few game {top} types ltac:({smaller.rstrip('.').replace('. ', '; ')})"
    return CoqLaw(
        ("Evaluate", "TakeAndBreak", "Misere", "Tame", module),
        game,
        law,
        proof,
        f"apply misere_exists. {smaller}",
        stop,
        options * 2e-5,
        header=f"\nDefinition types : list type :=\n  {types}.",
        subject=MISERE_OUTCOMES,
    )


def _quotient(
    claim: Quotient, game: str, module: str, smaller: str, stop: int, window: str, options: int
) -> CoqLaw | Inapplicable:
    if claim.order > MOST_CLASSES:
        return Inapplicable(
            f"Coq would have to read a table of {claim.order} classes; no more than "
            f"{MOST_CLASSES} are exported"
        )
    header = "\n".join(
        [
            "",
            f"Definition table : list (list N) :=\n  {_rows(claim.table)}.",
            f"Definition lost_classes : list N :=\n  {numbers(claim.lost_classes)}.",
            f"Definition classes : list N :=\n  {numbers((0, *claim.classes))}.",
            f"Definition answers : list N :=\n  {numbers(claim.answers)}.",
        ]
    )
    data = f"table lost_classes classes answers {claim.period}"
    said = f"lost sum = lost_by table lost_classes classes {claim.period} sum"
    if window:
        law, proof = f"forall sum, {said}", f"misere_law {window} {data}"
        if claim.reduced:
            law, proof = _with_order(claim, law, proof)
    else:
        top = len(claim.classes)
        law = f"forall sum, Forall (fun h => h <= {top}) sum -> {said}"
        by = smaller.rstrip(".").replace(". ", "; ")
        proof = f"misere_of_few game {top} table lost_classes classes answers ltac:({by})"
    products = len(set(claim.classes)) * claim.order**2
    return CoqLaw(
        ("Evaluate", "TakeAndBreak", "Misere", "Quotient", module),
        game,
        law,
        proof,
        f"apply misere_exists. {smaller}",
        stop,
        products * 1e-5 + options * 1e-5,
        header=header,
        subject=MISERE_OUTCOMES,
    )


def _with_order(claim: Quotient, law: str, proof: str) -> tuple[str, str]:
    """The same law, and that no two classes are alike, by a sum of each class."""
    class_of = f"quotient_class table classes {claim.period}"
    alike = f"forall x y, {class_of} x = {class_of} y <-> forall z, lost (x ++ z) = lost (y ++ z)"
    words = _rows(_sums_of_classes(claim))
    return f"({law}) /\\\n  ({alike})", f"{proof.replace('_law', '_quotient', 1)}\n    {words}"


def _sums_of_classes(claim: Quotient) -> list[tuple[int, ...]]:
    """For every class a sum of that class, of as few heaps as possible."""
    heaps = {q: h for h, q in reversed(list(enumerate(claim.classes, 1)))}
    found: dict[int, tuple[int, ...]] = {0: ()}
    for a in (reached := [0]):
        for q, heap in heaps.items():
            b = claim.table[q][a]
            if b not in found:
                found[b] = (heap, *found[a])
                reached.append(b)
    return [found.get(q, ()) for q in range(claim.order)]


def _count_of_options(rule: Rule, stop: int) -> int:
    """About how many heaps Coq looks at: it lists all orders of the heaps of an option."""
    return sum(len(option) or 1 for option in rule.options(stop - 1)) * 2 * stop


def _type(each: Any) -> str:
    return f"{'F' if each.firm else 'f'} {each.value}"


def _rows(rows: Sequence[Sequence[int]]) -> str:
    return f"[{'; '.join(map(numbers, rows))}]"
