"""Periods of take-and-break codes as Coq reads them: which check, and its hints."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, ClassVar

from discover.coq.games import game_of
from discover.coq.law import CoqLaw, periodic
from discover.coq.translation import Translation
from discover.theorem import AnyTheorem, Inapplicable
from discover.theorems.breaking import GuySmith
from discover.theorems.breaking_conditions import EqualOrUnequalHeaps, common_multiple
from discover.theorems.breaking_two_heaps import TwoHeaps
from rules.computing.grundy import grundy_values

if TYPE_CHECKING:
    from discover.patterns.periodic import Periodic
    from rules.families.take_and_break.rule import TakeAndBreak

SPARSE_FROM = 1000
"""With this many values or more the check of two heaps tries few pairs first."""

CHUNKS = (32, 256, 2048, 16384)
MASKED = 20_000  # values among which a mask is looked for
LARGEST_MASK = 256
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
        if t == 2 and bound >= SPARSE_FROM:
            chunks = "; ".join(map(str, CHUNKS))
            mask, rare = sparse_mask(shape, bound)
            module, check = "Sparse", f"sparse_law {moves} {mask} [{chunks}]"
            seconds = bound * (3e-4 + 2e-6 * rare)
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
        if t == 2 and all(heaps == 2 or not suffix for heaps, suffix in counts):
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
    """About how many sets of so many heaps there are with less than so many tokens in all."""
    return prod(stop / i**2 for i in range(1, heaps + 1))


class TwoHeapCodes(CodesWithConditions):
    """The same laws, where the theorem on two heaps proves them."""

    of_theorem: ClassVar[type[AnyTheorem]] = TwoHeaps


def sparse_mask(rule: TakeAndBreak, bound: int) -> tuple[int, int]:
    """The mask under which the fewest values are rare, and how many are among those looked at;
    only the speed depends on it."""
    import numpy as np

    values = grundy_values(rule, min(bound, MASKED))
    counted = np.bincount(values.astype(np.int64))
    rare = {
        mask: sum(int(c) for v, c in enumerate(counted) if (v & mask).bit_count() % 2 == 0)
        for mask in range(1, min(LARGEST_MASK, 1 << (len(counted) - 1).bit_length()))
    }
    best = min(rare, key=lambda mask: rare[mask], default=1)
    return best, rare.get(best, 0)
