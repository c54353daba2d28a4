"""Interval arithmetic of compiled expressions: every intermediate value keeps its bounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import numbers, option_lists

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.engine.expressions import machine, options
from mexplore.rules.engine.expressions.numbers import LARGEST, MOST_STEPS, STOPPED, BoundedCode
from mexplore.rules.engine.expressions.options import (
    LONGEST_PAUSE,
    LoopSource,
    ends_source,
    options_source,
)
from mexplore.rules.errors import TooLarge


def checked(value: int, low: int, high: int) -> None:
    assert low <= value <= high
    assert abs(value) <= LARGEST


def run(source: LoopSource, *arguments: Any) -> tuple[int, int]:
    """The source run as plain Python, whose integers do not overflow."""
    names: dict[str, Any] = {"np": np, **vars(machine), "checked": checked}
    names |= {"most_steps": MOST_STEPS, "longest_pause": LONGEST_PAUSE}
    exec(source.text, names)
    return names["fill"](*arguments)  # type: ignore[no-any-return]


@pytest.fixture(autouse=True, scope="module")
def every_value_checked() -> Any:
    """Sources with a check after every variable that is kept."""
    keep = options.LoopWriter.keep

    def kept(self: options.LoopWriter, text: str, low: int, high: int) -> BoundedCode:
        code = keep(self, text, low, high)
        self.line(f"checked({code.text}, {low}, {high})")
        return code

    patch = pytest.MonkeyPatch()
    patch.setattr(options.LoopWriter, "keep", kept)
    yield
    patch.undo()


# Divisors, shifts and exponents of any sign: where there is no value, the loop has to stop.
DARING = st.builds(
    lambda sign, a, b, around: tree.Binary("-", around, tree.Binary(sign, a, b)),
    st.sampled_from(["//", "%", "<<", ">>", "**"]),
    numbers(("n",), 3),
    numbers(("n",), 3),
    numbers(("n",), 2),
)
SUMS = st.builds(
    lambda function, item, stop: tree.Call(
        function,
        (
            tree.Comprehension(
                item, (tree.Clause("k", tree.Call("range", (stop, tree.Number(9))), ()),)
            ),
        ),
    ),
    st.sampled_from(["sum", "len", "min", "max"]),
    numbers(("n", "k"), 3),
    st.integers(0, 8).map(tree.Number),
)


@settings(deadline=None, max_examples=300)
@given(st.one_of(numbers(("n",), 8), DARING, SUMS), st.floats(0, 1))
def test_numbers_up_to_the_limit(node: tree.Node, where: float) -> None:
    source = ends_source(node, node, "n")
    if source is None:
        return
    for start in (0, int(where * (source.limit - 5)), source.limit - 5):
        lows, highs = np.zeros((2, 5), dtype=np.int64)
        reached, why = run(source, lows, highs, start, start + 5)
        assert why == STOPPED or reached == start + 5
        for n in range(start, reached):
            assert lows[n - start] == highs[n - start] == evaluate(node, {"n": n})


@settings(deadline=None, max_examples=60)
@given(option_lists())
def test_lists(node: tree.Node) -> None:
    source = options_source(node, "n")
    if source is not None:
        values, stamps = np.zeros(30, dtype=np.uint8), np.zeros(256, dtype=np.int64)
        assert run(source, values, stamps, 0, 30) == (30, 0)


def test_a_wrong_bound_is_noticed() -> None:
    with pytest.raises(AssertionError):
        checked(5, 0, 4)


def test_a_value_beyond_the_limit_is_refused_by_the_writer() -> None:
    n = tree.Name("n")
    cube = tree.Binary("*", n, tree.Binary("*", n, n))
    source = ends_source(cube, cube, "n")
    assert source is not None
    assert (source.limit - 1) ** 3 <= LARGEST < (4 * source.limit) ** 3
    with pytest.raises(TooLarge):
        evaluate(tree.Binary("**", n, tree.Binary("**", n, n)), {"n": 99})
