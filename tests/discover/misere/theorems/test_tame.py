"""Rules that are played as Nim: theorems against outcomes by the definition."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from misere_rules import known, random_code, random_set

from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.study import study
from mexplore.discover.misere.patterns.types import PlayedAsNim, Type, Types, types_of
from mexplore.discover.misere.theorems.by_values import TameByValues, without_answer
from mexplore.discover.misere.theorems.ferguson import FergusonPairing
from mexplore.discover.misere.theorems.finite_heaps import FiniteHeaps
from mexplore.discover.misere.theorems.residues import MisereResidueWindow
from mexplore.discover.misere.theorems.slow_f import TameBySlowF
from mexplore.discover.misere.theorems.windows import MisereWindows
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.misere.game import Misere
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def sets_hold(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        rule = parse_rule(random_set(rng))
        law = PlayedAsNim()
        assert FergusonPairing().proved(Misere(rule), law) == Proved(law, 0), rule
        assert PlayedAsNim().first_failure(known(rule)) is None, rule


def test_subtraction_sets_are_played_as_nim() -> None:
    sets_hold(1, 12)


@pytest.mark.slow
def test_many_subtraction_sets_are_played_as_nim() -> None:
    sets_hold(2, 400)


def test_the_pairing_on_random_infinite_sets() -> None:
    """G(n) = 1 exactly if n >= min S and G(n - min S) = 0; and value 0 answers by value 1."""
    rng = random.Random(3)
    for _ in range(40):
        rule = parse_rule(random_set(rng))
        values = grundy_by_definition(rule, 120)
        least = min(n - sum(option) for n in range(12) for option in rule.options(n))
        for n, value in enumerate(values):
            assert (value == 1) == (n >= least and values[n - least] == 0), (str(rule), n)
        assert without_answer(rule, values, lambda n: None) is None


def test_other_rules_are_no_subtraction_sets() -> None:
    for text in ("0.77", "divide(2)", "n -> [n - 1, n // 2]", "0.137"):
        assert isinstance(FergusonPairing().hypotheses(Misere(parse_rule(text))), Inapplicable)


@pytest.mark.parametrize("text", ["0.77", "0.75", "n -> [n - 1, n // 2]"])
def test_without_the_condition_play_is_not_that_of_nim(text: str) -> None:
    """The control: wild rules."""
    assert PlayedAsNim().first_failure(known(parse_rule(text))) is not None


def divisions(seed: int, count: int) -> int:
    """Laws of ratio c make play that of Nim; returns how many rules had none within the budget."""
    rng, without = random.Random(seed), 0
    for _ in range(count):
        divisors = sorted(rng.sample(range(2, 9), rng.randint(1, 4)))
        ceil = rng.choice(["", ", ceil"])
        rule = parse_rule(f"divide({', '.join(map(str, divisors))}{ceil})")
        laws = [f.claim for f in study(rule).findings if isinstance(f.claim, Geometric) and f.proof]
        assert without_answer(rule, grundy_by_definition(rule, 2000), lambda n: None) is None
        if not laws:
            without += 1
            continue
        law = laws[0]
        found = TameByValues().proved(Misere(rule), PlayedAsNim(law))
        assert isinstance(found, Proved), rule
        assert PlayedAsNim(law).first_failure(known(rule)) is None, rule
    return without


def test_division_games_are_played_as_nim() -> None:
    assert not divisions(1, 4)


@pytest.mark.slow
def test_many_division_games_are_played_as_nim() -> None:
    assert divisions(2, 100) < 10


def test_false_laws_of_values_are_rejected() -> None:
    game = Misere(parse_rule("divide(2..6)"))
    true = Geometric(12, 6)
    assert TameByValues().proved(game, PlayedAsNim(true)) == Proved(PlayedAsNim(true), 36)
    for law in (Geometric(11, 6), Geometric(12, 5), Geometric(24, 6), None):
        assert isinstance(TameByValues().proved(game, PlayedAsNim(law)), Inapplicable), law


def test_the_condition_is_looked_at() -> None:
    rule = parse_rule("n -> [n - 1, n // 2]")
    wrong = without_answer(rule, grundy_by_definition(rule, 30), lambda n: None)
    assert (
        wrong == "heap 6 has nim-value 0, a move, and no option of nim-value 1"
    )  # options 5, 3 of value 2


def types_hold(seed: int, count: int) -> None:
    """As far as a code is tame, its sums are decided; then the next heap has no type."""
    rng = random.Random(seed)
    for _ in range(count):
        game = Misere(parse_rule(random_code(rng)))
        law = Types(tuple(islice(types_of(game.rule), 14)), 0)
        assert FiniteHeaps().proved(game, law) == Proved(law, len(law.types) + 1)
        assert law.first_failure(known(game.rule)) is None, game
        if not law.types:
            continue
        i = rng.randrange(len(law.types))
        changed = Types((*law.types[:i], law.types[i] * Type(True, 1), *law.types[i + 1 :]), 0)
        assert isinstance(FiniteHeaps().proved(game, changed), Inapplicable)


def test_types_decide_sums() -> None:
    types_hold(1, 25)


@pytest.mark.slow
def test_types_decide_sums_of_many_rules() -> None:
    types_hold(2, 500)


def test_a_window_one_heap_shorter_lets_falsehood_through() -> None:
    """0.4: from 3 on a heap can be split after one token is taken; below that there is no move."""
    game = Misere(parse_rule("0.4"))
    false = Types((Type(False, 0),), 1)  # 'no heap has a move'
    assert MisereWindows().bound_of(MisereWindows().hypotheses(game), false) == 4  # type: ignore[arg-type]
    assert false.objection(game.rule, 3) is None
    assert isinstance(MisereWindows().proved(game, false), Inapplicable)
    assert false.first_failure(known(game.rule)) is not None


def periods_hold(seed: int, count: int) -> int:
    """True periodic types are proved, and hold far beyond; all other claims are rejected."""
    rng, proved = random.Random(seed), 0
    for _ in range(count):
        game = Misere(parse_rule(random_code(rng, largest=rng.choice([3, 7]))))
        types = tuple(islice(types_of(game.rule), 160))
        for stop in range(1, 40):
            period = rng.randint(1, stop)
            law = Types(types[:stop], period)
            if len(law.types) < stop:
                break
            if not isinstance(MisereWindows().proved(game, law), Proved):
                continue
            proved += 1
            assert all(law.class_of(n) == t for n, t in enumerate(types, 1)), (game, law)
            assert len(types) == 160, game
    return proved


def test_periods_of_types() -> None:
    assert periods_hold(1, 30) > 20


def test_residue_windows() -> None:
    game = Misere(parse_rule("n -> [n - 1, n - 2] + ([n // 2] if n % 4 == 0 else [])"))
    types = tuple(islice(types_of(game.rule), 400))
    for stop in range(1, min(len(types), 60)):
        for period in range(1, min(stop, 8) + 1):
            law = Types(types[:stop], period)
            if isinstance(MisereResidueWindow().proved(game, law), Proved):
                assert all(law.class_of(n) == t for n, t in enumerate(types, 1))


def slow_ends(seed: int, count: int) -> None:
    """Random f that step by 0 or 1: the condition, and the outcomes of sums."""
    rng, met = random.Random(seed), 0
    while met < count:
        a, c = rng.randint(0, 5), rng.randint(1, 7)
        rule = parse_rule(f"remove(1 .. ({a}*n + {rng.randint(-4, 6)})//{c})")
        if isinstance(TameBySlowF().hypotheses(Misere(rule)), Inapplicable):
            continue
        met += 1
        law = PlayedAsNim()
        assert TameBySlowF().proved(Misere(rule), law) == Proved(law, 0), rule
        values = grundy_by_definition(rule, 300)
        assert without_answer(rule, values, lambda n: None) is None, rule
        assert PlayedAsNim().first_failure(known(rule)) is None, rule


def test_intervals_with_slow_f_are_played_as_nim() -> None:
    slow_ends(5, 12)


@pytest.mark.slow
def test_many_intervals_with_slow_f_are_played_as_nim() -> None:
    slow_ends(6, 500)


def test_an_end_that_jumps_is_refused_and_may_be_wild() -> None:
    """The control: f(3) = 1 after f(2) = 2, and heap 3 has the option 2 of value 2 alone."""
    rule = parse_rule("n -> [n - k for k in range(1, min(n, (3*n) % 4) + 1)]")
    assert isinstance(TameBySlowF().hypotheses(Misere(rule)), Inapplicable)
    assert without_answer(rule, grundy_by_definition(rule, 5), lambda n: None) is not None
    assert PlayedAsNim().first_failure(known(rule)) is not None
    for text in ("remove(2 .. n//2)", "remove(1 .. 2*(n//4))", "subtract(1, 2)", "0.77"):
        assert isinstance(TameBySlowF().hypotheses(Misere(parse_rule(text))), Inapplicable), text
