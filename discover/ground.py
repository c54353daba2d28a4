"""What a ground is: a kind of game of which laws are found and proved.

A line of heaps is one ground, a table of squares another. Each says how its games are written,
which claims and which theorems there are about their values, and how a claim is held against the
values that a theorem asks for. Studies, certificates and answers are made of these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic

from discover.pattern import AnyClaim
from discover.theorem import Game, Inapplicable, TheoremOf
from rules.computing.grundy import Watcher


class Invalid(Exception):
    """Why a certificate is rejected."""


class Ground(ABC, Generic[Game]):
    """One kind of game. Each folder of ``discover/grounds`` has one."""

    name: ClassVar[str]
    """What is played on: ``heaps``, ``boards``."""

    reads_the_rest: ClassVar[bool] = False
    """Whether its games are those that no other ground reads. The folders of the others say by
    ``LOOKS_LIKE``, a regular expression, how the notation of their games begins."""

    @abstractmethod
    def parse(self, text: str) -> Game | None:
        """The game that the text is; None, or a MexploreError, where it is none."""

    @abstractmethod
    def claims(self) -> Sequence[type[AnyClaim]]:
        """The kinds of claims about its values."""

    @abstractmethod
    def theorems(self) -> Sequence[TheoremOf[Game, Any, Any]]:
        """The theorems that prove such claims."""

    @abstractmethod
    def check(
        self,
        game: Game,
        claim: Any,
        theorem: Any,
        given: object,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """Ask one of the theorems again for its bound, which must be the one that is ``given``, and
        hold one of the claims against all values that it needs: what was done, in words.

        Raises Invalid where the claim is not proved. Values come from code that `study` does not
        run, where there is some, unless ``fast``; by ``by_definition`` from the options alone.
        """

    def theorem_named(self, name: object) -> TheoremOf[Game, Any, Any] | None:
        """The theorem of this name, now or formerly, as certificates give it; None if there is
        none."""
        found = (each for each in self.theorems() if name in (each.name, *each.former_names))
        return next(found, None)


def agreed(given: object, bound: int | Inapplicable, theorem: str) -> int:
    """The bound that a theorem asks for, if it is the one that is given; else Invalid."""
    if isinstance(bound, Inapplicable):
        raise Invalid(f"the theorem {theorem!r} does not apply: {bound.reason}")
    if type(given) is not int or given != bound:
        raise Invalid(f"its bound is {given!r}, and the theorem asks for {bound}")
    return bound
