"""Several sweeps on one atlas: each rule is taken by one of them.

A sweep writes down that it is at work, and beats every few seconds; what it has taken is free again
when it ends, when its process is gone (on the same machine), or when it has not beaten for long.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import uuid4

from discover.surveys.record import Record

if TYPE_CHECKING:
    from discover.surveys.atlas import Atlas

BEAT = 5.0  # seconds
DEAD_AFTER = 120.0  # seconds without a beat
LOOKED_AT_ONCE = 1000  # rules in one transaction


@dataclass
class Taken:
    """What became of some rules: ``mine`` to study now, ``known`` already, or studied
    ``elsewhere`` at this moment."""

    mine: list[str] = field(default_factory=list)
    known: list[Record] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)


class Turn:
    """One sweep's part in an atlas."""

    def __init__(self, atlas: Atlas, family: str) -> None:
        self._atlas, self._name = atlas, uuid4().hex
        self._beaten = time.time()
        with atlas.writing() as sql:
            _forget_dead(sql)
            row = (self._name, family, platform.node(), os.getpid(), self._beaten)
            sql.execute("INSERT INTO sweeps VALUES (?, ?, ?, ?, ?)", row)

    def take(self, rules: deque[str], wanted: int, enough: Callable[[Record], bool]) -> Taken:
        """Take up to ``wanted`` of the rules, from the left, which are removed from there;
        ``enough`` says of a record that there is nothing to do."""
        taken = Taken()
        with self._atlas.writing() as sql:
            _forget_dead(sql)
            for _ in range(LOOKED_AT_ONCE):
                if not rules or len(taken.mine) == wanted:
                    break
                rule = rules.popleft()
                record = self._atlas.record(rule)
                if record is not None and enough(record):
                    taken.known.append(record)
                elif self._is_taken(sql, rule):
                    taken.elsewhere.append(rule)
                else:
                    sql.execute("INSERT INTO taken VALUES (?, ?)", (rule, self._name))
                    taken.mine.append(rule)
        return taken

    def _is_taken(self, sql: sqlite3.Connection, rule: str) -> bool:
        return sql.execute("SELECT 1 FROM taken WHERE rule = ?", (rule,)).fetchone() is not None

    def beat(self) -> None:
        """Show that this sweep is at work, every now and then; what was taken from it meanwhile,
        because it slept for too long, is not taken back."""
        now = time.time()
        if now - self._beaten > BEAT:
            self._beaten = now
            with self._atlas.writing() as sql:
                sql.execute("UPDATE sweeps SET beat = ? WHERE sweep = ?", (now, self._name))

    def finish(self) -> None:
        """Give back what was taken and not finished."""
        with self._atlas.writing() as sql:
            sql.execute("DELETE FROM sweeps WHERE sweep = ?", (self._name,))


def _forget_dead(sql: sqlite3.Connection) -> None:
    """Free what dead sweeps have taken."""
    for name, host, process, beat in sql.execute(
        "SELECT sweep, host, process, beat FROM sweeps"
    ).fetchall():
        gone = host == platform.node() and not _is_alive(process)
        if gone or time.time() - beat > DEAD_AFTER:
            sql.execute("DELETE FROM sweeps WHERE sweep = ?", (name,))


def _is_alive(process: int) -> bool:
    if os.name != "posix":
        return True  # a signal 0 would end it there
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
