"""Tables of numbers where the output is not a terminal: quick, narrow, with marks."""

from __future__ import annotations

import numpy as np
import pytest
from work import counted

from mexplore.reports.writers.consoles import FILE_WIDTH
from mexplore.reports.writers.document import Cell, Document, Mark, Numbers, Table, ValueTable
from mexplore.reports.writers.terminal import show


def printed(capsys: pytest.CaptureFixture[str], table: Table | ValueTable) -> list[str]:
    show(Document([table]))
    return capsys.readouterr().out.splitlines()


def test_a_long_table_is_a_few_calls_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    values = np.arange(20_000) % 7
    printed(capsys, ValueTable(Numbers(values[:40])))  # what is imported at the first table
    with counted() as work:
        head, _, *rows = printed(capsys, ValueTable(Numbers(values)))
    assert work.calls < len(values)
    assert head.split() == ["n", *(f"+{r}" for r in range(20))]
    shown = [int(cell) for row in rows for cell in row.split()[1:]]
    assert shown == values.tolist()
    assert [int(row.split()[0]) for row in rows] == list(range(0, 20_000, 20))


def test_a_long_table_is_written_row_by_row() -> None:
    rows = ValueTable(Numbers(np.zeros(10**8, dtype=np.uint8))).rows(20)
    assert next(rows)[0] == "0"


def test_exceptions_have_a_star_where_there_is_no_colour(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cells: list[Cell] = ["0", Mark("1", "exception"), "2", Mark("3", "exception")]
    assert printed(capsys, ValueTable(cells, width=2)) == [
        "n  +0  +1",
        "─────────",
        "0   0   1*",
        "2   2   3*",
    ]


@pytest.mark.parametrize("marked", [False, True])
def test_no_line_is_wider_than_a_file(capsys: pytest.CaptureFixture[str], marked: bool) -> None:
    for digits in range(1, 12):
        number = "7" * digits
        cells = [Mark(number, "exception") if marked else number] * 90
        assert max(map(len, printed(capsys, ValueTable(cells, width=40)))) <= FILE_WIDTH <= 100
    words = Table(["rule", "title"], [["subtract(1, 2) " * 9, "a game of heaps " * 9]])
    assert max(map(len, printed(capsys, words))) <= FILE_WIDTH
