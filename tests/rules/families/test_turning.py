"""Games that turn coins: notation, the definition, kernels and other ways to write them."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from mexplore.rules.errors import RuleSyntaxError, TooLarge
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.families.turning.rule import Turn
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex

SETS = ("1", "2", "1, 2", "1..3", "2, 3", "3", "odd", "even", "any", "1..4", "all but 2", "1, 4")
GAPS = ("1", "1, 2", "1, 3", "odd", "squares", "2", "all but 1", "2, 5")


def random_rule(chance: Random) -> Turn:
    shape = chance.randrange(5)
    gaps = f" at gaps {chance.choice(GAPS)}"
    tail = ("", " in a row", gaps, " evenly spaced", f" evenly spaced{gaps}")[shape]
    found = Turn.parse(f"turn({chance.choice(SETS)}{tail})")
    assert found is not None
    return found


def turned_sets(rule: Turn, n: int) -> list[tuple[int, ...]]:
    """The other coins of every move, found among all sets of coins."""
    found = []
    for count in range(1, n + 1):
        for others in combinations(range(1, n), count - 1):
            places = [*others, n]
            gaps = [b - a for a, b in pairwise(places)]
            equal = not rule.even or len(set(gaps)) <= 1
            if count in rule.counts and equal and all(gap in rule.gaps for gap in gaps):
                found.append(others)
    return found


def values_of_coins(rule: Turn, stop: int) -> list[int]:
    """Played with coins: a value is that of the set of heads."""
    values: list[int] = []
    for n in range(stop):
        xors = set()
        for others in turned_sets(rule, n):
            total = 0
            for place in others:
                total ^= values[place]
            xors.add(total)
        values.append(mex(xors) if n else 0)
    return values


def check(rule: Turn, stop: int) -> None:
    expected = values_of_coins(rule, stop)
    for n in range(1, min(stop, 9)):
        options = [tuple(sorted(option)) for option in rule.options(n)]
        assert sorted(options) == sorted(turned_sets(rule, n)), (rule, n)
        assert all(rule.may_leave(n, option) for option in options)
        for other in combinations(range(1, n), 2):
            assert rule.may_leave(n, other) == (other in options), (rule, n, other)
    assert list(grundy_by_definition(rule, stop)) == expected, rule
    kernel = rule.kernel()
    values = np.zeros(stop, dtype=np.uint64)
    middle = stop // 2
    assert kernel.fill(values, 0, middle) == middle
    assert rule.kernel().fill(values, middle, stop) == stop  # a fresh one
    assert values.tolist() == expected, rule
    values[middle:] = 0
    assert kernel.fill(values, middle, stop) == stop
    assert values.tolist() == expected, rule
    assert list(grundy_by_definition(rule.simplest(), stop)) == expected, rule
    written = rule.as_expression()
    if written is not None:
        assert list(grundy_by_definition(Expression("n", written), stop)) == expected, rule
    assert parse_rule(str(rule)) == rule.simplest()
    assert parse_rule(str(rule.simplest())) == rule.simplest()


def test_random_games_are_those_of_coins() -> None:
    chance = Random(14)
    for rule in {random_rule(chance) for _ in range(60)}:
        check(rule, 11)


@pytest.mark.slow
def test_more_games_further() -> None:
    chance = Random(1982)
    for rule in {random_rule(chance) for _ in range(400)}:
        check(rule, 14)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # Winning Ways, chapter 14: Mock Turtles, Ruler, Moebius and Mogul (first coins).
        ("turn(1..3)", [0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22]),
        ("turn(any in a row)", [0, 1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]),
        ("turn(1..5)", [0, 1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213]),
        ("turn(1..7)", [0, 1, 2, 4, 8, 16, 32, 64, 127, 128, 256, 512, 911, 1024]),
        ("turn(any)", [0, *(2**n for n in range(20))]),
        ("turn(1, 2)", list(range(20))),
        ("turn(2)", [0, *range(19)]),  # Twins
    ],
)
def test_published_games(text: str, values: list[int]) -> None:
    from mexplore.rules.engine.grundy import Computation

    assert Computation(parse_rule(text)).extend(len(values)).tolist() == values


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("turn( 1, 2 , 3 )", "turn(1..3)"),
        ("turn(3 at gaps 1)", "turn(3 in a row)"),
        ("turn(3 evenly  spaced in a row)", None),
        ("turn(1..3 evenly spaced at gaps 2)", "turn(1..3 at gaps 2)"),
        ("turn(multiples(1) at gap any)", "turn(any)"),
    ],
)
def test_notation(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(RuleSyntaxError):
            Turn.parse(text)
    else:
        assert str(Turn.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "place"),
    [("turn()", 5), ("turn(0)", 5), ("turn(1..3", 9), ("turn(3 at gaps)", 14),
     ("turn(2 spaced)", 7), ("turn(any in a row) 3", 19), ("turn(any, 2)", 8),
     ("turn(in a row)", 5)],
)  # fmt: skip
def test_bad_notation_is_refused_at_its_place(text: str, place: int) -> None:
    with pytest.raises(RuleSyntaxError) as error:
        parse_rule(text)
    assert error.value.position == place, str(error.value)


def test_values_that_grow_too_fast_are_refused() -> None:
    rule = parse_rule("turn(even)")
    with pytest.raises(TooLarge):
        rule.kernel().fill(np.zeros(200, dtype=np.uint64), 0, 200)  # type: ignore[union-attr]
