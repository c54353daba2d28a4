"""The formats in which `terms` lists values."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import (
    Block,
    Document,
    Heading,
    Numbers,
    Paragraph,
    Table,
    ValueGrid,
    ValueTable,
)
from mexplore.reports.writers.output import Format
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import processor_seconds
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
    from mexplore.discover.misere.study import MisereStudy
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.misere.game import Genus, Misere
    from mexplore.rules.rule import Values


PART = 100_000  # values written at once
WRITING = 2.0  # times the time to make the text of a part
MOST_RUNS = 200  # that are shown without --all
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
    """G(first), G(first + 1), ..., after the head that JSON has."""

    head: dict[str, Any]
    values: Values
    missing: int = 0
    note: str = ""
    first: int = 0
    why: Mapping[str, Any] | None = None
    """What JSON says of why they are right, where they are not all from n = 0 on."""

    def document(self) -> Document:
        return Document([ValueTable(Numbers(self.values), first=self.first)])

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
            yield _part(low, self.values[low : low + PART].tolist(), form, self.first)
        why = _computed(f"n < {len(self.values)}") if self.why is None else dict(self.why)
        end = "], " + json.dumps(why)[1:]
        yield {"json": f"{end}\n", "plain": "\n", "table": "\n"}.get(form, "")

    def frame(self) -> pd.DataFrame:
        from mexplore.discover.questions.frames import values_frame

        return values_frame(self.values, self.first)


def _computed(reach: str) -> dict[str, str]:
    """What JSON says of why values are right."""
    return {"status": "computed", "warrant": f"computed for {reach}"}


def _part(low: int, values: list[int], form: Format, first: int = 0) -> str:
    if form in ("csv", "bfile"):
        comma = "," if form == "csv" else " "
        return "".join(f"{n}{comma}{v}\n" for n, v in enumerate(values, first + low))
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
        *_, y, z = self.names
        blocks: list[Block] = []
        for layer in islice(self._layers(), MOST_LAYERS):
            where = ", ".join(f"{n} = {at}" for n, at in zip(self.names, layer, strict=False))
            blocks += [Heading(where, 3), ValueGrid(self.table[layer], names=(y, z))]
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
            reach = f"{'x'.join(map(str, self.table.shape))} squares"
            yield json.dumps({**self.head, "table": self.table.tolist(), **_computed(reach)}) + "\n"
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


COLUMNS = ("n", "G", "misère value", "genus", "class")
MOST = 10_000  # heaps that are listed


@dataclass(frozen=True)
class Row:
    """What is known of a heap; None what is out of reach."""

    n: int
    value: int
    genus: Genus | None
    class_: str | None

    def cells(self) -> list[str]:
        """As text, a dash for what is out of reach."""
        misere = None if self.genus is None else self.genus.misere
        known = (misere, self.genus, self.class_)
        return [str(self.n), str(self.value), *("-" if k is None else str(k) for k in known)]


@dataclass(frozen=True)
class GeneraListing(ValueListing):
    """A row a heap, after the head that JSON has."""

    head: dict[str, Any]
    rows: list[Row]
    note: str = ""

    def document(self) -> Document:
        return Document([Table(COLUMNS, [row.cells() for row in self.rows], numeric=True)])

    def text(self, form: Format) -> Iterator[str]:
        if form == "json":
            heaps = {"heaps": [_json(row) for row in self.rows]}
            yield json.dumps(self.head | heaps | _computed(f"n < {len(self.rows)}")) + "\n"
        elif form == "bfile":
            raise InputError("a b-file has one number a line; --format csv has all columns")
        else:
            between = "," if form == "csv" else " "
            if form == "csv":
                yield "n,value,misere,genus,class\n"
            for row in self.rows:
                yield between.join(f'"{c}"' if "," in c else c for c in row.cells()) + "\n"

    def frame(self) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame([_json(row) for row in self.rows])


def _json(row: Row) -> dict[str, Any]:
    known = row.genus
    return {
        "n": row.n,
        "value": row.value,
        "misere": None if known is None else known.misere,
        "genus": None if known is None else str(known),
        "class": row.class_,
    }


def genera_listing(game: Misere, last: int, watcher: Watcher) -> GeneraListing:
    """The heaps 0, ..., ``last``: nim-values, and the rest as far as it is in reach."""
    from mexplore.discover.misere.study import study_misere
    from mexplore.discover.study.limits import Limits, uninterrupted
    from mexplore.rules.engine.grundy import grundy_values
    from mexplore.rules.misere.game import Genera, TooManySums

    if last > MOST:
        raise InputError(f"at most {MOST} heaps are listed with their classes; --upto {MOST}")
    values = grundy_values(game.rule, last + 1, watcher).tolist()
    study = uninterrupted(study_misere(game, Limits(upto=max(last, 1)), watcher))
    class_of = class_names(study, values.__getitem__)
    genera, rows, out_of_reach = Genera(game.rule), list[Row](), ""
    for n in range(last + 1):
        genus: Genus | None = None
        if not out_of_reach:
            try:
                genus = genera.of_heap(n)
            except (TooManySums, RecursionError):
                out_of_reach = f"the genus of heaps from {n} on depends on too many sums"
        rows.append(Row(n, values[n], genus, class_of(n)))
    head = {"rule": str(game.rule), "play": "misere"}
    return GeneraListing(head, rows, out_of_reach)


def class_names(study: MisereStudy, value: Callable[[int], int]) -> Callable[[int], str | None]:
    """The name of the class of each heap, None for heaps that no law tells; ``value`` gives
    nim-values."""
    from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
    from mexplore.discover.misere.patterns.types import PlayedAsNim

    law, shown = study.law, study.presentation

    def name(n: int) -> str | None:
        if isinstance(law, PlayedAsNim):
            return f"{'F' if value(n) > 1 else 'f'}{value(n)}"
        if not isinstance(law, ClassesOfHeaps) or (law.reach is not None and n > law.reach):
            return None
        found = law.class_of(n)
        return law.name_of(found) if shown is None else shown.name_of(found)

    return name


def run_documents(
    evidence: Evidence, schedule: RunSchedule | None, *, every: bool
) -> Iterator[tuple[int, Document]]:
    """The first runs of equal values, or all of them: how many need not be shown any more, and the
    document. They are shown with the word and the ratio of a schedule, or with the ratios of a
    cycle, where they have one; all in several documents, made one after the other."""
    from mexplore.discover.questions.recurrence import cycle_of
    from mexplore.reports.sections.kinds.run_schedule import schedule_blocks
    from mexplore.reports.sections.run_table import run_table, run_tables

    runs = evidence.runs
    most = len(runs) if every else MOST_RUNS
    if schedule is not None:
        yield len(runs), Document(schedule_blocks(runs, schedule, most))
    elif every:
        for shown, table in run_tables(runs, cycle_of(evidence)):
            yield shown, Document([table])
    else:
        yield len(runs), Document([run_table(runs, cycle_of(evidence), most)])
