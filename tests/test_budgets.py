"""Every call of the library ends with its budget, in any thread and whatever it is doing."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from own_clock import NEVER, Clock

import mexplore
from mexplore import MexploreError
from mexplore.discover.heaps.evidence.confirmed import by_definition
from mexplore.rules.engine import working
from mexplore.rules.engine.working import (
    grace,
    look_at_clock,
    stopped_after,
    uninterruptible_by_budget,
    working_seconds,
)
from mexplore.rules.errors import TimeIsUp
from mexplore.rules.notation import parse_rule

ROOT = Path(__file__).parent.parent
WATCHES = working._Watch.begin
MONOTONIC = time.monotonic


@pytest.fixture
def _watched(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> Iterator[None]:
    """The thread that waits for the end of a budget; at its second look that has come."""
    monkeypatch.setattr(working._Watch, "begin", WATCHES)
    clock.tick = 0.4
    return iter(())


def endless(*_: Any) -> Any:
    """Work that does not look at the clock."""
    while True:
        pass


def in_a_thread(call: Callable[[], Any]) -> Any:
    """What the call returns or raises in a thread of its own, where there are no signals."""
    ended: list[Any] = []

    def work() -> None:
        try:
            ended.append(call())
        except BaseException as error:
            ended.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(NEVER)
    assert ended, "the call does not end"
    return ended[0]


@pytest.mark.usefixtures("_watched")
def test_work_that_never_looks_at_the_clock_is_stopped() -> None:
    with pytest.raises(TimeIsUp):
        stopped_after(0.05, endless)
    assert isinstance(in_a_thread(lambda: stopped_after(0.05, endless)), TimeIsUp)


@pytest.mark.usefixtures("_watched")
def test_it_is_stopped_again_where_that_is_swallowed() -> None:
    stops = list[int]()

    def stubborn() -> None:
        while len(stops) < 2:
            try:
                endless()
            except TimeIsUp:
                stops.append(1)

    with suppress(TimeIsUp):
        stopped_after(0.05, stubborn)
    assert len(stops) == 2


@pytest.mark.usefixtures("_watched")
def test_nothing_is_raised_after_the_call() -> None:
    for _ in range(20):
        with suppress(TimeIsUp):
            stopped_after(1e-9, lambda: sum(range(100_000)))
    began = MONOTONIC()
    while MONOTONIC() < began + 0.5:
        pass
    assert not working._WATCHED


TRACED = """
import sys
from mexplore.rules.engine.working import stopped_after
from mexplore.rules.errors import TimeIsUp

def endless():
    while True:
        pass

stopped_after(60, int)
try:
    stopped_after(0.05, endless)
except TimeIsUp:
    pass
sys.settrace(lambda frame, event, argument: None)
print((lambda: "traced")())
"""


def test_functions_are_traced_after_a_call_with_a_budget() -> None:
    """CPython 3.11 waits for ever in a traced function where an exception was sent and taken back;
    the comparison of machine code traces."""
    done = subprocess.run(
        [sys.executable, "-c", TRACED], capture_output=True, text=True, check=True, timeout=NEVER,
        cwd=ROOT,
    )  # fmt: skip
    assert done.stdout == "traced\n"


@pytest.mark.usefixtures("_watched")
def test_small_work_is_not_interrupted_by_a_budget() -> None:
    finished = list[int]()

    def work() -> None:
        with uninterruptible_by_budget():
            began = time.thread_time()
            while time.thread_time() < began + 0.6:
                pass
            finished.append(1)

    with suppress(TimeIsUp):
        stopped_after(0.05, work)
    assert finished


@pytest.mark.usefixtures("_watched")
def test_an_import_is_not_stopped_half_way(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import time\nbegan = time.thread_time()\nwhile time.thread_time() < began + 0.6: pass\n"
    (tmp_path / "slow_to_import.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)

    with suppress(TimeIsUp):
        stopped_after(0.05, lambda: __import__("slow_to_import"))
    assert sys.modules["slow_to_import"].began


def test_how_long_after_the_end() -> None:
    assert grace(1) + working.LAST_GRACE < 3


GAMES: dict[str, Callable[[float], Any]] = {
    "values": lambda b: mexplore.values(endless, 9, budget=b),
    "runs": lambda b: mexplore.runs(endless, 9, budget=b),
    "explain": lambda b: mexplore.explain(endless, [5], budget=b),
    "predict": lambda b: mexplore.predict(endless, 9, budget=b),
    "check": lambda b: mexplore.check(endless, "0", budget=b),
    "solve": lambda b: mexplore.solve((endless, 9), budget=b),
    "compare": lambda b: mexplore.compare(endless, "0.77", 9, budget=b),
    "count": lambda b: mexplore.count(endless, 9, budget=b),
    "positions": lambda b: mexplore.positions(endless, 9, budget=b),
}
"""Calls that do not look at the clock: a function of the user's own does not end."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.usefixtures("_watched")
@pytest.mark.parametrize("call", GAMES)
def test_a_rule_that_does_not_end_is_stopped(call: str) -> None:
    found = in_a_thread(lambda: GAMES[call](0.05))
    assert isinstance(found, MexploreError), found


