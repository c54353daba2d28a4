"""Conjectures about who wins with one heap: against the definition, in a range and for all n."""

from __future__ import annotations

from random import Random

import pytest

from mexplore.discover.automata.numeration import BINARY
from mexplore.discover.automata.operations import Budget
from mexplore.discover.heaps.check import check
from mexplore.discover.heaps.check_lost import check_lost, read_lost
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.first_values import FirstValuesForm
from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
from mexplore.discover.heaps.theorems.lost_by_digits import HeapsLostByDigitsTheorem
from mexplore.discover.heaps.values import Answers, ComputedForm, Warranted, answers
from mexplore.discover.outcomes.game import LinearGame
from mexplore.discover.questions.classes import NimValues
from mexplore.discover.questions.positions import PositionsQuery, find_positions
from mexplore.discover.study.kind import Means, NotKnown, Warrant
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

DISJOINT = "n -> [n - x for x in range(1, n + 1) if x & n == 0]"
SHARED = "n -> [n - k for k in range(1, n//2 + 1) if k & n]"


def test_random_conditions_are_judged_as_the_definition_says() -> None:
    """Far past the range that is compared: what is proved holds there, what fails fails there."""
    pick = Random(1)
    for _ in range(40):
        first, second = pick.sample(range(1, 9), 2)
        rule, m = parse_rule(f"subtract({first}, {second})"), first + second
        kept = sorted(pick.sample(range(m), pick.randint(1, m)))
        condition = read_lost(f"lost(n) iff {' or '.join(f'n % {m} == {r}' for r in kept)}")
        assert condition is not None
        found = check_lost(rule, condition, (0, 4), 5.0)
        values = grundy_by_definition(rule, 200)
        wrong = [n for n in range(200) if (n % m in kept) != (values[n] == 0)]
        assert (found.status == "proved") == (not wrong)
        if wrong:
            assert wrong[0] in (found.first_failure, found.fails_beyond)


@pytest.mark.parametrize(
    ("rule", "text", "status"),
    [
        (SHARED, "lost(n) iff popcount(n) <= 1", "proved"),
        (SHARED, "lost(n) iff popcount(n) <= 1 or n == 300", "refuted"),
        (SHARED, "lost(n) iff n < 3", "refuted"),
        ("subtract(primes)", "lost(n) iff n % 3 == 7 or n < 2", "refuted"),
        ("0.77", "lost(n) iff n == 0", "proved"),
    ],
)
def test_statements_are_decided(rule: str, text: str, status: str) -> None:
    assert check(parse_rule(rule), text, (0, 100)).status == status


def test_a_condition_without_a_value_is_told() -> None:
    """v2(0) has no value: it is said so, not that the condition is false there."""
    found = check(parse_rule("subtract(1..3)"), "lost(n) iff v2(n) >= 2", (0, 100)).failure
    assert found is not None
    assert found.place == 0 and "v2" in found.undefined


def test_bad_statements_are_refused() -> None:
    for text in ("lost(n) iff", "lost(n) iff n +", "lost(n) iff G(n)"):
        with pytest.raises(MexploreError):
            check(parse_rule("nim"), text, (0, 10))


def test_questions_are_answered_by_a_law_of_who_wins() -> None:
    rule = parse_rule(DISJOINT)
    shape = HeapsLostByDigitsTheorem().hypotheses(rule)
    assert isinstance(shape, LinearGame)
    law = HeapsLostByDigits(BINARY, 1, ((1, 0), (1, 2), (3, 1), (3, 3)), (0, 1))
    assert shape.refusal(law, Budget()) is None
    proof = Warrant("proved", law.statement())
    computed = Warranted(ComputedForm(evidence_below(rule, 64)), Warrant("computed", ""), 64)
    zeros = Warranted(FirstValuesForm(law), proof)
    answer_rightly(rule, Answers(rule, (computed,), None, 1.0, first_values=(zeros,)))


@pytest.mark.slow
def test_questions_find_the_law_of_who_wins() -> None:
    rule, means = parse_rule(DISJOINT), Means(budget=8.0, law_first=True)
    answer_rightly(rule, answers(rule, [10**18], means))
    there = find_positions(rule, PositionsQuery(0, nth=30), means)
    assert there.nth == there.listed[29]
    assert there.warrant.status == "proved"


def answer_rightly(rule: Rule, known: Answers) -> None:
    zeros = [n for n, value in enumerate(grundy_by_definition(rule, 200)) if value == 0]
    found = known.look_up([61, 10**18, 2**60 - 1])
    assert found.values == [0, None, 0]
    assert found.not_0 == {10**18}
    with pytest.raises(NotKnown):
        known.best_for(10**18)
    there = NimValues(known).of_value(0, None)
    assert there.nth(30) == zeros[29]
    assert there.first(len(zeros), 10**6).tolist() == zeros
    with pytest.raises(NotKnown):
        NimValues(known).lost(0, 10**18, heaps=2)
    a, b = 1, 2  # of 2^0, 2^1, ... numbers below, those in which blocks of digits 1 that follow a 0
    for _ in range(60):  # have an even length are counted by Fibonacci numbers
        a, b = b, a + b
    assert NimValues(known).lost(0, 2**60) == a
