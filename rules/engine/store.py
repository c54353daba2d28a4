"""Values on disk: values that took long to compute are kept, and a later computation starts there.

They are pieces of an SQLite file (`rules.engine.database`) in a folder of the platform's cache, or
in one that the user names, under the rule, the kernel and its version. Reading stops at the first
piece that is damaged or missing; what comes after it is ignored, and replaced when values are
stored again. That the values are right no checksum can say: some of them are computed again before
any is used (`rules.engine.doubt`). Beside them lie the checkpoints of streams.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine import earlier_values
from mexplore.rules.engine.database import Database, Piece
from mexplore.rules.engine.doubt import confirmer
from mexplore.rules.engine.trusted import believed, cache_folder, read_own, why_distrusted
from mexplore.rules.errors import InputError
from mexplore.rules.text.files import json_of

if TYPE_CHECKING:
    from mexplore.rules.engine.doubt import Draw
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Kernel, Rule, Values

Found = TypeVar("Found")

BLOCK_VALUES = 1 << 20
LONGEST_STREAM = 1 << 28


@dataclass(frozen=True)
class Record:
    """What is stored under one name: ``values`` good values, and after them ``trouble`` if there
    is any."""

    name: str
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
        self.folder = folder if folder is not None else cache_folder()
        self.database = Database(self.folder)
        self.draw = draw
        """By which it is drawn which of the values are computed again."""
        self.troubles: list[str] = []
        """What went wrong since, in words; values were computed anew where it mattered."""

    def note(self, trouble: str) -> None:
        """Add to the troubles, once."""
        if trouble not in self.troubles:
            self.troubles.append(trouble)

    def values_of(self, rule: str, kernel: Kernel) -> StoredValues:
        """The stored values of a rule, given by its canonical text; empty if there are none."""
        name = _name(rule, type(kernel).__name__, kernel.version)
        for path in self.earlier_files(earlier_values.file_name(name)):
            self._take_over(path)
        return StoredValues(self, rule, name)

    def records(self) -> list[Record]:
        """What is stored under each name, all of it read and checked."""
        for path in self.earlier_files("*.values"):
            self._take_over(path)
        return self._noted(lambda: [*map(self._examined, self.database.names("values"))]) or []

    def _examined(self, name: str) -> Record:
        size, own = self.database.held("values", name)[0], Store(self.folder)
        try:
            rule, kernel, version = _whose(name)
        except ValueError as error:
            return Record(name, "", "", 0, 0, size, str(error))
        values = sum(map(len, StoredValues(own, rule, name)))
        return Record(name, rule, kernel, version, values, size, next(iter(own.troubles), None))

    def confirmed(self, record: Record, rule: Rule, watcher: Watcher) -> Record:
        """The record, all of its good values confirmed by other code; where one is wrong, all of
        them are removed."""
        import numpy as np

        stored = StoredValues(self, record.rule, record.name)
        blocks = list(stored)
        if not blocks:
            return record
        values = np.concatenate(blocks)
        if (why := confirmer().too_long(rule, values)) is not None:
            return replace(record, trouble=f"its values are not confirmed: {why}")
        if (why := confirmer().first_wrong(rule, values, watcher)) is None:
            return record
        stored.discard()
        return replace(record, values=0, trouble=f"{why}; they are removed")

    def clear(self, rule: str | None = None) -> int:
        """Remove the values and checkpoints of one rule (of all, without one); of how many entries
        of `records` and `stream_rules` that was."""
        entries = [("values", r.name) for r in self.records() if rule in (None, r.rule)]
        entries += [("stream", each) for each in self.stream_rules() if rule in (None, each)]
        removed = (self._noted(lambda: self._remove(entries)) or 0) if entries else 0
        for path in self.earlier_files(earlier_values.stream_name(rule) if rule else "*.stream"):
            path.unlink()
            removed += 1
        return removed

    def _remove(self, entries: list[tuple[str, str]]) -> int:
        with self.database.writing():
            for kind, name in entries:
                self.database.remove(kind, name)
        self.database.shrink()
        return len(entries)

    def stream(self, rule: str) -> bytes | None:
        """The checkpoint of a rule's stream, given by its canonical text; None if there is none,
        OSError or ValueError if it cannot be read."""
        piece = self.database.piece("stream", rule)
        if piece is not None:
            return piece.data
        for path in self.earlier_files(earlier_values.stream_name(rule)):
            data = read_own(path, LONGEST_STREAM)
            self.keep_stream(rule, data)
            path.unlink()
            return data
        return None

    def keep_stream(self, rule: str, checkpoint: bytes) -> None:
        """Keep a checkpoint in place of the one that is there; OSError if that fails."""
        with self.database.writing(lasting=True):
            self.database.put("stream", rule, checkpoint)

    def remove_stream(self, rule: str) -> None:
        """Remove the checkpoint of a rule."""
        self._noted(lambda: self.database.drop("stream", rule))

    def stream_rules(self) -> list[str]:
        """The rules of which there are checkpoints."""
        return self._noted(lambda: self.database.names("stream")) or []

    def _noted(self, work: Callable[[], Found]) -> Found | None:
        """What comes out; None, and a note why, where the file cannot be read or written."""
        try:
            return work()
        except OSError as error:
            self.note(str(error))
            return None

    def earlier_files(self, pattern: str) -> list[Path]:
        """Files of earlier versions; those of the platform's cache had a folder of their own."""
        folders = (self.folder, self.folder / "values")
        return [path for folder in folders for path in sorted(folder.glob(pattern))]

    def _take_over(self, path: Path) -> None:
        """Move the good values of an earlier version's file here."""
        try:
            name = earlier_values.whose_values(path)
            with self.database.writing():
                for start, width, payload in earlier_values.good_blocks(path):
                    self.database.put("values", name, payload, start, width)
            path.unlink()
            path.with_suffix(".lock").unlink(missing_ok=True)
        except (OSError, ValueError) as error:
            self.note(f"{path.name}: {error}")


