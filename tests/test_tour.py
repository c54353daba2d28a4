"""The tour: each command gives the line of the answer that stands beside it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.reports.commands import app

TOUR = (Path(__file__).parent.parent / "docs" / "tour.md").read_text(encoding="utf-8")
STATEMENTS = TOUR.partition("## Statements")[2].partition("\n## ")[0]
COMMANDS, ANSWERS = (
    part.splitlines() for part in re.findall(r"```(?:sh|text)\n(.*?)```", STATEMENTS, re.DOTALL)
)


@pytest.mark.parametrize(("command", "answer"), [*zip(COMMANDS, ANSWERS, strict=True)])
def test_statements_have_these_answers(command: str, answer: str) -> None:
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.stdout == f"{answer}\n"
    assert result.exit_code == ("fails first" in answer or "is false" in answer)
