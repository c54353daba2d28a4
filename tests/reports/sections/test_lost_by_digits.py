"""What a report says of P-positions by digits: words, weights, tables, positions read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.automata.numbers import equation, inequality
from mexplore.discover.automata.numeration import FIBONACCI, Base, Numeration
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.reports.commands import app
from mexplore.reports.sections.known import board_section_of
from mexplore.reports.writers.document import Paragraph, Table, plain


def _law(coefficients: tuple[int, ...], numeration: Numeration, *, at_most: bool) -> LostByDigits:
    made = inequality if at_most else equation
    return LostByDigits.of(made(coefficients, 0, numeration))


def _texts(law: LostByDigits, *, full: bool) -> list[str]:
    section = board_section_of(law)
    blocks = section.in_full(law) if full else section.answer(law)
    return [plain(block.text) for block in blocks if isinstance(block, Paragraph)]


def test_equal_coordinates_are_told_in_words() -> None:
    (line,) = _texts(_law((1, -1), FIBONACCI, at_most=False), full=False)
    assert line.startswith("That is, exactly where x = y. The weights are 1, 2, 3, 5, 8, 13, 21, ")
    assert "First P-positions: (0, 0), (1, 1), (2, 2)," in line


def test_what_is_no_matter_of_single_places_is_not() -> None:
    (line,) = _texts(_law((1, -1), Base(3), at_most=True), full=False)
    assert line.startswith("First P-positions: (0, 0), (0, 1), (0, 2), (1, 1),")


def test_the_table_leads_to_the_state_of_every_position() -> None:
    """The table alone, read by this test, tells x <= y."""
    law = _law((1, -1), Base(2), at_most=True)
    blocks = board_section_of(law).in_full(law)
    table = next(block for block in blocks if isinstance(block, Table))
    assert list(table.columns) == ["state", "ends", "00", "01", "10", "11"]
    rows = {plain(row[0]): [plain(cell) for cell in row[1:]] for row in table.rows}
    for x in range(20):
        for y in range(20):
            state = "0"
            for place in range(5):
                state = rows[state][1 + 2 * (x >> place & 1) + (y >> place & 1)]
            assert rows[state][0] == ("lost" if x <= y else "won")


def test_positions_are_read_digit_by_digit() -> None:
    law = _law((1, -2), FIBONACCI, at_most=False)
    texts = _texts(law, full=True)
    assert any("12 = 8 + 3 + 1 is 10101" in text for text in texts)
    assert sum(text.startswith("Reading (") for text in texts) == 2
    assert any("it is a P-position" in text for text in texts)
    assert any("it is an N-position" in text for text in texts)


def test_large_automata_are_told_by_their_size() -> None:
    law = _law((1, -1), Base(10), at_most=True)
    blocks = board_section_of(law).in_full(law)
    assert not any(isinstance(b, Table) and b.columns[:2] == ["state", "ends"] for b in blocks)
    assert any("100 transitions from each" in text for text in _texts(law, full=True))


@pytest.mark.parametrize("ending", ["html", "md", "tex"])
def test_boards_of_three_coordinates_are_written_in_all_formats(
    ending: str, tmp_path: Path
) -> None:
    """Moore (1910): of three heaps, two of which may be moved at once, equal ones are lost."""
    file = tmp_path / f"report.{ending}"
    rule = "nim(3 heaps; at most 2)"
    result = CliRunner().invoke(app, ["study", rule, "--upto", "11", "--write", str(file)])
    assert result.exit_code == 0, result.output
    assert "exactly where x = y = z" in result.output
    text = file.read_text()
    assert "The automaton" in text
    assert "ends in these digits" in text


def test_moores_nim_on_four_heaps_is_told_by_sums_of_digits() -> None:
    """Moore (1910): with moves in at most k heaps, the numbers of ones at each place are divisible
    by k + 1."""
    rule = "nim(4 heaps; at most 2)"
    result = CliRunner().invoke(app, ["study", rule, "--upto", "7", "--json"])
    assert json.loads(result.output)["status"] == "proved"
    result = CliRunner().invoke(app, ["study", rule, "--upto", "7"])
    assert "at every place the digits of x, y, z and u have the sum 0 or 3" in result.output
