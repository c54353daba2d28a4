"""Sentences on a terminal, and output in an encoding that lacks some signs.

A terminal of Windows (cp1252) has no sign of congruence and no lines for tables, nor has a stream
with ``PYTHONIOENCODING=ascii``. What such a stream cannot write is transliterated.
"""

from __future__ import annotations

import codecs
import io
import sys
from typing import TextIO
from unicodedata import normalize


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


HANDLER = "mexplore.transliterate"
_SIGNS = {
    "≡": "=", "≠": "!=", "≤": "<=", "≥": ">=", "→": "->", "∈": "in", "∞": "infinity", "∎": "QED",
    "×": "x", "·": "*", "⋅": "*", "⊕": "xor", "−": "-", "–": "-", "—": "-", "…": "...", "•": "*",
    "‘": "'", "’": "'", "“": '"', "”": '"', "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss",
}  # fmt: skip
_BOXES = range(0x2500, 0x2580)
_UPRIGHT = "│┃║╎╏┆┇┊┋"
_LEVEL = "─━═╌╍┄┅┈┉╴╶╸╺╼╾"


def write_in_any_encoding() -> None:
    """From now on standard output and standard error transliterate what they cannot encode."""
    codecs.register_error(HANDLER, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    bad = error.object[error.start : error.end]
    return "".join(map(in_ascii, bad)), error.end


def in_ascii(sign: str) -> str:
    """One sign in ASCII; ``?`` where nothing is like it.

    >>> "".join(map(in_ascii, "n ≡ 3 ∎ Erdős ─┼─"))
    'n = 3 QED Erdos -+-'
    """
    if sign.isascii():
        return sign
    if sign in _SIGNS:
        return _SIGNS[sign]
    if ord(sign) in _BOXES:
        return "|" if sign in _UPRIGHT else "-" if sign in _LEVEL else "+"
    return normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"
