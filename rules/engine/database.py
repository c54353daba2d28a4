"""One SQLite file for what a later run can use: values, checkpoints of streams, machine code.

Its one table has a row for each piece:

    kind      "values", "stream" or "code"
    name      whose values, whose stream, which code
    place     the heap of the first value; 0 for all else
    width     bytes of a value; 1 for all else
    checksum  BLAKE2b of all these and of the data
    data      bytes

A checksum shows damage, and that a row stands where it belongs. It does not show who wrote it: the
file is used only where nobody else may write (`rules.engine.trusted`), and values of it are doubted
all the same (`rules.engine.doubt`). Nothing in it is unpickled.

Each change is one transaction, so that a process that is killed leaves the file as it was before or
after one, and several processes may write at once. SQLite's write-ahead log (WAL) lets others read
meanwhile; its memory cannot be shared over a network, so there a rollback journal is used. A file
that is damaged beyond single rows is put aside under another name, and a new one begun.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

from mexplore.rules.engine.trusted import is_own, make_private

if TYPE_CHECKING:
    from sqlite3 import Connection, Error

FILE = "mexplore.sqlite"
PATIENCE = 5.0  # seconds that a process waits for the transaction of another one
_BESIDE = ("-wal", "-shm", "-journal")
_PAGE = 1 << 14  # bytes: rows of a megabyte are read a sixth faster than with SQLite's own 4096
_VERSION = 1
_TABLE = """CREATE TABLE IF NOT EXISTS pieces (
    kind TEXT, name TEXT, place INTEGER, width INTEGER, checksum BLOB, data BLOB,
    PRIMARY KEY (kind, name, place)
)"""
_NETWORKS = {
    "9p", "afs", "beegfs", "ceph", "cifs", "fuse.sshfs", "gpfs", "lustre", "nfs", "nfs4", "smb3",
    "smbfs",
}  # fmt: skip


_OF_PARENTS: list[Connection] = []
"""Connections that were open before a fork: the child must not even close them."""
_USED: WeakSet[Database] = WeakSet()


@atexit.register
def _close() -> None:
    """Close the files in use, from which SQLite then removes its log."""
    for each in [*_USED]:
        each.close()


class Piece(NamedTuple):
    """The data of a row whose checksum is right, and how many bytes a value has."""

    data: bytes
    width: int


class Database:
    """The file of a folder. All methods raise OSError where it cannot be read or written.

    >>> import tempfile
    >>> kept = Database(Path(tempfile.mkdtemp()))
    >>> kept.piece("code", "mex") is None
    True
    >>> with kept.writing():
    ...     kept.put("code", "mex", b"machine code")
    >>> kept.piece("code", "mex"), kept.names("code")
    (Piece(data=b'machine code', width=1), ['mex'])
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._local = threading.local()  # a connection serves one thread of one process

    def piece(self, kind: str, name: str, place: int = 0) -> Piece | None:
        """A row's data; None where there is no such row, ValueError where it is damaged."""
        found = self._rows(
            "SELECT width, checksum, data FROM pieces WHERE kind = ? AND name = ? AND place = ?",
            kind, name, place,
        )  # fmt: skip
        for width, checksum, data in found:
            if type(data) is not bytes or _checksum(kind, name, place, width, data) != checksum:
                raise ValueError("it does not match its checksum")
            return Piece(data, width)
        return None

    def names(self, kind: str) -> list[str]:
        """The names under which there are rows of a kind."""
        found = self._rows("SELECT DISTINCT name FROM pieces WHERE kind = ? ORDER BY name", kind)
        return [str(name) for (name,) in found]

    def held(self, kind: str, name: str, below: int = 1 << 62) -> tuple[int, int]:
        """How many bytes there are under a name at places below this one, and how many values."""
        found = self._rows(
            "SELECT TOTAL(LENGTH(data)), TOTAL(LENGTH(data) / width) FROM pieces "
            "WHERE kind = ? AND name = ? AND place < ?",
            kind, name, below,
        )  # fmt: skip
        return next(((int(size), int(values)) for size, values in found), (0, 0))

    @contextmanager
    def writing(self, *, lasting: bool = False) -> Iterator[None]:
        """A transaction: what is written within is there afterwards as a whole or, after any
        exception, not at all; lasting, even if the machine stops right after."""
        with self._connected(make=True) as connection:
            assert connection is not None
            connection.execute(f"PRAGMA synchronous = {'FULL' if lasting else 'NORMAL'}")
            self._local.writing = True
            try:
                with connection:  # which commits, or rolls back
                    connection.execute("BEGIN IMMEDIATE")
                    yield
            finally:
                self._local.writing = False

    def put(
        self, kind: str, name: str, data: bytes | memoryview, place: int = 0, width: int = 1
    ) -> None:
        """Write a row, in place of the one that was there; only while `writing`."""
        self._rows(
            "INSERT OR REPLACE INTO pieces VALUES (?, ?, ?, ?, ?, ?)",
            kind, name, place, width, _checksum(kind, name, place, width, data), data,
        )  # fmt: skip

    def remove(self, kind: str, name: str, place: int = 0) -> None:
        """Remove the rows of a name from this place on; only while `writing`."""
        self._rows(
            "DELETE FROM pieces WHERE kind = ? AND name = ? AND place >= ?", kind, name, place
        )

    def drop(self, kind: str, name: str) -> None:
        """Remove all rows of a name, if there are any, in a transaction of its own."""
        if any(self.held(kind, name)):
            with self.writing():
                self.remove(kind, name)

    def shrink(self) -> None:
        """Give the room of removed rows back to the disk."""
        self._rows("VACUUM")

    def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._connected() as connection:
            return connection.execute(statement, values).fetchall() if connection else []

    def close(self) -> None:
        """Give up this thread's connection; the next access opens another one."""
        process, _, connection = vars(self._local).pop("open", (0, 0, None))
        if process == os.getpid():
            connection.close()
        elif connection is not None:
            _OF_PARENTS.append(connection)

    def __del__(self) -> None:
        if os is not None:  # where Python ends, modules may be gone before what uses them
            self.close()

    @contextmanager
    def _connected(self, *, make: bool = False) -> Iterator[Connection | None]:
        """The connection of this thread, made if need be; None without a file, unless one is to be
        made. SQLite's errors become OSErrors."""
        if vars(self._local).get("writing"):  # its errors are those of the transaction
            yield self._local.open[-1]
            return
        if not is_own(self.path) and not make:
            yield None
            return
        import sqlite3

        try:
            yield self._connection()
        except sqlite3.Error as error:
            raise OSError(self._remedied(error)) from None

    def _connection(self) -> Connection:
        """One that another process has opened is not used after a fork, nor one to a file that was
        replaced."""
        connection: Connection
        process, number, connection = vars(self._local).get("open", (0, 0, None))
        if process == os.getpid() and number == _number(self.path):
            return connection
        self.close()
        make_private(self.path.parent)
        with suppress(FileExistsError):  # SQLite gives the files beside it the same mode
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        for each in _BESIDE:
            is_own(_beside(self.path, each))
        connection = _opened(self.path)
        self._local.open = os.getpid(), _number(self.path), connection
        _USED.add(self)
        return connection

    def _remedied(self, error: Error) -> str:
        """What went wrong, in words; a file that is damaged as a whole is put aside."""
        import sqlite3

        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code == sqlite3.SQLITE_BUSY:
            return "another process is writing"
        if code not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
            return str(error)
        aside = self.path.with_suffix(".damaged")
        self.close()
        try:
            self.path.replace(aside)
            for each in _BESIDE:
                _beside(self.path, each).unlink(missing_ok=True)
        except OSError as failed:
            return f"{FILE} is damaged ({error}), and cannot be put aside: {failed.strerror}"
        return f"{FILE} is damaged ({error}); it is put aside as {aside.name}, and a new one begun"


