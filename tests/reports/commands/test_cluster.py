"""A sweep on a real Dask cluster of two worker processes, one of which is killed in the middle."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_clock import NEVER
from sweeps import at_work, finished, known, started

from mexplore.discover.surveys.atlas import Atlas

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("distributed") is None, reason="Dask is not installed"
    ),
]
ROOT = Path(__file__).parent.parent.parent.parent
FAMILY, MEMBERS = "octal(2)", 128


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and two workers, each a process with one thread."""
    file = tmp_path / "scheduler.json"
    where = ["--scheduler-file", str(file)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    here = os.environ | {"PYTHONPATH": str(ROOT)}

    def dask(command: str, *more: str) -> subprocess.Popen[bytes]:
        line = [sys.executable, "-m", "dask", command, *where, *more]
        return subprocess.Popen(line, cwd=tmp_path, env=here, **quiet)  # type: ignore[call-overload, no-any-return]

    scheduler = dask("scheduler", "--port", "0", "--no-dashboard", "--no-show")
    while not file.exists():
        assert scheduler.poll() is None
        time.sleep(0.05)
    alone = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
    workers = [dask("worker", *alone) for _ in range(2)]
    try:
        yield json.loads(file.read_text())["address"], workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def rows(path: Path) -> dict[str, tuple[object, ...]]:
    with Atlas.read(path) as atlas:
        return {
            row.rule: (row.record.status, row.record.law, row.record.head, row.record.computed)
            for row in atlas.rows()
        }


def test_a_worker_of_two_is_killed_and_nothing_is_lost(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    path, other = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    limits = ("--max-terms", "1000")
    process = started(
        "sweep", FAMILY, "--atlas", str(path), "--cluster", address, *limits, "--json"
    )
    assert at_work(path, process, 15)
    workers[0].kill()
    out, error = process.communicate(timeout=NEVER)
    assert process.returncode == 0, error
    done = json.loads(out)
    assert (done["known"], done["failed"]) == (MEMBERS, [])
    with Atlas.read(path) as atlas:
        studied = sum(record.representative is None for record in atlas.records())
    assert done["studied"] == studied
    finished("sweep", FAMILY, "--atlas", str(other), "--workers", "2", *limits)
    assert rows(path) == rows(other)
    assert known(path) == known(other)


def test_a_cluster_that_does_not_answer_is_told(tmp_path: Path) -> None:
    process = started(
        "sweep", FAMILY, "--atlas", str(tmp_path / "a"), "--cluster", "tcp://127.0.0.1:9"
    )
    out, error = process.communicate(timeout=NEVER)
    assert (process.returncode, out) == (2, "")
    assert "no Dask cluster answers" in error.splitlines()[-1]
