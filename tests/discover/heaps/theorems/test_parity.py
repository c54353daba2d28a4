"""Moves that change the parity of the number of tokens: hypotheses and law by the definition."""

from __future__ import annotations

import random

import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.parity import Parity
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.errors import MexploreError
from mexplore.rules.moves.parities import flips_parity, odd_heaps_move
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition, mex

FAR = 80
LAW = Periodic(0, 2, 0)

PROVED = [
    "n -> [(n - k, k - 1) for k in range(1, n + 1) if n % k == 0]",
    "n -> [(n - d, d - 1) for d in divisors(n)]",
    "n -> [n - d for d in divisors(n) if d % 2]",
    "n -> [(a, n - 1 - a) for a in range(n) if gcd(a, n) == 1]",
    "n -> [(a, b, n - a - b - 1) for a in range(n) for b in range(n - a)]",
    "n -> [(n // 2, n - n // 2 - 1)] if n > 0 else []",
    "n -> [n - 1 if n % 2 else n // 2 - 1 + n // 2]",
    "n -> [(n - k, k - 1) for k in range(1, n + 1, 2)]",
    "n -> [n - k*k for k in range(1, n + 1, 2)]",
    "n -> [n - 1] if n % 2 else []",
    "n -> [n - k for k in range(1, n + 1) if gcd(k, n) == 1] if n % 2 == 0 else [n - 1, n - 3]",
    "subtract(1, 3) or n -> [(n - d, d - 1) for d in divisors(n)]",
    "0.[70]",
    "0.[7?0]",
    "0.30[{2,3}0]",
]

REFUSED = [
    "n -> [n - d for d in divisors(n)]",  # n - d is even and odd
    "n -> [n - 3]",  # 1 has no move
    "n -> [n - 1] if n > 1 else []",
    "n -> [n - 1] if n != 7 else []",
    "n -> [(n - k, k) for k in range(1, n) if n % k == 0]",
    "n -> [(n - k, k - 1) for k in range(2, n + 1) if n % k == 0 and k < n]",  # 3 has no move
    "n -> [n - 1, n - n % 3] if n % 3 else [n - 1]",
    "n -> [n - 1, n // 2] if n else []",
    "n -> [n - k for k in range(1, n + 1) if gcd(k, n) == 1]",  # an odd n less an even k
    "n -> [(n - 1,) + (2,) * (n // 3)] if n else []",
    "subtract(1, 2)",
    "subtract(3)",
    "0.[16]",
    "0.1",
]


@pytest.mark.parametrize("text", PROVED)
def test_studies_prove_it_and_lies_are_rejected(text: str) -> None:
    rule = parse_rule(text)
    assert Parity().applies(rule) is None
    assert list(Parity().claims(rule)) == [LAW]
    assert grundy_by_definition(rule, FAR) == [n % 2 for n in range(FAR)]
    best = study(rule, Limits(budget=None, max_terms=512)).best
    assert best is not None
    assert (best.claim, best.proof is not None) == (LAW, True)
    certificate = certificate_of(rule, best)
    assert certificate is not None
    assert verify(certificate).valid
    for lie in (Periodic(0, 3, 0), Periodic(1, 2, 0), Periodic(0, 4, 0), Periodic(0, 2, 2)):
        assert isinstance(Parity().bound(rule, lie), Inapplicable)


@pytest.mark.parametrize("text", REFUSED)
def test_a_rule_without_a_hypothesis_is_refused(text: str) -> None:
    assert isinstance(Parity().applies(parse_rule(text)), Inapplicable)


def test_what_a_study_finds_of_the_splits_by_divisors_is_proved_by_parity() -> None:
    best = study(parse_rule(PROVED[0]), Limits(budget=None, max_terms=512)).best
    assert best is not None
    assert best.proof is not None
    assert best.proof.theorem == "parity"


SOURCES = ["divisors(n)", "range(n)", "range(1, n)", "range(1, n + 1)", "range(1, n + 1, 2)",
           "range(0, n, 2)", "range(n % 2, n, 2)", "range(n // 2)", "divisors(n + 1)"]  # fmt: skip
