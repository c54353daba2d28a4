"""Machine code on disk is believed only if it is whole, and of the versions that run.

A mark stands in front of it, which names them, the SHA-256 of the rest, and the name of the file:
what lies under another name was made for something else. That protects from damage alone; from
other users the folder does, which is theirs in no part (`rules.engine.trusted`).
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

from mexplore.rules.engine.compiling import NOT_KEPT
from mexplore.rules.engine.provenance import own_version
from mexplore.rules.engine.trusted import believed, code_folder, read_own, write_own

_VERSIONS = (sys.version, *map(version, ("llvmlite", "numpy")), own_version())
MARK = b"mexplore machine code 8\n" + hashlib.sha256(repr(_VERSIONS).encode()).digest()
_DIGEST = hashlib.sha256().digest_size


class Damaged(OSError):
    """A file that is not as it was written."""


def sealed(payload: bytes) -> bytes:
    """What is written in place of the payload.

    >>> opened(sealed(b"code"))
    b'code'
    """
    return MARK + hashlib.sha256(payload).digest() + payload


def opened(text: bytes) -> bytes:
    """The payload of what was written; raises Damaged where it is anything else."""
    digest, payload = text[len(MARK) : len(MARK) + _DIGEST], text[len(MARK) + _DIGEST :]
    if not text.startswith(MARK) or hashlib.sha256(payload).digest() != digest:
        raise Damaged("this is no machine code of mexplore, or a damaged one")
    return payload


def usual_folder() -> Path | None:
    """Where code is kept; None where others may write to the folder."""
    return believed(code_folder() / "llvm")


def kept(path: Path) -> bytes | None:
    """The code in a file, if it is whole and was made for this name; None if there is none."""
    try:
        name, _, code = opened(read_own(path)).partition(b"\n")
    except OSError:
        return None
    return code if name == path.name.encode() else None


def keep(path: Path, code: bytes) -> None:
    """Write it, if that is possible; whoever compiles kernels is told where it is not."""
    try:
        write_own(path, sealed(path.name.encode() + b"\n" + code))
    except OSError as error:
        _not_kept(error.strerror or str(error))


@cache
def _not_kept(why: str) -> None:
    """Report, once in this process, that code is not kept."""
    NOT_KEPT.get()(f"{why}; MEXPLORE_CODE_DIR may name another folder")
