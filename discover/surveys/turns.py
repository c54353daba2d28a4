"""Several sweeps on one atlas: each rule is studied by one of them.

A sweep registers itself in the atlas and renews a time stamp, its heartbeat, every few seconds. The
rules that it has taken become free again when it ends, when its process is gone (on the same
machine), or when its last heartbeat is too old.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING
from uuid import uuid4

from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.discover.surveys.record import Record


BEAT = 5.0  # seconds
DEAD_AFTER = 120.0  # seconds without a beat
_NO_PROCESS = 1 << 31
LOOKED_AT_ONCE = 1000  # rules in one transaction


@dataclass
class Taken:
    """Some rules, sorted into those ``mine`` to study now, those ``known`` already, and those that
    another sweep is studying (``elsewhere``); ``before`` are the records of those that are mine and
    were studied before, which is not enough."""

    mine: list[str] = field(default_factory=list)
    before: dict[str, Record] = field(default_factory=dict)
    known: list[Record] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)


class Turn:
    """The registration of one sweep in an atlas."""

    def __init__(self, atlas: Atlas, family: str) -> None:
        self._atlas, self._name = atlas, uuid4().hex
        self._beaten = time.time()
        with atlas.writing() as sql:
            _forget_dead(sql)
            row = (self._name, family, platform.node(), os.getpid(), self._beaten)
            sql.execute("INSERT INTO sweeps VALUES (?, ?, ?, ?, ?)", row)

    def take(self, rules: deque[str], wanted: int, enough: Callable[[Record], bool]) -> Taken:
        """Take up to ``wanted`` rules from the left end of ``rules``. ``enough`` says whether a
        record makes a new study unnecessary."""
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
                    if record is not None:
                        taken.before[rule] = record
        return taken

    def _is_taken(self, sql: sqlite3.Connection, rule: str) -> bool:
        return sql.execute("SELECT 1 FROM taken WHERE rule = ?", (rule,)).fetchone() is not None

    def beat(self) -> None:
        """Renew the heartbeat if the last one is BEAT seconds old. Rules that another sweep took
        meanwhile, because this one was suspended for too long, are not taken back."""
        now = time.time()
        if now - self._beaten > BEAT:
            self._beaten = now
            with self._atlas.writing() as sql:
                sql.execute("UPDATE sweeps SET beat = ? WHERE sweep = ?", (now, self._name))

    def finish(self) -> None:
        """Release the rules that were taken and not finished."""
        with self._atlas.writing() as sql:
            sql.execute("DELETE FROM sweeps WHERE sweep = ?", (self._name,))


def _forget_dead(sql: sqlite3.Connection) -> None:
    """Release the rules that dead sweeps have taken, and those that no sweep has."""
    found = sql.execute("SELECT sweep, host, process, beat FROM sweeps").fetchall()
    at_work = [name for name, *rest in found if str(name).isascii() and _is_at_work(*rest)]
    if len(at_work) < len(found):
        marks = ", ".join("?" * len(at_work))
        sql.execute(f"DELETE FROM sweeps WHERE sweep NOT IN ({marks})", at_work)
    sql.execute("DELETE FROM taken WHERE sweep NOT IN (SELECT sweep FROM sweeps)")


def _is_at_work(host: object, process: object, beat: object) -> bool:
    """Whether a sweep that is registered so still runs; damage makes cells of any kind."""
    if type(process) is not int or not 0 < process < _NO_PROCESS or not isinstance(beat, float):
        return False
    if host == platform.node() and not _is_alive(process):
        return False
    return abs(time.time() - beat) <= DEAD_AFTER


def _is_alive(process: int) -> bool:
    if os.name != "posix":
        return True  # there, signal 0 would end the process
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
