"""The lines of OEIS's files, plain or compressed; of a damaged file, the lines before the damage.

``stripped.gz`` has lines ``A000045 ,0,1,1,2,3,5,8,13,`` and ``names.gz`` lines ``A000045 Fibonacci
numbers``, both after comments that begin with ``#``.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from mexplore.rules.errors import InputError

LONGEST_LINE = 1 << 16  # bytes; OEIS's own have about 300
MOST_BYTES = 1 << 32  # of a whole file, decompressed
_PART = 1 << 18
_SIGNS = b"0123456789,-"


@dataclass
class Lines:
    """The lines of one file, to be read once; afterwards ``troubles`` says what was wrong with
    it."""

    path: Path
    troubles: list[str] = field(default_factory=list)
    read: int = 0
    """The number of bytes read from disk, for progress reports."""

    def __iter__(self) -> Iterator[bytes]:
        rest, skipping, total = b"", False, 0
        for part in self._parts():
            total += len(part)
            if total > MOST_BYTES:
                self._note(f"it goes on after {MOST_BYTES} bytes, which were read")
                break
            first, *others = part.split(b"\n")
            if not skipping:
                rest += first
            if others:
                yield from (each for each in (rest, *others[:-1]) if self._is_short(each))
                rest, skipping = others[-1], False
            if not self._is_short(rest):
                rest, skipping = b"", True
        if rest and not self.troubles:  # the last line of a damaged file may be cut
            yield rest

    def _is_short(self, line: bytes) -> bool:
        if len(line) > LONGEST_LINE:
            self._note(f"a line of more than {LONGEST_LINE} bytes was left out")
        return len(line) <= LONGEST_LINE

    def _note(self, trouble: str) -> None:
        if trouble not in self.troubles:
            self.troubles.append(trouble)

    def _parts(self) -> Iterator[bytes]:
        try:
            with self.path.open("rb") as file:
                yield from self._decompressed(file)
        except OSError as error:  # gzip.BadGzipFile too
            self._damaged(error.strerror or str(error))
        except (EOFError, zlib.error) as error:
            self._damaged(str(error) or "it is cut short")

    def _decompressed(self, file: BinaryIO) -> Iterator[bytes]:
        compressed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        with gzip.GzipFile(fileobj=file) if compressed else file as source:
            while part := source.read1(_PART):  # type: ignore[union-attr]
                self.read = file.tell()
                yield part

    def _damaged(self, reason: str) -> None:
        self._note(f"the rest could not be read ({' '.join(reason.split())[:100]})")


def open_lines(path: Path) -> Lines:
    """The lines of a file; InputError if it cannot be opened."""
    if path.exists() and not path.is_file():
        raise InputError(f"{path} is no file; name a copy of OEIS's stripped.gz or names.gz")
    try:
        with path.open("rb"):
            return Lines(path)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None


def split_terms(line: bytes) -> tuple[bytes, bytes] | None:
    """A-number and terms ``1,2,3`` of a line of ``stripped.gz``; None for any other line.

    >>> split_terms(b"A000045 ,0,1,1,2,3,5,")
    (b'A000045', b'0,1,1,2,3,5')
    """
    number, comma, terms = line.rstrip().partition(b" ,")
    sound = number[:1] == b"A" and number[1:].isdigit() and 7 <= len(number) <= 12
    if not (sound and comma and terms.endswith(b",")) or terms.translate(None, _SIGNS):
        return None
    return number, terms[:-1]


def names_of(path: Path, wanted: set[str]) -> tuple[dict[str, str], list[str]]:
    """The printable names of the wanted sequences in a file such as ``names.gz``, and what was
    wrong with the file."""
    lines = open_lines(path)
    found: dict[str, str] = {}
    for line in lines:
        number, _, name = line.partition(b" ")
        key = number.decode("latin-1")
        if key in wanted:
            text = name.decode("utf-8", "replace").strip()
            found[key] = "".join(c if c.isprintable() else "·" for c in text)
            if len(found) == len(wanted):
                break
    return found, lines.troubles
