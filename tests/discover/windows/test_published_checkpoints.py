"""The checkpoints that lie beside the manual: whole, as it tells them, and good to go on with."""

from __future__ import annotations

import lzma
import re
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.windows.carrying import take_over
from mexplore.reports.commands import app
from mexplore.rules.engine.store import Store

DOCS = Path(__file__).parents[3] / "docs"
CHECKPOINTS = sorted((DOCS / "windows").glob("*.stream.xz"))


@pytest.mark.parametrize("path", CHECKPOINTS, ids=lambda path: path.name)
def test_a_checkpoint_is_whole_and_what_the_manual_tells(path: Path, tmp_path: Path) -> None:
    taken = take_over(path, Store(tmp_path))
    assert path.name == f"{taken.rule}.stream.xz"
    row = re.search(rf"^\| {re.escape(taken.rule)} \|.*$", _how_far(), re.MULTILINE)
    assert row is not None
    assert f"| {taken.passed} |" in row[0]
    digest = sha256(lzma.decompress(path.read_bytes())).hexdigest()
    assert f"begins {digest[:16]}" in row[0]


def _how_far() -> str:
    return (DOCS / "windows.md").read_text(encoding="utf-8").partition("## How far")[2]


@pytest.mark.slow
@pytest.mark.parametrize("path", CHECKPOINTS, ids=lambda path: path.name)
def test_a_study_goes_on_there(path: Path, tmp_path: Path) -> None:
    """The values before the checkpoint come out again, and the next ten million follow."""
    taken = take_over(path, Store(tmp_path))
    more = taken.passed + 10**7
    arguments = ["study", taken.rule, "--store", str(tmp_path), "--max-terms", str(more)]
    answer = CliRunner().invoke(app, [*arguments, "--budget", "600", "--json"])
    assert answer.exit_code == 0, answer.output
    assert "anew" not in answer.stderr
    streamed = re.search(r"all values at n < (\d+) were streamed", answer.stdout)
    assert streamed is not None
    assert int(streamed[1]) >= more
