"""Games with the same values: the index is what its games say, and no equality is said too much."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import published
import pytest

from benchmarks.small_games import games, kept, named, with_law
from mexplore.discover.heaps.evidence.sources import GivenSource
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import Study, study
from mexplore.discover.kinds import kind_of
from mexplore.discover.questions.relatives import (
    SHIFTS,
    KnownGame,
    Relative,
    decided,
    relatives,
    relatives_of,
    shipped_games,
)
from mexplore.discover.questions.small_games import FILE, small_games, written
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.known_games import AtlasGames
from mexplore.discover.surveys.record import Record
from mexplore.discover.systems.study import study_system
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.systems.game import SystemGame

DAWSON = next(each for each in published.CODE_VALUES if each.rule == "0.137")


# The index.


def test_the_index_is_what_its_maker_writes() -> None:
    """Of some games, by lot; the slow test makes the file again."""
    assert written(small_games()) == FILE.read_text(encoding="utf-8")
    for game in Random(1).sample(small_games(), 20):
        found = named(game.title, game.rule)
        assert found is not None and with_law(found) == game


@pytest.mark.slow
def test_the_index_is_made_again() -> None:
    made = [with_law(each) for each in kept(games())]
    assert written(made) == FILE.read_text(encoding="utf-8")


def test_the_index_has_values_by_the_definition() -> None:
    heaps = [game for game in small_games() if game.rule[0].isdigit() or game.rule[0] == "s"]
    for game in Random(2).sample(heaps, 60):
        values = grundy_by_definition(parse_rule(game.rule), 50)
        assert tuple(values[:50]) == game.values[:50], game.rule


@pytest.mark.parametrize("each", published.CODE_VALUES, ids=lambda each: each.rule)
def test_published_values_are_found_by_their_games(each: published.PublishedValues) -> None:
    known = {game.rule for game in small_games()}
    if each.rule not in known:
        pytest.skip("no game of the index")
    game = [game for game in shipped_games() if game.rule == each.rule]
    (found,) = relatives(each.numbers(), game)
    assert (found.shift, found.whole) == (each.first, True)


# What is said of a study.


def _bare(values: list[int]) -> Study:
    return study(None, source=GivenSource(np.array(values, dtype=np.uint8)))


def test_published_numbers_without_a_rule_are_evidence_only() -> None:
    chess = next(r for r in relatives_of(_bare(DAWSON.numbers())) if r.rule == "0.137")
    assert (chess.name, chess.shift, chess.whole, chess.proved) == (
        "Dawson's Chess",
        0,
        True,
        False,
    )
    assert chess.law == "G(n + 34) = G(n) for all n >= 52"


def test_an_altered_value_ends_the_agreement() -> None:
    values = DAWSON.numbers()
    values[70] ^= 1
    chess = next(r for r in relatives_of(_bare(values)) if r.rule == "0.137")
    assert (chess.agreed, chess.whole, chess.proved) == (70, False, False)


@pytest.mark.parametrize(
    ("text", "rule", "shift"),
    [
        ("word(o^n; oo -> ..)", "0.07", 0),
        ("word(o^n; oo -> .., o -> .)", "0.77", 0),
        ("word(o^n; ooo -> oXo)", "0.07", -1),
        ("graph(path; delete N[v])", "0.07", 1),
    ],
)
def test_systems_have_the_values_of_codes_for_all_n(text: str, rule: str, shift: int) -> None:
    """A row of n cells is a heap of n. Who takes a token from between others takes two of the
    n - 1 gaps between tokens; who deletes a vertex of a path with its neighbours takes two of the
    n + 1 gaps before, between and behind vertices: Dawson's Kayles on the gaps."""
    game = kind_of(text).parse(text)
    assert isinstance(game, SystemGame)
    found = relatives_of(study_system(game).of_start)
    each = next(relative for relative in found if relative.rule == rule)
    assert (each.shift, each.proved) == (shift, True)


def test_a_game_that_is_open_has_what_is_known_of_it() -> None:
    grundy = next(each for each in published.CODE_VALUES if each.rule == "4!.0")
    found = next(each for each in relatives_of(_bare(grundy.numbers())) if each.rule == "4!.0")
    assert (found.shift, found.whole, found.proved, found.law) == (0, True, False, "")
    assert "open problem" in found.known


def test_a_game_is_not_its_own_relative() -> None:
    assert "0.77" not in {each.rule for each in relatives_of(study(parse_rule("0.77")))}


# For all n: only where it is so.


class Law(NamedTuple):
    """A law, and the values that it needs."""

    law: Periodic
    first: list[int]

    def terms(self, stop: int) -> list[int]:
        """By the recurrence, term by term."""
        found = list(self.first)
        while len(found) < stop:
            found.append(found[-self.law.period] + self.law.saltus)
        return found

    def relative(self, other: Law) -> Relative | None:
        """What is said of another sequence of which 120 values, and its law, are known."""
        mine = np.array(self.terms(120), dtype=np.uint64)
        game = KnownGame("theirs", "", other.terms(120), "", other.law.statement())
        form = self.law.closed_form(Evidence(mine))
        assert form is not None
        return next((decided(form, each, game) for each in relatives(mine.tolist(), [game])), None)


