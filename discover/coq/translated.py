"""The law that a theorem proves, in terms of the library of Coq proofs."""

from __future__ import annotations

from functools import cache
from typing import Any

from mexplore.discover.coq.law import CoqLaw
from mexplore.discover.coq.translation import Translation
from mexplore.discover.study.pattern import AnyClaim
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable
from mexplore.rules.members import members


@cache
def _translations() -> dict[type[AnyTheoremOf], Translation[Any, Any]]:
    """The translations by their theorems."""
    import mexplore.discover.coq.laws

    found = members(mexplore.discover.coq.laws, Translation)
    return {translation.of_theorem: translation() for translation in found}


def translated(
    theorem: AnyTheoremOf, game: Any, shape: object, claim: AnyClaim
) -> CoqLaw | Inapplicable:
    """The law that the theorem, which reads the shape off the game, proves, in terms of the
    library; Inapplicable if there is none.

    >>> from mexplore.discover.heaps.patterns.periodic import Periodic
    >>> from mexplore.discover.heaps.theorems.finite_window import FiniteWindow
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("subtract(1, 2)")
    >>> translated(FiniteWindow(), rule, rule, Periodic(0, 3)).law
    'forall n, 0 <= n -> G (n + 3) = G n'
    """
    translation = _translations().get(type(theorem))
    if translation is None:
        return Inapplicable(f"the theorem {theorem.name!r} is not in the library of Coq proofs")
    return translation.law(translation.needed_of(game, shape), claim)
