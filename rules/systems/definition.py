"""Values of the heaps of a system by the definition: the oracle of every test."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import xor

from mexplore.rules.rule import mex
from mexplore.rules.systems.system import Heap, Heaps, System


def grundy_of_heaps(system: System, heaps: Iterable[Heap]) -> dict[Heap, int]:
    """The nim-values of these heaps, and of all that they can become, from the options alone. Play
    must end (`rules.systems.ends`).

    >>> from mexplore.rules.systems.system import Kind, Part, Schema
    >>> row = Kind("row", schemas=(Schema(1, (Part(0), Part(0))), Schema(2, (Part(0), Part(0)))))
    >>> values = grundy_of_heaps(System((row,)), [(0, 5)])
    >>> [values[0, n] for n in range(6)]
    [0, 1, 2, 3, 1, 4]
    """
    values: dict[Heap, int] = {}
    for heap in heaps:
        waiting = [heap]
        while waiting:
            last = waiting[-1]
            if last in values:
                waiting.pop()
                continue
            options = list(system.options(last))
            unknown = {part for option in options for part in option if part not in values}
            if unknown:
                waiting.extend(unknown)
            else:
                values[last] = mex(value_of_sum(option, values) for option in options)
                waiting.pop()
    return values


def value_of_sum(heaps: Heaps, values: dict[Heap, int]) -> int:
    """The xor of the values of some heaps."""
    return reduce(xor, (values[heap] for heap in heaps), 0)


def grundy_by_definition(system: System, stop: int) -> list[list[int]]:
    """The values of each kind for the sizes 0, 1, ..., stop - 1."""
    kinds = range(len(system.kinds))
    values = grundy_of_heaps(system, ((kind, n) for n in range(stop) for kind in kinds))
    return [[values[kind, n] for n in range(stop)] for kind in kinds]
