"""Functions that make no array are loaded without numba's runtime; the others have it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from own_clock import NEVER

ROOT = Path(__file__).parents[3]
PROGRAM = """
import numpy as np
from numba.core.runtime import rtsys
from mexplore.rules.engine.compiled import njit, njit_making_arrays

@njit
def total(values):
    found = 0
    for value in values:
        found += value
    return found

@njit_making_arrays
def doubled(values):
    return np.append(values, values)

@njit
def careless(values):
    return total(doubled(values))

def tried():
    try:
        return careless(np.arange(4))
    except Exception as error:
        return "makes arrays" in str(error)

print(total(np.arange(4)), rtsys._init, doubled(np.arange(2)).tolist(), rtsys._init, tried())
"""


def test_the_runtime_is_made_when_it_is_needed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    plain = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "code"), "PYTHONPATH": str(ROOT)}
    printed = [
        subprocess.run(
            [sys.executable, program], capture_output=True, text=True, timeout=NEVER, check=True,
            env=plain | settings,
        ).stdout
        for _ in range(2)
    ]  # fmt: skip
    assert printed == [
        "6 True [0, 1, 0, 1] True True\n",  # compiled
        "6 False [0, 1, 0, 1] True True\n",  # loaded
    ]
