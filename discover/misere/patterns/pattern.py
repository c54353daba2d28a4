"""What a law of misère play is: a claim about all sums of heaps that can fail."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.study.finding import FindingOf
from mexplore.discover.study.pattern import Claim
from mexplore.rules.dataclass import dataclass
from mexplore.rules.rule import Heaps

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

Class = Hashable
"""The class of a heap or of a sum: a number of a table, or a type."""

Look = Callable[[int], None]
"""Told before each heap which one is looked at; may raise to stop the work."""


def look_away(_: int) -> None:
    """No one is informed."""


@dataclass(frozen=True)
class KnownOutcomes:
    """The sums of heaps of a rule whose outcome is known by the definition: True where the player
    the player who has to move loses."""

    rule: Rule
    lost: Mapping[Heaps, bool]


class MisereLaw(Claim[KnownOutcomes, Heaps]):
    """A claim about who loses sums of heaps; it fails at a sum."""

    @property
    @abstractmethod
    def reach(self) -> int | None:
        """The largest heap that the law speaks of; None if it speaks of all."""

    @property
    def whole(self) -> bool:
        return self.reach is None

    @abstractmethod
    def outcomes(self, rule: Rule, largest: int) -> Callable[[Heaps], bool]:
        """What the law says of the sums of heaps up to ``largest``: True for the lost ones."""

    def first_failure(self, evidence: KnownOutcomes) -> Heaps | None:
        """The first sum, in the order of their tokens, whose outcome contradicts the claim."""
        reach = self.reach
        known = [s for s in evidence.lost if reach is None or max(s, default=0) <= reach]
        largest = max((max(heaps, default=0) for heaps in known), default=0)
        says = self.outcomes(evidence.rule, largest)
        ordered = sorted(known, key=lambda heaps: (sum(heaps), heaps))
        return next((heaps for heaps in ordered if says(heaps) != evidence.lost[heaps]), None)

    def ranking(self) -> tuple[int, ...]:
        """Laws of all heaps first, then those of the most heaps."""
        return (self.reach is not None, -(self.reach or 0), self.size())


class ClassesOfHeaps(MisereLaw):
    """A law that gives every heap a class: those of the heaps 1, 2, ... are ``listed``, and from
    the ``preperiod`` on they repeat with the ``period``. Without a period (0) the law speaks of
    sums of the listed heaps only."""

    @property
    @abstractmethod
    def listed(self) -> Sequence[Class]:
        """The classes of the heaps 1, 2, ..., up to the end of the first period."""

    one: ClassVar[Any]
    """The class of no heap."""

    symbol: ClassVar[str]
    """The class of a heap as a function of its size, in LaTeX."""

    period: int

    @property
    def repeats_with(self) -> int:
        """The period; 0 if none is claimed."""
        return self.period

    @abstractmethod
    def product(self, a: Any, b: Any) -> Any:
        """The class of two heaps, or sums, together."""

    @abstractmethod
    def is_lost(self, a: Any) -> bool:
        """Whether the sums of this class are lost."""

    @abstractmethod
    def name_of(self, a: Any) -> str:
        """The class in words or as a product of generators."""

    @abstractmethod
    def objection(self, rule: Rule, stop: int, look: Look = look_away) -> str | None:
        """Why the law is not proved for the sums of the heaps below ``stop``: the first condition
        that fails, with the heap or the class; None if all hold."""

    @property
    def preperiod(self) -> int:
        """The first n of which 'heap n + period is in the class of heap n' is said."""
        return len(self.listed) - self.repeats_with + 1

    @property
    def reach(self) -> int | None:
        return None if self.repeats_with else len(self.listed)

    def class_of(self, n: int) -> Any:
        """The class of a heap of n; IndexError beyond the reach."""
        if n <= 0:
            return self.one
        if n > len(self.listed) and self.repeats_with:
            n = self.preperiod + (n - self.preperiod) % self.repeats_with
        return self.listed[n - 1]

    def class_of_sum(self, heaps: Iterable[int]) -> Any:
        """The class of a sum of heaps."""
        product: Any = self.one
        for heap in heaps:
            product = self.product(product, self.class_of(heap))
        return product

    def lost(self, heaps: Iterable[int]) -> bool:
        """Whether the sum is lost for the player who has to move."""
        return self.is_lost(self.class_of_sum(heaps))

    def outcomes(self, rule: Rule, largest: int) -> Callable[[Heaps], bool]:
        del rule, largest
        return self.lost

    def lost_heaps(self) -> tuple[list[int], list[int]]:
        """The listed heaps that are lost alone, below the preperiod and in the first period."""
        lost = [n for n in range(1, len(self.listed) + 1) if self.lost((n,))]
        first = self.preperiod if self.repeats_with else len(self.listed) + 1
        return [n for n in lost if n < first], [n for n in lost if n >= first]

    def repetition(self) -> str:
        """Of which heaps the law speaks, and how their classes go on."""
        if not self.repeats_with:
            return f"for sums of heaps of at most {len(self.listed)}"
        return (
            f"heap n + {self.repeats_with} is in the class of heap n for all n >= {self.preperiod}"
        )

    def latex(self) -> str:
        f = self.symbol
        if not self.repeats_with:
            return rf"{f}(n) \text{{ for }} n \le {len(self.listed)}"
        p, n0 = self.repeats_with, self.preperiod
        return rf"{f}(n + {p}) = {f}(n) \quad \text{{for all }} n \ge {n0}"


MisereFinding = FindingOf[MisereLaw]
"""A law that holds for sums of heaps below ``checked_to``."""


def strict_integer(given: object, low: int, high: int, what: str) -> int:
    """An integer of JSON in these limits; ValueError for all else, True and 1.0 among it."""
    if type(given) is not int or not low <= given <= high:
        raise ValueError(f"{what} is {str(given)[:40]!r}, not an integer from {low} to {high}")
    return given


def strict_list(given: object, most: int, what: str) -> list[Any]:
    """A list of JSON of at most this length."""
    if type(given) is not list or len(given) > most:
        raise ValueError(f"{what} is not a list of at most {most} members")
    return given


def strict_period(parameters: Mapping[str, Any], listed: int) -> int:
    """The period of a law that lists this many classes, 0 for none; the preperiod must agree."""
    period = strict_integer(parameters["period"], 0, listed, "period")
    preperiod = listed - period + 1
    strict_integer(parameters["preperiod"], preperiod, preperiod, "preperiod")
    return period


def strict_keys(parameters: Mapping[str, Any], wanted: Iterable[str]) -> None:
    """Raise ValueError unless exactly these members are given."""
    names = sorted(wanted)
    if sorted(parameters) != names:
        raise ValueError(f"its members are not {', '.join(names)}")
