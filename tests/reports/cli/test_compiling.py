"""The compiler leaves the streams alone."""

from __future__ import annotations

import subprocess
import sys

from own_clock import NEVER

PROGRAM = """
import os, sys
os.environ.pop("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", None)
from mexplore.reports.cli.app import use_own_cache
use_own_cache()
from numba.core.errors import NOPColorScheme, termcolor
assert isinstance(termcolor(), NOPColorScheme)
"""


def test_errors_of_the_compiler_are_not_coloured() -> None:
    """With colorama, numba exchanges sys.stdout while it writes one, in whatever thread."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert done.returncode == 0, done.stderr
