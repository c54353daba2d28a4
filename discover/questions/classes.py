"""Classes of heaps with a product: what questions about sums of games are asked of.

The classes of sums are a commutative monoid in which some classes are lost: the class of a sum is
the product of those of its parts, and a sum is lost for the player to move if its class is one of
the lost ones. In normal play, by Sprague and Grundy, classes are nim-values, the product is xor,
and 0 alone is lost. The classes of misère play are made in `discover.questions.misere`.

Source: R. Sprague, Über mathematische Kampfspiele, Tohoku Math. J. 41 (1935/36) 438-444;
P. M. Grundy, Mathematics and games, Eureka 2 (1939) 6-8.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from mexplore.discover.questions.count import lost_positions, lost_sums
from mexplore.discover.questions.winning_moves import (
    Found,
    alone,
    find_moves,
    moves_to_value,
    some_moves,
)
from mexplore.discover.study.kind import NotKnown
from mexplore.rules.errors import TooLarge, TooManyMoves

if TYPE_CHECKING:
    from mexplore.discover.boards.values import SquareValues
    from mexplore.discover.heaps.first_values import FirstValuesForm
    from mexplore.discover.heaps.values import Answers, Warranted
    from mexplore.discover.questions.where import Places
    from mexplore.discover.questions.winning_moves import Group
    from mexplore.discover.study.kind import Warrant
    from mexplore.rules.boards.board import Square
    from mexplore.rules.moves.option_sets import OptionSet
    from mexplore.rules.rule import Heaps, Rule


class Monoid(Protocol):
    """How classes are multiplied, and which of them are lost."""

    @property
    def one(self) -> Any:
        """The class of no heap."""

    def product(self, a: Any, b: Any) -> Any:
        """The class of two heaps, or sums, together."""

    def is_lost(self, a: Any) -> bool:
        """Whether the sums of this class are lost for the player to move."""


class Xor:
    """Nim-values."""

    one: ClassVar[int] = 0
    product = staticmethod(xor)

    def is_lost(self, a: int) -> bool:
        return a == 0


NIM = Xor()


def product(monoid: Monoid, classes: Iterable[Any]) -> Any:
    """The product of classes."""
    return reduce(monoid.product, classes, monoid.one)


class Classes(ABC):
    """The classes of the heaps of one rule, or of the squares of one board."""

    rule: Any
    monoid: Monoid

    @abstractmethod
    def of(self, place: Any) -> Any:
        """The class of a heap or a square; NotKnown beyond what is known."""

    def of_all(self, places: Sequence[Any]) -> list[Any]:
        """The same of each of them."""
        return [self.of(place) for place in places]

    def name_of(self, a: Any) -> str:
        """A class in words, or as a product of generators."""
        return str(a)

    def least(self, place: Any) -> int:
        """What the nim-value of a place is at least whose class is None, as it is not known."""
        del place
        return 1

    @abstractmethod
    def warrants(self, places: Sequence[Any]) -> Sequence[Warrant]:
        """Why the classes of these places are right."""

    @abstractmethod
    def winning(self, place: Any, rest: Any) -> Found:
        """The moves from a place that win together with a sum of class ``rest``."""


class HeapClasses(Classes):
    """The classes of the heaps of a rule; each method is right by its definition alone, and the
    kinds of classes have faster ones."""

    rule: Rule
    searched: int = 10**6
    """Heaps that are lost alone are listed below this number."""

    def winning_among(self, options: Iterable[Heaps], rest: Any) -> list[Heaps]:
        """Those of the results of moves that are lost together with a sum of class ``rest``."""
        product_of = self.monoid.product
        return [
            option
            for option in options
            if self.monoid.is_lost(product_of(rest, product(self.monoid, map(self.of, option))))
        ]

    def winning_in(self, options: OptionSet, rest: Any) -> list[Group]:
        """The same of a set of options that are too many to be listed; TooManyMoves."""
        del options, rest
        raise TooManyMoves("the moves are too many to be tried")

    def winning(self, place: int, rest: Any) -> Found:
        try:
            found = find_moves(self, place, rest)
        except (TooManyMoves, TooLarge, NotKnown) as why:
            return Found(self._some(place, rest), why)
        if found.groups or found.missing is None:
            return found
        return Found(self._some(place, rest), found.missing)

    def _some(self, n: int, rest: Any) -> list[Group]:
        """A few of the moves where not all can be found, as far as classes of options are known."""
        try:
            return alone(some_moves(self, n, rest))
        except (TooManyMoves, TooLarge, NotKnown):
            return []

    def counts(self, start: int, stop: int) -> Mapping[Any, int]:
        """How many sizes start <= n < stop have each class."""
        return Counter(map(self.of, range(start, stop)))

    def lost(self, start: int, stop: int, heaps: int = 1, *, ordered: bool = False) -> int:
        """How many sums of this number of heaps of sizes start <= n < stop are lost: multisets, or
        tuples if ``ordered``."""
        return lost_sums(self.monoid, self.counts(start, stop), heaps, ordered=ordered)

    @abstractmethod
    def lost_alone(self, stop: int | None) -> Places:
        """The heaps that are lost alone, of those below ``stop`` if it is given."""


FEW = 1000  # heaps that may be valued one by one


def few_or_last(start: int, stop: int) -> Sequence[int]:
    """Of the heaps start <= n < stop those that a count asks for: all of a few, or the last, below
    which all values are needed.

    >>> few_or_last(10**6, 10**6 + 3), few_or_last(10, 10**6)
    (range(1000000, 1000003), [999999])
    """
    return range(start, stop) if 1 < stop - start <= FEW and start > FEW else [stop - 1]


class NimValues(HeapClasses):
    """Normal play: the classes of heaps are their nim-values; None for a heap of which all that is
    known is that its value is not among the first ones.

    >>> from mexplore.discover.heaps.values import answers
    >>> from mexplore.rules.notation import parse_rule
    >>> known = NimValues(answers(parse_rule("subtract(1, 2)"), [8]))
    >>> known.of(7), known.counts(0, 9), known.lost(0, 9, heaps=2), known.lost_alone(9).nth(3)
    (1, {0: 3, 1: 3, 2: 3}, 18, 6)
    """

    monoid: Monoid = NIM

    def __init__(self, known: Answers) -> None:
        self.rule, self.known = known.rule, known
        self._warrants: list[tuple[Sequence[int], Sequence[Warrant]]] = []

    def of(self, place: int) -> Any:
        return self.of_all([place])[0]

    def of_all(self, places: Sequence[int]) -> list[Any]:
        found = self.known.look_up(places)
        unknown = (n for n, value in zip(places, found.values, strict=True) if value is None)
        if found.missing and not found.not_0.issuperset(unknown):
            raise NotKnown(found.missing)
        self._warrants.append((places, found.warrants))
        return list(found.values)

    def least(self, place: int) -> int:
        from mexplore.discover.heaps.values import most_of

        del place
        return most_of(self.known.first_values[-1]) + 1 if self.known.first_values else 1

    def warrants(self, places: Sequence[int]) -> Sequence[Warrant]:
        """By one law of all of them, where there is one, else those of each."""
        for each in self.known.warranted:
            if each.covers(max(places) + 1):
                return [each.warrant]
        warrants_at = {n: warrants for asked, warrants in self._warrants for n in asked}
        if self.known.first_values and not warrants_at.keys() >= {*places}:
            return [self.known.first_values[0].warrant]
        return list(dict.fromkeys(w for n in sorted(set(places)) for w in warrants_at[n]))

    def wanted(self, rest: Any) -> int:
        """The nim-value of what is lost together with a sum of class ``rest``."""
        return int(rest)

    def winning_among(self, options: Iterable[Heaps], rest: Any) -> list[Heaps]:
        listed, value = list(options), self.wanted(rest)
        sizes = sorted({h for option in listed for h in option})
        values = dict(zip(sizes, self.known.at_all(sizes), strict=True))
        return [o for o in listed if reduce(xor, (values[h] for h in o), 0) == value]

    def winning_in(self, options: OptionSet, rest: Any) -> list[Group]:
        return moves_to_value(options, self.wanted(rest), self.known)

    def winning(self, place: int, rest: Any) -> Found:
        """By the digits of the options, where only laws of the first values reach so far."""
        value = self.wanted(rest)
        told = self.known.first_value(value)
        if told is None or self._told(place):
            return super().winning(place, rest)
        from mexplore.discover.heaps.first_values import moves_by_digits

        law = cast("FirstValuesForm", told.form).law
        results, missing = moves_by_digits(self.rule, place, law.positions_of(value))
        return Found(alone(results), NotKnown(missing) if missing else None)

    def counts(self, start: int, stop: int) -> Mapping[Any, int]:
        known = self._of_few(start, stop)
        return self.known.best_for(stop).counts(start, stop) if known is None else known

    def _of_few(self, start: int, stop: int) -> Counter[int] | None:
        """How many of few heaps have each value, if only single ones are known so far out."""
        if self._told(stop) or self.known.first_values or stop - start > FEW:
            return None
        return Counter(self.of_all(range(start, stop)))

    def lost(self, start: int, stop: int, heaps: int = 1, *, ordered: bool = False) -> int:
        if heaps == 1:  # also where the different values are too many to be listed
            known = self._of_few(start, stop)
            return self.best(stop, 0).count_of(0, start, stop) if known is None else known[0]
        return lost_positions(self.counts(start, stop), heaps, ordered=ordered)

    def lost_alone(self, stop: int | None) -> Places:
        return self.of_value(0, stop)

    def of_value(self, value: int, stop: int | None) -> Places:
        """The heaps of this nim-value, of those below ``stop`` if it is given."""
        from mexplore.discover.questions.where import Occurrences

        best = self.best(stop, value)
        return Occurrences(best.form, value, best.stop)

    def best(self, stop: int | None, value: int | None = None) -> Warranted:
        """What tells the values below ``stop``, or most of all; or which of them are the ``value``
        that is asked for."""
        first = None if value is None else self.known.first_value(value)
        if first is not None and (stop is None or not self._told(stop)):
            return first
        return self.known.warranted[-1] if stop is None else self.known.best_for(stop)

    def _told(self, stop: int) -> bool:
        """Whether all values below ``stop`` are told."""
        return any(each.covers(stop) for each in self.known.warranted)


class OneToken:
    """The outcomes P and N of one token alone; "" is that of no token."""

    one: ClassVar[str] = ""

    def product(self, a: str, b: str) -> str:
        if a and b:
            raise NotKnown("misère play is known of one token on a board alone; name one square")
        return a or b

    def is_lost(self, a: str) -> bool:
        return a == "P"


class NimSquares(Classes):
    """Tokens on the squares of a board: None is the class of a square of which all that is known
    is that its nim-value is not 0."""

    monoid: Monoid = NIM

    def __init__(self, known: SquareValues) -> None:
        self.rule, self.known = known.grid, known

    def of(self, place: Square) -> Any:
        return self.known.value_or_outcome(place)

    def warrants(self, places: Sequence[Square]) -> Sequence[Warrant]:
        return self.known.warrants(places)

    def winning(self, place: Square, rest: Any) -> Found:
        results, missing = self.known.moves_to_value(place, rest)
        return Found(alone(results), NotKnown(missing) if missing else None)


class MisereSquares(NimSquares):
    """One token on a board under misère play: its outcome."""

    monoid: Monoid = OneToken()

    def of(self, place: Square) -> Any:
        return "P" if super().of(place) == 0 else "N"

    def winning(self, place: Square, rest: Any) -> Found:
        del rest  # the token is alone
        found = super().winning(place, 0)
        groups = [group for group in found.groups if group.example]  # not one that leaves `GONE`
        return Found(groups, found.missing)
