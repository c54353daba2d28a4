"""What a theorem about misère play is: it proves who loses all sums by finitely many heaps."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps, Look, MisereLaw, look_away
from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.types import PlayedAsNim, Types
from mexplore.discover.study.theorem import Inapplicable, Proved, Shape, TheoremOf
from mexplore.rules.misere.game import Misere

MOST_LOOKED_AT = 10**9  # options, about half an hour

Law = TypeVar("Law", bound=MisereLaw)


class MisereTheorem(TheoremOf[Misere, Shape, Law]):
    """One theorem: what is true of the heaps below some bound makes a law true of all sums."""

    place: ClassVar[int] = 0
    """Where it stands among the theorems that may prove the same law; the first one is named."""

    @abstractmethod
    def bound_of(self, shape: Shape, law: Law) -> int | Inapplicable:
        """The heaps 1 <= n < bound are those that have to be looked at."""

    @abstractmethod
    def objection(self, game: Misere, law: Law, bound: int, look: Look) -> str | None:
        """What speaks against the law among the heaps below the bound; None if nothing does, and
        so the law is proved."""

    def proved(self, game: Misere, law: MisereLaw, look: Look = look_away) -> Proved | Inapplicable:
        """For a game and a law of any kind: hypotheses, then the bound, then the heaps below it."""
        shape = self.hypotheses(game)
        if isinstance(shape, Inapplicable):
            return shape
        if not self.is_about(law):
            return Inapplicable(f"it says nothing of laws of the kind {law.name}")
        bound = self.bound_of(shape, law)  # type: ignore[arg-type]
        if isinstance(bound, Inapplicable):
            return bound
        wrong = self.objection(game, law, bound, look)  # type: ignore[arg-type]
        return Inapplicable(wrong) if wrong is not None else Proved(law, bound)


class ByClasses(MisereTheorem[Shape, ClassesOfHeaps]):
    """A theorem about classes of heaps: the conditions of the law are checked below the bound."""

    about: ClassVar[tuple[str, ...]] = (Quotient.name, Types.name)

    def objection(self, game: Misere, law: ClassesOfHeaps, bound: int, look: Look) -> str | None:
        from mexplore.rules.checking.shapes.listed import options_below

        if options_below(game.rule, bound, MOST_LOOKED_AT) > MOST_LOOKED_AT:
            return f"the heaps below {bound} have more than {MOST_LOOKED_AT} options to look at"
        return law.objection(game.rule, bound, look)


class ByTheRule(MisereTheorem[Shape, PlayedAsNim]):
    """A theorem by which sums are played as Nim for a rule of this shape: no heap is looked at."""

    about: ClassVar[tuple[str, ...]] = (PlayedAsNim.name,)

    def bound_of(self, shape: Shape, law: PlayedAsNim) -> int | Inapplicable:
        del shape
        if law.law is not None:
            return Inapplicable("it needs no law of the nim-values")
        return 0

    def objection(self, game: Misere, law: PlayedAsNim, bound: int, look: Look) -> str | None:
        del game, law, bound, look
        return None


AnyMisereTheorem = MisereTheorem[Any, Any]
"""A theorem about misère play, whatever it reads off a rule."""