def _checksum(kind: str, name: str, place: int, width: int, data: bytes | memoryview) -> bytes:
    digest = blake2b(repr((kind, name, place, width)).encode(), digest_size=16)
    digest.update(data)
    return digest.digest()


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _number(path: Path) -> tuple[int, int] | None:
    """What the system knows the file by, so that another one under its name is told from it."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _opened(path: Path) -> Connection:
    """A connection to a file that is there, which may be empty."""
    import sqlite3

    if not os.access(path.parent, os.W_OK):  # there, SQLite could not make the files of the log
        kind = "mode=ro" if _beside(path, "-wal").exists() else "immutable=1"
        return sqlite3.connect(f"{path.absolute().as_uri()}?{kind}", uri=True)
    connection = sqlite3.connect(path, PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        ((version,),) = connection.execute("PRAGMA user_version")
        if version < _VERSION:
            connection.execute(f"PRAGMA page_size = {_PAGE}")
            connection.execute(f"PRAGMA journal_mode = {'TRUNCATE' if _is_remote(path) else 'WAL'}")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(_TABLE)
                connection.execute(f"PRAGMA user_version = {_VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_remote(path: Path) -> bool:
    """Whether the file lies on another machine, as far as this system tells it."""
    kinds = {}
    with suppress(OSError):
        for line in (
            Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
        ):
            _, place, kind, *_ = line.split(" ")
            kinds[place] = kind
    above = map(str, path.resolve().parents)
    return next((kinds[each] for each in above if each in kinds), "") in _NETWORKS
