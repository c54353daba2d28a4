"""Files that are whole as checkpoints of streams, and hold nothing to go on with."""

from __future__ import annotations

import json
from hashlib import blake2b

from mexplore.discover.windows.checkpoint import MAGIC


def packed(header: object) -> bytes:
    """A file with this header; its arrays are the study's to read."""
    body = MAGIC + json.dumps(header).encode() + b"\n" + b"arrays"
    return body + blake2b(body, digest_size=16).digest()
