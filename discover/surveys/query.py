"""Queries of an atlas: which rows, in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mexplore.discover.surveys.claims import facts
from mexplore.discover.surveys.record import Row
from mexplore.discover.surveys.statement import NUMBERS, Missing, Names, Statement, read_statement
from mexplore.discover.surveys.summary import themselves
from mexplore.rules.errors import InputError
from mexplore.rules.text.nearest import did_you_mean

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

    def rows(self, rows: Sequence[Row]) -> list[Row]:
        """The rows that match; RuleSyntaxError for a statement that cannot be read.

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
            names = Names().with_parameters(row.parameters for row in rows)
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
    found = [
        row for row in themselves(rows) if row.record.explained and row.record.facts.get(column)
    ]
    return ranked(found, column)[:count]


def _is_true(statement: Statement, row: Row) -> bool:
    """Whether the row satisfies the statement; it does not if it lacks a number that is named."""
    try:
        return statement.holds(facts(row, unproved=True))
    except (Missing, InputError):
        return False
