"""Questions about systems of kinds: values, sums, counts, conjectures, studies that end early."""

from __future__ import annotations

import random
from functools import reduce
from operator import xor
from typing import cast

import pytest
from drawn_systems import Given
from random_systems import random_systems

from mexplore.discover.questions.compare import compare
from mexplore.discover.questions.kinds import NimKinds, shown, tried_options
from mexplore.discover.questions.known import answers_of, classes_of_rule
from mexplore.discover.questions.positions import PositionsQuery, find_positions
from mexplore.discover.questions.remembered import Shown
from mexplore.discover.questions.sums import Piece, WinningMoves, solve
from mexplore.discover.study.kind import Means, NotKnown
from mexplore.discover.study.limits import Limits
from mexplore.discover.systems import values
from mexplore.discover.systems.check import check_conjecture, read_conjecture
from mexplore.discover.systems.kind import Systems
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.study import study_system
from mexplore.discover.systems.values import known_kinds
from mexplore.discover.verifying import verify
from mexplore.rules.engine.grundy import no_progress
from mexplore.rules.errors import InputError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition as values_of_rule
from mexplore.rules.systems.definition import grundy_by_definition
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.reading import read_system
from mexplore.rules.systems.system import Heap

RING = "kinds R(n) -> L(n - 1) | L(n - 2); L(n) -> L(i) + L(n - 1 - i) | L(i) + L(n - 2 - i); "
PASS = (
    "kinds L(n) -> L(i) + L(n - 1 - i) | L(i) + L(n - 2 - i); "
    "P(n) -> L(n) | P(i) + L(n - 1 - i) | P(i) + L(n - 2 - i); start P(n)"
)
NIM = "kinds N(n) -> N(i) if i < n; P(n) -> P(i) if i < n | N(n) if n > 0; start P(n)"
# The code 0.6, of which no period is known, and heaps of which one token is taken.
WILD = "kinds A(n) -> A(i) + A(n - 1 - i) if n > 1; B(n) -> B(n - 1); C(n) -> A(n) | B(n); "
WILD += "start C(n)"


def game_of(text: str) -> SystemGame:
    game = read_system(text)
    assert game is not None
    return game


@pytest.mark.parametrize("text", [RING + "start R(n)", PASS, NIM])
def test_studies_are_proved_and_verified(text: str) -> None:
    found = study_system(game_of(text))
    assert found.status == "proved"
    assert found.of_start.findings[0].status == "proved"
    assert found.certificate is not None
    for by_definition, fast in ((False, False), (True, False), (False, True)):
        verdict = verify(found.certificate, by_definition=by_definition, fast=fast)
        assert verdict.valid, verdict.reason
    forged = found.certificate | {"bound": found.certificate["bound"] + 1}
    assert not verify(forged).valid
    assert not verify(found.certificate | {"rule": "kinds A(n) -> A(n - 1); start A(n)"}).valid


def test_kayles_is_kayles() -> None:
    kayles = game_of(RING + "start L(n)")
    found = study_system(kayles)
    assert found.of_start.findings[0].claim.statement() == "G(n + 12) = G(n) for all n >= 71"
    same = compare(kayles, parse_rule("0.77"), 500, 10)
    assert same.for_all
    known = classes_of_rule(kayles, [10**18], Means())
    usual = classes_of_rule(parse_rule("0.77"), [10**18], Means())
    assert known.counts(0, 10**18) == usual.counts(0, 10**18)
    assert known.lost(0, 50, heaps=3) == usual.lost(0, 50, heaps=3)
    there = find_positions(kayles, PositionsQuery(0, stop=100))
    wanted = [n for n, value in enumerate(values_of_rule(parse_rule("0.77"), 100)) if value == 0]
    assert there.listed == wanted


def test_a_study_of_few_values_proves_nothing() -> None:
    found = study_system(game_of(PASS), Limits(None, upto=150))
    assert found.status == "holds so far"
    assert "it needs" in found.refusals[0].reason
    assert found.certificate is None
    assert found.of_start.status == "holds so far"


