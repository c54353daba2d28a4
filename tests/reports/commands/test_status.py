"""The JSON of every command says ``status`` and ``warrant``, and keeps to one object."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mexplore.reports.commands
from mexplore.reports.cli.app import examples_of
from mexplore.reports.commands import app
from mexplore.rules.members import modules_of

NO_QUESTION = {"doctor", "match", "plot", "serve"}  # a minute, a file, a folder, a server
STATUSES = {"proved", "computed", "holds so far", "nothing found", "refuted", "published"}
ASKED = {
    "atlas": ["--atlas", "a.sqlite"],
    "check": ["0.77", "Mod(n, 3)"],
    "compare": ["0.3", "0.33"],
    "count": ["0.77", "--upto", "30"],
    "explain": ["0.77", "5"],
    "library": ["kayles"],
    "positions": ["0.77", "--upto", "30"],
    "predict": ["0.77", "10^18"],
    "records": ["0.6"],
    "runs": ["0.77", "--upto", "30"],
    "search": ["octal(1)", "--values", "0,1,0,1"],
    "solve": ["0.77", "5", "9"],
    "store": ["--store", "kept"],
    "study": ["0.77", "--upto", "300", "--no-store"],
    "sweep": ["subtract(max=2)", "--atlas", "a.sqlite", "--workers", "1"],
    "terms": ["0.77", "--upto", "30", "--no-store"],
    "verify": ["kayles.json"],
}
ALSO = [
    ["predict", "0.77", "9", "--misere"],
    ["study", "0.77", "--misere"],
    ["terms", "0.77", "--misere", "--upto", "8"],
    ["terms", "knight", "--board", "4x4"],
    ["explain", "knight", "3,2"],
    ["study", "king", "--upto", "12"],
    ["library", "--families"],
    ["predict", "subtract(squares)", "10^30", "--budget", "1"],
]


def asked() -> Iterator[list[str]]:
    """A question to each command: that in ``ASKED``, or the first example of its help."""
    for module in modules_of(mexplore.reports.commands):
        name = module.__name__.rpartition(".")[2].rstrip("_")
        if name in ASKED:
            yield [name, *ASKED[name]]
        elif name not in NO_QUESTION:
            yield shlex.split(examples_of(module.command.__doc__)[0])[1:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With an atlas and a certificate in it."""
    folder = tmp_path_factory.mktemp("status")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for made in (ASKED["sweep"], ["0.77", "--write", "kayles.json", "--no-store"]):
            command = "study" if "--write" in made else "sweep"
            assert CliRunner().invoke(app, [command, *made, "--quiet"]).exit_code == 0
    return folder


@pytest.mark.parametrize("arguments", [*asked(), *ALSO], ids=" ".join)
def test_status_and_warrant(
    arguments: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    result = CliRunner().invoke(app, [*arguments, "--json"])
    answer = json.loads(result.stdout)
    assert answer["status"] in STATUSES
    assert isinstance(answer["warrant"], str) or answer["status"] == "nothing found"
