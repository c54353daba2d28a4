"""Machine code between runs: rows of an SQLite file (`rules.engine.database`), each under a name
that tells what it was made of, by which versions and for which processor.

It is believed only if it is whole, and was made for this name. That protects from damage; from
other users the folder does, which is theirs in no part (`rules.engine.trusted`).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from mexplore.rules.engine.compiling import NOT_KEPT
from mexplore.rules.engine.database import Database
from mexplore.rules.engine.provenance import own_version
from mexplore.rules.engine.trusted import DISTRUSTED, believed, code_folder

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