def _drawn(draw: Random) -> tuple[Law, Law, int]:
    """The same sequence twice, the one later than the other, its law with larger numbers than the
    least; in every second draw one of its values is altered."""
    n0, p, saltus = draw.randint(0, 20), draw.randint(1, 30), draw.choice([0, 0, 2])
    base = Law(Periodic(n0, p, saltus), [draw.randint(0, 4) for _ in range(n0 + p)])
    shift, times = draw.choice(SHIFTS), draw.randint(1, 2)
    ours, theirs = (base.terms(200)[low:] for low in (max(shift, 0), max(-shift, 0)))
    larger = Periodic(n0 + 3, p * times, saltus * times)
    needed = ours[: n0 + 3 + p * times]
    if draw.random() < 0.5:
        needed[draw.randrange(len(needed))] += 1
    return Law(larger, needed), Law(base.law, theirs[: n0 + p]), shift


@pytest.mark.parametrize("seed", range(200))
def test_what_laws_decide_is_so_for_thousands_of_terms(seed: int) -> None:
    ours, theirs, _ = _drawn(Random(seed))
    found = ours.relative(theirs)
    if found is None:
        return
    low, high = max(0, -found.shift), max(0, found.shift)
    pairs = zip(ours.terms(3000)[low:], theirs.terms(3000)[high:], strict=False)
    differ = next((n for n, (a, b) in enumerate(pairs) if a != b), None)
    assert found.proved == (differ is None)
    assert found.proved or (found.agreed, found.whole) == (differ, False)


def test_most_of_the_drawn_laws_are_decided() -> None:
    """So that the test before this one tests something."""
    found = [ours.relative(theirs) for ours, theirs, _ in map(_drawn, map(Random, range(200)))]
    assert sum(each is not None and each.proved for each in found) > 25
    assert sum(each is not None and not each.whole for each in found) > 25


def test_agreement_of_all_known_values_is_no_proof_where_laws_differ_later() -> None:
    """Of one sequence the period is 110, of the other all of 120 values are repeated: they differ
    behind what is known of both."""
    draw = Random(5)
    short = Law(Periodic(0, 110), [draw.randint(0, 5) for _ in range(110)])
    long = Law(Periodic(0, 120), short.terms(120))
    found = short.relative(long)
    pairs = enumerate(zip(short.terms(400), long.terms(400), strict=True))
    differ = next(n for n, (a, b) in pairs if a != b)
    assert differ >= 120 and found is not None
    assert (found.agreed, found.whole, found.proved) == (differ, False, False)


def test_a_law_without_all_its_values_decides_nothing() -> None:
    """A period of 100 after 30 values needs 130, and 120 of the other game are known."""
    draw = Random(6)
    law = Periodic(30, 100)
    first = np.array([draw.randint(0, 5) for _ in range(130)], dtype=np.uint64)
    form = law.closed_form(Evidence(first))
    game = KnownGame("theirs", "", first[:120].tolist(), "", law.statement())
    (found,) = relatives(first.tolist(), [game])
    assert form is not None and found.whole
    assert decided(form, found, game) == found


def test_a_law_that_is_not_proved_decides_nothing() -> None:
    game = next(game for game in shipped_games() if game.rule == "0.137")
    repeated = Law(Periodic(52, 34), list(game.values[:86]))
    unproved = _bare(repeated.terms(400))
    assert unproved.best is not None and unproved.best.proof is None
    found = {each.rule: each for each in relatives_of(unproved)}
    assert found["0.137"].whole and not found["0.137"].proved


def test_values_beyond_the_known_ones_are_compared_with_the_law() -> None:
    """Dawson's Chess to n = 299, and to n = 199: the index has its values at n < 120."""
    game = next(game for game in shipped_games() if game.rule == "0.137")
    values = Law(Periodic(52, 34), list(game.values[:86])).terms(300)
    found = {each.rule: each for each in relatives_of(_bare(values))}
    assert (found["0.137"].agreed, found["0.137"].whole) == (300, True)
    values[200] += 1
    found = {each.rule: each for each in relatives_of(_bare(values))}
    assert (found["0.137"].agreed, found["0.137"].whole) == (200, False)


def test_games_of_an_atlas_are_relatives(tmp_path: Path) -> None:
    chess = parse_rule("0.137")  # a heap of n is one of n + 1 in Dawson's Kayles
    path = tmp_path / "a.sqlite"
    with Atlas.create(path) as atlas:
        head = tuple(grundy_by_definition(chess, 30))
        atlas.keep([Record("0.1371", "proved", law="a law", computed=30, head=head)])
    values = grundy_by_definition(chess, 60)
    games = (*shipped_games(), *AtlasGames().games(path))
    found = {each.rule: each for each in relatives(values, games)}
    assert found["0.07"].shift == 1
    assert (found["0.1371"].shift, found["0.1371"].agreed) == (0, 30)
