"""Periods of take-and-break codes as Coq reads them: which check, and its hints."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.coq.law import CoqLaw, Translation, periodic
from mexplore.discover.coq.sparse_hints import sparse_hints
from mexplore.discover.coq.terms import game_of
from mexplore.discover.heaps.theorems.breaking import GuySmith
from mexplore.discover.heaps.theorems.breaking_conditions import (
    EqualOrUnequalHeaps,
    common_multiple,
)
from mexplore.discover.heaps.theorems.breaking_two_heaps import TwoHeaps
from mexplore.discover.heaps.theorems.nim_and_more import NimAndMore, nim
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.rule import Rule

SPARSE_FROM = 1000
"""With this many values or more the check of two heaps tries few pairs first."""

_MODULES = ("Evaluate", "TakeAndBreak")


class Codes(Translation["TakeAndBreak", "Periodic"]):
    """The theorem of Guy and Smith for a code without conditions."""

    of_theorem: ClassVar[type[AnyTheorem]] = GuySmith

    def law(self, shape: TakeAndBreak, claim: Periodic) -> CoqLaw | Inapplicable:
        game = game_of(shape)
        if game is None or shape.has_suffix or shape.most_heaps is None:
            return Inapplicable("the library of Coq proofs has no such codes")
        t, take, (n0, p) = shape.most_heaps, shape.largest_take, (claim.preperiod, claim.period)
        kind, listed = game.split(" ", 1)
        moves = f"(moves_from 0 {listed})" if kind == "octal" else listed
        bound = t * (max(n0, 1) + p) + take
        header = ""
        if t == 2 and bound >= SPARSE_FROM:
            hints = sparse_hints(shape, bound)
            module, check = (
                "Sparse",
                f"sparse_law {moves} {hints.mask} {hints.above} close first_heaps far",
            )
            seconds, header = hints.seconds, hints.definitions
        elif t <= 2:
            module, check = "TwoHeaps", f"code_law {moves} {t}"
            seconds = bound**2 * 2e-7
        elif t == 3:
            module, check = "ThreeHeaps", f"three_law {moves}"
            seconds = bound**2 * 2e-7
        else:
            module, check = "ManyHeaps", f"many_law {moves} {t}"
            seconds = bound**2 * 4e-7 * 32 ** (t - 3)
        more = ("TwoHeaps", module) if module != "TwoHeaps" else (module,)
        return CoqLaw(
            (*_MODULES, *more),
            game,
            periodic(n0, p, claim.saltus),
            f"{check} {take} {p} {n0}",
            f"apply {kind}_exists. reflexivity.",
            bound,
            seconds,
            header=header,
        )


class CodesWithConditions(Translation["TakeAndBreak", "Periodic"]):
    """Heaps that may have to be equal or unequal."""

    of_theorem: ClassVar[type[AnyTheorem]] = EqualOrUnequalHeaps

    def law(self, shape: TakeAndBreak, claim: Periodic) -> CoqLaw | Inapplicable:
        game = game_of(shape)
        if game is None or not game.startswith("code_with "):
            return Inapplicable("the library of Coq proofs has no such codes")
        n0, p, q = claim.preperiod, claim.period, common_multiple(shape, claim.period)
        take, t, moves = shape.largest_take, max(shape.most_heaps or 2, 2), game.split(" ", 1)[1]
        counts = [count for digit in shape.digits.values() for count in digit.listed]
        values = take + 1 + t * (max(n0, 1) + q - 1) + q * t * (t - 1) // 2
        modules: tuple[str, ...] = ("TwoHeaps", "Conditions")
        if t == 2:
            check, seconds = f"with_law {moves} {take}", values**2 * 2e-7
        else:
            modules, check = (*modules, "ManyConditions"), f"heaps_law {moves} {t} {take}"
            seconds = sum(_in_order(values, heaps) for heaps, _ in counts) * 2e-6
        return CoqLaw(
            (*_MODULES, *modules),
            game,
            periodic(n0, p, claim.saltus),
            f"{check} {p} {q} {n0}",
            "apply code_with_exists. reflexivity.",
            values,
            seconds,
        )


def _in_order(stop: int, heaps: int) -> float:
    """About how many sets of this many heaps there are with fewer than this many tokens in all."""
    return prod(stop / i**2 for i in range(1, heaps + 1))


class TwoHeapCodes(CodesWithConditions):
    """The same laws, where the theorem on two heaps proves them."""

    of_theorem: ClassVar[type[AnyTheorem]] = TwoHeaps


class NimAndMoreMoves(Translation["Rule", "Periodic"]):
    """Codes whose digits repeat forever and allow to leave any smaller number of tokens."""

    of_theorem: ClassVar[type[AnyTheorem]] = NimAndMore

    def law(self, shape: Rule, claim: Periodic) -> CoqLaw | Inapplicable:
        game = game_of(shape)
        if game is None or not game.startswith("repeating "):
            return Inapplicable("the library of Coq proofs has codes with repeating digits only")
        if claim != nim():
            return Inapplicable("the claim is not G(n) = n")
        digits = game.removeprefix("repeating ")
        return CoqLaw(
            (*_MODULES, "Repeating", "NimAndMore"),
            game,
            "forall n, G n = n",
            f"nim_and_more_law {digits}",
            "apply repeating_exists. reflexivity.",
        )
