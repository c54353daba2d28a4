"""Systems of kinds of heaps drawn at random, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from mexplore.rules.errors import InputError
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.system import EVERY, Heaps, Kind, Part, Residues, Schema, System


def random_systems(draw: random.Random, count: int, *, most_parts: int = 2) -> Iterator[System]:
    """Systems whose play ends: 1 to 4 kinds, schemas of all shapes, some listed options."""
    found = 0
    while found < count:
        system = random_system(draw, most_parts)
        try:
            check_ends(system)
        except InputError:
            continue
        found += 1
        yield system


def random_system(draw: random.Random, most_parts: int = 2) -> System:
    """A system whose play may be endless."""
    kinds = draw.randint(1, 4)

    def residues() -> Residues:
        if draw.random() < 0.75:
            return EVERY
        modulus = draw.randint(2, 4)
        return Residues(modulus, frozenset(draw.sample(range(modulus), draw.randint(1, modulus))))

    def heaps(most: int) -> Heaps:
        return tuple(
            (draw.randrange(kinds), draw.randrange(most)) for _ in range(draw.choice([0, 1, 2]))
        )

    def schema() -> Schema:
        sizes = [*range(most_parts + 1)]
        weights = [1, 6, 6, 3, 1][: most_parts + 1]
        count = draw.choices(sizes, weights)[0]
        parts = tuple(
            Part(draw.randrange(kinds), draw.choice([0, 0, 0, 1, 2]), residues())
            for _ in range(count)
        )
        if count > 1 and draw.random() < 0.3:
            parts = (parts[0],) * count
        beside = heaps(4) if draw.random() < 0.2 else ()
        return Schema(draw.choice([-1, 0, 0, 1, 1, 2, 2, 3, 4]), parts, beside, residues())

    def kind(name: str) -> Kind:
        below = tuple(
            tuple(heaps(5) for _ in range(draw.randint(0, 2)))
            for _ in range(draw.choice([0, 0, 0, 1, 2, 5]))
        )
        return Kind(name, below, tuple(schema() for _ in range(draw.randint(0, 4))))

    return System(tuple(kind(name) for name in "ABCD"[:kinds]), draw.randrange(kinds))
