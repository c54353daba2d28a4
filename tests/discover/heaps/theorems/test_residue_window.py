"""The residue window: periods that hold as far as its bound hold for all n, and need as much."""

from __future__ import annotations

from math import lcm
from random import Random

import pytest
from strategies import residue_rule, values_of_text

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.residue_window import ResidueWindow
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule

THEOREM = ResidueWindow()


def failure(values: list[int], n0: int, p: int) -> int:
    """The first n >= n0 with values[n + p] != values[n], plus p; the number of values if none."""
    return next((n + p for n in range(n0, len(values) - p) if values[n + p] != values[n]),
                len(values))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "law"),
    [
        # By hand: 0, then 1 0 2 1 0 2 ..; 0 1 1 0 0 1 1 0 ..; 0 1 2, then 1 0 1 0 ..;
        # a pair of equal heaps has the value 0, so 0, then 1 2 1 2 ..
        ("n -> [n - 1, n - 2] if n % 3 < 2 else [n - 1]", (1, 3)),
        ("n -> [n - 1 if n % 2 else n - 2]", (0, 4)),
        ("n -> [max(n - 1, 0), max(n - 3, 0)] if n > 0 else []", (3, 2)),
        ("n -> [(n // 2, n // 2), n - 1] if n > 1 else [n - 1]", (1, 2)),
    ],
)
def test_periods_are_proved_and_their_certificates_valid(text: str, law: tuple[int, int]) -> None:
    rule = parse_rule(text)
    best = study(rule, Limits(budget=None, max_terms=4000)).best
    assert best is not None
    assert best.proof is not None
    # The third rule is a code as well, which Guy and Smith prove.
    assert best.proof.theorem in (THEOREM.name, "Guy-Smith")
    assert isinstance(THEOREM.bound(rule, best.claim), int)
    assert best.claim == Periodic(*law)
    certificate = certificate_of(rule, best)
    assert certificate is not None
    assert verify(certificate).valid
    assert verify(certificate, by_definition=True).valid
    for key, value in (("bound", certificate["bound"] - 1), ("rule", "subtract(1)")):
        assert not verify({**certificate, key: value}).valid


def test_the_bound_is_the_sum_of_its_parts() -> None:
    """For n - s by class: one common period beyond the first whole window."""
    rule = parse_rule("n -> [n - 1, n - 3] if n % 4 == 1 else [n - 2]")
    assert THEOREM.bound(rule, Periodic(5, 6)) == 5 + 3 + lcm(4, 6)
    quotient = parse_rule("n -> [n - 1, 2 * n // 3 - 2] if n > 5 else [n - 1]")
    assert THEOREM.bound(quotient, Periodic(5, 4)) == -(-(5 + 2) * 3 // 2) + lcm(3, 4, 3 * 4)


def test_only_saltus_0() -> None:
    refusal = THEOREM.bound(parse_rule("n -> [n - 1 - n % 2]"), Periodic(0, 2, 1))
    assert isinstance(refusal, Inapplicable)
    assert "saltus 0" in refusal.reason


def check_random_rules(count: int, seed: int, far: int) -> tuple[int, int, int]:
    """Every (n0, p) that holds below its bound holds far beyond. Returns how many did, and how
    many that hold below a bound without the modulus, or without the quotients, are false."""
    pick, kept = Random(seed), 0
    accepted = without_modulus = without_quotients = 0
    while kept < count:
        text = residue_rule(pick)
        try:
            met = THEOREM.hypotheses(parse_rule(text))
        except MexploreError:
            continue
        if isinstance(met, Inapplicable):
            continue
        _, shape = met
        kept += 1
        values = values_of_text(text, far)
        for p in range(1, 40):
            for n0 in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377):
                end = failure(values, n0, p)
                bound = THEOREM.bound_of(met, Periodic(n0, p))
                assert isinstance(bound, int)
                if end >= bound and bound <= far // 2:
                    accepted += 1
                    assert end == far, (text, n0, p, bound, end)
                elif end > n0 + p:
                    back = max((-f.shift for f in shape.forms() if f.a), default=0)
                    plain = max(shape.start, n0 + back)
                    without_modulus += plain + p <= end < far
                    without_quotients += plain + lcm(shape.modulus, p) <= end < far
    return accepted, without_modulus, without_quotients


def test_periods_of_random_rules() -> None:
    accepted, without_modulus, without_quotients = check_random_rules(120, 1, 1200)
    assert accepted > 1000
    assert without_modulus > 20  # claims that would be false proofs
    assert without_quotients > 20


@pytest.mark.slow
def test_periods_of_three_thousand_rules() -> None:
    accepted, *_ = check_random_rules(3000, 2, 3000)
    assert accepted > 40_000


def test_without_the_quotients_a_falsehood_passes() -> None:
    """i-Mark{1; 2}: n - 1, and n / 2 for even n. Its values repeat 0, 1, 0, 2 or the like for long
    stretches: what holds for a window of n - 1 and the modulus 2 is false beyond."""
    text = "n -> [n - 1] + ([n // 2] if n % 2 == 0 else [])"
    values = values_of_text(text, 5000)
    rule, met = parse_rule(text), 0
    for n0 in range(200):
        for p in range(1, 8):
            end = failure(values, n0, p)
            if n0 + 1 + lcm(2, p) <= end < len(values):
                met += 1
                bound = THEOREM.bound(rule, Periodic(n0, p))
                assert isinstance(bound, int)
                assert bound > end
    assert met > 0