class StoredValues:
    """The values of one rule on disk, read from the start and appended at the end.

    Nothing here raises OSError: a store that cannot be read is empty, one that cannot be written
    stays as it is, and the store's ``troubles`` say why.
    """

    def __init__(self, store: Store, rule: str, name: str) -> None:
        self.name = name
        self._store, self._rule = store, rule
        self._read = 0  # values read, or known to be good
        self._ended = False

    def __iter__(self) -> Iterator[Values]:
        while (block := self.next_block()) is not None:
            yield block

    def next_block(self) -> Values | None:
        """The next values; None at the end, or where a block fails its check."""
        if self._ended:
            return None
        try:
            piece = self._store.database.piece("values", self.name, self._read)
            block = _block(piece) if piece is not None else None
        except ValueError as error:
            self._note(f"the block at n = {self._read} is damaged: {error}")
            block = None
        except OSError as error:
            self._note(str(error))
            block = None
        self._ended = block is None
        self._read += len(block) if block is not None else 0
        return block

    def append(self, values: Values) -> bool:
        """Store ``values``, all from n = 0, beyond those that are known to be good; whether that
        succeeded."""
        database = self._store.database
        try:
            with database.writing():
                if database.held("values", self.name, self._read)[1] < self._read:
                    self._read = 0  # another process has removed them
                self._ended = False
                for _ in self:  # what was not read, or others have stored since
                    pass
                database.remove("values", self.name, self._read)
                for low in range(self._read, len(values), BLOCK_VALUES):
                    block = values[low : low + BLOCK_VALUES]
                    width = block.dtype.itemsize
                    data = block.astype(block.dtype.newbyteorder("<"), copy=False).data.cast("B")
                    database.put("values", self.name, data, low, width)
        except OSError as error:
            self._ended = True
            self._note(str(error))
            return False
        self._read = max(self._read, len(values))
        return True

    def discard(self, why: str | None = None) -> None:
        """Remove the values, which are not trusted, and note why."""
        if why is not None:
            self._note(f"{why}; the stored values are removed, and computed anew")
        with suppress(OSError):
            self._store.database.drop("values", self.name)
        self._ended = True

    def _note(self, trouble: str) -> None:
        self._store.note(f"{self._rule}: {trouble}")


def _name(rule: str, kernel: str, version: int) -> str:
    return json.dumps({"kernel": kernel, "rule": rule, "version": version}, sort_keys=True)


def _whose(name: str) -> tuple[str, str, int]:
    """The rule, the kernel and its version that a name tells; ValueError for any other text."""
    strange = "it is not told whose values these are"
    try:
        whose = json_of(name)
        rule, kernel, version = whose["rule"], whose["kernel"], whose["version"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(strange) from None
    if not isinstance(rule, str) or not isinstance(kernel, str) or type(version) is not int:
        raise ValueError(strange)
    return rule, kernel, version


def _block(piece: Piece) -> Values:
    """The values of a piece; ValueError if `append` writes none like it."""
    import numpy as np

    data, width = piece
    if width not in (1, 2, 4, 8) or len(data) % width or not 0 < len(data) // width <= BLOCK_VALUES:
        raise ValueError("it is none that is written")
    return np.frombuffer(data, dtype=f"<u{width}")


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
    return Store() if believed(cache_folder()) else None
