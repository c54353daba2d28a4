"""Time decides how much is computed and tried, never what is found in what was computed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import ClassVar, Self

import numpy as np
import pytest
from own_clock import Clock

import mexplore.discover.heaps.judging.detectors as detectors_module
import mexplore.discover.heaps.study
from mexplore.discover.heaps.evidence.sources import TermSource, given_terms, source_of
from mexplore.discover.heaps.judging.detectors import FEW_TERMS, Detectors, beginning, is_few
from mexplore.discover.heaps.judging.state import StudyState
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.reports.documents.study import study_document, study_json, summary
from mexplore.reports.writers.document import BRIEF
from mexplore.reports.writers.markdown import to_markdown
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.runs import runs_of
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TimeIsUp
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

MANY = 3 * FEW_TERMS
PARTS = "n -> [(n - k, k - 1) for k in range(1, n + 1) if n % k == 0]"


class Jumping(Clock):
    """A clock that jumps by hours at some of the looks."""

    def __init__(self, jumps: Callable[[int], bool]) -> None:
        super().__init__(tick=0.0)
        self.jumps, self.looks = jumps, 0

    def __call__(self) -> float:
        self.looks += 1
        self.now += 7200.0 if self.jumps(self.looks) else 0.0
        return self.now


CLOCKS: dict[str, Callable[[int], bool]] = {
    "it stands still": lambda look: False,
    "hours at every look": lambda look: True,
} | {f"hours at look {n}": n.__eq__ for n in (2, 3, 5, 8, 20, 60)}
LAWS = {
    PARTS: "G(n + 2) = G(n) for all n >= 0",
    "subtract(1, 3, 4)": "G(n + 7) = G(n) for all n >= 0",
    "0.77": "G(n + 12) = G(n) for all n >= 71",
}


@pytest.mark.parametrize("behaves", CLOCKS)
@pytest.mark.parametrize("text", [PARTS, "subtract(1, 3, 4)", "0.77"])
def test_the_law_does_not_depend_on_the_clock(
    text: str, behaves: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was found, or no value was known, where the clock jumped."""
    monkeypatch.setattr(time, "monotonic", Jumping(CLOCKS[behaves]))
    result = study(parse_rule(text), Limits(budget=10, max_terms=600))
    assert result.evidence.stop >= 512
    assert result.best is not None
    assert result.best.claim.statement() == LAWS[text]


