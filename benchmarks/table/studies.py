"""Whole studies to a proof, beside the program in C++ that computes the values alone."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from unittest import mock

from benchmarks.table import limit
from benchmarks.table.row import PATIENT, Row, Task, command, mexplore
from mexplore.discover.heaps.evidence.sources import TermSource
from mexplore.discover.heaps.judging.detectors import Detectors
from mexplore.discover.heaps.study import study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.windows.streaming.frame import FEWEST_VALUES, Refused, framed
from mexplore.discover.windows.streaming.machine import Machine, least_width
from mexplore.discover.windows.streaming.stream import begun
from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse.game import splitting_game
from mexplore.rules.notation import parse_rule

LONG = (("0.354", 20_126_196, 2.5, 4.0), ("0.376", 4_536_508, 8.0, 2.5))
"""A game, the values that its proof needs, the seconds and the ratio to stay below."""
STREAMED = (("0.104", 4.0), ("0.054", 6.0), ("0.454", 6.0))
"""A game, and the seconds to stay below, by a window."""
STREAM_MEMORY = 200
STREAM_STOPS = {"0.104": 2 * 10**8, "0.054": 2 * 10**8, "0.454": 2 * 10**8, "0.106": 10**9}
STORED_STOP = 443_139_471
"""This many values of 0.454 prove its period where they are stored."""


def long() -> Iterator[Row]:
    for game, stop, seconds, ratio in LONG:
        mexplore("study", game, *PATIENT)  # compiles what is missing
        spent = mexplore("study", game, *PATIENT, times=2)
        theirs = limit.seconds(game, stop)
        yield Row(f"study {game}", spent.seconds, "", None, seconds)
        if theirs is not None:
            yield Row(f"study {game}", spent.seconds, "its values, C++", theirs, ratio)
        yield Row(f"study {game}: memory", spent.megabytes, "", None, None, "MB")
        yield Row(f"study {game}: detectors", *_shares(game), 0.25)


def _shares(game: str) -> tuple[float, str, float]:
    """The seconds of the detectors in a study whose values are computed anew, and of all of it."""
    spent = [0.0]

    class Watched(Detectors):
        def _run(self, kind: type[Pattern], evidence: Evidence) -> list[Pattern]:
            began = time.process_time()
            found = super()._run(kind, evidence)
            spent[0] += time.process_time() - began
            return found

    rule = parse_rule(game)
    with mock.patch("mexplore.discover.heaps.study.Detectors", Watched):
        began = time.process_time()
        study(rule, Limits(600.0), source=TermSource(Computation(rule)))
    return spent[0], "the whole study", time.process_time() - began


def windows() -> Iterator[Row]:
    """Games whose period is proved by a window, and nanoseconds a value of their streams."""
    for game, seconds in STREAMED:
        mexplore("study", game, *PATIENT)  # compiles what is missing
        spent = mexplore("study", game, *PATIENT, times=2)
        yield Row(f"study {game}", spent.seconds, "", None, seconds)
        yield Row(f"study {game}: memory", spent.megabytes, "", None, STREAM_MEMORY, "MB")
    for game in limit.WINDOWS:
        ours, stop = _streamed(game)
        theirs = limit.window(game, stop)
        if theirs is not None:
            yield Row(f"{stop} values of {game}, streamed", ours, "C++", theirs, 2.5, "ns")
        if game == "0.106":
            yield Row(f"{stop} values of {game}, streamed", ours, "", None, 3.0, "ns")


def _streamed(game: str) -> tuple[float, int]:
    """Nanoseconds a value of our stream, and how many there were: as many as prove the period."""
    rule = TakeAndBreak.parse(game)
    shape = splitting_game(rule) if rule else None
    assert rule is not None and shape is not None
    frame = framed(shape, grundy_values(rule, FEWEST_VALUES))
    assert not isinstance(frame, Refused)
    begun(Machine(frame, least_width(frame))).advance(10**6)  # compiles
    stream = begun(Machine(frame, least_width(frame)))
    stop = STREAM_STOPS[game]
    began, first = time.process_time(), stream.verified
    stream.advance(stop)
    return (time.process_time() - began) * 1e9 / (stop - first), stop


def big() -> Iterator[Row]:
    """The memory of the engine that stores its values."""
    code = f"import mexplore; mexplore.values('0.454', {STORED_STOP})"
    with tempfile.TemporaryDirectory() as folder:
        spent = command([sys.executable, "-c", code], 1, {"XDG_CACHE_HOME": folder})
    theirs = limit.seconds("0.454", STORED_STOP)
    task = f"{STORED_STOP} values of 0.454"
    if theirs is not None:
        yield Row(task, spent.seconds, "C++", theirs, 1.0)
    yield Row(f"{task}: memory", spent.megabytes, "", None, 700, "MB")


TASKS = (Task("studies", long), Task("windows", windows), Task("memory", big))
