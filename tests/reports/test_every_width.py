"""No command loses a number on a narrow terminal: every block that it shows, in 40 to 120 columns.

Each command runs once; what it shows is shown again in each width. (`writers/test_widths.py` looks
at a real pseudo-terminal.)
"""

from __future__ import annotations

import gzip
import io
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mexplore.reports.commands
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.record import Record
from mexplore.discover.trials import running
from mexplore.discover.trials.running import trials
from mexplore.reports.cli.app import examples_of
from mexplore.reports.commands import app
from mexplore.reports.writers import terminal
from mexplore.reports.writers.document import Document, ValueGrid, ValueTable, plain
from mexplore.rules.members import modules_of

KNIGHT = "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2)]"
WIDTHS = (40, 60, 80, 120)
COMMANDS = [
    ["study", "0.77", "--upto", "500", "--all", "--explain", "--no-store"],
    ["study", "divide(2..6)", "--all", "--no-store"],
    ["study", "subtract(squares)", "--upto", "200", "--no-store"],
    ["study", "(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]", "--upto", "9", "--explain"],
    ["explain", "4!.0", "9"],
    ["explain", KNIGHT, "3,5"],
    ["terms", "0.77", "--upto", "40"],
    ["terms", KNIGHT, "--board", "8x8"],
    ["runs", "divide(2..6)", "--upto", "10^8"],
    ["check", "subtract(1, 2)", "Mod(n, 3)"],
    ["compare", "0.3", "0.33", "subtract(1)", "0.7"],
    ["compare", "0.3", "0.7"],
    ["count", "0.07", "--upto", "10^18"],
    ["positions", "0.07", "--upto", "100"],
    ["predict", "0.77", "10^18", "5"],
    ["solve", "0.77:15", "subtract(1, 3, 4):10^18", "0.77:100"],
    ["solve", "wythoff", "3,5", "7,2"],
    ["library"],
    ["library", "kayles"],
    ["records"],
    ["records", "0.6"],
    ["search", "subtract(max=4)", "--period", "5"],
    ["match", "0.77", "--oeis", "stripped.gz"],
    ["store"],
    ["sweep", "subtract(max=2)", "--atlas", "a.sqlite", "--workers", "1"],
    ["atlas", "--atlas", "a.sqlite"],
    ["atlas", "--atlas", "a.sqlite", "--where", "period > 1"],
    ["study", "subtract(1, 2)", "--write", "c.json", "--no-store"],
    ["verify", "c.json"],
    ["plot", "0.77", "--upto", "50", "--out", "p.svg"],
    ["doctor"],
]
WITHOUT_TEXT = {"serve"}  # whose answer is an address
LONGEST = 24  # digits; longer numbers may be broken where a line ends


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def shown(command: list[str]) -> tuple[list[Document], str]:
    """The documents that a command shows, and what it printed."""
    documents: list[Document] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(terminal, "show", documents.append)
        result = CliRunner().invoke(app, command)
    assert result.exit_code in (0, 1), result.output
    return documents, result.stdout


def planted_outcomes() -> Iterator[running.Outcome]:
    for number, name in enumerate(trials()):
        wrong = "" if number else f"0.77: 3 at n = {10**6}, by the definition 1"
        yield running.Outcome(name, 12 + number, 10 ** (number % 12), 0.5, (), wrong)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = b"# terms\nA000001 ,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1,\n"
    (tmp_path / "stripped.gz").write_bytes(gzip.compress(terms))
    with Atlas.create(tmp_path / "a.sqlite") as atlas:  # what is kept is not studied again
        for rule, period in (("subtract(1)", 2), ("subtract(2)", 4), ("subtract(1, 2)", 3)):
            atlas.keep([Record(rule, "proved", "periodic", period=period, computed=149459)])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(running, "outcomes", planted_outcomes)  # in place of a minute of compiling


def on_screen(block: object, width: int) -> str:
    """One block as it stands on a terminal."""
    screen = Screen()
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COLUMNS", str(width))
        patched.setenv("NO_COLOR", "1")
        patched.setattr(sys, "stdout", screen)
        terminal.show(Document([block]))  # type: ignore[list-item]
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.getvalue())


def texts(part: object) -> Iterator[str]:
    """All texts in a block; of mathematics, the plain ones, and of links, what is not styled."""
    if isinstance(part, str):
        yield part
    elif is_dataclass(part):
        for field in fields(part):
            if field.name not in ("latex", "language", "kind"):
                yield from texts(getattr(part, field.name))
    elif isinstance(part, list | tuple):
        for each in part:
            yield from texts(each)


def numbers(text: str) -> Counter[str]:
    """The numbers of a text; digits within a digest in base 16 are none."""
    text = re.sub(r"\b(?=\d*[a-f])[0-9a-f\n]{64,}\b", " ", text)
    return Counter(number for number in re.findall(r"\d+", text) if len(number) <= LONGEST)


def digits(text: str) -> Counter[str]:
    return Counter(filter(str.isdigit, text))


def other_commands() -> Iterator[list[str]]:
    """The first example in the help of each command that is not among these."""
    named = {command[0] for command in COMMANDS} | WITHOUT_TEXT
    for module in modules_of(mexplore.reports.commands):
        if module.__name__.rpartition(".")[2].rstrip("_") not in named:
            yield shlex.split(examples_of(module.command.__doc__)[0])[1:]


def test_no_number_is_lost_and_no_line_too_long(folder: None) -> None:
    printed = {}
    for command in [*COMMANDS, *other_commands()]:
        documents, stdout = shown(command)
        printed[" ".join(command)] = stdout
        for block in (block for document in documents for block in document.blocks):
            for width in WIDTHS:
                check(block, on_screen(block, width), width)
    # What is printed without a table has whole numbers.
    assert "G(10^18) = 1\n" in printed["predict 0.77 10^18 5"]
    assert printed["count 0.07 --upto 10^18"].split(" ")[0].isdecimal()


def check(block: object, seen: str, width: int) -> None:
    """Of one block, as it stands on a terminal of this width."""
    lines = seen.splitlines()
    assert "http" in lines[-1] or max(map(len, lines)) <= width, (block, seen)
    if isinstance(block, ValueTable):
        assert values_in(seen) == [plain(cell) for cell in block.cells]
    elif not isinstance(block, ValueGrid):
        whole = "\n".join(texts(block))
        assert numbers(whole) <= numbers(seen), (block, seen)
        assert digits(whole) <= digits(seen), (block, seen)


def values_in(seen: str) -> list[str]:
    """The values in a table with the columns n, +0, +1, ..."""
    lines = seen.splitlines()
    head = next(i for i, line in enumerate(lines) if line.split()[:2] == ["n", "+0"])
    return [word for line in lines[head + 2 :] for word in line.split()[1:]]


def test_the_control_a_number_that_is_cut_is_noticed() -> None:
    assert not numbers("period 149459") <= numbers("period 1494...")
