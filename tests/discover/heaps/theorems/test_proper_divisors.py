"""Games that remove a divisor other than 1 and n: who wins, against the definition."""

from __future__ import annotations

import numpy as np
import pytest

from mexplore.discover.automata.numeration import Base
from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.proper_divisors import ProperDivisors
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

TEXT = "n -> [n - d for d in divisors(n) if d != 1 and d != n]"
RULE = parse_rule(TEXT)


def law() -> HeapsLostByDigits:
    (found,) = ProperDivisors().claims(RULE)
    assert isinstance(found, HeapsLostByDigits)
    return found


def is_lost(n: int) -> bool:
    return n == 0 or n % 2 == 1 or (n & (n - 1) == 0 and n.bit_length() % 2 == 0)


def test_the_law_is_true_far_past_the_bound() -> None:
    values = grundy_by_definition(RULE, 1500)
    assert [value == 0 for value in values] == [is_lost(n) for n in range(1500)]
    assert law().first_failure(Evidence(np.array(values, dtype=np.uint8))) is None
    for n in (2**1001, 2**1000, 2**1000 + 1, 3 * 2**1001, 10**18, 10**18 + 1):
        assert law().is_zero(n) == is_lost(n)


def test_a_study_proves_it_and_lies_are_rejected() -> None:
    found = study(RULE, Limits(budget=None, max_terms=256))
    (finding,) = found.findings
    assert finding.claim == law() and finding.proof is not None
    assert not found.not_told
    certificate = certificate_of(RULE, finding)
    assert certificate is not None
    assert verify(certificate).valid
    transitions = law().transitions
    lies = [HeapsLostByDigits(Base(2), 1, transitions, lost) for lost in ((0, 1, 2, 3), (2, 4))]
    for state in range(len(transitions)):
        rows = list(transitions)
        rows[state] = (transitions[state][0], (transitions[state][1] + 1) % 6)
        lies.append(HeapsLostByDigits(Base(2), 1, tuple(rows), law().lost))
    for lie in lies:
        claim = {"pattern": lie.name, **lie.parameters()}
        assert not verify({**certificate, "claim": claim, "statement": lie.statement()}).valid


@pytest.mark.parametrize(
    "body",
    [
        "[n - d for d in divisors(n) if d > 1]",
        "[n - d for d in divisors(n) if d < n]",
        "[n - d for d in divisors(n) if 1 < d < n and d % 2]",
        "[n - d for d in divisors(n) if 1 < d < n] + ([n - 1] if n == 9 else [])",
        "[n - d for d in divisors(n) if 2 < d < n]",
        "[d for d in divisors(n) if 1 < d < n]",
    ],
)
def test_other_rules_are_refused(body: str) -> None:
    assert isinstance(ProperDivisors().applies(parse_rule(f"n -> {body}")), Inapplicable)


def test_that_odd_divisors_do_not_suffice() -> None:
    """The negative control of the docstring."""
    rule = parse_rule("n -> [n - d for d in divisors(n) if 1 < d < n and d % 2]")
    assert grundy_by_definition(rule, 5)[4] == 0 and not is_lost(4)
