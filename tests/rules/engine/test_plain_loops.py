"""Loops that run as they stand, in plain Python, give the same values as the definition."""

from __future__ import annotations

import numpy as np
import pytest

from mexplore.rules.engine import compiled
from mexplore.rules.engine.bits import trailing_zeros
from mexplore.rules.engine.compiled import Compiled, in_python, is_little
from mexplore.rules.engine.compiling import plainly
from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

RULES = [
    "0.77", "0.07", "4.007", "0.3[03]", "0.6!", "0.7=6", "subtract(2, 5, 7)", "subtract(1..70)",
    "subtract(squares)", "subtract(primes)", "subtract(all but 2, 5)", "subtract(1) or divide(2)",
    "remove(1 .. n//2)", "leave(n//3 .. n//2)", "n -> [n - 1, n//2, (n//3, n//3)]",
    "n -> [m for m in range(n) if gcd(m, n) == 1]", "n -> [m for m in range(n) if is_square(n-m)]",
]  # fmt: skip


@pytest.fixture
def _all_is_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were little to do; a loop that is compiled nevertheless fails."""
    monkeypatch.setattr(compiled, "is_little", lambda steps: True)
    monkeypatch.setattr("mexplore.rules.families.subtraction.kernels.is_little", lambda steps: True)
    monkeypatch.setattr(Compiled, "dispatcher", property(_refuse))


def _refuse(loop: Compiled) -> None:
    raise AssertionError(f"{loop.py_func.__name__} was compiled")


@pytest.mark.usefixtures("_all_is_little")
@pytest.mark.parametrize("text", RULES)
def test_plain_loops_equal_the_definition(text: str) -> None:
    rule = parse_rule(text)
    computation = Computation(rule)
    computation.extend(41)  # in two parts: tables are built anew, or go on
    assert computation.extend(160).tolist() == grundy_by_definition(rule, 160)


@pytest.mark.usefixtures("_all_is_little")
def test_plain_loops_say_when_a_value_is_too_wide() -> None:
    every_heap = parse_rule("n -> [m for m in range(n) if m != n]")
    assert grundy_values(every_heap, 300).tolist() == list(range(300))
    assert grundy_values(parse_rule("0.[3]"), 300).tolist() == list(range(300))


def test_loops_are_compiled_where_much_is_to_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compiled, "dispatcher", property(_refuse))
    with pytest.raises(AssertionError, match="was compiled"):
        grundy_values(parse_rule("0.77"), 5000)


def test_little_work_many_times_is_not_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values that are asked for in short blocks are compiled in the end."""
    monkeypatch.setattr(compiled, "_STEPS_IN_PYTHON", [0.0])
    monkeypatch.setattr(Compiled, "dispatcher", property(_refuse))
    computation, asked = Computation(parse_rule("subtract(1, 3) or divide(3)")), 0
    with pytest.raises(AssertionError, match="was compiled"):
        for asked in range(100, 200_000, 100):
            computation.extend(asked)
    assert 10_000 < asked < 150_000
    assert compiled._STEPS_IN_PYTHON[0] <= compiled.LITTLE


def test_where_machine_code_is_wanted_nothing_is_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the rehearsal of a kernel would compare plain Python with itself."""
    monkeypatch.setattr(compiled, "_STEPS_IN_PYTHON", [0.0])
    assert is_little(1)
    with plainly(False):
        assert not is_little(1)


def test_what_a_plain_loop_calls_is_plain_as_well() -> None:
    @compiled.compiled
    def inner(values):  # type: ignore[no-untyped-def]
        assert isinstance(values, list)
        values[1] += 1

    @compiled.compiled
    def outer(values, n):  # type: ignore[no-untyped-def]
        inner(values)
        return n, np.iinfo(values.dtype).max

    terms = np.zeros(3, dtype=np.uint8)
    assert in_python(outer, terms, 7) == (7, 255)
    assert terms.tolist() == [0, 1, 0]


def test_options_are_marked_in_plain_python_as_in_compiled_code() -> None:
    from mexplore.rules.engine.expressions import loops, machine

    values = [0, 1, 2, 1, 4]
    for n in range(6):
        for i in range(-3, 8):
            for pair in ((i,), *((i, j) for j in range(-3, 8))):
                both = []
                for at, mark in (("_mark", loops), ("mark", machine)):
                    stamps = np.zeros(8, dtype=np.int64)
                    name = f"{at}_{len(pair)}"
                    function = getattr(mark, name)
                    if max(pair) < n <= len(values) or not 0 <= max(pair) < n:
                        refused = getattr(function, "py_func", function)(values, stamps, n, *pair)
                        both.append((bool(refused), stamps.tolist()))
                assert len(both) in (0, 2) and both[1:] == both[:1], (n, pair)


def test_trailing_zeros_are_the_same_in_compiled_code() -> None:
    @compiled.compiled
    def counted(words, counts):  # type: ignore[no-untyped-def]
        for i in range(len(words)):
            counts[i] = trailing_zeros(words[i])

    words = np.array([1, 40, 1 << 63, 3 << 31, 2**64 - 1], dtype=np.uint64)
    counts = np.zeros(5, dtype=np.int64)
    counted(words, counts)
    assert counts.tolist() == [0, 3, 63, 31, 0] == [trailing_zeros(word) for word in words]


def test_long_loops_at_one_heap_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few values may be much work: plain Python takes it up to a number of turns only."""
    monkeypatch.setattr(Compiled, "dispatcher", property(_refuse))
    with pytest.raises(AssertionError, match="was compiled"):
        grundy_values(parse_rule("n -> [n - k for k in range(1, 10**6) if k != n // 2]"), 70)
