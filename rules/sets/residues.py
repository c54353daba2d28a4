"""Sets of all numbers in some residue classes, from some number on: ``residues(1, 3 mod 5)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import gcd, lcm
from typing import ClassVar, NamedTuple

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.multiples import Multiples
from mexplore.rules.sets.named import EventualClasses, NamedSet
from mexplore.rules.sets.odd import Odd

LARGEST_MODULUS = 10_000
_LARGEST_START = 10**9
_FURTHEST_FOLDED = 100_000


@dataclass(frozen=True)
class Residues(NamedSet):
    """The numbers k >= ``start``, k >= 1, with k mod m in ``classes``.

    >>> str(Residues(5, (1, 3))), list(Residues(5, (1, 3)).upto(13))
    ('residues(1, 3 mod 5)', [1, 3, 6, 8, 11, 13])
    >>> str(Residues(4, (0,), 8)), sorted(Residues(4, (0,), 8).residues(6))
    ('residues(0 mod 4 from 8)', [0, 2, 4])
    """

    name = "residues"
    least_parameter: ClassVar[int | None] = 1
    written: ClassVar[re.Pattern[str] | None] = re.compile(
        r"\(\s*(\d+(?:\s*,\s*\d+)*)\s*mod\s*(\d+)(?:\s*from\s*(\d+))?\s*\)\s*"
    )
    remedy: ClassVar[str] = "write residues(1, 3 mod 5) or residues(1 mod 5 from 11)"

    m: int
    classes: tuple[int, ...]
    start: int = 1

    @classmethod
    def read(cls, match: re.Match[str]) -> NamedSet:
        numbers = [int(match[2]), *map(int, match[1].split(",")), int(match[3] or 1)]
        m, *classes, start = numbers
        if not 1 <= m <= LARGEST_MODULUS:
            raise ValueError(f"a modulus is between 1 and {LARGEST_MODULUS}")
        if max(classes) >= m:
            raise ValueError(f"{max(classes)} is no residue modulo {m}")
        if not 1 <= start <= _LARGEST_START:
            raise ValueError(f"the first number is between 1 and {_LARGEST_START}")
        return cls(m, tuple(sorted(set(classes))), start)

    def upto(self, limit: int) -> Iterator[int]:
        for block in range(self.start - self.start % self.m, limit + 1, self.m):
            for r in self.classes:
                if self.start <= block + r <= limit and block + r > 0:
                    yield block + r

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        return number >= max(self.start, 1) and number % self.m in self.classes

    def residues(self, p: int) -> frozenset[int]:
        step = gcd(self.m, p)
        return frozenset(s for r in self.classes for s in range(r % step, p, step))

    @property
    def meets_every_modulus(self) -> bool:
        return 0 in self.classes

    @property
    def modulus(self) -> int | None:
        return self.m if self.start == 1 else None

    @property
    def dense(self) -> bool:
        return self.m < 64 * len(self.classes)

    @property
    def removing(self) -> str:
        residues = ", ".join(map(str, self.classes))
        return f"[n - k for k in range({self.start}, n + 1) if k % {self.m} in [{residues}]]"

    def eventual_classes(self) -> EventualClasses:
        return EventualClasses(self.m, frozenset(self.classes), self.start)

    def includes(self, other: NamedSet) -> bool:
        if self == other:
            return True
        return self.start == 1 and other.residues(self.m) <= set(self.classes)

    def words(self) -> str:
        classes = ", ".join(map(str, self.classes))
        later = f", at least {self.start}" if self.start > 1 else ""
        return f"a number that is {classes} modulo {self.m}{later}"

    def __str__(self) -> str:
        later = f" from {self.start}" if self.start > 1 else ""
        return f"residues({', '.join(map(str, self.classes))} mod {self.m}{later})"


class Canonical(NamedTuple):
    """A set that is periodic from some number on: the members below the periodic part, which is a
    named set, or all numbers but ``missing``; or neither."""

    members: tuple[int, ...]
    named: tuple[NamedSet, ...] = ()
    missing: tuple[int, ...] | None = None


def canonical(contains: Callable[[int], bool], start: int, m: int) -> Canonical:
    """The one way to write a set of positive numbers that contains k >= start by k mod m alone:
    the least modulus, its residue classes from the least member on above which none of their
    members is missing, and the other members one by one; or all numbers but some.

    >>> canonical(lambda k: k % 10 in (1, 6) and k > 3 or k == 2, 4, 10)
    Canonical(members=(2,), named=(Residues(m=5, classes=(1,), start=6),), missing=None)
    >>> canonical(lambda k: k % 2 == 1, 1, 4).named, canonical(lambda k: k > 3, 4, 1).missing
    ((Odd(),), (1, 2, 3))
    """
    start = max(start, 1)
    cycle = [contains(k) for k in range(start, start + m)]
    cycle = cycle[-start % m :] + cycle[: -start % m]  # cycle[r]: whether k = r mod m is in
    m = next(d for d in range(1, m + 1) if m % d == 0 and cycle == cycle[:d] * (m // d))
    classes = tuple(r for r in range(m) if cycle[r])
    while start > 1 and contains(start - 1) == cycle[(start - 1) % m]:
        start -= 1
    below = {k for k in range(1, start) if contains(k)}
    missing = [k for k in range(1, start) if cycle[k % m] and k not in below]
    if not classes:
        return Canonical(tuple(sorted(below)))
    if m == 1:
        return Canonical((), (), tuple(missing))
    begin = missing[-1] + 1 if missing else 1
    first = next(k for k in range(begin, begin + m) if cycle[k % m]) if missing else 1
    members = tuple(sorted(k for k in below if k < first or not cycle[k % m]))
    return Canonical(members, (_named(m, classes, first),))


def _named(m: int, classes: tuple[int, ...], first: int) -> NamedSet:
    if first == 1 and classes == (0,):
        return Multiples(m)
    return Odd() if (m, classes, first) == (2, (1,), 1) else Residues(m, classes, first)


def folded(members: Iterable[int], named: Iterable[NamedSet]) -> Canonical:
    """The same set, its periodic parts and its single members made into one canonical part, if one
    of them is given by residues; as it is otherwise, and where that would be too long.

    >>> folded({1, 6}, [Residues(5, (1,), 11)]).named, folded({1}, [Residues(5, (1,), 11)]).members
    ((Residues(m=5, classes=(1,), start=1),), (1,))
    """
    parts = tuple(named)
    shapes = {part: shape for part in parts if (shape := part.eventual_classes()) is not None}
    others = tuple(part for part in parts if part not in shapes)
    numbers = {s for s in members if not any(s in part for part in others)}
    m = lcm(*(shape.m for shape in shapes.values()))
    last = max([*numbers, *(shape.start for shape in shapes.values())], default=0)
    given = any(isinstance(part, Residues) for part in shapes)
    if not given or m > LARGEST_MODULUS or last > _FURTHEST_FOLDED:
        return Canonical(tuple(numbers), parts)
    found = canonical(lambda k: k in numbers or any(k in part for part in shapes), last + 1, m)
    return Canonical(found.members, (*others, *found.named), found.missing)
