"""Values on disk: values that took long to compute are kept, and a later computation starts there.

One file a rule and kernel version, in a folder of the platform's cache. A file is a line that says
whose values these are, and blocks, appended one by one:

    header     mexplore values 2 {"kernel": ..., "rule": ..., "version": ...}\\n
    block      start (8 bytes), bytes a value (1), number of values (7), checksum (16), values

all numbers little-endian. The checksum is BLAKE2b of the header line, the block's numbers and its
values, so that a block proves whose it is, where it belongs and that it is whole. Reading stops at
the first block that fails this check (after a killed writer, a full disk, an altered file), and
the rest of the file is ignored. That the values are right no checksum can say: some of them are
computed again before any is used (`rules.engine.doubt`). Writing needs the lock of the file, an
empty file beside it; a process that does not get it only reads.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import secrets
import struct
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from mexplore.rules.engine.doubt import confirmer
from mexplore.rules.engine.trusted import (
    believed,
    make_private,
    open_own,
    own_descriptor,
    why_distrusted,
)
from mexplore.rules.errors import InputError
from mexplore.rules.text.files import json_of

if TYPE_CHECKING:
    from filelock import BaseFileLock

    from mexplore.rules.engine.doubt import Draw
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Kernel, Rule, Values

Readable = io.BufferedReader | io.FileIO

MAGIC = b"mexplore values 2 "
BLOCK_VALUES = 1 << 20
_HEAD = struct.Struct("<QQ16s")
_LONGEST_HEADER = 1 << 20


def default_folder() -> Path:
    """The folder in which this platform keeps caches."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("mexplore", appauthor=False)) / "values"


@dataclass(frozen=True)
class Record:
    """What one file holds: ``values`` good values, and after them ``trouble`` if there is any."""

    path: Path
    rule: str
    kernel: str
    version: int
    values: int
    bytes: int
    trouble: str | None


class Store:
    """A folder of stored values.

    >>> import tempfile
    >>> Store(Path(tempfile.mkdtemp())).records()
    []
    """

    def __init__(self, folder: Path | None = None, draw: Draw = secrets.randbelow) -> None:
        self.folder = folder if folder is not None else default_folder()
        self.draw = draw
        """By which it is drawn which of the values are computed again."""
        self.troubles: list[str] = []
        """What went wrong since, in words; values were computed anew where it mattered."""

    def values_of(self, rule: str, kernel: Kernel) -> StoredValues:
        """The stored values of a rule, given by its canonical text; empty if there are none."""
        header = _header(rule, type(kernel).__name__, kernel.version)
        name = blake2b(header, digest_size=16).hexdigest()
        return StoredValues(self.folder / f"{name}.values", header, self.troubles)

    def records(self) -> list[Record]:
        """Every file of values, each read and checked in full."""
        if not self.folder.is_dir():
            return []
        return [_examined(path) for path in sorted(self.folder.glob("*.values"))]

    def confirmed(self, record: Record, rule: Rule, watcher: Watcher) -> Record:
        """The record, all of its good values confirmed by other code; a file with one that is wrong
        is removed."""
        import numpy as np

        stored = StoredValues(record.path, _header(record.rule, record.kernel, record.version), [])
        blocks = []
        while (block := stored.next_block()) is not None:
            blocks.append(block)
        stored.close()
        if not blocks:
            return record
        values = np.concatenate(blocks)
        if (why := confirmer().too_long(rule, values)) is not None:
            return replace(record, trouble=f"its values are not confirmed: {why}")
        if (why := confirmer().first_wrong(rule, values, watcher)) is None:
            return record
        stored.discard()
        return replace(record, values=0, trouble=f"{why}; the file is removed")

    def clear(self, rule: str | None = None) -> int:
        """Remove the values of one rule (of all, without one); how many files that were."""
        chosen = [r.path for r in self.records() if rule is None or r.rule == rule]
        streams = self.folder.glob("*.stream") if rule is None else [self.stream_of(rule)]
        chosen += [path for path in streams if path.exists()]
        removed = 0
        for path in chosen:
            try:
                path.unlink(missing_ok=True)
                _lock_path(path).unlink(missing_ok=True)
                removed += 1
            except OSError as error:  # a folder, or another user's file: it stays, and is reported
                self.troubles.append(f"{path.name} was not removed: {error.strerror}")
        return removed

    def stream_of(self, rule: str) -> Path:
        """Where the checkpoint of a rule's stream of values is, given by its canonical text."""
        return self.folder / f"{blake2b(rule.encode(), digest_size=16).hexdigest()}.stream"


