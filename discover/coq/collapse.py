"""Periods of infinite subtraction sets as Coq reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discover.coq.games import game_of
from discover.coq.law import CoqLaw, periodic
from discover.theorem import Inapplicable

if TYPE_CHECKING:
    from discover.patterns.periodic import Periodic
    from rules.families.subtraction.rule import Subtraction


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
