"""Ctrl-C in the places where Python drops exceptions, and before anything is imported."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest
from own_clock import NEVER

LISTENING = "from reports.cli.interrupts import hear_interrupts; hear_interrupts()\n"
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


def test_without_listening_python_drops_it() -> None:
    program = f"class Late:\n    def __del__(self):\n        {PRESS}\nLate()\nprint('not heard')"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert "not heard" in done.stdout


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
        [sys.executable, "-m", "reports", "study", "4!.0", "--no-store"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(delay)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=NEVER)
    # Before the first line of ours runs, the interpreter itself may answer.
    assert "reports/cli/app.py" not in err


PLACES = {
    "while importing": f"{PRESS}\nimport sympy",
    "in a command": "import reports.cli.app as app\napp.main = lambda: ({press})\nm.main()",
    "within exec": "import reports.cli.app as app\napp.main = lambda: exec({press!r})\nm.main()",
}


@pytest.mark.parametrize("place", PLACES)
def test_wherever_ctrl_c_comes_the_exit_code_is_130(place: str) -> None:
    press = "__import__('signal').raise_signal(__import__('signal').SIGINT)"
    program = "import reports.__main__ as m\n" + PLACES[place].format(press=press)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert (done.returncode, done.stderr) == (130, "mexplore: stopped\n")
