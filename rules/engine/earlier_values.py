"""Files of values as earlier versions wrote them, one a rule; `rules.engine.store` takes them over
when it is first asked for their values. Checkpoints of streams were files, too.

A file is a line that says whose values these are, and blocks:

    header     mexplore values 2 {"kernel": ..., "rule": ..., "version": ...}\\n
    block      start (8 bytes), bytes a value (1), number of values (7), checksum (16), values

all numbers little-endian. The checksum is BLAKE2b of the header line, the block's numbers and its
values.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

from mexplore.rules.engine.trusted import open_own

MAGIC = b"mexplore values 2 "
_HEAD = struct.Struct("<QQ16s")
_LONGEST_HEADER = 1 << 20
_MOST_VALUES = 1 << 20


def file_name(whose: str) -> str:
    """The name of the file of these values."""
    return f"{blake2b(_header(whose), digest_size=16).hexdigest()}.values"


def stream_name(rule: str) -> str:
    """The name of the file of a rule's checkpoint."""
    return f"{blake2b(rule.encode(), digest_size=16).hexdigest()}.stream"


def whose_values(path: Path) -> str:
    """What the header says; ValueError if it is not one, OSError if the file cannot be read."""
    with open_own(path) as file:
        header = file.readline(_LONGEST_HEADER)
    whose = header[len(MAGIC) : -1].decode(errors="replace")
    if header != _header(whose) or path.name != file_name(whose):
        raise ValueError("the file does not begin as it should")
    return whose


def good_blocks(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """The blocks up to the first that is damaged: the heap of the first value, bytes a value, and
    the values."""
    with open_own(path) as file:
        header, start = file.readline(_LONGEST_HEADER), 0
        while (block := _read_block(file, header, start)) is not None:
            width, payload = block
            yield start, width, payload
            start += len(payload) // width


def _header(whose: str) -> bytes:
    return MAGIC + whose.encode() + b"\n"


def _read_block(file: BinaryIO, header: bytes, start: int) -> tuple[int, bytes] | None:
    """The block at the file's position; None if it is not whole, or does not belong there."""
    head = file.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    first, packed, checksum = _HEAD.unpack(head)
    width, count = packed & 255, packed >> 8
    if first != start or width not in (1, 2, 4, 8) or not 0 < count <= _MOST_VALUES:
        return None
    payload = file.read(width * count)
    whole = blake2b(header + head[:16] + payload, digest_size=16).digest() == checksum
    return (width, payload) if whole and len(payload) == width * count else None
