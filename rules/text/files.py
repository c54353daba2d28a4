"""Reading files of users and files of our own: text, TOML and JSON that may be damaged or made to
do harm. Whatever they hold, an error of one line comes out, or what they say.

No more is read than a file of its kind may hold. A pipe is read to its end, as by other programs.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.text.numbers import SHORT_DIGITS, to_decimal

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
    """What JSON says; ValueError if it is not one, or nested too deeply.

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


# Files that are written whole or not at all, whatever stops the writer.


_SHOWN = 40  # characters of a file's name in that of its draft: names have a limited length


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to be written: a draft beside ``path`` that takes its place at the end, or goes if an
    exception comes first. A file that was there keeps its permissions; a device is written as it
    is; of a link, the file that it leads to is replaced.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "values.txt"
    ...     with whole_file(path) as file:
    ...         _ = file.write(b"0 1 2")
    ...         drafts = len(list(Path(folder).iterdir())), path.exists()
    ...     drafts, path.read_bytes(), len(list(Path(folder).iterdir()))
    ((1, False), b'0 1 2', 1)
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            yield device
        return
    draft = path.with_name(f".{path.name[:_SHOWN]}.{os.urandom(6).hex()}")
    try:
        with open(draft, "xb", opener=_private) as file:
            yield file
        draft.chmod(stat.S_IMODE(path.stat().st_mode) if path.exists() else _usual_mode())
        draft.replace(path)
    finally:  # after Ctrl-C too
        draft.unlink(missing_ok=True)


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _usual_mode() -> int:
    """The permissions of a new file, by the umask."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


# JSON with integers of any length, in less than quadratic time.
#
# The encoder of Python writes the digits of an integer as ``str`` does, in time quadratic in their
# number, and cannot be interrupted meanwhile: a million digits take seconds. Here long integers
# are left out, and their digits put in afterwards.


def exact_json(value: Any) -> str:
    """The value as ``json.dumps`` writes it.

    >>> exact_json({"n": [7, 10**5000]}) == '{"n": [7, 1' + "0" * 5000 + "]}"
    True
    """
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(SHORT_DIGITS)
    try:
        return json.dumps(value)
    except ValueError:  # there are long integers
        pass
    finally:
        sys.set_int_max_str_digits(limit)
    left_out = _LeftOut()
    text = json.dumps(left_out.swapped(value))
    return left_out.put_in(text)


PART = 1000  # items of a list that are written at once


def json_parts(facts: Mapping[str, Any]) -> Iterator[str]:
    """The same of an object, in parts: its lists, which may be iterators, a thousand items at a
    time, so that a long one needs no text of its own.

    >>> list(json_parts({"n": 7, "of": iter([3, 5])}))
    ['{"n": ', '7', ', "of": ', '[3, 5', ']', '}']
    """
    before = "{"
    for key, value in facts.items():
        yield f"{before}{json.dumps(key)}: "
        before = ", "
        if not isinstance(value, list | Iterator):
            yield exact_json(value)
            continue
        items, between = iter(value), "["
        while part := list(islice(items, PART)):
            yield between + exact_json(part)[1:-1]
            between = ", "
        yield "[]" if between == "[" else "]"
    yield "}" if facts else "{}"


class _LeftOut:
    """Long integers, and marks in their places that occur in no other text."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._mark = os.urandom(9).hex()

    def swapped(self, value: Any) -> Any:
        """The value with marks in it."""
        if isinstance(value, dict):
            return {key: self.swapped(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.swapped(item) for item in value]
        if isinstance(value, int) and value.bit_length() > SHORT_DIGITS:
            self._numbers.append(value)
            return f"{self._mark} {len(self._numbers) - 1}"
        return value

    def put_in(self, text: str) -> str:
        """The text with the digits in place of the marks."""
        marks = re.compile(f'"{self._mark} ([0-9]+)"')
        return marks.sub(lambda match: to_decimal(self._numbers[int(match[1])]), text)
