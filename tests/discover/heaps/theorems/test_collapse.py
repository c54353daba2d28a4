"""Sets that behave like their first members: the theorem decides, and says where a law breaks."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from own_clock import Clock

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.collapse import Collapse
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Disproof, Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import mex


def values_of(members: list[int], stop: int) -> list[int]:
    values: list[int] = []
    for n in range(stop):
        values.append(mex(values[n - s] for s in members if s <= n))
    return values


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.slow)])
def test_the_statement_for_any_two_sets(count: int) -> None:
    """G_S and G_A agree exactly below the least m + b with f(m) = f(m + b)."""
    pick = random.Random(13)
    agreed = Counter[bool]()
    for _ in range(count):
        k, stop = pick.randint(2, 6), 260
        head = sorted(pick.sample(range(1, 14), pick.randint(1, 5)))
        if pick.random() < 0.5:
            head = sorted({*head[:2], *range(k, stop, k)})
        q, low = pick.randint(1, 24), pick.randint(1, 60)
        residues = pick.sample(range(q), pick.randint(1, min(q, 2)))
        others = [b for b in range(low, stop) if b % q in residues and b not in head]
        f, g = values_of(head, stop), values_of(sorted({*head, *others}), stop)
        clashes = [m + b for b in others for m in range(stop - b) if f[m] == f[m + b]]
        first = min(clashes, default=stop)
        assert f[:first] == g[:first]
        assert first == stop or f[first] != g[first]
        agreed[first == stop] += 1
    assert min(agreed.values()) > count // 20


def random_rule(pick: random.Random) -> str:
    names = ["primes", "odd", "even", "factorials", "fibonacci", "squares"]
    names += [f"powers({pick.randint(2, 9)})"] * 5 + [f"multiples({pick.randint(2, 7)})"] * 3
    named = sorted({pick.choice(names) for _ in range(pick.choice([1, 1, 2]))})
    members = sorted(pick.sample(range(1, 16), pick.randint(0, 3)))
    return f"subtract({', '.join([*map(str, members), *named])})"


@pytest.mark.parametrize("count", [25, pytest.param(2500, marks=pytest.mark.slow)])
def test_what_is_proved_holds_and_what_is_refuted_fails_there(count: int) -> None:
    pick, seen, far = random.Random(f"collapse {count}"), Counter[str](), 6000
    theorem = Collapse()
    for _ in range(count):
        rule = parse_rule(random_rule(pick))
        evidence = Evidence(grundy_values(rule, far))
        claims = {c for stop in (30, 90, 300, 1200) for c in Periodic.detect(evidence.prefix(stop))}
        for claim in sorted(claims, key=str):
            bound = theorem.bound(rule, claim)
            failure = claim.first_failure(evidence)
            if isinstance(bound, Disproof):
                seen["refuted"] += 1
                if bound.exact and bound.at < far:
                    assert failure == bound.at, (str(rule), claim)
                else:
                    assert failure is None, (str(rule), claim)
            elif isinstance(bound, int) and claim.first_failure(evidence.prefix(bound)) is None:
                seen["proved"] += 1
                assert failure is None, (str(rule), claim)
    assert seen["proved"] > count // 10
    assert seen["refuted"] > 0


def test_a_period_that_holds_for_a_million_terms_is_refuted() -> None:
    result = study(parse_rule("subtract(12, powers(4))"), Limits(budget=None, max_terms=3000))
    assert not result.findings
    refuted = next(r for r in result.refuted if r.reason)
    assert refuted.claim == Periodic(258, 260)
    assert refuted.failure == 4**10
    values = grundy_values(parse_rule("subtract(12, powers(4))"), 4**10 + 1)
    assert Periodic(258, 260).first_failure(Evidence(values)) == 4**10


@pytest.mark.parametrize(
    ("text", "claim", "at"),
    [
        ("subtract(6, powers(9))", Periodic(59051, 5), 9**7),
        ("subtract(12, powers(4))", Periodic(1048578, 260), 4**16),
    ],
)
def test_a_period_with_a_long_head_is_decided(text: str, claim: Periodic, at: int) -> None:
    rule = parse_rule(text)
    verdict = Collapse().bound(rule, claim)
    assert isinstance(verdict, Disproof)
    assert (verdict.at, verdict.exact) == (at, True)
    seen = Evidence(grundy_values(rule, min(at, 3 * 10**6)))
    assert claim.first_failure(seen) is None
    if at < 10**7:
        assert claim.first_failure(Evidence(grundy_values(rule, at + 1))) == at


def test_the_budget_ends_the_check_of_a_long_head(clock: Clock) -> None:
    rule, claim = parse_rule("subtract(12, powers(4))"), Periodic(1048578, 260)
    verdict = Collapse().bound(rule, claim, clock.now - 1)
    assert isinstance(verdict, Inapplicable)
    assert "budget" in verdict.reason


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("subtract(4, 9, powers(3))", Periodic(0, 12)),
        ("subtract(powers(3), even)", Periodic(0, 10, 5)),
        ("subtract(5, powers(3), even)", Periodic(0, 14, 7)),
        ("subtract(primes, multiples(3))", Periodic(0, 51, 17)),
        ("subtract(1, 2, 7, powers(5))", Periodic(0, 3)),
    ],
)
def test_mutated_claims_are_rejected(text: str, claim: Periodic) -> None:
    rule = parse_rule(text)
    finding = study(rule, Limits(budget=None, max_terms=3000)).findings[0]
    assert (finding.claim, finding.proof is not None) == (claim, True)
    certificate = certificate_of(rule, finding)
    assert certificate is not None
    assert verify(certificate).valid
    n0, p, s = claim.preperiod, claim.period, claim.saltus
    lies = [(n0 + 1, p, s), (n0, 2 * p, 2 * s), (n0, p + 1, s), (n0, p, s + 1), (n0, p - 1, s)]
    for lie in (Periodic(*numbers) for numbers in lies):
        bound = Collapse().bound(rule, lie)
        false = {
            **certificate,
            "claim": {"pattern": "periodic", **lie.parameters()},
            "statement": lie.statement(),
            "theorem": Collapse.name,
            "bound": bound if isinstance(bound, int) else 100,
        }
        assert not verify(false).valid, lie


@pytest.mark.parametrize(
    "text", ["subtract(1, 3)", "subtract(all but 2)", "subtract(1, even)", "0.77"]
)
def test_it_refuses(text: str) -> None:
    assert isinstance(Collapse().applies(parse_rule(text)), Inapplicable)


def test_factorials_always_meet_the_residue_0() -> None:
    """Each period that the first terms suggest is refuted by a factorial that is a multiple."""
    rule = parse_rule("subtract(3, factorials)")
    evidence = Evidence(grundy_values(rule, 700))
    for claim in Periodic.detect(evidence):
        bound = Collapse().bound(rule, claim)
        assert isinstance(bound, Inapplicable) or claim.first_failure(evidence.prefix(bound))
