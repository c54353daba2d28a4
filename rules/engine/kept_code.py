"""Machine code between runs: rows of an SQLite file (`rules.engine.database`), each under a name
that tells what it was made of, by which versions and for which processor.

It is believed only if it is whole, and was made for this name. That protects from damage; from
other users the folder does, which is theirs in no part (`rules.engine.trusted`).
"""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.compiling import NOT_KEPT
from mexplore.rules.engine.database import Database
from mexplore.rules.engine.trusted import DISTRUSTED, believed, code_folder

OWN = ("mexplore",)
"""The packages of mexplore: what lies in others is known by their versions."""
_FROZEN = (bool, int, float, complex, str, bytes, np.generic)


@cache
def own_version() -> str:
    """The version of mexplore that is installed, or that none is."""
    try:
        return version("mexplore")
    except PackageNotFoundError:
        return "not installed"


VERSIONS = (sys.version, *map(version, ("llvmlite", "numpy")), own_version())


@dataclass(frozen=True)
class KeptCode:
    """The machine code in a folder's file."""

    database: Database

    def code(self, name: str) -> bytes | None:
        """The code of this name, if it is whole; None if there is none."""
        try:
            piece = self.database.piece("code", name)
        except OSError as error:
            DISTRUSTED.get()(str(error))
            return None
        except ValueError:
            return None
        return piece.data if piece is not None else None

    def keep(self, name: str, code: bytes) -> None:
        """Write it, if that is possible; whoever compiles kernels is told where it is not."""
        try:
            with self.database.writing():
                self.database.put("code", name, code)
        except OSError as error:
            _not_kept(error.strerror or str(error))

    def names(self, beginning: str = "") -> list[str]:
        """The names that begin so, under which there is code."""
        try:
            return [it for it in self.database.names("code") if it.startswith(beginning)]
        except OSError:
            return []


def usual_code() -> KeptCode | None:
    """Where code is kept; None where others may write to the folder."""
    folder = believed(code_folder())
    return code_in(folder) if folder is not None else None


@cache
def code_in(folder: Path) -> KeptCode:
    """The code in a folder, for all in this process who ask."""
    return KeptCode(Database(folder))


@cache
def _not_kept(why: str) -> None:
    """Report, once in this process, that code is not kept."""
    NOT_KEPT.get()(f"{why}; MEXPLORE_CODE_DIR may name another folder")


@cache
def digest_of_module(name: str) -> str:
    """SHA-256 of a module's file, of the files of all modules of mexplore whose functions and
    classes it names, and of the constants that it imports: compiled code holds them all.

    >>> bits, bitsets = "mexplore.rules.engine.bits", "mexplore.rules.engine.bitsets"
    >>> digest_of_module(bits) == digest_of_module(bits)
    True
    >>> digest_of_module(bits) == digest_of_module(bitsets)
    False
    """
    found: dict[str, bytes] = {}
    _collect(sys.modules[name], found)
    whole = sha256()
    for module in sorted(found):
        whole.update(module.encode() + b"\0" + found[module])
    return whole.hexdigest()


def _collect(module: ModuleType, found: dict[str, bytes]) -> None:
    """The digest of this module, and of those of mexplore that it names and that are missing."""
    text = Path(str(module.__file__)).read_bytes()
    values = sorted(vars(module).items())
    constants = [(key, _written(value)) for key, value in values if not key.startswith("__")]
    found[module.__name__] = sha256(text + repr(constants).encode()).digest()
    for _, value in values:
        home = _home(value)
        if home.partition(".")[0] in OWN and home not in found and home in sys.modules:
            _collect(sys.modules[home], found)


def _written(value: Any) -> str:
    """A constant, which may come from another module, as text; empty for anything else."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{value.tolist()}"
    if isinstance(value, tuple):
        return ",".join(map(_written, value))
    return repr(value) if isinstance(value, _FROZEN) else ""


def _home(value: Any) -> str:
    """The module that a global value was defined in; empty where that is not known."""
    if isinstance(value, ModuleType):
        return value.__name__
    home = getattr(value, "__module__", None)
    return home if isinstance(home, str) else ""
