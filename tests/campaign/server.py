"""Commands run in forked processes, thousands in each: quick, and a crash or a hang is only one's.

A child runs one command line after the other, in the process, and reports each on a pipe. Where it
dies, or is silent for longer than a command may take, it is replaced by another, which goes on with
the next input.
"""

from __future__ import annotations

import io
import json
import os
import select
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from campaign.scale import chance, finish, numbers, write_down

from mexplore.reports.cli.interrupts import hear_interrupts

USUAL_CODES = (0, 1, 2)
OVERTIME = 5.0  # seconds that a command may take beyond its budget
BUSY = 12  # how many times as long it may take with all that is compared afterwards
STARVED = 20  # how many times as long it may be under way, on a busy machine
WARMING = ("0.77", "0.8", "4!.0", "subtract(1, 3, 4)", "subtract(squares)", "divide(2..6)",
           "leave(0 .. n//2)", "n -> [n - 1, n // 2]", "subtract(1) or divide(2)")  # fmt: skip
A_CHILD = 50  # inputs; then another, as memory fills with compiled rules


@dataclass(frozen=True)
class Job:
    """A command line and the files that it names, which are written into the working folder."""

    args: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    budget: float = 0.0
    facts: Any = None


@dataclass(frozen=True)
class Outcome:
    """What came of it."""

    code: int
    out: str
    err: str
    seconds: float  # of the processor

    def json(self) -> Any:
        return json.loads(self.out)


Checked = Callable[[Job, Outcome], str | None]


@dataclass(frozen=True)
class Part:
    """A part of the campaign: how each job is made, and what would be wrong with its outcome."""

    name: str
    full: int
    job: Callable[[Random], Job]
    wrong: Checked

    def __call__(self, pick: Random) -> dict[str, Any]:
        """Run one job in this process; what came of it."""
        job = self.job(pick)
        for name, content in job.files.items():
            Path(name).write_bytes(content)
        outcome = run(job.args)
        problem = usual_faults(job, outcome) or self.wrong(job, outcome)
        files = {name: text[:5000] for name, text in job.files.items()} if problem else {}
        said = {"code": outcome.code, "problem": problem, "s": outcome.seconds}
        return said | ({"args": job.args, "files": repr(files)} if problem else {})


@cache
def _command() -> Any:
    import typer

    from mexplore.reports.commands import app

    return typer.main.get_command(app)


def run(args: list[str]) -> Outcome:
    """The command, in this process."""
    out, err = io.StringIO(), io.StringIO()
    began = time.process_time()
    with redirect_stdout(out), redirect_stderr(err):
        code = _command().main(args=args, prog_name="mexplore", standalone_mode=False)
        assert sys.stdout is out, f"another stdout: {sys.stdout!r} {vars(sys.stdout)}"
        assert sys.stderr is err, f"another stderr: {sys.stderr!r}"
    seconds = time.process_time() - began
    return Outcome(code, out.getvalue(), err.getvalue(), seconds)


def usual_faults(job: Job, outcome: Outcome) -> str | None:
    """What no command may do."""
    if outcome.code not in USUAL_CODES:
        return f"exit code {outcome.code}: {outcome.err[-300:]}"
    if "Traceback" in outcome.out + outcome.err or "internal error" in outcome.err:
        return f"a traceback: {outcome.err[-300:]}"
    if outcome.code == 2 and not outcome.err.rstrip().rpartition("\n")[2].startswith("mexplore: "):
        return f"no line that says why: {outcome.err[-300:]}"
    if outcome.seconds > job.budget + OVERTIME:
        return f"{outcome.seconds:.1f} seconds"
    if outcome.code < 2 and "--json" in job.args:
        try:
            outcome.json()
        except ValueError as error:
            return f"no JSON: {error}: {outcome.out[:100]!r}"
    return None


Trial = Callable[[Random], dict[str, Any]]
"""One trial: ``code`` to be counted, ``problem`` or None, and what is to be written down."""


def _one(name: str, trial: Trial, number: int) -> dict[str, Any]:
    """Run one trial in this process; its report."""
    try:
        return {"number": number, **trial(chance(name, number))}
    except BaseException as error:  # an escape is what is looked for
        where = traceback.format_exc()[-800:]
        return {"number": number, "code": None, "problem": f"escaped: {error!r}: {where}"}


def _child(name: str, trial: Trial, todo: list[int], pipe: int) -> None:
    with os.fdopen(pipe, "w") as reports:
        for number in todo:
            reports.write(json.dumps(_one(name, trial, number), default=repr) + "\n")
            reports.flush()


def _reports(name: str, trial: Trial, todo: list[int], patience: float) -> Iterator[dict[str, Any]]:
    """The reports of a child; the last may be of its end."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            hear_interrupts()  # who stops what does not look at the clock
            sys.set_int_max_str_digits(0)  # as the command has it
            with open(os.devnull, "w") as nowhere, redirect_stderr(nowhere):  # noqa: PTH123
                _child(name, trial, todo, writing)
        finally:
            os._exit(0)
    os.close(writing)
    done, read = 0, b""
    while done < len(todo):
        line, end, rest = read.partition(b"\n")
        if end:
            done, read = done + 1, rest
            yield json.loads(line)
            continue
        more = os.read(reading, 1 << 16) if _answers(child, reading, patience) else b""
        if not more:
            break
        read += more
    os.close(reading)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if done < len(todo):
        died = os.WIFSIGNALED(status) and os.WTERMSIG(status) != signal.SIGKILL
        problem = f"the process died: {status}" if died else "no answer"
        yield {"number": todo[done], "code": None, "problem": problem}


def _answers(child: int, reading: int, patience: float) -> bool:
    """Whether the child writes before it has had this many seconds of the processor: others may
    keep it waiting."""
    began, since = _processor_seconds(child), time.monotonic()
    while not select.select([reading], [], [], 1.0)[0]:
        waited = time.monotonic() - since
        if _processor_seconds(child) - began > patience or waited > STARVED * patience:
            return False
    return True


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def batches(name: str, full: int, trial: Trial, patience: float = BUSY * OVERTIME) -> None:
    """Run a part, trial by trial; every failure is written down with its input."""
    failures: list[str] = []
    codes: Counter[str] = Counter()
    before = Path.cwd()
    slowest, done = (0.0, 0), 0
    for text in WARMING:  # what is loaded here, the forked processes have
        run(["study", text, "--json", "--no-store"])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for report in _all_reports(name, full, trial, patience):
                done += 1
                codes[str(report["code"])] += 1
                slowest = max(slowest, (round(report.get("s", 0.0), 2), report["number"]))
                if report["problem"]:
                    failures.append(json.dumps(report)[:600])
                    write_down(report | {"part": name})
        finally:
            os.chdir(before)
    finish(name, done, failures, codes=dict(codes), slowest=slowest)


def _all_reports(name: str, full: int, trial: Trial, patience: float) -> Iterator[dict[str, Any]]:
    waiting = numbers(full)
    todo: list[int] = []
    while True:
        todo += list(islice(waiting, A_CHILD - len(todo)))
        if not todo:
            return
        last = todo[0]
        for report in _reports(name, trial, todo, patience):
            last = report["number"]
            yield report
        todo = [number for number in todo if number > last]
