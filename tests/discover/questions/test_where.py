"""Where a value occurs, and where two rules differ."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from commands_run import invoked as run
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import divisions

from mexplore.discover.heaps.evidence.sources import source_of
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.values import answers
from mexplore.discover.questions.compare import compare, first_difference
from mexplore.discover.questions.where import NoSuchPosition, Occurrences
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.engine.runs import Runs
from mexplore.rules.errors import TooLarge
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

SMALL = st.sets(st.integers(1, 9), min_size=1, max_size=3).map(Subtraction.of)


@given(SMALL | divisions() | st.just(parse_rule("0.77")), st.integers(0, 5))
@settings(max_examples=50, deadline=None)
def test_numbered_as_by_enumeration(rule: Rule, value: int) -> None:
    expected = [n for n, v in enumerate(grundy_by_definition(rule, 400)) if v == value]
    known = answers(rule, [10**9])
    positions = Occurrences(known.warranted[0].form, value, known.warranted[0].stop)
    assert [positions.nth(k) for k in range(1, len(expected) + 1)] == expected
    assert positions.first(10**6, 400).tolist() == expected
    assert positions.count(400) == len(expected)


@given(SMALL | divisions(), st.integers(1, 10**40))
@settings(max_examples=50, deadline=None)
def test_far_out_number_and_count_agree(rule: Rule, k: int) -> None:
    form = answers(rule, [10**30]).warranted[0].form
    n = Occurrences(form, 0).nth(k)
    assert form.at(n) == 0 and form.count_of(0, n) == k - 1 and form.count_of(0, n + 1) == k


def test_finitely_many() -> None:
    """Kayles has one P-position of one heap, the empty one."""
    form = answers(parse_rule("0.77"), [10**9]).warranted[0].form
    assert Occurrences(form, 0).nth(1) == 0
    with pytest.raises(NoSuchPosition, match="only 1 n"):
        Occurrences(form, 0).nth(2)


def test_a_law_of_all_heaps_has_no_so_far() -> None:
    """A proved period answers about all n: no power of two limits what is said."""
    answer = run("positions", "0.77", "--nth", "3")
    assert answer.exit_code == 1 and "2^" not in answer.output
    assert "only 1 n has this value" in answer.output and "(proved)" in answer.output


@given(st.lists(st.integers(0, 6), min_size=1, max_size=12), st.data())
def test_totals_as_by_enumeration(first: list[int], data: st.DataObject) -> None:
    """How often a value occurs under G(n + p) = G(n) + s for n >= n0, p + n0 the listed terms."""
    start = data.draw(st.integers(0, len(first) - 1))
    law = Periodic(start, len(first) - start, data.draw(st.integers(0, 3)))
    form = PeriodicForm(law, np.array(first))
    value = data.draw(st.integers(0, 9))
    terms = [form.at(n) for n in range(300)]
    last = law.preperiod + 11 * law.period  # every later term is larger, or comes again
    again = value in terms[last : last + law.period]
    assert Occurrences(form, value).total() == (None if again else terms.count(value))
    assert run("positions", "0.77", "--nth", "2").exit_code == 1


def test_positions_in_json() -> None:
    result = run("positions", "subtract(1, 3, 4)", "--upto", "10^18", "--nth", "10^20", "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    values = grundy_by_definition(parse_rule("subtract(1, 3, 4)"), 7)
    zeros = [n for n, value in enumerate(values) if value == 0]  # of one period
    cycles, rest = divmod(10**18 + 1, 7)
    count = cycles * len(zeros) + sum(n < rest for n in zeros)
    assert answer["count"] == str(count) and answer["upto"] == 10**18
    cycles, index = divmod(10**20 - 1, len(zeros))
    assert answer["nth"] == {"k": str(10**20), "n": str(7 * cycles + zeros[index])}
    assert answer["positions"][:4] == [*zeros, *(7 + n for n in zeros)][:4]
    assert sum(gap["times"] for gap in answer["gaps"]) == len(answer["positions"]) - 1
    law = answer["findings"][0]["parameters"]
    assert (law["preperiod"], law["period"], law["saltus"]) == (0, len(zeros), 7)


def test_positions_without_a_law() -> None:
    values = grundy_by_definition(parse_rule("subtract(squares)"), 700)
    zeros = [n for n, value in enumerate(values) if value == 0]
    result = run("positions", "subtract(squares)", "--nth", "60", "--json")
    assert json.loads(result.stdout)["nth"]["n"] == str(zeros[59])
    assert run("positions", "subtract(squares)", "--nth", "0").exit_code == 2


# Comparing two rules.


@given(SMALL, SMALL)
@settings(max_examples=40, deadline=None)
def test_first_difference_of_subtraction_games(first: Rule, second: Rule) -> None:
    """Their laws are proved, so equality is for all n; the definition agrees far out."""
    result = compare(first, second, 600, budget=20)
    one, other = grundy_by_definition(first, 2000), grundy_by_definition(second, 2000)
    differing = [n for n in range(2000) if one[n] != other[n]]
    assert result.for_all == (not differing)
    assert result.first_difference == (differing[0] if differing else None)


@given(divisions(), divisions())
@settings(max_examples=40, deadline=None)
def test_first_difference_of_division_games(first: Rule, second: Rule) -> None:
    result = compare(first, second, 10**12, budget=20)
    one, other = grundy_by_definition(first, 1500), grundy_by_definition(second, 1500)
    differing = [n for n in range(1500) if one[n] != other[n]]
    if differing:
        assert result.first_difference == differing[0]
    else:
        assert result.first_difference is None or result.first_difference >= 1500


def test_a_difference_far_out_is_found_by_runs() -> None:
    """In where a run begins, in its value, and in nothing that both know."""

    def known(stop: int, *starts: tuple[int, int]) -> Evidence:
        runs = Runs(tuple(n for n, _ in starts), tuple(value for _, value in starts), stop)
        return Evidence(runs.dense(10), runs)

    one = known(10**60, (0, 0), (1, 1), (10**30, 0))
    assert first_difference(one, known(10**60, (0, 0), (1, 1), (10**30 + 1, 0))) == 10**30
    assert first_difference(one, known(10**60, (0, 0), (1, 1), (10**30, 2))) == 10**30
    assert first_difference(one, known(10**50, (0, 0), (1, 1))) == 10**30
    assert first_difference(one, known(10**30, (0, 0), (1, 1))) is None


def test_runs_and_terms_are_compared() -> None:
    """A division game beside the same moves found by a loop over terms."""
    first, second = parse_rule("divide(2, 3)"), parse_rule("subtract(1) or divide(2, 3)")
    one, other = grundy_by_definition(first, 50), grundy_by_definition(second, 50)
    expected = next(n for n in range(50) if one[n] != other[n])
    assert compare(first, second, 10**5, budget=20).first_difference == expected


def test_comparison_in_json() -> None:
    equal = run("compare", "0.3", "subtract(1)", "--upto", "1000", "--json")
    assert equal.exit_code == 0
    expected = {"equal": True, "first_difference": None, "computed": 1000, "for_all": True}
    assert expected.items() <= json.loads(equal.stdout).items()
    differ = run("compare", "0.77", "0.7", "--json")
    one, other = (grundy_by_definition(parse_rule(text), 50) for text in ("0.77", "0.7"))
    first = next(n for n in range(50) if one[n] != other[n])
    assert differ.exit_code == 1
    answer = json.loads(differ.stdout)
    assert answer["equal"] is False and answer["first_difference"] == first
    assert "equal for all n" in run("compare", "0.3", "subtract(1)").stdout


class Counting(ClosedForm):
    """A form that knows how often it was asked."""

    def __init__(self, form: ClosedForm) -> None:
        self.form, self.asked = form, 0

    def at(self, n: int) -> int:
        return self.form.at(n)

    def prefix(self, stop: int) -> Any:
        return self.form.prefix(stop)

    def counts(self, stop: int) -> dict[int, int]:
        self.asked += 1
        return self.form.counts(stop)


@pytest.mark.parametrize("text", ["0.77", "subtract(1, 3, 4)", "0.07"])
def test_far_positions_of_a_periodic_law_are_found_by_few_counts(text: str) -> None:
    form = answers(parse_rule(text), [100]).warranted[0].form
    counting = Counting(form)
    k = 10**5000
    far = Occurrences(counting, 1).nth(k)
    assert form.at(far) == 1
    assert form.count_of(1, far) == k - 1
    assert counting.asked < 80  # 16 600 by halving alone


@pytest.mark.parametrize("text", ["divide(2, 3)", "divide(2..6)", "divide(2, 3, ceil)"])
def test_positions_of_a_geometric_law_are_found_in_its_runs(text: str) -> None:
    form = answers(parse_rule(text), [100]).warranted[0].form
    listed = [n for n, value in enumerate(form.prefix(3000)) if value == 1]
    assert [Occurrences(form, 1).nth(k + 1) for k in range(0, len(listed), 7)] == listed[::7]
    far = Occurrences(form, 1).nth(10**100)
    assert (form.at(far), form.count_of(1, far)) == (1, 10**100 - 1)


def test_runs_that_no_memory_holds_are_refused_before_they_are_computed() -> None:
    far = 10**300_000
    with pytest.raises(TooLarge, match="GB of memory"):
        source_of(parse_rule("divide(2, 3)")).extend(far)
    form = answers(parse_rule("divide(2, 3)"), [100]).warranted[0].form
    with pytest.raises(TooLarge, match="GB of memory"):
        form.counts(far)


def test_a_study_of_runs_in_limited_time_begins_with_few_digits() -> None:
    found = study(parse_rule("divide(2, 3)"), Limits(budget=5.0, upto=10**100_000))
    assert (found.status, found.ended) == ("proved", "proved")
    assert found.evidence.stop < 10**100


def test_a_list_says_whether_it_is_whole() -> None:
    """Of all n under a proved law, up to N, and as far as was looked."""
    assert "0; no other n." in run("positions", "0.77").output
    assert "No n has this value." in run("positions", "4.3", "--value", "9").output
    assert "29; no other n <= 30." in run("positions", "0.07", "--upto", "30").output
    assert "..." in run("positions", "0.07").output
    for text, whole in (("0.77", True), ("0.07", False)):
        assert json.loads(run("positions", text, "--json").output)["all_listed"] is whole
