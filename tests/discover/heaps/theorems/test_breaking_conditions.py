"""Codes with ! ? =: both theorems against brute force, far past their bounds, with controls."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.breaking import GuySmith
from mexplore.discover.heaps.theorems.breaking_conditions import (
    EqualOrUnequalHeaps,
    common_multiple,
)
from mexplore.discover.heaps.theorems.breaking_two_heaps import TwoHeaps
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import AnyTheorem, Disproof, Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def random_code(pick: random.Random, most_heaps: int) -> TakeAndBreak:
    """A code with at least one condition; up to four digits after the point."""
    while True:
        digits = []
        for j in range(pick.randint(1, 4)):
            counts = []
            for i in range(2 if j == 0 else 0, most_heaps + 1):
                if pick.random() < (0.35 if i < 2 else 0.3 if i < 4 else 0.15):
                    counts.append(f"{i}{pick.choice('!!?= ') if i > 1 else ''}".strip())
            digits.append(f"{{{','.join(counts)}}}" if counts else "0")
        rule = parse_rule(f"{digits[0]}.{''.join(digits[1:]) or '0'}")
        if isinstance(rule, TakeAndBreak) and rule.has_suffix and rule.most_heaps == most_heaps:
            return rule


def tails(evidence: Evidence, pick: random.Random) -> list[Periodic]:
    """Periods that the first terms, fewer and fewer of them, end with: least preperiods."""
    found: list[Periodic] = []
    for stop in (10, 14, 20, 28, 40, 56, 80, 110, 150, 220, 300):
        if stop > evidence.stop:
            break
        values = evidence.values[:stop].tolist()
        for p in range(1, stop // 2):
            n0 = stop - p
            while n0 and values[n0 - 1] == values[n0 - 1 + p]:
                n0 -= 1
            if stop - p - n0 >= max(p // 2, 2):
                found.append(Periodic(n0, p))
    pick.shuffle(found)
    return found[:60]


def outcomes(
    theorem: AnyTheorem, heaps: int, count: int, far: int, short: int = 0
) -> Counter[tuple[str, bool]]:
    """What the theorem says of claims that random codes suggest, beside whether they are true."""
    pick, seen = random.Random(f"{theorem.name} {heaps} {count}"), Counter[tuple[str, bool]]()
    for _ in range(count):
        rule = random_code(pick, heaps)
        evidence = Evidence(grundy_values(rule, far))
        for claim in tails(evidence, pick):
            bound = theorem.bound(rule, claim)
            true = claim.first_failure(evidence) is None
            if isinstance(bound, Disproof):
                seen["disproved", true] += 1
                failure = claim.first_failure(evidence)
                if bound.at < far:
                    assert failure == bound.at, (str(rule), claim, bound)
            elif isinstance(bound, Inapplicable) or 2 * bound > far:
                continue
            elif claim.first_failure(evidence.prefix(bound - short)) is None:
                seen["proved", true] += 1
    return seen


@pytest.mark.parametrize("count", [60, pytest.param(4000, marks=pytest.mark.slow)])
def test_two_heaps_proves_and_refutes_rightly(count: int) -> None:
    seen = outcomes(TwoHeaps(), 2, count, 900)
    assert seen["proved", True] > 0
    assert seen["disproved", False] > 0
    assert not seen["proved", False]
    assert not seen["disproved", True]


@pytest.mark.parametrize("count", [60, pytest.param(4000, marks=pytest.mark.slow)])
def test_any_heaps_proves_rightly(count: int) -> None:
    for heaps, far in ((2, 900), (3, 420), (4, 180)):
        seen = outcomes(EqualOrUnequalHeaps(), heaps, count // heaps, far)
        assert seen["proved", True] > 0
        assert not seen["proved", False]


def test_much_shorter_windows_would_prove_falsehoods() -> None:
    assert outcomes(EqualOrUnequalHeaps(), 2, 100, 900, short=12)["proved", False] > 0
    assert outcomes(TwoHeaps(), 2, 100, 900, short=12)["proved", False] > 0


def test_the_plain_window_would_prove_a_falsehood() -> None:
    rule, claim = parse_rule("4!.333"), Periodic(5, 5)
    evidence = Evidence(grundy_values(rule, 400))
    assert isinstance(rule, TakeAndBreak)
    plain = GuySmith().bound_of(rule, claim)
    assert isinstance(plain, int)
    assert claim.first_failure(evidence.prefix(plain)) is None
    failure = claim.first_failure(evidence)
    assert failure is not None
    bound = TwoHeaps().bound(rule, claim)
    assert isinstance(bound, Disproof)
    assert (bound.at, bound.exact) == (failure, True)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("0.77!", Periodic(540, 4)),
        ("0.56?2", Periodic(572, 297)),
        ("4=.3", Periodic(3, 2)),
    ],
)
def test_known_games(text: str, claim: Periodic) -> None:
    rule = parse_rule(text)
    (finding,) = study(rule, Limits(budget=None, max_terms=5000)).findings
    assert finding.claim == claim
    certificate = certificate_of(rule, finding)
    assert certificate is not None
    assert verify(certificate).valid


def test_mutated_claims_are_rejected() -> None:
    for text in ("4=.3", "0.6=2", "4!.37!", "0.24?", "0.5=4"):
        rule = parse_rule(text)
        finding = study(rule, Limits(budget=None, max_terms=2000)).findings[0]
        certificate = certificate_of(rule, finding)
        assert certificate is not None
        assert verify(certificate).valid
        n0, p = certificate["claim"]["preperiod"], certificate["claim"]["period"]
        for lie in (Periodic(n0 + 1, p), Periodic(max(n0 - 1, 0), p), Periodic(n0, 2 * p),
                    Periodic(n0, p + 1), Periodic(n0, p, 1)):  # fmt: skip
            if lie == finding.claim:
                continue
            false = {**certificate, "claim": {"pattern": "periodic", **lie.parameters()}}
            false["statement"] = lie.statement()
            for theorem in (TwoHeaps(), EqualOrUnequalHeaps(), GuySmith()):
                bound = theorem.bound(rule, lie)
                given = bound if isinstance(bound, int) else certificate["bound"]
                assert not verify({**false, "theorem": theorem.name, "bound": given}).valid


def test_grundys_game_stays_open_and_says_why() -> None:
    result = study(parse_rule("4!.0"), Limits(budget=None, max_terms=4096))
    assert result.status == "nothing found"
    reasons = {r.theorem: r.reason for r in result.refusals}
    for theorem in (TwoHeaps, EqualOrUnequalHeaps):
        assert reasons[theorem.name] == "it would apply, but no periodic law was found"


@pytest.mark.parametrize("text", ["0.77", "0.[2!]", "80.0", "0.4!{2+}", "subtract(1)", "0.8!"])
def test_two_heaps_refuses(text: str) -> None:
    assert isinstance(TwoHeaps().applies(parse_rule(text)), Inapplicable)


@pytest.mark.parametrize("text", ["0.77", "0.[2!4!]", "80.0", "0.4!{2+}", "subtract(1)"])
def test_any_heaps_refuses(text: str) -> None:
    assert isinstance(EqualOrUnequalHeaps().applies(parse_rule(text)), Inapplicable)


def test_common_multiple() -> None:
    rule = parse_rule("0.{2=}{3=}{4!}")
    assert isinstance(rule, TakeAndBreak)
    assert [common_multiple(rule, p) for p in (1, 2, 3, 5)] == [6, 6, 18, 30]


def test_a_refuted_claim_is_not_shown() -> None:
    result = study(parse_rule("4!.333"), Limits(budget=None, max_terms=16))
    assert Periodic(5, 5) not in [finding.claim for finding in result.findings]
    values = grundy_by_definition(parse_rule("4!.333"), 40)
    for refuted in result.refuted:
        if refuted.failure is not None and refuted.failure < 40:
            p = refuted.claim.parameters()["period"]
            assert values[refuted.failure] != values[refuted.failure - p]
