"""What was found of a sequence: a claim with its status."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from discover.pattern import ClosedForm, Pattern

Status = Literal["proved", "holds so far", "nothing found"]


@dataclass(frozen=True)
class Proof:
    """The name of a theorem, and the number of terms on which the claim was checked for it."""

    theorem: str
    bound: int


@dataclass(frozen=True)
class Refusal:
    """Why a theorem does not prove a claim (or, without a claim, says nothing of the rule)."""

    theorem: str
    reason: str
    claim: str | None = None


@dataclass(frozen=True, eq=False)
class Finding:
    """A claim that holds for all n < checked_to, proved for all n where there is a proof."""

    claim: Pattern
    checked_to: int
    proof: Proof | None = None
    form: ClosedForm | None = None

    @property
    def status(self) -> Status:
        return "proved" if self.proof else "holds so far"

    def rank(self) -> tuple[bool, int, int]:
        """Best first: proved before unproved, then the shortest claim, then the widest range."""
        return (self.proof is None, self.claim.size(), -self.checked_to)
