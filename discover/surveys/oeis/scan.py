"""One pass through a copy of OEIS's terms, for the sequences that contain given terms early on.

A *window* is WINDOW consecutive terms. Looking 350 windows up in 380,000 sequences takes one or two
seconds, most of which is spent on reading the file, so no index of it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from mexplore.discover.surveys.oeis.lines import open_lines, split_terms
from mexplore.rules.engine.grundy import Progress, Watcher, nobody
from mexplore.rules.errors import InputError

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


def scan(source: Path, windows: Iterable[bytes], watcher: Watcher = nobody) -> Scan:
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
