"""Short ways to give heaps, rules with values, and files: each gives what the long way gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.reports.cli.options import Names
from mexplore.reports.cli.places import _one_by_one
from mexplore.reports.cli.position import pairs, with_values
from mexplore.reports.commands import app
from mexplore.rules.errors import InputError
from mexplore.rules.text.numbers import parse_number

KAYLES = "0 1 2 3 1 4 3 2 1 4 2"  # Winning Ways, chapter 4


def said(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.stderr if code == 2 else result.stdout


def test_the_last_n_or_a_range_of_terms() -> None:
    assert said("terms", "kayles", "10", "--format", "plain") == f"{KAYLES}\n"
    assert said("terms", "kayles", "5..9", "--format", "plain") == "4 3 2 1 4\n"
    assert "given twice" in said("terms", "kayles", "5", "--upto", "9", code=2)


def test_a_range_of_heaps() -> None:
    values = [f"G({n}) = {value}" for n, value in enumerate(KAYLES.split())]
    assert said("predict", "kayles", "1..10").splitlines()[:10] == values[1:]
    assert "at most" in said("predict", "kayles", "1..10^9", code=2)
    assert "is empty" in said("predict", "kayles", "9..1", code=2)
    assert _one_by_one("oo..o") == ["oo..o"]


def test_values_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "values.txt"
    file.write_text("0 1 2 3 1 4 3 2 1 4 2 6\n")
    arguments = ("search", "--library", "--values")
    assert said(*arguments, str(file)) == said(*arguments, "0,1,2,3,1,4,3,2,1,4,2,6")
    assert "is no nim-value" in said(*arguments, str(tmp_path / "none.txt"), code=2)


def test_a_file_of_several_rules_and_parameters(tmp_path: Path) -> None:
    short, long = tmp_path / "short.txt", tmp_path / "long.txt"
    short.write_text("nim 3 4\n0.77:5 subtract(1, k) with k=7:100\nsubtract(a, b) a=1 b=3 10 11\n")
    long.write_text("nim:3 nim:4\n0.77:5 subtract(1, 7):100\nsubtract(1, 3):10 subtract(1, 3):11\n")
    assert said("solve", "--file", str(short)) == said("solve", "--file", str(long))
    assert pairs("subtract(1, 2) 3, 4", Names()) == [
        ("subtract(1, 2)", "3"),
        ("subtract(1, 2)", "4"),
    ]
    with pytest.raises(InputError, match="has no m in it"):
        with_values("subtract(1, k) m=7")


def test_heaps_as_words() -> None:
    assert parse_number("Seven") == 7
    assert said("predict", "kayles", "twelve").startswith("G(12) = 4\n")
    assert said("solve", "kayles", "five") == said("solve", "kayles", "5")
    assert "unexpected" in said("solve", "kayles", "fife", code=2)
