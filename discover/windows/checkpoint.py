"""A stream's progress on disk: it survives the end of the process, however that comes.

One file a rule in the folder of stored values: a line of JSON that says whose it is and how long
the arrays are, the arrays, and BLAKE2b of it all. It is written beside the old one, made durable,
and put in its place at once. Nothing of a file that is cut, altered, or of another program's mind
about the game is believed: the stream begins anew.

Two stretches of HISTORY values are kept, the second right after the first. Who goes on starts with
the first and passes the second again, every value shown as before: it must come out the same. So
no heap is left that was not verified by a process that held all that it looks back to.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rules.computing.store import Store
from rules.families.take_and_break.window.frame import Frame
from rules.families.take_and_break.window.reach import DEPTH
from rules.families.take_and_break.window.stream import HISTORY

if TYPE_CHECKING:
    from rules.families.take_and_break.window.frame import Indices

MAGIC = b"mexplore stream 1 "
VERSION = 1
"""To be raised when a change might make other values, or leave other heaps unproved."""
_DIGEST = 16
_LONGEST_HEADER = 1 << 16
_LONGEST = 1 << 28


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """What a stream leaves for a later one."""

    n: int
    """The heap after ``earlier`` and before ``later``; everything below n + HISTORY is passed."""
    earlier: Indices
    later: Indices
    width: int
    mask: int
    """It may have grown."""
    spacing: int
    heaps: Any
    """int64: the heaps of the saved states."""
    states: Any
    """uint8 rows."""
    thin: int
    keys: Any
    seen: Any
    """uint64 hashes and int64 heaps of distinguished states."""
    found: tuple[int, int] | None
    """Two heaps the states before which are equal, if there are such."""
    seconds: float
    """Spent so far."""
    excuses: list[tuple[int, int]] = field(default_factory=list)
    """Heaps at which only a deeper pair excludes a rare value, and these values."""


def save(path: Path, rule: str, frame: Frame, checkpoint: Checkpoint) -> None:
    """Write the file, or leave the old one: OSError says why."""
    arrays = _arrays(checkpoint)
    header = {
        **_whose(rule, frame),
        "n": checkpoint.n,
        "width": checkpoint.width,
        "grown": checkpoint.mask,
        "spacing": checkpoint.spacing,
        "saved": len(checkpoint.heaps),
        "thin": checkpoint.thin,
        "seen": len(checkpoint.keys),
        "found": checkpoint.found,
        "seconds": round(checkpoint.seconds, 3),
        "excuses": checkpoint.excuses,
    }
    parts = [MAGIC + json.dumps(header).encode() + b"\n", *(a.tobytes() for a in arrays)]
    digest = blake2b(b"".join(parts), digest_size=_DIGEST).digest()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}.draft")
    try:
        with draft.open("wb") as file:
            file.writelines([*parts, digest])
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _arrays(checkpoint: Checkpoint) -> list[Any]:
    return [
        checkpoint.earlier.astype(np.uint8),
        checkpoint.later.astype(np.uint8),
        np.asarray(checkpoint.heaps, dtype="<i8"),
        np.asarray(checkpoint.states, dtype=np.uint8),
        np.asarray(checkpoint.keys, dtype="<u8"),
        np.asarray(checkpoint.seen, dtype="<i8"),
    ]


def _whose(rule: str, frame: Frame) -> dict[str, Any]:
    """What must agree for a file to be of any use."""
    space = frame.space
    return {
        "version": VERSION,
        "rule": rule,
        "mask": space.mask,
        "by_position": space.by_position,
        "odd_split": space.odd_split,
        "rare": list(frame.rare),
        "depth": DEPTH,
    }


def load(path: Path, rule: str, frame: Frame) -> Checkpoint | None:
    """What the file holds; None where there is none, ValueError or OSError where it is no good."""
    try:
        if path.stat().st_size > _LONGEST:
            raise ValueError("the file is too long")
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    body, digest = data[:-_DIGEST], data[-_DIGEST:]
    if not data.startswith(MAGIC) or blake2b(body, digest_size=_DIGEST).digest() != digest:
        raise ValueError("the file is cut or altered")
    end = body.index(b"\n", 0, _LONGEST_HEADER)
    header = json.loads(body[len(MAGIC) : end])
    if any(header.get(key) != value for key, value in _whose(rule, frame).items()):
        raise ValueError("it is of another version, or sees the game otherwise")
    return _read(header, memoryview(body)[end + 1 :], frame.state)


def _read(header: dict[str, Any], data: memoryview, state: int) -> Checkpoint:
    at = 0

    def taken(count: int, kind: str) -> Any:
        nonlocal at
        size = count * np.dtype(kind).itemsize
        array = np.frombuffer(data[at : at + size], dtype=kind)
        if len(array) != count:
            raise ValueError("the file is too short")
        at += size
        return array

    earlier, later = taken(HISTORY, "u1"), taken(HISTORY, "u1")
    saved, seen = int(header["saved"]), int(header["seen"])
    heaps = taken(saved, "<i8")
    states = taken(saved * state, "u1").reshape(saved, state)
    keys, others = taken(seen, "<u8"), taken(seen, "<i8")
    found = header["found"]
    return Checkpoint(
        int(header["n"]),
        earlier,
        later,
        int(header["width"]),
        int(header.get("grown", header["mask"])),
        int(header["spacing"]),
        heaps,
        states,
        int(header["thin"]),
        keys,
        others,
        (int(found[0]), int(found[1])) if found else None,
        float(header["seconds"]),
        [(int(n), int(value)) for n, value in header.get("excuses", [])],
    )


@dataclass
class Keeper:
    """Where the checkpoints of one game go; what goes wrong is noted, never raised."""

    store: Store | None
    rule: str
    frame: Frame

    def load(self) -> Checkpoint | None:
        """What an earlier process left."""
        if self.store is None:
            return None
        path = self.store.stream_of(self.rule)
        try:
            return load(path, self.rule, self.frame)
        except (OSError, ValueError, KeyError, TypeError) as error:
            self.note(path, f"{error}; the stream begins anew")
            return None

    def save(self, checkpoint: Checkpoint) -> None:
        """Leave this for a later process."""
        if self.store is None:
            return
        path = self.store.stream_of(self.rule)
        try:
            save(path, self.rule, self.frame, checkpoint)
        except OSError as error:
            self.note(path, str(error))

    def remove(self) -> None:
        """Leave nothing: there is no more to do."""
        if self.store is not None:
            self.store.stream_of(self.rule).unlink(missing_ok=True)

    def note(self, path: Path, trouble: str) -> None:
        """Say what went wrong, once."""
        assert self.store is not None
        text = f"{path.name}: {trouble}"
        if text not in self.store.troubles:
            self.store.troubles.append(text)
