"""The example rules in Python: docstrings, known answers, and the command line."""

from __future__ import annotations

import doctest
import importlib.util
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from mexplore.reports.commands import app
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.search import Positions
from mexplore.rules.notation import parse_rule

FOLDER = Path(__file__).parent.parent / "examples"
FILES = sorted(FOLDER.glob("*.py"))


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_docstrings_say_source_and_run(path: Path) -> None:
    module = load(path.stem)
    assert module.__doc__ is not None
    assert "Source" in module.__doc__
    assert f"examples/{path.name}:options" in module.__doc__
    result = doctest.testmod(module)
    assert (result.attempted > 0, result.failed) == (True, 0)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_command_line_takes_them(path: Path) -> None:
    arguments = ["terms", f"{path}:options", "--upto", "5", "--format", "plain"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    positions = Positions(load(path.stem).options)
    assert result.stdout.split() == [str(positions.value(n)) for n in range(6)]
    result = CliRunner().invoke(app, ["study", f"{path}:options", "--upto", "5"])
    assert result.exit_code == 0, result.output


def test_nukit() -> None:
    """Against a search for winners alone; (1, 5, 0, 3) is the example of the problem's text."""
    nukit = load("nukit")

    @cache
    def wins(a: int, b: int, c: int, d: int) -> bool:
        left = [
            (a - 2, b - 1, c, d - 2),
            (a - 1, b - 1, c - 1, d - 1),
            (a, b, c - 2, d - 1),
            (a, b - 3, c, d),
            (a - 1, b, c, d - 1),
        ]
        return any(min(rest) >= 0 and not wins(*rest) for rest in left)

    positions = Positions(nukit.options)
    assert positions.value((1, 5, 0, 3)) == 0
    for particles in product(range(6), repeat=4):
        assert (positions.value(particles) > 0) == wins(*particles)


def test_roxor() -> None:
    """The three sample games of UVa 1378, and the first winning move of each."""
    positions = Positions(load("roxor").options)
    assert positions.value((1, 0, 1, 0)) > 0
    assert positions.value((0, 0, 2, 1)) == 0  # after 0 -> 2, 3
    assert positions.value((0, 2, 1, 0)) > 0
    assert positions.value((0, 1, 2, 0)) > 0
    assert positions.value((1, 0, 5)) > 0
    assert positions.value((0, 2, 5)) == 0  # after 0 -> 1, 1
    assert positions.value((2, 1)) == 0
    single = [positions.value(n) for n in range(5)]
    for piles in product(range(2), repeat=4):
        nim_sum = 0
        for i, tokens in enumerate(piles):
            nim_sum ^= single[3 - i] * (tokens % 2)
        assert positions.value(piles) == nim_sum


def test_dynamic_nim() -> None:
    positions = Positions(load("dynamic_nim").options)
    for n in range(1, 40):
        for k in range(1, n + 1):
            assert (positions.value((n, k)) == 0) == (k < (n & -n))


def test_knights() -> None:
    """The table of one coin, as published, and two coins as a nim-sum."""
    rows = "00110011 00210011 12223222 11214323 00340011 00230021 11221222 11231120"
    table = [int(digit) for digit in rows.replace(" ", "")]
    rule = parse_rule(f"{FOLDER / 'knights.py'}:options", allow_python=True)
    assert grundy_values(rule, 64).tolist() == table
    positions = Positions(load("knights").options)
    squares = [(x, y) for x in range(0, 8, 2) for y in range(1, 8, 3)]
    for (a, b), (c, d) in product(squares, repeat=2):
        coins = tuple(sorted(((a, b), (c, d))))
        assert positions.value(coins) == table[8 * a + b] ^ table[8 * c + d]