TESTS = ["n % k == 0", "k % 2 == 1", "k % 2 == 0", "not k % 2", "k % 2", "gcd(n, k) == 1",
         "k % 4 == 1", "n % 2 != k % 2", "n % 2 == k % 2", "n % 2 != 0", "k % 2 != 1", "k > 2",
         "n % 3 == 1", "n % k != 0", "k == 3", "(n + k) % 2 == 0", "not k % 2 == 1", "k % 6 == 3",
         "not (k % 2 and n % 2)", "k % 2 == 1 or n % 2 == 1", "k * k <= n"]  # fmt: skip
ITEMS = ["n - k", "k", "k - 1", "(n - k, k - 1)", "(k, n - k - 1)", "(n - k, k)", "n // k",
         "(n // k, k)", "(k, k, n - 2*k - 1)", "n - k*k", "n - 2*k - 1", "(k, n // 2)",
         "(n // k - 1,) * 2 + (n - 1,)", "n - k % 2", "n - k if k % 2 else n - k - 1",
         "(n - k - 1, n // k % 2)", "n - n // k", "n - 1 - k // 2 * 2", "n - 3**k",
         "(k ^ 1, n - k)"]  # fmt: skip
AROUND = ["{}", "{}", "{} + [n - 1]", "{} if n % 2 else []", "{} if n > 2 else [n - 1]",
          "{} if n % 2 else [n - 3]", "([n - 1] if n % 4 == 1 else []) + {}"]  # fmt: skip


def random_rule(pick: random.Random) -> Rule | None:
    tests = [f" if {pick.choice(TESTS)}" for _ in range(pick.choice([0, 1, 1, 2]))]
    body = f"[{pick.choice(ITEMS)} for k in {pick.choice(SOURCES)}{''.join(tests)}]"
    try:
        return parse_rule(f"n -> {pick.choice(AROUND).format(body)}")
    except MexploreError:
        return None


@pytest.mark.parametrize("count", [150, pytest.param(5_000, marks=pytest.mark.slow)])
def test_what_is_seen_of_random_rules_is_so(count: int) -> None:
    pick = random.Random(26)
    proved = 0
    for _ in range(count):
        rule = random_rule(pick)
        if rule is None:
            continue
        flips, moves = flips_parity(rule), odd_heaps_move(rule)
        if not flips and not moves:
            continue
        options = [list(rule.options(n)) for n in range(30)]
        if flips:
            assert all((n - sum(heaps)) % 2 for n in range(30) for heaps in options[n]), str(rule)
        if moves:
            assert all(options[n] for n in range(1, 30, 2)), str(rule)
        if flips and moves:
            proved += 1
            assert grundy_by_definition(rule, FAR) == [n % 2 for n in range(FAR)], str(rule)
    assert proved > count / 100


@pytest.mark.parametrize("count", [100, pytest.param(3000, marks=pytest.mark.slow)])
def test_any_moves_that_change_the_parity_have_the_law_exactly_if_odd_heaps_move(
    count: int,
) -> None:
    pick = random.Random(5)
    outcomes = set()
    for number in range(count):
        values: list[int] = []
        every_odd = True
        for n in range(30):
            found = []
            for _ in range(pick.choice([0, 1, 1, 2, 3] if n % 2 == 0 else [1, 1, 2, 3])):
                heaps = [pick.randrange(n) for _ in range(pick.randint(1, 4))] if n else []
                if (n - sum(heaps)) % 2:
                    found.append(heaps)
            if n % 2 and not found and number % 2:
                found.append([n - 1])
            every_odd &= bool(found) or n % 2 == 0
            xors = []
            for heaps in found:
                total = 0
                for heap in heaps:
                    total ^= values[heap]
                xors.append(total)
            values.append(mex(xors))
        assert (values == [n % 2 for n in range(30)]) == every_odd
        outcomes.add(every_odd)
    assert outcomes == {True, False}
