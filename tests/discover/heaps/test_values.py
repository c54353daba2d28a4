"""What is known of values, and for how long it is looked."""

from __future__ import annotations

import time

import pytest

from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.values import answers
from mexplore.discover.study.kind import Means, NotKnown
from mexplore.rules.notation import parse_rule


def test_an_answer_does_not_change_with_the_time_of_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget belongs to a question: the same object says the same an hour later."""
    rule = parse_rule("subtract(1) or divide(2, 3)")
    known = answers(rule, [10**30], Means(budget=5.0))
    value = known.at(10**30)
    clock = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 3600)
    assert known.at(10**30) == value


def test_a_question_whose_time_is_over_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number of one question is looked for in what is left of its time."""
    rule = parse_rule("subtract(1) or divide(2, 3)")
    known = answers(rule, [10**30], Means(budget=5.0))
    clock, hours = time.monotonic, iter(range(10**6))
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 3600 * next(hours))
    with pytest.raises(NotKnown, match="budget"):
        known.at(10**30)


def test_computed_values_answer_for_no_number_beyond_them() -> None:
    """All numbers are looked up together; where some are beyond what is computed, of one machine
    word or of more, these alone are missing."""
    for text in ("subtract(squares)", "divide(2..6)"):
        rule = parse_rule(text)
        known = answers(rule, [40], Means(law_first=False))
        stop = known.warranted[0].stop
        assert stop is not None
        last = known.at(stop - 1)
        assert known.at_all([stop - 1, 0]) == [last, 0]
        for beyond in (stop, 10**18, 10**30):
            if beyond >= stop:
                found = known.look_up([0, beyond, stop - 1])
                assert found.values[::2] == [0, last]
                assert (found.values[1] is None) == bool(found.missing)
                if found.missing:
                    with pytest.raises(NotKnown):
                        known.at_all([0, beyond])


@pytest.mark.parametrize("text", ["0.77", "0.3", "subtract(2, 5, 7)", "subtract(odd)", "4.7"])
def test_the_law_asked_for_first_is_that_of_the_study(text: str) -> None:
    """Values need one law, and the search for others is left out; the study finds the same one."""
    rule = parse_rule(text)
    (law,) = answers(rule, [10**18]).warranted
    best = study(rule).best
    assert best is not None
    assert law.warrant.finding is not None
    assert law.warrant.finding.claim == best.claim
    assert law.warrant.finding.proof == best.proof
