"""Statements given back: each pattern reads its own, and the verdicts are those of enumeration."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.heaps.check import check, check_terms
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.known import patterns, theorems
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.heaps.patterns.nim_but import NimBut
from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.run_queue import RunQueue
from mexplore.discover.heaps.patterns.slow_interval import SlowInterval
from mexplore.discover.heaps.patterns.sparse import SparseSpace
from mexplore.discover.heaps.patterns.split import SplitPeriodic
from mexplore.discover.heaps.patterns.threshold import Threshold
from mexplore.discover.heaps.stated import bare_formula, refuse_unreadable
from mexplore.discover.heaps.statements import (
    _follows,
    check_statement,
    check_statement_of_terms,
    read_statement,
)
from mexplore.discover.heaps.study import Study, study
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.rules.arithmetic.forms import Floor, Root
from mexplore.rules.arithmetic.formulas import FormulaSyntaxError
from mexplore.rules.engine.grundy import Watcher
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

NUMBERS = st.integers(0, 10**6)
LIMITS = Limits(budget=None, max_terms=2000)
NOT_THE_WHOLE_LAW = {"automatic"}
"""Its statement does not list the automaton."""

CLAIMS: list[Pattern] = [
    Periodic(71, 12),
    Periodic(0, 1),
    Periodic(0, 6, 3),
    Geometric(12, 6),
    Geometric(3, 2, ceil=True),
    NotPeriodic(),
    NimBut(((3, 2), (10**9 + 7, 0))),
    SplitPeriodic(3, 4, (0, 2, 0, 1)),
    SparseSpace(0xFE, 4, 900),
    SparseSpace(0xFE, 4, 900, True, 1),
    Named("v2(n) + 1", 1),
    Threshold(Floor(1, -1, 2)),
    Threshold(Root(1, 0, 2)),
    SlowInterval(Floor(1, 0, 2)),
    SlowInterval(Floor(1, -3, 2)),
    SlowInterval(Root(1)),
    SlowInterval(Root(2, 1, 3)),
    RunQueue(Floor(1, 0, 2), 2),
    RunQueue(Floor(3, -9, 5), 4),
    RunQueue(Root(2, 1, -3), 3),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.statement()[:40])
def test_a_statement_is_read_back(claim: Pattern) -> None:
    assert type(claim).from_statement(claim.statement()) == claim
    for other in patterns():
        read = other.from_statement(claim.statement())
        assert read is None or read == claim


@pytest.mark.parametrize("kind", patterns(), ids=lambda kind: kind.name)
def test_a_pattern_reads_its_own_statements_or_none(kind: type[Pattern]) -> None:
    """Claims of every detector; what is read differs from no claim that was stated."""
    for text in ("0.77", "0.8", "divide(2, 5)", "subtract(1) or divide(2)", "remove(1 .. n//2)"):
        evidence = evidence_below(parse_rule(text), 3000)
        for claim in kind.detect(evidence):
            read = kind.from_statement(claim.statement())
            assert read == claim or (read is None and kind.name in NOT_THE_WHOLE_LAW)


@given(NUMBERS, st.integers(1, 10**6), NUMBERS)
def test_periods_are_read_back(preperiod: int, period: int, saltus: int) -> None:
    claim = Periodic(preperiod, period, saltus)
    assert read_statement(claim.statement()) == claim


@given(st.lists(st.integers(0, 3), min_size=1, max_size=23), NUMBERS)
def test_split_periods_are_read_back(slopes: list[int], preperiod: int) -> None:
    claim = SplitPeriodic(preperiod, len(slopes), tuple(slopes))
    assert read_statement(claim.statement()) == claim


def test_a_list_of_slopes_that_was_cut_short_is_no_whole_statement() -> None:
    assert read_statement(SplitPeriodic(0, 60, (0, 1) * 30).statement()) is None


def test_claims_that_studies_make_are_read_back() -> None:
    texts = ["0.77", "divide(2, 5)", "leave(0 .. n//2)", "remove(1 .. n//2)", "subtract(squares)"]
    for text in texts:
        for finding in study(parse_rule(text), LIMITS).findings:
            assert read_statement(finding.claim.statement()) == finding.claim


@pytest.mark.parametrize(
    ("text", "claim"),
    [("G(n+12)=G(n) for n>=71", Periodic(71, 12)),
     ("G(n + 12) = G(n), for n ≥ 71.", Periodic(71, 12)),
     ("G(n + 12) = G(n)", Periodic(0, 12)), ("period 12 from 4", Periodic(4, 12)),
     ("period 3, saltus 1", Periodic(0, 3, 1)), ("period 12, preperiod 71", Periodic(71, 12)),
     ("G(n)=G(floor(n / 12)) for every n>=6", Geometric(12, 6)),
     ("G is not periodic", NotPeriodic()),
     ("G(n + 0) = G(n)", None), ("G(n) = G(floor(n/1)) for n >= 1", None), ("", None)],
)  # fmt: skip
def test_some_freedom_in_writing(text: str, claim: Pattern | None) -> None:
    assert read_statement(text) == claim


@pytest.mark.parametrize(
    ("text", "statement", "n"),
    [("0.07", "period 12 from 4", 4), ("0.77", "G(n + 12) = G(n) for n >= 4", 10),
     ("0.77", "G(n + 12) = G(n) for all n >= 70", 70), ("0.77", "G(n + 11) = G(n) for n >= 71", 71),
     ("divide(2..6)", "G(n) = G(floor(n/12)) for n >= 5", 5),
     ("subtract(12, powers(4))", "G(n + 260) = G(n) for n >= 258", 4**10 - 260)],
)  # fmt: skip
def test_the_first_failure_is_that_of_the_statement(text: str, statement: str, n: int) -> None:
    """As it is written: 'for n >= 4' fails at the n, not at the later term it speaks of."""
    found = check(parse_rule(text), statement, (0, 1000), LIMITS)
    assert found.status == "refuted"
    assert found.failure is not None
    assert found.failure.place == n


@pytest.mark.parametrize(
    ("text", "statement", "theorem"),
    [("0.77", "G(n + 12) = G(n) for n >= 71", "Guy-Smith"),
     ("0.77", "G(n + 24) = G(n) for n >= 100000", "Guy-Smith"),
     ("subtract(1, 3, 4)", "G(n + 14) = G(n)", "finite window"),
     ("divide(2..6)", "G(n) = G(floor(n/144)) for n >= 72", "floors commute"),
     ("subtract(squares)", "G is not periodic", "a multiple of every period"),
     ("subtract(1..9)", "G(n) = Mod(n, 10) for n >= 5", "finite window")],
)  # fmt: skip
def test_true_statements_are_proved_whether_least_or_not(
    text: str, statement: str, theorem: str
) -> None:
    found = check(parse_rule(text), statement, (0, 1000), LIMITS)
    assert (found.status, found.failure) == ("proved", None)
    assert found.theorem == theorem


@pytest.mark.parametrize(
    ("text", "statement"),
    [("subtract(1, 3, 4)", "G is not periodic"),
     ("subtract(squares)", "G(n + 4) = G(n) for n >= 100000")],
)  # fmt: skip
def test_what_a_proved_claim_denies_is_false(text: str, statement: str) -> None:
    found = check(parse_rule(text), statement, (0, 1000), LIMITS)
    assert found.status == "refuted"
    assert found.failure is None
    assert found.refuted_by


def test_what_no_theorem_covers_holds_as_far_as_computed() -> None:
    one = parse_rule("n -> [n - 1 - isqrt(n) // (n + 1)] if n else []")
    found = check(one, "G(n + 2) = G(n) for n >= 0", (0, 300), LIMITS)
    assert found.status == "holds so far"
    assert found.high >= 300
    assert found.unproved


def test_a_sentence_is_that_of_a_finding() -> None:
    rule = parse_rule("subtract(1) or divide(2)")
    result = study(rule)
    statement = result.findings[0].claim.statement()
    assert result.findings[0].claim.name == "automatic"
    assert check(rule, statement, (0, 100)).status == "proved"
    with pytest.raises(InputError, match="states nothing"):
        check(rule, statement.replace("automaton with", "automaton with 1"), (0, 100))


@pytest.mark.parametrize(
    ("text", "kind"), [("n -> [2*n // 3]", "run-schedule"), ("0.2048", "ruler")]
)
def test_sentences_of_every_kind_can_be_given_back(text: str, kind: str) -> None:
    rule = parse_rule(text)
    result = study(rule)
    finding = next(f for f in result.findings if f.claim.name == kind)
    statement = finding.claim.statement()
    refuse_unreadable(statement)
    assert check(rule, statement, (0, 100)).status == finding.status == "proved"


def test_faults_are_told_before_any_work() -> None:
    for text in ("G(n+1", "G(n) <= H(n - 1)", "period", "G(n + 12) = G(m)"):
        with pytest.raises(InputError, match="states nothing"):
            refuse_unreadable(text)
    with pytest.raises(FormulaSyntaxError):
        refuse_unreadable("G(n) = n +")
    assert bare_formula("n + 1") is not None


def test_statements_about_numbers_without_a_rule() -> None:
    terms = np.resize(np.array([0, 1, 2], dtype=np.uint8), 90)
    assert check_terms("G(n + 3) = G(n)", terms, 0).status == "holds so far"
    failure = check_terms("G(n + 2) = G(n) for n >= 5", terms, 0).failure
    assert failure is not None
    assert (failure.place, failure.value, failure.index) == (5, 1, 7)
    assert check_terms("G(n) = Mod(n, 3) for n >= 4", terms, 0).low == 4


@given(st.integers(0, 60), st.integers(1, 30), st.integers(0, 2))
@settings(max_examples=60, deadline=None)
def test_verdicts_are_those_of_enumeration(preperiod: int, period: int, saltus: int) -> None:
    rule = parse_rule("subtract(2, 5, 7)")
    values = grundy_by_definition(rule, 600)
    claim = Periodic(preperiod, period, saltus)
    false = [n for n in range(preperiod, 500) if values[n + period] != values[n] + saltus]
    found = check(rule, claim.statement(), (0, 100), LIMITS)
    assert found.status == ("refuted" if false else "proved")
    assert (found.failure.place if found.failure else None) == (false[0] if false else None)


def test_the_same_n_in_refuted_lines_and_in_check() -> None:
    """What fewer terms suggested and more refuted fails, given back, at the n that was told."""
    seen = 0
    for text in ("0.F6", "subtract(12, powers(4))"):
        rule = parse_rule(text)
        refuted = study(rule, Limits(budget=None, max_terms=3000)).refuted
        for claim, n in ((r.claim, r.fails_at) for r in refuted[:3]):
            if n is not None and n < 3000:
                again = check(rule, claim.statement(), (0, 3000), LIMITS).failure
                assert again is not None
                assert again.place == n
                seen += 1
    assert seen


def test_theorems_prove_claims_that_are_not_least_rightly() -> None:
    """What a theorem proves of a multiple period, from later on, is true far beyond the bound."""
    rule = parse_rule("0.77")
    evidence = evidence_below(rule, 5000)
    for claim in (Periodic(71, 24), Periodic(400, 12), Periodic(100, 36)):
        bounds = [t.bound(rule, claim) for t in theorems() if t.is_about(claim)]
        assert any(isinstance(bound, int) for bound in bounds)
        assert claim.first_failure(evidence) is None


@pytest.mark.parametrize(
    "claim",
    [Periodic(10**16, 12), Periodic(5, 10**16), SplitPeriodic(10**16, 2, (0, 1)),
     Geometric(3, 10**16), Named("v2(n) + popcount(n)", 10**16), SparseSpace(1, 4, 10**16)],
    ids=lambda claim: claim.name,
)  # fmt: skip
def test_terms_before_a_claim_do_not_support_it(claim: Pattern) -> None:
    rule, terms = parse_rule("0.007"), np.zeros(60, dtype=np.uint8)
    with pytest.raises(TooLarge, match=r"n = 10000000000\d+, and those at n < \d{2,6} are known"):
        check_statement(rule, claim.statement(), 100, LIMITS)
    with pytest.raises(TooLarge, match=r"n = 10000000000\d+, and those at n < 60 are known"):
        check_statement_of_terms(claim.statement(), terms)


def test_a_claim_that_begins_at_the_last_term_has_one_term_to_hold_of() -> None:
    """G(n + 3) = G(n) for n >= 5 is first about G(8)."""
    terms = np.resize(np.array([0, 1, 2], dtype=np.uint8), 9)
    assert check_statement_of_terms("period 3 from 5", terms).status == "holds so far"
    with pytest.raises(TooLarge):
        check_statement_of_terms("period 3 from 5", terms[:8])


def test_a_claim_far_out_waits_for_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of terms kept the stream from being tried, and the claim begins beyond that limit."""
    limits = []

    def noted(rule: Rule, given: Limits, watcher: Watcher) -> Study:
        limits.append(given)
        return study(rule, Limits(None, 600), watcher)

    monkeypatch.setattr("mexplore.discover.heaps.study.study", noted)
    far, near = "G(n + 1178) = G(n) for n >= 100000000", "G(n + 499) = G(n) for n >= 490"
    for claim, budget in ((far, 5.0), (near, 5.0), (far, None)):
        with suppress(TooLarge):
            check_statement(parse_rule("0.16"), claim, 100, Limits(budget, 1000))
    assert limits == [Limits(3.0, None), Limits(3.0, 1000), Limits(None, 1000)][: len(limits)]
    assert len(limits) == 3


@pytest.mark.parametrize(
    ("claim", "follows"),
    [
        (Periodic(10**30, 12), True),
        (Periodic(71, 12 * 10**20), True),
        (Periodic(70, 12 * 10**20), False),
        (Periodic(71, 12, 12), False),
        (Periodic(71, 18), False),
        (Geometric(12, 71), False),
    ],
)
def test_multiples_of_a_proved_period_are_proved_however_far(claim: Pattern, follows: bool) -> None:
    law = study(parse_rule("0.77"), Limits(None)).best
    assert law is not None and law.form is not None
    assert _follows(claim, law.form) is follows
    if follows:
        assert check_statement(
            parse_rule("0.77"), claim.statement(), 100, Limits(None, 1000)
        ).theorem


def test_ctrl_c_in_the_study_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended with exit code 2 and 'nothing decides the claim'."""
    rule = parse_rule("0.16")
    stopped = replace(study(rule, Limits(None, 600)), ended="interrupted")
    monkeypatch.setattr("mexplore.discover.heaps.study.study", lambda *_: stopped)
    with pytest.raises(KeyboardInterrupt):
        check_statement(rule, "G(n + 7) = G(n) for n >= 10^6", 100, Limits(5.0, 1000))
