"""Values listed: of a sequence, or the squares of a board, in each format of ``terms``."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from reports.documents.board import grid
from reports.documents.document import Document, ValueTable
from rules.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from rules.boards.kernel import BoardValues
    from rules.rule import Values

PART = 100_000  # values written at once

Format = Literal["table", "plain", "csv", "json", "bfile", "parquet"]


class ValueListing(ABC):
    """What is listed; ``missing`` counts the values that an interruption left uncomputed, ``note``
    says why there are fewer than were asked for."""

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


@dataclass(frozen=True)
class SequenceListing(ValueListing):
    """G(0), G(1), ..., after the head that JSON has."""

    head: dict[str, Any]
    values: Values
    missing: int = 0
    note: str = ""

    def document(self) -> Document:
        return Document([ValueTable([str(value) for value in self.values.tolist()])])

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
        from discover.questions.frames import values_frame

        return values_frame(self.values)


def _part(low: int, values: list[int], form: Format) -> str:
    if form in ("csv", "bfile"):
        comma = "," if form == "csv" else " "
        return "".join(f"{n}{comma}{v}\n" for n, v in enumerate(values, low))
    comma = ", " if form == "json" else " "
    return (comma if low else "") + comma.join(map(str, values))


@dataclass(frozen=True)
class BoardListing(ValueListing):
    """G(x, y), x downwards and y to the right."""

    head: dict[str, Any]
    table: BoardValues

    def document(self) -> Document:
        return Document([grid(self.table)])

    def text(self, form: Format) -> Iterator[str]:
        """CSV has a line a square."""
        rows = self.table.tolist()
        if form == "json":
            yield json.dumps({**self.head, "table": rows}) + "\n"
        elif form == "bfile":
            raise InputError("a b-file has one index; name a sequence of the board with --row A")
        elif form == "csv":
            yield "x,y,value\n"
            for x, row in enumerate(rows):
                yield "".join(f"{x},{y},{v}\n" for y, v in enumerate(row))
        else:
            for row in rows:
                yield " ".join(map(str, row)) + "\n"

    def frame(self) -> pd.DataFrame:
        """x, y and value, a square a row."""
        import numpy as np
        import pandas as pd

        x, y = np.indices(self.table.shape)
        return pd.DataFrame({"x": x.ravel(), "y": y.ravel(), "value": self.table.ravel()})
