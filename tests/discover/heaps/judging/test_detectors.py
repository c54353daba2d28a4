"""Detectors take a share of the time, and no law is lost by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

import numpy as np
import pytest

from mexplore.discover.heaps.evidence.sources import given_terms
from mexplore.discover.heaps.judging import detectors as module
from mexplore.discover.heaps.judging.detectors import FEW_TERMS, LONG_AGO, Detectors
from mexplore.discover.heaps.known import patterns, patterns_that_run_first
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.sparse import SparseSpace
from mexplore.discover.heaps.study import study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.rules.notation import parse_rule

MANY = 2 * FEW_TERMS


class Clock:
    """The time, which passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class Slow(Periodic):
    """A detector that takes ten seconds, and makes no claim; it notes how many terms it saw."""

    seen: ClassVar[list[int]] = []
    clock: ClassVar[Clock]
    runs_first = False

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        cls.seen.append(evidence.stop)
        cls.clock.now += 10
        yield from ()


class Silent(Slow):
    """The same, of claims that predict no values."""

    seen: ClassVar[list[int]] = []

    @classmethod
    def predicts(cls) -> bool:
        return False


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    Slow.seen, Silent.seen, Slow.clock = [], [], clock
    monkeypatch.setattr(module, "working_seconds", clock.monotonic)
    monkeypatch.setattr(module, "patterns", lambda: (Slow, Silent, Periodic))
    return clock


def terms(stop: int) -> Evidence:
    """Values that never repeat."""
    return Evidence(np.arange(stop, dtype=np.uint32) ** 2)


def repeating(stop: int) -> Evidence:
    return Evidence(np.resize(np.array([0, 1, 2, 1], dtype=np.uint8), stop))


def ask(detectors: Detectors, evidence: Evidence, *holding: Pattern, **more: Any) -> list[Pattern]:
    return list(detectors.claims(evidence, holding, **({"run_all": False} | more)))


def test_of_few_terms_all_are_asked_each_time(slow: Clock) -> None:
    detectors = Detectors()
    for stop in (100, 200, FEW_TERMS):
        ask(detectors, terms(stop))
    assert Slow.seen == Silent.seen == [100, 200, FEW_TERMS]
    assert detectors.spent == 0.0 and not detectors.skipped


def test_of_many_terms_they_get_a_share_of_the_time(slow: Clock) -> None:
    detectors = Detectors()
    ask(detectors, terms(MANY))  # for the first time: nothing is known of what they take
    assert Slow.seen == Silent.seen == [MANY] and detectors.spent == 20
    ask(detectors, terms(2 * MANY))
    assert Slow.seen == [MANY] and detectors.skipped == {Slow, Silent}
    assert detectors.expected(2 * MANY) >= 20
    slow.now += 160  # a fifth is 36 seconds: enough for one more
    ask(detectors, terms(2 * MANY))
    assert len(Slow.seen) + len(Silent.seen) == 3
    ask(detectors, terms(LONG_AGO * 2 * MANY // 1000), run_all=True)
    assert len(Slow.seen) + len(Silent.seen) == 5 and not detectors.skipped


def test_who_guesses_from_the_first_terms_alone_is_not_asked_twice(
    slow: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Slow, "reads", 200)
    monkeypatch.setattr(Silent, "reads", None)
    detectors = Detectors()
    for stop in (100, 250, 500, MANY):
        ask(detectors, terms(stop), run_all=True)
    assert Slow.seen == [100, 250] and Silent.seen == [100, 250, 500, MANY]
    law = Slow(0, 4)
    assert law in ask(detectors, repeating(2 * MANY), law, run_all=True)


def test_nobody_waits_for_ever(slow: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONG_AGO", 4)
    detectors = Detectors()
    for factor in (1, 2, 3, 4):
        ask(detectors, terms(factor * MANY))
    assert Slow.seen == [MANY, 4 * MANY]


def test_a_claim_that_holds_spares_the_detectors(slow: Clock) -> None:
    detectors = Detectors()
    (claim,) = ask(detectors, repeating(MANY))
    assert claim == Periodic(0, 4) and not Slow.seen  # it is asked before them
    assert ask(detectors, repeating(2 * MANY), claim) == [claim]
    assert not Slow.seen and detectors.skipped == {Slow, Silent}
    assert ask(detectors, repeating(2 * MANY), claim, run_all=True) == [claim]
    assert Slow.seen == [2 * MANY]


def test_what_predicts_nothing_is_told_beside_a_law(slow: Clock) -> None:
    detectors = Detectors()
    ask(detectors, repeating(MANY))
    assert list(detectors.beside_a_proof(repeating(MANY), None)) == []
    assert Silent.seen == [MANY] and not Slow.seen
    assert SparseSpace.predicts() is False and Periodic.predicts() is True


THUE_MORSE = [n.bit_count() % 2 for n in range(3000)]
RULES = ["0.77", "0.331", "subtract(squares)", "subtract(fibonacci)", "remove(1 .. n//2)"]


@pytest.mark.parametrize("text", RULES)
def test_no_law_is_lost_where_detectors_starve(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(None, max_terms=5000)
    fed = study(parse_rule(text), limits)
    for name in ("FEW_TERMS", "SHARE", "LEAST_SHARE"):
        monkeypatch.setattr(module, name, 0)
    starved = study(parse_rule(text), limits)
    assert [f.claim for f in starved.findings] == [f.claim for f in fed.findings]
    assert [f.status for f in starved.findings] == [f.status for f in fed.findings]


def test_laws_of_bare_sequences_are_not_lost_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FEW_TERMS", 0)
    found = study(None, source=given_terms(THUE_MORSE)).findings
    assert [finding.claim.name for finding in found] == ["named", "automatic"]


def test_what_runs_first_is_found_without_loading_the_others() -> None:
    assert set(patterns_that_run_first()) == {kind for kind in patterns() if kind.runs_first}