def test_a_kind_that_has_a_law_beside_one_that_has_none() -> None:
    found = study_system(game_of(WILD), Limits(None, upto=60))
    proved = [f.claim for f in found.findings if f.proof]
    assert [list(claim.of) for claim in proved if isinstance(claim, KindLaws)] == [["B"]]
    assert not any(claim.whole for claim in proved)
    assert found.is_open


def test_an_interrupted_study_keeps_what_it_knows() -> None:
    game = game_of(WILD)
    calls = 0

    def interrupting(progress: object) -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise KeyboardInterrupt

    found = study_system(game, Limits(None), interrupting)
    assert found.ended == "interrupted"
    values = found.known.of["A"].values
    wanted = grundy_by_definition(game.system, len(values))
    assert values.tolist() == wanted[game.system.numbers["A"]]


# Values.


def test_values_by_laws_tables_and_searches_agree() -> None:
    game = game_of(PASS)
    by_law = known_kinds(game, [(1, 10**18)])
    by_table = known_kinds(game, [(1, 300)], Means(law_first=False))
    heaps = [(kind, n) for kind in (0, 1) for n in range(0, 300, 7)]
    assert by_law.at_all(heaps) == by_table.at_all(heaps)
    assert by_law.look_up([(1, 10**18)]).status == "proved"
    assert by_table.look_up(heaps).status == "computed"
    assert list(by_table._by_search(heaps[:20]).values.values()) == by_law.at_all(heaps[:20])


def test_a_value_far_out_without_a_law_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "MOST_REACHED", 2000)
    game = game_of(WILD)
    known = known_kinds(game, [(0, 10**30)], Means(budget=0.5))
    with pytest.raises(NotKnown, match="no law of all kinds is proved"):
        known.at((0, 10**30))
    assert known.at((game.system.numbers["B"], 10**30)) == 0  # B has one


def test_answers_of_the_start() -> None:
    known = answers_of(game_of(NIM), [10**20], Means())
    assert known.at(10**20) == 10**20 - 1
    assert known.best_for(10**20).counts(0, 9) == {0: 1, **dict.fromkeys(range(1, 9), 1)}


# Sums.


def test_winning_moves_are_those_of_the_definition() -> None:
    for number, system in enumerate(random_systems(random.Random(2), 15)):
        game = Given(system)
        known = NimKinds(known_kinds(game, [(0, 9)], Means(law_first=False)))
        heaps = [(kind, n) for kind in range(len(system.kinds)) for n in (3, 6)]
        values = {heap: known.known.at(heap) for heap in heaps}
        parts = [Piece(game, shown(system, heap)) for heap in heaps]
        solution = solve(parts, {game: known})
        total = reduce(xor, values.values())
        assert solution.nim_sum == total, number
        wanted = set()
        for heap in heaps:
            for option in system.options(heap):
                worth = reduce(xor, (known.known.at(part) for part in option), 0)
                if total and total ^ values[heap] ^ worth == 0:
                    wanted.add((heap, tuple(sorted(option))))
        found = {
            (place_of(moves), tuple(sorted(part.position for part in to)))
            for moves in solution.played
            for to in cast("tuple[tuple[Shown, ...], ...]", moves.results)
        }
        assert found == wanted, number


def place_of(moves: WinningMoves) -> Heap:
    assert isinstance(moves.heap, Piece)
    heap: Heap = moves.heap.size.position
    return heap


def test_some_winning_moves_of_a_huge_heap() -> None:
    game = game_of(PASS)
    parts = [Piece(game, shown(game.system, heap)) for heap in game.position("P(1000001)")]
    known = NimKinds(known_kinds(game, [(1, 10**6 + 1)]))
    solution = solve(parts, {game: known})
    assert not solution.lost
    assert solution.count > 0
    assert not solution.complete
    (moves,) = solution.played
    for to in cast("tuple[tuple[Shown, ...], ...]", moves.results[:50]):
        assert reduce(xor, (known.of(part) for part in to), 0) == 0


