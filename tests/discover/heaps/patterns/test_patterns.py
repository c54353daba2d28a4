"""Every pattern keeps its contract, whatever the evidence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.heaps.known import patterns
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import Pattern
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.runs import Runs, RunStream
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.notation import parse_rule

N = 600


def evidence_of_runs(text: str, stop: int) -> Evidence:
    starts = run_starts(parse_rule(text))
    assert starts is not None
    runs = RunStream(starts).extend(stop)
    return Evidence(runs.dense(1000), runs)


def every_evidence() -> dict[str, Evidence]:
    rng = np.random.default_rng(7)
    n = np.arange(N)
    arrays = {
        "empty": n[:0],
        "one": n[:1],
        "three": n[:3],
        "constant": 0 * n + 5,
        "late change": np.where(n < N - 1, 0, 1),
        "identity": n,
        "random bits": rng.integers(0, 2, N),
        "random": rng.integers(0, 200, N),
        "square root": np.sqrt(n).astype(int),
        "kayles": grundy_values(parse_rule("0.77"), N),
        "subtraction": grundy_values(parse_rule("subtract(2, 4, 7)"), N),
        "halving": grundy_values(parse_rule("subtract(1) or divide(2)"), N),
        "ruler": (n & -n),
        "wide": n * 1000,
    }
    dense = {
        name: Evidence(a.astype(np.min_scalar_type(int(a.max(initial=0)))))
        for name, a in arrays.items()
    }
    return dense | {
        "division": evidence_of_runs("divide(2..6)", 10**20),
        "division, no law": evidence_of_runs("divide(2, 5, 10)", 10**20),
        "division, few": evidence_of_runs("divide(2..6)", 3),
        "division, ceil": evidence_of_runs("divide(2, 3, ceil)", 10**20),
        "no runs": Evidence(n[:0].astype(np.uint8), Runs((), (), 0)),
    }


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: pattern.__name__)
@pytest.mark.parametrize(("name", "evidence"), every_evidence().items(), ids=lambda x: str(x)[:20])
def test_pattern_keeps_its_contract(pattern: type[Pattern], name: str, evidence: Evidence) -> None:
    for claim in pattern.detect(evidence):
        assert isinstance(claim, pattern)
        assert pattern.from_parameters(claim.parameters()) == claim
        assert claim.size() >= 1
        assert claim.statement()
        assert claim.latex()
        assert "$" not in claim.latex()
        if claim.first_failure(evidence) is not None:
            continue
        claim.findings(evidence)
        form = claim.closed_form(evidence)
        if form is not None and evidence.stop:
            stop = min(N, evidence.stop)
            assert form.prefix(stop).tolist() == evidence.prefix(stop).runs.dense(stop).tolist()
            assert form.at(evidence.stop - 1) == evidence.at(evidence.stop - 1)


def test_names_are_unique() -> None:
    names = [pattern.name for pattern in patterns()]
    assert len(names) == len(set(names))


@given(
    head=st.lists(st.integers(0, 5), max_size=30),
    cycle=st.lists(st.integers(0, 5), min_size=1, max_size=20),
    saltus=st.integers(0, 3),
)
@settings(max_examples=200, deadline=None)
def test_planted_periods_are_found_with_least_parameters(
    head: list[int], cycle: list[int], saltus: int
) -> None:
    length = 8 * (len(head) + len(cycle)) + 40
    values = list(head)
    while len(values) < length:
        turn = (len(values) - len(head)) // len(cycle)
        values.append(cycle[(len(values) - len(head)) % len(cycle)] + saltus * turn)
    evidence = Evidence(np.array(values, dtype=np.uint16))
    found = next(iter(Periodic.detect(evidence)))
    assert found.first_failure(evidence) is None
    assert found.not_least(evidence) is None
    # Least by brute force, over all smaller periods and preperiods.
    assert (found.preperiod, found.period) == least_by_brute_force(values)
    assert found.saltus * len(cycle) == saltus * found.period


def least_by_brute_force(values: list[int]) -> tuple[int, int]:
    best: tuple[int, int] | None = None
    for p in range(1, len(values) // 3):
        step = values[-1] - values[-1 - p]
        n0 = len(values) - p
        while n0 and values[n0 - 1 + p] - values[n0 - 1] == step:
            n0 -= 1
        if n0 + 3 * p <= len(values) and (best is None or n0 + p < sum(best)):
            best = (n0, p)
    assert best is not None
    return best


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.integers(0, 300))
@settings(max_examples=100, deadline=None)
def test_one_wrong_term_refutes_a_period(cycle: list[int], at: int) -> None:
    values = np.array((cycle * 400)[:400], dtype=np.uint8)
    law = next(iter(Periodic.detect(Evidence(values))))
    values[at] += 9
    failure = law.first_failure(Evidence(values))
    assert failure is not None
    assert failure in (at, at + law.period)


@given(
    head=st.lists(st.integers(0, 4), max_size=12),
    cycle=st.lists(st.integers(0, 2), min_size=1, max_size=8),
    value=st.integers(0, 5),
)
@settings(max_examples=100, deadline=None)
def test_counts_and_parameters_of_periodic_forms(
    head: list[int], cycle: list[int], value: int
) -> None:
    values = (head + cycle * 200)[: len(head) + 120]
    evidence = Evidence(np.array(values, dtype=np.uint8))
    law = Periodic(len(head), len(cycle))
    form = law.closed_form(evidence)
    assert form is not None
    for stop in (0, 1, len(head), len(head) + 1, 100):
        expected = {v: values[:stop].count(v) for v in set(values[:stop])}
        assert form.counts(stop) == expected
        assert form.count_of(value, stop) == expected.get(value, 0)
    broken = [n for n in range(len(head)) if form.extended_down(n) != head[n]]
    assert form.exceptions() == broken


def test_count_of_with_a_saltus() -> None:
    values = [n // 3 + n % 2 for n in range(200)]
    law = Periodic(0, 6, 2)
    form = law.closed_form(Evidence(np.array(values, dtype=np.uint8)))
    assert form is not None
    for stop in (0, 1, 50, 199):
        assert all(form.count_of(v, stop) == values[:stop].count(v) for v in range(80))
    assert form.count_of(3, 10**30) == values.count(3)
    assert form.at(6 * 10**30) == 2 * 10**30


def test_outcomes_of_published_games() -> None:
    for text, outcomes in [("subtract(2, 4, 7)", (4, 3)), ("0.77", (1, 1)), ("0.07", (36, 34))]:
        evidence = Evidence(grundy_values(parse_rule(text), 500))
        law = next(iter(Periodic.detect(evidence)))
        form = law.closed_form(evidence)
        assert form is not None
        lost = (evidence.values == 0).tolist()
        n0, p = outcomes
        assert form.outcomes() == {"preperiod": n0, "period": p}
        assert all(lost[n] == lost[n + p] for n in range(n0, 400))
        assert n0 == 0 or lost[n0 - 1] != lost[n0 - 1 + p]


def test_periodic_claims_are_compared_with_runs_of_any_length() -> None:
    """divide(2): G(n) = 1 where n has an odd number of binary digits, and 0 elsewhere."""
    assert Periodic(64, 1).first_failure(evidence_of_runs("divide(2)", 100)) is None
    assert Periodic(4096, 1).first_failure(evidence_of_runs("divide(2)", 8193)) == 8192
    assert Periodic(64, 1).first_failure(evidence_of_runs("divide(2)", 10**400)) == 128
    assert Periodic(64, 64).first_failure(evidence_of_runs("divide(2)", 10**400)) == 128


def test_geometric_start_and_ratio_are_least_by_brute_force() -> None:
    for text in (
        "divide(2)",
        "divide(2..6)",
        "divide(2, 5)",
        "divide(3, 10)",
        "divide(2, 8)",
        "divide(7)",
    ):
        evidence = evidence_of_runs(text, 10**9)
        (law,) = Geometric.detect(evidence)
        values = evidence_of_runs(text, 10**5).runs.dense(10**5).astype(int)
        n = np.arange(1, 10**5)
        failing = n[values[n] != values[n // law.ratio]]
        assert law.start == int(failing.max()) + 1
        for smaller in range(2, law.ratio):
            late = n[values[n] != values[n // smaller]]
            assert int(late.max()) > 10**4
        assert law.not_least(evidence) is None
        assert Geometric(law.ratio, law.start + 1).not_least(evidence)
        assert Geometric(law.ratio**2, law.start * law.ratio).not_least(evidence)


def test_geometric_form_equals_runs_far_out() -> None:
    for text in ("divide(2..6)", "divide(2, 5)", "divide(2, 3, ceil)", "divide(2..16)"):
        evidence = evidence_of_runs(text, 10**60)
        (law,) = Geometric.detect(evidence)
        form = law.closed_form(evidence.prefix(10**6))
        assert form is not None
        assert form.runs(10**60) == evidence.runs
        total = form.counts(10**60)
        assert sum(total.values()) == 10**60
        rng = np.random.default_rng(3)
        for _ in range(200):
            n = int(rng.integers(1, 10**9)) * 10 ** int(rng.integers(0, 50))
            assert form.at(n) == evidence.at(n)
