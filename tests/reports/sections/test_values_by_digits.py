"""What a report says of the first nim-values by digits: tables, first positions, readings."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.automata.numbers import residue
from mexplore.discover.automata.numeration import FIBONACCI, Base, Numeration
from mexplore.discover.boards.patterns.values_by_digits import ValuesByDigits
from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
from mexplore.reports.commands import app
from mexplore.reports.sections.by_digits import in_brief, in_full
from mexplore.reports.sections.known import board_section_of, section_of
from mexplore.reports.writers.document import Block, Paragraph, Table, plain
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def _of_residues(most: int, modulus: int, numeration: Numeration) -> HeapValuesByDigits:
    """n mod modulus, as far as it is at most ``most``."""
    return HeapValuesByDigits.of_sets([residue(modulus, r, numeration) for r in range(most + 1)])


def _texts(blocks: list[Block]) -> list[str]:
    return [plain(block.text) for block in blocks if isinstance(block, Paragraph)]


@pytest.mark.parametrize(
    "numeration, modulus, most",
    [(Base(2), 5, 1), (Base(2), 5, 4), (Base(3), 5, 2), (FIBONACCI, 2, 0), (FIBONACCI, 2, 1)],
)
def test_the_table_alone_tells_the_values(numeration: Numeration, modulus: int, most: int) -> None:
    """Read by this test, with the weights; a dash stands where the value is greater."""
    law = _of_residues(most, modulus, numeration)
    table = next(block for block in in_full(law) if isinstance(block, Table))
    assert list(table.columns[:2]) == ["state", "value"]
    rows = {plain(row[0]): [plain(cell) for cell in row[1:]] for row in table.rows}
    for n in range(200):
        state = "0"
        for digit in numeration.of(n):
            state = rows[state][1 + digit] if state != "-" else "-"
        told = f"> {most}" if state == "-" else rows[state][0]
        assert told == (str(n % modulus) if n % modulus <= most else f"> {most}")


def test_first_positions_are_listed_value_by_value() -> None:
    (line,) = _texts(in_brief(_of_residues(1, 3, Base(2))))
    assert line == "Value 0: 0, 3, 6, 9, 12, 15, ... Value 1: 1, 4, 7, 10, 13, 16, ..."
    texts = _texts(in_full(_of_residues(1, 3, Base(2))))
    assert any("> 1 stands for all greater values" in text for text in texts)
    assert any("Reading 58: its value is 1" in text for text in texts)
    assert not any(
        "stands for all" in text for text in _texts(in_full(_of_residues(2, 3, Base(2))))
    )


def test_both_kinds_have_the_section() -> None:
    assert type(section_of(_of_residues(1, 3, Base(2)))).__name__ == "HeapsByDigitsSection"
    both = ValuesByDigits(Base(2), 2, ((1, 2, 2, 2), (1,) * 4, (2,) * 4), 0, (0, 0, 1))
    assert type(board_section_of(both)).__name__ == "ByDigitsSection"
    texts = _texts(board_section_of(both).in_full(both))
    assert any(text.startswith("Reading (") for text in texts)


def test_heaps_are_written_in_all_formats(tmp_path: Path) -> None:
    """Both laws of a rule, their tables, and the certificate."""
    rule = "n -> [n - x for x in range(1, n + 1) if x & n == 0]"
    files = [tmp_path / f"report.{ending}" for ending in ("html", "md", "tex")]
    writing = [part for file in files for part in ("--write", str(file))]
    result = CliRunner().invoke(app, ["study", rule, "--max-terms", "2000", "--all", *writing])
    assert result.exit_code == 0, result.output
    ones = [n for n, v in enumerate(grundy_by_definition(parse_rule(rule), 63)) if v == 1]
    assert f"Value 1: {', '.join(map(str, ones[:6]))}" in result.output
    for file in files:
        text = file.read_text()
        assert "First P-positions" in text
        assert "Value 1" in text
        assert "lost-heaps-by-digits" in text
