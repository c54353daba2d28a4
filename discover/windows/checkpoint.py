"""Checkpoints: the progress of a stream on disk, which survives the end of the process.

There is one for each rule in the store of values, and it may travel as a file: a line of JSON with
the rule and the lengths of the arrays, the arrays, and a BLAKE2b digest of everything. A new one
replaces the old one in one transaction. A checkpoint that is cut, altered, or inconsistent with the
game is ignored, and the stream begins anew.

It holds two stretches of HISTORY values, the second right after the first. A process that
resumes starts with the first and computes the second again, with all checks; the result must be the
same. So every heap is verified by a process that holds all the values on which it depends.

It is input like any other, whatever its digest says: each field has a type and a range
(`_read`), and the fields must be consistent. The rest is computed again: at once, that the first
stretch follows from the last saved state; before a law is reported, that each state follows from
the one before, that no value below a heap where the mask grew was too large for that, and that each
excused value is excluded (`discover.windows.search`).
"""

from __future__ import annotations

import json
from dataclasses import field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.discover.windows import passed_values
from mexplore.discover.windows.passed_values import MOST_SAVED
from mexplore.discover.windows.streaming.frame import START, Frame
from mexplore.discover.windows.streaming.loops import MOST_SEEN
from mexplore.discover.windows.streaming.plan import WIDTHS
from mexplore.discover.windows.streaming.reach import DEPTH
from mexplore.discover.windows.streaming.stream import HISTORY, MOST_EXCUSED
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.store import Store
from mexplore.rules.text.files import json_of

if TYPE_CHECKING:
    from mexplore.discover.windows.streaming.frame import Indices

MAGIC = b"mexplore stream 2 "
VERSION = 2
"""The version of the format; increase it when a change might alter values or proofs."""
_DIGEST = 16
_LONGEST_HEADER = 1 << 16
FURTHEST = 1 << 60
"""No heap is larger."""
SLACK = HISTORY
"""A stream may pass a few heaps more than the target, and find a repeated state there."""
MOST_THIN = (1 << 40) - 1


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """The state of a stream from which a later process resumes."""

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
    """Two heaps with equal states before them, if there are any."""
    seconds: float
    """Spent so far."""
    excuses: list[tuple[int, int]] = field(default_factory=list)
    """Heaps at which only a deeper pair excludes a rare value, and these values."""
    growths: list[tuple[int, int]] = field(default_factory=list)
    """Heaps at which the mask grew, all values below them being smaller, and the new bits."""


def written(rule: str, frame: Frame, checkpoint: Checkpoint) -> bytes:
    """The checkpoint of a rule as it is kept."""
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
        "excused": len(checkpoint.excuses),
        "last_excused": max((n for n, _ in checkpoint.excuses), default=0),
        "growths": checkpoint.growths,
    }
    body = b"".join((MAGIC + json.dumps(header).encode() + b"\n", *(a.tobytes() for a in arrays)))
    return body + blake2b(body, digest_size=_DIGEST).digest()


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
    """The data that must agree for a checkpoint to be usable."""
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


def read(data: bytes, rule: str, frame: Frame) -> Checkpoint:
    """The checkpoint that was `written` so; ValueError if it is bad."""
    header, arrays = opened(data)
    if any(header.get(key) != value for key, value in _whose(rule, frame).items()):
        raise ValueError("it is of another version, or sees the game otherwise")
    return _read(header, arrays, frame)


def opened(data: bytes) -> tuple[dict[str, Any], memoryview]:
    """The header of a checkpoint that is whole, and its arrays; ValueError if it is not."""
    body, digest = data[:-_DIGEST], data[-_DIGEST:]
    if not data.startswith(MAGIC):
        raise ValueError("it is of another version, or no file of a stream")
    if blake2b(body, digest_size=_DIGEST).digest() != digest:
        raise ValueError("the file is cut or altered")
    end = body.index(b"\n", 0, _LONGEST_HEADER)
    header = json_of(body[len(MAGIC) : end])
    if not isinstance(header, dict):
        raise ValueError("its header is no JSON object")
    return header, memoryview(body)[end + 1 :]


