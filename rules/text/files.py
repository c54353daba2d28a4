"""Reading files of users and files of our own: text, TOML and JSON that may be damaged or made to
do harm. Whatever they hold, an error of one line comes out, or what they say.

No more is read than a file of its kind may hold. A pipe is read to its end, as by other programs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mexplore.rules.errors import InputError, TooLarge

MOST_DIGITS = 4300
"""Of an integer in TOML or JSON: Python takes a quadratic time for longer ones."""


def read_text(path: Path, most: int) -> str:
    """The text of a file of at most ``most`` bytes; TooLarge for more, InputError where it cannot
    be read or is no text."""
    with explained(path):
        with path.open("rb") as file:
            data = file.read(most + 1)  # a device or a pipe has no known size
        if len(data) > most:
            raise TooLarge(f"{path} is too large: more than {most} bytes")
        return data.decode()


def lines_of(path: Path, most: int, encoding: str = "utf-8") -> Iterator[str]:
    """The lines of such a file, one after the other."""
    read = number = 0
    with explained(path), path.open("rb") as file:
        while line := file.readline(most + 1 - read):
            read, number = read + len(line), number + 1
            if read > most:
                raise TooLarge(f"{path} is too large: more than {most} bytes")
            # A mark of the byte order stands before the first line.
            with explained(path, number):
                text = line.decode(encoding if number == 1 else encoding.removesuffix("-sig"))
            yield from text.splitlines()


@contextmanager
def explained(path: Path, line: int = 1) -> Iterator[None]:
    """InputError, in one line, in place of the errors of reading a text file from this line on."""
    try:
        yield
    except (OSError, ValueError) as error:  # a ValueError where a path has a NUL in it
        raise InputError(f"cannot read {path}: {_reason(error, line)}") from None


def _reason(error: OSError | ValueError, line: int) -> str:
    if isinstance(error, UnicodeDecodeError):
        line += error.object.count(b"\n", 0, error.start)
        return f"it is no text in UTF-8 (line {line})"
    return str(getattr(error, "strerror", None) or error)


def read_toml(path: Path, most: int) -> dict[str, Any]:
    """The tables of a TOML file; InputError names the file and the place of what is wrong."""
    import tomllib

    text = read_text(path, most)
    try:
        with _short_integers():
            return tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{path} is no TOML file that is read: it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML file: {error}") from None
    except ValueError:
        many = f"an integer has more than {MOST_DIGITS} digits"
        raise InputError(f"{path} is no TOML file that is read: {many}") from None


@contextmanager
def _short_integers() -> Iterator[None]:
    """Longer integers are a ValueError within; `tomllib` takes no reader of integers."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(MOST_DIGITS)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def json_of(text: str | bytes, **hooks: Any) -> Any:
    """What JSON says; ValueError where it is none, or nested too deeply.

    >>> json_of('{"n": 12}')
    {'n': 12}
    >>> json_of("[" * 100_000)
    Traceback (most recent call last):
    ...
    ValueError: it is nested too deeply
    """
    try:
        return json.loads(text, **{"parse_int": _short_integer, **hooks})
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _short_integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"an integer has {len(digits)} digits")
    return int(digits)
