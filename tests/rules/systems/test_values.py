"""Values of systems: by the compiled loop, by sets, by the definition."""

from __future__ import annotations

import random

import numpy as np
import pytest
from random_systems import random_systems

from mexplore.rules.engine.grundy import Progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition as values_of_rule
from mexplore.rules.rule import mex
from mexplore.rules.systems import values as module
from mexplore.rules.systems.definition import grundy_by_definition
from mexplore.rules.systems.ends import Endless
from mexplore.rules.systems.system import Heaps, Kind, Part, Schema, System
from mexplore.rules.systems.values import SystemValues, values

KAYLES = Kind("row", schemas=(Schema(1, (Part(0), Part(0))), Schema(2, (Part(0), Part(0)))))


@pytest.fixture
def machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled loop takes over after a few heaps."""
    monkeypatch.setattr(module, "COMPILED_FROM", 6)
    monkeypatch.setattr(module, "COLD_FROM", 6)


def check(seed: int, count: int, stop: int, most_parts: int = 2) -> None:
    for system in random_systems(random.Random(seed), count, most_parts=most_parts):
        found = values(system, stop).tolist()
        assert found == grundy_by_definition(system, stop), system


def test_sets_find_the_values_of_the_definition() -> None:
    check(1, 150, 20)


@pytest.mark.usefixtures("machine_code")
def test_the_loop_finds_the_values_of_the_definition() -> None:
    check(2, 150, 24)


def test_three_parts_and_four() -> None:
    check(3, 60, 11, most_parts=4)


@pytest.mark.slow
@pytest.mark.usefixtures("machine_code")
def test_thousands_of_systems() -> None:
    check(4, 3000, 30)
    check(5, 500, 14, most_parts=4)


@pytest.mark.usefixtures("machine_code")
def test_values_that_outgrow_a_byte_and_the_stamps() -> None:
    """Nim beside a fixed heap of 300; the loop for it has values beyond 255 and then beyond 511."""
    below: tuple[tuple[Heaps, ...], ...] = ((((1, 300),),),)
    nim = Kind("nim", schemas=(Schema(0, (Part(1), Part(2, least=1))),))
    kinds = (Kind("A", below, (Schema(1, (Part(0),)), Schema(0, (Part(1),), ((1, 300),)))), nim)
    system = System((*kinds, Kind("nothing")))
    by_definition = grundy_by_definition(system, 40)
    computed = SystemValues(system)
    assert computed.extend(40).tolist() == by_definition
    longer = computed.extend(700)
    assert longer[:, :40].tolist() == by_definition
    assert longer[1].tolist() == list(range(700))
    beside = [0]  # A(0) may become a nim heap of 300, worth 300
    for n in range(1, 700):
        beside.append(mex([beside[-1], n ^ 300]))
    assert longer[0].tolist() == beside


@pytest.mark.usefixtures("machine_code")
def test_more_values_are_the_same_as_all_at_once() -> None:
    for system in random_systems(random.Random(6), 20):
        step_by_step = SystemValues(system)
        for stop in (0, 1, 5, 6, 7, 30, 31, 90):
            assert step_by_step.extend(stop).shape == (len(system.kinds), stop)
        assert np.array_equal(step_by_step.extend(90), values(system, 90))


def test_pairs_that_are_compared_and_not_stamped() -> None:
    """Beyond 4,000 heaps most pairs are compared; the law of Kayles is published."""
    rule = parse_rule("0.77")
    found = values(System((KAYLES,)), 6000)[0]
    assert found[:200].tolist() == values_of_rule(rule, 200)
    assert np.array_equal(found[71:-12], found[83:])


def test_a_deadline_and_an_interruption_keep_what_is_known() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.done > 100:
            raise KeyboardInterrupt

    computed = SystemValues(System((KAYLES,)), interrupt)
    with pytest.raises(KeyboardInterrupt):
        computed.extend(5000)
    assert computed.known > 100
    assert computed.values[0][:12].tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    assert computed.extend(5000, deadline=working_seconds() - 1).shape[1] == computed.known


@pytest.mark.usefixtures("machine_code")
def test_a_loop_that_was_held_against_sets_values_the_next_system_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until then sets value its first heaps; so they do where a schema is of another sort."""
    monkeypatch.setattr(module, "_HELD", set())
    by_sets: list[int] = []
    value = SystemValues._value_by_sets

    def counted(self: SystemValues, tick: int) -> None:
        by_sets.append(tick)
        value(self, tick)

    monkeypatch.setattr(SystemValues, "_value_by_sets", counted)
    dawson = Schema(2, (Part(0), Part(0)))
    of_two_sorts = Schema(2, (Part(0), Part(0, least=1)))
    for schemas, expected in (((dawson,), 64), (KAYLES.schemas, 0), ((of_two_sorts,), 64)):
        system = System((Kind("row", schemas=schemas),))
        assert values(system, 100).tolist() == grundy_by_definition(system, 100)
        assert len(by_sets) == expected
        by_sets.clear()


def test_without_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEXPLORE_DISABLE_JIT", "1")
    monkeypatch.setattr(module, "COLD_FROM", 0)
    monkeypatch.setattr(module, "COMPILED_FROM", 0)
    monkeypatch.setattr(SystemValues, "_try_loop", None)
    assert values(System((KAYLES,)), 100)[0].tolist() == values_of_rule(parse_rule("0.77"), 100)


def test_play_without_end_is_refused() -> None:
    with pytest.raises(Endless):
        values(System((Kind("A", schemas=(Schema(0, (Part(0),)),)),)), 5)
