"""Whole studies to a proof, beside the program in C++ that computes the values alone."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.table import limit
from benchmarks.table.row import Row, Task, mexplore

LONG = (("0.354", 20_126_196, 2.5, 5.0), ("0.376", 4_536_508, 8.0, 5.0))
"""A game, the values that its proof needs, the seconds and the ratio to stay below."""
BIG = "0.454"
BIG_STOP = 443_139_471


def long() -> Iterator[Row]:
    for game, stop, seconds, ratio in LONG:
        mexplore("study", game)  # compiles what is missing
        spent = mexplore("study", game, times=2)
        theirs = limit.seconds(game, stop)
        yield Row(f"study {game}", spent.seconds, "", None, seconds)
        if theirs is not None:
            yield Row(f"study {game}", spent.seconds, "its values, C++", theirs, ratio)
        yield Row(f"study {game}: memory", spent.megabytes, "", None, None, "MB")


def big() -> Iterator[Row]:
    spent = mexplore("study", BIG, "--budget", "600")
    theirs = limit.seconds(BIG, BIG_STOP)
    yield Row(f"study {BIG}", spent.seconds, "its values, C++", theirs, None)
    yield Row(f"study {BIG}: memory", spent.megabytes, "", None, 700, "MB")


TASKS = (Task("studies", long), Task("memory", big))
