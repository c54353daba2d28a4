"""Writing results: JSON on stdout, files that are checked before the work and written whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from mexplore.rules.errors import InputError
from mexplore.rules.text.files import json_parts, whole_file

if TYPE_CHECKING:
    import pandas as pd

Format = Literal["table", "plain", "csv", "json", "bfile", "parquet"]

REMARKS: ContextVar[bool] = ContextVar("remarks", default=False)
"""Whether remarks that are neither answers nor errors are printed to stderr."""

ANYTHING = "backslashreplace"  # for arguments of the command line that are no text


def remark(text: str) -> None:
    """Print to stderr what is neither an answer nor an error, where remarks are wanted."""
    if REMARKS.get():
        print(f"mexplore: {text}", file=sys.stderr)


def print_json(result: dict[str, Any]) -> None:
    """One JSON object on stdout; integers of any length are exact."""
    sys.stdout.writelines(json_parts(result))
    sys.stdout.write("\n")


def check_writable(path: Path | None) -> None:
    """Raise InputError if a file cannot be written there: before the work, not after it."""
    if path is None:
        return
    try:
        path.resolve()
    except RuntimeError:
        raise InputError(f"{path} is a link that leads to itself") from None
    except OSError as error:  # the folder in which the command was given is gone
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it")
    if path.exists() and not path.is_file():
        return  # a device such as /dev/stdout is written as it is
    folder = path.parent
    if not folder.is_dir():
        raise InputError(f"the folder {folder} does not exist; create it first")
    if path.exists() and not os.access(path, os.W_OK):
        raise InputError(f"{path} cannot be written: permission denied")
    import tempfile

    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def check_different(paths: Iterable[Path | None]) -> None:
    """Raise InputError if two results would be written into one file: on some systems names that
    differ by capitals alone are the same."""
    seen: set[str] = set()
    for path in paths:
        if path is None or (path.exists() and not path.is_file()):
            continue  # several may go to /dev/stdout
        resolved = str(path.resolve()).casefold()
        if resolved in seen:
            raise InputError(f"{path} is named twice; give every output a file of its own")
        seen.add(resolved)


def check_folder(folder: Path | None) -> None:
    """Raise InputError if the folder for several files neither is there nor can be made: the one
    above must be there."""
    if folder is None or folder.is_dir():
        return
    if folder.exists():
        raise InputError(f"{folder} is a file; name a folder")
    if not folder.resolve().parent.is_dir():
        raise InputError(f"the folder {folder.parent} does not exist; create it first")


def write_text(path: Path, text: str | Iterable[str]) -> None:
    """Write a file, given at once or in parts, whole or not at all; InputError names the file and
    the reason. A file that was there keeps its permissions, and a remark says that it was
    replaced."""
    parts = [text] if isinstance(text, str) else text
    with written(path) as file:
        for part in parts:
            file.write(part.encode("utf-8", ANYTHING))


def write_table(path: Path, frame: pd.DataFrame) -> None:
    """Write a data frame as CSV or as Parquet, as the suffix says."""
    if path.suffix.lower() == ".csv":
        write_text(path, frame.to_csv(index=False, lineterminator="\n"))
    else:
        write_parquet(path, frame)


def write_parquet(path: Path, frame: pd.DataFrame) -> None:
    """Write a data frame as Parquet."""
    try:
        with written(path) as file:
            frame.to_parquet(file)
    except ImportError:
        raise InputError("Parquet needs pyarrow: pip install pyarrow") from None


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """The same for other data: a file that is open for writing."""
    replaced = path.is_file() and path.stat().st_size > 0
    try:
        with whole_file(path) as file:
            yield file
    except BrokenPipeError:
        raise  # /dev/stdout, whose reader has closed it
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None
    if replaced:
        remark(f"replaced {path.resolve()}")
