"""``search``: what is said of the rules that were found, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.record import Record
from mexplore.reports.commands import app

FAMILY = "subtract(max=4, size<=3)"


def run(*arguments: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["search", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


def test_by_values() -> None:
    shown = run(FAMILY, "--values", "0,1,0,1,2,3,2,0").stdout
    assert "1 of 14 rules" in shown and "subtract(1, 3, 4)" in shown


def test_by_values_from_n_1_on() -> None:
    answer = json.loads(run(FAMILY, "--values", "1 0 1 2 3 2", "--json").stdout)
    assert answer == {
        "looked_at": 14, "undecided": [], "ended": "all", "status": "computed",
        "warrant": "values were compared; each law has its own status",
        "found": [{"rule": "subtract(1, 3, 4)", "from": FAMILY, "status": None, "law": None}],
    }  # fmt: skip


def test_by_law() -> None:
    answer = json.loads(run(FAMILY, "--period", "7", "--json").stdout)
    assert answer["found"] == [
        {"rule": rule, "from": FAMILY, "status": "proved", "law": "G(n + 7) = G(n) for all n >= 0"}
        for rule in ("subtract(3, 4)", "subtract(1, 3, 4)")
    ]


def test_nothing_found_is_exit_code_1() -> None:
    assert "0 of 14 rules" in run(FAMILY, "--values", "0,5", code=1).stdout
    assert json.loads(run(FAMILY, "--ratio", "12", "--json", code=1).stdout)["found"] == []


def test_in_an_atlas_and_in_files(tmp_path: Path) -> None:
    with Atlas.create(tmp_path / "a.sqlite") as atlas:
        atlas.keep([Record("0.77", "proved", "periodic", period=12), Record("0.07", period=34)])
        atlas.enrol("octal", [("0.77", 0, {}), ("0.07", 1, {})])
    answer = json.loads(run("--atlas", tmp_path / "a.sqlite", "--period", "34", "--json").stdout)
    assert [each["rule"] for each in answer["found"]] == ["0.07"]
    (tmp_path / "rules.txt").write_text("kayles\n0.07\n")
    (tmp_path / "values.txt").write_text("0 1 2 3 1 4")
    shown = run(tmp_path / "rules.txt", "--sequence", tmp_path / "values.txt", "--json").stdout
    assert [each["rule"] for each in json.loads(shown)["found"]] == ["0.77"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name what to find"),
        (["--values", "0,-1"], "no nim-value"),
        (["--values", ""], "no value was given"),
        (["--values", "1,2", "--first", "0"], "--first 1"),
        (["--first", "2"], "--first goes with"),
        (["--values", "0", "--sequence", "x"], "either --values"),
        (["--pattern", "nice"], "the laws are"),
        (["octal(3)x", "--period", "7"], "octal"),
        (["subtract(max=60)", "--period", "7"], "members"),
        (["--atlas", "missing.sqlite", "--period", "7"], "no atlas"),
        (["--period", "x"], "--period"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments, code=2)
    assert said in result.stderr and result.stderr.count("\n") == 1
    assert result.stdout == ""


@pytest.mark.parametrize("given", [["0,1,0,1,2,3,2,0"], ["0", "1", "0", "1", "2", "3", "2", "0"]])
def test_values_may_stand_alone(given: list[str]) -> None:
    named = json.loads(run("--library", "--values", "0,1,0,1,2,3,2,0", "--json").stdout)
    assert json.loads(run("--library", *given, "--json").stdout) == named
