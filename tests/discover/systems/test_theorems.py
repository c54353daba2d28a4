"""Theorems about systems: proved laws hold far past the bound, others are rejected."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from drawn_systems import (
    KAYLES_RING,
    NIM_WITH_A_PASS,
    PASS_KAYLES,
    REPEATED_MOVE,
    Given,
    ending,
    known,
    pairs,
    random_growing,
    split,
)
from random_systems import random_system

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.kind import Invalid
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.systems.kind import Systems
from mexplore.discover.systems.known import system_theorems
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues
from mexplore.discover.systems.theorems import growing
from mexplore.discover.systems.theorems.growing import GrowingKinds
from mexplore.discover.systems.theorems.guy_smith import GuySmithForKinds
from mexplore.discover.systems.theorems.shifts import Shifts
from mexplore.discover.systems.theorems.theorem import SystemTheorem
from mexplore.rules.checking.kinds import values_again
from mexplore.rules.engine.grundy import no_progress
from mexplore.rules.systems.definition import grundy_by_definition
from mexplore.rules.systems.system import Kind, Part, Residues, Schema, System

GUY_SMITH, GROWING = GuySmithForKinds(), GrowingKinds()

Make = Callable[[random.Random], System]


def singles(draw: random.Random) -> System:
    return random_system(draw, 1)


def splits(draw: random.Random) -> System:
    return random_system(draw, 2)


def rows(draw: random.Random) -> System:
    """Two-ended rows: moves take a few tokens anywhere or at an end, and may change the ends."""
    kinds = []
    for name in "AB":
        cut = split(draw.choice([1, 2, 2, 3]), draw.randrange(2), draw.randrange(2))
        end = split(draw.randint(0, 3), draw.randrange(2))
        kinds.append(Kind(name, schemas=(cut, end)[: draw.randint(1, 2)]))
    return System(tuple(kinds))


def triples(draw: random.Random) -> System:
    return random_system(draw, 3)


SHAPES: list[tuple[Make, int, int, int]] = [
    # the systems, values in which laws are looked for, how far they are compared, how many
    (singles, 80, 200, 150),
    (splits, 60, 160, 60),
    (rows, 160, 300, 12),
    (triples, 40, 80, 15),
    (random_growing, 60, 150, 30),
    (pairs, 70, 160, 25),
]


def proved(values: KindValues) -> Iterator[tuple[KindLaws, SystemTheorem, int]]:
    """What is proved by values below the bound."""
    for claim in KindLaws.detect(values):
        for theorem in system_theorems():
            bound = theorem.bound(Given(values.system), claim, values)
            if isinstance(bound, int) and bound <= values.stop:
                yield claim, theorem, bound


def compare_far(make: Make, stop: int, far: int, count: int, seed: int) -> int:
    """How many laws were proved; all of them hold for all n < ``far``."""
    laws = 0
    for system in ending(random.Random(seed), make, count):
        found = list(proved(known(system, stop)))
        beyond = known(system, far) if found else None
        for claim, _, _ in found:
            assert beyond is not None
            assert claim.objection(beyond) is None, (system, claim.statement())
            laws += 1
    return laws


@pytest.mark.parametrize(("make", "stop", "far", "count"), SHAPES)
def test_proved_laws_hold_far_past_the_bound(make: Make, stop: int, far: int, count: int) -> None:
    assert compare_far(make, stop, far, count, seed=7) >= count // 12


@pytest.mark.slow
@pytest.mark.parametrize(("make", "stop", "far", "count"), SHAPES)
def test_thousands_of_systems(make: Make, stop: int, far: int, count: int) -> None:
    assert compare_far(make, stop, 2 * far, 20 * count, seed=8) >= count


@pytest.mark.parametrize("make", [singles, splits, triples, random_growing])
def test_values_by_ranks_are_those_of_the_definition(make: Make) -> None:
    for system in ending(random.Random(3), make, 15):
        values = values_again(system, 12)
        assert [each.tolist() for each in values] == grundy_by_definition(system, 12)


def test_the_games_of_the_examples() -> None:
    wanted = {
        PASS_KAYLES: "with a pass: G(n + 12) = G(n) for all n >= 123; "
        "row: G(n + 12) = G(n) for all n >= 71",
        KAYLES_RING: "ring: G(n + 1) = G(n) for all n >= 3; row: G(n + 12) = G(n) for all n >= 71",
        NIM_WITH_A_PASS: "with a pass: G(n + 2) = G(n) + 2 for all n >= 1; "
        "nim: G(n + 1) = G(n) + 1 for all n >= 0; nothing: G(n + 1) = G(n) for all n >= 0",
    }
    for system, statement in wanted.items():
        ((claim, _, bound),) = proved(known(system, 250))
        assert claim.statement() == statement
        assert bound <= 219
    ((claim, _, _),) = proved(known(REPEATED_MOVE, 60))
    assert claim.laws[0] == ("free", Periodic(8, 4))


# Claims that are changed.


def changed(claim: KindLaws) -> Iterator[KindLaws]:
    """Claims of which one number of one kind is another."""
    for number, (name, law) in enumerate(claim.laws):
        for other in (
            replace(law, period=law.period + 1),
            replace(law, period=2 * law.period, saltus=2 * law.saltus),
            replace(law, preperiod=law.preperiod + 1),
            replace(law, preperiod=max(law.preperiod - 1, 0)),
            replace(law, saltus=law.saltus + 1),
        ):
            if other != law:
                laws = (*claim.laws[:number], (name, other), *claim.laws[number + 1 :])
                yield KindLaws(claim.start, laws)
    yield KindLaws(not claim.start, claim.laws)
    if len(claim.laws) > 1:
        yield KindLaws(claim.start, claim.laws[:-1])
        yield KindLaws(claim.start, claim.laws[::-1])
    yield KindLaws(claim.start, (*claim.laws, ("none", Periodic(0, 1))))


def is_valid(system: System, claim: KindLaws, theorem: SystemTheorem, bound: object) -> bool:
    try:
        Systems().check(Given(system), claim, theorem, bound, watcher=no_progress)
    except Invalid:
        return False
    return True


@pytest.mark.parametrize(
    "system", [KAYLES_RING, PASS_KAYLES, NIM_WITH_A_PASS, REPEATED_MOVE], ids="rpnm"
)
def test_changed_claims_are_rejected(system: System) -> None:
    values = known(system, 260)
    ((claim, theorem, bound),) = proved(values)
    assert is_valid(system, claim, theorem, bound)
    for given in (bound - 1, bound + 1, 0, -1, True, float(bound), "5", None):
        assert not is_valid(system, claim, theorem, given)
    for other in changed(claim):
        same_kinds = {name for name, _ in other.laws} == {name for name, _ in claim.laws}
        if same_kinds and other.start and other.laws[0][0] == claim.laws[0][0]:
            for each in system_theorems():
                own = each.bound(Given(system), other, values)
                assert isinstance(own, Inapplicable) or not is_valid(system, other, each, own)
        assert not is_valid(system, other, theorem, bound), other.statement()


def test_changed_claims_of_random_systems_are_rejected() -> None:
    draw = random.Random(11)
    tried = 0
    for make in (singles, splits, random_growing):
        for system in ending(draw, make, 20):
            values = known(system, 100)
            for claim, theorem, bound in proved(values):
                for other in changed(claim):
                    if theorem.about and not is_valid(system, other, theorem, bound):
                        tried += 1
                        continue
                    # A claim about fewer kinds that are closed is true, and needs no less.
                    assert set(other.laws) < set(claim.laws), other.statement()
    assert tried > 300


def test_checks_by_the_definition_and_by_the_engine() -> None:
    ((claim, theorem, bound),) = proved(known(REPEATED_MOVE, 60))
    for by_definition, fast in ((True, False), (False, True), (False, False)):
        said = Systems().check(
            Given(REPEATED_MOVE),
            claim,
            theorem,
            bound,
            by_definition=by_definition,
            fast=fast,
            watcher=no_progress,
        )
        assert said.startswith("checked below 16")


# Controls: a smaller bound, or a hypothesis less, and the conclusion fails.


@pytest.mark.parametrize(
    ("kind", "bound"),
    [
        (Kind("A", schemas=(split(3, 0),)), 4),
        (Kind("A", schemas=(split(1, 0, 0, least=1),)), 4),
        (Kind("A", schemas=(split(1, 0, 0, 0, least=1),)), 5),
        (Kind("A", ((),) * 5, (Schema(0, ()),)), 6),
    ],
)
def test_one_value_less_lets_a_false_law_through(kind: Kind, bound: int) -> None:
    system, claim = System((kind,)), KindLaws(True, (("A", Periodic(0, 1)),))
    assert GUY_SMITH.bound(Given(system), claim, known(system, 8)) == bound
    assert claim.first_failure(known(system, bound - 1)) is None
    assert claim.first_failure(known(system, bound)) is not None


def test_moduli_must_divide() -> None:
    fives = Kind("A", schemas=(Schema(3, (Part(0),), when=Residues(5, frozenset({0}))),))
    system, claim = System((fives,)), KindLaws(True, (("A", Periodic(0, 1)),))
    assert Shifts(system, claim).bound(fives, 1) == 4  # without the modulus
    assert claim.first_failure(known(system, 5)) is None
    assert claim.first_failure(known(system, 6)) == ("A", 5)
    assert GUY_SMITH.bound(Given(system), claim, known(system, 5)) == 8


def test_all_kinds_must_be_named() -> None:
    claim = KindLaws(True, (("ring", Periodic(3, 1)),))
    refused = GUY_SMITH.bound(Given(KAYLES_RING), claim, known(KAYLES_RING, 9))
    assert isinstance(refused, Inapplicable)
    assert "row" in refused.reason


def test_play_must_end() -> None:
    system = System((Kind("A", schemas=(split(0, 0),)),))
    refused = GUY_SMITH.hypotheses(Given(system))
    assert isinstance(refused, Inapplicable)
    assert "A -> A" in refused.reason


def test_two_heaps_of_nim() -> None:
    nim = Kind("nim", schemas=(split(1, 0, 1),))
    system = System((nim, Kind("nothing"), Kind("two", schemas=(split(1, 0, 0),))), start=2)
    ((claim, theorem, _),) = proved(known(system, 60))
    assert (claim.laws[0], theorem.name) == (("two", Periodic(0, 2)), "growing kinds")
    wrong = KindLaws(True, (("two", Periodic(0, 1)), *claim.laws[1:]))
    bound = GROWING.bound(Given(system), wrong, known(system, 60))
    assert not is_valid(system, wrong, GROWING, bound)


def test_two_growing_heaps_of_a_kind_that_grows_are_refused() -> None:
    nim = Kind("nim", schemas=(split(1, 0, 1),))
    both = Kind("both", schemas=(split(1, 0, 0), split(1, 2, 1)))
    system = System((nim, Kind("nothing"), both), start=2)
    laws = (("both", Periodic(0, 1, 1)), ("nim", Periodic(0, 1, 1)), ("nothing", Periodic(0, 1)))
    refused = GROWING.bound(Given(system), KindLaws(True, laws), known(system, 40))
    assert isinstance(refused, Inapplicable)
    assert "two heaps" in refused.reason


def test_pairs_that_are_not_far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Condition (3): without it a smaller bound would be told."""
    late = Kind("late", ((),) * 8, (split(1, 0, 1),))
    system = System((late, Kind("nothing"), Kind("two", schemas=(split(1, 0, 0),))), start=2)
    values = known(system, 200)
    found = next(iter(KindLaws.detect(values)))
    bound = GROWING.bound(Given(system), found, values)
    assert isinstance(bound, int)
    assert found.objection(values) is None
    monkeypatch.setattr(growing._Growth, "_apart", lambda *_: True)
    smaller = GROWING.bound(Given(system), found, values)
    assert isinstance(smaller, int)
    assert smaller <= bound


