"""No value is lost on a narrow terminal: checked in a pseudo-terminal, and on tables at random."""

from __future__ import annotations

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mexplore.reports.writers.document import Table, ValueTable
from mexplore.reports.writers.layout import GAP, Fitted, fitted, in_rows
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import table_by_definition
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

ROOT = Path(__file__).parent.parent.parent.parent
KNIGHT = "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), (x - 2, y + 1)]"
COMMANDS = [
    ["study", "dawsons-kayles", "--no-store"],
    ["terms", "0.77", "--upto", "30"],
    ["terms", KNIGHT, "--board", "8x8"],
    ["runs", "divide(2..6)", "--upto", "10^6"],
    ["explain", "0.77"],
    ["terms", "--help"],
]
BETWEEN = "-- next --"
# One process for all commands: what is tested is what stands on the terminal.
SCRIPT = f"""
from mexplore.reports.commands import app
for command in {COMMANDS!r}:
    app(command, standalone_mode=False)
    print("{BETWEEN}", flush=True)
"""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def shown_at(width: int) -> dict[tuple[str, ...], list[str]]:
    """What each command prints on a terminal with this many columns, line by line."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    running = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdout=theirs, stderr=subprocess.DEVNULL, cwd=ROOT,
        env=environment | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    os.close(theirs)
    text = b"".join(_read(ours)).decode()
    assert running.wait() == 0
    parts = ESCAPES.sub("", text).replace("\r", "").split(BETWEEN)
    return {tuple(c): part.splitlines() for c, part in zip(COMMANDS, parts, strict=False)}


def _read(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # the other side is closed
            return
        if not part:
            return
        yield part


def values_in(lines: list[str]) -> dict[int, int]:
    """The values of a table with the columns n, +0, +1, ..."""
    head = next(i for i, line in enumerate(lines) if line.split()[:2] == ["n", "+0"])
    found: dict[int, int] = {}
    for line in takewhile(str.strip, lines[head + 2 :]):
        n, *values = map(int, line.split())
        found |= dict(enumerate(values, n))
    return found


def squares_in(lines: list[str]) -> dict[tuple[int, int], int]:
    """The values of a board's table, in however many parts."""
    found: dict[tuple[int, int], int] = {}
    columns: list[int] = []
    for line in lines:
        words = line.replace("x, y", "").split()
        if line.lstrip().startswith("x, y"):
            columns = [int(word) for word in words]
        elif words and words[0].isdecimal():
            x, *values = map(int, words)
            found |= {(x, y): value for y, value in zip(columns, values, strict=True)}
    return found


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_every_value_is_there(width: int) -> None:
    shown = shown_at(width)
    for command, lines in shown.items():
        # Help is never set in fewer columns than 50.
        assert max(map(len, lines)) <= (max(width, 50) if "--help" in command else width)
    study, terms, board, runs, explained, helped = shown.values()
    dawson = dict(enumerate(grundy_by_definition(parse_rule("0.07"), 136)))
    assert values_in(study) == dawson
    assert values_in(terms) == dict(enumerate(grundy_by_definition(parse_rule("0.77"), 31)))
    knight = Board.parse(KNIGHT)
    assert knight is not None
    table = table_by_definition(knight, (8, 8), edges=True).tolist()
    assert squares_in(board) == {(x, y): table[x][y] for x in range(8) for y in range(8)}
    for start, stop in ((6, 12), (12, 24), (497664, 995328)):
        assert any(f"[{start}, {stop})" in line for line in runs)
    words = " ".join(explained).split()
    assert {"Guy-Smith", "divided", "hypotheses"} & set(words)
    assert any("--max-positions" in line for line in helped)


WORDS = st.text("abcdefghij0123456789 ", max_size=60)
ROWS = st.integers(1, 7).flatmap(
    lambda n: st.lists(st.lists(WORDS, min_size=n, max_size=n), min_size=1, max_size=5)
)


@given(rows=ROWS, room=st.integers(10, 120), numeric=st.booleans())
def test_no_cell_of_a_table_is_lost(rows: list[list[str]], room: int, numeric: bool) -> None:
    heads = [f"column {i}" for i in range(len(rows[0]))]
    table = Table(heads, rows, numeric)
    parts = list(fitted(table, room))
    seen: set[int] = set()
    for part in parts:
        seen |= {heads.index(column) for column in part.table.columns}
        columns = [heads.index(column) for column in part.table.columns]
        assert part.table.rows == [[row[i] for i in columns] for row in rows]
        if isinstance(part, Fitted):
            assert sum(part.widths) + GAP * (len(part.widths) - 1) <= room
            assert min(part.widths) > 0
    assert seen == set(range(len(heads)))


@given(
    cells=st.lists(st.integers(0, 10**6).map(str), min_size=1, max_size=60),
    width=st.integers(1, 40),
    room=st.integers(16, 120),
)
def test_rows_of_values_fit(cells: list[str], width: int, room: int) -> None:
    table = in_rows(ValueTable(cells, width), room)
    assert len(table.columns) <= width + 1
    assert [cell for row in table.rows for cell in row[1:] if cell] == cells
    (part,) = fitted(table, room)
    assert isinstance(part, Fitted)
    assert sum(part.widths) + GAP * (len(part.widths) - 1) <= room
