"""Answers in a sentence."""

from __future__ import annotations

import sys
from typing import TextIO


def say(sentence: str, stream: TextIO | None = None) -> None:
    """Print a sentence: in one line into a file or a pipe; on a terminal of few columns in several,
    broken between words."""
    stream = stream or sys.stdout
    for line in sentence.splitlines():
        print("\n".join(_broken(line)) if stream.isatty() else line, file=stream)


def _broken(line: str) -> list[str]:
    from shutil import get_terminal_size
    from textwrap import wrap

    columns = get_terminal_size().columns
    return wrap(line, columns, break_long_words=False, break_on_hyphens=False) or [line]
