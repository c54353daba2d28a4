"""What comes of a proof about families: every condition is shown, or one is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mexplore.discover.study.theorem import Inapplicable


@dataclass(frozen=True)
class Proved:
    """Each law of the claim is proved. ``conditions`` is how many conditions were shown, which is a
    function of the claim alone.

    ``complete``: every member has a law. Else ``left_open`` is a member without one, if the
    solver found one; there is none where it did not finish.
    """

    conditions: int
    complete: bool
    left_open: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Unproved(Inapplicable):
    """Why a claim is not proved. A ``counterexample`` has values of the parameters of the law whose
    number is ``law`` at which a condition fails; the law may be true all the same. ``decided`` is
    False where a solver did not finish: then it may be proved with more time."""

    law: int | None = None
    counterexample: Mapping[str, int] = field(default_factory=dict)
    decided: bool = True