@pytest.mark.parametrize("text", ["0.17", "divide(2..6)", "subtract(squares)", "remove(1 .. n//2)"])
def test_on_the_same_terms_the_same_is_found(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many terms as the sources begin with, whatever the clock does."""
    found = []
    for jumps in CLOCKS.values():
        monkeypatch.setattr(time, "monotonic", Jumping(jumps))
        result = study(parse_rule(text), Limits(budget=10, upto=511))
        assert result.evidence.stop == 512
        found.append([(f.claim, f.proof) for f in result.findings if not _by_heavy(f.proof)])
    assert found[0] and all(each == found[0] for each in found)


def _by_heavy(proof: object) -> bool:
    return getattr(proof, "theorem", "") in ("automata", "window product")


class Reads(Periodic):
    """A detector that takes ten seconds, and notes how many terms it saw."""

    seen: ClassVar[list[int]]
    clock: ClassVar[Clock]
    runs_first = False

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        cls.seen.append(evidence.stop)
        cls.clock.now += 10
        yield cls(0, 4)


class Other(Reads):
    """Another one, which makes a claim that is false from FEW_TERMS on."""

    name = "other"
    seen: ClassVar[list[int]]

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        cls.seen.append(evidence.stop)
        yield from (cls(0, 8), cls(0, 3))


@pytest.fixture
def readers(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.tick = 0.0
    Reads.seen, Other.seen, Reads.clock = [], [], clock
    monkeypatch.setattr(detectors_module, "patterns", lambda: (Reads, Other))


def repeating(stop: int, *odd: int) -> Evidence:
    values = np.resize(np.array([0, 1, 2, 1], dtype=np.uint8), stop)
    values[[*odd]] = 9
    return Evidence(values)


def test_after_the_deadline_the_first_terms_are_read_all_the_same(readers: None) -> None:
    detectors = Detectors()
    late = working_seconds() - 1
    claims = list(detectors.claims(repeating(MANY), (), late))
    assert Reads.seen == Other.seen == [FEW_TERMS]
    assert claims == [Reads(0, 4), Other(0, 8)]
    assert detectors.unread(repeating(MANY)) == [Reads, Other]
    assert not detectors.unread(repeating(FEW_TERMS))
    list(detectors.claims(repeating(2 * MANY), (), late))
    assert Reads.seen == Other.seen == [FEW_TERMS]  # which they know


def test_what_was_claimed_before_the_deadline_is_not_forgotten(readers: None) -> None:
    detectors = Detectors()
    in_time = working_seconds() + 5
    assert list(detectors.claims(repeating(MANY), (Other(0, 16),), in_time)) == [
        Reads(0, 4),
        Other(0, 16),
        Other(0, 8),
    ]
    assert Reads.seen == [MANY] and Other.seen == [FEW_TERMS]
    assert detectors.unread(repeating(MANY)) == [Other]


def test_claims_of_the_first_terms_are_tested_on_all(readers: None) -> None:
    evidence = repeating(MANY, MANY - 1)
    assert not list(Detectors().claims(evidence, (), working_seconds() - 1))


def test_the_beginning_of_runs_is_as_many_runs() -> None:
    few = Evidence(repeating(9).values, runs_of(repeating(FEW_TERMS - 5).values))
    assert is_few(few) and beginning(few) is few
    many = Evidence(repeating(9).values, runs_of(repeating(MANY).values))
    assert not is_few(many) and beginning(many).stop == FEW_TERMS


class Heavy(Theorem[Rule, Periodic]):
    """A heavy theorem without an answer."""

    name: ClassVar[str] = "heavy"
    source: ClassVar[str] = ""
    statement: ClassVar[str] = ""
    about: ClassVar[tuple[str, ...]] = (Periodic.name,)
    heavy: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> Rule:
        return rule

    def bound_of(self, shape: Rule, claim: Periodic) -> int | Inapplicable:
        return Inapplicable("no")


def test_heavy_theorems_without_time_are_named() -> None:
    state = StudyState(parse_rule("0.77"), [Heavy()])
    state.consider(repeating(600), working_seconds() - 1)
    assert state.not_tried(repeating(600)) == ("the theorem heavy",) and state.is_incomplete
    state.consider(repeating(600), working_seconds() + 1000)
    assert not state.not_tried(repeating(600)) and not state.is_incomplete


def test_what_was_not_tried_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """'Nothing found' is said only where everything ran."""
    terms = [n * n % 1009 * n % 257 for n in range(MANY)]
    monkeypatch.setattr(time, "monotonic", Jumping(lambda look: look == 4))
    late = study(None, Limits(budget=10), source=given_terms(terms))
    assert late.ended == "time" and not late.findings and "periodic laws" in late.not_tried
    text = to_markdown(study_document(late, "study", BRIEF))
    assert f"Out of time: no law was found that holds for all n < {MANY}." in text
    assert "Not tried on all n < " in text and "--budget" in text
    assert "Nothing found" not in text and "Nothing found" not in to_markdown(summary(late))
    assert study_json(late)["not_tried"] == list(late.not_tried)
    monkeypatch.setattr(time, "monotonic", Jumping(lambda look: False))
    in_time = study(None, Limits(budget=10), source=given_terms(terms[: FEW_TERMS // 8]))
    assert not in_time.not_tried and "not_tried" not in study_json(in_time)
    assert "Nothing found" in to_markdown(study_document(in_time, "study", BRIEF))


def test_detection_has_a_share_of_the_budget_that_values_cannot_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    until: list[float] = []

    class Watched(TermSource):
        def extend(self, stop: int, deadline: float | None = None) -> Evidence:
            until.append(deadline or 0.0)
            return super().extend(stop, deadline)

    monkeypatch.setattr(time, "monotonic", Jumping(lambda look: False))
    source = Watched(Computation(parse_rule("0.77")))
    study(parse_rule("0.77"), Limits(budget=100, upto=999), source=source)
    assert until and max(until) <= 1000 + 100 * (1 - mexplore.discover.heaps.study.FOR_DETECTION)


def test_the_end_of_the_budget_before_anything_was_considered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The values that are known by then are shown, and the first of them are searched."""
    source = source_of(parse_rule("0.77"))
    source.extend(900)
    interrupted = iter([True])
    consider = StudyState.consider

    def at_first(self: StudyState, *args: object, **options: object) -> None:
        if next(interrupted, False):
            raise TimeIsUp
        consider(self, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(StudyState, "consider", at_first)
    result = study(parse_rule("0.77"), Limits(budget=10, upto=899), source=source)
    assert result.ended == "time" and result.evidence.stop == 900
    assert result.best is not None and result.best.claim == Periodic(71, 12)


def test_ctrl_c_in_the_midst_of_considering_keeps_earlier_findings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They were forgotten: considering begins with an empty list."""
    seen: list[Pattern] = []
    add = StudyState._add

    def stopped(self: StudyState, claims: list[Pattern], evidence: Evidence) -> None:
        if evidence.stop > 600:
            raise KeyboardInterrupt
        add(self, claims, evidence)
        seen.extend(f.claim for f in self.findings)

    monkeypatch.setattr(StudyState, "_add", stopped)
    monkeypatch.setattr(mexplore.discover.heaps.study, "theorems", list)
    result = study(parse_rule(PARTS), Limits(budget=None, max_terms=1200))
    assert result.ended == "interrupted" and seen
    assert Periodic(0, 2) in [f.claim for f in result.findings]


def test_ctrl_c_while_findings_are_chosen_shows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(state: StudyState, evidence: Evidence) -> list[Finding]:
        raise KeyboardInterrupt

    monkeypatch.setattr(mexplore.discover.heaps.study, "reported", stopped)
    result = study(parse_rule("0.77"), Limits(None, 600))
    assert result.ended == "interrupted"
    assert Periodic(71, 12) in [f.claim for f in result.findings]
