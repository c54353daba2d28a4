"""Files that are written: whole, with the permissions they had, and never by accident."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from own_clock import NEVER

from mexplore.reports.writers.output import (
    REMARKS,
    check_different,
    check_writable,
    print_json,
    write_text,
)
from mexplore.rules.errors import InputError
from mexplore.rules.text.files import exact_json


@pytest.fixture
def remarks() -> Iterator[None]:
    token = REMARKS.set(True)
    yield
    REMARKS.reset(token)


@pytest.mark.parametrize("length", [0, 1, 1000, 1001, 3500])
def test_json_of_a_long_list_is_written_in_parts(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same bytes as at once, and no text as long as all of them."""
    rows = [{"n": str(10**30 + k), "value": [k, 10**5000 if k == 7 else k]} for k in range(length)]
    written: list[str] = []
    stream = SimpleNamespace(write=written.append, writelines=written.extend)
    monkeypatch.setattr(sys, "stdout", stream)
    print_json({"rule": "0.77", "rows": rows, "none": [], "again": iter(rows), "more": {"a": [1]}})
    facts = {"rule": "0.77", "rows": rows, "none": [], "again": rows, "more": {"a": [1]}}
    assert "".join(written) == exact_json(facts) + "\n"
    assert max(map(len, written)) <= max(20, len(exact_json(rows[:1000])))


@pytest.mark.usefixtures("remarks")
def test_a_file_that_was_there_is_said_to_be_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.md"
    write_text(path, "one")
    assert capsys.readouterr().err == ""
    write_text(path, "two")
    assert capsys.readouterr().err == f"mexplore: replaced {path}\n"
    assert path.read_text() == "two"


def test_permissions_are_kept_and_new_files_follow_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    before = os.umask(0o027)
    try:
        write_text(path, "one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o600)
    write_text(path, "two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError])
def test_no_draft_is_left(tmp_path: Path, error: type[BaseException]) -> None:
    def parts() -> Iterator[str]:
        yield "begun"
        raise error

    with pytest.raises(error):
        write_text(tmp_path / "values.txt", parts())
    assert list(tmp_path.iterdir()) == []


def test_a_picture_is_drawn_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figure = pytest.importorskip("matplotlib.figure").Figure
    from mexplore.reports.writers.drawing import save

    path = tmp_path / "values.png"
    path.write_text("before")
    drawn = figure.savefig

    def stopped(self: Any, file: Any, **settings: Any) -> None:
        drawn(self, file, **settings)
        raise KeyboardInterrupt

    monkeypatch.setattr(figure, "savefig", stopped)
    with pytest.raises(KeyboardInterrupt):
        save(figure(), path)
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("values.png", "before")]


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("v" * 251 + ".txt")
    write_text(path, "0 1 2")
    assert path.read_text() == "0 1 2"


def test_a_link_that_leads_to_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "loop"
    path.symlink_to(path)
    with pytest.raises(InputError, match="leads to itself"):
        check_writable(path)


def test_a_folder_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(InputError, match="cannot be written: No such file"):
        check_writable(Path("values.txt"))


def test_two_results_are_not_written_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with pytest.raises(InputError, match="named twice"):
        check_different([path, None, tmp_path / "." / "x"])
    with pytest.raises(InputError, match="named twice"):  # one file where capitals do not count
        check_different([path, tmp_path / "X"])
    check_different([path, tmp_path / "y", None])
    check_different([Path("/dev/null"), Path("/dev/null")])


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_signals_while_a_file_is_written_leave_no_draft(
    tmp_path: Path, number: int, code: int
) -> None:
    command = [
        "terms",
        "0.77",
        "--upto",
        "3*10^7",
        "--out",
        str(tmp_path / "v"),
        "--format",
        "plain",
    ]
    running = subprocess.Popen([sys.executable, "-m", "mexplore", *command], stderr=subprocess.PIPE)
    while not list(tmp_path.iterdir()) and running.poll() is None:
        time.sleep(0.01)
    running.send_signal(number)
    running.communicate(timeout=NEVER)
    assert running.returncode == code
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("closed", "answered"), [("<&-", True), (">&-", False), ("2>&-", True), ("<&- >&- 2>&-", False)]
)
def test_streams_that_are_closed_harm_nobody(closed: str, answered: bool, tmp_path: Path) -> None:
    told = tmp_path / "told"
    keep = f"2>{told}" if "2>" not in closed else ""
    command = f"{sys.executable} -m mexplore terms 0.77 --upto 9 --no-store {keep} {closed}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert done.returncode == 0
    assert not told.exists() or told.read_text() == ""
    assert ("4" in done.stdout) == answered


@pytest.mark.parametrize(
    "arguments",
    [["study", "0.77", "--no-store", "--quiet"], ["explain", "0.77", "20"], ["library"],
     ["study", "--help"], ["terms", "0.77", "--upto", "20000", "--no-store"]],
)  # fmt: skip
def test_who_reads_no_further_is_no_answer(arguments: list[str]) -> None:
    """As with ``| head -1``: 1 would mean that the answer is no."""
    with subprocess.Popen(
        [sys.executable, "-m", "mexplore", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as started:  # fmt: skip
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        told = started.stderr.read()
        assert (started.wait(NEVER), told) == (0, "")
