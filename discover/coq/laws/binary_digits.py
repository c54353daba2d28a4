"""Moves that shorten a number, or change its binary digits, and coins, as Coq reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.coq.law import CoqLaw, truth
from mexplore.discover.coq.laws.number_moves import OfMoves, divisors_law, moves_in
from mexplore.discover.heaps.theorems.clearing_digits import (
    FIRST,
    LAST,
    ClearingDigits,
    digits_cleared,
)
from mexplore.discover.heaps.theorems.transitive import Transitive, list_of
from mexplore.discover.heaps.theorems.turning_coins import TurningCoins, is_ruler
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.moves.written import in_plain_words

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

_SUBMASKS = ("submasks", "forall n, G n = ones n", "submasks_law", "BinaryOnes")
_TO_0 = "forall n, G n = N.size n"
_QUOTIENTS = ("leaves (quotients 0)", f"{_TO_0} - 1", "quotients_law", "Halving")
_QUOTIENTS_TO_0 = ("leaves (quotients 1)", _TO_0, "quotients_to_0_law", "Halving")
_SHIFTS = ("leaves shifts", _TO_0, "shifts_law", "Halving")
_REMAINDERS = (
    "leaves remainders",
    "forall n, G n = N.size (n + 1) - 1",
    "remainders_law",
    "Halving",
)
_FALL = {
    "submasks": "submasks_fall",
    "leaves (quotients 0)": "(quotients_fall 0). discriminate",
    "leaves (quotients 1)": "(quotients_fall 1). discriminate",
    "leaves shifts": "shifts_fall",
    "leaves remainders": "remainders_fall",
}


class Chains(OfMoves):
    """The longest chain of moves: to divisors, submasks, quotients, remainders."""

    of_theorem: ClassVar[type[AnyTheorem]] = Transitive

    def of(self, rule: Rule) -> CoqLaw | Inapplicable:
        moves, written = moves_in(rule), in_plain_words(rule)
        if moves is not None:
            return divisors_law(moves)
        text = None if written is None else list_of(written)
        if text is None:
            return Inapplicable("the library of Coq proofs has no such moves")
        game, said, proof, module = _listed(text)
        exists = f"apply leaves_exists, {_FALL[game]}."
        return CoqLaw(("Sets", "NumberMoves", module), game, said, proof, exists, computed=False)


def _listed(text: str) -> tuple[str, str, str, str]:
    """Game, law, its proof, and the file of the library for a list of the theorem."""
    if ">>" in text:
        return _SHIFTS
    if "//" in text:
        return _QUOTIENTS_TO_0 if "n + 2" in text else _QUOTIENTS
    return _REMAINDERS if "%" in text else _SUBMASKS


class ClearedDigits(OfMoves):
    """The last digit 1 is cleared, or the first."""

    of_theorem: ClassVar[type[AnyTheorem]] = ClearingDigits

    def of(self, rule: Rule) -> CoqLaw | Inapplicable:
        digits = digits_cleared(rule) or frozenset()
        which = f"{truth(LAST in digits)} {truth(FIRST in digits)}"
        return CoqLaw(
            ("Sets", "NumberMoves", "BinaryOnes"),
            f"clear_digits {which}",
            "forall n, G n = ones n mod 2",
            f"fun G => clearing_digits_law {which} G eq_refl",
            "apply leaves_exists, cleared_falls.",
            computed=False,
        )


class Coins(OfMoves):
    """Mock Turtles and the Ruler game."""

    of_theorem: ClassVar[type[AnyTheorem]] = TurningCoins

    def of(self, rule: Rule) -> CoqLaw | Inapplicable:
        modules = ("Sets", "NumberMoves", "RemovedDivisors", "BinaryOnes", "TurningCoins")
        if is_ruler(rule):
            said, exists = "forall k m, G (2 ^ k * (2 * m + 1)) = 2 ^ k", "exact ruler_exists."
            return CoqLaw(modules, "ruler", said, "ruler_law", exists, computed=False)
        equal = truth((1, 1) in {tuple(option) for option in rule.options(2)})
        return CoqLaw(
            modules,
            f"turtles {equal}",
            "forall n, 1 <= n ->\n"
            "    G n = if odious (n - 1) then 2 * (n - 1) else 2 * (n - 1) + 1",
            f"turtles_law {equal}",
            f"exact (turtles_exist {equal}).",
            computed=False,
        )
