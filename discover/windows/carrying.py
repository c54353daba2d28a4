"""Checkpoints as files that travel: told in a line, taken to another machine and over from it.

What such a file says is no proof of anything: the study that goes on with it shows again what it
relies on (`discover.windows.checkpoint`).
"""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

from mexplore.discover.windows.checkpoint import FURTHEST, VERSION, opened
from mexplore.discover.windows.streaming.stream import HISTORY
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.store import LONGEST_STREAM as LONGEST
from mexplore.rules.engine.store import Store
from mexplore.rules.engine.trusted import read_own
from mexplore.rules.errors import MexploreError
from mexplore.rules.families.take_and_break.rule import TakeAndBreak


@dataclass(frozen=True)
class Progress:
    """What one checkpoint says of itself; ``trouble`` if it is damaged or of another version."""

    rule: str
    passed: int
    """Every heap below it is passed."""
    bytes: int
    version: int
    trouble: str | None


def streams(store: Store) -> list[Progress]:
    """All checkpoints in the store of values.

    >>> import tempfile
    >>> streams(Store(Path(tempfile.mkdtemp())))
    []
    """
    for path in store.earlier_files("*.stream"):
        try:
            store.stream(_header(read_own(path, LONGEST))[0])
        except (OSError, ValueError) as error:
            store.note(f"{path.name}: {error}")
    return [_examined(rule, store) for rule in store.stream_rules()]


def take_over(path: Path, store: Store) -> Progress:
    """Put a checkpoint, as it is or compressed by xz, where the study of its rule looks for one.
    ValueError or OSError if it is not one, or if the one that is there has passed more heaps."""
    data = _regular(path)
    if path.suffix == ".xz":
        data = _unpacked(data)
    rule, passed, version = _header(data)
    there = _examined(rule, store)
    if there.trouble is None and there.passed > passed:
        raise ValueError(
            f"the store has passed {there.passed:,} heaps of {rule}, this file {passed:,}"
        )
    store.keep_stream(rule, data)
    return Progress(rule, passed, len(data), version, None)


def export(rule: str, store: Store) -> Path:
    """Write the checkpoint of a rule to a file of the current folder, for another machine."""
    data = store.stream(rule)
    if data is None:
        raise ValueError(f"no checkpoint of {rule} is stored")
    path = Path(f"{rule}.stream")
    path.write_bytes(data)
    return path


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


def _examined(rule: str, store: Store) -> Progress:
    data = b""
    try:
        data = store.stream(rule) or b""
        said, passed, version = _header(data)
        if said != rule:
            raise ValueError(f"it is of {said}")
    except (OSError, ValueError) as error:
        return Progress(rule, 0, len(data), VERSION, str(error))
    return Progress(rule, passed, len(data), version, None)


def _header(data: bytes) -> tuple[str, int, int]:
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