def test_options_of_a_huge_heap_are_options() -> None:
    game = game_of(PASS)
    for number, kind in enumerate(game.system.kinds):
        for n in (0, 5, 40):
            options, whole = tried_options(kind, n)
            assert whole
            every = {tuple(sorted(option)) for option in game.system.options((number, n))}
            assert set(options) == every
        options, whole = tried_options(kind, 10**12)
        assert not whole
        sums = {sum(size for _, size in option) for option in options}
        assert sums <= {10**12, 10**12 - 1, 10**12 - 2}


# Conjectures.


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("L(n + 12) = L(n) for n >= 71", "proved"),
        ("L(n + 24) = L(n) for n >= 100", "proved"),
        ("L(n + 12) = L(n) for n >= 70", "refuted"),
        ("L(n + 6) = L(n) for n >= 900", "refuted"),
        ("P(n + 12) = P(n) for n >= 123", "proved"),
        ("G(n + 12) = G(n) for n >= 123", "proved"),
        ("Mod(n, 3)", "refuted"),
    ],
)
def test_conjectures_about_kinds(text: str, status: str) -> None:
    found = check_conjecture(game_of(PASS), text, (0, 300), 10, no_progress)
    assert found.status == status, found.words(text)


def test_a_conjecture_names_one_kind() -> None:
    game = game_of(PASS)
    with pytest.raises(InputError, match="one at a time"):
        read_conjecture(game, "L(n + 1) = P(n) for n >= 0")
    with pytest.raises(InputError):
        Systems().refuse_unreadable(game, "L(n) is nice")
    found = check_conjecture(game, "L(n + 6) = L(n) for n >= 900", (0, 9), 10, no_progress)
    assert "L(" in found.words("L(n + 6) = L(n) for n >= 900")
    assert "G(" not in found.words("L(n + 6) = L(n) for n >= 900")


# Games on words.


def coloured(*, alike: bool) -> str:
    """Paths whose cells are coloured red or blue, neighbours differently (Col) or alike (Snort), by
    either player: ``a`` and ``b`` are free cells that may only become red, or blue."""
    other = {"a": "b", "b": "a"}
    rules = []
    for own in "ab":
        left = own if alike else other[own]
        for cell in ("o", own):
            for before in ("<", "o", "a", "b"):
                for behind in (">", "o", "a", "b"):
                    beside = [left if each in ("o", left) else "." for each in (before, behind)]
                    old = [before.strip("<"), cell, behind.strip(">")]
                    new = [beside[0] * (before != "<"), ".", beside[1] * (behind != ">")]
                    ends = "<" * (before == "<"), ">" * (behind == ">")
                    rules.append(f"{ends[0]}{''.join(old)}{ends[1]} -> {''.join(new)}")
    return f"word(o^n; {', '.join(rules)})"


@pytest.mark.parametrize("alike", [False, True], ids=["Col", "Snort"])
def test_rows_of_two_colours(alike: bool) -> None:
    found = study_system(game_of(coloured(alike=alike)))
    assert found.status == "proved"
    assert found.of_start.findings[0].claim.statement() == "G(n + 2) = G(n) for all n >= 0"
    assert found.certificate is not None
    assert verify(found.certificate, by_definition=True).valid


def test_words_are_kayles_and_its_ring() -> None:
    row, ring = (study_system(game_of(f"{w}(o^n; oo -> .., o -> .)")) for w in ("word", "ring"))
    assert row.of_start.findings[0].claim.statement() == "G(n + 12) = G(n) for all n >= 71"
    assert ring.of_start.findings[0].claim.statement() == "G(n + 1) = G(n) for all n >= 3"
    assert row.status == ring.status == "proved"
