"""Values of subtraction sets with many members, a few heaps at a time."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.subtraction import kernels
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

STOP = 700


def drawn(seed: int) -> str:
    """Named sets with some numbers beside them, or many numbers."""
    rng = random.Random(seed)
    if seed % 2:
        some = ", ".join(map(str, sorted(rng.sample(range(1, 90), 9))))
        return f"subtract({some}, {rng.choice(('squares', 'triangular', 'cubes', 'fibonacci'))})"
    least = rng.randrange(1, 4)
    among = range(least, least + (300 if seed % 4 else 500))  # of 300 some values are large
    return f"subtract({', '.join(map(str, sorted(rng.sample(among, 300))))})"


@pytest.mark.parametrize("seed", range(8))
def test_values_of_rows_are_those_of_the_definition(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the beginning, and where others have computed the first values, in any blocks; a value
    that does not fit is told."""
    rng, rule = random.Random(seed), parse_rule(drawn(seed))
    monkeypatch.setattr(kernels, "MANY_MEMBERS", rng.choice((0, 3, 40)))
    monkeypatch.setattr(kernels, "ROWS", rng.choice((1, 7, 64, 1000)))
    right = np.array(grundy_by_definition(rule, STOP))
    assert grundy_values(rule, STOP).tolist() == right.tolist()
    for known in (0, 1, 200, 650):
        kernel, values = rule.kernel(), right.astype(np.uint16)
        assert type(kernel) is kernels.SparseKernel
        values[known:] = 0
        for start in range(known, STOP, 97):
            stop = min(start + 97, STOP)
            assert kernel.fill(values, start, stop) == stop
        assert values.tolist() == right.tolist()
    narrow = np.minimum(right, 255).astype(np.uint8)
    first = next((n for n, value in enumerate(right) if value > 255), STOP)
    kernel = rule.kernel()
    assert kernel is not None
    assert kernel.fill(narrow, 0, STOP) == first
    assert narrow[:first].tolist() == right[:first].tolist()
