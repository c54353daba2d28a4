"""A rule under misère play: the player who makes the last move loses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import cached_property
from itertools import combinations_with_replacement
from typing import ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule, mex

PLAY = "misere"
WRITTEN = re.compile(r"\s*mis[eè]re\s+(.*)", re.DOTALL)


@dataclass(frozen=True)
class Misere:
    """The moves of a rule, in sums of heaps in which the player who cannot move wins.

    >>> str(Misere.parse("misere kayles")), Misere.parse("0.77")
    ('misere 0.77', None)
    """

    rule: Rule

    @classmethod
    def parse(cls, text: str, read: Callable[[str], Rule] = parse_rule) -> Self | None:
        """The game that the text denotes; None if it does not begin with ``misere``."""
        found = WRITTEN.fullmatch(text)
        return None if found is None else cls(read(found[1]))

    def __str__(self) -> str:
        return f"{PLAY} {self.rule}"


# Outcomes under misère play from the definition: the oracle of every test.


@dataclass
class Outcomes:
    """Which sums of heaps are lost, from the options of the heaps alone.

    A sum is *lost* (a P-position: the player who has to move loses) exactly if it has a move and no
    move leads to a lost sum. A sum without a move is won: the other player made the last move.

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


# Misère values and the genus, by the definition.
#
# The *misère value* of a sum without a move is 1, of another sum the mex of the misère values of
# its options; a sum is lost exactly if it is 0. The *genus* of a sum x is G(x) with the exponents
# g_0, g_1, g_2, ..., g_k being the misère value of x with k heaps of two of Nim beside it. From
# some place on the exponents go on as y, y xor 2, y, ...; they are written up to there.
#
# Source: J. H. Conway, On Numbers and Games, chapter 12; E. R. Berlekamp, J. H. Conway and R. K.
# Guy, Winning Ways, chapter 13.


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


# Heaps of several rules side by side, as the heaps of one.


@dataclass(frozen=True)
class Joint(Rule):
    """Heap number (m - 1)*k + i + 1 is the heap of m tokens of rule number i = 0, ..., k - 1.

    >>> from mexplore.rules.notation import parse_rule
    >>> both = Joint((parse_rule("subtract(1)"), parse_rule("0.7")))
    >>> both.number(0, 3), both.number(1, 3), sorted(both.options(6)), list(both.options(5))
    (5, 6, [(2, 2), (4,)], [(3,)])
    """

    family: ClassVar[str] = "joint"

    rules: tuple[Rule, ...]

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """It has no notation."""
        del text
        return None

    def __str__(self) -> str:
        return " with ".join(map(str, self.rules))

    def number(self, rule: int, tokens: int) -> int:
        """The number of a heap; 0 for no tokens."""
        return (tokens - 1) * len(self.rules) + rule + 1 if tokens else 0

    def options(self, n: int) -> Iterator[Heaps]:
        if n:
            tokens, rule = divmod(n - 1, len(self.rules))
            for option in self.rules[rule].options(tokens + 1):
                yield tuple(self.number(rule, part) for part in option)

    def words(self) -> str:
        return "Heaps of several rules."
