"""Tables of an atlas: records as rows, and rows that say what they said when written.

Tables of an atlas whose rows say what they said when they were written, or are left out.

SQLite notices that a file is no database any more, but not that a number in it has changed. So each
row has a digest: BLAKE2b of the table's name and all cells, the key among them, as Python writes
them in ASCII. A row that reads otherwise, cell by cell and type by type, is *damaged*: it is never
shown, and never taken for another one's.

Damage in the key of a row would hide the row from a search for it. Whoever reads many rows
therefore reads the whole table, in its order on disk and by no index, and each row that is left out
is counted (`Damage`). Cells at the end that are NULL are no part of the digest, so that a later
version of the program may add a column without touching the rows.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, fields
from functools import cached_property
from hashlib import blake2b
from operator import index
from typing import Any, TypeVar

from mexplore.discover.surveys.record import Record
from mexplore.rules.dataclass import dataclass

Cells = tuple[Any, ...]
Thing = TypeVar("Thing")

UNREADABLE = (ValueError, TypeError, LookupError, RecursionError)
"""What is raised where the cells of a row are none that this program writes."""


@dataclass
class Damage:
    """The damaged rows that were met so far, each once."""

    rows: set[tuple[str, str]] = field(default_factory=set)

    def __str__(self) -> str:
        count = len(self.rows)
        if count == 1:
            return "1 row is damaged and left out; the same sweep studies it anew"
        return f"{count} rows are damaged and left out; the same sweep studies them anew"


@dataclass(frozen=True)
class Table:
    """One table: its columns, the first ``key`` of which name a row. Those in ``real`` hold
    floating-point numbers; a whole number there comes back as one.

    >>> sql = sqlite3.connect(":memory:")
    >>> _ = sql.execute("CREATE TABLE laws (rule TEXT PRIMARY KEY, period, digest) WITHOUT ROWID")
    >>> laws, damage = Table("laws", ("rule", "period")), Damage()
    >>> laws.put(sql, [("0.3", 2), ("0.77", 12)])
    >>> _ = sql.execute("UPDATE laws SET period = 13 WHERE period = 12")
    >>> list(laws.rows(sql, damage)), laws.get(sql, ("0.77",), damage), str(damage)[:16]
    ([('0.3', 2)], None, '1 row is damaged')
    """

    name: str
    columns: tuple[str, ...]
    key: int = 1
    real: frozenset[str] = frozenset()

    def digest(self, cells: Cells) -> bytes:
        """The digest of a row; the last cells, if they are None, are no part of it.

        >>> one, other = Table("laws", ("rule", "period")), Table("rules", ("rule", "period"))
        >>> one.digest(("0.3", 2)) == other.digest(("0.3", 2))
        False
        >>> one.digest(("0.3", None)) == one.digest(("0.3", None, None))
        True
        """
        while cells and cells[-1] is None:
            cells = cells[:-1]
        return blake2b(ascii((self.name, cells)).encode(), digest_size=16).digest()

    @cached_property
    def stored(self) -> tuple[str, ...]:
        """The columns, and that of the digest."""
        return *self.columns, "digest"

    @cached_property
    def _all(self) -> str:
        return ", ".join(self.stored)

    def put(self, sql: sqlite3.Connection, rows: Iterable[Cells]) -> None:
        """Write rows, each with its digest; one replaces another of the same key."""
        marks = ", ".join("?" * (len(self.columns) + 1))
        sql.executemany(
            f"INSERT OR REPLACE INTO {self.name} ({self._all}) VALUES ({marks})",
            ((*cells, self.digest(cells)) for cells in map(self._as_read, rows)),
        )

    def rows(self, sql: sqlite3.Connection, damage: Damage) -> Iterator[Cells]:
        """All rows that are as they were written."""
        for found in sql.execute(f"SELECT {self._all} FROM {self.name} NOT INDEXED"):
            if (cells := self.whole(found, damage)) is not None:
                yield cells

    def whole(self, found: Cells, damage: Damage) -> Cells | None:
        """The cells of a row as it is ``stored``; None if it is damaged."""
        if self._is_whole(found):
            return tuple(found[:-1])
        damage.rows.add((self.name, repr(found[: self.key])))
        return None

    def get(self, sql: sqlite3.Connection, key: Cells, damage: Damage) -> Cells | None:
        """The row of this key; None if there is none, or if it is damaged."""
        where = " AND ".join(f"{name} = ?" for name in self.columns[: self.key])
        found = sql.execute(f"SELECT {self._all} FROM {self.name} WHERE {where}", key).fetchone()
        return None if found is None else self.whole(found, damage)

    def drop_damaged(self, sql: sqlite3.Connection) -> int:
        """Delete the rows that are damaged; how many these are."""
        damage = Damage()
        whole = list(self.rows(sql, damage))
        if damage.rows:  # which no key need find
            sql.execute(f"DELETE FROM {self.name}")
            self.put(sql, whole)
        return len(damage.rows)

    def seal(self, sql: sqlite3.Connection, believed: Callable[[Cells], bool]) -> None:
        """Give the rows of an older version, which had no digests, theirs. Those that are not
        believed get none, and count as damaged."""
        names = ", ".join(self.columns)
        found = sql.execute(f"SELECT {names} FROM {self.name} NOT INDEXED").fetchall()
        self.put(sql, [cells for cells in found if _holds(believed, cells)])

    def _as_read(self, cells: Cells) -> Cells:
        """The cells as they will come back."""
        return tuple(
            float(cell)
            if name in self.real and cell is not None
            else index(cell)
            if isinstance(cell, bool)
            else cell
            for name, cell in zip(self.columns, cells, strict=True)
        )

    def _is_whole(self, found: Cells) -> bool:
        return bool(self.digest(found[:-1]) == found[-1])


def readable(
    rows: Iterable[Cells], read: Callable[[Cells], Thing], table: Table, damage: Damage
) -> Iterator[Thing]:
    """What the rows say; one that no version of this program has written is damaged."""
    for cells in rows:
        try:
            yield read(cells)
        except UNREADABLE:
            damage.rows.add((table.name, repr(cells[: table.key])))


def text_of(stored: bytes) -> str:
    """A text as SQLite has it; bytes that are no UTF-8, which no row that is whole has, stay
    visible to its digest.

    >>> text_of(b"0.77"), text_of(b"0.7\\xff")
    ('0.77', '0.7\\udcff')
    """
    return stored.decode("utf-8", "surrogateescape")


def _holds(condition: Callable[[Cells], bool], cells: Cells) -> bool:
    """Whether a row satisfies the condition; it does not where the condition cannot be asked."""
    try:
        return condition(cells)
    except UNREADABLE:
        return False


_COLUMNS = tuple(entry.name for entry in fields(Record))
_WHOLE = ("preperiod", "period", "saltus", "ratio", "start", "largest", "computed", "max_terms")
_LARGEST = (1 << 63) - 1

STUDIES = Table("studies", _COLUMNS, real=frozenset({"seconds", "budget"}))
MEMBERS = Table("members", ("family", "rule", "place", "parameters"), key=2)


def cells_of(record: Record) -> Cells:
    """The row of a record."""
    cells = {name: getattr(record, name) for name in _COLUMNS}
    cells["head"] = json.dumps(record.head)
    for name in _WHOLE:
        if cells[name] is not None and abs(cells[name]) > _LARGEST:
            cells[name] = str(cells[name])
    return tuple(cells.values())


def parameters_of(text: str) -> dict[str, Any]:
    """The parameters of a row."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("parameters have names")
    return found


def record_of_row(found: Sequence[Any]) -> Record:
    """The record of a row; ValueError and the like where a cell is none that was stored."""
    cells = dict(zip(_COLUMNS, found, strict=True))
    cells["head"] = tuple(map(index, json.loads(cells["head"])))
    if cells["certificate"] is not None and not isinstance(json.loads(cells["certificate"]), dict):
        raise ValueError("a certificate is an object")
    for name in _WHOLE:
        cells[name] = None if cells[name] is None else int(cells[name])
    cells["largest_for_all"] = bool(cells["largest_for_all"])
    return Record(**cells)
