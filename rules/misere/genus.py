"""Misère values and the genus, by the definition.

The *misère value* of a sum without a move is 1, of another sum the mex of the misère values of its
options; a sum is lost exactly if it is 0. The *genus* of a sum x is G(x) with the exponents g_0,
g_1, g_2, ..., g_k being the misère value of x with k heaps of two of Nim beside it. From some place
on the exponents go on as y, y xor 2, y, ...; they are written up to there.

Source: J. H. Conway, On Numbers and Games, chapter 12; E. R. Berlekamp, J. H. Conway and R. K. Guy,
Winning Ways, chapter 13.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mexplore.rules.misere.outcomes import Outcomes
from mexplore.rules.rule import Heaps, Rule, mex

DEPTH = 12  # exponents that are computed
MOST_SUMS = 300_000  # that are looked at for one heap


@dataclass(frozen=True)
class Genus:
    """G and the exponents, the last two of which go on alternately.

    >>> genera = Genus(4, (1, 4, 6)), Genus(0, (1, 2, 0)), Genus(1, (1, 3)), Genus(3, (3, 1))
    >>> tuple(map(str, genera))
    ('4^146', '0', '1^1', '3')
    """

    value: int
    exponents: tuple[int, ...]

    @property
    def misere(self) -> int:
        """The misère value."""
        return self.exponents[0]

    def __str__(self) -> str:
        """As in Winning Ways; n for the genus of a heap of n of Nim, and x^x where y = x."""
        if (self.value, self.exponents) in ((0, (1, 2, 0)), (1, (0, 3, 1))):
            return str(self.value)
        if self.exponents == (self.value, self.value ^ 2):
            return str(self.value) if self.value > 1 else f"{self.value}^{self.value}"
        between = "" if max(self.exponents) < 10 else ","
        digits = between.join(map(str, self.exponents))
        return f"{self.value}^{f'({digits})' if between else digits}"


class TooManySums(Exception):
    """The genus of a heap depends on more sums than are looked at."""


class Genera:
    """The genus of heaps, from the options alone.

    >>> from mexplore.rules.notation import parse_rule
    >>> kayles = Genera(parse_rule("0.77"))
    >>> " ".join(str(kayles.of_heap(n)) for n in range(10))
    '0 1 2 3 1 4^146 3 2 1^1 4^046'
    """

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._outcomes = Outcomes(rule)
        self._rows: dict[Heaps, tuple[int, ...]] = {}
        self._alike: dict[int, int] = {0: 0}
        self._by_options: dict[frozenset[Heaps], int] = {frozenset(): 0}
        self._most = 0

    def of_heap(self, n: int) -> Genus:
        """The genus of a heap; TooManySums if it is out of reach."""
        for smaller in range(n + 1):
            self._learn(smaller)
        self._most = len(self._rows) + MOST_SUMS
        value, *exponents = self._row(self._simple((n,)))
        return Genus(value, _shortened(exponents))

    def _learn(self, n: int) -> None:
        """The least heap whose options are the same as those of n, up to such heaps."""
        if n not in self._alike:
            options = frozenset(map(self._simple, self._outcomes.options(n)))
            self._alike[n] = self._by_options.setdefault(options, n)

    @cached_property
    def _one(self) -> frozenset[Heaps]:
        return frozenset({()})

    def _simple(self, heaps: Heaps) -> Heaps:
        """An equal sum: heaps without a move left out, alike heaps by one name, and pairs of heaps
        whose only option is the end of them left out (they are one move each, *1 + *1 = 0)."""
        named = sorted(self._alike[heap] for heap in heaps if self._alike[heap])
        one = self._by_options.get(self._one)
        ones = named.count(one) if one is not None else 0
        rest = [heap for heap in named if heap != one]
        if one is not None and ones % 2:
            rest.append(one)
        return tuple(sorted(rest))

    def _row(self, heaps: Heaps) -> tuple[int, ...]:
        """G and the first exponents."""
        found = self._rows.get(heaps)
        if found is None:
            found = self._rows[heaps] = self._computed(heaps)
            if len(self._rows) > self._most:
                raise TooManySums(f"more than {MOST_SUMS} sums")
        return found

    def _computed(self, heaps: Heaps) -> tuple[int, ...]:
        rows = set()
        for i, heap in enumerate(heaps):
            if i and heaps[i - 1] == heap:
                continue
            rest = heaps[:i] + heaps[i + 1 :]
            for option in self._outcomes.options(heap):
                rows.add(self._row(self._simple(rest + option)))
        exponents = [mex(row[1] for row in rows) if rows else 1]
        for k in range(1, DEPTH + 1):
            before = exponents[-1]
            exponents.append(mex({*(row[k + 1] for row in rows), before, before ^ 1}))
        return (mex(row[0] for row in rows), *exponents)


def _shortened(exponents: list[int]) -> tuple[int, ...]:
    """Up to the first two from which y, y xor 2, y, ... go on as far as they are known."""
    end = len(exponents) - 1
    while end >= 1 and exponents[end - 1] == exponents[end] ^ 2:
        end -= 1
    return tuple(exponents[: end + 2])
