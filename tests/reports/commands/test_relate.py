"""``atlas --relate`` and ``atlas --equal``: what is said of the rows together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.record import Record
from mexplore.reports.commands import app


@pytest.fixture
def atlas(tmp_path: Path) -> Path:
    """Records as a sweep of subtract(a) would keep them."""
    path = tmp_path / "atlas.sqlite"
    texts = [(a, f"subtract({a})") for a in range(1, 13)]
    with Atlas.create(path) as opened:
        opened.keep(
            [Record(text, "proved", "periodic", period=2 * a, saltus=0) for a, text in texts]
        )
        opened.keep([Record("0.3", "proved", "periodic", period=2, saltus=0)])
        opened.enrol("subtract", [(text, a, {"a": a, "S": [a]}) for a, text in texts])
        opened.enrol("octal", [("0.3", 3, {"d1": 3})])
    return path


def run(path: Path, *arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["atlas", "--atlas", str(path), *arguments])
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def test_statements(atlas: Path) -> None:
    shown = run(atlas, "--relate")
    assert "period == 2*a" in shown and "12 of 12" in shown
    statements = json.loads(run(atlas, "--relate", "--json"))["statements"]
    found = {each["statement"]: each for each in statements if each["family"] == "subtract"}
    two = found["len(S) == 1 implies period == 2*a"]
    assert (two["members"], two["support"], two["exceptions"]) == (12, 12, [])


def test_never_proved(atlas: Path) -> None:
    text = run(atlas, "--relate", "--format", "markdown")
    assert "proved by" not in text and "are proved" not in text
    assert "says nothing sure of others" in text


def test_too_few_members(atlas: Path) -> None:
    found = json.loads(run(atlas, "--relate", "--family", "octal", "--json"))
    assert found["statements"] == []
    assert "Too few members" in run(atlas, "--relate", "--family", "octal")


def test_equal_rules(atlas: Path) -> None:
    answer = json.loads(run(atlas, "--equal", "--json"))
    several = [each for each in answer["groups"] if len(each["rules"]) > 1]
    assert [sorted(each["rules"]) for each in several] == [["0.3", "subtract(1)"]]
    assert several[0]["equal_for_all"] is True
    assert "0.3, subtract(1)" in run(atlas, "--equal")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--relate", "--surprising"], "give one of them"),
        (["--relate", "--equal"], "give one of them"),
        (["--relate", "--format", "csv"], "has no rows"),
    ],
)
def test_bad_input_is_one_line(atlas: Path, arguments: list[str], said: str) -> None:
    told = run(atlas, *arguments, code=2)
    assert said in told and told.count("\n") == 1
