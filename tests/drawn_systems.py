"""Systems whose values grow drawn at random, and the games of the examples as systems."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from mexplore.discover.study.evidence import Evidence
from mexplore.discover.systems.patterns.pattern import KindValues
from mexplore.rules.checking.kinds import values_again
from mexplore.rules.errors import InputError
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.system import (
    EVERY,
    Heaps,
    Kind,
    Part,
    Residues,
    Schema,
    System,
)


@dataclass(frozen=True)
class Given(SystemGame):
    """A system as a game."""

    family = "given"

    given: System

    def __str__(self) -> str:
        return "a system"

    @property
    def system(self) -> System:
        return self.given

    def words(self) -> str:
        return "A system."

    def position(self, text: str) -> Heaps:
        return ((self.given.start, int(text)),)


def split(drop: int, *kinds: int, least: int = 0) -> Schema:
    """All heaps of these kinds with n - drop tokens together."""
    return Schema(drop, tuple(Part(kind, least) for kind in kinds))


def known(system: System, stop: int) -> KindValues:
    """The values by plain numpy."""
    values = values_again(system, stop)
    of = (Evidence(each.astype(np.uint64)) for each in values)
    return KindValues(system, dict(zip((kind.name for kind in system.kinds), of, strict=True)))


ROW = Kind("row", schemas=(split(1, 0, 0), split(2, 0, 0)))
KAYLES_RING = System((ROW, Kind("ring", schemas=(split(1, 0), split(2, 0)))), start=1)
PASS_KAYLES = System(
    (
        ROW,
        Kind(
            "with a pass",
            ((),),
            (split(0, 0), split(1, 0, 1), split(2, 0, 1)),
        ),
    ),
    start=1,
)
NIM_WITH_A_PASS = System(
    (
        Kind("nim", schemas=(split(1, 0, 2),)),
        Kind("with a pass", ((),), (split(1, 1, 2), split(0, 0))),
        Kind("nothing"),
    ),
    start=1,
)
_NO_REPEAT = ((3, 0), (1, 1), (2, 2))
REPEATED_MOVE = System(
    tuple(
        Kind(
            "free" if state == 3 else f"not {taken}",
            tuple(
                tuple(((to, max(0, n - k)),) for k, to in _NO_REPEAT if to != state) if n else ()
                for n in range(3)
            ),
            tuple(split(k, to) for k, to in _NO_REPEAT if to != state),
        )
        for state, taken in enumerate((3, 1, 2, 0))
    ),
    start=3,
)


# Random systems.


def random_growing(draw: random.Random) -> System:
    """Nim-like heaps A, B beside bounded ones: moves to all smaller heaps of one kind, with a few
    more tokens or other heaps beside them."""
    bounded = (
        Kind("nothing"),
        Kind("one", ((),), (Schema(0, ()),)),
        Kind("parity", schemas=(split(1, 4),)),
    )
    grown = []
    for name in "AB":
        own = draw.randrange(2)
        schemas = [split(draw.choice([1, 1, 1, 2, 3]), own, draw.choice([2, 2, 3, 4]))]
        for _ in range(draw.choice([0, 1, 1, 2])):
            drop, kind = draw.choice([0, 1, 1, 2, 3]), draw.randrange(5)
            beside = ((3, draw.randrange(2)),) if draw.random() < 0.3 else ()
            when = draw.choice([EVERY, EVERY, Residues(2, frozenset({draw.randrange(2)}))])
            schemas.append(Schema(drop, (Part(kind, draw.randrange(2)),), beside, when))
        grown.append(Kind(name, ((),) * draw.choice([0, 1]), tuple(schemas)))
    return System((*grown, *bounded))


def pairs(draw: random.Random) -> System:
    """Nim-like heaps and kinds whose moves leave two of them."""
    nothing, one = Kind("nothing"), Kind("one", ((),), (Schema(0, ()),))
    step = draw.choice([1, 1, 2])
    grown = Kind("nim", ((),) * draw.randrange(3), (split(step, 2, 0),))
    other = Kind("more", (), (split(1, 3, 0), *[split(0, 2)] * draw.randrange(2)))
    schemas = [Schema(draw.choice([1, 2, 3]), tuple(Part(draw.choice([2, 2, 3])) for _ in "ab"))]
    for _ in range(draw.randrange(3)):
        drop, kind = draw.choice([1, 1, 2, 3]), draw.choice([1, 2, 3, 4])
        beside = ((2, draw.randrange(3)),) if draw.random() < 0.3 else ()
        schemas.append(Schema(drop, (Part(kind, draw.randrange(3)),), beside))
    if draw.random() < 0.4:
        schemas.append(split(draw.choice([1, 2]), 4, 1))
    return System((nothing, one, grown, other, Kind("two", (), tuple(schemas))), start=4)


def ending(
    draw: random.Random, make: Callable[[random.Random], System], count: int
) -> Iterator[System]:
    """This many random systems in which play ends."""
    while count:
        system = make(draw)
        try:
            check_ends(system)
        except InputError:
            continue
        count -= 1
        yield system
