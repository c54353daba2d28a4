"""Checkpoints as files that travel: told in a line, and taken over from another machine.

What such a file says is no proof of anything: the study that goes on with it shows again what it
relies on (`discover.windows.checkpoint`).
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mexplore.discover.windows.checkpoint import FURTHEST, LONGEST, VERSION, opened
from mexplore.discover.windows.streaming.stream import HISTORY
from mexplore.rules.engine.store import Store
from mexplore.rules.engine.trusted import read_own, write_own
from mexplore.rules.errors import MexploreError
from mexplore.rules.families.take_and_break.rule import TakeAndBreak


@dataclass(frozen=True)
class Progress:
    """What one checkpoint says of itself; ``trouble`` if it is damaged or of another version."""

    path: Path
    rule: str
    passed: int
    """Every heap below it is passed."""
    bytes: int
    version: int
    trouble: str | None


def streams(store: Store) -> list[Progress]:
    """All checkpoints in the folder of stored values.

    >>> import tempfile
    >>> streams(Store(Path(tempfile.mkdtemp())))
    []
    """
    return [_examined(path) for path in sorted(store.folder.glob("*.stream"))]


def take_over(path: Path, store: Store) -> Progress:
    """Put a checkpoint, as it is or compressed by xz, where the study of its rule looks for one.
    ValueError or OSError if it is none, or if the one that is there has passed more heaps."""
    data = _regular(path)
    if path.suffix == ".xz":
        data = _unpacked(data)
    rule, passed, version = _told(data)
    place = store.stream_of(rule)
    if place.exists():
        there = _examined(place)
        if there.trouble is None and there.passed > passed:
            raise ValueError(
                f"the store has passed {there.passed:,} heaps of {rule}, this file {passed:,}"
            )
    write_own(place, data)
    return Progress(place, rule, passed, len(data), version, None)


def _regular(path: Path) -> bytes:
    """What a file of anybody's holds; ValueError if it is longer than a checkpoint may be, or no
    file."""
    if path.stat() and not path.is_file():
        raise ValueError("it is no file, or a link to something endless")
    if path.stat().st_size > LONGEST:
        raise ValueError("the file is too long")
    return path.read_bytes()


def _unpacked(data: bytes) -> bytes:
    """What xz has compressed, at most as long as a checkpoint may be."""
    try:
        whole = lzma.LZMADecompressor(memlimit=1 << 28).decompress(data, max_length=LONGEST + 1)
    except (lzma.LZMAError, EOFError) as error:
        raise ValueError(f"it is not compressed by xz: {error}") from None
    if len(whole) > LONGEST:
        raise ValueError("the file is too long")
    return whole


def _examined(path: Path) -> Progress:
    data = b""
    try:
        data = read_own(path, LONGEST)
        rule, passed, version = _told(data)
    except (OSError, ValueError) as error:
        return Progress(path, "?", 0, len(data), VERSION, str(error))
    return Progress(path, rule, passed, len(data), version, None)


def _told(data: bytes) -> tuple[str, int, int]:
    """The rule, how many heaps are passed, and the version of the format."""
    header: dict[str, Any] = opened(data)[0]
    rule, n, version = (header.get(name) for name in ("rule", "n", "version"))
    if not isinstance(rule, str) or not _is_code(rule):
        raise ValueError("its header names no rule whose values are streamed")
    if type(n) is not int or not 0 <= n <= FURTHEST:
        raise ValueError("its header names no heap")
    if version != VERSION:
        raise ValueError("it is of another version")
    return rule, n + HISTORY, VERSION


def _is_code(text: str) -> bool:
    """Whether this is how an octal code is written."""
    try:
        rule = TakeAndBreak.parse(text)
    except MexploreError:
        return False
    return rule is not None and str(rule) == text
