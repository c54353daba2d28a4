"""Where compiled kernels are kept between runs."""

from __future__ import annotations

import os
import sys
from functools import cache


def use_own_cache() -> None:
    """Keep machine code in the user's cache folder, in the processes that this one starts too
    (NUMBA_CACHE_DIR takes precedence). Must be called before numba is imported."""
    from mexplore.rules.engine.trusted import code_folder

    # To colour errors, which are not shown, numba would replace sys.stdout for a moment.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
    os.environ["NUMBA_CACHE_DIR"] = str(code_folder())


def report_trouble() -> None:
    """Say in one line on stderr where machine code cannot be kept for the next run, or is wrong,
    and where the cache is not used at all."""
    from mexplore.rules.engine.compiling import NOT_KEPT, REFUSED
    from mexplore.rules.engine.trusted import DISTRUSTED

    NOT_KEPT.set(_not_kept)
    REFUSED.set(_refused)
    DISTRUSTED.set(_distrusted)


@cache
def _refused(why: str) -> None:
    print(
        f"mexplore: {why}; values are computed again in a slower way (see `mexplore doctor`)",
        file=sys.stderr,
    )


def _not_kept(why: str) -> None:
    print(f"mexplore: compiled kernels cannot be kept for the next run ({why})", file=sys.stderr)


def _distrusted(why: str) -> None:
    from mexplore.reports.writers.output import REMARKS

    if REMARKS.get() and not _SAID:
        _SAID.append(why)
        print(f"mexplore: the cache is not used: {why}", file=sys.stderr)


_SAID: list[str] = []
"""One remark is enough, though there are several folders in the cache."""
