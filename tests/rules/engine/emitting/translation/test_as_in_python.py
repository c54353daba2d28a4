"""Where machine code could differ silently from plain Python it does not, or there is none."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from machine_code import by_machine, by_python, machine_code, of_text
from random_functions import CALLED, CONSTANTS, SHORT, RandomFunction, arguments

from mexplore.rules.engine.compiled import Compiled, compiled
from mexplore.rules.engine.emitting.translation.numbers import Untranslatable

COUNTED = "def g(b):\n    b[0] += 1\n    return b[0]\n"
HIGH = np.array([2**63 + 5, 4], dtype=np.uint64)
KNOWN: dict[str, Any] = {"x": 1000, "OFF": False, "_": 1000, "t": iter([1]).__next__}


@pytest.mark.parametrize(
    "body",
    [
        "return n >> m, n >> 63, np.int64(n) << m, a[1] >> np.uint64(m), a[1] << np.uint64(m)",
        "while OFF:\n        n += 1\n    return n",
        "while 0:\n        n = b[0]\n    return n",
        "b[b[0]] += g(b)",
        "b[g(b)] += 10",
        "b[0], b[b[0]] = b[1], 7",
        "n, m = m, n\n    return n, m",
        "for k in b:\n        b[2] = 9\n        b[3] += k",
        "return trailing_zeros(b[1]) - 5",
        "return 1 if n and m or b[0] else 2",
        "return not (n and m)",
        "k = 7\n    for k in range(m % 2):\n        k += 5\n    return k",
        "for k in range(a[1]):\n        m += b[k] + (k > 2)\n    return m",
        "return 0 < n <= m, -9 <= n < m < 70, 3 > b[1] != m, b[0] < b[1] < b[2] < b[3]",
        "return abs(n), abs(m - 7), abs(-3), abs(a[0]), abs(np.int64(n))",
        "return (m + 3) // -4, n // -3, n % -3, m % -8, n // -1",
        "return rounded_root(m), rounded_root(m * 1000000000000000 + 8)",
        "return (5, -7, 1152921504606846976)[m % 3], (1,)[n + 5]",
        "for k in b[m:]:\n        n += k\n    for k in b[:m]:\n        n -= 2 * k\n    return n",
        "c = b[1:][:2]\n    c[1] = 7\n    return len(c), len(b[5:]), len(b[3:1]), len(b[m:2])",
        "for k in range(3):\n        c = b[k:]\n        c[k % len(c)] += c[0]",
        "if n:\n        pair = n, b\n        pair[1][0] = 5\n        return pair[0]\n    return 2",
    ],
)
@pytest.mark.parametrize("m", [0, 3, 63, 64, 100])
def test_it_is_as_in_python(body: str, m: int) -> None:
    function = of_text(f"def f(n, m, a, b):\n    {body}\n", COUNTED, **KNOWN)
    args = -5, m, HIGH, np.array([0, 1, 2, 3, 4])
    assert by_machine(function, *args) == by_python(function, *args)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return n and 5", "only the truth"),
        ("k = n or 7\n    return k", "only the truth"),
        ("return (n < 9) + (n < 10)", "two truth values"),
        ("k = 0\n    k = n < 9\n    return k", "cast"),
        ("return (n < 9) if n else 0", "cast"),
        ("return max(n < 9, n)", "cast"),
        ("return -a[0] + n", "cast"),
        (f"return n // {2**64 + 1}", "division"),
        (f"return n % {2**63 + 5}", "division"),
        ("for k in range(a[0]):\n        n += b[k - 3]", "without a sign"),
        ("for k in range(a[0]):\n        n += b[-k]", "without a sign"),
        ("for k in range(a[0]):\n        n += b[~k]", "~ of"),
        ("for k in range(a[0]):\n        b[k] = g(k)", "without a sign"),
        ("for k in range(a[0]):\n        return k", "int in a variable"),
        ("k = a[0]\n    for k in range(a[0]):\n        n += 1", "int in a variable"),
        ("k = a[0]\n    k = 5\n    return k - 7 < 0", "int in a variable"),
        ("return (a[0] if n else 3) - 7 < 0", "without a sign"),
        ("return min(a[0], 3) - 7 < 0", "without a sign"),
        ("return int(a[0])", "int of a uint64"),
        ("for k in range(n):\n        n += x if k else 0\n        x = k", "x has no value"),
        ("_ = n\n    return _", "_ has no value"),
        ("return n,", "less than two"),
        ("return min((3, n))", "extreme of one"),
        ("b[n > 0] = 9", "truth value as an index"),
        ("return b[True]", "truth value as an index"),
        ("k = +b\n    k[0] = 5", "no number"),
        ("for k in range(0, n, 1, 2):\n        n += 1", "range of 4"),
        ("return n + t()", "a call of"),
        ("return g()", "0 arguments for 1"),
        ("return (n, 2)[5]", "IndexError"),
        ("return (n, 2)[n]", "no known numbers"),
        ("return (True, False)[n]", "no known numbers"),
        ("return 0 < g(b) < 5", "several comparisons"),
        ("return abs(n > 5)", "abs of a truth value"),
        ("return len(b[::2])", "slice in steps"),
        ("return len(b[-2:])", "index from the end"),
        ("if n:\n        c = b[1:]\n    return c[0]", "c has no value"),
        ("for k in range(3):\n        n += c[0] if k else 0\n        c = b[1:]", "c has no value"),
        ("c = b[1:]\n    c = b[2:]\n    return c[0]", "array or a tuple that changes"),
        ("b[1:] = 0", "Slice"),
        ("return n + 1 // 0", "ZeroDivisionError"),
        ("return np.nothing + n", "AttributeError"),
    ],
)
def test_there_is_no_machine_code(body: str, why: str) -> None:
    function = of_text(f"def f(n, a, b):\n    {body}\n", COUNTED, **KNOWN)
    with pytest.raises(Untranslatable, match=rf"{why}.*line \d"):
        by_machine(function, 3, HIGH, np.arange(9))


@pytest.mark.parametrize(
    "text",
    [
        "def f(n, *, k=3):\n    return n + k\n",
        "def f(n, /):\n    return n\n",
        "def f(*n):\n    return n\n",
        "def f(n, k=3):\n    return n + k\n",
        "def f(n):\n    return f(n - 1) if n else 0\n",
    ],
)
def test_functions_of_another_kind_have_none(text: str) -> None:
    with pytest.raises(Untranslatable):
        by_machine(of_text(text), 3)


def test_functions_that_call_themselves_have_none() -> None:
    function = of_text("def f(n):\n    return g(n)\n", "def g(n):\n    return g(n - 1)\n")
    with pytest.raises(Untranslatable, match="calls itself"):
        by_machine(function, 3)


KEPT = 1000


def _adding(KEPT: int) -> Compiled:
    @compiled
    def added(n):  # type: ignore[no-untyped-def]
        return n + KEPT

    return added


def test_names_of_a_surrounding_function_are_not_those_of_the_module() -> None:
    assert _adding(5).py_func(2) == 7
    with pytest.raises(Untranslatable, match="KEPT has no value"):
        by_machine(_adding(5), 2)


def _checked(pick: random.Random, edges: float) -> None:
    """One random function, on random arguments."""
    text = RandomFunction(pick, edges).text()
    function = of_text(text, *CALLED, **CONSTANTS, FLAG=pick.choice([True, False]))
    kinds = pick.choice(SHORT), pick.choice(SHORT)
    try:
        code = machine_code(function, *arguments(pick, *kinds))
    except Untranslatable:
        return
    for _ in range(6):
        args = arguments(pick, *kinds)
        try:
            expected = by_python(function, *args)
        except Exception:  # of plain Python: it refuses the arguments
            continue
        assert code(*args) == expected, text


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_random_functions_are_as_in_python(seed: int) -> None:
    _checked(random.Random(seed), edges=0.003)


@pytest.mark.slow
@pytest.mark.parametrize("edges", [0.0, 0.003, 0.03])
def test_many_random_functions_are_as_in_python(edges: float) -> None:
    for seed in range(1000):
        _checked(random.Random(seed), edges)
