"""What the comparisons of machine code cost in a study: `python -m benchmarks.table.checks GAME`
prints the CPU seconds of the comparisons and of the study, in a process that has run nothing yet.

Counted are: functions against plain Python, kernels on their first heaps, stretches that the
sparse-space engine finds in two ways, and trials of streams. The engine's 1024 heaps of overlap are
not timed apart: they take as long as 1024 values.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.table.row import Row, Task

GAMES = ("0.77", "0.354", "0.376", "0.104", "subtract(squares)")
UPTO = {"subtract(squares)": 10**6}
"""Where studies of open games end."""
SHARE = 0.03
"""Of a study, and 20 ms beside it."""


def _timed(
    module: Any, name: str, spent: list[float], first: Callable[..., object] = lambda *_: None
) -> None:
    """Let the CPU seconds of a function be added up, without what ``first`` does before, and
    those of calls within each other once."""
    function = getattr(module, name)

    def timed(*args: Any, **options: Any) -> Any:
        first(*args)
        began, before = time.process_time(), spent[0]
        try:
            return function(*args, **options)
        finally:
            spent[0] = before + time.process_time() - began

    setattr(module, name, timed)


def _measure(game: str) -> None:
    from mexplore.discover.heaps.evidence.sources import TermSource
    from mexplore.discover.heaps.study import study
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.engine.compiled import load_compiler
    from mexplore.rules.engine.grundy import Computation
    from mexplore.rules.notation import parse_rule

    began = time.process_time()
    load_compiler()
    from mexplore.discover.windows.streaming import stream
    from mexplore.rules.engine import rehearsal
    from mexplore.rules.engine.emitting.translation import variants
    from mexplore.rules.families.take_and_break.sparse.space import SparseEngine

    spent = [0.0]
    _timed(variants, "compare", spent)
    _timed(rehearsal, "trusted", spent)
    _timed(SparseEngine, "_by_both", spent)
    # Its code and tables are loaded for the stream itself.
    _timed(stream, "_refused", spent, lambda machine: (machine.run, machine.likely))
    rule = parse_rule(game)
    study(rule, Limits(600.0, upto=UPTO.get(game)), source=TermSource(Computation(rule)))
    print(spent[0], time.process_time() - began)


def checks() -> Iterator[Row]:
    for game in GAMES:
        command = [sys.executable, "-m", "benchmarks.table.checks", game]
        subprocess.run(command, capture_output=True, check=True)  # compiles what is missing
        done = subprocess.run(command, capture_output=True, check=True, text=True)
        ours, whole = map(float, done.stdout.split())
        yield Row(
            f"study {game}: comparisons of machine code", ours, "the whole study", whole, SHARE
        )


TASKS = (Task("checks", checks),)

if __name__ == "__main__":
    _measure(sys.argv[1])
