"""The moves that a picture of a game on words shows are moves, and leave what is said."""

from __future__ import annotations

from functools import reduce
from operator import xor
from random import Random

import pytest
from random_words import random_game, ring_moves

from mexplore.rules.engine.search import Sums
from mexplore.rules.errors import InputError
from mexplore.rules.library import shipped
from mexplore.rules.systems.reading import read_system
from mexplore.rules.systems.sample import SampleMove
from mexplore.rules.words.game import WordGame
from mexplore.rules.words.rewriting import Rewriting
from mexplore.rules.words.sample import MOST_CELLS, MOST_RULES

LIBRARY = sorted(name for name, game in shipped().items() if game.rule[:5] in ("word(", "ring("))


def _word(letters: tuple[str, ...]) -> str:
    return "".join(letter or "." for letter in letters)


def _moves(game: WordGame, word: str) -> set[str]:
    """What the rules make of a word, by nothing but the rules."""
    rules = {rule for each in game.rules for rule in each.rules()}
    return (
        ring_moves(word, rules) if game.start.closed else {*Rewriting(frozenset(rules)).moves(word)}
    )


def _check(game: WordGame, move: SampleMove) -> None:
    before, after = _word(move.before), _word(move.after)
    assert after in _moves(game, before), (str(game), before, after)
    assert {n for n in range(len(before)) if before[n] != after[n]} <= move.at
    assert len(move.layout.places) == len({*move.layout.places}) == len(before) <= MOST_CELLS


def _worth_of_what_is_left(game: WordGame, move: SampleMove) -> int | None:
    """By the heaps that are named; None where what is left is told otherwise."""
    if move.leaves == "nothing":
        return 0
    if "(" not in move.leaves:
        return None
    heaps = [heap for text in move.leaves.split(" + ") for heap in game.position(text)]
    return reduce(xor, game.directly(heaps), 0)


@pytest.mark.parametrize("name", LIBRARY)
def test_games_of_the_library_have_a_move_of_each_rule(name: str) -> None:
    game = read_system(shipped()[name].rule)
    assert isinstance(game, WordGame)
    told = {move.words for move in game.sample}
    closed_ends = {str(r) for r in game.rules if game.start.closed and r.left and r.right}
    assert told | closed_ends >= {str(rule) for rule in game.rules[:MOST_RULES]}
    for move in game.sample:
        _check(game, move)


@pytest.mark.parametrize("seed", range(60))
def test_moves_of_random_games_are_moves_and_leave_what_is_said(seed: int) -> None:
    game = random_game(Random(seed), 0.2)
    values: Sums[str] = Sums(lambda word: ((new,) for new in _moves(game, word)))
    for move in game.sample:
        _check(game, move)
        after = _word(move.after)
        worth = _worth_of_what_is_left(game, move)
        if worth is not None and len(after) <= 12:
            assert worth == values.value(after), (str(game), move)


def test_of_most_random_games_what_is_left_is_told_as_heaps() -> None:
    """So that the test before this one tests something."""
    games = [random_game(Random(seed), 0.2) for seed in range(60)]
    moves = [(game, move) for game in games for move in game.sample]
    told = [_worth_of_what_is_left(*each) for each in moves]
    assert len(told) > 70 and sum(worth is not None and worth > 0 for worth in told) > 25


def test_without_a_system_the_pieces_are_words() -> None:
    game = WordGame.parse("word(o^n; oo -> aa, aa -> oX, oa -> XX)")
    assert game is not None
    with pytest.raises(InputError):
        assert game.system
    assert game.sample and all("(" not in move.leaves for move in game.sample)


def test_words_that_are_too_long_are_not_shown() -> None:
    game = WordGame.parse(f"word({'ao' * 15} o^n; oo -> ..)")
    assert game is not None and game.sample == ()
