"""The atlas: the results of surveys in one SQLite file, with a row for each rule.

All writes are transactions, in WAL mode: after a sweep is killed, every row is complete or absent,
and several sweeps and readers can share one file. Opening an atlas reports what is wrong with the
file: damaged, written by another program or a newer version, not writable, or on a full disk. Rows
that do not say what they said when they were written are left out and counted
(`discover.surveys.table`); a sweep removes them, and studies their rules anew.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mexplore.discover.surveys import schema
from mexplore.discover.surveys.record import Record, Row
from mexplore.discover.surveys.table import (
    MEMBERS,
    STUDIES,
    Cells,
    Damage,
    cells_of,
    parameters_of,
    readable,
    record_of_row,
    text_of,
)
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from types import TracebackType

    import pandas as pd


PATIENCE = 60.0  # seconds that a writer waits for another one
READ_WHOLE = 1 << 26  # bytes of an atlas whose pages are all checked before one is read


class Outdated(InputError):
    """An atlas was written by an earlier version of the program, and its values may be wrong."""


def default_atlas() -> Path:
    """The default path of the atlas: with the user's data of this platform."""
    import platformdirs

    return Path(platformdirs.user_data_dir("mexplore", appauthor=False)) / "atlas.sqlite"


class Atlas:
    """An open atlas; a context manager. ``Atlas.create`` makes the file where there is none.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.sqlite"
    >>> with Atlas.create(path) as atlas:
    ...     atlas.keep([Record("0.3", "proved", period=2, computed=10)])
    ...     atlas.enrol("octal", [("0.3", 3, {"d1": 3})])
    >>> with Atlas.read(path) as atlas:
    ...     [(row.rule, row.record.period, row.parameters) for row in atlas.rows()]
    [('0.3', 2, {'d1': 3})]
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self._sql = path, connection
        self.damage = Damage()
        self._notes: list[str] = []

    @property
    def notes(self) -> list[str]:
        """Warnings for the user who opened it, of what was met so far."""
        damaged = [f"{self.path}: {self.damage}"] if self.damage.rows else []
        return [*self._notes, *damaged]

    @classmethod
    def read(cls, path: Path) -> Self:
        """The atlas in this file, read-only; InputError if the file is no atlas."""
        if not path.exists():
            raise InputError(
                f"there is no atlas {path}; mexplore sweep FAMILY --atlas FILE makes one"
            )
        with _one_line_errors(path):
            for how in ("mode=ro", "immutable=1"):  # a folder that cannot be written has no WAL
                connection = _connected(path, how)
                try:
                    _check(path, connection, most=READ_WHOLE)
                except sqlite3.OperationalError:
                    connection.close()
                    if how == "immutable=1":
                        raise
                    continue
                found = connection.execute("PRAGMA user_version").fetchone()[0]
                if 0 < found < schema.BELIEVED:
                    connection.close()
                    raise Outdated(
                        f"{path} is an atlas of version {found}, whose values may be wrong; "
                        "mexplore sweep FAMILY --atlas FILE studies its rules again"
                    )
                if found < schema.version():
                    connection.close()
                    return cls.create(path)  # brought up to date first
                return cls(path, connection)
        raise AssertionError

    @classmethod
    def create(cls, path: Path) -> Self:
        """The atlas in this file, for reading and writing; created or updated if need be.
        InputError, with nothing overwritten, if that is not possible."""
        _refuse_unwritable(path)
        with _one_line_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = _connected(path, "mode=rwc")
            try:
                _check(path, connection)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute("PRAGMA foreign_keys = ON")
                found = connection.execute("PRAGMA user_version").fetchone()[0]
                _bring_up_to_date(connection)
                _refuse_full(connection)
                atlas = cls(path, connection)
                atlas._drop_damaged()
            except BaseException:
                connection.close()
                raise
            if 0 < found < schema.BELIEVED:
                atlas._notes.append(
                    f"{path} was an atlas of version {found}, whose values may be wrong: "
                    "its rules are studied again"
                )
            return atlas

    def _drop_damaged(self) -> None:
        """Remove damaged rows, and note how many."""
        from mexplore.discover.surveys.misere import MISERE

        tables, met = (STUDIES, MEMBERS, MISERE), Damage()
        for table in tables:
            for _ in table.rows(self._sql, met):
                pass
        if met.rows:
            with self.writing() as sql:
                count = sum(table.drop_damaged(sql) for table in tables)
            said = "1 row was" if count == 1 else f"{count} rows were"
            self._notes.append(
                f"{self.path}: {said} damaged and removed; sweeps of their families study them anew"
            )

    def close(self) -> None:
        """Close the file."""
        self._sql.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all or nothing of what is written in it is kept."""
        with _one_line_errors(self.path):
            self._sql.execute("BEGIN IMMEDIATE")
            try:
                yield self._sql
            except BaseException:
                self._sql.execute("ROLLBACK")
                raise
            self._sql.execute("COMMIT")

    # Rows.

    def keep(self, records: Iterable[Record]) -> None:
        """Store the records; each replaces an older record of its rule."""
        with self.writing() as sql:
            for record in records:
                STUDIES.put(sql, [cells_of(record)])
                sql.execute("DELETE FROM taken WHERE rule = ?", (record.rule,))

    def enrol(self, family: str, members: Iterable[tuple[str, int, dict[str, Any]]]) -> None:
        """Store the members of a family: rule, place and parameters."""
        with self.writing() as sql:
            MEMBERS.put(
                sql, ((family, rule, place, json.dumps(given)) for rule, place, given in members)
            )

    def record(self, rule: str) -> Record | None:
        """The record of a rule, given by its canonical text; None if there is none."""
        with self.reading() as sql:
            found = STUDIES.get(sql, (rule,), self.damage)
            known = [] if found is None else [found]
            return next(readable(known, record_of_row, STUDIES, self.damage), None)

    def records(self) -> Iterator[Record]:
        """The records of all rules."""
        with self.reading() as sql:
            rows = STUDIES.rows(sql, self.damage)
            yield from readable(rows, record_of_row, STUDIES, self.damage)

    def rows(self, family: str | None = None) -> list[Row]:
        """The studied members of one family or of all, sorted by family and place."""
        members = self.members(family)
        if family is None:
            known = {record.rule: record for record in self.records()}
        else:
            known = self.known(cells[1] for cells in members)
        studied = (cells for cells in members if cells[1] in known)

        def row(cells: Cells) -> Row:
            family, rule, place, parameters = cells
            return Row(family, place, known[rule], parameters_of(parameters))

        return list(readable(studied, row, MEMBERS, self.damage))

    def known(self, rules: Iterable[str]) -> dict[str, Record]:
        """The records of those of the rules that were studied, by rule. Damage in a key hides its
        row from a search; so all rows are looked through where one is missing, and it is
        counted."""
        wanted = dict.fromkeys(rules)
        if 2 * len(wanted) > self._count():  # then one pass over all rows is faster
            return {record.rule: record for record in self.records() if record.rule in wanted}
        found = {rule: record for rule in wanted if (record := self.record(rule)) is not None}
        if len(found) < len(wanted):
            for _ in self.records():
                pass
        return found

    def has_family(self, family: str) -> bool:
        """Whether the atlas has members of a family of this name."""
        with self.reading() as sql:
            asked = f"SELECT 1 FROM {MEMBERS.name} WHERE family = ? LIMIT 1"
            return sql.execute(asked, (family,)).fetchone() is not None

    def _count(self) -> int:
        """The number of rows with a study."""
        with self.reading() as sql:
            return int(sql.execute(f"SELECT count(*) FROM {STUDIES.name}").fetchone()[0])

    def members(self, family: str | None = None) -> list[Cells]:
        """Family, rule, place and parameters of the members of one family or of all, sorted by
        family and place."""
        with self.reading() as sql:
            rows = MEMBERS.rows(sql, self.damage)
            chosen = [cells for cells in rows if family in (None, cells[0])]
        return sorted(chosen, key=lambda cells: (cells[0], cells[2], cells[1]))

    def representatives(self, rows: Sequence[Row]) -> list[Record]:
        """The records of the rules from which rows follow, and which are not among the rows."""
        there = {row.rule for row in rows}
        wanted = (row.record.representative for row in rows)
        return [*self.known(rule for rule in wanted if rule and rule not in there).values()]

    def families(self) -> dict[str, int]:
        """The families that were swept, each with the number of its known members."""
        return dict(Counter(cells[0] for cells in self.members()))

    def frame(self, family: str | None = None) -> pd.DataFrame:
        """The rows as a DataFrame with a column for each entry of a row and of its record."""
        from mexplore.discover.surveys.query import rows_frame

        return rows_frame(self.rows(family))

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, for the tables of other packages."""
        with _one_line_errors(self.path):
            yield self._sql


def _connected(path: Path, how: str) -> sqlite3.Connection:
    name = path.resolve().as_uri()
    connection = sqlite3.connect(f"{name}?{how}", uri=True, timeout=PATIENCE, isolation_level=None)
    connection.text_factory = text_of
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def _check(path: Path, connection: sqlite3.Connection, most: int | None = None) -> None:
    """Raise InputError if this is no atlas, or one of a newer version; and where its pages are
    damaged, if the file has at most this many bytes."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != schema.APPLICATION:
        if tables or application or found:
            raise InputError(
                f"{path} is a database of another program, no atlas; name another file"
            )
        return
    if found > schema.version():
        raise InputError(
            f"{path} is an atlas of version {found}, and this program knows {schema.version()}: "
            "use a newer mexplore"
        )
    if most is not None and path.stat().st_size > most:
        return  # what is read of it is checked row by row
    trouble = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if trouble != "ok":
        raise sqlite3.DatabaseError(" ".join(str(trouble).split()))


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Apply the missing migration steps, each in a transaction of its own."""
    while True:
        connection.execute("BEGIN IMMEDIATE")  # if two programs migrate at once, one waits
        done = connection.execute("PRAGMA user_version").fetchone()[0]
        if done == schema.version():
            connection.execute("COMMIT")
            return
        for statement in schema.STEPS[done].split(";"):
            connection.execute(statement)
        if done + 1 == schema.SEALED:
            from mexplore.discover.surveys.schema import seal

            seal(connection)
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        connection.execute(f"PRAGMA user_version = {done + 1}")
        connection.execute("COMMIT")


def _refuse_full(connection: sqlite3.Connection) -> None:
    """Raise if the disk has no room for a few more rows, before the work begins."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(
            "INSERT INTO sweeps VALUES ('', ?, '', 0, 0)", ("room for some rows " * 4000,)
        )
    finally:
        connection.execute("ROLLBACK")


