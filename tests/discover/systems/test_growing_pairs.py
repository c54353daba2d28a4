"""Bounded kinds that are split into two heaps of kinds that grow."""

from __future__ import annotations

import random

import numpy as np
import pytest
from drawn_systems import Given, ending, split

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues
from mexplore.discover.systems.theorems import growing_pairs
from mexplore.discover.systems.theorems.growing_pairs import GrowingPairs
from mexplore.rules.systems.system import EVERY, Kind, Part, Residues, Schema, System
from mexplore.rules.systems.values import values as values_of

THEOREM = GrowingPairs()


def random_pairs(draw: random.Random) -> System:
    """Heaps that grow by 1, 1/2 or 2/3 a token, late or at once; a bounded kind whose moves leave
    two of them, one of them, or a heap of its own, with fixed heaps beside them."""
    nothing, one = Kind("nothing", ((),)), Kind("one", ((), ((),)))
    growing = [_growing(draw, 2 + i, "AB"[i]) for i in range(2)]
    late = draw.randrange(4)
    bounded = Kind("T", ((),) * late, tuple(_schema(draw) for _ in range(draw.randint(1, 3))))
    return System((nothing, one, *growing, bounded), start=4)


def _growing(draw: random.Random, own: int, name: str) -> Kind:
    shapes = [
        (Schema(draw.choice([1, 1, 2]), (Part(own), Part(0))),),
        (Schema(1, (Part(own), Part(0)), when=Residues(3, frozenset({1, 2}))), split(1, own)),
    ]
    return Kind(name, ((),) * draw.randrange(5), draw.choice(shapes))


def _schema(draw: random.Random) -> Schema:
    def part(kind: int) -> Part:
        sizes = draw.choice([EVERY, EVERY, EVERY, Residues(2, frozenset({draw.randrange(2)}))])
        return Part(kind, draw.choice([0, 0, 0, 1, 3]), sizes)

    when = draw.choice([EVERY, EVERY, Residues(2, frozenset({draw.randrange(2)}))])
    kinds = draw.choice([(2, 2), (2, 3), (2, 3), (3, 3), (4,), (2,)])
    beside = draw.choice([(), (), (), ((1, 1),)])
    return Schema(draw.randint(1, 3), tuple(map(part, kinds)), beside, when)


def known(system: System, stop: int) -> KindValues:
    """The values by the engine of the study, which has tests of its own."""
    of = (Evidence(row.astype(np.uint64)) for row in values_of(system, stop))
    return KindValues(system, dict(zip((kind.name for kind in system.kinds), of, strict=True)))


def proved(values: KindValues) -> KindLaws | None:
    for claim in KindLaws.detect(values):
        bound = THEOREM.bound(Given(values.system), claim, values)
        if isinstance(bound, int) and bound <= values.stop and claim.start:
            return claim
    return None


def compared(seed: int, count: int, stop: int, far: int) -> tuple[int, int]:
    """How many laws were proved; how many of them are false for some n < ``far``."""
    laws = wrong = 0
    for system in ending(random.Random(seed), random_pairs, count):
        claim = proved(known(system, stop))
        if claim is not None:
            laws += 1
            wrong += claim.objection(known(system, far)) is not None
    return laws, wrong


def test_proved_laws_hold_far_past_the_bound() -> None:
    laws, wrong = compared(5, 50, 120, 250)
    assert laws > 5
    assert not wrong


@pytest.mark.slow
def test_proved_laws_of_thousands_of_systems() -> None:
    laws, wrong = compared(6, 3000, 200, 500)
    assert laws > 300
    assert not wrong


NIM_PAIRS = System(
    (
        Kind("nim", schemas=(split(1, 0, 1),)),
        Kind("nothing"),
        Kind("two", schemas=(split(1, 0, 0),)),
    ),
    start=2,
)
"""Two heaps of Nim with n - 1 tokens in all: worth 0 for even n, an even number else."""

LAWS = {"two": Periodic(1, 2), "nim": Periodic(0, 1, 1), "nothing": Periodic(0, 1)}


def test_a_split_into_two_heaps_of_nim() -> None:
    values = known(NIM_PAIRS, 60)
    claim = proved(values)
    assert claim is not None
    # For n - 1 odd no xor is 0; else 0 is one, and all are even.
    assert [int(v) for v in values.of["two"].values[:8]] == [0, 1, 0, 1, 0, 1, 0, 1]
    assert claim.of == LAWS | {"two": Periodic(0, 2)}


