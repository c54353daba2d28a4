"""Files that are written whole or not at all, whatever stops the writer."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

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
