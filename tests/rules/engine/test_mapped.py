"""Large arrays of values lie in a file: the same values, whatever grows, widens or is full."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mexplore.rules.engine import grundy, mapped
from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.engine.mapped import MappedValues
from mexplore.rules.engine.store import Store
from mexplore.rules.notation import parse_rule

pytestmark = pytest.mark.skipif(os.name == "nt", reason="values stay in memory there")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays are mapped from a few thousand values on, and released early."""
    monkeypatch.setattr(grundy, "MAPPED", 5000)
    monkeypatch.setattr(grundy, "MANY_VALUES", 2000)
    monkeypatch.setattr(mapped, "FIRST", 4096)
    monkeypatch.setattr(mapped, "LAST", 4096)


@pytest.mark.usefixtures("small")
def test_values_in_a_file_are_those_in_memory(tmp_path: Path) -> None:
    rule = parse_rule("0.354")
    store = Store(tmp_path)
    computation = Computation(rule, store=store)
    earlier = computation.extend(6000)
    assert computation._mapped is not None
    for stop in (7000, 20_000, 20_001, 30_000):
        computation.extend(stop)
    assert computation._mapped._released > 0
    assert [path.name for path in tmp_path.iterdir() if "sqlite" not in path.name] == []
    values = computation.values
    assert not values.flags.writeable
    del computation
    expected = np.array(grundy_values(rule, 30_000))
    np.testing.assert_array_equal(values, expected)
    np.testing.assert_array_equal(earlier, expected[:6000])


@pytest.mark.usefixtures("small")
def test_values_that_outgrow_their_type_are_copied_to_another_file() -> None:
    rule = parse_rule("subtract(1..20000)")
    computation = Computation(rule)
    assert computation.extend(12_000).tolist() == list(range(12_000))
    assert computation._mapped is not None
    assert computation._array.dtype == np.uint16


@pytest.mark.usefixtures("small")
def test_where_the_disk_is_full_values_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    rule = parse_rule("0.77")
    computation = Computation(rule)
    computation.extend(6000)
    assert computation._mapped is not None
    monkeypatch.setattr(mapped, "_reserve", full)
    computation.extend(9000)
    assert computation._mapped is None
    never = Computation(rule)
    never.extend(9000)
    assert never._mapped is None
    np.testing.assert_array_equal(computation.values, never.values)


@pytest.mark.usefixtures("small")
def test_what_is_released_can_still_be_read_and_written() -> None:
    size = 1 << 18
    kept = MappedValues(size, np.dtype("u2"))
    kept.array[:] = np.arange(size) % 65536
    kept.release(size)
    assert kept._released > 0
    kept.array[50_000] = 1
    again = kept.array
    kept.grow(size + 5)
    for array in (kept.array, again):
        assert array[[1, 50_000, 60_000, size - 1]].tolist() == [1, 1, 60_000, 65535]


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    MappedValues(10, np.dtype("u1"), tmp_path / "none")
    assert not (tmp_path / "none").exists()
