"""Tests neither read nor fill the user's own store of values, and have a clock of their own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from own_clock import Clock

from mexplore.rules.engine import working

# A busy machine is no reason to fail.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

# A shell lets what it starts with '&' ignore Ctrl-C, which the tests send and wait for.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests that run beside others have one core each; those of two cores ask for them.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("MEXPLORE_CORES", "1")


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache folder of the tests' own, for the processes they start as well.

    Machine code stays where it is: compiling it again would take most of the time.
    """
    from mexplore.rules.engine.trusted import code_folder

    os.environ["MEXPLORE_CODE_DIR"] = str(code_folder())
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which budgets are kept: it counts looks; ``clock.tick`` says what one takes."""
    own = Clock()
    monkeypatch.setattr(time, "monotonic", own)
    # What compiling took in earlier tests was by another clock.
    monkeypatch.setattr(working, "_STANDSTILL", [working._Standstill()])
    # Nor is anything stopped from outside when a test takes long: `test_budgets` asks for it.
    monkeypatch.setattr(working._Watch, "begin", lambda watch: None)
    return own
