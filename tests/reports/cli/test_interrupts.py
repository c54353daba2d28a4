"""Ctrl-C in the places where Python drops exceptions, and before anything is imported."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest
from own_clock import NEVER

from mexplore.reports.cli.subjects import HeapRule
from mexplore.rules.engine.grundy import Progress
from mexplore.rules.errors import TimeIsUp
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

LISTENING = "from mexplore.reports.cli.interrupts import hear_interrupts; hear_interrupts()\n"
PRESS = "import signal; signal.raise_signal(signal.SIGINT)"
SOON = f"import time; time.sleep({NEVER}); print('not heard')"


@pytest.mark.parametrize(
    "place",
    [
        # A destructor: the handler knows it by its name.
        f"class Late:\n    def __del__(self):\n        {PRESS}\nLate()\n",
        # A callback of a weak reference: the exception is dropped, and delivered again.
        f"import weakref\nclass Late: pass\ndef gone(_):\n    {PRESS}\n"
        "late = Late()\nkept = weakref.ref(late, gone)\ndel late\n",
        # A callback from C.
        f"import ctypes\n@ctypes.CFUNCTYPE(None)\ndef called():\n    {PRESS}\ncalled()\n",
    ],
)
def test_a_ctrl_c_that_python_drops_is_heard(place: str) -> None:
    program = f"{LISTENING}{place}{SOON}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert "not heard" not in done.stdout
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")
    assert "Exception ignored" not in done.stderr


def test_a_command_in_the_background_ends_in_good_order() -> None:
    """As of `mexplore ... &` in a script, where Ctrl-C is switched off: what has to be done in the
    end is done."""
    program = (
        f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{LISTENING}"
        "try:\n    signal.raise_signal(signal.SIGTERM)\nfinally:\n    print('done')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert (done.returncode, done.stdout) == (143, "done\n")


def test_without_listening_python_drops_it() -> None:
    program = f"class Late:\n    def __del__(self):\n        {PRESS}\nLate()\nprint('not heard')"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert "not heard" in done.stdout


def test_a_stream_is_not_stopped_half_way() -> None:
    """TextIOWrapper.reconfigure makes an encoder, in Python; a stream without one cannot say that
    it was stopped."""
    program = (
        "import codecs, signal, sys\nfrom mexplore.reports.__main__ import main\n"
        "whole = codecs.IncrementalEncoder.__init__\n"
        "made = []\ndef pressed(encoder, errors='strict'):\n    made.append(encoder)\n"
        "    if len(made) == 2:\n        signal.raise_signal(signal.SIGINT)\n"  # that of stderr
        "    whole(encoder, errors)\n"
        "codecs.IncrementalEncoder.__init__ = pressed\n"
        "sys.argv = ['mexplore', 'terms', '0.77']\nmain()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "mexplore: stopped\n")


def test_other_dropped_exceptions_are_still_told() -> None:
    program = f"{LISTENING}class Late:\n    def __del__(self):\n        1 / 0\nLate()\n"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert "ZeroDivisionError" in done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize("delay", [0.12, 0.2, 0.3])
def test_ctrl_c_while_importing_leaves_no_traceback_of_ours(delay: float) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "mexplore", "study", "4!.0", "--no-store"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(delay)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=NEVER)
    # Before the first line of ours runs, the interpreter itself may answer.
    assert "reports/cli/app.py" not in err


STUCK = """
import ctypes, time
from mexplore.rules.engine.compiled import Compiled
from mexplore.rules.engine.emitting import assembled
def stuck(*args):
    pressed()
    mutex, lock = (ctypes.c_long * 64)(), ctypes.CDLL(None).pthread_mutex_lock
    for _ in range(2):
        lock(mutex)  # C that no signal ends
assembled._made = stuck
kernel = Compiled(lambda n: n, text="def kernel(n): return n")
"""
PRESSED_SOON = """
import os, signal, threading
def pressed():
    threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
