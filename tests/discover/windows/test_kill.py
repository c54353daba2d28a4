"""A study that streams is killed, again and again, and goes on with nothing lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mexplore.discover.verifying import verify
from mexplore.discover.windows.carrying import streams
from mexplore.rules.engine.store import Store

STUDY = """
import sys
from mexplore.discover.windows import search
search.SECONDS_BETWEEN = 0.05
from mexplore.reports.__main__ import main
sys.argv = ["mexplore", "study", "0.104", "--budget", "3000", "--json", "--store", sys.argv[1]]
main()
"""


def started(store: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", STUDY, str(store)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )


@pytest.mark.slow
def test_kills_lose_nothing(tmp_path: Path) -> None:
    before = -1
    for _ in range(4):
        process = started(tmp_path)
        while process.poll() is None and _reached(tmp_path) <= before:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        reached = _reached(tmp_path)
        assert reached >= before
        before = reached
    assert before > 0
    process = started(tmp_path)
    out, err = process.communicate()
    assert err == ""
    answer = json.loads(out)
    (best, *_) = answer["findings"]
    assert best["statement"] == "G(n + 11770282) = G(n) for all n >= 197769598"
    assert best["status"] == "proved"
    assert verify(answer["certificate"]).valid
    wrong = answer["certificate"] | {"bound": answer["certificate"]["bound"] - 1}
    assert not verify(wrong).valid


def _reached(folder: Path) -> int:
    return max((each.passed for each in streams(Store(folder))), default=-1)
