"""Answers kept as data: an archive a kind of command, a line of JSON each, compressed by xz."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from goldens.commands import Command
from goldens.running import Said

ANSWERS = Path(__file__).with_name("answers")


@dataclass(frozen=True)
class Golden:
    """A command and what it has said."""

    command: Command
    said: Said


def kinds() -> list[str]:
    """The kinds of commands of which answers are kept."""
    return sorted(path.name.removesuffix(".jsonl.xz") for path in ANSWERS.glob("*.jsonl.xz"))


@cache
def goldens_of(kind: str) -> tuple[Golden, ...]:
    """All that is kept of a kind."""
    return tuple(_read(ANSWERS / f"{kind}.jsonl.xz"))


def _read(path: Path) -> Iterator[Golden]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            fields = json.loads(line)
            given = fields.pop("command")
            command = Command(given["kind"], tuple(given["arguments"]), given["columns"])
            yield Golden(command, Said(**fields))


def keep(kind: str, goldens: Iterable[Golden]) -> Path:
    """Write the archive of a kind; equal answers make equal bytes."""
    path = ANSWERS / f"{kind}.jsonl.xz"
    path.parent.mkdir(exist_ok=True)
    lines = [
        json.dumps({"command": asdict(golden.command), **asdict(golden.said)}, ensure_ascii=False)
        for golden in sorted(goldens, key=lambda golden: golden.command.key)
    ]
    text = "".join(f"{line}\n" for line in lines)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    goldens_of.cache_clear()
    return path
