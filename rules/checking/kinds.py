"""The values of a system of kinds once more, by plain numpy in the order of ranks.

Nothing of the compiled loops is used. The heaps that are named one by one are valued by the
definition. All others are valued in the order of their ranks (`rules.systems.ends`), each as the
mex of the values of its options, with whole arrays for the sizes of the parts: every part that a
schema makes of a heap has a lower rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.systems.definition import grundy_of_heaps, value_of_sum
from mexplore.rules.systems.ends import ranks

if TYPE_CHECKING:
    from mexplore.rules.systems.system import Part, Residues, Schema, System

Ints = npt.NDArray[np.int64]
NONE: Ints = np.zeros(0, dtype=np.int64)


def values_again(system: System, stop: int, watcher: Watcher = no_progress) -> list[Ints]:
    """The values of each kind for the sizes 0, ..., stop - 1. Play must end.

    >>> from mexplore.rules.systems.system import Kind, Part, Schema, System
    >>> row = Kind("row", schemas=(Schema(1, (Part(0), Part(0))), Schema(2, (Part(0), Part(0)))))
    >>> [values.tolist() for values in values_again(System((row,)), 8)]
    [[0, 1, 2, 3, 1, 4, 3, 2]]
    """
    return _Tables(system, stop).fill(watcher)


class _Tables:
    """The values of each kind by size, as far as ranks are below a limit."""

    def __init__(self, system: System, stop: int) -> None:
        self.system, self.stop = system, stop
        self.scale, self.weights = ranks(system)
        self.named = grundy_of_heaps(system, system.listed)
        self.last = self.scale * (stop - 1) + max(self.weights)
        sizes = (max(0, (self.last - weight) // self.scale + 1) for weight in self.weights)
        self.of = [np.full(size, -1, dtype=np.int64) for size in sizes]
        for number, kind in enumerate(system.kinds):
            listed = min(len(kind.below), len(self.of[number]))
            self.of[number][:listed] = [self.named[number, n] for n in range(listed)]
        self.sets: dict[tuple[tuple[Part, ...], int], Ints] = {}

    def fill(self, watcher: Watcher) -> list[Ints]:
        lowest = min(self.weights)
        for rank in range(lowest, self.last + 1):
            if rank % 1024 == 0:
                watcher(Progress("heaps checked", max(0, rank // self.scale), self.stop))
            for number, weight in enumerate(self.weights):
                n, rest = divmod(rank - weight, self.scale)
                if rest == 0 and n >= len(self.system.kinds[number].below):
                    self.of[number][n] = self._value(number, n)
        return [values[: self.stop] for values in self.of]

    def _value(self, number: int, n: int) -> int:
        found = [self._of_schema(each, n) for each in self.system.kinds[number].schemas]
        values = np.concatenate([NONE, *found])
        seen = np.zeros(len(values) + 1, dtype=bool)
        seen[values[values < len(seen)]] = True
        return int(seen.argmin()) if not seen.all() else len(seen)

    def _of_schema(self, schema: Schema, n: int) -> Ints:
        """The values of the options of a heap by a schema."""
        if n not in schema.when:
            return NONE
        beside = value_of_sum(schema.beside, self.named)
        if not schema.parts:
            return np.array([beside], dtype=np.int64)
        return self._of_parts(schema.parts, n - schema.drop) ^ beside

    def _of_parts(self, parts: tuple[Part, ...], total: int) -> Ints:
        """The different values of these parts whose sizes have this sum."""
        first, *others = parts
        least = sum(part.least for part in others)
        if total - least < first.least:
            return NONE
        if not others:
            return self.of[first.kind][[total]] if total in first.sizes else NONE
        sizes = np.arange(first.least, total - least + 1)
        sizes = sizes[_allowed(sizes, first.sizes)]
        if len(others) == 1:
            sizes = sizes[_allowed(total - sizes, others[0].sizes)]
            return self.of[first.kind][sizes] ^ self.of[others[0].kind][total - sizes]
        if (parts, total) not in self.sets:
            each = [
                self.of[first.kind][size] ^ self._of_parts(tuple(others), total - size)
                for size in sizes.tolist()
            ]
            self.sets[parts, total] = np.unique(np.concatenate([NONE, *each]))
        return self.sets[parts, total]


def _allowed(sizes: Ints, residues: Residues) -> npt.NDArray[np.bool_]:
    allowed: npt.NDArray[np.bool_] = np.isin(sizes % residues.modulus, sorted(residues.allowed))
    return allowed
