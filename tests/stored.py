"""The rows of a store, for tests that look at them, or damage them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from mexplore.rules.engine.database import FILE, _checksum


def in_file(folder: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """What a statement gives; what it changes is kept."""
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def blocks(folder: Path, rule: str = "") -> list[tuple[int, bytes]]:
    """The places and the data of a rule's stored values, or of the only one."""
    return in_file(
        folder, "SELECT place, data FROM pieces WHERE name LIKE ? ORDER BY place", f'%"{rule}%'
    )


def signed(folder: Path, place: int, width: int, data: bytes) -> None:
    """Put a block with a right checksum after those of the only rule."""
    ((name,),) = in_file(folder, "SELECT DISTINCT name FROM pieces")
    checksum = _checksum("values", name, place, width, data)
    in_file(
        folder, "INSERT OR REPLACE INTO pieces VALUES ('values', ?, ?, ?, ?, ?)",
        name, place, width, checksum, data,
    )  # fmt: skip
