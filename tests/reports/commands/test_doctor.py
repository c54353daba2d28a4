"""``mexplore doctor``: what it says of right kernels and of a wrong one."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_clock import NEVER
from typer.testing import CliRunner

from mexplore.discover.trials import running
from mexplore.discover.trials.running import Outcome, trials
from mexplore.reports.commands import app
from mexplore.rules.engine.surroundings import versions

WRONG = "0.354: 3 at n = 2564, by the definition 1"


@pytest.fixture
def _all_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "outcomes", lambda: outcomes(""))


@pytest.fixture
def _one_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "outcomes", lambda: outcomes(WRONG))


def outcomes(wrong: str) -> Iterator[Outcome]:
    for name in reversed(trials()):
        bad = wrong if name == "sparse space, one plane" else ""
        yield Outcome(name, 12, 3400, 0.5, ("rules.x",), bad)


@pytest.mark.usefixtures("_all_right")
def test_right_kernels_have_a_line_each() -> None:
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 0, result.output
    for name in trials():
        assert re.search(rf"^{name} +12 +3,400 +right *$", result.stdout, re.MULTILINE), name
    assert "All kernels compute right values on this machine." in result.stdout
    for version in versions().values():
        assert version in result.stdout
    assert "wrong" not in result.stdout


@pytest.mark.usefixtures("_one_wrong")
def test_a_wrong_one_is_exit_code_1_with_both_values_and_the_remedy() -> None:
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 1
    assert re.search(r"^sparse space, one plane +12 +3,400 +wrong *$", result.stdout, re.MULTILINE)
    said = " ".join(result.stdout.split())
    assert f"sparse space, one plane: {WRONG}" in said
    assert "MEXPLORE_CPU_NAME=generic" in said
    assert "All kernels" not in said


@pytest.mark.usefixtures("_one_wrong")
def test_json_has_everything() -> None:
    result = CliRunner().invoke(app, ["doctor", "--json"])
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert told["right"] is False and "MEXPLORE_CPU_NAME=generic" in told["remedy"]
    assert [kernel["name"] for kernel in told["kernels"]] == list(trials())
    assert [k["wrong"] for k in told["kernels"] if k["wrong"] is not None] == [WRONG]
    assert told["versions"] == versions()
    assert {"name", "host", "cpu_name", "features"} == set(told["processor"])
    assert {"machine code", "values"} >= {folder["holds"] for folder in told["folders"]}
    for folder in told["folders"]:
        assert Path(folder["path"]).is_absolute()
        assert set(folder) == {"holds", "path", "writable", "entries", "bytes", "refused"}


@pytest.mark.usefixtures("_all_right")
def test_json_of_right_kernels_has_no_remedy() -> None:
    told = json.loads(CliRunner().invoke(app, ["doctor", "--json"]).stdout)
    assert told["right"] is True and told["remedy"] is None


def test_ctrl_c_is_heard_at_once_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-m", "mexplore", "doctor"], text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    while not list(tmp_path.glob("mexplore-doctor-*")):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=NEVER)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[1:] == ["mexplore: stopped"]  # after how long it takes
    assert not list(tmp_path.glob("mexplore-doctor-*"))
