"""Which folders and files are believed: machine code of a cache is run, its values are taken for
true, so that whoever can write there could have this user's processes do anything.

No checksum protects from that: it can be computed by whoever wrote the file. As ssh does with keys
(`StrictModes`), a folder is believed if it and all folders above belong to this user or to root,
and no other user, of the same group either, may write to any of them; above the folder itself, such
a folder may be sticky as /tmp is, where nobody can take away or rename what others own. A file in
it is believed on the same terms. Links are followed before anything is asked. Systems without
numbers of users, such as Windows, are not asked: there each user's cache is closed to others.

What is not believed is neither read nor written, and one remark says so.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from errno import EACCES, EFBIG, ENOTSUP
from io import BufferedReader
from pathlib import Path

_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_SAFE_TO_OPEN = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_BINARY"))
LARGEST = 1 << 30
"""Bytes of a file that is read as a whole."""


def _nobody(why: str) -> None:
    del why


DISTRUSTED: ContextVar[Callable[[str], None]] = ContextVar("distrusted", default=_nobody)
"""Called with the reason where a folder is not used. Whoever shows remarks sets it."""


def why_distrusted(folder: Path) -> str:
    """Why another user may have written what lies in the folder, or may yet, where it is still to
    be made; empty if none may.

    >>> why_distrusted(Path("/"))
    ''
    """
    if not hasattr(os, "geteuid"):
        return ""
    place = Path(os.path.realpath(folder))
    for each in (*reversed(place.parents), place):
        with suppress(OSError):  # what is not there will be made; what cannot be seen is not read
            if why := _why_not(each, each.lstat(), sticky=each != place):
                return why
    return ""


def _why_not(path: Path, found: os.stat_result, *, sticky: bool = False) -> str:
    if found.st_uid not in (0, os.geteuid()):
        return f"{path} belongs to another user"
    if found.st_mode & _OTHERS and not (sticky and found.st_mode & stat.S_ISVTX):
        return f"other users may write to {path} (chmod go-w {path} forbids it)"
    return ""


def believed(folder: Path) -> Path | None:
    """The folder, links followed, if it is believed; None if it is not to be used."""
    why = why_distrusted(folder)
    if why:
        DISTRUSTED.get()(why)
        return None
    return Path(os.path.realpath(folder))


def cache_folder() -> Path:
    """The folder in which this platform keeps a user's cache of mexplore."""
    from platformdirs import user_cache_path

    return user_cache_path("mexplore", appauthor=False)


def code_folder() -> Path:
    """Where machine code is kept: where MEXPLORE_CODE_DIR says, or else in the user's cache."""
    named = os.environ.get("MEXPLORE_CODE_DIR")
    return Path(named) if named else cache_folder()


def make_private(folder: Path) -> None:
    """Make a folder, and those above that are missing, which only this user may enter."""
    if not folder.is_dir():
        make_private(folder.parent)
        with suppress(FileExistsError):
            folder.mkdir(0o700)


def open_own(path: Path) -> BufferedReader:
    """A file of a folder that is believed; OSError, at once for a pipe, if this is not a file or
    others may have written it."""
    descriptor = os.open(path, os.O_RDONLY | _SAFE_TO_OPEN)
    try:
        _require_own(path, os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def is_own(path: Path) -> bool:
    """Whether there is such a file; OSError if it is not a file, or others may have written it. It
    is not opened: to close it would end the locks that this process has on it."""
    try:
        _require_own(path, path.lstat())
    except FileNotFoundError:
        return False
    return True


def _require_own(path: Path, found: os.stat_result) -> None:
    why = _why_not(path, found) if hasattr(os, "geteuid") else ""
    if why or not stat.S_ISREG(found.st_mode):
        raise OSError(EACCES if why else ENOTSUP, why or "this is no file", str(path))


def read_own(path: Path, most: int = LARGEST) -> bytes:
    """What such a file holds, at most this many bytes."""
    with open_own(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(EFBIG, "the file is too long", str(path))
    return data
