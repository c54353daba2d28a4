"""How many tuples of numbers an automaton accepts below given bounds, digit by digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from mexplore.discover.automata.automaton import Automaton, word_of
from mexplore.discover.automata.numbers import inequality
from mexplore.discover.boards.patterns.regions import Counted


class Bound(NamedTuple):
    """The sum of the numbers at these places is less than a limit."""

    places: tuple[int, ...]
    limit: int


def count_within(automaton: Automaton, bounds: Sequence[Bound]) -> int:
    """How many tuples are accepted that keep to the bounds; each number has to be in one of them.

    The words of as many digits as the limits have are counted by the states that they lead to: of
    the automaton, and for each bound of the one that compares a sum with a limit whose digits are
    known.

    >>> from mexplore.discover.automata.numbers import equation
    >>> count_within(equation((1, -2), 0), [Bound((0,), 10**30), Bound((1,), 10**30)]) == 5 * 10**29
    True
    """
    if any(bound.limit <= 0 for bound in bounds):
        return 0
    numeration = automaton.numeration
    d = numeration.digits
    compared = [inequality((*[1] * len(b.places), -1), -1, numeration) for b in bounds]
    limits = [word_of([bound.limit], numeration) for bound in bounds]
    length = max(map(len, limits))
    digits = [
        [symbol // d**i % d for i in range(automaton.tracks)]
        for symbol in range(automaton.step.shape[1])
    ]
    sums = [
        [sum(row[place] * d**i for i, place in enumerate(b.places)) for row in digits]
        for b in bounds
    ]
    steps = [a.step.tolist() for a in (automaton, *compared)]
    live = [a.live.tolist() for a in (automaton, *compared)]
    counts = Counter({tuple(int(a.starts[0]) for a in (automaton, *compared)): 1})
    for j in range(length):
        highest = [
            (word[j] if j < len(word) else 0) * d ** len(b.places)
            for word, b in zip(limits, bounds, strict=True)
        ]
        after: Counter[tuple[int, ...]] = Counter()
        for (state, *others), count in counts.items():
            for symbol, following in enumerate(steps[0][state]):
                if not live[0][following]:
                    continue
                to = [
                    step[q][s[symbol] + high]
                    for step, q, s, high in zip(steps[1:], others, sums, highest, strict=True)
                ]
                if all(alive[q] for alive, q in zip(live[1:], to, strict=True)):
                    after[following, *to] += count
        counts = after
    flags = [a.accepting for a in (automaton, *compared)]
    return sum(
        count
        for states, count in counts.items()
        if all(flag[q] for flag, q in zip(flags, states, strict=True))
    )


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

    def nth(self, k: int) -> tuple[int, ...] | None:
        """Number k, from 1 on; None where there are fewer, or it is out of reach."""
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
