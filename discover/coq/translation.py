"""How a theorem of `discover.theorems` is found in the library of Coq proofs.

The theorems know nothing of Coq: the library is a wing, whose translations name the theorems that
it has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from discover.coq.law import CoqLaw
from discover.pattern import Pattern
from discover.theorem import Inapplicable, Theorem

Shape = TypeVar("Shape")
Claim = TypeVar("Claim", bound=Pattern)


class Translation(ABC, Generic[Shape, Claim]):
    """One theorem as the library has it."""

    of_theorem: ClassVar[type[Theorem[Any, Any]]]

    @abstractmethod
    def law(self, shape: Shape, claim: Claim) -> CoqLaw | Inapplicable:
        """The claim, which the theorem proves of a rule with this shape, as a theorem of the
        library, for an independent check; Inapplicable if the library does not have it."""
