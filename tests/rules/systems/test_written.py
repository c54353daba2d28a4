"""Systems as they are written: reading, errors, and the system that is derived."""

from __future__ import annotations

import random

import pytest
from random_systems import random_kinds_text

from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition as values_of_rule
from mexplore.rules.rule import mex
from mexplore.rules.systems.reading import read_system
from mexplore.rules.systems.values import values
from mexplore.rules.systems.written import WrittenSystem

RING = (
    "kinds R(n) -> L(n - 1) | L(n - 2); "
    "L(n) -> L(i) + L(n - 1 - i) | L(i) + L(n - 2 - i); start R(n)"
)


def game_of(text: str) -> WrittenSystem:
    game = WrittenSystem.parse(text)
    assert game is not None
    return game


def test_kayles_on_a_ring() -> None:
    found = values(game_of(RING).system, 60)
    row = values_of_rule(parse_rule("0.77"), 60)
    assert found[1].tolist() == row
    ring = [mex([*row[n - 1 : n], *(row[n - 2 : n - 1] if n > 1 else [])]) for n in range(60)]
    assert found[0].tolist() == ring


def check(seed: int, count: int, stop: int) -> int:
    """How many of the texts were systems: their options are those that are written."""
    draw, read = random.Random(seed), 0
    for _ in range(count):
        text = random_kinds_text(draw)
        try:
            game = game_of(text)
        except RuleSyntaxError as error:
            assert "play need not end" in str(error), text
            continue
        read += 1
        assert game_of(str(game)) == game
        assert str(game_of(str(game))) == str(game)
        rules = {(rule.kind, rule.size): rule for rule in game.rules}
        numbers = game.system.numbers
        for number, kind in enumerate(game.system.kinds):
            for n in range(stop if kind.name != "nothing" else 0):
                rule = rules.get((kind.name, n), rules[kind.name, None])
                written = {
                    tuple(sorted((numbers[name], size) for name, size in heaps))
                    for option in rule.options
                    for heaps in option.options(n)
                }
                derived = {
                    tuple(sorted(h for h in heaps if game.system.kinds[h[0]].name != "nothing"))
                    for heaps in game.system.options((number, n))
                }
                assert written == derived, (text, kind.name, n)
    return read


def test_the_options_of_random_systems_are_those_written() -> None:
    assert check(1, 120, 8) > 35


@pytest.mark.slow
def test_the_options_of_thousands_of_systems() -> None:
    assert check(2, 3000, 16) > 1000


def test_letters_are_all_numbers_that_fit() -> None:
    game = game_of("kinds A(n) -> B(i + 1) + B(n - 2 - i) for i % 2 == 0; B(n) -> none; start A(n)")
    options = {tuple(sorted(size for _, size in heaps)) for heaps in game.system.options((0, 7))}
    assert options == {(1, 5), (3, 3)}


def test_rules_for_single_sizes() -> None:
    game = game_of("kinds A(0) -> none; A(3) -> A(1) | 0; A(n) -> A(n - 1); start A(n)")
    assert [sorted(game.system.options((0, n))) for n in (0, 1, 3, 4)] == [
        [],
        [((0, 0),)],
        [(), ((0, 1),)],
        [((0, 3),)],
    ]
    assert str(game) == "kinds A(0) -> none; A(3) -> A(1) | 0; A(n) -> A(n - 1); start A(n)"


def test_the_rule_as_a_sentence() -> None:
    game = game_of("kinds A(0) -> none; A(n) -> B(n - 1) | 0; B(n) -> none; start A(n)")
    assert game.words() == "A move turns A(n) into B(n - 1) or nothing; play starts with A(n)."
    with pytest.raises(
        RuleSyntaxError, match=r"option A\(n - 1\) \+ A\(n - 2\) have 2\*n - 3 tokens"
    ):
        game_of("kinds A(n) -> A(n - 1) + A(n - 2); start A(n)")


def test_positions() -> None:
    game = game_of(RING)
    assert game.position("7") == ((0, 7),)
    assert game.position("L(2) + 5+R( 1 )") == ((1, 2), (0, 5), (0, 1))
    for text in ("", "X(3)", "L(-1)", "L 3", "7,1", "seven"):
        with pytest.raises(InputError):
            game.position(text)


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("kinds", 5, "kinds are missing"),
        ("kinds A(n) -> A(n - 1)", 22, "the kind that play starts with is missing"),
        ("kinds A(n) -> A(n - 1); start", 29, "the kind that play starts with is missing"),
        ("kinds A(n) -> A(n - 1); start B(n)", 30, "'B' is no kind"),
        ("kinds A(n) -> B(n - 1); start A(n)", 14, "'B' is no kind"),
        ("kinds A(n) -> ; start A(n)", 14, "an option is missing here"),
        ("kinds A(n) -> A(n - 1) | ; start A(n)", 25, "an option is missing here"),
        ("kinds A(n) -> A(n - 1) + ; start A(n)", 25, "this is no heap"),
        ("kinds A(n) -> n - 1; start A(n)", 14, "this is no heap"),
        ("kinds A(m) -> A(m - 1); start A(n)", 8, "'m' is no size"),
        ("kinds A(n) = A(n - 1); start A(n)", 6, "this is no rule of a kind"),
        ("kinds A(n) -> A(n - ); start A(n)", 16, "this is no expression"),
        ("kinds A(n) -> A(n - 1) if k > 2; start A(n)", 26, "k is no size of a heap"),
        ("kinds A(n) -> A(n - 1) if n; start A(n)", 27, "a comparison is missing"),
        ("kinds A(n) -> A(n - 1) if n > 2 if n > 3; start A(n)", 32, "a second 'if'"),
        ("kinds A(3) -> 0; start A(n)", 6, "the kind A has no rule for all n"),
        ("kinds A(n) -> 0; A(n) -> A(n - 1); start A(n)", 6, "A(n) has two rules"),
        ("kinds A(n) -> 0; start A(n); start A(n)", 28, "play starts twice"),
        ("kinds n(n) -> 0; start n(n)", 6, "'n' cannot name a kind"),
        ("kinds A(n) -> A(n); start A(n)", 6, "play need not end: A -> A"),
        ("kinds B(n) -> 0; A(n) -> C(n + 1); C(n) -> A(n - 1); start A(n)", 35, "C -> A -> C"),
        ("kinds A(2) -> A(3); A(n) -> A(n - 1); start A(n)", 6, "A(2) -> A(3) -> A(2)"),
        ("kinds A(n) -> 0 | A(n - 1) + A(n - 2); start A(n)", 18, "not n less a constant"),
        ("kinds A(n) -> A(i) + A(i); start A(n)", 14, "is neither one heap"),
        ("kinds A(n) -> A(i); start A(n)", 14, "is neither one heap"),
        ("kinds A(n) -> A(n // 2); start A(n)", 14, "a fraction of what varies"),
        ("kinds A(n) -> A(n * n); start A(n)", 14, "a product of two numbers that vary"),
        ("kinds A(n) -> A(i) + A(n - 2 - i) for i < n - 2 - i; start A(n)", 14, "a condition on"),
        ("kinds A(99999) -> 0; A(n) -> 0; start A(n)", 8, "at most 1999"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, place: int, problem: str) -> None:
    with pytest.raises(RuleSyntaxError) as refused:
        read_system(text)
    assert problem in refused.value.problem
    assert refused.value.position == place


def test_other_notations_are_left_alone() -> None:
    assert read_system("0.77") is None
    assert read_system("kindsof A(n) -> 0") is None
