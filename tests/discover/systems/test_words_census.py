"""Random games on words: a finite system, and a law that is proved, for most of them.

How many values a study may use is given, not how long it may take.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from benchmarks.words_census import compare, games, known_values, open_problem, studied


def test_a_few_games_of_the_census() -> None:
    proved = 0
    for game in islice(games(Random(9)), 12):
        result = studied(game, 400)
        proved += result.proved
        if result.kinds:
            compare(game, 9)
    assert proved > 3


def test_open_problems_are_recognised_by_their_values() -> None:
    officers = known_values("0.6")
    assert open_problem(officers) == open_problem(officers[3:]) == "Officers"
    assert open_problem([0, *known_values("0.007")]) == "Treblecross"
    assert open_problem(known_values("0.07")) is None


@pytest.mark.slow
def test_most_games_of_the_census_are_proved() -> None:
    """Of the games that are not open problems in other words; none is false."""
    count, results = 100, []
    for seed in (2, 3, 4, 5):
        for game in islice(games(Random(seed)), count):
            result = studied(game, 1 << 14)
            results.append(result)
            assert result.kinds, str(game)
            compare(game, 14)
    proved = sum(result.proved for result in results)
    others = sum(result.alike is None for result in results)
    assert proved >= 0.5 * len(results)
    assert proved >= 0.6 * others
