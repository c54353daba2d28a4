"""Systems that are derived from rules about words, against whole words."""

from __future__ import annotations

from random import Random

import pytest
from random_words import plain_values, random_game

from mexplore.rules.systems.definition import grundy_of_heaps
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.game import NoSystem
from mexplore.rules.words.game import WordGame


def compared(seed: int, games: int, longest: int, anchored: float) -> tuple[int, int]:
    """How many of these games have a system, and how many values were compared: by whole words, by
    parts with memory, by the system."""
    draw, systems, values = Random(seed), 0, 0
    for _ in range(games):
        game = random_game(draw, anchored)
        expected = plain_values(game, longest)
        parts = [game.value_of_start(n) for n in range(len(expected))]
        assert parts == expected, str(game)
        try:
            system = game.system
        except NoSystem:
            continue
        check_ends(system)
        heaps = [(system.start, n) for n in range(len(expected))]
        found = grundy_of_heaps(system, heaps)
        assert [found[heap] for heap in heaps] == expected, str(game)
        every = [(kind, n) for kind in range(len(system.kinds)) for n in range(6)]
        found = grundy_of_heaps(system, every)
        assert game.directly(every) == [found[heap] for heap in every], str(game)
        systems += 1
        values += len(expected)
    return systems, values


@pytest.mark.parametrize(("seed", "anchored"), [(1, 0.1), (2, 0.5)])
def test_systems_of_random_games(seed: int, anchored: float) -> None:
    systems, values = compared(seed, 150, 9, anchored)
    assert systems > 120
    assert values > 600


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "anchored"), [(3, 0.12), (4, 0.4)])
def test_systems_of_thousands_of_random_games(seed: int, anchored: float) -> None:
    systems, _ = compared(seed, 2000, 12, anchored)
    assert systems > 1500


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "word(o^n; oo -> aa, ao -> .., aa -> ..)",
            r"two runs stay joined: oo -> aa makes \.\.\.ooaaoo",
        ),
        ("ring(o^n; oo -> aa, oa -> .., aa -> ..)", "two runs stay joined"),
        ("word(o^n; <o -> a, ao -> aa, aa -> .., oo -> ..)", "grow"),
    ],
)
def test_games_without_a_finite_system_are_refused_with_a_word(text: str, reason: str) -> None:
    game = WordGame.parse(text)
    assert game is not None
    with pytest.raises(NoSystem, match=reason):
        _ = game.system
    assert game.value_of_start(6) == plain_values(game, 6)[6]


def test_cuts_beside_a_run_hold_only_where_there_is_one() -> None:
    # Nothing ever plays across x|o or o|x, but ab does play where no o is between.
    game = WordGame.parse("word(a o^n b; o -> ., ab -> .., a -> ., b -> .)")
    assert game is not None
    assert [game.value_of_start(n) for n in range(5)] == plain_values(game, 6)
    found = grundy_of_heaps(game.system, [(game.system.start, n) for n in range(5)])
    assert [found[game.system.start, n] for n in range(5)] == plain_values(game, 6)


def test_a_large_ring_is_opened_at_one_place_of_each_block() -> None:
    game = WordGame.parse("ring((ab)^n; ab -> .., ba -> xx)")
    assert game is not None
    system = game.system
    found = grundy_of_heaps(system, [(system.start, n) for n in range(6)])
    assert [found[system.start, n] for n in range(6)] == plain_values(game, 10)
    assert all(len(list(system.options((system.start, n)))) == 2 for n in (4, 5))
