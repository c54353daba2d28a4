"""The search for rules with given first values, or with a given kind of law.

Candidates come from families, the library, a file, or the rows of an atlas, which are not studied
again. A search for values finds every candidate that has them; a rule that is too slow to be
decided is listed as undecided, never silently omitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.games import read_game, source_of
from mexplore.discover.surveys.worker import record_of
from mexplore.rules.boards import read_board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import MexploreError
from mexplore.rules.library import Library

if TYPE_CHECKING:
    from mexplore.discover.questions.known import HeapGame
    from mexplore.discover.surveys.family import Family
    from mexplore.discover.surveys.record import Record, Row

SEARCHED = ("octal(2)", "subtract(max=6)", "divide(max=6)", "all-but(max=4)")
"""The families that are searched, with the library, unless others are given."""
AT_FIRST = (4, 16)
"""So many values are computed and compared before the rest: enough to exclude most rules."""


@dataclass(frozen=True)
class Wanted:
    """What is searched for: values from G(first) on, numbers of the law by name, and its
    pattern."""

    values: tuple[int, ...] = ()
    first: int = 0
    numbers: tuple[tuple[str, int], ...] = ()
    pattern: str | None = None

    @property
    def asks_for_law(self) -> bool:
        """Whether the search needs laws, so that rules must be studied."""
        return bool(self.numbers) or self.pattern is not None

    def has_law(self, record: Record) -> bool:
        """Whether the best known law matches."""
        if self.pattern is not None and record.pattern != self.pattern:
            return False
        return all(getattr(record, name) == number for name, number in self.numbers)


@dataclass(frozen=True)
class Candidate:
    """A rule in notation, where it comes from, and its record if it has one already."""

    rule: str
    origin: str
    record: Record | None = None


@dataclass(frozen=True)
class Hit:
    """A rule that matches, with its record if it was studied."""

    rule: str
    origin: str
    record: Record | None


class Search:
    """A search among candidates. ``looked`` counts them; ``undecided`` lists those that were too
    slow or whose values could not be computed."""

    def __init__(self, wanted: Wanted, budget: float) -> None:
        self.wanted, self.budget = wanted, budget
        self.looked = 0
        self.undecided: list[str] = []

    def hits(self, candidates: Iterable[Candidate]) -> Iterator[Hit]:
        """The candidates that match, each rule once.

        >>> search = Search(Wanted((1, 2, 0, 1, 2), first=1), budget=2.0)
        >>> found = search.hits([Candidate("0.77", ""), Candidate("subtract(2, 1)", "mine")])
        >>> [hit.rule for hit in found], search.looked
        (['subtract(1, 2)'], 2)
        """
        seen: set[str] = set()
        for candidate in candidates:
            try:
                game = read_game(candidate.rule)
                text = str(game)
                if text in seen:
                    continue
                seen.add(text)
                self.looked += 1
                hit = self._hit(game, text, candidate)
            except MexploreError:  # a game that does not end, a heap too large to be valued
                self.undecided.append(candidate.rule)
                continue
            if hit is not None:
                yield hit

    def _hit(self, game: HeapGame, text: str, candidate: Candidate) -> Hit | None:
        wanted, record = self.wanted, candidate.record
        if wanted.values:
            begins = self._begins(game, record)
            if begins is None:
                self.undecided.append(text)
            if not begins:
                return None
        if wanted.asks_for_law:
            record = record or record_of(game, Limits(self.budget))
            if record.ended == "interrupted":  # a study ends with what it has; a search ends
                raise KeyboardInterrupt
            if not wanted.has_law(record):
                return None
        return Hit(text, candidate.origin, record)

    def _begins(self, game: HeapGame, record: Record | None) -> bool | None:
        """Whether the values match; None if that could not be decided in time."""
        low, wanted = self.wanted.first, self.wanted.values
        head = record.head if record is not None else ()
        if any(ours != theirs for ours, theirs in zip(head[low:], wanted, strict=False)):
            return False
        source = source_of(game)
        deadline = working_seconds() + self.budget
        for stop in (low + min(count, len(wanted)) for count in (*AT_FIRST, len(wanted))):
            evidence = source.extend(stop, deadline)
            runs = evidence.by_runs
            values = evidence.values[:stop] if runs is None else runs.dense(stop)
            ours = values[low:].tolist()
            if ours != list(wanted[: len(ours)]):
                return False
            if len(values) < stop:
                return None
        return True


def of_families(families: Sequence[Family]) -> Iterator[Candidate]:
    """Every member of the families."""
    for family in families:
        for member in family:
            yield Candidate(member.rule, str(family))


def of_library(library: Library) -> Iterator[Candidate]:
    """The games of the library that are played with heaps."""
    for name, entry in library.items():
        if read_board(entry.rule) is None:
            yield Candidate(entry.rule, name)


def of_atlas(rows: Iterable[Row]) -> Iterator[Candidate]:
    """The rows of an atlas, with their records."""
    for row in rows:
        yield Candidate(row.rule, row.family, row.record)
