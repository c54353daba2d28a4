"""Subtraction sets as Coq reads them: finite ones, all numbers but a few, infinite ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.coq.games import game_of
from mexplore.discover.coq.law import CoqLaw, numbers, periodic
from mexplore.discover.coq.laws.progressions import classes_law
from mexplore.discover.coq.translation import Translation
from mexplore.discover.heaps.theorems.all_but import AllBut
from mexplore.discover.heaps.theorems.collapse import Collapse, last_member_needed
from mexplore.discover.heaps.theorems.finite_window import FiniteWindow
from mexplore.discover.heaps.theorems.never_periodic import NeverPeriodic
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.heaps.theorems.never_periodic import Parts
    from mexplore.rules.families.subtraction.rule import Subtraction


class FiniteSets(Translation["Subtraction", "Periodic"]):
    """A finite set of numbers to remove."""

    of_theorem: ClassVar[type[AnyTheorem]] = FiniteWindow

    def law(self, shape: Subtraction, claim: Periodic) -> CoqLaw | Inapplicable:
        members, values = numbers(shape.members), shape.largest + claim.preperiod + claim.period
        return CoqLaw(
            ("Evaluate", "Subtraction"),
            f"subtract {members}",
            periodic(claim.preperiod, claim.period, claim.saltus),
            f"subtract_law {members} {shape.largest} {claim.period} {claim.preperiod}",
            "apply subtract_exists. reflexivity.",
            values,
            values * (2e-6 * len(shape.members) + 5e-8 * len(shape.members) ** 2),
        )


class AllNumbersBut(Translation["tuple[int, ...]", "Periodic"]):
    """All numbers but a few."""

    of_theorem: ClassVar[type[AnyTheorem]] = AllBut

    def law(self, shape: tuple[int, ...], claim: Periodic) -> CoqLaw | Inapplicable:
        n0, p, s = claim.preperiod, claim.period, claim.saltus
        missing, values = numbers(shape), AllBut().bound_of(shape, claim)
        return CoqLaw(
            ("Evaluate", "TakeAndBreak", "TwoHeaps", "AllBut"),
            f"all_but {missing}",
            periodic(n0, p, s),
            f"all_but_law {missing} {max(shape, default=0)} {p} {s} {n0}",
            "apply all_but_exists.",
            values,
            values * (max(shape, default=0) * (2e-6 + 2e-7 * len(shape)) + 1e-8 * values),
        )


class NoPeriod(Translation["Parts", "NotPeriodic"]):
    """Sets that hold a multiple of every number."""

    of_theorem: ClassVar[type[AnyTheorem]] = NeverPeriodic

    def law(self, shape: Parts, claim: NotPeriodic) -> CoqLaw | Inapplicable:
        del claim
        game = game_of(shape.sets[0]) if shape.all and len(shape.sets) == 1 else None
        if game is None or not game.startswith("subtract_from "):
            return Inapplicable("the library of Coq proofs has no such set, or no such union")
        return CoqLaw(
            ("Sets", "NeverPeriodic"),
            game,
            "~ exists p n0, 1 <= p /\\ forall n, n0 <= n -> G (n + p) = G n",
            f"never_periodic_law {game.removeprefix('subtract_from ')} eq_refl",
            "apply subtract_from_exists.",
            computed=False,
        )


class InfiniteSets(Translation["Subtraction", "Periodic"]):
    """Infinite sets that collapse to their first members."""

    of_theorem: ClassVar[type[AnyTheorem]] = Collapse

    def law(self, shape: Subtraction, claim: Periodic) -> CoqLaw | Inapplicable:
        if claim.saltus:
            return classes_law(shape, claim)
        return collapse_law(shape, claim, last_member_needed(shape, claim))


def collapse_law(rule: Subtraction, claim: Periodic, last: int) -> CoqLaw | Inapplicable:
    """The set has the Grundy sequence of its members up to ``last``."""
    game = game_of(rule)
    if game is None or not game.startswith("subtract_from "):
        return Inapplicable("the library of Coq proofs does not have one of the sets")
    if claim.saltus:
        return Inapplicable("the library of Coq proofs has collapse for saltus 0 only")
    n0, p = claim.preperiod, claim.period
    members = sum(1 for _ in rule.upto(last))
    values = max(n0 + p + last, 2 * (n0 + p))
    return CoqLaw(
        ("Evaluate", "Subtraction", "Sets", "Collapse"),
        game,
        periodic(n0, p, claim.saltus),
        f"collapse_law {game.removeprefix('subtract_from ')} {last} {p} {n0}",
        "apply subtract_from_exists.",
        values,
        values * (2e-6 * members + 5e-8 * members**2) + (n0 + p) * p * 5e-7 + last**2 * 1e-6,
    )
