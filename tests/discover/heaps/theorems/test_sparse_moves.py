"""Moves by sparse sets: which are decided by digits, and what stands in the way of the others."""

from __future__ import annotations

import pytest

from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.first_values import laws_of_first_values
from mexplore.discover.heaps.judging.who_wins import WhoWins
from mexplore.discover.heaps.theorems.lost_by_digits import HeapsLostByDigitsTheorem
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

THEOREM = HeapsLostByDigitsTheorem()


def removing(condition: str) -> str:
    return f"n -> [n - k for k in range(1, n + 1) if {condition}]"


@pytest.mark.parametrize(
    "condition, all_values",
    [
        ("k & (k - 1) == 0", True),  # powers of 2
        ("k & (k + 1) == 0", True),  # 2^j - 1
        ("k & (k - 1) != 0", False),  # all but the powers of 2
        ("k & (2*k) == 0 and k % 2 == 1", True),  # odd, no two digits 1 side by side
        ("(k & (k - 1)) & ((k & (k - 1)) - 1) == 0", True),  # at most two digits 1
    ],
)
def test_sets_of_few_digits_come_out(condition: str, all_values: bool) -> None:
    """Proved, and far past the bound as the definition says."""
    rule = parse_rule(removing(condition))
    search = WhoWins(rule, Limits(None, who_wins=True))
    search.look(evidence_below(rule, 1 << 12), None)
    assert search.tells_all == all_values
    values = grundy_by_definition(rule, 300)
    for form, _ in laws_of_first_values(search.found):
        told = [min(value, form.most + 1) for value in values]
        assert form.prefix(300).tolist() == told


def test_powers_of_two_leave_the_remainder_modulo_three() -> None:
    """E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, ch. 4: no power of 2 is divisible by
    3, and 1 and 2 are powers."""
    rule = parse_rule(removing("k & (k - 1) == 0"))
    search = WhoWins(rule, Limits(None, who_wins=True))
    search.look(evidence_below(rule, 1 << 12), None)
    (*_, (form, _)) = laws_of_first_values(search.found)
    assert [form.at(10**50 + i) for i in range(9)] == [(1 + i) % 3 for i in range(9)]


@pytest.mark.parametrize(
    "rule, what",
    [
        ("subtract(primes)", "is_prime(k)"),
        ("subtract(squares)", "isqrt(n)"),
        ("subtract(triangular)", "isqrt(2 * n)"),
        ("subtract(cubes)", "isqrt(n)"),
        ("subtract(factorials)", "subtract(factorials) is not written as one list"),
        ("subtract(fibonacci)", "subtract(fibonacci) is not written as one list"),
        ("n -> [n - 2**k for k in range(n)]", "2**k"),
        ("n -> [n - k*k for k in range(1, isqrt(n) + 1)]", "isqrt(n)"),
    ],
)
def test_others_are_refused_with_what_stands_in_the_way(rule: str, what: str) -> None:
    refused = THEOREM.hypotheses(parse_rule(rule))
    assert isinstance(refused, Inapplicable)
    assert what in refused.reason
    assert "\n" not in refused.reason


@pytest.mark.parametrize("condition", ["k & (k >> 1) == 0", "k & (k - 1) == 0 and k & n == 0"])
def test_where_no_automaton_is_found_it_is_said(condition: str) -> None:
    rule = parse_rule(removing(condition))
    search = WhoWins(rule, Limits(None, who_wins=True))
    search.look(evidence_below(rule, 1 << 12), None)
    assert search.found == []
    assert "no automaton of few states was found in base 2" in search.not_told
