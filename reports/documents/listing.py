"""Values listed: of a sequence, or the squares of a board, in each format of ``terms``."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING, Any

from mexplore.reports.documents.formats import Format
from mexplore.reports.writers.document import (
    Block,
    Document,
    Heading,
    Numbers,
    Paragraph,
    ValueGrid,
    ValueTable,
)
from mexplore.rules.engine.working import processor_seconds
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.rule import Values

PART = 100_000  # values written at once
WRITING = 2.0  # times the time to make the text of a part
MOST_LAYERS = 16  # tables of a board with more than two coordinates that are shown


class ValueListing(ABC):
    """A list of values; ``missing`` counts those that an interruption left uncomputed, ``note`` is
    the reason why there are fewer than requested."""

    missing: int = 0
    note: str = ""

    @abstractmethod
    def document(self) -> Document:
        """As a table for people."""

    @abstractmethod
    def text(self, form: Format) -> Iterator[str]:
        """As text, in parts that may be written one after the other."""

    @abstractmethod
    def frame(self) -> pd.DataFrame:
        """As a data frame."""

    def within(self, seconds: float, form: Format) -> ValueListing:
        """As much of it as can be written in this time."""
        del seconds, form
        return self


@dataclass(frozen=True)
class SequenceListing(ValueListing):
    """G(0), G(1), ..., after the head that JSON has."""

    head: dict[str, Any]
    values: Values
    missing: int = 0
    note: str = ""

    def document(self) -> Document:
        return Document([ValueTable(Numbers(self.values))])

    def within(self, seconds: float, form: Format) -> SequenceListing:
        """The first values, as many as can be written in this time, judged by a part of them."""
        if len(self.values) <= PART or form == "parquet":
            return self
        began = processor_seconds()
        _part(0, self.values[:PART].tolist(), form)
        each = WRITING * (processor_seconds() - began) / PART
        most = max(PART, int(seconds / each))
        left = len(self.values) - most
        if left <= 0:
            return self
        note = f"no time to write {left} of the values that were computed"
        return replace(
            self, values=self.values[:most], note="; ".join(filter(None, [self.note, note]))
        )

    def text(self, form: Format) -> Iterator[str]:
        """Parts of PART values each, so that 10^8 values need no text of their own."""
        if form == "json":
            yield json.dumps(self.head)[:-1] + ', "values": ['
        elif form == "csv":
            yield "n,value\n"
        for low in range(0, len(self.values), PART):
            yield _part(low, self.values[low : low + PART].tolist(), form)
        yield {"json": "]}\n", "plain": "\n", "table": "\n"}.get(form, "")

    def frame(self) -> pd.DataFrame:
        from mexplore.discover.questions.frames import values_frame

        return values_frame(self.values)


def _part(low: int, values: list[int], form: Format) -> str:
    if form in ("csv", "bfile"):
        comma = "," if form == "csv" else " "
        return "".join(f"{n}{comma}{v}\n" for n, v in enumerate(values, low))
    comma = ", " if form == "json" else " "
    return (comma if low else "") + comma.join(map(str, values))


@dataclass(frozen=True)
class BoardListing(ValueListing):
    """G(x, y), x downwards and y to the right; of more coordinates, such a table each x."""

    head: dict[str, Any]
    table: BoardValues

    def document(self) -> Document:
        if self.table.ndim == 2:
            return Document([ValueGrid(self.table)])
        blocks: list[Block] = []
        for layer in islice(self._layers(), MOST_LAYERS):
            where = ", ".join(f"{n} = {at}" for n, at in zip(self.names, layer, strict=False))
            blocks += [Heading(where, 3), ValueGrid(self.table[layer])]
        left = prod(self.table.shape[:-2]) - MOST_LAYERS
        if left > 0:
            blocks.append(Paragraph(f"{left} more tables; --format csv has all values."))
        return Document(blocks)

    @property
    def names(self) -> list[str]:
        """The coordinates as columns of a file."""
        count = self.table.ndim
        return list("xyz"[:count]) if count <= 3 else [f"x{i}" for i in range(1, count + 1)]

    def _layers(self) -> Iterator[tuple[int, ...]]:
        """All coordinates but the last two."""
        return product(*map(range, self.table.shape[:-2]))

    def text(self, form: Format) -> Iterator[str]:
        """CSV has a line a square."""
        if form == "json":
            yield json.dumps({**self.head, "table": self.table.tolist()}) + "\n"
        elif form == "bfile":
            raise InputError("a b-file has one index; name a sequence of the board with --row A")
        elif form == "csv":
            yield ",".join([*self.names, "value"]) + "\n"
            for row in product(*map(range, self.table.shape[:-1])):
                start = ",".join(map(str, row))
                yield "".join(f"{start},{y},{v}\n" for y, v in enumerate(self.table[row].tolist()))
        else:
            for number, layer in enumerate(self._layers()):
                yield "\n" * bool(number)
                for values in self.table[layer].tolist():
                    yield " ".join(map(str, values)) + "\n"

    def frame(self) -> pd.DataFrame:
        """x, y and value, a square a row."""
        import numpy as np
        import pandas as pd

        indices = (each.ravel() for each in np.indices(self.table.shape))
        columns = dict(zip(self.names, indices, strict=True))
        return pd.DataFrame(columns | {"value": self.table.ravel()})