"""
APP = "import mexplore.reports.cli.app as app"
PLACES = {
    "while importing": f"{PRESS}\nimport sympy",
    "in the compiler": (
        f"{PRESSED_SOON}{STUCK}\nimport mexplore.reports.cli.app as app\n"
        "app.main = lambda _: kernel(1)\nm.main()"
    ),
    "in a command": f"{APP}\napp.main = lambda _: ({{press}})\nm.main()",
    "within exec": f"{APP}\napp.main = lambda _: exec({{press!r}})\nm.main()",
}


@pytest.mark.parametrize("place", PLACES)
def test_wherever_ctrl_c_comes_the_exit_code_is_130(place: str) -> None:
    press = "__import__('signal').raise_signal(__import__('signal').SIGINT)"
    program = "import mexplore.reports.__main__ as m\n" + PLACES[place].format(press=press)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert (done.returncode, done.stderr) == (130, "mexplore: stopped\n")


WITHIN = """
import os, sys, time
from mexplore.reports.cli.interrupts import hear_interrupts, within
from mexplore.rules.errors import OutOfTime
hear_interrupts()
class Slow:
    def __del__(self):
        heard.append("destructor")
        time.sleep(0.5)
heard = []
def work():
    {work}
try:
    with within(0.01):
        work()
except OutOfTime as why:
    print(why)
time.sleep(0.5)
print("after", heard)
"""
BUSY = {
    "a loop": "while True: pass",
    "a loop that takes one end for its own": (
        "try:\n        while True: pass\n    except KeyboardInterrupt:\n        while True: pass"
    ),
    "asleep": f"time.sleep({NEVER})",
    "compiling": "kernel(1)",
}


@pytest.mark.parametrize("work", BUSY)
def test_what_does_not_look_at_the_clock_ends_with_its_budget(work: str) -> None:
    program = WITHIN.format(work=BUSY[work]) + "sys.stdout.flush()\nos._exit(0)"
    if work == "compiling":
        longest = "import mexplore.rules.engine.working as clock\nclock.LONGEST = 0.1\n"
        program = f"def pressed(): pass\n{STUCK}{longest}{program}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "this was not answered within the budget of 0.01 seconds; --budget gives more",
        "after []",
    ]


def test_what_ends_in_time_is_not_disturbed_and_a_destructor_is_not_broken_off() -> None:
    for work in ("pass", "Slow()"):
        program = WITHIN.format(work=work)
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            timeout=NEVER,
            check=False,
        )
        assert "Traceback" not in done.stderr
        assert done.stdout.splitlines()[-1] in ("after []", "after ['destructor']")
    assert "KeyboardInterrupt" not in done.stderr


def test_small_work_is_finished_first_and_ctrl_c_ends_it() -> None:
    small = (
        "from mexplore.rules.engine.working import processor_seconds as seconds\n"
        "    from mexplore.rules.engine.working import uninterruptible_by_budget\n"
        "    with uninterruptible_by_budget():\n"
        "        began = seconds()\n"
        "        while seconds() - began < 0.5: {press}\n"
        "        heard.append('finished')\n"
        "    while True: pass"
    )
    for press, expected in (("pass", "after ['finished']"), ("os.kill(os.getpid(), 2)", "")):
        done = subprocess.run(
            [sys.executable, "-c", WITHIN.format(work=small.format(press=press))],
            capture_output=True,
            text=True,
            timeout=NEVER,
            check=False,
        )
        assert expected in done.stdout and ("KeyboardInterrupt" in done.stderr) is (not expected)


def test_a_budget_is_kept_by_a_command_that_does_not_look_at_the_clock() -> None:
    program = (
        "import sys, mexplore.reports.cli.subjects as subject\n"
        "def look_up(self, *_):\n    while True: pass\n"
        "subject.HeapRule.look_up = look_up\n"
        "sys.argv = ['mexplore', 'predict', '0.77', '9', '--budget', '0.01']\n"
        "import mexplore.reports.__main__ as m\nm.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "mexplore: this was not answered within the budget of 0.01 seconds; --budget gives more\n"
    )


def test_values_computed_before_the_budget_ended_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def watched(progress: Progress) -> None:
        if progress.done > 20:
            raise TimeIsUp

    rule = parse_rule("divide(2) or 0.3NO*******2")  # options: partitions into any many heaps
    listing = HeapRule(rule).terms(60, watched)
    values = json.loads("".join(listing.text("json")))["values"]
    assert values[:20] == grundy_by_definition(rule, 20)
    assert 20 <= len(values) < 61
    assert listing.note == f"the budget ended; {61 - len(values)} values are missing"
    assert listing.missing == 0
