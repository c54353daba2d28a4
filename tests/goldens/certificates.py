"""Certificates of many games, kept as they were once written: what was proved stays proved.

They are added to and never replaced, so that later versions read what earlier ones have written.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from goldens.archive import goldens_of, kinds

CERTIFICATES = Path(__file__).with_name("certificates.jsonl.xz")
WRITTEN_AS = "game.json"


@cache
def certificates() -> tuple[str, ...]:
    """The texts, in the order of their games."""
    if not CERTIFICATES.exists():
        return ()
    with lzma.open(CERTIFICATES, "rt", encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


def add_certificates(atlas: Path) -> int:
    """Keep also those among the answers and in an atlas; how many are new."""
    before = set(certificates())
    after = before | set(_in_answers()) | set(_in_atlas(atlas))
    ordered = sorted(after, key=lambda text: (_game(text), text))
    lines = "".join(f"{json.dumps(text, ensure_ascii=False)}\n" for text in ordered)
    CERTIFICATES.write_bytes(lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME))
    certificates.cache_clear()
    return len(after) - len(before)


def _in_answers() -> Iterator[str]:
    for kind in kinds():
        for golden in goldens_of(kind):
            if WRITTEN_AS in golden.said.files:
                yield golden.said.files[WRITTEN_AS]


def _in_atlas(atlas: Path) -> Iterator[str]:
    with closing(sqlite3.connect(f"file:{atlas}?mode=ro", uri=True)) as rows:
        for table in ("studies", "misere"):
            for (text,) in rows.execute(f"SELECT certificate FROM {table}"):
                if text:
                    yield text


def _game(text: str) -> str:
    fields: dict[str, Any] = json.loads(text)
    return str(fields["rule"])
