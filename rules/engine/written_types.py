"""Types of compiled functions as JSON: numbers by their names, arrays and tuples of them as lists.

Nothing else is written, nothing else is read, and no name of a class or a module occurs, so that a
file can ask for no object. A function with other types is compiled in each process.
"""

from __future__ import annotations

from typing import Any

from numba.core import types as numba_types

types: Any = numba_types

_SIMPLE = {
    str(each): each
    for each in (
        types.none, types.boolean, types.float32, types.float64,
        types.int8, types.int16, types.int32, types.int64,
        types.uint8, types.uint16, types.uint32, types.uint64,
    )
}  # fmt: skip
_LAYOUTS = ("C", "F", "A")
_MOST_DIMENSIONS = 32
_LONGEST = 1 << 10  # entries of a tuple


class OtherType(ValueError):
    """A type that is not written, or no type at all."""


def written_type(kind: Any) -> Any:
    """A type of numba's as JSON has it.

    >>> written_type(types.Array(types.uint8, 1, "C"))
    ['array', 'uint8', 1, 'C', True, True]
    >>> written_type(types.UniTuple(types.int64, 2))
    ['tuple', 'int64', 'int64']
    """
    found: Any = str(kind)
    if isinstance(kind, types.Array):
        found = ["array", str(kind.dtype), kind.ndim, kind.layout, kind.mutable, kind.aligned]
    elif isinstance(kind, types.BaseTuple) and len(kind) <= _LONGEST:
        found = ["tuple", *map(written_type, kind)]
    elif isinstance(kind, types.IntegerLiteral):
        found = ["literal", kind.literal_value]
    if type_written(found) != kind:  # a subclass, or a property that is not written
        raise OtherType(f"the type {kind} is not written")
    return found


def type_written(given: Any) -> Any:
    """The type that was written so; OtherType where it is none.

    >>> print(type_written(["tuple", "bool", "int64"]))
    Tuple(bool, int64)
    >>> type_written(["literal", "os.system"])
    Traceback (most recent call last):
    ...
    mexplore.rules.engine.written_types.OtherType: this is no type
    """
    match given:
        case str() if given in _SIMPLE:
            return _SIMPLE[given]
        case ["array", str(kind), int(ndim), str(layout), bool(mutable), bool(aligned)]:
            if kind in _SIMPLE and layout in _LAYOUTS and 1 <= ndim <= _MOST_DIMENSIONS:
                return types.Array(
                    _SIMPLE[kind], int(ndim), layout, readonly=not mutable, aligned=aligned
                )
        case ["tuple", *parts] if len(parts) <= _LONGEST:
            return types.Tuple(tuple(map(type_written, parts)))
        case ["literal", int(number)] if type(number) is int:
            return types.literal(number)
    raise OtherType("this is no type")
