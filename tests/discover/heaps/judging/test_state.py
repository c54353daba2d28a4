"""Claims are refuted by terms, by theorems and by proved claims; time is shared out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import numpy as np
import pytest

import mexplore.discover.heaps.study
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.judging.state import StudyState, reported
from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.sparse import SparseSpace
from mexplore.discover.heaps.patterns.split import SplitPeriodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.never_periodic import NeverPeriodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Disproof, Inapplicable, Theorem
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

SQUARES = parse_rule("subtract(squares)")
REPEATING = Evidence(np.resize(np.array([0, 1, 2, 1], dtype=np.uint8), 600))


class Asked(Theorem[Rule, Periodic]):
    """A theorem that notes when it is asked, and says what it is told to say."""

    name: ClassVar[str] = "asked"
    source: ClassVar[str] = ""
    statement: ClassVar[str] = ""
    about: ClassVar[tuple[str, ...]] = (Periodic.name,)

    def __init__(
        self, answer: int | Inapplicable, *proposed: Periodic, heavy: bool = False
    ) -> None:
        self.answer, self.proposed = answer, proposed
        self.heavy = heavy  # type: ignore[misc]
        self.deadlines: list[float | None] = []

    def hypotheses(self, rule: Rule) -> Rule:
        return rule

    def bound_of(self, shape: Rule, claim: Periodic) -> int | Inapplicable:
        return self.answer

    def bound_before(
        self, shape: Rule, claim: Periodic, deadline: float | None
    ) -> int | Inapplicable:
        self.deadlines.append(deadline)
        return self.bound_of(shape, claim)

    def claims_of(self, shape: Rule) -> Iterable[Periodic]:
        return self.proposed


def test_what_is_proved_not_to_be_periodic_has_no_period_however_many_terms_show_one() -> None:
    state = StudyState(SQUARES, [NeverPeriodic()])
    state.consider(REPEATING)
    assert [f.claim for f in state.findings if f.proof] == [NotPeriodic()]
    assert not any(isinstance(f.claim, Periodic) and not f.claim.saltus for f in state.findings)
    refuted = state.refuted[Periodic(0, 4)]
    assert "a multiple of every period" in refuted.reason
    assert refuted.fails_at is None
    assert "fails later" in refuted.statement()
    climbing = Evidence((REPEATING.values + np.arange(600) // 4).astype(np.uint16))
    state.consider(climbing)
    assert Periodic(0, 4, 1) in [f.claim for f in state.findings]  # nothing is proved of these


def test_a_study_goes_on_looking_for_a_law_that_predicts() -> None:
    result = study(SQUARES, Limits(budget=None, max_terms=3000))
    assert result.status == "proved"
    assert (result.ended, result.evidence.stop) == ("terms", 3000)


@pytest.mark.parametrize("heavy", [False, True])
def test_a_claim_that_a_theorem_refutes_is_not_shown_and_does_not_come_back(heavy: bool) -> None:
    theorem = Asked(Disproof("a reason", 904, exact=True), heavy=heavy)
    state = StudyState(SQUARES, [theorem])
    for _ in range(2):
        state.consider(REPEATING)
        assert Periodic(0, 4) not in [f.claim for f in state.findings]
    refuted = state.refuted[Periodic(0, 4)]
    assert refuted.fails_at == 900
    assert refuted.statement() == (
        "G(n + 4) = G(n) for all n >= 0 held for all n < 600 and fails at n = 900 (asked: a reason)"
    )


def test_terms_refute_at_the_n_of_the_statement() -> None:
    values = REPEATING.values.copy()
    values[500] = 9
    state = StudyState(None, [])
    state.consider(Evidence(values[:400]))
    state.consider(Evidence(values))
    assert state.refuted[Periodic(0, 4)].failure == 500
    assert state.refuted[Periodic(0, 4)].fails_at == 496


def test_a_proved_claim_that_is_not_least_is_not_told() -> None:
    rule = parse_rule("subtract(1, 3, 4)")
    evidence = evidence_below(rule, 100)
    for claim in (Periodic(0, 14), Periodic(3, 7)):
        state = StudyState(rule, [Asked(50, claim)])
        state.consider(evidence)
        assert claim in [f.claim for f in state.findings]
        assert claim not in [f.claim for f in state.findings if f.proof]
        shown = reported(state, evidence)
        assert [f.claim for f in shown] == [Periodic(0, 7)]
        assert any("not least" in line for line in state.log)


def test_a_study_does_not_end_with_a_proof_of_what_is_not_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would have nothing to tell."""
    monkeypatch.setattr(
        mexplore.discover.heaps.study, "theorems", lambda: [Asked(50, Periodic(0, 14))]
    )
    monkeypatch.setattr(Periodic, "detect", classmethod(lambda cls, evidence: ()))
    result = study(parse_rule("subtract(1, 3, 4)"), Limits(budget=None, max_terms=1000))
    assert (result.findings, result.ended) == ((), "terms")


