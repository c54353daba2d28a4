"""What a kind of game is, of which laws are found and proved.

Heaps in a line are one kind, tables of squares another. Each says how its games are written,
which claims and which theorems there are about their values, and how a claim is compared with the
values that a theorem needs. Studies, certificates and answers are made of these. It also answers
for values at any places, and says whether a conjecture holds. An answer about a value comes with
its warrant: a proved law, values that were computed, or neither.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, cast

from mexplore.discover.study.conclusion import Conclusion
from mexplore.discover.study.limits import DEFAULT_BUDGET, Limits
from mexplore.discover.study.pattern import AnyClaim, Place
from mexplore.discover.study.theorem import Game, Inapplicable, TheoremOf, theorem_named
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.study import StudyOf


STUDIED_SECONDS = 10.0  # for a law that may prove a conjecture


class Invalid(Exception):
    """Why a certificate is rejected."""


Standing = Literal["proved", "computed", "holds so far"]


class NotKnown(InputError):
    """No value, and why: a question that has no answer, not a mistake of the user."""


@dataclass(frozen=True)
class Means:
    """How answers may be had: also from unproved laws; in ``budget`` seconds, of which a share is
    kept for values without a law; where ``law_first`` is False, without any search if all values
    can be computed at once. ``singly``: only these values are asked for, and what their options
    tell, not those of all smaller places; so they may be had without a law, from what they reach:
    at most this many ``positions``, or as many as is usual."""

    unproved: bool = False
    budget: float = DEFAULT_BUDGET
    law_first: bool = True
    singly: bool = False
    positions: int | None = None


@dataclass(frozen=True)
class Warrant:
    """Why a value is right: by a law (``finding``), or as ``words`` say, after this many positions
    were ``reached``, where they were explored."""

    status: Standing
    words: str
    finding: Finding | None = None
    reached: int | None = None

    @classmethod
    def by(cls, finding: Finding) -> Warrant:
        """The warrant that a finding gives."""
        status: Standing = "proved" if finding.proof else "holds so far"
        return cls(status, finding.claim.statement(), finding)


def reached_warrant(reached: int, more: str = "") -> Warrant:
    """Why a value is right that was explored."""
    positions = "position" if reached == 1 else "positions"
    words = f"computed from the definition: {reached} {positions} reached{more}"
    return Warrant("computed", words, reached=reached)


@dataclass(frozen=True)
class LookedUp:
    """Values, None where unknown; the warrants of what is known; why values are missing, '' if
    none is; and the places whose values are not known, but of which it is known that they are not
    0."""

    values: Sequence[int | None]
    warrants: tuple[Warrant, ...]
    missing: str = ""
    not_0: frozenset[Any] = frozenset()

    @property
    def status(self) -> str:
        """The weakest status of the values, ``nothing found`` if there are none."""
        order = ("holds so far", "computed", "proved")
        found = {warrant.status for warrant in self.warrants}
        return next((status for status in order if status in found), "nothing found")


@dataclass(frozen=True)
class FoundValues(Generic[Place]):
    """Values found in one way, why they are right, and why others are missing, or ''."""

    values: Mapping[Place, int]
    warrants: Sequence[Warrant] = ()
    missing: str = ""


Way = Callable[[list[Place]], FoundValues[Place]]
"""A way to the values at some of these places."""


class KnownValues(ABC, Generic[Place]):
    """All that is known of the values of a game: a look-up for any places."""

    def ways(self) -> Iterable[Way[Place]]:
        """How values are had, the best first: each way is asked for the places at which those
        before it found nothing."""
        return ()

    def look_up(self, places: Sequence[Place]) -> LookedUp:
        """G at each of the places, as far as it is known."""
        values: dict[Place, int] = {}
        warrants: list[Warrant] = []
        missing = ""
        left = list(dict.fromkeys(places))
        for way in self.ways():
            found = way(left) if left else FoundValues[Place]({})
            values |= found.values
            warrants += found.warrants
            missing = missing or found.missing
            left = [place for place in left if place not in values]
        at_places = [values.get(place) for place in places]
        return LookedUp(at_places, tuple(dict.fromkeys(warrants)), missing if left else "")

    def at(self, place: Place) -> int:
        """G at one place; NotKnown if it is not."""
        return self.at_all([place])[0]

    def at_all(self, places: Sequence[Place]) -> list[int]:
        """G at each of the places; NotKnown if any is not known."""
        found = self.look_up(places)
        if found.missing:
            raise NotKnown(found.missing)
        return cast("list[int]", found.values)


class GameKind(ABC, Generic[Game]):
    """One kind of game. `discover.kinds` lists them."""

    name: ClassVar[str]
    """What is played on: ``heaps``, ``boards``."""

    play: ClassVar[str] = ""
    """The word before a rule that says how it is played, ``misere``; empty for normal play."""

    place: ClassVar[type] = int
    """What a place is named by: the size of a heap, the coordinates of a square."""

    checked: ClassVar[tuple[int, int]] = (0, 100)
    """The first and the last number for which a conjecture is tested, unless others are given."""

    def places_named(self, game: Game, names: Sequence[Any]) -> Sequence[Any]:
        """The places that are named so."""
        del game
        return names

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

    def study(
        self, game: Game, limits: Limits | None = None, watcher: Watcher = no_progress
    ) -> StudyOf[Any, Any]:
        """Look for laws of its values, and prove them (`discover.study.study`)."""
        del limits, watcher
        raise InputError(f"{game}: laws of {self.name} are not looked for")

    def known_values(
        self,
        game: Game,
        places: Sequence[Any],
        means: Means | None = None,
        watcher: Watcher = no_progress,
    ) -> KnownValues[Any]:
        """What is known of the values at these places, and near them."""
        del places, means, watcher
        raise InputError(f"{game}: values of {self.name} cannot be predicted")

    def claims_stated(self, text: str) -> Sequence[AnyClaim]:
        """The claims that a text states, as a whole: none where it cannot be read, several where
        claims of two kinds are written alike."""
        del text
        return ()

    def refuse_unreadable(self, game: Game, conjecture: str) -> None:
        """Raise for a text that is no conjecture about the game, before any work."""
        del game, conjecture

    def check_conjecture(
        self,
        game: Game,
        conjecture: str,
        ends: tuple[int, int],
        seconds: float = STUDIED_SECONDS,
        watcher: Watcher = no_progress,
    ) -> Conclusion[Any]:
        """Whether a formula or a statement holds for the values in a range, ends = (low, high), and
        everywhere. The search for a law that may prove it takes at most these seconds."""
        del conjecture, ends, seconds, watcher
        raise InputError(f"{game}: conjectures about {self.name} cannot be checked")

    def theorem_named(self, name: object) -> TheoremOf[Game, Any, Any] | None:
        """The theorem of this name, as certificates give it; None if there is none."""
        return theorem_named(name, self.theorems())


def expect_bound(given: object, bound: int | Inapplicable, theorem: str) -> int:
    """The bound of a theorem, if it is the one that is given; else Invalid."""
    if isinstance(bound, Inapplicable):
        raise Invalid(f"the theorem {theorem!r} does not apply: {bound.reason}")
    if type(given) is not int or given != bound:
        raise Invalid(f"its bound is {given!r}, but the theorem requires {bound}")
    return bound
