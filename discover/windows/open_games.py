"""The octal games of which no period is known: how far each was computed, here and elsewhere.

What others reached is written by hand, with sources (``open_games.toml``); the records of values
computed here are written by ``mexplore records RULE --budget SECONDS --write FILE``
(``records.json``).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from mexplore.discover.windows.records import Record
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.library import open_problem
from mexplore.rules.text.files import json_of, read_text, read_toml

LARGEST_FILE = 5_000_000  # bytes
RECORDS = Path(__file__).with_name("records.json")
_GAMES = Path(__file__).with_name("open_games.toml")


@dataclass(frozen=True)
class Published:
    """How many values the literature computed, and where it says so."""

    reached: int
    source: str


@dataclass(frozen=True)
class OpenGame:
    """A game, who calls it open, and how far its values are known."""

    rule: str
    name: str
    listed: str
    literature: tuple[Published, ...]
    streamed: int
    """How many values were passed here without storing them; 0 if none were."""
    checkpoint: str
    """How the SHA-256 of the checkpoint begins that those led to (docs/windows.md)."""
    record: Record | None

    @property
    def here(self) -> int:
        """How many values were computed here."""
        return max(self.streamed, self.record.values if self.record else 0)

    @property
    def elsewhere(self) -> int:
        """How many were computed elsewhere, as far as was found; 0 where nothing was."""
        return max((each.reached for each in self.literature), default=0)

    def json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "rule": self.rule, "name": self.name or None, "listed": self.listed,
            "literature": [vars(each) for each in self.literature],
            "streamed": self.streamed or None, "checkpoint": self.checkpoint or None,
            "record": self.record.json() if self.record else None,
        }  # fmt: skip


@cache
def open_games() -> dict[str, OpenGame]:
    """All of them, by the canonical text of the rule.

    >>> officers = open_games()["0.6"]
    >>> officers.name, officers.elsewhere > officers.here > 10**7
    ('Officers', True)
    """
    known, listed = read_records(RECORDS), read_toml(_GAMES, LARGEST_FILE)["game"]
    return {it["rule"]: _game(it, known.get(it["rule"])) for it in listed}


def _game(said: dict[str, Any], record: Record | None) -> OpenGame:
    problem = open_problem(said["rule"])
    return OpenGame(
        said["rule"],
        said.get("name", ""),
        said.get("listed") or (problem.source if problem else ""),
        tuple(Published(**each) for each in said.get("literature", ())),
        said.get("streamed", 0),
        said.get("checkpoint", ""),
        record,
    )


def read_records(path: Path) -> dict[str, Record]:
    """The records of a file, by rule; InputError where they are none."""
    try:
        listed = json_of(read_text(path, LARGEST_FILE))["records"]
        found = [Record.of_json(each) for each in listed]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(f"{path} is no file of records, as --write makes it") from None
    return {record.rule: record for record in found}


def with_record(path: Path, record: Record) -> str | None:
    """What a file of records is to say with this one; None where the one that is there goes as
    far.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "mine.json"
    >>> record = Record("0.77", 2, 1, 1, 1, 1, None, {2: "00"})
    >>> path.write_text(with_record(path, record)) > 0, read_records(path) == {"0.77": record}
    (True, True)
    >>> with_record(path, Record("0.77", 1, 0, 0, 0, 0, None, {1: "00"}))
    """
    known = read_records(path) if path.exists() else {}
    if record.rule in known and known[record.rule].values >= record.values:
        return None
    told = sorted({**known, record.rule: record}.values(), key=lambda each: each.rule)
    return json.dumps({"records": [each.json() for each in told]}, indent=1) + "\n"
