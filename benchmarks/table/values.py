"""Nanoseconds a value: octal games, Grundy's game, subtraction sets."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.octal import AIMS, plain_ns, sparse_ns
from benchmarks.subtraction import FINITE, compiled, ours_and_theirs
from benchmarks.table import limit
from benchmarks.table.row import Row, Task
from mexplore.rules.families.take_and_break.rule import TakeAndBreak

STOPS = {"4!.0": 2 * 10**6, "0.6": 2 * 10**6, "0.376": 4 * 10**6}
"""How many values of games that take long; 10^7 of others."""
TURNS = 3
"""Ours and theirs by turns, of which the fastest counts."""
PLAIN = ("0.354", "4!.0")
GOAL = {"0.376": 1.3, "4!.0": 1.3, "0.6": 1.3}
"""The ratio to the limit to reach; 1 for others."""


def _least(times: Iterable[float | None]) -> float | None:
    return min((time for time in times if time is not None), default=None)


def octal() -> Iterator[Row]:
    for aim in AIMS:
        rule = TakeAndBreak.parse(aim.game)
        assert rule is not None
        stop = STOPS.get(aim.game, 10**7)
        sparse_ns(rule, stop)  # compiles what is missing
        turns = [(sparse_ns(rule, stop), limit.seconds(aim.game, stop)) for _ in range(TURNS)]
        ours, theirs = min(turn[0] for turn in turns), _least(turn[1] for turn in turns)
        task = f"{stop} values of {aim.game}"
        if theirs is not None:
            nanoseconds = theirs * 1e9 / stop
            yield Row(task, ours, "C++", nanoseconds, GOAL.get(aim.game, 1.0), "ns")
        if aim.game in PLAIN or theirs is None:
            yield Row(task, ours, "every pair, compiled", plain_ns(rule, stop), None, "ns")


def subtraction() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        plain = compiled(Path(folder))
        for text, stop, aim in ((FINITE, 10**8, 2.0), ("subtract(squares)", 10**6, 1.5)):
            ours, theirs = ours_and_theirs(text, stop, plain)
            name = "22 members" if text == FINITE else text
            yield Row(f"{stop} values of {name}", ours, "C", theirs, aim)


TASKS = (Task("octal", octal), Task("subtraction", subtraction))
