"""Arguments that machine code cannot take as they are: plain Python does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from machine_code import of_text

from mexplore.rules.engine.compiled import Repeated
from mexplore.rules.engine.compiling import WrongCode, plainly
from mexplore.rules.engine.emitting.translation.arguments import put


def _read_only() -> Any:
    array = np.arange(3)
    array.flags.writeable = False
    return array


def _unaligned() -> Any:
    return np.frombuffer(bytes(17), dtype=np.uint8)[1:].view(np.int64)


FIRST = of_text("def f(a):\n    return a[0]\n")
CHANGED = of_text("def f(a):\n    a[0] = 5\n")


@pytest.mark.parametrize(
    "array",
    [
        np.arange(8)[::2], np.arange(3, dtype=">i4"), np.arange(3.0), _unaligned(),
        np.ma.masked_array([1, 2], [True, False]), np.array(5),
    ],
)  # fmt: skip
def test_arrays_in_another_form_are_left_to_plain_python(array: Any) -> None:
    with pytest.raises(WrongCode):
        FIRST.dispatcher(array)


@pytest.mark.parametrize("number", [2**63, 2**64 + 5, -(2**63) - 1])
def test_numbers_beyond_64_bits_are_left_to_plain_python(number: int) -> None:
    function = of_text("def f(n):\n    return n\n")
    with pytest.raises(WrongCode, match="64 bits"):
        function.dispatcher(number)
    again = Repeated(function, (0,), 0)
    assert [again(3), again(4), again(True)] == [3, 4, True]
    with plainly():
        assert again(number) == number
    with pytest.warns(RuntimeWarning, match="not used"):
        assert again(number) == number


def test_an_array_that_must_not_be_written_to_is_not() -> None:
    assert FIRST.dispatcher(_read_only()) == 0
    with pytest.raises(WrongCode, match="must not be written"):
        CHANGED.dispatcher(_read_only())
    with pytest.raises(ValueError, match="read-only"):
        CHANGED.py_func(_read_only())


@pytest.mark.parametrize("dtype", ["bool", "u1", "i8", "u8"])
def test_an_array_stands_in_the_table_as_its_address_and_lengths(dtype: str) -> None:
    array = np.zeros((3, 4, 2), dtype=dtype)
    frozen = array.copy()
    frozen.flags.writeable = False
    for each in (array, array[1], array[2, 3:], array[3:], frozen, frozen[1]):
        table: list[int] = []
        assert put(each, table) == (each.dtype, each.ndim, each.flags.writeable)
        assert table == [each.ctypes.data, *each.shape]
