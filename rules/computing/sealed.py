"""Machine code on disk is believed only if it is whole, and of the versions that run.

A mark stands in front of it, which names them, and the SHA-256 of the rest.
"""

from __future__ import annotations

import hashlib
import sys
from importlib.metadata import version

from rules.computing.provenance import own_version

_VERSIONS = (sys.version, *map(version, ("numba", "llvmlite", "numpy")), own_version())
MARK = b"mexplore machine code 6\n" + hashlib.sha256(repr(_VERSIONS).encode()).digest()
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
