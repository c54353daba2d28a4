"""Records and members as rows of an atlas."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple, fields
from operator import index
from typing import Any

from mexplore.discover.surveys.record import Record
from mexplore.discover.surveys.table import Cells, Table

_COLUMNS = tuple(entry.name for entry in fields(Record))
_WHOLE = ("preperiod", "period", "saltus", "ratio", "start", "largest", "computed", "max_terms")
_LARGEST = (1 << 63) - 1

STUDIES = Table("studies", _COLUMNS, real=frozenset({"seconds", "budget"}))
MEMBERS = Table("members", ("family", "rule", "place", "parameters"), key=2)


def cells_of(record: Record) -> Cells:
    """The row of a record."""
    cells = dict(zip(_COLUMNS, astuple(record), strict=True))
    cells["head"] = json.dumps(record.head)
    for name in _WHOLE:
        if cells[name] is not None and abs(cells[name]) > _LARGEST:
            cells[name] = str(cells[name])
    return tuple(cells.values())


def parameters_of(text: str) -> dict[str, Any]:
    """The parameters of a row."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("parameters have names")
    return found


def record_of_row(found: Sequence[Any]) -> Record:
    """The record of a row; ValueError and the like where a cell is none that was stored."""
    cells = dict(zip(_COLUMNS, found, strict=True))
    cells["head"] = tuple(map(index, json.loads(cells["head"])))
    if cells["certificate"] is not None and not isinstance(json.loads(cells["certificate"]), dict):
        raise ValueError("a certificate is an object")
    for name in _WHOLE:
        cells[name] = None if cells[name] is None else int(cells[name])
    cells["largest_for_all"] = bool(cells["largest_for_all"])
    return Record(**cells)
