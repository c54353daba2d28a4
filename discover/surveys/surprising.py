"""Surprising rows of an atlas: laws with long periods or preperiods, or of another kind than those
of the neighbours.

The neighbours of a rule are the members of its family whose parameters differ from those of the
rule in exactly one number. The score of a period or preperiod is the binary logarithm of its ratio
to the median of the neighbours; the score of a kind of law is the logarithm of how many times more
frequent the most frequent kind among the neighbours is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import log2
from statistics import median

from mexplore.discover.surveys.record import FAILED, Row
from mexplore.discover.surveys.summary import themselves

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
