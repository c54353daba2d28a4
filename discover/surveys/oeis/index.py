"""An index of OEIS's terms: made once, kept in the cache, made anew where it cannot be believed.

A *window* is WINDOW consecutive terms of a sequence; the index holds a checksum of each window that
begins at one of the first PLACES terms. Whoever looks for terms is given every sequence with such a
window, and with a few others, as checksums may agree by accident: the terms decide.

The file: a header of _HEADER bytes (MAGIC, then JSON), and a body, all numbers little-endian:

    text       the lines of the sequences, as OEIS has them
    offsets    8 bytes each: where each line begins in the text, and where the last one ends
    checksums  4 bytes each: of the windows, in increasing order
    owners     4 bytes each: the number of the window's line
    places     1 byte each: the number of the term with which the window begins

The header holds a digest of the file that was indexed and one of the body. So an index of another
file, an old one, a torn or altered one is noticed and made anew.
"""

from __future__ import annotations

import json
import mmap
import os
import tempfile
import time
import zlib
from array import array
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from discover.surveys.oeis.lines import open_lines, split_terms
from rules.computing.grundy import Progress, Watcher, nobody
from rules.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

WINDOW = 8
PLACES = 8
MAGIC = b"mexplore oeis index 1\n"
STAGE = "indexing OEIS"
DRAFT = ".index."
A_DAY = 86_400  # seconds
_HEADER = 1 << 14
_PART = 1 << 20
_ITEM = {"offsets": "<u8", "checksums": "<u4", "owners": "<u4", "places": "|u1"}


@dataclass(frozen=True, eq=False)
class Index:
    """An index that was found good, open for reading. ``troubles`` were met when it was made."""

    text: memoryview
    offsets: npt.NDArray[np.uint64]
    checksums: npt.NDArray[np.uint32]
    owners: npt.NDArray[np.uint32]
    places: npt.NDArray[np.uint8]
    troubles: tuple[str, ...]

    @property
    def sequences(self) -> int:
        """How many there are."""
        return len(self.offsets) - 1

    def candidates(self, window: list[bytes]) -> Iterator[tuple[int, int]]:
        """(line, place) of the windows that may consist of these terms."""
        wanted = checksum(window)
        low = int(self.checksums.searchsorted(wanted, "left"))
        high = int(self.checksums.searchsorted(wanted, "right"))
        yield from zip(self.owners[low:high].tolist(), self.places[low:high].tolist(), strict=True)

    def entry(self, line: int) -> tuple[str, bytes]:
        """The A-number and the terms ``1,2,3`` of a line."""
        split = split_terms(bytes(self.text[int(self.offsets[line]) : int(self.offsets[line + 1])]))
        assert split is not None  # only such lines are indexed
        return split[0].decode(), split[1]


def checksum(window: list[bytes]) -> int:
    """Of the terms of a window, in decimal."""
    return zlib.crc32(b",".join(window))


def index_folder() -> Path:
    """Where this platform keeps caches."""
    from rules.computing.store import default_folder

    return default_folder().parent / "oeis"


def open_index(source: Path, folder: Path | None, watcher: Watcher = nobody) -> Index:
    """The index of a file of OEIS's terms, from the folder if it is there and good; else made, and
    kept there (nowhere, if the folder is None or cannot be written).

    InputError if the file cannot be read or holds no sequence.
    """
    open_lines(source)  # says why it cannot be read
    if not source.is_file():
        raise InputError(f"{source} is no file; name a copy of OEIS's stripped.gz")
    digest = _digest_of(source)
    notes: list[str] = []
    path = None if folder is None else folder / f"{_name_of(source)}.index"
    if path is not None:
        try:
            with path.open("rb") as kept:
                return _loaded(kept, digest)
        except (FileNotFoundError, _OfAnotherFile):
            pass
        except (OSError, ValueError) as error:
            notes.append(f"the index was no good and is made anew: {error}")
    file, draft = _new_file(folder, notes)
    try:
        with file:
            _make(source, digest, file, watcher)
            index = _loaded(file, digest)
        if draft is not None and path is not None:
            draft.replace(path)
    except OSError as error:
        raise InputError(f"the index cannot be written: {error.strerror or error}") from None
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)
    return replace(index, troubles=(*notes, *index.troubles))


def _name_of(source: Path) -> str:
    return blake2b(os.fsencode(source.resolve()), digest_size=16).hexdigest()


def _digest_of(source: Path) -> str:
    with source.open("rb") as file:
        return file_digest(file, blake2b).hexdigest()