class StoredValues:
    """The values of one rule on disk, read from the start and appended at the end.

    Nothing here raises OSError: a store that cannot be read is empty, one that cannot be written
    stays as it is, and ``troubles`` says why.
    """

    def __init__(self, path: Path, header: bytes, troubles: list[str]) -> None:
        self._file: Readable | None = None
        self.path = path
        self.troubles = troubles
        self._header = header
        self._lock: BaseFileLock | None = None
        self._writer: io.FileIO | None = None  # only while the lock is held
        self._read = 0  # values read, or known to be in the file
        self._end = 0  # where the next block starts
        self._ended = False
        try:
            self._file = open_own(path)
            if self._file.readline(_LONGEST_HEADER) != header:
                self._note("the file does not begin as it should")
                self._ended = True
            self._end = self._file.tell()
        except FileNotFoundError:
            self._ended = True
        except OSError as error:
            self._note(str(error))
            self._ended = True

    def _note(self, trouble: str) -> None:
        text = f"{self.path.name}: {trouble}"
        if text not in self.troubles:
            self.troubles.append(text)

    def next_block(self) -> Values | None:
        """The next values; None at the end, or where a block fails its check."""
        if self._ended or self._file is None:
            return None
        try:
            block = _read_block(self._file, self._header, self._read)
        except (OSError, ValueError) as error:
            self._note(str(error))
            block = None
        if block is None:
            self._ended = True
            return None
        self._read += len(block)
        self._end = self._file.tell()
        return block

    def append(self, values: Values) -> bool:
        """Make the file hold ``values``, all from n = 0, at least as far as it is known to be
        good; whether that succeeded."""
        if not self._ended:
            return True  # there is more on disk than was read
        try:
            if self._writer is None:
                self._writer = self._locked_file()
            os.ftruncate(self._writer.fileno(), self._end)
            self._writer.seek(self._end)
            for low in range(self._read, len(values), BLOCK_VALUES):
                block = values[low : low + BLOCK_VALUES]
                for piece in _pieces(self._header, low, block):
                    _write(self._writer, piece)
                self._read, self._end = low + len(block), self._writer.tell()
        except OSError as error:
            self._note(str(error))
            if self._writer is not None:
                _truncate(self._writer, self._end)
            return False
        return True

    def _locked_file(self) -> io.FileIO:
        """The file, locked for writing, after its good blocks were read again from the start."""
        make_private(self.path.parent)
        lock = _locked(_lock_path(self.path))
        try:
            file = io.FileIO(_opened(self.path), "r+")
        except OSError:
            lock.release()
            raise
        try:
            if file.readline(_LONGEST_HEADER) != self._header:
                os.ftruncate(file.fileno(), 0)
                file.seek(0)
                _write(file, self._header)
            self._read, self._end = 0, len(self._header)
            file.seek(self._end)
            if self._file is not None:
                self._file.close()
            self._file, self._ended = file, False
            while self.next_block() is not None:
                pass
        except OSError:
            file.close()
            lock.release()
            raise
        self._lock = lock
        return file

    def discard(self, why: str | None = None) -> None:
        """Remove the file, whose values are not trusted, and note why."""
        if why is not None:
            self._note(f"{why}; the file is removed, and its values are computed anew")
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Give up the file and its lock."""
        if self._file is not None:
            self._file.close()
        self._file = self._writer = None
        self._ended = True
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __del__(self) -> None:
        self.close()


def _write(file: io.FileIO, data: bytes | memoryview) -> None:
    """Write all of it; OSError if there is no room."""
    view = memoryview(data)
    while view:
        view = view[file.write(view) or 0 :]


def _header(rule: str, kernel: str, version: int) -> bytes:
    whose = json.dumps({"kernel": kernel, "rule": rule, "version": version}, sort_keys=True)
    return MAGIC + whose.encode() + b"\n"


def _checksum(header: bytes, numbers: bytes, payload: bytes | memoryview) -> bytes:
    digest = blake2b(header, digest_size=16)
    digest.update(numbers)
    digest.update(payload)
    return digest.digest()


def _pieces(header: bytes, start: int, values: Values) -> tuple[bytes, memoryview]:
    """What a block consists of: numbers and checksum, then the values, which are not copied."""
    size = values.dtype.itemsize
    payload = values.astype(values.dtype.newbyteorder("<"), copy=False).data.cast("B")
    numbers = struct.pack("<QQ", start, len(values) << 8 | size)
    return numbers + _checksum(header, numbers, payload), payload


def _read_block(file: Readable, header: bytes, start: int) -> Values | None:
    """The block at the file's position, which must start at n = ``start``; None at the end.

    Raises ValueError if it is not whole or not what its checksum says.
    """
    import numpy as np

    head = file.read(_HEAD.size)
    if not head:
        return None
    if len(head) < _HEAD.size:
        raise ValueError(f"the block at n = {start} is cut short")
    first, packed, checksum = _HEAD.unpack(head)
    size, count = packed & 255, packed >> 8
    if first != start or size not in (1, 2, 4, 8) or not 0 < count <= BLOCK_VALUES:
        raise ValueError(f"the block at n = {start} is damaged")
    payload = file.read(size * count)
    if len(payload) < size * count:
        raise ValueError(f"the block at n = {start} is cut short")
    if _checksum(header, head[:16], payload) != checksum:
        raise ValueError(f"the block at n = {start} does not match its checksum")
    return np.frombuffer(payload, dtype=f"<u{size}")


def _truncate(file: io.FileIO, end: int) -> None:
    """Cut the file, as well as can be done: a torn block is noticed by its checksum anyway."""
    with contextlib.suppress(OSError):
        os.ftruncate(file.fileno(), end)


def _opened(path: Path) -> int:
    """The descriptor of the file, for reading and writing, as it is or empty."""
    return own_descriptor(path, os.O_RDWR | os.O_CREAT)


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _locked(path: Path) -> BaseFileLock:
    """The lock of this path, held by this process now; OSError, saying why, where it cannot be.

    The platform's own lock ends with the process that holds it. Where there is none, the existence
    of the file is the lock; filelock warns of that, but a store may be without.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from filelock import FileLock, Timeout

        lock = FileLock(path, timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise OSError("another process is writing; this one only reads") from None
        except NotImplementedError as error:
            raise OSError(f"the folder has no locks, so no values are stored: {error}") from None
    return lock


def _blocks(path: Path, header: bytes) -> Iterator[int]:
    """The lengths of the good blocks of a file; raises ValueError at the first that is not."""
    with open_own(path) as file:
        file.seek(len(header))
        start = 0
        while (block := _read_block(file, header, start)) is not None:
            start += len(block)
            yield len(block)


def _examined(path: Path) -> Record:
    """The record of one file, all of it checked."""
    values = 0
    try:
        with open_own(path) as file:
            header = file.readline(_LONGEST_HEADER)
        rule, kernel, version = _whose(header)
    except OSError as error:
        return Record(path, "", "", 0, 0, _size(path), error.strerror or str(error))
    except ValueError as error:
        return Record(path, "", "", 0, 0, _size(path), str(error))
    trouble = None
    try:
        for length in _blocks(path, header):
            values += length
    except (OSError, ValueError) as error:
        trouble = str(error)
    return Record(path, rule, kernel, version, values, _size(path), trouble)


def _whose(header: bytes) -> tuple[str, str, int]:
    """The rule, the kernel and its version that a header names; ValueError for any other line."""
    strange = "the file does not begin as it should"
    if header.startswith(b"mexplore values 1 "):
        raise ValueError("an earlier version wrote it, and its values are not used")
    try:
        whose = json_of(header[len(MAGIC) :])
        rule, kernel, version = whose["rule"], whose["kernel"], whose["version"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(strange) from None
    if not isinstance(rule, str) or not isinstance(kernel, str) or type(version) is not int:
        raise ValueError(strange)
    if _header(rule, kernel, version) != header:  # another writing of the same is not ours
        raise ValueError(strange)
    return rule, kernel, version


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def store_at(folder: Path) -> Store:
    """The store in a folder that the user named; InputError if that is no folder, or one to which
    others may write."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--store {folder}: this is no folder")
    if why := why_distrusted(folder):
        raise InputError(f"--store {folder}: its values are not believed, since {why}")
    return Store(folder)


def usual_store() -> Store | None:
    """The store in this platform's cache; None where others may write to it."""
    return Store() if believed(default_folder()) else None
