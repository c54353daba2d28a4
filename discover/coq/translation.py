"""How a theorem of `discover.heaps.theorems` is found in the library of Coq proofs.

The theorems know nothing of Coq: the library is a wing, whose translations name the theorems that
it has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from mexplore.discover.coq.law import CoqLaw
from mexplore.discover.study.pattern import AnyClaim
from mexplore.discover.study.theorem import Inapplicable, TheoremOf

Shape = TypeVar("Shape")
Claim = TypeVar("Claim", bound=AnyClaim)


class Translation(ABC, Generic[Shape, Claim]):
    """One theorem as the library has it."""

    of_theorem: ClassVar[type[TheoremOf[Any, Any, Any]]]

    def needed_of(self, game: Any, shape: Any) -> Shape:
        """What `law` has to know of a game: usually what the theorem reads off it."""
        del game
        found: Shape = shape
        return found

    @abstractmethod
    def law(self, shape: Shape, claim: Claim) -> CoqLaw | Inapplicable:
        """The claim, which the theorem proves of a rule with this shape, as a theorem of the
        library, for an independent check; Inapplicable if the library does not have it."""
