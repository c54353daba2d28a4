"""How games on words are written, and what is said of wrong texts."""

from __future__ import annotations

from random import Random

import pytest
from random_words import random_game

from mexplore.rules.errors import InputError, MexploreError, RuleSyntaxError
from mexplore.rules.words.game import WordGame


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("word(o^n; oo->..,o->.)", "word(o^n; oo -> .., o -> .)"),
        (" ring ( o ^ n ; o o -> . . ) ", "ring(o^n; oo -> ..)"),
        ("word( a  o^n b;a o b -> a . b, o->.)", "word(a o^n b; aob -> a.b, o -> .)"),
        ("word((ab)^n;ab -> ..)", "word((ab)^n; ab -> ..)"),
        ("word((o)^n; < oo > -> ..)", "word(o^n; <oo> -> ..)"),
        ("word(+^n; ++ -> --)", "word(+^n; ++ -> --)"),
        ("word(-^n; --->++)", "word(-^n; -- -> ++)"),
        ("word(o^n; [o]o -> [a]., a[ao] -> .[.a])", "word(o^n; oo -> a., a[ao] -> .[.a])"),
    ],
)
def test_texts_are_read_and_written(text: str, canonical: str) -> None:
    game = WordGame.parse(text)
    assert str(game) == canonical
    assert WordGame.parse(canonical) == game


def test_random_games_are_read_back() -> None:
    draw = Random(5)
    for _ in range(300):
        game = random_game(draw, 0.3)
        try:
            assert WordGame.parse(str(game)) == game
        except RuleSyntaxError as error:
            assert "no word of this game has the letter" in str(error)


def test_lists_stand_for_several_rules() -> None:
    listed = WordGame.parse("word(o^n; [oa]o -> [a.]., o -> .)")
    spelled = WordGame.parse("word(o^n; oo -> a., ao -> .., o -> .)")
    assert listed is not None and spelled is not None
    assert listed.rewriting == spelled.rewriting


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("word(o^n; oo -> .)", 15, "the sides have 2 and 1 letters"),
        ("word(ooo; oo -> ..)", 5, "an empty family"),
        ("word(; oo -> ..)", 5, "an empty family"),
        ("word(^n; oo -> ..)", 5, "no letter stands before"),
        ("word(o^n; oo -> .., ob -> ..)", 21, "has the letter b"),
        ("word(o^n a^n; o -> .)", 10, "two things are repeated"),
        ("word(o^n)", 8, "there are no rules"),
        ("word(o^n; )", 9, "a rule is missing"),
        ("word(o^n; oo, o -> .)", 10, "a rule has an arrow"),
        ("word(o^n; o.o -> ...)", 11, "no rule looks at an empty cell"),
        ("word(o^n; o -> .", 16, "the closing bracket is missing"),
        ("word(1^n; 1 -> .)", 5, "a digit is no letter"),
        ("word(o^n; o<o -> ..)", 11, "'<' is no letter"),
        ("ring(a o^n; o -> ., a -> .)", 5, "a ring has one block only"),
        ("word(o^n; o[oa -> ..)", 11, "not closed"),
        ("word(o^n; [oa]o -> [a..].)", 19, "3 letters for 2"),
        ("word(o^n; [oo]o -> [a.].)", 10, "twice in the list"),
        ("word((o.)^n; o -> .)", 7, "are apart"),
        ("word((ox)^n; o -> .)", 7, "no rule looks at x"),
        ("word(a o^n; ao -> oa, oa -> ao)", 12, "play need not end: the moves run in a circle"),
        ("word(o^n; o -> o)", 10, "play need not end"),
        ("word(" + "o" * 41 + "o^n; oo -> ..)", 45, "too many fixed letters"),
        ("word(o^n; " + "o" * 13 + " -> " + "." * 13 + ")", 22, "too many letters"),
        ("word(" + "o" * 10**6 + "^n; oo -> ..)", 10_000, "characters"),
    ],
)
def test_wrong_texts_are_refused_at_their_place(text: str, place: int, problem: str) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        WordGame.parse(text)
    assert problem in str(caught.value)
    assert caught.value.position == place
    assert "\n" not in str(caught.value)


def test_other_notations_are_left_alone() -> None:
    assert WordGame.parse("0.77") is None
    assert WordGame.parse("kinds A") is None


def test_damaged_texts_raise_errors_of_the_project_only() -> None:
    draw = Random(6)
    text = "word(a o^n b; [oa]o -> .., <o> -> ., o b -> .x)"
    for _ in range(2000):
        i = draw.randrange(len(text))
        damaged = text[:i] + draw.choice([*text, "", "#", "é", "7"]) + text[i + 1 :]
        try:
            game = WordGame.parse(damaged)
        except MexploreError as error:
            assert "\n" not in str(error)
        else:
            assert game is None or WordGame.parse(str(game)) == game


GAME = "word(a o^n; [oa]o -> .., o[oa] -> .., o -> x)"


@pytest.mark.parametrize(
    ("position", "value"),
    [("ooo", 2), ("a.o", 1), ("ooxoo", 0), ("o^3 . o^2", 2 ^ 2), ("", 0), (".", 0), ("7", None)],
)
def test_positions_are_words_or_lengths(position: str, value: int | None) -> None:
    game = WordGame.parse(GAME)
    assert game is not None
    found = 0
    for each in game.directly(game.position(position)):
        found ^= each
    expected = game.value_of_start(7) if value is None else game.values.value(_spelled(position))
    assert found == expected


def _spelled(position: str) -> str:
    return position.replace("o^3", "ooo").replace("o^2", "oo").replace(" ", "")


def test_a_long_run_is_a_heap_of_that_size() -> None:
    game = WordGame.parse(GAME)
    assert game is not None
    assert game.position("o^1000000000000000000") == game.position("o^10^18")
    ((kind, size),) = game.position("a o^10^18")
    assert (game.describe(kind), size) == ("a o^n", 10**18)
    assert sorted(game.position("oxo^10^18")) == sorted(game.position("o . o^10^18"))
    assert game.position("10^18") == ((game.system.start, 10**18),)


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("oqo", "'q' is no letter of this game"),
        ("o^10000 a o^10000", "one long run"),
        ("7.5", "heap"),
        ("-3", "'-' is no letter"),
        ("oa" * 5000, "at most"),
        ("a o^10^6 a", r"ask word\(a o\^n a; \.\.\.\)"),
    ],
)
def test_wrong_positions_are_refused(position: str, problem: str) -> None:
    game = WordGame.parse(GAME)
    assert game is not None
    with pytest.raises(InputError, match=problem):
        game.position(position)
