"""The emitted inner loop of sparse spaces, lane by lane, against plain Python with sets."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rules.families.take_and_break.sparse import engine as inner
from rules.families.take_and_break.sparse.emitted import SIZES
from rules.families.take_and_break.sparse.shape import CHUNK, Given, Shape

BACK, SHIFT, LONG = 400, 1001, 75
WIDE = [Shape(16, 1), Shape(32, 1), Shape(64, 1), Shape(64, 2), Shape(64, 4), Shape(64, 8)]
OTHERS = [Shape(64, 16)]


class Case:
    """A game that need not exist: rare heaps, witnesses, moves, and a window of random words."""

    def __init__(self, shape: Shape, seed: int, *, written_out: bool = False) -> None:
        chance = random.Random(seed)
        most = shape.indices
        top = chance.choice((most, most, max(2, most // 4)))
        heaps = chance.sample(range(1, 300), chance.randint(0, 12))
        heaps += chance.sample(range(1, 32), chance.randint(0, 5))
        self.rare = sorted({r: chance.randrange(top) for r in heaps}.items())
        self.witnesses = sorted(
            (a, chance.randrange(top)) for a in chance.sample(range(1, 300), chance.randint(1, 9))
        )
        self.splits = sorted(chance.sample(range(9), chance.randint(1, 3)))
        self.takes = sorted(chance.sample(range(1, 9), chance.randint(0, 3)))
        far = [pair for pair in self.rare if pair[0] >= CHUNK]
        near = [pair for pair in self.rare if pair[0] < CHUNK]
        plan, check = inner.schedule(far, shape), inner.schedule(self.witnesses, shape)
        if written_out:
            rows = inner.grouped(far), inner.grouped(self.witnesses)
            shape = replace(shape, rows=rows)
        commons = np.sort(np.array([chance.sample(range(9000), most) for _ in range(2)]))
        rares = np.sort(np.array([chance.sample(range(9000), most) for _ in range(2)]))
        self.space = inner.bitsets(commons, rares, shape)
        tables = inner.near_tables(near, self.splits, self.takes, shape, exactly=written_out)
        window = inner.empty_window(tables.shape, BACK + LONG + 8 * CHUNK)
        self.size, self.top = shape.width, most
        for t in range(BACK):
            index = chance.randrange(top)
            window.words[index // shape.width, t] = 1 << index % shape.width
            window.indices[t] = index
            for rows_ in (window.pairs, window.proofs):
                for w in range(shape.planes):
                    rows_[w, t] = chance.getrandbits(shape.width) & chance.getrandbits(shape.width)
        self.rows = inner.Rows(tables, plan, check, self.space, window, SHIFT, BACK)
        self.rows._given[Given.shift] = SHIFT
        self.window, self.shape = window, tables.shape

    def call(self, which: int, first: int, stop: int) -> int:
        return int(self.rows._code.functions[which](self.rows._given.ctypes.data, first, stop))

    def members(self, rows: Any, t: int) -> set[int]:
        """The indices in the words of column t."""
        words = rows[:, t].tolist()
        return {
            w * self.size + b
            for w, word in enumerate(words)
            for b in range(self.size)
            if word >> b & 1
        }


def by_sets(case: Case, stop: int) -> tuple[int, list[int], list[set[int]]]:
    """How far the columns go, their indices, and their sets X(s)."""
    held = [min(case.members(case.window.words, t)) for t in range(BACK)]
    pairs = [case.members(case.window.pairs, t) for t in range(BACK)]
    for t in range(BACK, stop):
        pairs.append({held[t - r] ^ g for r, g in case.rare})
        gone = {x for j in case.splits for x in pairs[t - j]} | {held[t - j] for j in case.takes}
        free = [x for x in range(case.top) if x not in gone]
        if not free:
            return t, held, pairs
        held.append(free[0])
    return stop, held, pairs


def cases(shape: Shape, written_out: bool) -> list[Case]:
    count = 2 if written_out else 6
    return [Case(shape, seed, written_out=written_out) for seed in range(count)]


@pytest.mark.parametrize("written_out", [False, True])
@pytest.mark.parametrize(
    "shape", [*WIDE, *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)], ids=str
)
def test_words_found_and_values_left_open_are_those_by_sets(
    shape: Shape, written_out: bool
) -> None:
    if written_out and shape.planes > 1:
        pytest.skip("nothing is written out where there are several planes")
    ended = 0
    for case in cases(shape, written_out):
        stop = BACK + LONG
        end, held, pairs = by_sets(case, stop)
        assert case.call(0, BACK, stop) == end
        ended += end < stop
        assert case.window.indices[:end].tolist() == held[:end]
        for t in range(end):
            assert case.members(case.window.words, t) == {held[t]}
            assert case.members(case.window.pairs, t) == pairs[t]
        if end > BACK:
            hold_open(case, held, end)
            hold_values(case, held, end)
    if shape.width == 16 and not written_out:
        assert ended > 0


def hold_open(case: Case, held: list[int], end: int) -> None:
    """What ``check`` leaves open at columns BACK..end-1, and the proofs that it writes."""
    proofs = [case.members(case.window.proofs, t) for t in range(BACK)]
    expected = []
    for t in range(BACK, end):
        proofs.append({held[t - a] ^ g for a, g in case.witnesses})
        parity = (t + SHIFT) & 1
        proved = {x for j in case.splits for x in proofs[t - j]}
        value, rares = case.space.commons[parity, held[t]], case.space.rares[parity].tolist()
        expected += [(t + SHIFT, v) for x, v in enumerate(rares) if v < value and x not in proved]
    at, found = BACK, []
    while at < end:
        at = case.call(1, at, end)
        count = int(case.rows._given[Given.count])
        found += [tuple(row) for row in case.rows._pending[:count].tolist()]
    assert sorted(found) == sorted(expected)
    assert [n for n, _ in found] == sorted(n for n, _ in found)
    assert [case.members(case.window.proofs, t) for t in range(end)] == proofs


def hold_values(case: Case, held: list[int], end: int) -> None:
    """The values that ``write`` writes, into arrays of all sizes, and nothing beside them."""
    n = np.arange(BACK, end)
    right = case.space.commons[(n + SHIFT) & 1, held[BACK:end]]
    for i, size in enumerate(SIZES):
        values = np.full(SHIFT + end + 9, 77, dtype=f"u{size}")
        case.rows._given[Given.values] = values.ctypes.data
        assert case.call(2 + i, BACK, end) == max(held[BACK:end])
        assert (values[SHIFT + BACK : SHIFT + end] == right.astype(values.dtype)).all()
        assert (values[: SHIFT + BACK] == 77).all() and (values[SHIFT + end :] == 77).all()


def test_the_code_of_a_shape_is_small_and_has_no_address_made_of_a_sum() -> None:
    from rules.families.take_and_break.sparse.emitted import Emitter

    for shape in (Shape(16, 1, 3, 2, 1), Shape(64, 4)):
        text = Emitter(shape).text()
        made = {line.split(" = ")[0].strip() for line in text.splitlines() if " = load i64" in line}
        given = ['%".1"', *made]
        for line in text.splitlines():
            if "inttoptr" in line:
                assert line.split("inttoptr i64 ")[1].split(" to ")[0] in given
            assert "inbounds" not in line and "undef" not in line and "poison" not in line
