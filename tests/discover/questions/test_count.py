"""Counts of lost positions against enumeration, and against published counts."""

from __future__ import annotations

import json
from functools import reduce
from itertools import combinations_with_replacement, product
from math import comb
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_clock import Clock
from strategies import divisions
from typer.testing import CliRunner, Result

from mexplore.discover.heaps.values import answers
from mexplore.discover.questions.count import all_positions, lost_positions
from mexplore.reports.commands import app
from mexplore.rules.errors import TooLarge
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition


def enumerated(values: list[int], heaps: int, *, ordered: bool) -> int:
    """The positions of xor 0, one by one: multisets of sizes, or tuples."""
    sizes = range(len(values))
    positions = (
        product(sizes, repeat=heaps) if ordered else combinations_with_replacement(sizes, heaps)
    )
    return sum(reduce(xor, (values[n] for n in position), 0) == 0 for position in positions)


def histogram(values: list[int]) -> dict[int, int]:
    return {value: values.count(value) for value in set(values)}


@given(st.lists(st.integers(0, 12), max_size=8), st.integers(1, 4), st.booleans())
def test_counts_agree_with_enumeration(values: list[int], heaps: int, ordered: bool) -> None:
    expected = enumerated(values, heaps, ordered=ordered)
    assert lost_positions(histogram(values), heaps, ordered=ordered) == expected


TEN_RULES = (
    "0.77",
    "0.07",
    "4!.0",
    "0.156",
    "subtract(1, 3, 4)",
    "subtract(squares)",
    "divide(2..6)",
    "divide(2, 3, ceil)",
    "subtract(1) or divide(2)",
    "remove(1 .. n // 2)",
)


@pytest.mark.parametrize("text", TEN_RULES)
@pytest.mark.parametrize(
    ("heaps", "first", "last"), [(1, 3, 40), (2, 0, 20), (4, 2, 11), (5, 0, 7)]
)
def test_ten_rules_and_ranges(text: str, heaps: int, first: int, last: int) -> None:
    rule = parse_rule(text)
    values = grundy_by_definition(rule, last + 1)[first:]
    counts = answers(rule, [last]).best_for(last + 1).counts(first, last + 1)
    assert counts == histogram(values)
    for ordered in (False, True):
        expected = enumerated(values, heaps, ordered=ordered)
        assert lost_positions(counts, heaps, ordered=ordered) == expected


SMALL_SUBTRACTIONS = st.sets(st.integers(1, 9), min_size=1, max_size=3).map(Subtraction.of)


@settings(max_examples=40, deadline=None)
@given(SMALL_SUBTRACTIONS | divisions(), st.integers(0, 60), st.integers(0, 300))
def test_closed_forms_count_ranges(rule: Rule, first: int, length: int) -> None:
    stop = first + length
    values = grundy_by_definition(rule, stop)[first:]
    for warranted in answers(rule, [stop]).warranted:
        assert warranted.counts(first, stop) == histogram(values)
        for value in range(4):
            assert warranted.count_of(value, first, stop) == values.count(value)


def test_large_counts_need_no_overflow() -> None:
    """More sizes than a machine word holds, all of value 0 or 1: parity decides."""
    half = 10**20
    expected = sum(comb(half + 2 - j - 1, 2 - j) * comb(half + j - 1, j) for j in (0, 2))
    assert lost_positions({0: half, 1: half}, 2) == expected
    assert lost_positions({0: half, 1: half}, 5, ordered=True) == 2**4 * half**5


@given(st.dictionaries(st.integers(0, 20), st.integers(1, 10**30), max_size=6), st.integers(1, 60))
def test_no_more_are_lost_than_there_are(counts: dict[int, int], heaps: int) -> None:
    sizes = sum(counts.values())
    for ordered in (False, True):
        lost = lost_positions(counts, heaps, ordered=ordered)
        assert 0 <= lost <= all_positions(sizes, heaps, ordered=ordered)


@given(st.integers(1, 7), st.integers(1, 10**30), st.integers(1, 60))
def test_equally_many_of_each_value(digits: int, each: int, heaps: int) -> None:
    """Whatever the other heaps are, one value in 2^digits for the last one makes the xor 0."""
    counts = dict.fromkeys(range(2**digits), each)
    lost = lost_positions(counts, heaps, ordered=True)
    assert lost * 2**digits == (each * 2**digits) ** heaps


