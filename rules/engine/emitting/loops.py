"""Counted loops and masks of lanes in LLVM code.

Every address is a pointer that came in as a whole, and a `getelementptr` from there: a pointer made
of a sum of numbers is one that LLVM may take apart wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir

I64 = ir.IntType(64)
BYTE = ir.IntType(8)


def number(value: int) -> Any:
    """A word of 64 bits."""
    return ir.Constant(I64, value & ((1 << 64) - 1))


def base(builder: Any, address: Any) -> Any:
    """The pointer of an address that is a whole array's."""
    return builder.inttoptr(address, BYTE.as_pointer())


def beyond(builder: Any, pointer: Any, distance: Any) -> Any:
    """The pointer this many bytes further; a number of Python or of the code."""
    away = number(distance) if isinstance(distance, int) else distance
    return pointer if distance == 0 else builder.gep(pointer, [away])


def fetch(builder: Any, pointer: Any, kind: Any, distance: Any = 0) -> Any:
    """What lies this many bytes from a pointer; it needs no alignment."""
    at = builder.bitcast(beyond(builder, pointer, distance), kind.as_pointer())
    return builder.load(at, align=1)


def put(builder: Any, value: Any, pointer: Any, distance: Any = 0) -> None:
    """Write it this many bytes from a pointer; it needs no alignment."""
    at = builder.bitcast(beyond(builder, pointer, distance), value.type.as_pointer())
    builder.store(value, at, align=1)


def everywhere(builder: Any, word: Any, lanes: int) -> Any:
    """A vector of equal words, whose value the code finds."""
    kind, places = ir.VectorType(word.type, lanes), ir.VectorType(ir.IntType(32), lanes)
    zero = ir.Constant(ir.IntType(32), 0)
    one = builder.insert_element(ir.Constant(kind, [0] * lanes), word, zero)
    return builder.shuffle_vector(one, one, ir.Constant(places, [0] * lanes))


def flags(builder: Any, bits: Any) -> Any:
    """A vector of single bits as a number, the first lane lowest."""
    return builder.zext(builder.bitcast(bits, ir.IntType(bits.type.count)), I64)


def variable(builder: Any, value: Any) -> Any:
    """A place for a value that changes; LLVM keeps it in a register."""
    with builder.goto_entry_block():
        place = builder.alloca(value.type)
    builder.store(value, place)
    return place


@contextmanager
def going(builder: Any, condition: Callable[[], Any]) -> Iterator[None]:
    """A loop over what is written within, while the condition holds."""
    function = builder.function
    test, body, after = (function.append_basic_block() for _ in range(3))
    builder.branch(test)
    builder.position_at_end(test)
    builder.cbranch(condition(), body, after)
    builder.position_at_end(body)
    yield
    builder.branch(test)
    builder.position_at_end(after)


@contextmanager
def counted(builder: Any, start: Any, stop: Any, step: int = 1) -> Iterator[Any]:
    """A loop of start, start + step, ... below stop: the number of this turn."""
    place = variable(builder, start)
    with going(builder, lambda: builder.icmp_unsigned("<", builder.load(place), stop)):
        index = builder.load(place)
        yield index
        builder.store(builder.add(index, number(step)), place)
