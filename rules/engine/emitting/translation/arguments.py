"""The arguments of a function as numbers in a table, and their types.

An array stands there as its address and its lengths; so it must lie in memory in the order of C.
"""

from __future__ import annotations

from array import array
from ctypes import addressof, c_char
from typing import Any

import numpy as np

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.emitting.translation.numbers import (
    BOOL,
    I64,
    U64,
    Number,
    Untranslatable,
    number_of,
)

MOST_RESULTS = 8
_ROOM = [0] * MOST_RESULTS
_RESULTS = (None, I64, U64, BOOL)
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


@dataclass(frozen=True)
class ArrayOf:
    """The type of an array."""

    dtype: Any
    directions: int
    writeable: bool


@dataclass(frozen=True)
class TupleOf:
    """The type of a tuple."""

    items: tuple[Kind, ...]
    names: tuple[str, ...] = ()


Kind = Number | ArrayOf | TupleOf


def put(argument: Any, table: list[int]) -> Any:
    """Write the numbers that stand for an argument to the end of the table; its type, in a form
    that is found quickly (`kind_of` reads it).

    >>> table = []
    >>> put((np.zeros((2, 3), dtype=np.uint8), 7), table), table[1:]
    (((), (dtype('uint8'), 2, True), <class 'int'>), [2, 3, 7])
    """
    kind = type(argument)
    if kind is int:
        if not _LEAST <= argument <= _MOST:
            raise Untranslatable(f"the number {argument}, which has more than 64 bits")
        table.append(argument)
        return int
    if kind is np.ndarray:
        flags = argument.flags
        if not (flags.c_contiguous and flags.aligned):
            raise Untranslatable("an array that is not in the order of C")
        writeable = flags.writeable
        table.append(_address_to_write(argument) if writeable else _address(argument))
        table += argument.shape
        return argument.dtype, argument.ndim, writeable
    if isinstance(argument, tuple):
        names = () if kind is tuple else getattr(argument, "_fields", ())
        return (names, *[put(each, table) for each in argument])
    if not isinstance(argument, (int, np.integer, np.bool_)):
        raise Untranslatable(f"an argument of type {kind.__name__}")
    table.append((int(argument) - _LEAST) % (1 << 64) + _LEAST)
    return int if isinstance(argument, np.int64) else kind


def _address(array: Any) -> int:
    """Where its numbers lie."""
    return int(array.__array_interface__["data"][0])


def _address_to_write(array: Any) -> int:
    """The same of an array that can be written, which is known in a third of the time."""
    return addressof(c_char.from_buffer(array)) if array.size else _address(array)


def kind_of(written: Any) -> Kind:
    """The type that `put` has returned.

    >>> str(kind_of(int)), kind_of((np.dtype("uint8"), 2, True)).directions
    ('int64', 2)
    """
    if isinstance(written, type):
        return I64 if written is int else number_of(written)
    if isinstance(written[0], np.dtype):
        return ArrayOf(*written)
    names, *items = written
    return TupleOf(tuple(map(kind_of, items)), names)


def written(table: list[int]) -> array[int]:
    """The table in memory, with room for the results behind it."""
    return array("q", table + _ROOM)


def types_of_results(kinds: tuple[Number, ...]) -> int:
    """The types of results as a number, two bits each; all shorter numbers come with 64 bits.

    >>> types_of_results((I64, BOOL))
    13
    """
    digits = [3 if kind == BOOL else 1 if kind.signed else 2 for kind in kinds]
    return sum(digit << 2 * i for i, digit in enumerate(digits))


def results_of(table: Any, first: int, kinds: int) -> Any:
    """What a function returns: None, a number, or a tuple of them, from a place of the table on.

    >>> results_of([7, -1, -1], 1, types_of_results((I64, U64)))
    (-1, 18446744073709551615)
    """
    found: list[Any] = []
    while kinds:
        word, kind = table[first + len(found)], _RESULTS[kinds & 3]
        found.append(word if kind is I64 else bool(word) if kind is BOOL else word % (1 << 64))
        kinds >>= 2
    return tuple(found) if len(found) > 1 else found[0] if found else None
