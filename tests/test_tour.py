"""The tour: each command gives the answer that stands below it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, DocTestParser, DocTestRunner, OutputChecker
from pathlib import Path
from typing import Any

import pytest
from own_clock import NEVER
from typer.testing import CliRunner

from mexplore.reports.commands import app

TOUR = (Path(__file__).parent.parent / "docs" / "tour.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", TOUR, re.DOTALL | re.MULTILINE))
FILES = {
    "dawson.txt": "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4\n",
    "games.txt": "nim 3 4\nsubtract(1, k) with k=7:100\n",
}
"""Files that the tour speaks of; the first has values of Winning Ways, chapter 4, table 6."""


def blocks() -> Iterator[Any]:
    """The blocks of commands, each in a folder of its own; what takes long is said to be slow."""
    for section, text in SECTIONS.items():
        found = re.findall(r"(<!-- slow -->\n)?```console\n(.*?)```", text, re.DOTALL)
        for number, (slow, block) in enumerate(found):
            marks = [pytest.mark.slow] if slow else []
            yield pytest.param(block, id=f"{section}-{number}", marks=marks)


def asked(command: str) -> str:
    name, *arguments = shlex.split(command)
    if name == "cat":
        return Path(arguments[0]).read_text(encoding="utf-8")
    if arguments[0] == "serve":
        return served(arguments)
    result = CliRunner().invoke(app, arguments)
    wrong = (
        "fails first" in result.stdout,
        "is false" in result.stdout,
        "refuted" in result.stdout,
    )
    assert result.exit_code == (1 if any(wrong) else 0 if result.stdout else 2), result.output
    return result.output


def served(arguments: list[str]) -> str:
    """What the server says before it waits."""
    command = [sys.executable, "-m", "mexplore", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        assert server.stdout is not None
        said = b"".join(server.stdout.readline() for _ in range(2))
        server.terminate()
        server.wait(NEVER)
    return said.decode()


@pytest.mark.parametrize("block", [*blocks()])
def test_the_answers_are_these(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    answers = re.findall(r"^\$ (.+)\n((?:(?!\$ mex|\$ cat).*\n)*)", block, re.MULTILINE)
    assert answers
    for command, answer in answers:
        said = asked(command)
        same = OutputChecker().check_output(answer, said, ELLIPSIS | NORMALIZE_WHITESPACE)
        assert same, f"$ {command}\n{said}"


def test_the_session_of_python_runs() -> None:
    session = "".join(re.findall(r"```python\n(.*?)```", TOUR, re.DOTALL))
    test = DocTestParser().get_doctest(session, {}, "tour.md", None, 0)
    assert len(test.examples) > 5
    assert DocTestRunner(optionflags=ELLIPSIS).run(test).failed == 0


def test_nothing_is_left_out() -> None:
    """Each of these is what a section shows."""
    words = ("understood as", "proved", "solve", "Who else", "python", "--budget 60", "Written:",
             ".bib", "%N", "--claim", "serve")  # fmt: skip
    assert len(SECTIONS) == len(words)
    for word, text in zip(words, SECTIONS.items(), strict=True):
        assert word in "".join(text), word
