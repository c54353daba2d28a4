"""A local copy of OEIS: its lines, plain or compressed, and passes that look for given terms.

The lines of OEIS's files, plain or compressed; of a damaged file, the lines before the damage.

``stripped.gz`` has lines ``A000045 ,0,1,1,2,3,5,8,13,`` and ``names.gz`` lines ``A000045 Fibonacci
numbers``, both after comments that begin with ``#``.

One pass through a copy of OEIS's terms, for the sequences that contain given terms early on.

A *window* is WINDOW consecutive terms. Looking 350 windows up in 380,000 sequences takes one or two
seconds, most of which is spent on reading the file, so no index of it is kept.

Sequences of OEIS that begin as the values of games do: one pass for any number of games.

A sequence is that of a game if all of its terms are the values from n = 0 on, or from n = 1 on, as
far as both are known, and these are at least FEWEST terms that are not all equal.
"""

from __future__ import annotations

import gzip
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import BinaryIO

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
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


WINDOW = 8
PLACES = 8
STAGE = "searching OEIS"
_LINES_A_REPORT = 1 << 13


@dataclass
class Scan:
    """The result of one pass: the number of sequences in the file, those that contain a window at
    one of their first PLACES terms, and what was wrong with the file."""

    sequences: int = 0
    troubles: list[str] = field(default_factory=list)
    entries: list[tuple[str, bytes]] = field(default_factory=list)
    """The A-number and the terms ``1,2,3`` of each sequence that contains a window."""
    occurrences: dict[bytes, list[tuple[int, int]]] = field(default_factory=dict)
    """For each window ``1,2,3``: which entries contain it, and at which place."""


def scan(source: Path, windows: Iterable[bytes], watcher: Watcher = no_progress) -> Scan:
    """Search the file for windows, given as ``1,2,3``; InputError if the file cannot be read or
    holds no sequence."""
    lines = open_lines(source)
    found = Scan(occurrences={window: [] for window in windows})
    size, others = source.stat().st_size, 0
    # The windows at places 0 to 3 all contain the terms 3 to 7 of a sequence, and those at places 4
    # to 7 the terms 7 to 11. Comparing these first is enough for nearly all sequences.
    cores = {core for window in found.occurrences for core in _cores(window)}
    for number, line in enumerate(lines):
        if number % _LINES_A_REPORT == 0:
            watcher(Progress(STAGE, min(lines.read, size), size))
        split = split_terms(line)
        if split is None:
            others += bool(line) and not line.startswith(b"#")
            continue
        found.sequences += 1
        first = split[1].split(b",", WINDOW + PLACES - 1)[: WINDOW + PLACES - 1]
        if b",".join(first[3:8]) in cores or b",".join(first[7:12]) in cores:
            _record(found, split, first)
    if not found.sequences:
        reason = f" ({lines.troubles[0]})" if lines.troubles else ""
        raise InputError(f"{source} holds no line such as 'A000045 ,0,1,1,2,3,'{reason}")
    found.troubles += lines.troubles
    if others:
        found.troubles.append(f"{others} lines are no sequences and were left out")
    return found


def _cores(window: bytes) -> set[bytes]:
    """All five consecutive terms of a window."""
    terms = window.split(b",")
    return {b",".join(terms[i : i + 5]) for i in range(WINDOW - 4)}


def _record(found: Scan, split: tuple[bytes, bytes], first: list[bytes]) -> None:
    """Note the windows that these first terms of a sequence contain."""
    hits = [
        (places, place)
        for place in range(len(first) - WINDOW + 1)
        if (places := found.occurrences.get(b",".join(first[place : place + WINDOW]))) is not None
    ]
    for places, place in hits:
        places.append((len(found.entries), place))
    if hits:
        found.entries.append((split[0].decode(), split[1]))


FEWEST = 20


def sequences_of(
    values: Mapping[str, Sequence[int]], source: Path, watcher: Watcher = no_progress
) -> dict[str, str]:
    """The first sequence of each game, given its first values by its name.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "stripped"
    >>> _ = path.write_text("A000001 ,1,2," + "0,1,2," * 8 + "\\n")
    >>> sequences_of({"three": [0, 1, 2] * 9, "two": [0, 1] * 9}, path)
    {'three': 'A000001'}
    """
    begins: dict[bytes, list[tuple[str, bytes]]] = defaultdict(list)
    for name, terms in values.items():
        for start in (0, 1):
            known = terms[start:]
            if len(known) >= FEWEST and len(set(known)) > 1:
                written = [str(term).encode() for term in known]
                begins[b",".join(written[:FEWEST])].append((name, b",".join(written)))
    found: dict[str, str] = {}
    lines = open_lines(source)
    for number, line in enumerate(lines):
        if number % _LINES_A_REPORT == 0:
            watcher(Progress(STAGE, number, number))
        split = split_terms(line)
        if split is None:
            continue
        first = b",".join(split[1].split(b",", FEWEST)[:FEWEST])
        for name, known in begins.get(first, ()):
            if _agree(known, split[1]):
                found.setdefault(name, split[0].decode())
    return found


def _agree(one: bytes, other: bytes) -> bool:
    """Whether the shorter list of terms begins the longer one."""
    short, long = sorted((one + b",", other + b","), key=len)
    return long.startswith(short)