def _refuse_unwritable(path: Path) -> None:
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it")
    folder = path.resolve().parent
    if not folder.is_dir() and path != default_atlas():
        raise InputError(f"the folder {folder} does not exist; create it first")
    if path.exists() and not os.access(path, os.W_OK):
        raise InputError(f"{path} cannot be written: permission denied")
    if folder.exists() and not os.access(folder, os.W_OK):
        raise InputError(f"the folder {folder} cannot be written, which an atlas needs")


@contextmanager
def _one_line_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the system into one line with the file's name."""
    try:
        yield
    except UnicodeDecodeError:  # what SQLite says of the damage may be no UTF-8
        raise InputError(
            f"the atlas {path} is damaged (its tables have no names); it was left as it is: "
            "name another file"
        ) from None
    except sqlite3.Error as error:
        said = " ".join(str(error).split())[:200]
        damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(
            error, sqlite3.OperationalError
        )
        if damaged and "not a database" in said:
            raise InputError(
                f"{path} is no atlas; name another file (it was left as it is)"
            ) from None
        if damaged or "malformed" in said:
            raise InputError(
                f"the atlas {path} is damaged ({said}); it was left as it is: name another file"
            ) from None
        raise InputError(f"the atlas {path} cannot be used: {said}") from None
    except OSError as error:
        raise InputError(f"the atlas {path} cannot be used: {error.strerror}") from None
