"""Random games on words: a finite system, and a law that is proved, for most of them."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from benchmarks.words_census import compare, games, studied


def test_a_few_games_of_the_census() -> None:
    proved = 0
    for game in islice(games(Random(9)), 12):
        result = studied(game, None, 400)
        proved += result.proved
        if result.kinds:
            compare(game, 9)
    assert proved > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_most_games_of_the_census_are_proved(seed: int) -> None:
    count, proved = 100, 0
    for game in islice(games(Random(seed)), count):
        result = studied(game, budget=10)
        proved += result.proved
        if result.kinds:
            compare(game, 14)
    assert proved >= 0.6 * count
