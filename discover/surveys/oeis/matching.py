"""Published sequences that agree with a Grundy sequence or with a transform of it.

Transforms of Grundy sequences that are published: values, P-positions, run lengths, differences.

From G(0), ..., G(N - 1) each transform makes the beginning of another sequence, complete as far as
it goes: nothing in it depends on values that were not computed.

Published sequences that agree with a Grundy sequence or with a transform of it.

A sequence of OEIS *matches* if all of its terms that can be compared agree with consecutive terms
of ours, but for a few at its beginning. At least WINDOW terms must be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from mexplore.discover.surveys.oeis.lines import PLACES, WINDOW, Scan, scan
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.rule import Values

    Numbers = npt.NDArray[np.int64]
    from pathlib import Path


MOST_VALUES = 20  # different values whose positions are searched for


@dataclass(frozen=True, eq=False)
class Transformed:
    """A sequence computed from the values; ``words`` says how, and ``cost`` measures how unusual it
    is. ``first`` is the index of its first term: 0 for values, 1 for a list of positions."""

    words: str
    terms: Numbers
    cost: int
    first: int = 0


def transforms(values: Values) -> Iterator[Transformed]:
    """All transforms, the simplest first.

    >>> import numpy as np
    >>> known = transforms(np.array([0, 1, 2, 0, 1, 0], dtype=np.uint8))
    >>> [(each.words, each.terms.tolist()) for each in known][:4]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('G(n)', [0, 1, 2, 0, 1, 0]), ('G(n) + 1', [1, 2, 3, 1, 2, 1]),
     ('G(n) - 1', [-1, 0, 1, -1, 0, -1]), ('n with G(n) = 0', [0, 3, 5])]
    """
    import numpy as np

    known = values.astype(np.int64)
    yield Transformed("G(n)", known, 0)
    yield Transformed("G(n) + 1", known + 1, 1)
    yield Transformed("G(n) - 1", known - 1, 1)
    lost = known == 0
    yield from _positions("n with G(n) = 0", lost, 1)
    yield from _positions("n with G(n) > 0", ~lost, 1)
    yield Transformed("1 where G(n) = 0, else 0", lost.astype(np.int64), 1)
    yield Transformed("1 where G(n) > 0, else 0", 1 - lost, 1)
    starts = np.flatnonzero(np.diff(known)) + 1
    if len(known):
        starts = np.concatenate(([0], starts))
    yield Transformed("lengths of runs of equal values", np.diff(starts), 2, 1)
    yield Transformed("n with G(n) != G(n - 1)", starts[1:], 2, 1)
    yield Transformed("G(n + 1) - G(n)", np.diff(known), 2)
    yield Transformed("gaps between the n with G(n) = 0", np.diff(np.flatnonzero(lost)), 2, 1)
    yield Transformed("the least n with G(n) = k", _first_places(known), 2)
    for value in np.unique(known)[:MOST_VALUES].tolist():
        if value:
            yield from _positions(f"n with G(n) = {value}", known == value, 2)


def _positions(words: str, where: npt.NDArray[np.bool_], cost: int) -> Iterator[Transformed]:
    """The positions, and the same counted from 1, or from -1, on."""
    import numpy as np

    positions = np.flatnonzero(where).astype(np.int64)
    yield Transformed(words, positions, cost, 1)
    name, _, condition = words.partition(" with ")
    yield Transformed(f"{name} + 1 with {condition}", positions + 1, cost + 1, 1)
    yield Transformed(f"{name} - 1 with {condition}", positions - 1, cost + 1, 1)


def _first_places(known: Numbers) -> Numbers:
    """The least n with G(n) = k for k = 0, 1, 2, ..., up to the first k that does not occur."""
    import numpy as np

    values, places = np.unique(known, return_index=True)
    stop = next((k for k, value in enumerate(values.tolist()) if value != k), len(values))
    return places[:stop].astype(np.int64)


LEFT_OUT = 16  # of our first terms, at most
LONGEST = 4000  # of our terms that are compared
LOOKED_AT = 200  # of our terms, from which their information is estimated
MOST_CANDIDATES = 50_000  # for one transform
INFORMATIVE = 8  # informative terms that an agreement needs to be significant


@dataclass(frozen=True)
class Match:
    """A published sequence whose terms, but for the first ``dropped``, are ours from the index
    ``first`` of the transform on. ``agreed`` terms were compared, ``informative`` of which do not
    follow from the others by repetition; ``beyond`` more terms lie beyond ours."""

    number: str
    transform: str
    first: int
    dropped: int
    agreed: int
    informative: int
    beyond: int
    cost: int

    @property
    def significant(self) -> bool:
        """Whether the agreement is significant."""
        return self.informative >= INFORMATIVE

    def rank(self) -> tuple[bool, int, int, int, str]:
        """The order of matches: significant ones first, then simple transforms, few dropped terms,
        and long agreements."""
        return not self.significant, self.cost, self.dropped, -self.agreed, self.number


@dataclass(frozen=True)
class Matches:
    """The matches, best first, each sequence once. ``crowded`` lists the transforms for which only
    the first MOST_CANDIDATES candidates were compared. ``sequences`` is the number of sequences in
    the file, and ``troubles`` says what was wrong with it."""

    found: tuple[Match, ...]
    crowded: tuple[str, ...] = ()
    sequences: int = 0
    troubles: tuple[str, ...] = ()

    @property
    def any_good(self) -> bool:
        """Whether one is significant, or agrees with the values themselves."""
        return any(each.significant or each.cost == 0 for each in self.found)


def match(values: Values, source: Path, watcher: Watcher = no_progress) -> Matches:
    """The sequences of a copy of OEIS's terms that the values, or a transform of them, agree with.

    InputError if the file cannot be read or holds no sequence."""
    ours = [_Ours(each) for each in transforms(values)]
    windows = {each.window(start) for each in ours for start in each.starts()}
    scanned = scan(source, windows, watcher)
    best: dict[str, Match] = {}
    crowded = []
    for each in ours:
        found, all_seen = _matches(each, scanned)
        crowded += [] if all_seen else [each.transformed.words]
        for one in found:
            known = best.get(one.number)
            if known is None or one.rank() < known.rank():
                best[one.number] = one
    ranked = tuple(sorted(best.values(), key=Match.rank))
    return Matches(ranked, tuple(crowded), scanned.sequences, tuple(scanned.troubles))


def _matches(ours: _Ours, scanned: Scan) -> tuple[list[Match], bool]:
    """The matches of one transform, and whether every candidate was compared."""
    seen: set[tuple[int, int]] = set()
    found: list[Match] = []
    for start in ours.starts():
        for entry, place in scanned.occurrences[ours.window(start)]:
            # Every window of an alignment finds it again. Of terms with little information one
            # alignment is enough.
            alignment = (entry, start - place if ours.significant else 0)
            if alignment in seen:
                continue
            if len(seen) >= MOST_CANDIDATES:
                return found, False
            number, theirs = scanned.entries[entry]
            if ours.goes_on(start, theirs.split(b",", place)[place]):
                seen.add(alignment)
                one = ours.match(number, theirs.split(b","), start - place)
                found += [] if one is None else [one]
            elif ours.significant:
                seen.add(alignment)
    return found, True


class _Ours:
    """The terms of one transform, in decimal, to be compared with those of many sequences."""

    def __init__(self, transformed: Transformed) -> None:
        self.transformed = transformed
        self.numbers = transformed.terms[:LONGEST].tolist()
        self.terms = [b"%d" % number for number in self.numbers]
        self.significant = information(self.numbers[:LOOKED_AT]) >= INFORMATIVE
        self._text = b"".join(term + b"," for term in self.terms)
        self._ends = [0, *accumulate(len(term) + 1 for term in self.terms)]
        self._informative: dict[tuple[int, int], int] = {}

    def window(self, start: int) -> bytes:
        """The window that begins at this term, as ``1,2,3``."""
        return b",".join(self.terms[start : start + WINDOW])

    def starts(self) -> list[int]:
        """Where windows begin; of terms with little information, each different window once."""
        starts = range(min(LEFT_OUT + 1, len(self.terms) - WINDOW + 1))
        if self.significant:
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
        """The match of theirs[i] with the term i + shift of ours, if there is one: every term is
        compared again."""
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
    """The range low <= i < high in which theirs[i] = ours[i + shift], if it reaches the last i at
    which both are known, omits fewer than PLACES first terms, and has at least WINDOW terms; None
    otherwise.

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
    """The number of informative terms: those that do not follow from the others by repetition.

    It is the least of: the number of terms; preperiod + period of the terms or of their
    differences, if at least two whole periods are known; and twice the number of runs of equal
    terms.

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
    """The least preperiod + period with two whole periods among the terms; otherwise their
    number."""
    count = len(terms)
    best = count
    for period in range(1, count // 2 + 1):
        start = count - period
        while start > 0 and terms[start - 1] == terms[start - 1 + period]:
            start -= 1
        if count - start >= 2 * period:
            best = min(best, start + period)
    return best
