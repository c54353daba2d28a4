"""What an atlas is asked: rows in an order, a table of them, a summary, surprising rows.

Surprising rows of an atlas: laws with long periods or preperiods, or of another kind than those
of the neighbours.

The neighbours of a rule are the members of its family whose parameters differ from those of the
rule in exactly one number. The score of a period or preperiod is the binary logarithm of its ratio
to the median of the neighbours; the score of a kind of law is the logarithm of how many times more
frequent the most frequent kind among the neighbours is.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import asdict
from math import log2
from statistics import median
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.frames import WORD
from mexplore.discover.questions.frames import storable as all_storable
from mexplore.discover.surveys.claims import facts
from mexplore.discover.surveys.record import FAILED, NO_SYSTEM, Record, Row
from mexplore.discover.surveys.statement import NUMBERS, Missing, Names, Statement, read_statement
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.text.sentences import did_you_mean

if TYPE_CHECKING:
    import pandas as pd


WHOLE = ("place", "preperiod", "period", "saltus", "ratio", "start", "largest", "computed")
COLUMNS = ("rule", "family", "place", "parameters", *list(asdict(Record("")))[1:])


def rows_frame(rows: Sequence[Row]) -> pd.DataFrame:
    """One row for each member. Columns of whole numbers are Int64 with <NA> for missing ones, or
    Python's integers if 64 bits are too few; ``parameters`` are dicts, ``head`` are lists.

    >>> frame = rows_frame([Row("divide", 0, Record("divide(2)", ratio=4, start=10**30), {"a": 2})])
    >>> frame.loc[0, ["rule", "ratio", "start"]].tolist() == ["divide(2)", 4, 10**30]
    True
    """
    import pandas as pd

    dicts = [asdict(row.record) | {"family": row.family, "place": row.place} for row in rows]
    for cells, row in zip(dicts, rows, strict=True):
        cells["parameters"], cells["head"] = row.parameters, list(row.record.head)
    cells_of = {name: [cells[name] for cells in dicts] for name in COLUMNS}
    frame = pd.DataFrame({name: pd.Series(c, dtype=object) for name, c in cells_of.items()})
    for name in WHOLE:
        frame[name] = _whole(cells_of[name])
    flags = frame["largest_for_all"].astype(bool)
    return frame.assign(seconds=frame["seconds"].astype(float), largest_for_all=flags)


def storable(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame for a file: parameters, first values and certificates as JSON in one line, integers
    beyond 64 bits as text."""
    plain = frame.assign(
        parameters=[json.dumps(cell) for cell in frame["parameters"]],
        head=[json.dumps(cell) for cell in frame["head"]],
        certificate=[cell and json.dumps(json.loads(cell)) for cell in frame["certificate"]],
    )
    kept = {name: plain[name].astype("Float64") for name in ("budget",)}
    kept |= {name: _whole(list(plain[name])) for name in ("max_terms",)}
    return all_storable(plain.assign(**kept))


def _whole(numbers: Sequence[int | None]) -> Any:
    import pandas as pd

    wide = any(number is not None and abs(number) >= WORD for number in numbers)
    return pd.Series(numbers, dtype=object if wide else "Int64")


RECORDS = {
    "longest period": "period",
    "longest preperiod": "preperiod",
    "largest saltus": "saltus",
    "largest ratio": "ratio",
    "largest value": "largest",
}
"""The quantities of which there are records, and their columns."""


@dataclass(frozen=True)
class Law:
    """How many rules have a law of this pattern, with this status, by this theorem."""

    pattern: str | None
    status: str
    theorem: str | None
    rules: int


@dataclass(frozen=True)
class Best:
    """A record: its quantity, the number, and the first row with this number."""

    what: str
    number: int
    row: Row


@dataclass(frozen=True)
class Summary:
    """The summary of some rows: their laws, most frequent first; the records among proved laws that
    predict every term; the rows without a proof; those whose study failed; and those without a
    finite system of kinds of heaps."""

    laws: tuple[Law, ...]
    records: tuple[Best, ...]
    unsolved: tuple[Row, ...]
    failed: tuple[Row, ...]
    follow: int
    without_system: tuple[Row, ...] = ()

    @property
    def statuses(self) -> dict[str, int]:
        """The number of rules of each status."""
        found: Counter[str] = Counter()
        for law in self.laws:
            found[law.status] += law.rules
        return dict(found)


