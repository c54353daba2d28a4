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
import sys
import tempfile
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent
WINDOWS = {"0.104": ("17", "1"), "0.054": ("3d", "0"), "0.454": ("3d", "0"), "0.106": ("d", "1")}
"""The mask of a game's sparse space, and whether it counts the position."""
CONSTANTS = ("2000000", "96", "16384")  # values looked at, witnesses at most, the largest of them


@cache
def _made(source: Path, *options: str) -> tuple[Path, ...]:
    """What each compiler at hand makes of a source; none where it needs another processor."""
    names = ("gcc", "clang") if source.suffix == ".c" else ("g++", "clang++")
    found = [_compiled(path, source, options) for path in map(shutil.which, names) if path]
    return tuple(place for place in found if place is not None)


def _compiled(compiler: str, source: Path, options: tuple[str, ...]) -> Path | None:
    mark = hashlib.sha256(repr((compiler, options)).encode())
    headers = [Path(options[options.index("-include") + 1])] if "-include" in options else []
    for each in (source, *sorted(source.parent.glob("*.h")), *headers):
        mark.update(each.read_bytes())
    place = Path(tempfile.gettempdir()) / f"{source.stem}-{mark.hexdigest()[:16]}"
    if not place.exists():
        made = place.with_suffix(f".{os.getpid()}")
        arguments = ["-O3", "-march=native", "-w", *options, str(source), "-o", str(made)]
        done = subprocess.run([compiler, *arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            _told(compiler, source, done.stderr.partition(" error: ")[2])
            return None
        made.rename(place)
    return place


@cache
def _told(compiler: str, source: Path, error: str) -> None:
    """Say once why there is no program."""
    first = (error.splitlines() or ["failed"])[0]
    print(f"{Path(compiler).name} {source.name}: {first}", file=sys.stderr)


def _nanoseconds(program: Path, *arguments: str) -> float | None:
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
    found = re.search(r"ns/value(?:\(cpu\))?=([0-9.]+)", done.stdout)
    return float(found.group(1)) if found else None


def _least(programs: tuple[Path, ...], *arguments: str) -> float | None:
    """Nanoseconds a value of the fastest of the programs."""
    found = (_nanoseconds(program, *arguments) for program in programs)
    return min((each for each in found if each is not None), default=None)


def seconds(game: str, stop: int) -> float | None:
    """CPU seconds for the values at n < stop; None without the program."""
    programs = _made(FOLDER / "octal_limit.cc", "-std=c++17")
    name = "grundy" if game == "4!.0" else game.removeprefix("0")
    least = _least(programs, name, str(stop))
    return least * stop / 1e9 if least is not None else None


@cache
def window(game: str, stop: int) -> float | None:
    """Nanoseconds a value of the stream of a game, which ends at a proof or at ``stop``."""
    makers = _made(FOLDER / "octal_window_constants.cc")
    if not makers:
        return None
    maker, name, asked = makers[0], game.removeprefix("0"), [*WINDOWS[game], *CONSTANTS]
    header = Path(tempfile.gettempdir()) / f"{maker.name}{name}.h"
    if not header.exists():
        place = {**os.environ, "NS": "20000", "COV": "1"}
        text = subprocess.run([maker, name, *asked], env=place, capture_output=True, check=True)
        header.write_bytes(text.stdout)
    programs = _made(FOLDER / "octal_window.cc", "-std=c++17", "-include", str(header))
    return _least(programs, str(stop))


@cache
def counting() -> ctypes.CDLL | None:
    """The functions of `benchmarks/counting.c`."""
    return _library("counting.c")


@cache
def general() -> ctypes.CDLL | None:
    """The functions of `benchmarks/general.c`."""
    return _library("general.c")


def _library(name: str) -> ctypes.CDLL | None:
    """By the first compiler that is there."""
    made = _made(FOLDER / name, "-shared", "-fPIC")
    return ctypes.CDLL(str(made[0])) if made else None
