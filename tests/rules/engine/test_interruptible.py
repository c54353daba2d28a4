"""Work beside the main thread: its results, its errors, and what becomes of it after Ctrl-C."""

from __future__ import annotations

import _thread
import os
import subprocess
import sys
import threading
from contextvars import ContextVar

import pytest
from own_clock import NEVER

from mexplore.rules.engine.interruptible import Abandoned, go_on, is_settled, run_interruptible


def test_errors_are_those_of_the_work() -> None:
    with pytest.raises(ZeroDivisionError):
        run_interruptible(divmod, 1, 0)


def test_work_sees_the_context_of_whoever_waits() -> None:
    name: ContextVar[str] = ContextVar("name")
    name.set("of the one that waits")
    assert run_interruptible(name.get) == "of the one that waits"


def test_work_within_work_is_done_where_it_is() -> None:
    here = threading.get_ident
    inner, outer = run_interruptible(lambda: (run_interruptible(here), here()))
    assert inner == outer != here()


def test_other_threads_do_the_work_themselves() -> None:
    found: list[bool] = []
    here = threading.current_thread
    thread = threading.Thread(target=lambda: found.append(run_interruptible(here) is here()))
    thread.start()
    thread.join()
    assert found == [True]


def test_what_is_waited_for_goes_on() -> None:
    run_interruptible(go_on)
    go_on()
    assert is_settled(0)


def test_work_that_nobody_waits_for_ends_at_its_next_step() -> None:
    interrupted, ended = threading.Event(), threading.Event()

    def work() -> None:
        _thread.interrupt_main()
        interrupted.wait(NEVER)
        try:
            go_on()
        except Abandoned:
            ended.set()

    with pytest.raises(KeyboardInterrupt):
        run_interruptible(work)
    assert not is_settled(0)
    interrupted.set()
    assert ended.wait(NEVER)
    assert is_settled(NEVER)


PROGRAM = """
import os, signal, threading
from mexplore.rules.engine.compiled import Compiled
from mexplore.rules.engine.emitting import assembled
let_go, made = threading.Event(), assembled._made
def interrupted(*args):
    if not let_go.is_set():
        os.kill(os.getpid(), signal.SIGINT)
        let_go.wait()
    return made(*args)
assembled._made = interrupted
text = "def outer(n): return n + 2"
exec(text)
outer = Compiled(outer, text=text)
try:
    outer(5)
except KeyboardInterrupt:
    print("stopped", flush=True)
let_go.set()
if {fork} and not os.fork():
    print("forked", outer(6), flush=True)
    os._exit(0)
if {fork}:
    os.wait()
print(outer(5))
"""


@pytest.mark.parametrize("fork", [False, True])
def test_a_kernel_whose_compiling_was_interrupted_is_compiled_when_it_is_called_again(
    fork: bool,
) -> None:
    if fork and not hasattr(os, "fork"):
        pytest.skip("no fork on this system")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(fork=fork)],
        capture_output=True,
        text=True,
        timeout=NEVER,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.split() == ["stopped", *["forked", "8"] * fork, "7"]


INTERRUPTED = """
import signal, sys
from mexplore.rules.notation import parse_rule
from mexplore.rules.engine.grundy import grundy_values

class Signal:
    def find_spec(self, name, path=None, target=None):
        if name == "llvmlite.binding.executionengine" and not seen:
            seen.append(name)
            signal.raise_signal(signal.SIGINT)

seen = []
sys.meta_path.insert(0, Signal())
rule = parse_rule("subtract(1..70) or divide(3)")
try:
    grundy_values(rule, 70_000)
except KeyboardInterrupt:
    print("interrupted")
print(seen, len(grundy_values(rule, 70_000)))
"""


def test_an_interruption_leaves_a_compiler_that_can_be_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=NEVER,
        check=False,
    )  # fmt: skip
    seen = "['llvmlite.binding.executionengine']"
    assert (done.stdout, done.stderr) == (f"interrupted\n{seen} 70000\n", "")
