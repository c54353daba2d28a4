"""Grids of values fit into the room, and say what is cut."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mexplore.reports.writers.document import ValueGrid, plain
from mexplore.reports.writers.layout import Fitted, fitted


@given(
    st.tuples(st.integers(1, 300), st.integers(1, 300)),
    st.sampled_from([0, 9, 76, 123, 4000, 10**6]),
    st.integers(40, 200),
)
def test_a_grid_fits_and_nothing_is_cut_silently(
    shape: tuple[int, int], largest: int, room: int
) -> None:
    values = np.arange(shape[0] * shape[1]).reshape(shape) % (largest + 1)
    table = ValueGrid(values).in_room(room)
    (part,) = fitted(table, room)
    assert isinstance(part, Fitted)
    assert sum(part.widths) + 2 * (len(part.widths) - 1) <= room
    rows, columns = len(table.rows), len(table.columns) - 1
    shown = [[int(plain(cell)) for cell in row[1:]] for row in table.rows]
    assert shown == values[:rows, :columns].tolist()
    cut = [f"x <= {rows - 1} of {shape[0] - 1}"] * (rows < shape[0])
    cut += [f"y <= {columns - 1} of {shape[1] - 1}"] * (columns < shape[1])
    assert re.findall(r"[xy] <= \d+ of \d+", table.caption) == cut


def test_unknown_squares_are_empty() -> None:
    table = ValueGrid(np.array([[0, 1], [1, -1]])).in_room(80)
    assert [list(map(plain, row)) for row in table.rows] == [["0", "0", "1"], ["1", "1", ""]]
