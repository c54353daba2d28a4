"""Outcomes under misère play from the definition: the oracle of every test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from mexplore.rules.rule import Heaps, Rule


@dataclass
class Outcomes:
    """Which sums of heaps are lost, from the options of the heaps alone.

    A sum is *lost* (a P-position: who has to move loses) exactly if it has a move and no move leads
    to a lost sum. A sum without a move is won: the other player made the last move.

    >>> from mexplore.rules.notation import parse_rule
    >>> kayles = Outcomes(parse_rule("0.77"))
    >>> [n for n in range(1, 21) if kayles.lost((n,))]
    [1, 4, 9, 12, 20]
    >>> kayles.lost(()), kayles.lost((5, 9)), kayles.lost((2, 2)), kayles.lost((1, 1))
    (False, True, True, False)
    """

    rule: Rule
    _options: dict[int, tuple[Heaps, ...]] = field(default_factory=dict, repr=False)
    _known: dict[Heaps, bool] = field(default_factory=dict, repr=False)

    def options(self, n: int) -> tuple[Heaps, ...]:
        """The different options of a heap of n, heaps in increasing order."""
        if n not in self._options:
            found = {tuple(sorted(option)) for option in self.rule.options(n)}
            self._options[n] = tuple(sorted(found))
        return self._options[n]

    def lost(self, heaps: Iterable[int]) -> bool:
        """Whether the player who has to move in this sum loses."""
        return self._lost(tuple(sorted(heap for heap in heaps if heap)))

    def _lost(self, heaps: Heaps) -> bool:
        found = self._known.get(heaps)
        if found is None:
            found = self._known[heaps] = self._computed(heaps)
        return found

    def _computed(self, heaps: Heaps) -> bool:
        movable = False
        for i, heap in enumerate(heaps):
            if i and heaps[i - 1] == heap:
                continue
            rest = heaps[:i] + heaps[i + 1 :]
            for option in self.options(heap):
                movable = True
                if self._lost(tuple(sorted(rest + option))):
                    return False
        return movable

    def of_sums(self, heaps: int, largest: int) -> dict[Heaps, bool]:
        """The outcomes of all sums of at most this many heaps of at most this size.

        >>> from mexplore.rules.notation import parse_rule
        >>> Outcomes(parse_rule("subtract(1)")).of_sums(2, 1)
        {(): False, (1,): True, (1, 1): False}
        """
        sizes = range(1, largest + 1)
        sums = (s for k in range(heaps + 1) for s in combinations_with_replacement(sizes, k))
        return {each: self._lost(each) for each in sums}
