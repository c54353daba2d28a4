"""The rows of an atlas as a DataFrame."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.frames import WORD
from mexplore.discover.questions.frames import storable as all_storable
from mexplore.discover.surveys.record import Record, Row

if TYPE_CHECKING:
    import pandas as pd

WHOLE = ("place", "preperiod", "period", "saltus", "ratio", "start", "largest", "computed")
COLUMNS = ("rule", "family", "place", "parameters", *list(asdict(Record("")))[1:])


def rows_frame(rows: Sequence[Row]) -> pd.DataFrame:
    """One row for each member. Columns of whole numbers are Int64 with <NA> for missing ones, or
    Python's integers if 64 bits are too few; ``parameters`` are dicts, ``head`` are lists.

    >>> frame = rows_frame([Row("divide", 0, Record("divide(2)", ratio=4, start=10**30), {"a": 2})])
    >>> frame.loc[0, ["rule", "ratio", "start"]].tolist() == ["divide(2)", 4, 10**30]
    True
    """
    import pandas as pd

    dicts = [asdict(row.record) | {"family": row.family, "place": row.place} for row in rows]
    for cells, row in zip(dicts, rows, strict=True):
        cells["parameters"], cells["head"] = row.parameters, list(row.record.head)
    cells_of = {name: [cells[name] for cells in dicts] for name in COLUMNS}
    frame = pd.DataFrame({name: pd.Series(c, dtype=object) for name, c in cells_of.items()})
    for name in WHOLE:
        frame[name] = _whole(cells_of[name])
    flags = frame["largest_for_all"].astype(bool)
    return frame.assign(seconds=frame["seconds"].astype(float), largest_for_all=flags)


def storable(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame for a file: parameters, first values and certificates as JSON in one line, integers
    beyond 64 bits as text."""
    plain = frame.assign(
        parameters=[json.dumps(cell) for cell in frame["parameters"]],
        head=[json.dumps(cell) for cell in frame["head"]],
        certificate=[cell and json.dumps(json.loads(cell)) for cell in frame["certificate"]],
    )
    kept = {name: plain[name].astype("Float64") for name in ("budget",)}
    kept |= {name: _whole(list(plain[name])) for name in ("max_terms",)}
    return all_storable(plain.assign(**kept))


def _whole(numbers: Sequence[int | None]) -> Any:
    import pandas as pd

    wide = any(number is not None and abs(number) >= WORD for number in numbers)
    return pd.Series(numbers, dtype=object if wide else "Int64")