def test_another_rate_is_refused() -> None:
    nothing = Kind("nothing")
    fast = Kind("fast", schemas=(split(1, 1, 0), split(1, 1, 0)))
    slow = Kind("slow", schemas=(split(2, 2, 0), split(3, 1)))
    system = System((nothing, fast, slow), start=2)
    values = known(system, 60)
    laws = (
        ("slow", Periodic(0, 2, 1)),
        ("nothing", Periodic(0, 1)),
        ("fast", Periodic(0, 1, 1)),
    )
    refused = GROWING.bound(Given(system), KindLaws(True, laws), values)
    assert isinstance(refused, Inapplicable)
    assert "another rate" in refused.reason


def test_without_the_power_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = Kind("one", (((),),)), Kind("two", (((), ((2, 0),)),))
    beside = Kind("A", (), (split(1, 0, 1), Schema(2, (Part(0, 6),), ((3, 0),))))
    system = System((beside, Kind("Z"), one, two))
    claim = KindLaws(True, (("A", Periodic(0, 1, 1)), ("Z", Periodic(0, 1))))
    values = known(system, 40)
    assert claim.first_failure(known(system, 10)) is None
    assert claim.first_failure(values) == ("A", 10)
    bound = GROWING.bound(Given(system), claim, values)
    assert isinstance(bound, int)
    assert bound > 10
    monkeypatch.setattr(growing._Growth, "_limit", lambda self: 1)
    assert GROWING.bound(Given(system), claim, values) == 10


def test_without_the_condition_on_low_values(monkeypatch: pytest.MonkeyPatch) -> None:
    parity = Kind("P", schemas=(split(1, 1),))
    system = System((Kind("A", ((),), (split(2, 0, 1), split(1, 0))), parity))
    claim = KindLaws(True, (("A", Periodic(3, 1, 1)), ("P", Periodic(0, 2))))
    values = known(system, 40)
    assert claim.first_failure(known(system, 10)) is None
    assert claim.first_failure(values) == ("A", 10)
    bound = GROWING.bound(Given(system), claim, values)
    assert isinstance(bound, int)
    assert bound > 10
    monkeypatch.setattr(
        growing._Growth,
        "_with_saltus",
        lambda self, _growing, common, _limit: self._regular(common),
    )
    assert GROWING.bound(Given(system), claim, values) == 8
