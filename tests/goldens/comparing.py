"""What commands say now, held against what is kept, by several processes.

A process runs the commands of one game and ends: what one game leaves behind changes no other. To
be recorded each command gets a process of its own.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from difflib import unified_diff

from goldens.archive import Golden
from goldens.commands import BUDGET, Command
from goldens.running import AT_ONCE, QUICK, SLOW, Said, run
from own_clock import Clock

MOST_SECONDS = 1.2  # of the processor, without compiling: what takes longer is not recorded
CONTEXT = 3  # lines of a difference


def difference(golden: Golden, said: Said) -> str:
    """The difference as ``diff -u`` shows it; empty if there is none."""
    before, after = golden.said.parts(), said.parts()
    lines: list[str] = []
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name, "").splitlines(), after.get(name, "").splitlines()
        lines += unified_diff(old, new, f"kept/{name}", f"now/{name}", lineterm="", n=CONTEXT)
    title = f"=== {golden.command.key}"
    return "\n".join([title, *lines]) if lines else ""


class _TooLong(BaseException):
    """A command that is too long for a golden."""


@dataclass
class Outcome:
    """What became of the commands of one game."""

    said: list[tuple[Command, Said]] = field(default_factory=list)
    left_out: list[tuple[Command, str]] = field(default_factory=list)
    seconds: float = 0.0


def asked(commands: Sequence[Command]) -> Outcome:
    """What each of them says."""
    began = time.process_time()
    answers = [(command, run(command.arguments, command.columns)) for command in commands]
    return Outcome(answers, seconds=time.process_time() - began)


def recorded(commands: Sequence[Command]) -> Outcome:
    """What each of them says, as far as it says the same under a slow clock, and soon."""
    outcome, began = Outcome(), time.process_time()
    wild = False
    for command in commands:
        said = "is about a wild game" if wild and is_wild(command) else _one(command)
        if isinstance(said, str):
            outcome.left_out.append((command, said))
            wild = wild or is_wild(command)
        else:
            outcome.said.append((command, said))
    outcome.seconds = time.process_time() - began
    return outcome


def is_wild(command: Command) -> bool:
    """Whether an answer may take a law of misère play, which wild games often have not."""
    return command.kind.endswith("-misere") and command.kind != "solve-misere"


def _one(command: Command) -> Said | str:
    """What a command says, or why that is not kept."""
    first = _apart(command, QUICK)
    if first is None:
        return "takes long"
    said, passed = first
    if passed < AT_ONCE:
        return said
    if command.kind not in {"study", "study-files"} and passed > BUDGET:
        return "goes on until the budget ends"
    second = _apart(command, SLOW)
    if second is None:
        return "takes long"
    return said if said == second[0] else "depends on the budget"


def _apart(command: Command, tick: float) -> tuple[Said, float] | None:
    """What a command says and how long that takes by a clock, in a process that has asked nothing
    before: a law that is found once is remembered, and needs no time again. None if the processor
    takes long."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        try:
            with os.fdopen(writing, "wb") as end:
                pickle.dump(_timed(command, tick), end)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as end:
        data = end.read()
    os.waitpid(process, 0)
    found: tuple[Said, float] | None = pickle.loads(data) if data else None
    return found


def _timed(command: Command, tick: float) -> tuple[Said, float] | None:
    clock = Clock(tick=tick)
    began = clock.now
    try:
        with _at_most(MOST_SECONDS * QUICK / tick):
            return run(command.arguments, command.columns, clock), clock.now - began
    except _TooLong:
        return None


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise _TooLong when the main thread has worked so long; compiling is another's work."""
    began = time.thread_time()

    def look(number: int, frame: object) -> None:
        if time.thread_time() - began > seconds:
            raise _TooLong

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def everywhere(
    work: Callable[[Sequence[Command]], Outcome], games: Iterable[Sequence[Command]], processes: int
) -> Iterator[Outcome]:
    """The work on each game, in a process of its own that begins with everything imported."""
    _import()
    context = multiprocessing.get_context("fork")
    with context.Pool(processes, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(work, games)


WARM = (
    "0.76", "0.41[6]", "0.7?3", "4.27!", "0.3F", "subtract(2, 7, squares)", "leave(0 .. n // 7)",
    "subtract(2) or divide(7)", "divide(3..7)", "0.35 or subtract(5)", "n -> [n // 2, n - 7]",
    "n -> [n - 2, n // 3] if n % 4 == 1 else [n - 1]", "(x, y) -> [(x - 1, y - 5), (x - 3, y)]",
)  # fmt: skip
"""Games that are none of the goldens, which need most of the modules and kernels."""


def _import() -> None:
    """Import and load what most commands need; what they remember is of other games."""
    for game in WARM:
        for asked in (["study", "--max-terms", "600"], ["study", "--misere", "--budget", "0.2"]):
            with suppress(Exception):
                run([asked[0], game, *asked[1:]])
    gc.collect()
    gc.freeze()
