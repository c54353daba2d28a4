"""What a theorem about families is: it proves a law for all members, by questions to solvers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from discover.patterns.parameters.pattern import FamilyLaw
from discover.theorem import Inapplicable, TheoremOf
from rules.parameters.rule import ParametricRule

if TYPE_CHECKING:
    from discover.solvers.solver import Solver


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


class FamilyTheorem(TheoremOf[ParametricRule, ParametricRule, FamilyLaw]):
    """One theorem: if solvers show its conditions, each law is true for all members in its cell."""

    about: ClassVar[tuple[str, ...]] = (FamilyLaw.name,)

    @abstractmethod
    def prove(
        self,
        rule: ParametricRule,
        claim: FamilyLaw,
        solvers: Sequence[Solver],
        deadline: float | None = None,
    ) -> Proved | Unproved:
        """Ask every one of the solvers for every condition. `working_seconds` is compared with the
        deadline before each question."""
