"""Ctrl-C ends a command also where other code swallows the exception and goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest
from own_clock import NEVER

SWALLOWED = """
import signal, sys
import mexplore.reports.__main__ as m
import mexplore.rules.engine.grundy as grundy
import mexplore.discover.misere.patterns.types as types
extend = grundy.Computation.extend
def swallowing(self, *args, **more):
    try:
        signal.raise_signal(signal.SIGINT)
    except BaseException:  # as a library may have it, or a clause that was meant for errors
        pass
    return extend(self, *args, **more)
grundy.Computation.extend = swallowing
sys.argv = ["mexplore", *sys.argv[1:]]
m.main()
"""
QUICK = [
    ("compare", "0.07", "0.77"),
    ("solve", "0.77:5", "0.07:12"),
    ("study", "0.77"),
]
OTHERS = [
    ("check", "0.77", "G(n+12) = G(n) for n >= 71"),
    ("predict", "0.77", "10^18"),
    ("count", "0.77", "--upto", "1000"),
    ("positions", "0.77", "--upto", "100"),
    ("terms", "0.77", "--upto", "100"),
    ("study", "0.77", "--json"),
    ("compare", "0.77", "0.07", "--misere"),
    ("predict", "subtract(1, 2)", "10^9"),
    ("match", "0.77", "--oeis", "/dev/null"),
]


@pytest.mark.parametrize(
    "command", [*QUICK, *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)]
)
def test_a_swallowed_ctrl_c_ends_the_command(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED, *command],
        capture_output=True,
        text=True,
        timeout=NEVER,
        check=False,
    )
    said = [line for line in done.stderr.splitlines() if not line.startswith("mexplore: so far:")]
    assert (done.returncode, said) == (130, ["mexplore: stopped"])
    assert done.stdout == "" or '"ended": "interrupted"' in done.stdout
