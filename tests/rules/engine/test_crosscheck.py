"""Machine code that is wrong is found before its result is used, and not used any more."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getsource
from typing import Any

import numpy as np
import pytest

from mexplore.rules.engine import compiled, rehearsal
from mexplore.rules.engine.compiled import Compiled, load_compiler
from mexplore.rules.engine.compiling import REFUSED, WrongCode, plainly
from mexplore.rules.engine.crosscheck import LINES, TooLong, at_most, compare
from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.families.subtraction import kernels
from mexplore.rules.families.take_and_break import two_heaps
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


@pytest.fixture
def reasons(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Why machine code was refused; nothing counts as compared before."""
    load_compiler()
    told: list[str] = []
    before = REFUSED.set(told.append)
    monkeypatch.setattr(rehearsal, "_COMPARED", set())
    yield told
    REFUSED.reset(before)


def translated_as(other: Any, function: Any) -> Compiled:
    """A function whose machine code is that of another one."""
    return Compiled(function, text=getsource(other))


def add_one(values: Any) -> int:
    for i in range(len(values)):
        values[i] += 1
    return len(values)


def add_two_at_the_end(values: Any) -> int:
    for i in range(len(values)):
        values[i] += 1 + (i == len(values) - 1)
    return len(values)


def return_one_more(values: Any) -> int:
    for i in range(len(values)):
        values[i] += 1
    return len(values) + 1


@pytest.mark.parametrize("other", [add_two_at_the_end, return_one_more])
def test_wrong_machine_code_is_replaced_by_plain_python(other: Any, reasons: list[str]) -> None:
    function = translated_as(other, add_one)
    values = np.zeros(5, dtype=np.int64)
    assert function(values) == 5
    assert values.tolist() == [1] * 5
    assert len(reasons) == 1
    assert "by plain Python" in reasons[0]
    assert function(values) == 5
    assert values.tolist() == [2] * 5
    assert len(reasons) == 1


def test_right_machine_code_is_used(reasons: list[str]) -> None:
    function = Compiled(add_one)
    values = np.zeros(5, dtype=np.int64)
    assert function(values) == 5
    assert values.tolist() == [1] * 5
    assert not reasons
    assert function in compiled.RAN


def test_it_is_compared_for_every_type(reasons: list[str]) -> None:
    function = translated_as(add_one, add_one)
    function(np.zeros(3, dtype=np.int64))
    function.py_func = return_one_more  # what it is compared with from now on
    function(np.zeros(3, dtype=np.uint8))
    assert len(reasons) == 1


def test_what_takes_long_in_python_is_not_compared() -> None:
    many = np.zeros(LINES, dtype=np.int64)
    assert not compare("f", return_one_more, add_one, (many,))
    assert compare("f", add_one, add_one, (many[:10],))
    with pytest.raises(WrongCode, match="f: the result is 11, by plain Python 10"):
        compare("f", return_one_more, add_one, (many[:10],))
    assert not many.any()


def test_a_function_whose_arguments_are_large_is_compared_on_its_example(
    reasons: list[str],
) -> None:
    many = np.zeros(LINES, dtype=np.int64)
    function = translated_as(return_one_more, add_one)
    assert function(many) == LINES + 1  # not compared
    assert not reasons
    function = translated_as(return_one_more, add_one)
    function.example = lambda: (many[:10],)
    assert function(many) == LINES
    assert len(reasons) == 1
    function = translated_as(return_one_more, add_one)
    function.example = lambda: (many[:10].astype(np.uint8),)  # of another type
    assert function(many) == LINES + 1


def test_an_array_that_is_given_twice_is_copied_once() -> None:
    def both(one: Any, other: Any) -> int:
        one[0] += 1
        return int(other[0])

    values = np.zeros(4, dtype=np.int64)
    assert compare("both", both, both, (values, values))
    assert values[0] == 0


def test_a_copy_of_an_array_that_must_not_be_written_to_is_another() -> None:
    """It has another type for machine code than one that may be changed."""
    array = np.arange(3)
    array.flags.writeable = False
    seen: list[Any] = []
    assert compare("seen", seen.append, seen.append, (array,))
    assert [each.flags.writeable for each in seen] == [False, False]


def test_arrays_that_share_memory_are_not_compared() -> None:
    """Their copies would not."""

    def both(one: Any, other: Any) -> int:
        one[0] += 1
        return int(other[0])

    values = np.zeros(4, dtype=np.int64)
    assert not compare("both", both, both, (values, values[:2]))
    assert compare("both", both, both, (values[2:], values[:2]))


def test_the_limit_counts_the_lines_of_what_is_called() -> None:
    values = np.zeros(100, dtype=np.int64)
    with at_most(1000):
        add_one(values)
    with pytest.raises(TooLong), at_most(100):
        add_one(values)


@pytest.mark.parametrize(
    ("text", "module", "name"),
    [("0.77", two_heaps, "_fill"), ("subtract(1, 3, 4)", kernels, "_fill_masked")],
)
def test_a_kernel_that_goes_wrong_early_is_replaced(
    text: str, module: Any, name: str, monkeypatch: pytest.MonkeyPatch, reasons: list[str]
) -> None:
    right = getattr(module, name).py_func
    wrong = Compiled(right)
    wrong.__dict__["dispatcher"] = _flips_a_bit(right, heap=7)
    monkeypatch.setattr(module, name, wrong)
    rule = parse_rule(text)
    with plainly(False):
        assert grundy_values(rule, 60).tolist() == grundy_by_definition(rule, 60)
    assert len(reasons) == 1
    assert reasons[0].startswith("G(7) = ")


def _flips_a_bit(function: Any, heap: int) -> Any:
    """The function, but for one bit of one value."""

    def flipped(values: Any, *args: Any) -> Any:
        result = function(values, *args)
        if len(values) > heap:
            values[heap] ^= 1
        return result

    return flipped


def test_values_by_plain_python_are_not_rehearsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another rule's machine code was like says nothing about loops that ran as they stand."""
    monkeypatch.setattr(rehearsal, "_COMPARED", set())
    asked: list[object] = []

    def trusted(*args: object) -> bool:
        asked.append(args)
        return True

    monkeypatch.setattr(rehearsal, "trusted", trusted)
    rule = parse_rule("subtract(2, 5, 7)")
    computation = Computation(rule)
    with plainly():
        computation.extend(100)
    assert not asked
    with plainly(False):
        computation.extend(200)
    assert asked
