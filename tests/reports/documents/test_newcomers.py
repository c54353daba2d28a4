"""What `study --explain` says of a game is true of that game."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from mexplore.reports.commands import app
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex


def explained(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["study", *arguments, "--explain", "--no-store"])
    assert result.exit_code == 0, result.output
    return result.stdout.partition("What the words mean")[2]


@pytest.mark.parametrize("text", ["0.77", "divide(2..6)", "subtract(1, 3, 4)", "4.[3]", "4!.0"])
def test_the_numbers_are_those_of_the_game(text: str) -> None:
    said = explained(text, "--upto", "300")
    rule = parse_rule(text)
    values = grundy_by_definition(rule, 60)
    example = re.search(r"G\((\d+)\) = mex\{([\d, ]+)\} = (\d+)", said)
    assert example is not None
    n, among, value = int(example[1]), [int(v) for v in example[2].split(",")], int(example[3])
    options = set()
    for heaps in rule.options(n):
        xor = 0
        for heap in heaps:
            xor ^= values[heap]
        options.add(xor)
    assert sorted(options) == among and mex(among) == value == values[n]
    zeros = re.search(r"single heaps of value 0 are: ([\d, ]*\d)", said)
    assert zeros is not None
    listed = [int(zero) for zero in zeros[1].split(",")]
    assert listed == [m for m in range(60) if values[m] == 0][: len(listed)]


def test_what_is_known_is_said() -> None:
    assert "Proved. What is stated holds for every n" in explained("0.77")
    assert "all n < 168" in explained("0.77")
    assert "Nothing found. The values for n < 301 are right" in explained("4!.0", "--upto", "300")


def test_of_a_board() -> None:
    said = explained("wythoff", "--upto", "6")
    assert "G(0, 2) = mex{0, 1} = 2" in said
    assert "are: (0, 0), (1, 2), (2, 1), (3, 5), (5, 3)" in said


def test_nobody_else_is_told() -> None:
    result = CliRunner().invoke(app, ["study", "0.77", "--no-store"])
    assert "What the words mean" not in result.stdout
