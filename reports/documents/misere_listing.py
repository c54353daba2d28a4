"""The misère values, genera and classes of heaps, in each format of ``terms``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.patterns.played_as_nim import PlayedAsNim
from mexplore.discover.study.ending import uninterrupted
from mexplore.reports.documents.formats import Format
from mexplore.reports.documents.listing import ValueListing
from mexplore.reports.writers.document import Document, Table
from mexplore.rules.errors import InputError
from mexplore.rules.misere.genus import Genera, Genus, TooManySums

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.misere.study import MisereStudy
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.misere.game import Misere

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
            yield json.dumps(self.head | {"heaps": [_json(row) for row in self.rows]}) + "\n"
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
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.engine.grundy import grundy_values

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
    law, shown = study.law, study.presentation

    def name(n: int) -> str | None:
        if isinstance(law, PlayedAsNim):
            return f"{'F' if value(n) > 1 else 'f'}{value(n)}"
        if not isinstance(law, ClassesOfHeaps) or (law.reach is not None and n > law.reach):
            return None
        found = law.class_of(n)
        return law.name_of(found) if shown is None else shown.name_of(found)

    return name
