"""The positions that an automaton accepts, counted in boxes and numbered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from mexplore.discover.automata.numbers import equation, finite
from mexplore.discover.automata.operations import both, exists
from mexplore.discover.boards.patterns.regions import Counted, Places
from mexplore.discover.outcomes.counting import Bound, count_within, how_many
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.automata.automaton import Automaton


@dataclass(frozen=True, eq=False)
class Accepted:
    """The tuples that an automaton accepts, in the order of their sums and then of the tuples.

    >>> from mexplore.discover.automata.numbers import equation
    >>> double = Accepted(equation((1, -2), 0))
    >>> double.counted([(5, 10), (0, 10)]), double.nth(4), double.nth(10**18 + 1)
    (2, (6, 3), (2000000000000000000, 1000000000000000000))
    """

    automaton: Automaton

    def counted(
        self, ranges: Sequence[tuple[int, int] | None], sums: tuple[int, int] | None = None
    ) -> int:
        """How many have each number i in ``ranges[i]``, low <= number < high, and their sum in
        ``sums``: differences of those below one end or the other. None where all may be; then the
        sums have ends."""
        ends: list[tuple[tuple[int, int], tuple[int, ...]]]
        ends = [(each, (place,)) for place, each in enumerate(ranges) if each is not None]
        if sums is not None:
            ends.append((sums, tuple(range(len(ranges)))))
        found = 0
        for chosen in product((1, -1), repeat=len(ends)):
            limits = [
                high if sign > 0 else low
                for sign, ((low, high), _) in zip(chosen, ends, strict=True)
            ]
            bounds = [Bound(at, limit) for limit, (_, at) in zip(limits, ends, strict=True)]
            found += (-1) ** chosen.count(-1) * count_within(self.automaton, bounds)
        return found

    @cached_property
    def total(self) -> int | None:
        """How many there are; None if there is no end of them."""
        return how_many(self.automaton)

    def with_numbers(self, known: Mapping[int, int]) -> Accepted:
        """Those with these numbers at some places.

        >>> from mexplore.discover.automata.numbers import equation
        >>> double = Accepted(equation((1, -2), 0)).with_numbers({1: 10**30})
        >>> double.total, double.nth(1) == (2 * 10**30, 10**30)
        (1, True)
        """
        found = self.automaton
        for place, number in known.items():
            only = finite([(number,)], 1, found.numeration).on((place,), found.tracks)
            found = both(found, only)
        return Accepted(found)

    def on_diagonal(self, difference: int) -> Accepted:
        """Of pairs with second - first = difference the lesser number.

        >>> from mexplore.discover.automata.numbers import equation
        >>> pairs = Accepted(equation((1, -2), 0))
        >>> pairs.on_diagonal(-(10**30)).nth(1) == (10**30,), pairs.on_diagonal(5).total
        (True, 0)
        """
        numeration = self.automaton.numeration
        signs = (1, -1, 1) if difference >= 0 else (-1, 1, 1)
        three = both(self.automaton.on((0, 1), 3), equation(signs, 0, numeration))
        fixed = Accepted(three).with_numbers({2: abs(difference)}).automaton
        return Accepted(exists(exists(fixed, 2), 1 if difference >= 0 else 0))

    def on_line(self, place: int, number: int) -> Accepted:
        """Of those with this number at the place the other numbers."""
        return Accepted(exists(self.with_numbers({place: number}).automaton, place))

    def nth(self, k: int) -> tuple[int, ...] | None:
        """Number k, from 1 on; None where there are fewer, or it is out of reach."""
        if self.total is not None and k > self.total:
            return None
        tracks = self.automaton.tracks

        def below(stop: int) -> int:
            return self.counted([None] * tracks, (0, stop))

        total = Counted(below).nth(k)
        if total is None:
            return None
        k -= below(total)
        found: list[int] = []
        for left in reversed(range(1, tracks)):
            known = [(number, number + 1) for number in found]

            def up_to(stop: int, known: Sequence[tuple[int, int]] = known, left: int = left) -> int:
                return self.counted([*known, (0, stop), *[None] * left], (total, total + 1))

            number = Counted(up_to).nth(k)
            if number is None:
                return None
            k -= up_to(number)
            found.append(number)
        return (*found, total - sum(found))


@dataclass(frozen=True, eq=False)
class OneNumber(Places):
    """Numbers that an automaton with one track accepts."""

    accepted: Accepted

    def below(self, stop: int) -> int:
        return self.accepted.counted([(0, stop)])

    def nth(self, k: int) -> int | None:
        found = self.accepted.nth(k)
        return None if found is None else found[0]
