"""The help of every command has examples, and they run as they stand, in order, in an empty folder.

What OEIS gives away is not fetched: a file of two sequences stands in for it; a file without values
for a checkpoint of another machine.
"""

from __future__ import annotations

import gzip
import lzma
import shlex
import shutil
from pathlib import Path

import pytest
from packed_checkpoints import packed
from typer.testing import CliRunner

import mexplore.reports.commands
from mexplore.reports.cli.app import examples_of
from mexplore.reports.commands import app
from mexplore.rules.members import modules_of

EXAMPLES = {
    module.__name__.rpartition(".")[2].rstrip("_"): examples_of(module.command.__doc__)
    for module in modules_of(mexplore.reports.commands)
}
ENDLESS = "mexplore serve"  # until Ctrl-C
LONG = (
    "mexplore doctor",  # compiles every kernel
    "mexplore match subtract(squares) --draft",  # looks for a law first
    "mexplore records grundy --budget",  # compiles, and computes for seconds
    "mexplore search --values",  # goes through the families
    "mexplore sweep",  # starts processes
    "mexplore verify kayles.json --coq",  # asks Coq
)
ANSWERS = {0, 1}  # 1: the answer is no, as where two games differ


def is_long(example: str) -> bool:
    return " ".join(shlex.split(example)).startswith(LONG)


def run(example: str) -> None:
    arguments = shlex.split(example)[1:]
    if arguments[0] == "sweep":
        arguments += ["--workers", "1"]
    if "--coq" in arguments and shutil.which("coqc") is None:
        pytest.skip("there is no Coq here")
    if "mona" in arguments and shutil.which("mona") is None:
        pytest.skip("there is no MONA here")
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code in ANSWERS, f"{example}\n{result.output}"
    assert result.stdout.strip() or "--out" in arguments, f"{example} says nothing"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stripped.gz").write_bytes(gzip.compress(b"# terms\nA000001 ,1,2,3,1,4,3,2,1,\n"))
    (tmp_path / "names.gz").write_bytes(gzip.compress(b"# names\nA000001 Planted.\n"))
    header = {"version": 2, "rule": "0.174", "n": 1 << 30}
    (tmp_path / "0.174.stream.xz").write_bytes(lzma.compress(packed(header)))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("command", EXAMPLES)
def test_each_has_two(command: str) -> None:
    assert len(EXAMPLES[command]) >= 2
    assert any(f"mexplore {command}" in example for example in EXAMPLES[command])


@pytest.mark.parametrize(
    "command", [name for name in EXAMPLES if name not in ("sweep", "atlas", "doctor")]
)
def test_they_run(command: str) -> None:
    for example in EXAMPLES[command]:
        if not is_long(example) and not example.startswith(ENDLESS):
            run(example)


@pytest.mark.slow
@pytest.mark.parametrize("command", EXAMPLES)
def test_those_that_take_long_run_as_well(command: str) -> None:
    if any(map(is_long, EXAMPLES[command])):
        for example in EXAMPLES[command]:
            run(example)
