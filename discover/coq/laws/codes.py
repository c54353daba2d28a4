"""Periods of take-and-break codes as Coq reads them: which check, and its hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from discover.coq.games import game_of
from discover.coq.law import CoqLaw, periodic
from discover.coq.translation import Translation
from discover.theorem import AnyTheorem, Inapplicable
from discover.theorems.breaking import GuySmith
from discover.theorems.breaking_conditions import EqualOrUnequalHeaps
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
    """At most two heaps, which may have to be equal or unequal."""

    of_theorem: ClassVar[type[AnyTheorem]] = EqualOrUnequalHeaps

    def law(self, shape: TakeAndBreak, claim: Periodic) -> CoqLaw | Inapplicable:
        game = game_of(shape)
        if game is None or not game.startswith("code_with ") or (shape.most_heaps or 3) > 2:
            return Inapplicable(
                "the library of Coq proofs has conditions of equality for at most two heaps, "
                "and no tokens added"
            )
        n0, p = claim.preperiod, claim.period
        equal = any(("=" in digit.suffixes) for digit in shape.digits.values())
        q = 2 * p if equal and p % 2 else p
        take, moves = shape.largest_take, game.removeprefix("code_with ")
        values = 2 * max(n0, 1) + 3 * q + take
        return CoqLaw(
            (*_MODULES, "TwoHeaps", "Conditions"),
            game,
            periodic(n0, p, claim.saltus),
            f"with_law {moves} {take} {p} {q} {n0}",
            "apply code_with_exists. reflexivity.",
            values,
            values**2 * 2e-7,
        )


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
