"""What a theorem about families of ranges is: it proves laws for all members, by solvers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from discover.patterns.ranges.pattern import RangeLaw
from discover.theorem import TheoremOf
from discover.theorems.parameters.theorem import Proved, Unproved
from rules.parameters.ranges import RangeFamily

if TYPE_CHECKING:
    from discover.solvers.solver import Solver


class RangeTheorem(TheoremOf[RangeFamily, RangeFamily, RangeLaw]):
    """One theorem: if solvers show its conditions, each law is true for all members in its cell,
    and every member has one."""

    about: ClassVar[tuple[str, ...]] = (RangeLaw.name,)

    @abstractmethod
    def prove(
        self,
        rule: RangeFamily,
        claim: RangeLaw,
        solvers: Sequence[Solver],
        deadline: float | None = None,
    ) -> Proved | Unproved:
        """Ask every one of the solvers for every condition."""
