"""The atlas: what surveys have found, a row a rule, in one SQLite file.

Whatever is written is written in transactions, in WAL mode: of a killed sweep every row is there
whole or not at all, and several sweeps and readers share one file. What an atlas cannot be
(damaged, of another program, of a newer version, not writable, on a full disk) is said when it is
opened.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from discover.surveys import schema
from discover.surveys.record import Record, Row
from rules.errors import InputError

if TYPE_CHECKING:
    from types import TracebackType

    import pandas as pd

PATIENCE = 60.0  # seconds that a writer waits for another one
_COLUMNS = tuple(entry.name for entry in fields(Record))
_WHOLE = ("preperiod", "period", "saltus", "ratio", "start", "largest", "computed", "max_terms")
_LARGEST = (1 << 63) - 1


def default_atlas() -> Path:
    """Where the atlas is unless told otherwise: with the user's data of this platform."""
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

    @classmethod
    def read(cls, path: Path) -> Self:
        """The atlas in this file, to be read only; InputError where it is none."""
        if not path.exists():
            raise InputError(
                f"there is no atlas {path}; mexplore sweep FAMILY --atlas FILE makes one"
            )
        with _told(path):
            for how in ("mode=ro", "immutable=1"):  # a folder that cannot be written has no WAL
                connection = _connected(path, how)
                try:
                    _check(path, connection)
                except sqlite3.OperationalError:
                    connection.close()
                    if how == "immutable=1":
                        raise
                    continue
                if connection.execute("PRAGMA user_version").fetchone()[0] < schema.version():
                    connection.close()
                    return cls.create(path)  # brought up to date first
                return cls(path, connection)
        raise AssertionError

    @classmethod
    def create(cls, path: Path) -> Self:
        """The atlas in this file, to be read and written; made, or brought up to date, if need be.
        InputError, with nothing overwritten, where that cannot be."""
        _refuse_unwritable(path)
        with _told(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = _connected(path, "mode=rwc")
            try:
                _check(path, connection)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute("PRAGMA foreign_keys = ON")
                _bring_up_to_date(connection)
                _refuse_full(connection)
            except BaseException:
                connection.close()
                raise
            return cls(path, connection)

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
        """A transaction: all of what is written in it is kept, or nothing."""
        with _told(self.path):
            self._sql.execute("BEGIN IMMEDIATE")
            try:
                yield self._sql
            except BaseException:
                self._sql.execute("ROLLBACK")
                raise
            self._sql.execute("COMMIT")

    # Rows.

    def keep(self, records: Iterable[Record]) -> None:
        """Keep the records, each in the place of an older one of its rule."""
        marks = ", ".join("?" * len(_COLUMNS))
        with self.writing() as sql:
            for record in records:
                sql.execute(
                    f"INSERT OR REPLACE INTO studies ({', '.join(_COLUMNS)}) VALUES ({marks})",
                    _stored(record),
                )
                sql.execute("DELETE FROM taken WHERE rule = ?", (record.rule,))

    def enrol(self, family: str, members: Iterable[tuple[str, int, dict[str, Any]]]) -> None:
        """Note the members of a family: rule, place and parameters."""
        with self.writing() as sql:
            sql.executemany(
                "INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?)",
                ((family, rule, place, json.dumps(given)) for rule, place, given in members),
            )

    def record(self, rule: str) -> Record | None:
        """What is kept of a rule, given by its canonical text."""
        with _told(self.path):
            found = self._sql.execute(
                f"SELECT {', '.join(_COLUMNS)} FROM studies WHERE rule = ?", (rule,)
            ).fetchone()
        return None if found is None else _record(found)

    def records(self) -> Iterator[Record]:
        """What is kept of every rule."""
        with _told(self.path):
            for found in self._sql.execute(f"SELECT {', '.join(_COLUMNS)} FROM studies"):
                yield _record(found)

    def rows(self, family: str | None = None) -> list[Row]:
        """The members that were studied, of one family or of all, by family and place."""
        columns = ", ".join(f"studies.{name}" for name in _COLUMNS)
        query = f"""SELECT family, place, parameters, {columns} FROM members
            JOIN studies ON studies.rule = members.rule
            WHERE ?1 IS NULL OR family = ?1 ORDER BY family, place, members.rule"""
        with _told(self.path):
            found = self._sql.execute(query, (family,)).fetchall()
        return [Row(row[0], row[1], _record(row[3:]), json.loads(row[2])) for row in found]

    def families(self) -> dict[str, int]:
        """The families that were swept, and how many of their members are known."""
        with _told(self.path):
            found = self._sql.execute("SELECT family, count(*) FROM members GROUP BY family")
            return dict(found.fetchall())

    def frame(self, family: str | None = None) -> pd.DataFrame:
        """The rows as a DataFrame, a column an entry of the row and of its record."""
        from discover.surveys.frame import rows_frame

        return rows_frame(self.rows(family))

    @property
    def sql(self) -> sqlite3.Connection:
        """The connection itself, for what is kept beside the rows (`discover.surveys.shared`)."""
        return self._sql


def _connected(path: Path, how: str) -> sqlite3.Connection:
    name = path.resolve().as_uri()
    connection = sqlite3.connect(f"{name}?{how}", uri=True, timeout=PATIENCE, isolation_level=None)
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Raise InputError if this is no atlas, or one that this program must leave alone."""
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
    trouble = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if trouble != "ok":
        raise sqlite3.DatabaseError(" ".join(str(trouble).split()))


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Take the steps that are missing, each in a transaction of its own."""
    while True:
        connection.execute("BEGIN IMMEDIATE")  # of two programs one takes the step
        done = connection.execute("PRAGMA user_version").fetchone()[0]
        if done == schema.version():
            connection.execute("COMMIT")
            return
        for statement in schema.STEPS[done].split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        connection.execute(f"PRAGMA user_version = {done + 1}")
        connection.execute("COMMIT")


def _refuse_full(connection: sqlite3.Connection) -> None:
    """Raise where there is no room for a few more rows: told before the work."""
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
def _told(path: Path) -> Iterator[None]:
    """What SQLite or the system says, as one line with the file's name."""
    try:
        yield
    except sqlite3.Error as error:
        said = str(error)
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


def _stored(record: Record) -> tuple[Any, ...]:
    cells = dict(zip(_COLUMNS, astuple(record), strict=True))
    cells["head"] = json.dumps(record.head)
    for name in _WHOLE:
        if cells[name] is not None and abs(cells[name]) > _LARGEST:
            cells[name] = str(cells[name])
    return tuple(cells.values())


def _record(found: Sequence[Any]) -> Record:
    cells = dict(zip(_COLUMNS, found, strict=True))
    cells["head"] = tuple(json.loads(cells["head"]))
    for name in _WHOLE:
        cells[name] = None if cells[name] is None else int(cells[name])
    return Record(**cells)
