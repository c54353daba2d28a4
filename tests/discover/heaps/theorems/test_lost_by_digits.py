"""P-positions of heaps by automata: against the definition, and what is false refused."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest
from altered_automata import altered

from mexplore.discover.automata.numbers import residue
from mexplore.discover.automata.numeration import Base
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.judging.who_wins import WhoWins
from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.lost_by_digits import HeapsLostByDigitsTheorem
from mexplore.discover.outcomes.game import LinearGame
from mexplore.discover.outcomes.learning import accepted_below
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

THEOREM = HeapsLostByDigitsTheorem()
DISJOINT = "n -> [n - x for x in range(1, n + 1) if x & n == 0]"
SHARED = "n -> [n - k for k in range(1, n//2 + 1) if k & n]"
CONDITIONS = (
    "x & n == 0", "x | n == n", "x & 2*n == 0", "x & (n >> 1) == 0", "x ^ n > n", "x & 1 == n & 1",
    "x & 3 != n & 3", "x & (x - 1) == 0", "x & n < x >> 1", "x % 3 == n % 3", "2*x <= n",
    "3*x > n", "x ^ n >= 2*x",
)  # fmt: skip


def game_of(text: str) -> LinearGame:
    shape = THEOREM.hypotheses(parse_rule(text))
    assert isinstance(shape, LinearGame)
    return shape


def lost_by_definition(text: str, stop: int) -> list[bool]:
    """Who wins, from the options alone, by Python itself."""
    options = eval(text.replace("n ->", "lambda n:"))
    lost = list[bool]()
    for n in range(stop):
        lost.append(not any(lost[m] for m in options(n) if 0 <= m < n))
    return lost


def law_of(text: str, side: int = 1 << 11) -> HeapsLostByDigits | Inapplicable:
    lost = np.array(lost_by_definition(text, side))
    return THEOREM.sought(game_of(text), lambda n: lost[:n] if n <= side else None)


def test_the_positions_are_those_of_the_definition() -> None:
    for text in (DISJOINT, SHARED, "n -> [n - 1, n & (n - 1), n // 2] if n else []"):
        law = law_of(text, 1 << 10)
        assert isinstance(law, HeapsLostByDigits)
        assert THEOREM.bound_of(game_of(text), law) == 64
        zeros = [value == 0 for value in grundy_by_definition(parse_rule(text), 200)]
        assert [law.is_zero(n) for n in range(200)] == zeros
    law = law_of(SHARED)
    assert isinstance(law, HeapsLostByDigits)  # the powers of 2, by their digits
    assert law.is_zero(2**1000)
    assert not law.is_zero(3 * 2**1000)


def random_rule(pick: Random) -> str:
    """Removing, with a condition on digits or sizes; or a few options by themselves."""
    if pick.random() < 0.3:
        few = [f"n - {pick.randint(1, 9)}" for _ in range(pick.randint(0, 2))]
        few.append(pick.choice(["n // 2", "n // 3", "n & (n - 1)", "n & (n >> 1)"]))
        return f"n -> [m for m in [{', '.join(few)}] if m < n]"
    tests = pick.sample(CONDITIONS, pick.randint(1, 2))
    joined = pick.choice([" and ", " or "]).join(tests)
    return f"n -> [n - x for x in range(1, n + 1) if {joined}]"


def held_against_the_definition(pick: Random, count: int, far: int) -> int:
    """Whatever is proved is so far past the bound of 64; how many rules have a law."""
    proved = 0
    for _ in range(count):
        text = random_rule(pick)
        law = law_of(text, 1 << 10)
        if isinstance(law, Inapplicable):
            continue
        proved += 1
        lost = np.array(lost_by_definition(text, far))
        assert (accepted_below(law.automaton, (far,)) == lost).all(), text
    return proved


def claims_are_judged_rightly(pick: Random, count: int) -> None:
    """Random claims, most of them false: whatever is accepted holds far past the bound."""
    for _ in range(count):
        text, modulus = random_rule(pick), pick.randint(1, 5)
        claim = HeapsLostByDigits.of(residue(modulus, 0, Base(2)))
        told = THEOREM.bound_of(game_of(text), claim) == 64
        lost = lost_by_definition(text, 200)
        assert told == all(lost[n] == (n % modulus == 0) for n in range(200)), text


def test_laws_of_random_rules_hold_far_past_the_bound() -> None:
    assert held_against_the_definition(Random(1), 14, 1200) > 6


def test_random_claims_are_judged_rightly() -> None:
    claims_are_judged_rightly(Random(2), 100)


@pytest.mark.slow
def test_laws_of_a_thousand_rules_hold_far_past_the_bound() -> None:
    assert held_against_the_definition(Random(3), 1000, 4096) > 300
    claims_are_judged_rightly(Random(4), 3000)


def altered_automata_are_refused(text: str, count: int) -> None:
    """One transition or one output is another: the same set, or not that of the P-positions."""
    law, game, pick = law_of(text, 1 << 10), game_of(text), Random(5)
    assert isinstance(law, HeapsLostByDigits)
    right = law.automaton
    for _ in range(count):
        mutant = altered(right, pick)
        same = (accepted_below(mutant, (FAR,)) == accepted_below(right, (FAR,))).all()
        assert (THEOREM.bound_of(game, HeapsLostByDigits.of(mutant)) == 64) == same


FAR = 1 << 13  # mutants may differ beyond the first hundreds only
FEW = "n -> [n - k for k in range(1, min(n, 4) + 1)] + ([n // 2] if n else [])"


@pytest.mark.parametrize("text", [DISJOINT, SHARED, FEW])
def test_altered_automata_are_refused(text: str) -> None:
    altered_automata_are_refused(text, 20)


@pytest.mark.slow
@pytest.mark.parametrize("text", [DISJOINT, SHARED, FEW])
def test_a_thousand_altered_automata_are_refused(text: str) -> None:
    altered_automata_are_refused(text, 1000)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("subtract(primes)", "is_prime"),
        ("subtract(squares)", "isqrt"),
        ("n -> [(a, n - a) for a in range(1, n) if a & n]", "another number of heaps"),
        ("n -> [n - d for d in divisors(n)]", "divisors"),
    ],
)
def test_what_stands_in_the_way_is_named(text: str, reason: str) -> None:
    refused = THEOREM.hypotheses(parse_rule(text))
    assert isinstance(refused, Inapplicable)
    assert reason in refused.reason


def test_without_single_heaps_it_is_false() -> None:
    """With splits G = 0 is no matter of which heaps have the value 0: equal ones are lost."""
    rule = parse_rule("n -> [(n // 2, n // 2)] if n and n % 2 == 0 else []")
    values = grundy_by_definition(rule, 12)
    alone = list[bool]()
    for n in range(12):
        alone.append(not any(all(alone[h] for h in option) for option in rule.options(n)))
    assert [value == 0 for value in values] != alone
    assert isinstance(THEOREM.hypotheses(rule), Inapplicable)


def test_binary_digits_are_read_in_base_two_alone() -> None:
    claim = HeapsLostByDigits.of(residue(2, 0, Base(3)))
    refused = THEOREM.bound_of(game_of(DISJOINT), claim)
    assert isinstance(refused, Inapplicable)
    assert "only in base 2" in refused.reason


def test_a_study_finds_it_and_its_certificate_is_checked_again() -> None:
    found = study(parse_rule(DISJOINT), Limits(None, 2000, who_wins=True))
    assert found.status == "proved"
    assert found.not_told == ""
    assert found.best is None  # it tells no other values
    certificate = found.certificate
    assert certificate is not None
    assert "another way" in verify(certificate).reason
    altered: dict[str, Any] = json.loads(json.dumps(certificate))
    altered["claim"]["lost"] = [0]
    assert not verify(altered).valid


def test_it_says_why_there_is_none() -> None:
    for text, reason in (
        ("subtract(primes)", "is_prime(k)"),
        ("0.77", ""),
        ("n -> [n - x for x in range(1,n+1) if x & (n//2) == 0]", "in base 2"),
    ):
        search = WhoWins(parse_rule(text), Limits(None, who_wins=True))
        search.look(evidence_below(parse_rule(text), 1100), None)
        assert search.found == []
        assert reason in search.not_told
        assert bool(search.not_told) == bool(reason)