def summary_of(rows: Sequence[Row]) -> Summary:
    """The summary of some rows, smallest first. A rule whose sequence follows from that of another
    row holds no record and is not counted as open again.

    >>> from mexplore.discover.surveys.record import Record
    >>> known = Record("0.3", "proved", "periodic", period=2, ended="proved")
    >>> summary = summary_of([Row("octal", 3, known), Row("octal", 6, Record("0.6"))])
    >>> summary.statuses, [best.what for best in summary.records], summary.unsolved[0].rule
    ({'proved': 1, 'nothing found': 1}, ['longest period'], '0.6')
    """
    counts = Counter((r.record.pattern, r.record.status, r.record.theorem) for r in rows)
    laws = tuple(Law(*law, number) for law, number in counts.most_common())
    own, others = list(themselves(rows)), (FAILED, NO_SYSTEM)
    return Summary(
        laws,
        tuple(_records(own)),
        tuple(r for r in own if not r.record.proved and r.record.status not in others),
        tuple(r for r in own if r.record.status == FAILED),
        sum(row.record.representative is not None for row in rows),
        tuple(r for r in own if r.record.status == NO_SYSTEM),
    )


def themselves(rows: Sequence[Row]) -> Iterable[Row]:
    """The rows whose representative is not among the other rows."""
    there = {row.rule for row in rows}
    seen: set[str] = set()
    for row in rows:
        other = row.record.representative
        if other is None or (other not in there and other not in seen):
            seen.add(other or row.rule)
            yield row


def _records(rows: Sequence[Row]) -> Iterable[Best]:
    for what, column in RECORDS.items():
        able = (row for row in rows if row.record.explained)
        known = ((row.record.facts.get(column), row) for row in able)
        found = [(number, row) for number, row in known if number]
        if found:
            number, row = max(found, key=lambda pair: pair[0])
            yield Best(what, number, row)


SORTED_BY = (*NUMBERS, "seconds")


