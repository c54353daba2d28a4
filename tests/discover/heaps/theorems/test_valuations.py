"""Divisors, coprime numbers and prime exponents: laws against the definition."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.coprime_moves import CoprimeMoves
from mexplore.discover.heaps.theorems.equal_heaps import EqualHeaps
from mexplore.discover.heaps.theorems.prime_exponents import PrimeExponents
from mexplore.discover.heaps.theorems.removed_divisors import RemovedDivisors
from mexplore.discover.heaps.theorems.transitive import Transitive
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.discover.verifying import verify
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex

THEOREMS: tuple[Theorem[Named, Named], ...] = (
    RemovedDivisors(), CoprimeMoves(), PrimeExponents(), Transitive(), EqualHeaps(),
)  # fmt: skip
FAR = 400

LAWS = [
    ("[n - d for d in range(1, n) if n % d == 0]", "v2(n)", 1),
    ("[n - d for d in divisors(n) if d < n]", "v2(n)", 1),
    ("[n - d for d in range(1, n // 2 + 1) if not n % d] if n > 1 else []", "v2(n)", 1),
    ("[n - n // d for d in divisors(n) if d > 1]", "v2(n)", 1),
    ("[n - d for d in range(1, n + 1) if n % d == 0]", "v2(n) + 1", 1),
    ("[n - d for d in divisors(n)]", "v2(n) + 1", 1),
    ("[d for d in divisors(n) if d < n]", "Omega(n)", 1),
    ("[n // d for d in divisors(n) if d > 1]", "Omega(n)", 1),
    ("[d for d in divisors(n) if 1 < d < n]", "Omega(n) - 1", 2),
    ("[n // d for d in range(2, n) if n % d == 0]", "Omega(n) - 1", 2),
    ("[n // p for p in divisors(n) if is_prime(p)]", "Mod(Omega(n), 2)", 1),
    ("[n // p for p in range(2, n) if n % p == 0 and is_prime(p)]", "Mod(Omega(n) + 1, 2)", 2),
    ("[n // p**j for p in divisors(n) if is_prime(p) for j in range(1, vp(n, p) + 1)]",
     "exponent_xor(n)", 1),
    ("[n - k for k in range(1, n + 1) if gcd(k, n) == 1]", "Mod(n, 2)*primepi(lpf(n))", 2),
    ("[m for m in range(n) if gcd(m, n) == 1]", "Mod(n, 2)*primepi(lpf(n))", 2),
    ("[n - k for k in range(1, n) if gcd(k, n) == 1]", "primepi(lpf(n))", 2),
    ("[(n // y,)*y for y in divisors(n) if y > 1]", "Omega(n) - v2(n) + 1 - Mod(n, 2)", 1),
    ("[(d,)*(n // d) for d in divisors(n) if d < n]", "Omega(n) - v2(n) + 1 - Mod(n, 2)", 1),
]  # fmt: skip


@pytest.mark.parametrize(("body", "formula", "start"), LAWS)
def test_each_law_is_claimed_once_and_is_true(body: str, formula: str, start: int) -> None:
    rule, law = parse_rule(f"n -> {body}"), Named(formula, start)
    applying = [theorem for theorem in THEOREMS if theorem.applies(rule) is None]
    assert [list(theorem.claims(rule)) for theorem in applying] == [[law]]
    evidence = Evidence(np.array(grundy_by_definition(rule, FAR), dtype=np.uint8))
    assert law.first_failure(evidence) is None
    assert law.not_least(evidence) is None


@pytest.mark.parametrize(("body", "formula", "start"), LAWS)
def test_studies_prove_them_and_lies_are_rejected(body: str, formula: str, start: int) -> None:
    rule = parse_rule(f"n -> {body}")
    finding = study(rule, Limits(budget=None, max_terms=512)).best
    assert finding is not None
    assert (finding.claim, finding.proof is not None) == (Named(formula, start), True)
    certificate = certificate_of(rule, finding)
    assert certificate is not None
    assert verify(certificate).valid
    false = [f"{formula} + 1", f"{formula} - Mod(n, 1)", f"{formula} + floor(n/100)", "popcount(n)"]
    lies = [Named(formula, start + 1), *(Named(text, start) for text in false)]
    for lie in lies:
        claim = {"pattern": "named", **lie.parameters()}
        assert not verify({**certificate, "claim": claim, "statement": lie.statement()}).valid


@pytest.mark.parametrize(
    "body",
    [
        "[n - d for d in divisors(n) if d > 1]",
        "[n - d for d in divisors(n) if 1 < d < n]",
        "[n - d for d in divisors(n)] if n > 1 else []",
        "[n - d for d in divisors(n) if d % 2]",
        "[n - d for d in divisors(n) if d < n] + [n - 2]",
        "[n - d for d in divisors(n) if d < n] if n % 3 else []",
        "[d for d in divisors(n) if d < n and d % 3]",
        "[n // p for p in divisors(n) if p > 2 and is_prime(p)]",
        "[n // p**j for p in divisors(n) if is_prime(p) for j in range(2, vp(n, p) + 1)]",
        "[n - k for k in range(2, n + 1) if gcd(k, n) == 1]",
        "[n - k for k in range(1, n + 1) if gcd(k, n) <= 2]",
        "[n - p for p in divisors(n) if is_prime(p)]",
        "[p for p in range(2, n) if n % p == 0 and is_prime(p)]",
        "[(d, n - d) for d in divisors(n) if d < n]",
        "[(n // y,)*y for y in divisors(n) if 1 < y < n]",
        "[(n // y,)*y for y in divisors(n) if y > 2]",
        "[(n // p,)*p for p in divisors(n) if is_prime(p)]",
        "[(n // y,)*y for y in range(2, n + 1)]",
    ],
)
def test_rules_of_other_shapes_are_refused(body: str) -> None:
    rule = parse_rule(f"n -> {body}")
    assert all(isinstance(theorem.applies(rule), Inapplicable) for theorem in THEOREMS)


def v2(n: int) -> int:
    return (n & -n).bit_length() - 1


def values(options: list[set[int]]) -> list[int]:
    found: list[int] = []
    for moves in options:
        found.append(mex(found[m] for m in moves))
    return found


def divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


@pytest.mark.parametrize("count", [20, pytest.param(500, marks=pytest.mark.slow)])
def test_any_divisors_with_all_powers_of_2_give_the_exponent_of_2(count: int) -> None:
    pick = random.Random(2)
    for number in range(count):
        whole = number % 2
        options: list[set[int]] = [set()]
        for n in range(1, 200):
            chosen = {d for d in divisors(n) if d < n and pick.random() < 0.5}
            chosen |= {2**j for j in range(v2(n))} | ({n} if whole else set())
            options.append({n - d for d in chosen})
        assert values(options)[1:] == [v2(n) + whole for n in range(1, 200)]


def test_without_the_split_into_ones_the_number_of_odd_factors_is_wrong() -> None:
    rule = parse_rule("n -> [(n // y,)*y for y in divisors(n) if 1 < y < n]")
    assert grundy_by_definition(rule, 3)[2] == 0  # 1 by the formula


def test_without_a_hypothesis_the_exponent_of_2_is_wrong() -> None:
    numbers = range(1, 64)
    without_one = [set(), *({n - d for d in divisors(n) if 1 < d < n} for n in numbers)]
    assert values(without_one)[8] == 0
    whole_at_odd = [set(), *({n - d for d in divisors(n) if d < n or n % 2} for n in numbers)]
    assert values(whole_at_odd)[1:] != [v2(n) for n in numbers]
    no_divisors = [set(), *({n - d for d in divisors(n) if d < n} for n in numbers)]
    no_divisors[6] = {6 - 4, *no_divisors[6]}  # 4 does not divide 6, and 2 has the value of 6
    assert values(no_divisors)[6] != v2(6)


@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.slow)])
def test_where_all_plays_are_equally_long_the_value_is_that_length_modulo_2(count: int) -> None:
    pick = random.Random(3)
    for _ in range(count):
        lengths, options = [0], [set[int]()]
        for n in range(1, 40):
            length = pick.choice([0, *(one + 1 for one in set(lengths))])
            before = [m for m in range(n) if lengths[m] == length - 1]
            chosen = pick.sample(before, pick.randint(1, len(before))) if length else []
            lengths.append(length)
            options.append(set(chosen))
        assert values(options) == [length % 2 for length in lengths]
