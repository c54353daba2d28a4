"""One command, run in this process, and what it says: the same on every machine.

Budgets must not show in an answer. Commands are asked under a clock that counts how often it is
looked at (`own_clock.py`). What is kept has been said under a quick clock and a slow one; later it
is asked under one between, so that code may look at the clock twice as often, or half as often.
Seconds, versions and folders are replaced by their names, and so is the code that all HTML pages
share.
"""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from own_clock import Clock

ROOT = Path(__file__).resolve().parents[2]
QUICK, BETWEEN, SLOW = 0.01, 0.005, 0.0025
"""Seconds that a look takes by three clocks."""
AT_ONCE = 0.1  # seconds, of the quick clock, in which no budget ends
LONGEST = {".csv": 3_000, ".v": 6_000, ".json": 1_000_000, "": 40_000}
"""How many characters of a text are kept, by its file's suffix; the rest is told by a digest."""

_SAME_EVERYWHERE = (
    (re.compile(r"\b\d+(\.\d+)?(e-\d+)? s\b"), "SECONDS s"),
    (re.compile(r'("(?:seconds|elapsed)": )[-+.e\d]+'), r"\1SECONDS"),
    (re.compile(r"mexplore \d+\.\d+\.\d+"), "mexplore VERSION"),
)
_SHARED = re.compile(r"(<(style|script)[^>]*>)(.*?)(</\2>)", re.DOTALL)


@dataclass(frozen=True)
class Said:
    """What a command has said: its exit code, both streams, and the files that it wrote."""

    code: int
    out: str
    err: str
    files: Mapping[str, str] = field(default_factory=dict)

    def parts(self) -> dict[str, str]:
        """Each text by a name, the exit code too."""
        streams = {"exit code": f"{self.code}\n", "stdout": self.out, "stderr": self.err}
        return {name: text for name, text in {**streams, **self.files}.items() if text}


def run(arguments: Sequence[str], columns: int = 80, clock: Clock | None = None) -> Said:
    """What ``mexplore ARGUMENTS`` says on a terminal of this width, in an empty folder."""
    import mexplore.reports.commands
    from mexplore.reports.cli.app import build

    sys.set_int_max_str_digits(0)
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with _alone(columns, clock or Clock(tick=BETWEEN)) as folder, _argv(["mexplore", *arguments]):
        kept = sys.stdout, sys.stderr, sys.stdin
        sys.stdout, sys.stderr, sys.stdin = *streams, io.StringIO()
        try:
            program = build(mexplore.reports.commands, arguments[0])
            code = copy_context().run(_exit_code, program, list(arguments))
        finally:
            sys.stdout, sys.stderr, sys.stdin = kept
        out, err = (stream.buffer.getvalue().decode() for stream in streams)
        files = {
            path.relative_to(folder).as_posix(): path.read_text("utf-8")
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        here = (str(folder.resolve()), str(folder))
    return Said(
        code,
        _same_everywhere(out, "", here),
        _same_everywhere(err, "", here),
        {name: _same_everywhere(text, Path(name).suffix, here) for name, text in files.items()},
    )


def _exit_code(program: Any, arguments: list[str]) -> int:
    try:
        program(arguments, prog_name="mexplore")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


@contextmanager
def _argv(arguments: list[str]) -> Iterator[None]:
    before, sys.argv = sys.argv, arguments
    try:
        yield
    finally:
        sys.argv = before


@contextmanager
def _alone(columns: int, clock: Clock) -> Iterator[Path]:
    """An empty folder, a clock of its own, no pictures (which say more of matplotlib), and neither
    stored values nor an atlas of the user's."""
    from mexplore.rules.engine import working

    clocks = time.monotonic, time.perf_counter, working._STANDSTILL
    names = [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]
    drawing = {name: sys.modules.pop(name) for name in names}
    where, environment = Path.cwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        os.environ.update(COLUMNS=str(columns), LINES="40", NO_COLOR="1", TERM="dumb")
        os.environ.update(XDG_CACHE_HOME=home, XDG_DATA_HOME=home, MEXPLORE_TRACEBACK="")
        os.chdir(folder)
        time.monotonic, time.perf_counter = clock, Clock(tick=1e-5)
        working._STANDSTILL = [working._Standstill()]
        sys.modules["matplotlib"] = None  # type: ignore[assignment]
        try:
            yield Path(folder)
        finally:
            time.monotonic, time.perf_counter, working._STANDSTILL = clocks
            del sys.modules["matplotlib"]
            sys.modules.update(drawing)
            os.chdir(where)
            os.environ.clear()
            os.environ.update(environment)


def _same_everywhere(text: str, suffix: str, folders: Sequence[str]) -> str:
    """The text without what differs from one machine, folder or version to another."""
    for folder in folders:
        text = text.replace(folder, "FOLDER")
    text = text.replace(str(ROOT), "HOUSE")
    for pattern, name in _SAME_EVERYWHERE:
        text = pattern.sub(name, text)
    if suffix == ".html":
        text = _SHARED.sub(lambda m: f"{m[1]}{_digest(m[3])}{m[4]}", text)
    longest = LONGEST.get(suffix, LONGEST[""])
    if len(text) <= longest:
        return text
    return f"{text[:longest]}\n... {len(text)} characters, {_digest(text)}\n"


def _digest(text: str) -> str:
    return f"sha256:{sha256(text.encode()).hexdigest()[:16]}"
