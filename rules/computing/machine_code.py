"""The machine code of kernels on disk: a file is loaded only if it was written completely.

numba keeps compiled functions as pickles, which run code when they are read. Here every file
begins with a mark, which names the versions that wrote it, and the SHA-256 of the rest; one that
does not agree with it (cut off, flipped bits, written by others) is not read at all: the function
is compiled again, and the file replaced. Where nothing can be written, functions are compiled but
not kept, and one warning says so.

The code of a function holds that of the functions it calls, and the constants it names. So it is
valid for all source that it was made of (`rules.computing.provenance`), for this processor's name
and features (numba's own key), and for these versions.
"""

from __future__ import annotations

import hashlib
import pickle
import stat
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching
from numba.core.registry import cpu_target

from rules.computing.compiling import NOT_KEPT
from rules.computing.provenance import digest_of_module
from rules.computing.sealed import Damaged, opened, sealed


def _read(path: Path) -> bytes:
    """The payload of a regular file; a pipe in its place is refused at once."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise Damaged(f"{path} is no file")
    return opened(path.read_bytes())


class SealedFiles(caching.IndexDataCacheFile):
    """numba's index of the variants of a function, and their code, in sealed files.

    Each file of code says whose code it is, is named by that, and is written before the index
    names it. numba itself numbers the files: of two processes that compile two variants at the same
    time both may take one number, and later runs would take one variant for the other; and a
    process killed between index and code would leave a name for the code of an older source.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: Any) -> None:
        super().__init__(cache_path, filename_base, source_stamp)  # type: ignore[no-untyped-call]

    def save(self, key: Any, data: Any) -> None:
        name = self._name_of(key)
        try:
            self._save_data(name, (self._source_stamp, key, data))
            self._save_index({**self._load_index(), key: name})
        except OSError as error:
            _not_kept(error.strerror or str(error))

    def load(self, key: Any) -> Any:
        """The code of one variant; None where there is none."""
        name = self._load_index().get(key)
        if name is None:
            return None
        try:
            stamp, whose, data = self._load_data(name)
        except OSError:
            return None
        return data if (stamp, whose) == (self._source_stamp, key) else None

    def _name_of(self, key: Any) -> str:
        number = int.from_bytes(hashlib.sha256(repr(key).encode()).digest()[:8], "big")
        return str(self._data_name(number))  # type: ignore[no-untyped-call]

    def _load_index(self) -> dict[Any, str]:
        try:
            stamp, variants = pickle.loads(_read(Path(self._index_path)))
        except OSError:
            return {}
        found: dict[Any, str] = variants if stamp == self._source_stamp else {}
        return found

    def _load_data(self, name: str) -> Any:
        return pickle.loads(_read(Path(self._data_path(name))))  # type: ignore[no-untyped-call]

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, self._dump((self._source_stamp, overloads)))  # type: ignore[no-untyped-call]

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), self._dump(data))  # type: ignore[no-untyped-call]

    def _write(self, path: str, payload: bytes) -> None:
        with self._open_for_write(path) as file:
            file.write(sealed(payload))


class SealedCache(caching.FunctionCache):
    """The cache of one function, as Python calls it or as compiled code does."""

    def __init__(self, function: Callable[..., Any], *, called: bool) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._cache_file = SealedFiles(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base + (".called" if called else ""),
            source_stamp=digest_of_module(function.__module__),
        )

    def is_kept(self) -> bool:
        """Whether code for this machine is on the disk."""
        machine = cpu_target.target_context.codegen().magic_tuple()
        return any(key[1] == machine for key in self._cache_file._load_index())  # type: ignore[no-untyped-call]

    def _save_overload(self, sig: Any, data: Any) -> None:
        try:
            super()._save_overload(sig, data)  # type: ignore[no-untyped-call]
        except OSError as error:  # the folder is gone, or cannot be written any more
            _not_kept(error.strerror or str(error))


def keep(dispatcher: Any, *, called: bool = False) -> Any:
    """Let numba keep the code of a function, where there is a place for it."""
    if not hasattr(dispatcher, "enable_caching"):
        return dispatcher  # NUMBA_DISABLE_JIT: the plain function
    try:
        dispatcher._cache = SealedCache(dispatcher.py_func, called=called)
    except (OSError, RuntimeError):  # numba finds no folder that can be written
        _not_kept("no folder can be written")
    return dispatcher


@cache
def _not_kept(why: str) -> None:
    """Report, once in this process, that code is not kept."""
    NOT_KEPT.get()(f"{why}; NUMBA_CACHE_DIR may name another folder")
