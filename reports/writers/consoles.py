"""Consoles: that of rich for a terminal, and lines of plain text for any other stream. There, what
needs no layout is written as it is; rich, which takes a tenth of a short study to import, is asked
for the rest.

>>> import sys
>>> PlainConsole(sys.stdout).print("G(n + 12) = G(n)", "for all n >= 71", style="bold")
G(n + 12) = G(n) for all n >= 71
"""

from __future__ import annotations

import os
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console

FILE_WIDTH = 100  # columns where the output is not a terminal
_COLOURED = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""Variables by which people tell rich to write as on a terminal."""


def console(stream: TextIO | None = None) -> Console:
    """A console that never guesses at markup or highlights in our texts."""
    from rich.console import Console

    stream = stream or sys.stdout
    width = None if stream.isatty() else FILE_WIDTH
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False)


def console_of(stream: TextIO) -> Console | PlainConsole:
    """The console for a stream: without rich where no colours and no widths are needed."""
    return PlainConsole(stream) if is_plain(stream) else console(stream)


def is_plain(stream: TextIO) -> bool:
    """Whether rich would write plain text to the stream."""
    return not stream.isatty() and not any(name in os.environ for name in _COLOURED)


class PlainConsole:
    """As much of a console as is used here, for a stream that is not a terminal."""

    is_terminal = False
    color_system = None
    width = FILE_WIDTH

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def print(self, *parts: Any, sep: str = " ", style: str = "", soft_wrap: bool = False) -> None:
        """A line, which is wrapped at spaces unless ``soft_wrap``. There is no colour: the style is
        for terminals."""
        text = sep.join(parts) if all(isinstance(part, str) for part in parts) else None
        if text is None or not text.isprintable() or not (soft_wrap or self._has_room(text)):
            self._laid_out.print(*parts, sep=sep, style=style or None, soft_wrap=soft_wrap)
        else:
            self.file.write(f"{text}\n")

    def _has_room(self, text: str) -> bool:
        """Whether the line has room, as far as is seen without knowing which letters are wide."""
        return (len(text) if text.isascii() else 2 * len(text)) <= self.width

    @cached_property
    def _laid_out(self) -> Console:
        return console(self.file)
