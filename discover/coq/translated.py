"""The law that a theorem proves, in terms of the library of Coq proofs."""

from __future__ import annotations

from functools import cache
from typing import Any

from discover.coq.law import CoqLaw
from discover.coq.translation import Translation
from discover.pattern import AnyClaim
from discover.theorem import GroundTheorem, Inapplicable
from rules.members import members


@cache
def _translations() -> dict[type[GroundTheorem], Translation[Any, Any]]:
    """The translations by their theorems."""
    import discover.coq.laws

    found = members(discover.coq.laws, Translation)
    return {translation.of_theorem: translation() for translation in found}


def translated(
    theorem: GroundTheorem, game: Any, shape: object, claim: AnyClaim
) -> CoqLaw | Inapplicable:
    """The law that the theorem, which reads the shape off the game, proves, in terms of the
    library; Inapplicable if there is none.

    >>> from discover.patterns.periodic import Periodic
    >>> from discover.theorems.finite_window import FiniteWindow
    >>> from rules.notation import parse_rule
    >>> rule = parse_rule("subtract(1, 2)")
    >>> translated(FiniteWindow(), rule, rule, Periodic(0, 3)).law
    'forall n, 0 <= n -> G (n + 3) = G n'
    """
    translation = _translations().get(type(theorem))
    if translation is None:
        return Inapplicable(f"the theorem {theorem.name!r} is not in the library of Coq proofs")
    return translation.law(translation.needed_of(game, shape), claim)
