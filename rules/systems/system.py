"""Systems of kinds of heaps: what they are, and the options of their heaps.

A *system* has finitely many *kinds* of heaps. A heap (t, n) has a kind t and a size n >= 0, and a
position is a multiset of heaps. A move replaces one heap by some others. Which ones is said for
each kind

- by a list of the options for each n below a bound (`Kind.below`), and
- from there on by finitely many *schemas* (`Schema`): any heaps of given kinds whose sizes have the
  sum n - drop, together with some fixed heaps. Sizes may be restricted from below and to residues.

Heaps in a line with a state beside them are a system, and so are rows whose ends are marked, rings
that a first move opens, and words that fall apart. An ordinary game of heaps is a system of one
kind. A heap without tokens need not be worth 0: what stands at its ends may leave a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from mexplore.rules.dataclass import dataclass

Heap = tuple[int, int]
"""The kind of a heap, as its number in the system, and its size."""

Heaps = tuple[Heap, ...]
"""What one move leaves: ``()`` for nothing."""


@dataclass(frozen=True)
class Residues:
    """The numbers whose remainder by ``modulus`` is in ``allowed``.

    >>> 7 in Residues(3, frozenset({1})), 7 in EVERY
    (True, True)
    """

    modulus: int = 1
    allowed: frozenset[int] = frozenset({0})

    def __contains__(self, n: int) -> bool:
        return n % self.modulus in self.allowed


EVERY = Residues()


@dataclass(frozen=True)
class Part:
    """A heap whose size is free: of this kind, at least this large, of a size in these residues."""

    kind: int
    least: int = 0
    sizes: Residues = EVERY


@dataclass(frozen=True)
class Schema:
    """Options of a heap of size n: for all sizes a_i >= least_i of the parts, in their residues,
    with the sum n - drop, the heaps (kind_i, a_i) and the fixed heaps ``beside``.

    Without parts there is one option, the fixed heaps, and ``drop`` means nothing. With one part
    the size is n - drop. ``drop`` may be 0 or negative. The schema is for n in ``when`` only.

    >>> take_two_and_split = Schema(2, (Part(0), Part(0)))
    >>> list(take_two_and_split.options(3))
    [((0, 0), (0, 1)), ((0, 1), (0, 0))]
    """

    drop: int
    parts: tuple[Part, ...]
    beside: Heaps = ()
    when: Residues = EVERY

    def options(self, n: int) -> Iterator[Heaps]:
        """All options of a heap of size n by this schema."""
        if n not in self.when:
            return
        if not self.parts:
            yield self.beside
            return
        for sizes in _sizes(self.parts, n - self.drop):
            kinds = (part.kind for part in self.parts)
            yield (*zip(kinds, sizes, strict=True), *self.beside)


def _sizes(parts: tuple[Part, ...], total: int) -> Iterator[tuple[int, ...]]:
    """Sizes of the parts, as each allows, with this sum."""
    first, *rest = parts
    if not rest:
        if total >= first.least and total in first.sizes:
            yield (total,)
        return
    for size in range(first.least, total + 1):
        if size in first.sizes:
            for others in _sizes(tuple(rest), total - size):
                yield (size, *others)


@dataclass(frozen=True)
class Kind:
    """A kind of heaps: its name, the options of its heaps of sizes 0, 1, ..., and the schemas that
    give those of all larger ones."""

    name: str
    below: tuple[tuple[Heaps, ...], ...] = ()
    schemas: tuple[Schema, ...] = ()

    def options(self, n: int) -> Iterator[Heaps]:
        """The options of a heap of this kind of size n >= 0."""
        if n < len(self.below):
            yield from self.below[n]
            return
        for schema in self.schemas:
            yield from schema.options(n)


@dataclass(frozen=True)
class System:
    """Kinds of heaps, and the one that play starts with.

    >>> row = Kind("row", schemas=(Schema(1, (Part(0), Part(0))), Schema(2, (Part(0), Part(0)))))
    >>> ring = Kind("ring", schemas=(Schema(1, (Part(0),)), Schema(2, (Part(0),))))
    >>> kayles_in_a_ring = System((row, ring), start=1)
    >>> list(kayles_in_a_ring.options((1, 5)))
    [((0, 4),), ((0, 3),)]
    """

    kinds: tuple[Kind, ...]
    start: int = 0

    def options(self, heap: Heap) -> Iterator[Heaps]:
        """THE definition: what a move from this heap may leave. An option may be yielded twice."""
        kind, size = heap
        return self.kinds[kind].options(size)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each kind, by its name."""
        return {kind.name: number for number, kind in enumerate(self.kinds)}

    @cached_property
    def regular_from(self) -> int:
        """The least N such that the options of all heaps of sizes n >= N are those of schemas."""
        return max((len(kind.below) for kind in self.kinds), default=0)

    @property
    def listed(self) -> Iterator[Heap]:
        """The heaps that are named one by one: those with listed options, and those in lists."""
        for number, kind in enumerate(self.kinds):
            yield from ((number, n) for n in range(len(kind.below)))
            yield from chain.from_iterable(chain.from_iterable(kind.below))
            yield from chain.from_iterable(schema.beside for schema in kind.schemas)
