"""What is typed is read once, and each kind of subject answers for itself."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import mexplore.reports.commands
from mexplore.reports.cli.app import ungrouped
from mexplore.reports.commands import app
from mexplore.rules.members import modules_of

KNIGHT = "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2)]"
COMMANDS = [module.command for module in modules_of(mexplore.reports.commands)]


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def run_json(*arguments: str) -> dict[str, Any]:
    code, out, _ = run(*arguments, "--json")
    assert code == 0
    read: dict[str, Any] = json.loads(out)
    return read


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__module__)
def test_options_that_all_commands_have_mean_the_same(command: Any) -> None:
    parameters = inspect.signature(ungrouped(command)).parameters
    assert {"as_json", "quiet"} <= set(parameters)
    helps = {name: _help(parameters[name].annotation) for name in parameters}
    for name, other in (("rules_file", "study"), ("row", "terms")):
        # (Of positions the row is where the squares lie, in terms it is the sequence.)
        if name in helps and (name, command.__module__) != (
            "row",
            "mexplore.reports.commands.positions",
        ):
            assert helps[name] == _help(_signature(other)[name].annotation)
    said = _help(_signature("study")["budget"].annotation).rstrip(".")
    assert helps.get("budget", said).startswith(said)  # sweep, search: for each rule


def _signature(command: str) -> Any:
    found = next(c for c in COMMANDS if c.__module__.endswith(f".{command}"))
    return inspect.signature(ungrouped(found)).parameters


def _help(annotation: Any) -> str:
    return str(annotation.__metadata__[0].help)


def test_the_runs_of_a_row() -> None:
    values = run_json("terms", KNIGHT, "--row", "2", "--upto", "20")["values"]
    found = run_json("runs", KNIGHT, "--row", "2", "--upto", "20")
    assert found["row"] == 2
    assert [r["value"] for r in found["runs"] for _ in range(r["start"], r["stop"])] == values


def test_a_row_is_looked_up_and_checked() -> None:
    values = run_json("terms", KNIGHT, "--row", "0", "--upto", "9")["values"]
    assert values == [0] * 10  # no knight of this kind moves from the edge
    assert run_json("predict", KNIGHT, "7", "--row", "0")["values"] == [{"n": "7", "value": 0}]
    assert run_json("check", KNIGHT, "0", "--row", "0")["holds"] is True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["terms", "0.77", "--row", "1"], "--row needs a board"),
     (["study", "0.77", "--board", "8x8"], "--board needs a board"),
     (["terms", KNIGHT, "--row", "1", "--value", "0"], "only one sequence at a time"),
     (["terms", KNIGHT, "--board", "8x8", "--upto", "9"], "leave --upto out"),
     (["study", KNIGHT, "--board", "8x8", "--upto", "9"], "leave --upto out"),
     (["check", KNIGHT, "n"], "the coordinates are x, y"),
     (["runs", KNIGHT], "--row A"),
     (["predict", KNIGHT, "9"], "--row A"),
     (["solve", KNIGHT, "9"], "is no square"),
     (["compare", KNIGHT, "0.3"], "with boards only"),
     (["study", "(x, y) -> x - 1"], "write a list, such as (x, y) -> [(x - 1, y)]"),
     (["solve", "n -> [n - 1, n // 2]", "3,5,7"], "write heaps apart: 3 5 7"),
     (["predict", KNIGHT, "5", "--row", "10^30"], "`mexplore predict` single squares"),
     (["study", KNIGHT, "--row", "x"], "write a number such as"),
     (["study", "subtract(1..k)"], '--for "k >= 1"')],
)  # fmt: skip
def test_what_a_kind_of_subject_cannot_do_is_told(arguments: list[str], message: str) -> None:
    code, out, error = run(*arguments)
    assert (code, out) == (2, "")
    assert message in error
    assert error.count("\n") == 1


def test_a_sequence_has_no_board(tmp_path: Path) -> None:
    file = tmp_path / "numbers.txt"
    file.write_text("0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2")
    assert run_json("study", "--sequence", str(file))["rule"] is None
    assert "needs a board" in run("study", "--sequence", str(file), "--row", "1")[2]
    assert "sequence" in run("study", "0.3", "--sequence", str(file))[2]


def test_the_log_of_a_board_is_written(tmp_path: Path) -> None:
    log = tmp_path / "log.log"
    assert run("study", KNIGHT, "--board", "8x8", "--write", str(log))[0] == 0
    assert "8x8 squares" in log.read_text()
