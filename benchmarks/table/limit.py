"""The programs in C and C++, as fast as we know how, that ours are measured against.

They are translated once for each machine; without a compiler there are none.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent
WINDOWS = {"0.104": ("17", "1"), "0.054": ("3d", "0"), "0.454": ("3d", "0"), "0.106": ("d", "1")}
"""The mask of a game's sparse space, and whether it counts the position."""
CONSTANTS = ("2000000", "96", "16384")  # values looked at, witnesses at most, the largest of them


@cache
def _made(source: Path, *options: str) -> Path | None:
    """What the compiler makes of a source; None without one."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if source.suffix == ".c":
        compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    mark = hashlib.sha256(source.read_bytes() + repr(options).encode())
    if "-include" in options:
        mark.update(Path(options[options.index("-include") + 1]).read_bytes())
    place = Path(tempfile.gettempdir()) / f"{source.stem}-{mark.hexdigest()[:16]}"
    if not place.exists():
        made = place.with_suffix(f".{os.getpid()}")
        arguments = ["-O3", "-march=native", "-w", *options, str(source), "-o", str(made)]
        subprocess.run([compiler, *arguments], check=True)
        made.rename(place)
    return place


def _nanoseconds(program: Path, *arguments: str) -> tuple[float, str] | None:
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
    found = re.search(r"ns/value(?:\(cpu\))?=([0-9.]+)", done.stdout)
    return (float(found.group(1)), done.stdout) if found else None


def seconds(game: str, stop: int) -> float | None:
    """CPU seconds for the values at n < stop; None without the program."""
    path = _made(FOLDER / "octal_limit.cc", "-std=c++17")
    if path is None:
        return None
    name = "grundy" if game == "4!.0" else game.removeprefix("0")
    found = _nanoseconds(path, name, str(stop))
    return found[0] * stop / 1e9 if found else None


@cache
def window(game: str, stop: int) -> float | None:
    """Nanoseconds a value of the stream of a game, which ends at a proof or at ``stop``."""
    maker = _made(FOLDER / "octal_window_constants.cc")
    if maker is None:
        return None
    name, asked = game.removeprefix("0"), [*WINDOWS[game], *CONSTANTS]
    header = Path(tempfile.gettempdir()) / f"{maker.name}{name}.h"
    if not header.exists():
        place = {**os.environ, "NS": "20000", "COV": "1"}
        text = subprocess.run([maker, name, *asked], env=place, capture_output=True, check=True)
        header.write_bytes(text.stdout)
    path = _made(FOLDER / "octal_window.cc", "-std=c++17", "-include", str(header))
    found = _nanoseconds(path, str(stop)) if path else None
    return found[0] if found else None


@cache
def counting() -> ctypes.CDLL | None:
    """The functions of `benchmarks/counting.c`."""
    path = _made(FOLDER / "counting.c", "-shared", "-fPIC")
    return ctypes.CDLL(str(path)) if path else None


@cache
def general() -> ctypes.CDLL | None:
    """The functions of `benchmarks/general.c`."""
    path = _made(FOLDER / "general.c", "-shared", "-fPIC")
    return ctypes.CDLL(str(path)) if path else None
