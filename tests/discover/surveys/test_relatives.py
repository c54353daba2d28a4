"""Games that begin with the same values are found in the library and in an atlas."""

from __future__ import annotations

from pathlib import Path

from mexplore.discover.questions.relatives import library_games, relatives
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.known_games import AtlasGames
from mexplore.discover.surveys.record import Record
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def test_relatives_of_the_library_and_of_an_atlas(tmp_path: Path) -> None:
    chess = parse_rule("0.137")  # a heap of n is one of n + 1 in Dawson's Kayles
    values = grundy_by_definition(chess, 60)
    path = tmp_path / "a.sqlite"
    with Atlas.create(path) as atlas:
        head = tuple(values[:30])
        atlas.keep([Record("0.1371", "proved", law="a law", computed=30, head=head)])
    games = (*library_games(shipped()), *AtlasGames().games(path))
    found = {each.rule: each for each in relatives(chess, values, games)}
    assert found["0.07"].shift == 1
    assert (found["0.1371"].shift, found["0.1371"].agreed) == (0, 30)
    assert "0.137" not in found
