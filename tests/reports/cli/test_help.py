"""Help as it is read: joined lines, whole words, brackets; and completion in the shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from reports.cli.app import _build, app
from reports.cli.help import examples_of

ROOT = Path(__file__).parent.parent.parent.parent


def help_text(command: str) -> str:
    result = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "80"})
    assert result.exit_code == 0
    return result.stdout


def test_brackets_are_not_taken_for_markup() -> None:
    assert "mexplore[plots]" in help_text("plot")
    assert "[(x - 2, y - 1), (x - 1, y - 2)]" in help_text("terms")


@pytest.mark.parametrize(
    ("command", "choices"),
    [("plot", ["values", "histogram", "residues", "automaton", "board"]),
     ("terms", ["plain", "bfile", "parquet"]), ("verify", ["kernel", "definition"])],
)  # fmt: skip
def test_choices_are_whole_words(command: str, choices: list[str]) -> None:
    words = re.split(r"[\s,.;]+", help_text(command))
    assert set(choices) <= set(words)


def test_lines_of_the_source_are_joined() -> None:
    joined = "What is not proved is said to hold so far"
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
        [sys.executable, "-m", "reports"], capture_output=True, text=True, cwd=ROOT, timeout=60,
        env=os.environ | {"_MEXPLORE_COMPLETE": "complete_bash"} | words, check=False,
    )  # fmt: skip
    assert sorted(done.stdout.split()) == offered


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_option_is_cut_at_any_width(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    narrow = _build()
    for name, command in get_command(narrow).commands.items():  # type: ignore[attr-defined]
        narrow([name, "--help"], standalone_mode=False)
        shown = capsys.readouterr().out
        assert max(map(len, shown.splitlines())) <= width
        words = set(re.split(r"[\s,│|\[\]=]+", shown))
        for parameter in command.params:
            assert {o for o in parameter.opts if o.startswith("--")} <= words, (name, parameter)
        letters = re.sub(r"[\s│]", "", shown)
        for example in examples_of(command.callback.__doc__):
            assert re.sub(r"\s", "", example) in letters, (name, example)