def test_a_period_must_be_seen_three_times() -> None:
    values = Evidence(np.zeros(400, dtype=np.uint8))
    assert not Periodic(100, 100).seen_enough(values.prefix(399))
    assert Periodic(100, 100).seen_enough(values)
    assert not SplitPeriodic(100, 100, (0, 1) * 50).seen_enough(values.prefix(399))
    assert SplitPeriodic(100, 100, (0, 1) * 50).seen_enough(values)


def test_light_theorems_are_asked_first_and_heavy_ones_while_there_is_time() -> None:
    light, heavy = Asked(Inapplicable("no")), Asked(Inapplicable("no"), heavy=True)
    state = StudyState(SQUARES, [heavy, light])
    state.consider(REPEATING, working_seconds() - 1)
    assert light.deadlines
    assert not heavy.deadlines
    deadline = working_seconds() + 1000
    state.consider(REPEATING, deadline)
    assert all(until is not None and until < deadline for until in heavy.deadlines)
    assert heavy.deadlines
    proving = Asked(100)
    heavy.deadlines.clear()
    StudyState(SQUARES, [heavy, proving]).consider(REPEATING)
    assert not heavy.deadlines


def test_the_time_for_more_terms_is_read_off_the_last_two_rounds() -> None:
    state = StudyState(None, [])
    state.seconds = (0.0, 3.0)
    assert state.expected(500, 1000) == 0.0  # all of it was done for the first time
    state.seconds = (1.0, 1.0)
    assert state.expected(500, 1000) == 1.0
    state.seconds = (1.0, 2.0)  # 500 more terms cost a second
    assert state.expected(1000, 2000) == 4.0


def test_memory_is_the_limit_of_terms_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mexplore.discover.heaps.study, "most_values", lambda size: 48000 // size)
    result = study(parse_rule("0.06"), Limits(budget=None))
    assert (result.ended, result.evidence.stop) == (
        "terms",
        48000 // mexplore.discover.heaps.study.BYTES_A_TERM,
    )
    asked_for = study(parse_rule("0.06"), Limits(budget=None, max_terms=5000))
    assert asked_for.evidence.stop == 5000


@pytest.mark.slow
def test_a_period_that_begins_after_ten_million_is_proved_in_its_time() -> None:
    """A. Flammenkamp: preperiod 10061916, period 1180."""
    result = study(parse_rule("0.354"), Limits(budget=600))
    assert result.best is not None
    assert result.best.claim == Periodic(10061916, 1180)
    assert result.status == "proved"


def test_a_mask_that_gains_a_bit_is_tried_anew() -> None:
    """Grundy's game has the value 256 for the first time at n = 7250049: its mask 0xfe is refuted
    there, and 0x1fe has the same rare positions."""
    values = np.resize(np.array([1, 1, 2, 4, 7], dtype=np.uint8), 8000)
    values[:40] = 3
    values[6000::7] = 8
    state = StudyState(None, [])
    state.consider(Evidence(values[:5000]))
    assert [c.mask for c in claims_of(state)] == [7]
    state.consider(Evidence(values))
    assert [(c.mask, c.rare, c.last) for c in claims_of(state)] == [(15, 39, 39)]
    assert not any(isinstance(claim, SparseSpace) for claim in state.refuted)
    values[7999] = 3
    state.consider(Evidence(values))
    assert not claims_of(state)
    assert [claim.mask for claim in state.refuted if isinstance(claim, SparseSpace)] == [15]


def claims_of(state: StudyState) -> list[SparseSpace]:
    return [f.claim for f in state.findings if isinstance(f.claim, SparseSpace)]