@dataclass(frozen=True)
class Query:
    """A query for rows of one ``family``, with one ``pattern``, without a proof (``unsolved``),
    that satisfy a statement (``where``), sorted by the column ``sort``, the largest first."""

    family: str | None = None
    pattern: str | None = None
    unsolved: bool = False
    where: str | None = None
    sort: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether every row matches and no order is given."""
        return self == Query(self.family)

    def rows(self, rows: Sequence[Row], names: Names | None = None) -> list[Row]:
        """The rows that match; RuleSyntaxError for a statement that cannot be read. The names that
        it may use are those of the rows, unless they are given.

        >>> from mexplore.discover.surveys.record import Record
        >>> laws = [Record(f"0.{i}", "proved", "periodic", period=i) for i in [2, 3]]
        >>> known = [Row("octal", place, law) for place, law in enumerate(laws)]
        >>> [row.rule for row in Query(sort="period").rows(known)]
        ['0.3', '0.2']
        >>> even = Query(where="period % 2 == 0 and pattern == 'periodic'")
        >>> [row.rule for row in even.rows(known)]
        ['0.2']
        """
        if self.sort is not None and self.sort not in SORTED_BY:
            raise InputError(
                f"--sort {self.sort[:40]!r} is no column of numbers; "
                f"{did_you_mean(self.sort, SORTED_BY)}they are {', '.join(SORTED_BY)}"
            )
        chosen = [row for row in rows if self._matches(row)]
        if self.where is not None:
            names = names or Names().with_parameters(row.parameters for row in rows)
            statement = read_statement(self.where, names)
            chosen = [row for row in chosen if _is_true(statement, row)]
        return chosen if self.sort is None else ranked(chosen, self.sort)

    def _matches(self, row: Row) -> bool:
        return (
            (self.family is None or row.family == self.family)
            and (self.pattern is None or row.record.pattern == self.pattern)
            and not (self.unsolved and row.record.proved)
        )


def ranked(rows: Sequence[Row], column: str) -> list[Row]:
    """The rows, the largest number in the column first; those without one last."""

    def key(row: Row) -> tuple[bool, float]:
        found = row.place if column == "place" else getattr(row.record, column)
        return found is None, 0 if found is None else -found

    return sorted(rows, key=key)


def leaders(rows: Sequence[Row], column: str, count: int) -> list[Row]:
    """The rows of proved laws with the largest numbers in a column, each sequence once."""
    once: dict[str, Row] = {}
    for row in themselves(rows):
        once.setdefault(row.rule, row)  # a rule may be in two families
    known = once.values()
    found = [row for row in known if row.record.explained and row.record.facts.get(column)]
    return ranked(found, column)[:count]


def _is_true(statement: Statement, row: Row) -> bool:
    """Whether the row satisfies the statement; it does not if it lacks a number that is named."""
    try:
        return statement.holds(facts(row, unproved=True))
    except (Missing, InputError):
        return False


FEWEST = 3  # neighbours, for a comparison
LEAST = 1.0  # score


@dataclass(frozen=True)
class Surprise:
    """A row with its score and the reason."""

    row: Row
    score: float
    reasons: tuple[str, ...]


def surprises(rows: Sequence[Row]) -> list[Surprise]:
    """The surprising rows, the most surprising first.

    >>> from mexplore.discover.surveys.record import Record
    >>> periods = {1: 4, 2: 5, 3: 6, 4: 700}
    >>> rows = [
    ...     Row("n - {a}", a, Record(f"subtract({a})", "proved", "periodic", period=p), {"a": a})
    ...     for a, p in periods.items()
    ... ]
    >>> [(s.row.rule, s.reasons) for s in surprises(rows)]
    [('subtract(4)', ('period 700, where neighbours have 5',))]
    """
    own = [row for row in themselves(rows) if row.record.status != FAILED]
    found = (_surprise(row, around) for row, around in _neighbourhoods(own))
    return sorted((s for s in found if s.score >= LEAST), key=lambda s: -s.score)


def _neighbourhoods(rows: Sequence[Row]) -> Iterator[tuple[Row, list[Row]]]:
    """Every row with its neighbours."""
    alike: dict[Hashable, list[Row]] = defaultdict(list)
    for row in rows:
        for key in _keys(row):
            alike[key].append(row)
    for row in rows:
        around = {other.rule: other for key in _keys(row) for other in alike[key]}
        around.pop(row.rule)
        yield row, list(around.values())


def _keys(row: Row) -> Iterator[Hashable]:
    """The parameters without one of them, for each: rows that share such a key are neighbours."""
    numbers = {name: n for name, n in row.parameters.items() if isinstance(n, int)}
    for name in numbers:
        others = tuple(sorted((k, n) for k, n in numbers.items() if k != name))
        yield row.family, name, others


def _surprise(row: Row, around: Sequence[Row]) -> Surprise:
    if len(around) < FEWEST:
        return Surprise(row, 0.0, ())
    score, reasons = 0.0, []
    for column in ("period", "preperiod"):
        mine = getattr(row.record, column)
        theirs = [n for r in around if (n := getattr(r.record, column)) is not None]
        if mine is None or len(theirs) < FEWEST:
            continue
        middle = int(median(theirs))
        larger = log2((1 + mine) / (1 + middle))
        if larger > LEAST:
            score += larger
            reasons.append(f"{column} {mine}, where neighbours have {middle}")
    usual, often = Counter(_kind(other) for other in around).most_common(1)[0]
    alike = sum(_kind(other) == _kind(row) for other in around)
    unlike = log2(often / (alike + 1))
    if _kind(row) != usual and unlike > LEAST:
        score += unlike
        reasons.append(f"{_kind(row)}, where neighbours are {usual}")
    return Surprise(row, score, tuple(reasons))


def _kind(row: Row) -> str:
    """The kind of a row's law: a period, an arithmetic period, another pattern, or none."""
    record = row.record
    grows = "arithmetic periodic" if record.saltus else record.pattern
    kind = grows or "without a law"
    return kind if record.proved or record.pattern is None else f"{kind} so far"