def _new_file(folder: Path | None, notes: list[str]) -> tuple[IO[bytes], Path | None]:
    """A file to be filled: in the folder, where it has a name; or one that is gone when closed."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _clear_abandoned(folder)
            handle, name = tempfile.mkstemp(dir=folder, prefix=DRAFT)
            return os.fdopen(handle, "w+b"), Path(name)
        except OSError as error:
            notes.append(f"the index is not kept: {folder}: {error.strerror or error}")
    return tempfile.TemporaryFile("w+b"), None


def _clear_abandoned(folder: Path) -> None:
    """Remove the unfinished files of programs that were killed more than a day ago."""
    for draft in folder.glob(f"{DRAFT}*"):
        with suppress(OSError):  # somebody else's, or gone
            if time.time() - draft.stat().st_mtime > A_DAY:
                draft.unlink()


# Making.


def _make(source: Path, digest: str, file: IO[bytes], watcher: Watcher) -> None:
    """Read the source and write its index."""
    import numpy as np

    lines = open_lines(source)
    size = source.stat().st_size
    file.write(bytes(_HEADER))
    body = blake2b(digest_size=32)
    offsets, checksums, owners, places = array("Q", [0]), array("I"), array("I"), array("B")
    part, other = bytearray(), 0
    for line in lines:
        split = split_terms(line)
        if split is None:
            other += bool(line) and not line.startswith(b"#")
            continue
        number = len(offsets) - 1
        terms = split[1].split(b",", WINDOW + PLACES)[: WINDOW + PLACES - 1]
        for place in range(len(terms) - WINDOW + 1):
            checksums.append(checksum(terms[place : place + WINDOW]))
            owners.append(number)
            places.append(place)
        part += line
        offsets.append(offsets[-1] + len(line))
        if len(part) > _PART:
            _put(file, body, part)
            part.clear()
            watcher(Progress(STAGE, min(lines.read, size), size))
    _put(file, body, part)
    if len(offsets) == 1:
        reason = f" ({lines.troubles[0]})" if lines.troubles else ""
        raise InputError(f"{source} holds no line such as 'A000045 ,0,1,1,2,3,'{reason}")
    order = np.argsort(np.frombuffer(checksums, dtype=np.uint32), kind="stable")
    _put(file, body, _as_bytes(offsets, "offsets"))
    for name, column in (("checksums", checksums), ("owners", owners), ("places", places)):
        _put(file, body, _as_bytes(column, name, order))
    troubles = list(lines.troubles)
    if other:
        troubles.append(f"{other} lines are no sequences and were left out")
    head = {
        "source": digest, "body": body.hexdigest(), "text": offsets[-1],
        "sequences": len(offsets) - 1, "windows": len(checksums), "troubles": troubles[:20],
    }  # fmt: skip
    file.seek(0)
    file.write((MAGIC + json.dumps(head).encode()).ljust(_HEADER))
    file.flush()


def _put(file: IO[bytes], body: Any, part: bytes | bytearray) -> None:
    body.update(part)
    file.write(part)


def _as_bytes(column: array[int], name: str, order: Any = slice(None)) -> bytes:
    import numpy as np

    numbers = np.frombuffer(column, dtype=f"u{column.itemsize}")
    written: bytes = numbers[order].astype(_ITEM[name]).tobytes()
    return written


# Reading.


class _OfAnotherFile(ValueError):
    """The index was made of another file, or of an older state of this one."""


def _loaded(file: IO[bytes], digest: str) -> Index:
    """The index in an open file, checked in full; ValueError says what is wrong with it."""
    import numpy as np

    file.seek(0)
    begin = file.read(_HEADER)
    if not begin.startswith(MAGIC):
        raise ValueError("it does not begin as it should")
    head = json.loads(begin[len(MAGIC) :])
    if not isinstance(head, dict) or head.get("source") != digest:
        raise _OfAnotherFile
    text, sequences, windows = (_count(head, key) for key in ("text", "sequences", "windows"))
    length = text + 8 * (sequences + 1) + (4 + 4 + 1) * windows
    if os.fstat(file.fileno()).st_size != _HEADER + length:
        raise ValueError("it is cut short")
    whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[_HEADER:]
    if blake2b(whole, digest_size=32).hexdigest() != head.get("body"):
        raise ValueError("it does not match its checksum")
    columns, at = {}, text
    for name, item in _ITEM.items():
        count = sequences + 1 if name == "offsets" else windows
        columns[name] = np.frombuffer(whole, dtype=item, count=count, offset=at)
        at += columns[name].nbytes
    return Index(whole[:text], troubles=tuple(map(str, head.get("troubles", ()))), **columns)


def _count(head: dict[str, Any], key: str) -> int:
    count = head.get(key)
    if type(count) is not int or count < 0:
        raise ValueError("its header is damaged")
    return count
