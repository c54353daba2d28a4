"""Where compiled kernels are kept between runs."""

from __future__ import annotations

import os
import sys
from functools import cache


def use_own_cache() -> None:
    """Make numba keep machine code in the user's cache folder (NUMBA_CACHE_DIR takes precedence).

    Must be called before numba is imported. Where the folder cannot be written, numba falls back
    to its own folder.
    """
    # To colour errors, which are not shown, numba would replace sys.stdout for a moment.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    from platformdirs import user_cache_path

    folder = user_cache_path("mexplore", appauthor=False) / "machine-code"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    if os.access(folder, os.W_OK):
        os.environ["NUMBA_CACHE_DIR"] = str(folder)


def report_trouble() -> None:
    """Say in one line on stderr where machine code cannot be kept for the next run, or is wrong."""
    from rules.computing.compiling import NOT_KEPT, REFUSED

    NOT_KEPT.set(_not_kept)
    REFUSED.set(_refused)


@cache
def _refused(why: str) -> None:
    print(
        f"mexplore: {why}; values are computed again in a slower way (see `mexplore doctor`)",
        file=sys.stderr,
    )


def _not_kept(why: str) -> None:
    print(f"mexplore: compiled kernels cannot be kept for the next run ({why})", file=sys.stderr)
