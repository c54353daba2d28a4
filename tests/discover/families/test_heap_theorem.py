"""The law of a family as a law of each member: against the definition, mutated claims, controls."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from mexplore.discover.families.heap_search import MANY
from mexplore.discover.families.heap_theorem import (
    COMPARED,
    LawOfFamily,
    Membership,
    membership_in,
    membership_of,
)
from mexplore.discover.families.library import NamedFamily, law_in, shipped_families
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.values import answers
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

BY_DEFINITION = 100
FURTHEST = 40_000  # values of a member that are computed to see whether its period is the least
FAMILIES = sorted(shipped_families())


@cache
def members(name: str, count: int, largest: int) -> list[tuple[dict[str, int], Rule]]:
    """Random members of a family, small ones among them."""
    family, drawn = shipped_families()[name].rule, Random(name)
    few = list(islice(family.members(12, 1), 60))
    many: list[dict[str, int]] = []
    for _ in range(200 * count):
        size = drawn.choice([20, largest])
        values = {each: drawn.randint(1, size) for each in family.names}
        if family.has(values):
            many.append(values)
    chosen = [*drawn.sample(few, min(count // 3, len(few))), *many[:count]][:count]
    return [(values, family.member(**values)) for values in chosen]


def compared(family: NamedFamily, values: dict[str, int], rule: Rule, stop: int) -> bool:
    """Whether the member has a law here; it is compared with the definition, and its steps with
    values of the engine, which must not have smaller ones."""
    found = membership_in(family, values, rule)
    if isinstance(found, Inapplicable):
        assert "least" in found.reason or "no law" in found.reason
        return False
    known = list(grundy_by_definition(rule, stop))
    assert [found.form.at(n) for n in range(stop)] == known[:stop], (str(rule), values)
    n0, p, s = found.steps.preperiod, found.steps.period, found.steps.saltus or 0
    if n0 + 2 * p <= FURTHEST:
        evidence = Evidence(grundy_values(rule, n0 + 3 * p + 10))
        assert Periodic(n0, p, s).objection(evidence) is None, str(rule)
    return True


@pytest.mark.parametrize("name", FAMILIES)
def test_members_against_the_definition(name: str) -> None:
    family = shipped_families()[name]
    found = [compared(family, *each, BY_DEFINITION) for each in members(name, 8, 60)]
    assert sum(found) >= 4 or not family.law.about_all


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_many_members_against_the_definition(name: str) -> None:
    family = shipped_families()[name]
    for values, rule in members(name, 90, 300):
        compared(family, values, rule, 1000)


@pytest.mark.parametrize("name", FAMILIES)
def test_how_often_a_value_occurs(name: str) -> None:
    """Counts and the K-th place, by regions of digits, against the values one by one."""
    family, drawn = shipped_families()[name], Random(name)
    for values, rule in members(name, 2, 40):
        found = membership_in(family, values, rule)
        if isinstance(found, Inapplicable):
            continue
        terms = grundy_values(rule, 4000)
        form = replace(found.form, rule=None)  # nothing is computed from the rule
        for _ in range(6):
            stop, value = drawn.randrange(1, drawn.choice([100, 4000])), drawn.randrange(5)
            if form.intervals_of(0, 0, 1) is not None:  # no digit is free
                expected = int(np.count_nonzero(terms[:stop] == value))
                assert form.count_of(value, stop) == expected, (str(rule), value, stop)


FAR = {
    "subtract(1, 2, 999999999)": (0, 10**9, 0),
    "subtract(2, 999999999)": (0, 10**9 + 1, 0),
    "remove(123456789 .. 987654321)": (0, 1111111110, 0),
    "subtract(3000, 50001, 53001)": (0, 102003000, 0),
}
"""Periods by the statements of the families: for 1, 2, b and b = 3h it is b + 1, for a range its
ends together (Winning Ways), and for a, b, a + b with b = 2ah + r, r < a, a(2b + r)/gcd(a, r)."""


@pytest.mark.parametrize("text", FAR)
def test_a_study_answers_by_the_family(text: str) -> None:
    found = study(parse_rule(text))
    assert found.status == "proved"
    best = found.best
    assert best is not None
    assert isinstance(best.claim, Periodic)
    assert best.theorem == LawOfFamily.name
    claim = best.claim
    assert (claim.preperiod, claim.period, claim.saltus) == FAR[text]
    assert found.evidence.stop <= 2 * MANY
    assert all(f.proof for f in found.findings)  # nothing that is false is said to hold so far
    assert found.certificate is not None
    verdict = verify(found.certificate)
    assert verdict.valid, verdict.reason
    assert "checked again" in verdict.reason


def test_few_values_are_computed_where_they_prove_a_law() -> None:
    best = study(parse_rule("subtract(2, 999)")).best
    assert best is not None
    assert best.theorem == "finite window"


@pytest.mark.parametrize("text", FAR)
def test_mutated_claims_are_refused(text: str) -> None:
    theorem, rule = LawOfFamily(), parse_rule(text)
    n0, p, s = FAR[text]
    assert theorem.bound(rule, Periodic(n0, p, s)) == COMPARED
    wrong = [(n0 + 1, p, s), (n0, 2 * p, 2 * s), (n0, p + 1, s), (n0, p - 1, s), (n0, p, s + 1)]
    for claim in wrong:
        assert isinstance(theorem.bound(rule, Periodic(*claim)), Inapplicable)
    certificate = study(rule).certificate
    assert certificate is not None
    for key, change in (("period", 1), ("preperiod", 1), ("saltus", 1)):
        claim_of = certificate["claim"]
        forged = certificate | {"claim": claim_of | {key: claim_of[key] + change}}
        forged["statement"] = Periodic(
            *(forged["claim"][k] for k in ("preperiod", "period", "saltus"))
        ).statement()
        assert not verify(forged).valid


@pytest.mark.parametrize(
    "text", ["subtract(1, 2, 5, 999999999)", "0.77", "remove(1 .. n // 2)", "subtract(2, 5, 7, 9)"]
)
def test_no_member_no_law(text: str) -> None:
    rule = parse_rule(text)
    assert isinstance(membership_of(rule), Inapplicable)
    assert isinstance(LawOfFamily().bound(rule, Periodic(0, 7)), Inapplicable)


def test_a_family_whose_law_is_false_is_no_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the certificate of the family is not valid, neither is that of the member."""
    certificate = study(parse_rule("subtract(2, 999999999)")).certificate
    assert certificate is not None
    shipped = NamedFamily.certificate.fget  # type: ignore[attr-defined]

    def mutated(self: NamedFamily) -> dict[str, Any]:
        found: dict[str, Any] = shipped(self)
        laws = [dict(law) for law in found["claim"]["laws"]]
        laws[1]["pieces"] = [
            piece | {"value": 1 - piece["value"]} if piece["value"] < 2 else piece
            for piece in laws[1]["pieces"]
        ]
        return found | {"claim": found["claim"] | {"laws": laws}}

    rule = parse_rule("subtract(2, 999999999)")
    monkeypatch.setattr(NamedFamily, "certificate", property(mutated))
    assert not verify(certificate).valid
    membership_of.cache_clear()
    monkeypatch.setattr(NamedFamily, "law", property(lambda self: law_in(self.certificate)))
    try:
        best = study(rule, Limits(3, max_terms=1000)).best  # its first values contradict the law
        assert best is None or best.theorem != LawOfFamily.name
    finally:
        membership_of.cache_clear()


def test_smaller_periods_of_single_members_are_found() -> None:
    """The law says a + b; where b is an odd multiple of a, 2a is a period."""
    for text, period in (("subtract(5, 999999995)", 10), ("subtract(4, 400000004)", 8)):
        found = membership_of(parse_rule(text))
        assert isinstance(found, Membership)
        assert found.steps.period == period


def test_answers_far_out() -> None:
    known = answers(parse_rule("subtract(1, 2, 999999999)"), [10**9])
    assert (known.at(10**9), known.best_for(10**30).warrant.status) == (0, "proved")
    assert answers(parse_rule("remove(123456789 .. 987654321)"), [10**9]).at(10**9) == 8
    assert answers(parse_rule("subtract(2, 999999999)"), [10**9]).at(10**9) == 2
