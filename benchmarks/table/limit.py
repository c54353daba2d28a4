"""The program in C++ for octal games, as fast as we know how: `benchmarks/octal_limit.cc`."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "octal_limit.cc"


@cache
def program() -> Path | None:
    """The program, translated once for each machine (a minute); None without a compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    mark = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    place = Path(tempfile.gettempdir()) / f"octal_limit-{mark}"
    if not place.exists():
        made = place.with_suffix(".new")
        options = ["-O3", "-march=native", "-std=c++17", "-w"]
        subprocess.run([compiler, *options, str(SOURCE), "-o", str(made)], check=True)
        made.rename(place)
    return place


@cache
def seconds(game: str, stop: int) -> float | None:
    """CPU seconds for the values of so many heaps; None without the program."""
    path = program()
    if path is None:
        return None
    name = "grundy" if game == "4!.0" else game.removeprefix("0")
    done = subprocess.run([str(path), name, str(stop)], capture_output=True, text=True, check=True)
    found = re.search(r"ns/value\(cpu\)=([0-9.]+)", done.stdout)
    return float(found.group(1)) * stop / 1e9 if found else None
