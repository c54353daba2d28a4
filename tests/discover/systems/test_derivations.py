"""A law of a system that was derived wrongly is not verified: small words and graphs are valued by
the definition, and by nothing that the derivation uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from random_words import plain_values, random_game

from mexplore import verify
from mexplore.discover.study.limits import Limits
from mexplore.discover.systems.study import study_system
from mexplore.rules.graphs import derivation as graphs
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.reading import read_system
from mexplore.rules.systems.system import Schema
from mexplore.rules.words.deriving import Derivation
from mexplore.rules.words.game import WordGame
from mexplore.rules.words.rewriting import Rewriting
from mexplore.rules.words.values import WholeWords

VALUES = 600


def certified(text: str) -> dict[str, Any]:
    game = read_system(text)
    assert isinstance(game, SystemGame)
    certificate = study_system(game, Limits(None, VALUES)).certificate
    assert certificate is not None
    return certificate


def cut_everywhere(patch: pytest.MonkeyPatch) -> None:
    """Words are cut wherever no rule looks at both neighbours now, whatever becomes of them."""

    def may_cut(self: Rewriting, c: str, d: str) -> bool:
        return not any((c, d) in pairwise(rule.lhs) for rule in self.rules)

    patch.setattr(Rewriting, "_may_cut", may_cut)


def one_block_less(patch: pytest.MonkeyPatch) -> None:
    """A schema of one part takes a block too many."""
    one = Derivation._one

    def wrong(self: Derivation, *given: Any) -> Schema:
        schema = one(self, *given)
        return replace(schema, drop=schema.drop + 1)

    patch.setattr(Derivation, "_one", wrong)


def no_ends(patch: pytest.MonkeyPatch) -> None:
    """Moves of a graph at its ends are forgotten."""
    schemas = graphs.Derivation.schemas

    def wrong(self: graphs.Derivation, ends: graphs.Ends) -> tuple[Schema, ...]:
        return tuple(each for each in schemas(self, ends) if len(each.parts) > 1)

    patch.setattr(graphs.Derivation, "schemas", wrong)


@pytest.mark.parametrize(
    ("text", "wrongly"),
    [
        ("word(o^n a; ao -> xa, oa -> ax)", cut_everywhere),
        ("word((aoo)^n; ao -> .o, o -> a, oa -> o.)", cut_everywhere),
        ("word(o^n; ooo -> ..., <o -> .)", one_block_less),
        ("graph(path; delete N[v])", no_ends),
    ],
)
def test_what_was_derived_wrongly_is_not_verified(
    text: str, wrongly: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verify(certified(text)).valid
    wrongly(monkeypatch)
    assert "by the definition of the game" in str(verify(certified(text)))


def test_whole_words_are_never_cut() -> None:
    """The values of words that are never cut are those of a search that is written here, rings
    with empty cells and rules that ask for ends included."""
    draw = Random(12)
    for _ in range(20):
        game = random_game(draw, 0.4)
        known = WholeWords(Rewriting(frozenset(r for each in game.rules for r in each.rules())))
        start = game.start
        for n, value in enumerate(plain_values(game, 7)):
            word = start.before + start.block * n + start.behind
            assert (known.value_of_ring(word) if start.closed else known.value(word)) == value


def test_small_values_are_of_words_and_rings() -> None:
    game = WordGame.parse("ring(o^n; o -> ., oo -> ..)")
    assert game is not None
    found = dict(game.small_values())
    # R. K. Guy and C. A. B. Smith, 1956: Kayles, rows; a ring is opened by the first move.
    assert [found[0, n] for n in range(10)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    assert [found[game.system.start, n] for n in range(3, 10)] == [0] * 7
