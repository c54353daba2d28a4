"""The README's commands run: each `mexplore ...` line, in order, in an empty folder."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from own_clock import Clock
from typer.testing import CliRunner

from mexplore.reports.commands import app

README = (Path(__file__).parent.parent / "README.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines() if line.startswith("mexplore ")]


def test_the_commands_of_the_readme_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) >= 8
    for command in COMMANDS:
        clock.tick = 0.1 if "match" in command else 0.01  # no law is known there: it ends soon
        result = CliRunner().invoke(app, shlex.split(command)[1:])
        assert result.exit_code == 0, f"{command}\n{result.output}"


def test_the_first_lines_show_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found = re.search(r"```text\n\$ mexplore ([^\n]*)\n(.*?)```", README, re.DOTALL)
    assert found is not None and README[: found.start()].count("\n") < 15
    result = CliRunner().invoke(app, shlex.split(found[1]))
    assert found[2] in result.output


def test_the_two_commands_stand_on_the_first_screen() -> None:
    first_screen = README.splitlines()[:40]
    for mark in ("<!-- run -->", "<!-- test -->"):
        assert mark in first_screen
    assert "--write kayles.md" in README


def test_the_python_of_the_readme_says_the_truth() -> None:
    found = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert len(found.examples) >= 5
    assert doctest.DocTestRunner().run(found).failed == 0
