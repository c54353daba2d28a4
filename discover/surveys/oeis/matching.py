"""Published sequences that a Grundy sequence, or what is made of it, agrees with.

A sequence of OEIS *matches* if all of its terms that can be compared agree with consecutive terms
of ours, but for a few at its beginning. At least WINDOW terms must be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from discover.surveys.oeis.index import PLACES, WINDOW
from discover.surveys.oeis.transforms import Transformed, transforms

if TYPE_CHECKING:
    from discover.surveys.oeis.index import Index
    from rules.rule import Values

LEFT_OUT = 16  # of our first terms, at most
LONGEST = 4000  # of our terms that are compared
LOOKED_AT = 200  # of our terms, to see whether they say much
MOST_CANDIDATES = 50_000  # for one transform
INFORMATIVE = 8  # terms; with fewer an agreement says little


@dataclass(frozen=True)
class Match:
    """The terms ``dropped`` + 1, ... of the sequence are ours from number ``first`` on (as the
    transform counts), ``agreed`` of them, ``informative`` of which could not be foreseen;
    ``beyond`` more could not be compared, as ours are not known so far."""

    number: str
    transform: str
    first: int
    dropped: int
    agreed: int
    informative: int
    beyond: int
    cost: int

    @property
    def telling(self) -> bool:
        """Whether the agreement says much."""
        return self.informative >= INFORMATIVE

    def rank(self) -> tuple[bool, int, int, int, str]:
        """Best first: what says much, plain transforms, few terms left out, long agreements."""
        return not self.telling, self.cost, self.dropped, -self.agreed, self.number


@dataclass(frozen=True)
class Matches:
    """Best first, a sequence once; ``crowded`` names the transforms of which only the first
    MOST_CANDIDATES candidates were looked at."""

    found: tuple[Match, ...]
    crowded: tuple[str, ...] = ()

    @property
    def any_good(self) -> bool:
        """Whether one says much, or is of the values themselves."""
        return any(each.telling or each.cost == 0 for each in self.found)


def match(values: Values, index: Index) -> Matches:
    """The sequences of the index that the values, or a transform of them, agree with."""
    best: dict[str, Match] = {}
    crowded = []
    for each in transforms(values):
        found, all_seen = _matches(each, index)
        crowded += [] if all_seen else [each.words]
        for one in found:
            known = best.get(one.number)
            if known is None or one.rank() < known.rank():
                best[one.number] = one
    return Matches(tuple(sorted(best.values(), key=Match.rank)), tuple(crowded))


def _matches(transformed: Transformed, index: Index) -> tuple[list[Match], bool]:
    """Those of one transform, and whether every candidate was looked at."""
    ours = _Ours(transformed)
    seen: set[tuple[int, int]] = set()
    found: list[Match] = []
    for start in ours.starts():
        for line, place in index.candidates(ours.terms[start : start + WINDOW]):
            # One alignment is met by every window in it; of what says little, one is enough.
            alignment = (line, start - place if ours.telling else 0)
            if alignment in seen:
                continue
            if len(seen) >= MOST_CANDIDATES:
                return found, False
            number, theirs = index.entry(line)
            if ours.goes_on(start, theirs.split(b",", place)[place]):
                seen.add(alignment)
                one = ours.match(number, theirs.split(b","), start - place)
                found += [] if one is None else [one]
            elif ours.telling:
                seen.add(alignment)
    return found, True


class _Ours:
    """The terms of one transform, in decimal, to be compared with those of many sequences."""

    def __init__(self, transformed: Transformed) -> None:
        self.transformed = transformed
        self.numbers = transformed.terms[:LONGEST].tolist()
        self.terms = [b"%d" % number for number in self.numbers]
        self.telling = information(self.numbers[:LOOKED_AT]) >= INFORMATIVE
        self._text = b"".join(term + b"," for term in self.terms)
        self._ends = [0, *accumulate(len(term) + 1 for term in self.terms)]
        self._informative: dict[tuple[int, int], int] = {}

    def starts(self) -> list[int]:
        """Where windows begin: of terms that say little, each different one once."""
        starts = range(min(LEFT_OUT + 1, len(self.terms) - WINDOW + 1))
        if self.telling:
            return list(starts)
        different = {tuple(self.terms[k : k + WINDOW]): k for k in reversed(starts)}
        return sorted(different.values())

    def goes_on(self, start: int, theirs: bytes) -> bool:
        """Whether their terms ``1,2,3`` are ours from number ``start`` on, as far as both go."""
        low = self._ends[start]
        theirs += b","
        if len(self._text) - low >= len(theirs):
            return self._text.startswith(theirs, low)
        return theirs.startswith(self._text[low:])

    def match(self, number: str, theirs: Sequence[bytes], shift: int) -> Match | None:
        """The match of theirs[i] with the term i + shift of ours, where it is one: every term is
        compared once more."""
        agreement = agreed(self.terms, theirs, shift)
        if agreement is None:
            return None
        low, high = agreement
        ends = low + shift, high + shift
        if ends not in self._informative:
            self._informative[ends] = information(self.numbers[ends[0] : ends[1]])
        made = self.transformed
        return Match(
            number, made.words, ends[0] + made.first, low, high - low,
            self._informative[ends], len(theirs) - high, made.cost,
        )  # fmt: skip


def agreed(ours: Sequence[bytes], theirs: Sequence[bytes], shift: int) -> tuple[int, int] | None:
    """The range low <= i < high of the terms theirs[i] = ours[i + shift], where it reaches to the
    last i at which both are known, leaves out fewer than PLACES terms, and is no shorter than
    WINDOW; else None.

    >>> ours, theirs = list(b"01234567890"), list(b"x2345678901")
    >>> agreed(ours, theirs, 1), agreed(ours, theirs, 0)
    ((1, 10), None)
    """
    high = min(len(theirs), len(ours) - shift)
    low = high
    while low > max(0, -shift) and theirs[low - 1] == ours[low - 1 + shift]:
        low -= 1
    return (low, high) if low < PLACES and high - low >= WINDOW else None


def information(terms: Sequence[int]) -> int:
    """How many of the terms have to be told: the others follow by going on as before.

    The least of: all of them; preperiod and period, where at least two whole periods were seen, of
    the terms or of their differences; and two for each run of equal terms.

    >>> information([0, 1] * 30), information([7] * 30), information(list(range(30)))
    (2, 1, 2)
    >>> information([0, 1, 1, 2, 3, 5, 8, 13, 21, 34])
    10
    """
    terms = list(terms)
    differences = [b - a for a, b in pairwise(terms)]
    runs = 1 + sum(1 for step in differences if step) if terms else 0
    return min(_repeating(terms), 1 + _repeating(differences), 2 * runs, len(terms))


def _repeating(terms: Sequence[int]) -> int:
    """Preperiod + period of the shortest description whose period is seen twice; or all terms."""
    count = len(terms)
    best = count
    for period in range(1, count // 2 + 1):
        start = count - period
        while start > 0 and terms[start - 1] == terms[start - 1 + period]:
            start -= 1
        if count - start >= 2 * period:
            best = min(best, start + period)
    return best
