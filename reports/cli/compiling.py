"""Where compiled kernels are kept between runs, and the word to the user on the first one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.rule import Rule


def use_own_cache() -> None:
    """Let numba keep machine code in the user's cache folder (NUMBA_CACHE_DIR goes first).

    Must be called before numba is imported. Where the folder cannot be written, numba falls back
    to its own choice.
    """
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


def say_if_compiling(rule: Rule, *, quiet: bool) -> None:
    """Tell the user, on stderr, that the rule's kernel is compiled, if none ever was on this
    machine. Rules that are computed by runs, or by their definition, compile nothing."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    if quiet or not folder or any(Path(folder).glob("**/*.nbi")):
        return
    if rule.run_starts() is not None or rule.kernel() is None:
        return
    print(
        "mexplore: compiling the kernels, once on this machine; this takes a few seconds",
        file=sys.stderr,
    )