def test_published_counts() -> None:
    """Project Euler, problem 310 (Nim Square, three heaps) and problem 306 (Paper-strip Game)."""
    squares = answers(parse_rule("subtract(squares)"), [10**5])
    assert lost_positions(squares.best_for(30).counts(0, 30), 3) == 1160
    assert lost_positions(squares.best_for(10**5 + 1).counts(0, 10**5 + 1), 3) == 2586528661783
    strip = answers(parse_rule("0.07"), [10**6]).best_for(10**6 + 1)
    assert 10**6 - strip.count_of(0, 1, 10**6 + 1) == 852938


def test_counts_up_to_huge_heaps() -> None:
    warranted = answers(parse_rule("subtract(1, 3, 4)"), [10**18]).best_for(10**18 + 1)
    assert warranted.count_of(0, 1, 10**18 + 1) == 285714285714285714
    rule = Division((2, 3, 4, 5, 6))
    counts = answers(rule, [10**40]).best_for(10**40 + 1).counts(0, 10**40 + 1)
    assert sum(counts.values()) == 10**40 + 1


# The command.


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["count", *arguments])


def test_count_in_json(clock: Clock) -> None:
    clock.tick = 0.1
    result = run("subtract(squares)", "--upto", "29", "--heaps", "3", "--json")
    assert result.exit_code == 0
    expected = {"rule": "subtract(squares)", "upto": 29, "heaps": 3, "count": "1160"}
    found = json.loads(result.stdout)
    assert {key: found[key] for key in expected} == expected
    assert (found["play"], found["status"]) == ("normal", "computed")
    one = json.loads(run("0.07", "--upto", "1000000", "--json").stdout)
    expected = {"rule": "0.07", "upto": 10**6, "heaps": 1, "count": "147063", "status": "proved"}
    assert {key: one[key] for key in expected} == expected


@pytest.mark.parametrize("options", [[], ["--ordered"]])
def test_lost_and_won_positions_of_a_range(options: list[str]) -> None:
    values = grundy_by_definition(parse_rule("0.77"), 19)[6:]
    lost = enumerated(values, 3, ordered=bool(options))
    total = all_positions(13, 3, ordered=bool(options))
    common = ["0.77", "--from", "6", "--upto", "18", "--heaps", "3", "--json", *options]
    assert json.loads(run(*common).stdout)["count"] == str(lost)
    assert json.loads(run(*common, "--winning").stdout)["count"] == str(total - lost)


def test_the_warrant_follows_the_count() -> None:
    lines = run("subtract(1, 3, 4)", "--from", "1", "--upto", "10^18").stdout.splitlines()
    of = "of the 1000000000000000000 heaps of 1 to 1000000000000000000 tokens are lost"
    assert lines[0] == f"285714285714285714 {of} (P-positions)."
    assert "proved for all n, by finite window" in lines[1]
    computed = run("4!.0", "--upto", "50").stdout.splitlines()
    assert "computed directly for n < " in computed[1]


def test_questions_without_an_answer(clock: Clock) -> None:
    clock.tick = 0.1
    unknown = run("4!.0", "--upto", "10^30", "--budget", "0.5")
    assert unknown.exit_code == 1 and "no closed form" in unknown.stderr
    quiet = run("4!.0", "--upto", "10^30", "--budget", "0.5", "--json")
    assert json.loads(quiet.stdout)["count"] is None
    for bad in (
        ["--heaps", "0"],
        ["--heaps", "1.5"],
        ["--heaps", "10^18"],
        ["--from", "9"],
        ["--upto", "x"],
    ):
        result = run("0.77", "--upto", "8", *bad)
        assert result.exit_code == 2 and result.stderr.count("\n") == 1


def test_an_unproved_law_counts_with_a_warning() -> None:
    # To remove one token, in words that no theorem reads: period 2.
    one = "n -> [n - 1 - isqrt(n) // (n + 1)] if n else []"
    refused = run(one, "--upto", "10^30", "--budget", "2")
    assert refused.exit_code == 1
    asked = run(one, "--upto", "10^30", "--budget", "2", "--unproved")
    assert asked.exit_code == 0 and "not proved" in asked.stderr


def test_very_many_heaps() -> None:
    """Of values 0 and 1, a multiset is lost if it has an even number of 1s: K // 2 + 1 ways."""
    nim = {0: 1, 1: 1}
    assert lost_positions(nim, 10**6 + 1) == 500001
    assert lost_positions(nim, 10**6, ordered=True) == 2 ** (10**6 - 1)
    for ordered in (False, True):
        with pytest.raises(TooLarge, match="too many"):
            lost_positions({0: 1000, 5: 1000}, 10**7, ordered=ordered)
    result = run("0.3", "--upto", "1", "--heaps", "10^5 + 1", "--json")
    assert json.loads(result.stdout)["count"] == "50001"
