"""Sweeps as processes, watched from outside: what the atlas holds, who is at work."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from own_clock import NEVER

ROOT = Path(__file__).parent.parent


def started(*arguments: str) -> subprocess.Popen[str]:
    """The command, at work; nobody waits for it."""
    real = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return subprocess.Popen(
        [sys.executable, "-m", "mexplore", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=real,
    )  # fmt: skip


def known(path: Path) -> int:
    """How many rules the atlas holds, read beside the sweep; 0 where there is none yet."""
    if not path.exists():
        return 0
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=60)
    try:
        return int(connection.execute("SELECT count(*) FROM studies").fetchone()[0])
    except sqlite3.OperationalError:  # it is just being made
        return 0
    finally:
        connection.close()


def at_work(path: Path, process: subprocess.Popen[str], least: int) -> bool:
    """Wait until the atlas holds this many rules; whether the process is at work still."""
    while process.poll() is None and known(path) < least:
        time.sleep(0.01)
    return process.poll() is None


def children(process: subprocess.Popen[str]) -> list[int]:
    """The processes below this one (Linux)."""
    below: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            after = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        below.setdefault(int(after[1]), []).append(int(status.parent.name))

    def all_of(parent: int) -> Iterator[int]:
        for child in below.get(parent, []):
            yield child
            yield from all_of(child)

    return list(all_of(process.pid))


def gone(processes: list[int]) -> bool:
    """Wait until none of them is at work."""
    end = time.time() + NEVER
    while any(_is_alive(one) for one in processes):
        if time.time() > end:
            return False
        time.sleep(0.05)
    return True


def _is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def finished(*arguments: str, code: int = 0) -> dict[str, Any]:
    process = started(*arguments, "--json")
    out, error = process.communicate(timeout=NEVER)
    assert process.returncode == code, error
    read: dict[str, Any] = json.loads(out)
    return read
