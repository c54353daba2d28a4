"""Options in sets: together they are the options, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import codes, intervals, subtractions

import mexplore.rules.families
import mexplore.rules.families.take_and_break.rule
from mexplore.rules.errors import TooManyMoves
from mexplore.rules.families.take_and_break.partitions import splits
from mexplore.rules.members import members
from mexplore.rules.moves.option_sets import (
    AnyOf,
    Beyond,
    Listed,
    OptionSet,
    Partitions,
    Removed,
    one,
    option_sets_of,
)
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule

EXAMPLES = [
    text
    for family in members(mexplore.rules.families, Rule)
    for text in getattr(family, "examples", ())
    if not family.runs_python
]
IN_SETS = ["0.77", "0.[7]", "0.[6!]", "80.0", "0.{0,2!,4}", "subtract(odd)", "subtract(primes)"]
IN_SETS += [
    "subtract(all but 2, 5)",
    "remove(1 .. n // 2)",
    "0.[13]",
    "n -> [n - 1 if n % 2 else n // 2]",
]


def results(options: OptionSet) -> Iterator[Heaps]:
    """Every option in the set, by the definition of its kind."""
    match options:
        case Listed(listed):
            yield from listed
        case AnyOf(sizes):
            yield from map(one, sizes)
        case Removed(n, among):
            yield from (one(n - s) for s in range(1, n + 1) if among(s))
        case Partitions(total, count, suffix):
            yield from splits(total, count, suffix)
        case Beyond(_, some):
            yield from (tuple(sorted(heaps)) for heaps in some())


def check_sets(rule: Rule, n: int) -> bool:
    """Whether the rule has sets for n; if so they hold each option once."""
    wanted = {tuple(sorted(heaps)) for heaps in rule.options(n)}
    assert rule.listed_options(n, 10**6) == wanted
    assert sum(1 for _ in rule.options(n)) >= rule.fewest_options(n)
    try:
        found = Counter(
            result for options in option_sets_of(rule, n) for result in results(options)
        )
    except TooManyMoves:
        return False
    assert set(found) == wanted
    assert max(found.values(), default=1) == 1
    return True


@pytest.mark.parametrize("text", EXAMPLES)
def test_option_sets_of_the_examples(text: str) -> None:
    for n in (0, 1, 2, 7, 12):
        check_sets(parse_rule(text), n)


@pytest.mark.parametrize(
    "text",
    ["0.77", "4!.0", "0.8?8!", "0.{5+}", "0.07[3]", "80.1", "subtract(odd)",
     "subtract(1, multiples(7))", "subtract(all but 2, 3)", "remove(1 .. n // 2)",
     "leave(n // 4 .. n // 2)"],
)  # fmt: skip
def test_that_options_are_too_many_is_told_without_listing_them(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = parse_rule(text)
    for n in range(40):
        assert sum(1 for _ in rule.options(n)) >= rule.fewest_options(n) >= 0
    monkeypatch.setattr(type(rule), "options", NotImplemented)
    assert rule.listed_options(10**30, 10**20) is None


@pytest.mark.parametrize("text", IN_SETS)
def test_rules_that_have_sets(text: str) -> None:
    assert all(check_sets(parse_rule(text), n) for n in range(1, 15))


@pytest.mark.parametrize(
    "text", ["0.[7]", "4.[3]", "0.7[03]", "0.2[31]", "0.[6!]", "0.{0,2!}[3?]", "0.1[06!]"]
)
def test_huge_heaps_of_repeating_codes(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also single heaps and splits after more removals than are written."""
    monkeypatch.setattr(mexplore.rules.families.take_and_break.rule, "MOST_REPEATED", 9)
    assert all(check_sets(parse_rule(text), n) for n in (8, 10, 17, 18))


@settings(deadline=None, max_examples=60)
@given(st.one_of(subtractions(), intervals(), codes().map(parse_rule)), st.integers(1, 11))
def test_option_sets_of_random_rules(rule: Rule, n: int) -> None:
    check_sets(rule, n)


def test_residues_tell_what_may_be_removed() -> None:
    for text in ("subtract(odd)", "subtract(3, multiples(4))", "subtract(odd, multiples(6))"):
        (classes, _) = option_sets_of(parse_rule(text), 100)
        assert isinstance(classes, Removed) and classes.modulus
        for s in range(1, 60):
            assert classes.among(s) == classes.among(s + classes.modulus)


def test_what_is_too_much_is_refused() -> None:
    with pytest.raises(TooManyMoves, match="too many options"):
        list(
            option_sets_of(parse_rule("n -> [(a, n - a - 1) for a in range(n) if a * a != n]"), 10)
        )
    *single, beyond = option_sets_of(parse_rule("0.[7]"), 10**18)
    assert isinstance(beyond, Beyond) and "split after each" in beyond.reason
    assert Listed(((10**18 - 1,),)) in single and AnyOf(range(1, 10**18 - 1)) in single
    assert parse_rule("subtract(primes) or divide(2)").listed_options(10**18, 100) is None
    assert next(parse_rule("subtract(primes)").first_options(10**18)) == (10**18 - 2,)
