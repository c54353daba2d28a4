"""One reader for all files with an item a line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from mexplore.discover.heaps.evidence.sequence_file import read_sequence
from mexplore.rules.errors import InputError
from mexplore.rules.text.given import read_lines
from mexplore.rules.text.numbers import numeral, parse_number


def test_good_lines_and_bad_ones(tmp_path: Path) -> None:
    file = tmp_path / "numbers.txt"
    file.write_text("\ufeff7 # seven\n\n  # nothing\n2^3\nx\n0009", encoding="utf-8")
    with pytest.raises(InputError, match=r"numbers\.txt, line 5: number 'x': unexpected 'x'"):
        read_lines(file, parse_number)
    lines = read_lines(file, parse_number, keep_going=True)
    assert lines.good == [(1, 7), (4, 8), (6, 9)]
    assert lines.items == [7, 8, 9]
    assert [line.partition(":")[0] for line in lines.bad] == [f"{file}, line 5"]


@pytest.mark.parametrize(
    ("content", "problem"), [(b"\xff\xfe\x00", "no text"), (b"1" * 9, "large")]
)
def test_files_that_are_not_read(tmp_path: Path, content: bytes, problem: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(InputError, match=problem):
        read_lines(file, parse_number, most=8)
    with pytest.raises(InputError, match="cannot read"):
        read_lines(tmp_path / "missing", parse_number)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("5\n6 # six\nx"))
    assert read_lines(Path("-"), parse_number, keep_going=True).items == [5, 6]
    monkeypatch.setattr("sys.stdin", io.StringIO("[0, 1,\n2, -3]"))
    with pytest.raises(InputError, match="standard input, line 2: -3 is negative"):
        read_sequence("-")
    monkeypatch.setattr("sys.stdin", io.StringIO("[0, 1,\n2]"))
    assert read_sequence("-").tolist() == [0, 1, 2]


@pytest.mark.parametrize("text", ["0", "000", "0070", "9" * 9000, "10^5000-1", "12_345"])
def test_a_numeral_is_the_number_in_decimal(text: str) -> None:
    digits = numeral(text)
    assert digits == "0" or digits[0] != "0"
    assert parse_number(digits) == parse_number(text)