def test_changed_claims_are_rejected() -> None:
    values = known(NIM_PAIRS, 200)
    claim = proved(values)
    assert claim is not None
    for name, law in claim.laws:
        for other in (
            Periodic(law.preperiod + 1, law.period, law.saltus),
            Periodic(law.preperiod, law.period + 1, law.saltus),
            Periodic(law.preperiod, 2 * law.period, 2 * law.saltus),
            Periodic(law.preperiod, law.period, law.saltus + 1),
        ):
            changed = KindLaws(True, tuple((n, other if n == name else p) for n, p in claim.laws))
            bound = THEOREM.bound(Given(NIM_PAIRS), changed, values)
            if isinstance(bound, int):
                assert bound > values.stop or changed.objection(values) is not None


def test_kinds_without_pairs_are_left_to_other_theorems() -> None:
    system = System((Kind("nim", schemas=(split(1, 0, 1),)), Kind("nothing")))
    laws = KindLaws(True, (("nim", Periodic(0, 1, 1)), ("nothing", Periodic(0, 1))))
    refused = THEOREM.bound(Given(system), laws, known(system, 40))
    assert isinstance(refused, Inapplicable)
    assert "no move leaves two" in refused.reason


def test_pairs_of_a_kind_that_grows_and_three_heaps_are_refused() -> None:
    for schema in (split(1, 0, 0, 1), split(1, 0, 0, 0)):
        system = System((*NIM_PAIRS.kinds[:2], Kind("two", schemas=(schema,))), start=2)
        laws = tuple(LAWS.items())
        refused = THEOREM.bound(Given(system), KindLaws(True, laws), known(system, 40))
        assert isinstance(refused, Inapplicable)
        assert "and others" in refused.reason


def test_without_the_condition_on_low_values(monkeypatch: pytest.MonkeyPatch) -> None:
    # A(n) = n, but A(0) = 101, which is near B(100) and B(101) in the other part only.
    first = tuple(((1, k),) for k in range(101))
    system = System(
        (
            Kind("A", (first,), (split(1, 1, 2),)),
            Kind("B", schemas=(split(1, 1, 2),)),
            Kind("Z"),
            Kind("T", schemas=(split(1, 0, 1),)),
        ),
        start=3,
    )
    values = known(system, 300)
    claim = KindLaws(
        True,
        (
            ("T", Periodic(4, 2)),
            ("A", Periodic(1, 1, 1)),
            ("B", Periodic(0, 1, 1)),
            ("Z", Periodic(0, 1)),
        ),
    )
    assert claim.first_failure(known(system, 100)) is None
    assert claim.first_failure(values) == ("T", 101)
    bound = THEOREM.bound(Given(system), claim, values)
    assert isinstance(bound, int)
    assert bound > 101
    monkeypatch.setattr(growing_pairs._Pairs, "_far_apart", lambda *_: True)
    bound = THEOREM.bound(Given(system), claim, values)
    assert isinstance(bound, int)
    assert bound < 100


def test_without_the_power_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    # x xor y xor 2 is 0 for some x + y = n - 1 exactly if n - 1 is 2 or 4 modulo 8.
    two = Kind("beside", ((), ((),), ((), ((3, 1),))))
    pairs = Kind("T", schemas=(Schema(1, (Part(0), Part(0)), ((3, 2),)),))
    system = System((*NIM_PAIRS.kinds[:2], pairs, two), start=2)
    values = known(system, 80)
    ones = [n for n in range(40) if values.of["T"].values[n]]
    assert ones == [n for n in range(40) if (n - 1) % 8 in (2, 4)]
    laws = {"T": Periodic(2, 2), "nim": Periodic(0, 1, 1), "nothing": Periodic(0, 1)}
    claim = KindLaws(True, tuple(laws.items()))
    assert claim.first_failure(values) == ("T", 7)
    bound = THEOREM.bound(Given(system), claim, values)
    assert isinstance(bound, int)
    assert bound > 7
    monkeypatch.setattr(growing_pairs._Pairs, "_pair_limit", lambda self: 1)
    bound = THEOREM.bound(Given(system), claim, values)
    assert isinstance(bound, int)
    assert bound <= 7
