"""The schemas of a system as arrays of numbers, for loops."""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.definition import grundy_of_heaps, value_of_sum
from mexplore.rules.systems.ends import check_ends, ranks
from mexplore.rules.systems.system import Heap, Part, Residues, Schema, System

if TYPE_CHECKING:
    Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Plain:
    """A schema with the nim-value of its fixed heaps, which are known."""

    schema: Schema
    value: int

    @property
    def branch(self) -> tuple[int, bool, bool, bool]:
        """How many parts there are; whether residues are asked for, fixed heaps are beside, and two
        parts are the same."""
        parts = self.schema.parts
        residues = any(each.modulus > 1 for each in (self.schema.when, *(p.sizes for p in parts)))
        return len(parts), residues, self.value > 0, len(parts) == 2 and self.mirrored

    @property
    def mirrored(self) -> bool:
        """Whether the two parts are the same, so that half of the pairs give all values."""
        first, second = self.schema.parts
        return first == second


class Tables:
    """A system in numbers: an order in which its heaps can be valued, the values of heaps that are
    named one by one, and what the loops read.

    By `ends.ranks` a heap (t, n) has the rank S n + w_t, and w_t = r_t - S shift_t, 0 <= r_t < S
    (after a shift of all by the same number). So the heaps (t, m + shift_t), kinds in the order of
    r_t, can be valued for m = -most, 1 - most, ...: what schemas make of them came before. This
    is *turn* m; each has K ticks, one for each kind: tick (m + most) K + (place of the kind).

    >>> from mexplore.rules.systems.system import Kind
    >>> row = Kind("row", schemas=(Schema(1, (Part(0), Part(0))),))
    >>> open_row = Kind("open row", schemas=(Schema(-2, (Part(0),)),))
    >>> tables = Tables(System((row, open_row)))
    >>> tables.order, tables.shifts, tables.most
    ((1, 0), (3, 0), 3)
    """

    def __init__(self, system: System) -> None:
        check_ends(system)
        self.system = system
        scale, weights = ranks(system)
        shifts = [-(weight // scale) for weight in weights]
        least = min(shifts, default=0)
        self.shifts = tuple(shift - least for shift in shifts)
        self.most = max(self.shifts, default=0)
        kinds = range(len(system.kinds))
        self.order = tuple(sorted(kinds, key=lambda t: weights[t] % scale))
        self.named: dict[Heap, int] = grundy_of_heaps(system, system.listed)
        self.schemas = tuple(
            tuple(Plain(schema, value_of_sum(schema.beside, self.named)) for schema in kind.schemas)
            for kind in system.kinds
        )

    @property
    def largest(self) -> int:
        """The largest value that is known from the beginning."""
        constants = (plain.value for row in self.schemas for plain in row)
        return max([0, *self.named.values(), *constants])

    @property
    def branches(self) -> frozenset[tuple[int, bool, bool, bool]]:
        """The branches of the loop that the schemas take."""
        return frozenset(plain.branch for row in self.schemas for plain in row)

    @property
    def wide(self) -> bool:
        """Whether a schema has three parts or more."""
        return any(len(plain.schema.parts) > 2 for row in self.schemas for plain in row)

    def tick(self, stop: int) -> int:
        """The first tick after all heaps of sizes below ``stop`` are valued."""
        return (stop + self.most) * len(self.order)

    def heap(self, tick: int) -> Heap:
        """The heap that is valued at a tick; its size may be negative at first."""
        turn, place = divmod(tick, len(self.order))
        kind = self.order[place]
        return kind, turn - self.most + self.shifts[kind]

    def sizes_before(self, tick: int) -> int:
        """The sizes below which the heaps of all kinds have been valued before the tick."""
        return max(0, tick // max(len(self.order), 1) - self.most)

    def for_loops(self) -> Any:
        """Tuples of arrays, as `rules.systems.loops` takes them."""
        return _Flat(self).tables


class _Flat:
    """Rows for each schema; the rows of kind t are those from ``at[t]`` to ``at[t + 1]``. Residues
    are a place in an array of zeros and ones, and a modulus."""

    def __init__(self, tables: Tables) -> None:
        self._masks: list[int] = []
        self._places: dict[Residues, tuple[int, int]] = {}
        fixed: list[tuple[int, ...]] = []
        single: list[tuple[int, ...]] = []
        pairs: list[tuple[int, ...]] = []
        at = [(0, 0, 0)]
        for row in tables.schemas:
            for plain in row:
                count = len(plain.schema.parts)
                if count == 0:
                    fixed.append((plain.value, *self._place(plain.schema.when)))
                elif count == 1:
                    single.append(self._single(plain))
                elif count == 2:
                    pairs.extend(self._pairs(plain))
            at.append((len(fixed), len(single), len(pairs)))
        heaps = (
            _array(tables.order, 1),
            _array(tables.shifts, 1),
            _array([len(kind.below) for kind in tables.system.kinds], 1),
            tables.most,
        )
        rows = _array(at, 3), _array(fixed, 3), _array(single, 8), _array(pairs, 10)
        self.tables = heaps, rows, np.array(self._masks, dtype=np.int64)

    def _place(self, residues: Residues) -> tuple[int, int]:
        if residues not in self._places:
            self._places[residues] = len(self._masks), residues.modulus
            self._masks += [int(r in residues) for r in range(residues.modulus)]
        return self._places[residues]

    def _single(self, plain: Plain) -> tuple[int, ...]:
        (part,) = plain.schema.parts
        when, sizes = self._place(plain.schema.when), self._place(part.sizes)
        return (plain.schema.drop, part.kind, part.least, plain.value, *when, *sizes)

    def _pairs(self, plain: Plain) -> Iterator[tuple[int, ...]]:
        """A row for each residue of the first part that is possible where n has a residue; mostly
        one row, of step 1."""
        first, second = plain.schema.parts
        for step, start, when in classes(first, second, plain.schema):
            mirrored = int(plain.mirrored and step == 1)
            yield (
                plain.schema.drop,
                *(first.kind, first.least, second.kind, second.least),
                *(plain.value, step, start),
                mirrored,
                self._place(when)[0] * MOST_MODULUS + when.modulus,
            )


MOST_MODULUS = 1 << 20
"""Residues are by smaller numbers."""


def classes(first: Part, second: Part, schema: Schema) -> Iterator[tuple[int, int, Residues]]:
    """Steps q and residues r of the size a of the first part, each with the n for which the pairs
    with a = r mod q are options: then the second part's size is in its residues as well.

    >>> odd = Residues(2, frozenset({1}))
    >>> [(q, r, sorted(n.allowed)) for q, r, n in classes(Part(0, 0, odd), Part(0), Schema(1, ()))]
    [(2, 1, [0, 1])]
    """
    step = lcm(first.sizes.modulus, second.sizes.modulus)
    modulus = lcm(step, schema.when.modulus)
    for start in range(step):
        if start not in first.sizes:
            continue
        allowed = frozenset(
            n
            for n in range(modulus)
            if n in schema.when and n - schema.drop - start in second.sizes
        )
        if allowed:
            yield step, start, Residues(modulus, allowed)


def _array(rows: Any, width: int) -> Ints:
    found = np.array(rows, dtype=np.int64)
    return found if width == 1 else found.reshape(-1, width)
