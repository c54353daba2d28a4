"""What numba finds once for an operation on numbers is what it finds whenever it looks."""

from __future__ import annotations

import operator
from itertools import product
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.registry import cpu_target
from numba.core.types.functions import BaseFunction

from mexplore.rules.engine import signatures, translating

NUMBERS: tuple[Any, ...] = (
    numba.uint8, numba.int8, numba.uint16, numba.int32, numba.int64, numba.uint64,
    numba.float64, numba.boolean, numba.types.IntegerLiteral(3), numba.types.IntegerLiteral(0),
)  # fmt: skip
BINARY: tuple[Any, ...] = (
    operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.xor,
    operator.and_, operator.lshift, operator.rshift, operator.lt, operator.eq, operator.ixor,
    min, max,
)  # fmt: skip
UNARY: tuple[Any, ...] = (operator.neg, operator.invert, operator.not_, abs, np.int64, np.uint64)


def _found(find: Any, operation: Any, context: Any, types: tuple[Any, ...]) -> Any:
    try:
        return find(operation, context, types, {})
    except numba.core.errors.NumbaError:
        return None


def test_our_finding_is_in_place() -> None:
    assert translating.__name__  # importing it does this
    assert BaseFunction.get_call_type is signatures._found_once


@pytest.mark.parametrize("function", BINARY + UNARY)
def test_signatures_are_numbas(function: Any) -> None:
    context = cpu_target.typing_context
    context.refresh()
    operation = context.resolve_value_type(function)
    if isinstance(operation, numba.types.NumberClass):
        return  # it has no templates: numba finds it otherwise
    for types in product(NUMBERS, repeat=2 if function in BINARY else 1):
        first = _found(signatures._found_once, operation, context, types)
        again = _found(signatures._found_once, operation, context, types)
        assert first == again == _found(signatures._find, operation, context, types)