def _read(header: dict[str, Any], data: memoryview, frame: Frame) -> Checkpoint:
    """The checkpoint of a header and the arrays after it; ValueError if a field is missing or has a
    value that is never `written`."""
    at = 0

    def taken(count: int, kind: str) -> Any:
        nonlocal at
        size = count * np.dtype(kind).itemsize
        array = np.frombuffer(data[at : at + size], dtype=kind)
        if len(array) != count:
            raise ValueError("the file is too short")
        at += size
        return array

    n = _whole(header, "n", START, FURTHEST)
    _require(n % 2 == 0, "n")
    width = _whole(header, "width", min(WIDTHS), max(WIDTHS))
    _require(width in WIDTHS, "width")
    earlier, later = taken(HISTORY, "u1"), taken(HISTORY, "u1")
    saved, seen = _whole(header, "saved", 1, MOST_SAVED), _whole(header, "seen", 0, MOST_SEEN)
    heaps = taken(saved, "<i8")
    states = taken(saved * frame.state, "u1").reshape(saved, frame.state)
    keys, others = taken(seen, "<u8"), taken(seen, "<i8")
    _require(at == len(data), "length")
    spacing = _whole(header, "spacing", 1, FURTHEST)
    _require(spacing % passed_values.FIRST_SPACING == 0 and spacing.bit_count() == 1, "spacing")
    _require(heaps[0] == START and bool((np.diff(heaps) > 0).all()) and heaps[-1] <= n, "heaps")
    _require(not (heaps[1:] % spacing).any(), "heaps")
    common = (np.concatenate((later, states.ravel())), earlier[max(0, START + HISTORY - n) :])
    _require(all(bool((part < width).all()) for part in common), "values")
    _require(len(set(keys.tolist())) == seen and bool(keys.all()), "keys")
    _require(bool(((others >= START) & (others < n + HISTORY + SLACK)).all()), "seen")
    thin = _whole(header, "thin", 0, MOST_THIN)
    _require(thin & (thin + 1) == 0, "thin")
    found = None
    if header.get("found") is not None:
        ((first, again),) = _pairs([header["found"]], "found", 1)
        _require(START <= first < again < n + HISTORY + SLACK, "found")
        found = first, again
    return Checkpoint(
        n, earlier, later, width,
        _whole(header, "grown", 1, FURTHEST), spacing, heaps, states,
        thin, keys, others, found,
        _seconds(header), _excuses(header, n), _growths(header, n, frame),
    )  # fmt: skip


def _whole(header: dict[str, Any], name: str, low: int, high: int) -> int:
    """The field, a whole number within these bounds."""
    number = header.get(name)
    _require(type(number) is int and low <= number <= high, name)
    assert isinstance(number, int)
    return number


def _require(holds: bool, name: str) -> None:
    if not holds:
        raise ValueError(f"its {name!r} is not what a stream leaves")


def _seconds(header: dict[str, Any]) -> float:
    seconds = header.get("seconds")
    _require(type(seconds) in (int, float), "seconds")
    assert isinstance(seconds, int | float)
    _require(0 <= seconds < 1e12, "seconds")  # which no NaN is
    return float(seconds)


def _pairs(given: Any, name: str, most: int) -> list[tuple[int, int]]:
    """A list of at most ``most`` pairs of nonnegative integers."""
    _require(isinstance(given, list) and len(given) <= most, name)
    for pair in given:
        _require(isinstance(pair, list) and len(pair) == 2, name)
        _require(all(type(entry) is int and 0 <= entry <= FURTHEST for entry in pair), name)
    return [(first, second) for first, second in given]


def _excuses(header: dict[str, Any], n: int) -> list[tuple[int, int]]:
    """The excused heaps, all passed, and values, each pair once."""
    excuses = _pairs(header.get("excuses"), "excuses", MOST_EXCUSED)
    _require(header.get("excused") == len(excuses) == len(set(excuses)), "excuses")
    _require(header.get("last_excused") == max((at for at, _ in excuses), default=0), "excuses")
    _require(all(START <= at < n + HISTORY for at, _ in excuses), "excuses")
    return excuses


def _growths(header: dict[str, Any], n: int, frame: Frame) -> list[tuple[int, int]]:
    """The steps in which the mask of the space grew to that of the file, by increasing bits."""
    growths = _pairs(header.get("growths"), "growths", 64)
    mask, last = frame.space.mask, START
    for at, bit in growths:
        _require(last <= at <= n and bit.bit_count() == 1 and bit > mask, "growths")
        _require(bit < len(frame.tables.indices), "growths")
        mask, last = mask | bit, at
    _require(header.get("grown") == mask, "growths")
    return growths


@dataclass
class Keeper:
    """The checkpoints of one game; errors are noted, never raised."""

    store: Store | None
    rule: str
    frame: Frame

    def load(self) -> Checkpoint | None:
        """The checkpoint of an earlier process, if there is one."""
        if self.store is None:
            return None
        try:
            data = self.store.stream(self.rule)
            return read(data, self.rule, self.frame) if data is not None else None
        except (OSError, ValueError) as error:
            self._note(f"{error}; the stream begins anew")
            return None

    def save(self, checkpoint: Checkpoint) -> None:
        """Save a checkpoint for a later process."""
        if self.store is None:
            return
        try:
            self.store.keep_stream(self.rule, written(self.rule, self.frame, checkpoint))
        except OSError as error:
            self._note(str(error))

    def remove(self) -> None:
        """Remove the checkpoint when the work is done."""
        if self.store is not None:
            self.store.remove_stream(self.rule)

    def _note(self, trouble: str) -> None:
        assert self.store is not None
        self.store.note(f"the stream of {self.rule}: {trouble}")
