"""Help as it is read: joined lines, whole words, brackets; and completion in the shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from own_clock import NEVER
from typer.main import get_command
from typer.testing import CliRunner

from mexplore.reports import commands
from mexplore.reports.cli.app import build, examples_of
from mexplore.reports.commands import app

ROOT = Path(__file__).parent.parent.parent.parent


def help_text(command: str) -> str:
    result = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "80"})
    assert result.exit_code == 0
    return result.stdout


def test_brackets_are_told_as_they_are() -> None:
    assert "[(x - 2, y - 1), (x - 1, y - 2)]" in help_text("terms")


def test_without_a_command_all_are_shown_each_with_its_whole_sentence() -> None:
    shown = CliRunner().invoke(app, [], env={"COLUMNS": "50"})
    assert shown.exit_code == 2 and shown.stdout.startswith("Usage: ")
    assert shown.stdout == CliRunner().invoke(app, ["--help"], env={"COLUMNS": "50"}).stdout
    assert "who is to move." in " ".join(shown.stdout.split()) and "..." not in shown.stdout.split()


@pytest.mark.parametrize(
    ("command", "choices"),
    [("plot", ["values", "histogram", "residues", "automaton", "board"]),
     ("terms", ["plain", "bfile", "parquet"]), ("verify", ["kernel", "definition"])],
)  # fmt: skip
def test_choices_are_whole_words(command: str, choices: list[str]) -> None:
    words = re.split(r"[\s,.;]+", help_text(command))
    assert set(choices) <= set(words)


def test_lines_of_the_source_are_joined() -> None:
    joined = "A law without a proof is reported as holding so far"
    assert joined in " ".join(help_text("study").replace("│", " ").split())
    short = [line for line in help_text("study").splitlines() if line.strip() == "What is not"]
    assert short == []


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("mexplore pl", ["plot"]), ("mexplore plot --kind r", ["rare", "residues", "runs"])],
)
def test_the_shell_completes(typed: str, offered: list[str]) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    done = subprocess.run(
        [sys.executable, "-m", "mexplore"], capture_output=True, text=True, cwd=ROOT, timeout=60,
        env=os.environ | {"_MEXPLORE_COMPLETE": "complete_bash"} | words, check=False,
    )  # fmt: skip
    assert sorted(done.stdout.split()) == offered


BETWEEN = "-- next --"
# In a process of its own: whether there are tables is decided when the commands are read.
SCRIPT = f"""
from typer.main import get_command
from mexplore.reports.commands import app
for name in get_command(app).commands:
    app([name, "--help"], standalone_mode=False)
    print("{BETWEEN}")
"""


@pytest.mark.parametrize(
    "width",
    [40, 80, *(pytest.param(width, marks=pytest.mark.slow) for width in (60, 120))],
)
def test_no_option_is_cut_at_any_width(width: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, cwd=ROOT, timeout=NEVER,
        env=os.environ | {"COLUMNS": str(width), "PYTHONIOENCODING": "utf-8"}, check=True,
    )  # fmt: skip
    commands = get_command(app).commands  # type: ignore[attr-defined]
    for command, shown in zip(commands.values(), done.stdout.split(BETWEEN), strict=False):
        # Help is never set in fewer columns than 50.
        assert max(map(len, shown.splitlines())) <= max(width, 50)
        words = set(re.split(r"[\s,│|\[\]=]+", shown))
        for parameter in command.params:
            if getattr(parameter, "hidden", False):
                continue
            assert {o for o in parameter.opts if o.startswith("--")} <= words, (command, parameter)
        letters = re.sub(r"[\s│]", "", shown)
        for example in examples_of(command.callback.__doc__):
            assert re.sub(r"\s", "", example) in letters, example


@pytest.mark.parametrize(("alias", "command"), [("analyse", "study"), ("values", "terms")])
def test_a_command_has_the_name_that_it_has_in_python(alias: str, command: str) -> None:
    told = [CliRunner().invoke(app, [name, "--help"]).stdout for name in (alias, command)]
    assert told[0].partition("\n")[2] == told[1].partition("\n")[2]
    listed = re.findall(r"^  (\w+)", CliRunner().invoke(app, ["--help"]).stdout, re.MULTILINE)
    assert command in listed
    assert alias not in listed


def test_the_list_of_commands_does_without_their_signatures() -> None:
    said = [
        CliRunner().invoke(build(commands, listed=listed), ["--help"], prog_name="mexplore").stdout
        for listed in (False, True)
    ]
    assert said[0] == said[1]
    assert "predict" in said[0]