def test_every_call_with_a_budget_is_watched() -> None:
    own = {"match", "search", "sweep"}  # seconds for values, or for each rule
    named = {name: getattr(mexplore, name) for name in mexplore.__all__}
    timed = {n for n, f in named.items() if "budget" in (getattr(f, "__kwdefaults__", None) or {})}
    watched = {n for n, f in named.items() if hasattr(f, "__wrapped__")}
    aliases = {"study": "analyse", "terms": "values"}
    assert {aliases.get(name, name) for name in watched} == {"table", "verify", "analyse", *GAMES}
    assert timed <= own


CERTIFICATE: dict[str, Any] = {
    "mexplore certificate": 1,
    "rule": "4.4015",
    "claim": {"pattern": "periodic", "preperiod": 6903, "period": 3, "saltus": 0},
    "statement": "G(n + 3) = G(n) for all n >= 6903",
    "theorem": "Guy-Smith",
    "bound": 13816,
}
SLOWEST: dict[str, Callable[[float], Any]] = {
    "analyse a family": lambda b: mexplore.analyse(
        "subtract(1..2*a + 2*b + 2*c)", where="a >= 3, b >= 3*a + 1, c >= b", budget=b
    ),
    "analyse another": lambda b: mexplore.analyse(
        "subtract(1..2*k + 3*m + 2, k + 2*m + 2)", where="k >= 1, m >= 7, m == 1*k + 3", budget=b
    ),
    "analyse": lambda b: mexplore.analyse("0.6", budget=b),
    "analyse under misère play": lambda b: mexplore.analyse("0.77", play="misere", budget=b),
    "analyse a board": lambda b: mexplore.analyse("wythoff", budget=b),
    "analyse a row": lambda b: mexplore.analyse("wythoff", line=("row", 40), budget=b),
    "values": lambda b: mexplore.values("subtract(squares)", 10**8, budget=b),
    "table": lambda b: mexplore.table("wythoff", (10**4, 10**4), budget=b),
    "runs": lambda b: mexplore.runs("0.6", 10**8, budget=b),
    "predict": lambda b: mexplore.predict("0.6", 10**18, budget=b),
    "check": lambda b: mexplore.check("0.6", "n", 0, 10**7, budget=b),
    "solve": lambda b: mexplore.solve(("0.6", 10**8), ("wythoff", (999, 998)), budget=b),
    "compare": lambda b: mexplore.compare("0.6", "0.006", 10**8, budget=b),
    "count": lambda b: mexplore.count("rook", 10**18, budget=b),
    "positions": lambda b: mexplore.positions("wythoff", 5000, budget=b),
    "explain": lambda b: mexplore.explain("0.77", range(10**7), budget=b),
    "verify": lambda b: mexplore.verify(CERTIFICATE, by_definition=True, budget=b),
}
"""Each call on an input for which a second is not enough, or hardly so."""


@pytest.mark.slow
@pytest.mark.parametrize("call", SLOWEST)
def test_a_call_of_one_second_is_back_in_three(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock on the wall; the processor's are counted, as a busy machine gives no more."""
    monkeypatch.setattr(working._Watch, "begin", WATCHES)
    monkeypatch.setattr(time, "monotonic", MONOTONIC)
    in_a_thread(lambda: SLOWEST[call](1.0))  # imports and compiles what is needed
    began = time.process_time()
    found = in_a_thread(lambda: SLOWEST[call](1.0))
    assert time.process_time() - began < 3
    assert isinstance(found, MexploreError) or not isinstance(found, BaseException)


# Looks at the clock, counted.


class Looks(Clock):
    """A clock that notes the largest number of Python calls between two looks at it."""

    calls, most = 0, 0

    def __call__(self) -> float:
        self.most, self.calls = max(self.most, self.calls), 0
        return super().__call__()

    def count(self, frame: Any, event: str, arg: Any) -> None:
        self.calls += event == "call"


MOST_CALLS = 150_000
"""Python calls between two looks: about a tenth of a second, or less."""
FAMILIES = [
    ("subtract(1..2*a + 2*b + 2*c)", "a >= 3, b >= 3*a + 1, c >= b"),
    ("subtract(1..2*k + 3*m + 2, k + 2*m + 2)", "k >= 1, m >= 7, m == 1*k + 3"),
]


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_the_search_for_laws_of_families_looks_at_the_clock(
    family: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, where = family
    mexplore.analyse("subtract(k)", where="k >= 1", budget=5)  # imports what is needed
    clock = Looks(tick=0.2)
    monkeypatch.setattr(time, "monotonic", clock)
    sys.setprofile(clock.count)
    try:
        found = mexplore.analyse(text, where=where, budget=2)
    finally:
        sys.setprofile(None)
    assert found.seconds < 4
    assert clock.most < MOST_CALLS


def test_so_does_a_check_by_definition() -> None:
    stop, seen = 300, list[int]()
    by_definition(parse_rule("4.4015"), stop, lambda progress: seen.append(progress.done))
    assert max(b - a for a, b in pairwise([*seen, stop])) <= 64


def test_a_deadline_that_has_passed() -> None:
    look_at_clock(None)
    with pytest.raises(TimeIsUp):
        look_at_clock(working_seconds() - 1)
