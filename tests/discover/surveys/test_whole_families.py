"""Whole families, held against an independent brute force: minutes of work."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.family import Choice
from mexplore.discover.surveys.plan import Plan
from mexplore.discover.surveys.pool import LocalPool
from mexplore.discover.surveys.query import summary_of
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.record import Row
from mexplore.discover.surveys.sweep import sweep
from mexplore.rules.engine.compiled import compiled

pytestmark = pytest.mark.slow
TERMS = 4096

Array = npt.NDArray[np.uint8]


def rows_of(path: Path, text: str, limits: Limits) -> tuple[Row, ...]:
    with Atlas.create(path) as atlas:
        return sweep(Plan.of(read_family(text, {}), Choice()), atlas, LocalPool(2), limits).rows


def digits_of(code: str) -> Array:
    before, after = code.split(".")
    return np.array([int(before), *map(int, after)], dtype=np.uint8)


@compiled
def _fill(digits, excluded, values, stop):  # type: ignore[no-untyped-def]
    """G(0), ..., G(stop - 1) of the octal code d0.d1..., by the definition: bit i of d_j leaves i
    nonempty heaps. As plain as can be, and only compiled to be done in time."""
    # excluded[v] == n + 1: an option of n has the value v
    for n in range(stop):
        for j in range(min(n, len(digits) - 1) + 1):
            mask, rest = digits[j], n - j
            if mask & 1 and rest == 0:
                excluded[0] = n + 1
            if mask & 2 and rest > 0:
                excluded[values[rest]] = n + 1
            if mask & 4:
                for a in range(1, rest // 2 + 1):
                    excluded[values[a] ^ values[rest - a]] = n + 1
        value = 0
        while excluded[value] == n + 1:
            value += 1
        values[n] = value


def octal_values(digits: Array, stop: int) -> Array:
    values = np.zeros(stop, dtype=np.uint8)
    _fill(digits, np.zeros(256, dtype=np.int64), values, stop)
    return values


def provable(digits: Array, values: Array) -> tuple[int, int] | None:
    """The least preperiod and period that Guy and Smith's theorem proves from these values: with
    k the largest number of tokens removed and t heaps at most, equality is needed for
    n0 <= n < t n0 + (t - 1) p + k, n0 >= 1."""
    k, t = int(np.flatnonzero(digits)[-1]) if digits.any() else 0, 2 if (digits & 4).any() else 1
    for p in range(1, len(values) // 2):
        unequal = np.flatnonzero(values[:-p] != values[p:])
        n0 = int(unequal[-1]) + 1 if len(unequal) else 0
        if t * max(n0, 1) + t * p + k <= len(values):
            return n0, p
    return None


def test_the_octal_games_of_three_digits(tmp_path: Path) -> None:
    rows = rows_of(tmp_path / "a", "octal(3)", Limits(30.0, TERMS))
    assert len(rows) == 1024
    proved = 0
    for row in rows:
        record, digits = row.record, digits_of(row.rule)
        values = octal_values(digits, TERMS)
        own = provable(digits, values)
        other = digits_of(record.representative or row.rule)
        through = provable(other, octal_values(other, TERMS))
        found = (record.preperiod, record.period) if record.proved else None
        assert list(record.head) == values[:64].tolist()
        if not digits.any():
            assert found == (0, 1)
            continue
        assert (found is not None) == (own is not None or through is not None), row.rule
        if own is not None:
            assert found == own, row.rule
            assert record.saltus == 0
        elif found is not None and through is not None:
            n0, p = found
            assert n0 is not None and p is not None
            assert p == through[1] and n0 >= through[0]
            assert (values[n0:-p] == values[n0 + p :]).all()
            assert n0 == 0 or values[n0 - 1] != values[n0 - 1 + p]
        proved += record.proved
    assert proved > 600


def test_the_subtraction_sets_up_to_22(tmp_path: Path) -> None:
    rows = rows_of(tmp_path / "a", "subtract(max=22, size<=4)", Limits(30.0, TERMS))
    assert len(rows) == 9108
    assert all(row.record.proved for row in rows)
    longest = next(b for b in summary_of(rows).records if b.what == "longest period")
    assert longest.number == 406
    for row in [longest.row, *Random(1).sample(rows, 600)]:
        assert (row.record.preperiod, row.record.period) == cycle(row.parameters["S"]), row.rule


def cycle(S: list[int]) -> tuple[int, int]:
    """The least preperiod and period of a subtraction set: the first window of max S values that
    comes again, then the preperiod as far down as it goes."""
    values: list[int] = []
    seen: dict[tuple[int, ...], int] = {}
    while True:
        n = len(values)
        window = tuple(values[-max(S) :])
        if n >= max(S) and window in seen:
            p = n - seen[window]
            break
        if n >= max(S):
            seen[window] = n
        options = {values[n - s] for s in S if s <= n}
        values.append(min(set(range(len(S) + 1)) - options))
    n0 = len(values) - p
    while n0 and values[n0 - 1] == values[n0 - 1 + p]:
        n0 -= 1
    return n0, p


def test_the_divisions_up_to_12(tmp_path: Path) -> None:
    rows = rows_of(tmp_path / "a", "divide(max=12, size<=3)", Limits(60.0, runs_upto=10**120))
    by_size = {size: [r for r in rows if r.parameters["size"] == size] for size in (1, 2, 3)}
    assert [len(found) for found in by_size.values()] == [11, 55, 165]
    assert [sum(r.record.proved for r in found) for found in by_size.values()] == [11, 55, 163]
    for row in rows:
        ratio, start = row.record.ratio, row.record.start
        values: list[int] = []
        for n in range(3000):
            options = {values[n // d] for d in row.parameters["D"]} if n else set()
            values.append(min({0, 1, 2, 3} - options))
        assert list(row.record.head) == values[:64]
        if ratio is not None and start is not None:
            assert all(values[n] == values[n // ratio] for n in range(start, 3000)), row.rule
