"""Functions translated to LLVM text do what the same functions do in plain Python."""

from __future__ import annotations

import operator
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mexplore.rules.engine.compiled import Compiled, Repeated, compiled
from mexplore.rules.engine.compiling import WrongCode

KINDS = (np.uint8, np.int16, np.int32, np.uint64, np.int64)
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
    "%": operator.mod, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt,
}  # fmt: skip


def written(text: str) -> Compiled:
    """A function of this text."""
    names: dict[str, Any] = {"np": np}
    exec(text, names)
    return Compiled(names["f"], text=text)


ALL = written(
    "def f(a, b, out):\n"
    + "".join(f"    out[{i}] = a[0] {sign} b[0]\n" for i, sign in enumerate(OPERATIONS))
)


def is_mixed(one: type, other: type) -> bool:
    """Whether no type has the numbers of both."""
    return {one, other} != {np.uint64} and np.uint64 in (one, other) and (
        np.dtype(one).kind == "i" or np.dtype(other).kind == "i"
    )  # fmt: skip


@pytest.mark.parametrize("one", KINDS)
@pytest.mark.parametrize("other", KINDS)
def test_arithmetic_is_that_of_whole_numbers(one: type, other: type) -> None:
    """Modulo 2^64, and bits of one short type within it."""
    kinds = [np.iinfo(one), np.iinfo(other)]
    out = np.zeros(len(OPERATIONS), dtype=np.uint64)
    pick = np.random.default_rng(7)
    corners = [[int(k.min), int(k.max), 0, 1, 2, 3, 100] for k in kinds]
    pairs: list[Any] = [(a, b) for a in corners[0] for b in corners[1]]
    pairs += [
        tuple(int(pick.integers(k.min, k.max, dtype=k.dtype)) for k in kinds) for _ in range(60)
    ]
    if is_mixed(one, other):
        with pytest.raises(WrongCode, match="a cast must say what is meant"):
            ALL.dispatcher(np.ones(1, one), np.ones(1, other), out)
        return
    # The first call is compared with numpy's, where short numbers would overflow: these do not.
    for a, b in [(3, 2), *pairs]:
        if b == 0 or (a, b) == (-(2**63), -1):
            continue
        ALL.dispatcher(np.array([a], one), np.array([b], other), out)
        expected = [int(each(a, b)) % 2**64 for each in OPERATIONS.values()]
        assert out.tolist() == expected, (a, b)


LOOPS = written(
    """
def f(values, first, last, step):
    total, turns, last_seen = 0, 0, -1
    for i in range(first, last, step):
        if i == 7:
            continue
        if i > 40 or i < -40:
            break
        turns += 1
        last_seen = i
        j = i
        while True:
            if j % 5 == 0 and values[j % 5] >= 0:
                break
            j += 1
        total = (total * 3 + (values[max(j, -j) % values.size] if j > 0 else j)) % 1000003
        values[turns % 4], values[turns % 3] = values[turns % 3], turns
    return total, turns, last_seen
"""
)


@given(
    st.lists(st.integers(0, 100), min_size=5, max_size=9),
    st.integers(-60, 60),
    st.integers(-60, 60),
    st.integers(-5, 5).filter(bool),
)
def test_loops_are_those_of_python(values: list[int], first: int, last: int, step: int) -> None:
    slow, fast = (np.array(values, dtype=np.int64) for _ in range(2))
    assert LOOPS.dispatcher(fast, first, last, step) == LOOPS.py_func(slow, first, last, step)
    assert fast.tolist() == slow.tolist()


@compiled
def least(row, bound):  # type: ignore[no-untyped-def]
    # The first place of a number below the bound, and whether there is one.
    for i in range(len(row)):
        if row[i] < bound:
            return i, True
    return -1, False


@compiled
def of_rows(table, bounds, found):  # type: ignore[no-untyped-def]
    # `least` for each row of a table.
    count = 0
    for i in range(table.shape[0]):
        place, there = least(table[i], bounds[i])
        if not there:
            continue
        found[i] = place
        count += 1
    return count


def test_functions_call_each_other() -> None:
    table = np.array([[5, 3, 1], [4, 4, 4], [2, 9, 9]], dtype=np.uint16)
    bounds, found = np.array([2, 4, 3]), np.full(3, 77)
    assert of_rows.dispatcher(table, bounds, found) == 2
    assert found.tolist() == [2, 77, 0]


def _squaring() -> Compiled:
    @compiled
    def power(n):  # type: ignore[no-untyped-def]
        return n * n

    return power


def _cubing() -> Compiled:
    @compiled
    def power(n):  # type: ignore[no-untyped-def]
        return n * n * n

    return power


def test_functions_of_one_name_have_code_of_their_own() -> None:
    """Also on the disk."""
    for _ in range(2):
        assert (_squaring().dispatcher(3), _cubing().dispatcher(3)) == (9, 27)


def test_calls_that_differ_in_one_number() -> None:
    row = np.array([9, 8, 3], dtype=np.int64)
    again = Repeated(least, (row, 0), 1)
    assert [again(bound) for bound in (0, 9, 4)] == [(-1, False), (1, True), (2, True)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def f(a):\n    return a[0] / 2\n", "operation"),
        ("def f(a):\n    return a[0] + 0.5\n", "constant"),
        ("def f(a):\n    x = 1\n    x = a[0]\n    return x\n", "cast"),
        ("def f(a):\n    return [a[0]]\n", "List"),
        ("def f(a):\n    return open\n", "number"),
        ("def f(a):\n    return a[-1]\n", "from the end"),
        ("def f(a):\n    for x in a[::2]:\n        a[0] = x\n", "steps"),
        ("def f(a):\n    while a[0]:\n        a[0] -= 1\n    else:\n        return 1\n", "While"),
    ],
)
def test_what_cannot_be_translated_runs_in_plain_python(text: str, why: str) -> None:
    function = written(text)
    with pytest.raises(WrongCode, match=why):
        function.dispatcher(np.array([7], dtype=np.uint64))


def test_octal_values_do_not_import_sympy() -> None:
    """Importing it takes longer than small studies."""
    program = (
        "import sys\nfrom mexplore.rules.engine.grundy import grundy_values\n"
        "from mexplore.rules.notation import parse_rule\n"
        "print(len(grundy_values(parse_rule('0.354'), 40_000)), 'sympy' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["40000", "False"]
