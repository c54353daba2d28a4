"""The answer to a conjecture, of any kind of game: proved, holding so far, or refuted; and why."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from mexplore.discover.study.pattern import Place
from mexplore.rules.dataclass import dataclass
from mexplore.rules.reach import Played, Unreached, unreached
from mexplore.rules.text.numbers import to_decimal
from mexplore.rules.text.sentences import is_statement


@dataclass(frozen=True)
class Difference(Generic[Place]):
    """Where a formula, or a statement, fails: the value there (None where it was not computed),
    and what the formula gives instead, or why it is undefined there. A statement about n may speak
    of a later term: then ``index`` is where that term stands."""

    place: Place
    value: int | None = None
    formula: str = ""
    index: int | None = None
    undefined: str = field(default="", repr=False)
    shown: str = field(default="", repr=False)
    """The values of which a statement speaks there, where these are several."""


@dataclass(frozen=True, repr=False)
class Conclusion(Generic[Place]):
    """What is known of a conjecture for the places from ``low`` to ``high``, and beyond. Kinds of
    games whose places are other than n say how these are written."""

    low: int
    high: int
    failure: Difference[Place] | None = None
    """The first place where it fails."""
    theorem: str = ""
    """The theorem that proves it for all places from ``low`` on; empty where none does."""
    later: Difference[Place] | None = None
    """A failure beyond the places that were asked for."""
    unproved: str = ""
    """Why there is no proof."""
    refuted_by: str = ""
    """What shows that it fails, where that is no value that was computed."""
    beyond: Self | None = None
    """What is known of the places after a first one at which the formula has no value."""
    unreached: Unreached | None = None
    """What the game speaks of and the places that were compared do not reach."""
    statement: str = ""
    """What is said, where it is a statement, with the n that it is about; empty for a formula."""
    extent: str = ""
    """The n for which a statement is proved, where it does not say them."""

    @property
    def first_failure(self) -> Place | None:
        """The first place where it fails; None where none is known."""
        return self.failure.place if self.failure else None

    @property
    def fails_beyond(self) -> Place | None:
        """A place beyond those that were asked for where it is known to fail."""
        return self.later.place if self.later else None

    @property
    def refuted(self) -> bool:
        """Whether it is false of the places that were asked for."""
        return self.failure is not None or bool(self.refuted_by)

    @property
    def status(self) -> Literal["proved", "holds so far", "nothing found", "refuted"]:
        """What is known of all places; ``refuted`` also where it fails beyond those asked for."""
        if self.refuted or self.later is not None:
            return "refuted"
        if self.theorem:
            return "proved"
        return "nothing found" if self.unreached else "holds so far"

    @property
    def reason(self) -> str:
        """Why there is no proof."""
        return self.unproved if self.unreached is None else self.unreached.words()

    def words(self, conjecture: str) -> str:
        """The answer in a sentence that begins with the conjecture as it was written."""
        claim, what = self.claim(conjecture), self.called
        what = what or ("statement" if is_statement(conjecture) else "formula")
        if self.failure is not None:
            wrong = f"{claim} fails first at {self._seen(self.failure, what)}"
            if self.failure.undefined:
                where = f"undefined at {self.at(self.failure.place)}"
                value = f"where {self._value(self.failure)}: {self.failure.undefined}"
                wrong = f"{claim}: the {what} is {where}, {value}"
            return wrong if self.beyond is None else f"{wrong}\n{self.beyond.words(conjecture)}"
        if self.refuted_by:
            return f"{claim} is false ({self.refuted_by})"
        if self.theorem:
            return f"{claim}{self.everywhere(conjecture)}: proved ({self.theorem})"
        if self.later is None:
            return f"{claim} holds {self.where()}; {self.lacking}{self.reason}"
        later = self._seen(self.later, what)
        return f"{claim} holds {self.where()}, but not for every n: it fails first at {later}"

    def __repr__(self) -> str:
        if self.failure is not None:
            return f"<refuted: it fails at {self.at(self.failure.place)}>"
        if self.refuted_by:
            return f"<refuted: {self.refuted_by}>"
        if self.theorem:
            every = self.everywhere("").replace("every", "all")
            stated = f": {self.statement}" if self.statement else every
            return f"<proved{stated}, by {self.theorem}>"
        if self.later is not None:
            return f"<holds {self.where()} only: it fails at {self.at(self.later.place)}>"
        return f"<holds {self.where()}; {self.reason or 'not proved'}>"

    def _seen(self, found: Difference[Place], what: str) -> str:
        """Where, the value there, and what was claimed."""
        if found.shown:
            return f"{self.at(found.place)}: {found.shown}"
        value = "" if found.value is None else f": {self._value(found)}"
        gives = f"undefined: {found.undefined}" if found.undefined else found.formula
        return f"{self.at(found.place)}{value}{f', the {what} gives {gives}' if gives else ''}"

    def _value(self, found: Difference[Place]) -> str:
        place: Any = found.place if found.index is None else found.index
        return f"G({self.spelled(place)}) = {found.value}"

    # How places, and what is said of them, are written: here of n.

    lacking: ClassVar[str] = "not proved: "
    called: ClassVar[str] = ""
    """What a conjecture is called, if not a statement or a formula."""

    def claim(self, conjecture: str) -> str:
        """What is said, as an equation where it is a formula."""
        said = conjecture.strip().removesuffix(".")
        return said if is_statement(said) else f"G(n) = {said}"

    def where(self) -> str:
        """The places for which it holds."""
        return f"for {to_decimal(self.low)} <= n <= {to_decimal(self.high)}"

    def everywhere(self, conjecture: str) -> str:
        """The places for which it is proved, where the conjecture does not say them."""
        every = f" for every n >= {to_decimal(self.low)}"
        return self.extent if is_statement(conjecture) else every

    def spelled(self, place: Any) -> str:
        """A place as an argument of G."""
        return to_decimal(place)

    def at(self, place: Place) -> str:
        """A place in a sentence."""
        return f"n = {self.spelled(place)}"


def concluded(low: int, high: int, least: Difference[int] | None, theorem: str) -> Conclusion[int]:
    """What is known for low <= n <= high, and beyond, where a theorem decides all n >= low, and the
    least that fails is given, if one does.

    >>> concluded(0, 9, None, "Guy-Smith"), concluded(0, 9, Difference(7), "Guy-Smith")
    (<proved for all n >= 0, by Guy-Smith>, <refuted: it fails at n = 7>)
    >>> concluded(0, 9, Difference(70), "Guy-Smith")
    <holds for 0 <= n <= 9 only: it fails at n = 70>
    """
    if least is None:
        return Conclusion(low, high, theorem=theorem)
    if least.place <= high:
        return Conclusion(low, high, failure=least)
    return Conclusion(low, high, later=least, unproved=f"it fails at n = {to_decimal(least.place)}")


Concluded = TypeVar("Concluded", bound=Conclusion[Any])


def cautious(game: Played, found: Concluded) -> Concluded:
    """The conclusion, which is none about all places where the game speaks of what was not
    compared."""
    late = unreached(game, found.high) if found.status == "holds so far" else None
    return replace(found, unreached=late) if late else found
