"""Reading a text file that ends: no more is read than a file of its kind may hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.errors import TooLarge


def read_text(path: Path, most: int, encoding: str = "utf-8") -> str:
    """The text of a file of at most ``most`` bytes; TooLarge for more.

    A device or a pipe has no known size, so the bytes that were read are counted. OSError
    and UnicodeDecodeError are the caller's, who knows what the file was to be.
    """
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge(f"{path} is too large: more than {most} bytes")
    return data.decode(encoding)


def lines_of(path: Path, most: int, encoding: str = "utf-8") -> Iterator[str]:
    """The lines of such a file, one after the other; as `read_text` otherwise."""
    read = 0
    with path.open("rb") as file:
        while line := file.readline(most + 1 - read):
            read += len(line)
            if read > most:
                raise TooLarge(f"{path} is too large: more than {most} bytes")
            first = read == len(line)  # a mark of the byte order stands before the first line
            yield from line.decode(
                encoding if first else encoding.removesuffix("-sig")
            ).splitlines()
