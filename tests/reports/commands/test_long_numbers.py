"""Long numbers are written by our own conversion: Python's takes quadratic time, and refuses them
unless it is told not to, which no test does."""

from __future__ import annotations

import sys

import pytest
from typer.testing import CliRunner

from mexplore.reports.commands import app

LONG = "10^6000"
DIGITS = "0" * 5999


@pytest.mark.parametrize("form", [["--json"], []], ids=["json", "text"])
@pytest.mark.parametrize(
    "command",
    [
        ["predict", "subtract(1, 3, 4)", LONG],
        ["solve", "subtract(1, 3, 4)", LONG, "7"],
        ["explain", "subtract(1, 3, 4)", LONG],
        ["check", "subtract(1, 3, 4)", "Mod(n, 7)", "--range", f"{LONG}..{LONG}+5"],
        ["count", "subtract(1, 3, 4)", "--upto", LONG],
        ["positions", "subtract(1, 3, 4)", "--upto", LONG, "--nth", LONG],
        ["runs", "divide(1000)", "--upto", LONG],
        ["solve", "divide(2..6)", LONG, "7", "2"],
        ["compare", "subtract(1)", "0.3", "--upto", LONG],
        ["study", "divide(2..6)", "--upto", LONG],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_no_long_number_is_left_to_python(command: list[str], form: list[str]) -> None:
    assert sys.get_int_max_str_digits()
    result = CliRunner().invoke(app, [*command, *form])
    assert result.exit_code < 2, result.stderr
    if form and command[0] not in ("compare", "study", "runs"):
        assert DIGITS in result.stdout.replace("9", "0")
