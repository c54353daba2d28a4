"""The emitted inner loop of sparse spaces, lane by lane, against plain Python with sets."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.rules.families.take_and_break.sparse.emitted import SIZES
from mexplore.rules.families.take_and_break.sparse.planted import BACK, LONG, SHIFT, Planted
from mexplore.rules.families.take_and_break.sparse.shape import Given, Shape

WIDE = [Shape(16, 1), Shape(32, 1), Shape(64, 1), Shape(64, 2), Shape(64, 4), Shape(64, 8)]
WIDE += [Shape(64, 2, beyond=1), Shape(64, 4, beyond=2), Shape(64, 4, beyond=3)]
OTHERS = [Shape(64, 16), Shape(64, 8, beyond=5), Shape(64, 16, beyond=14)]


def by_sets(case: Planted, stop: int) -> tuple[int, list[int], list[set[int]]]:
    """How far the columns go, their indices, and their sets X(s)."""
    held = [min(case.members(case.window.words, t)) for t in range(BACK)]
    pairs = [case.members(case.window.pairs, t) for t in range(BACK)]
    for t in range(BACK - 9 if case.shape.beyond else BACK, BACK):
        pairs[t] = {held[t - r] ^ g for r, g in case.rare}
    for t in range(BACK, stop):
        pairs.append({held[t - r] ^ g for r, g in case.rare})
        gone = {x for j in case.splits for x in pairs[t - j]} | {held[t - j] for j in case.takes}
        free = [x for x in range(case.shape.indices) if x not in gone]
        if not free:
            return t, held, pairs
        held.append(free[0])
    return stop, held, pairs


def cases(shape: Shape, written_out: bool) -> list[Planted]:
    count = 2 if written_out else 6
    return [Planted(shape, seed, written_out=written_out) for seed in range(count)]


@pytest.mark.parametrize("written_out", [False, True])
@pytest.mark.parametrize(
    "shape", [*WIDE, *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS)], ids=str
)
def test_words_found_and_values_left_open_are_those_by_sets(
    shape: Shape, written_out: bool
) -> None:
    if written_out and shape.planes > 1:
        pytest.skip("nothing is written out where there are several planes")
    ended = by_themselves = 0
    for case in cases(shape, written_out):
        stop = BACK + LONG
        end, held, pairs = by_sets(case, stop)
        assert case.call(0, BACK, stop) == end
        ended += end < stop
        assert case.window.indices[:end].tolist() == held[:end]
        for t in range(end):
            assert case.members(case.window.words, t) == {held[t]}
            assert case.members(case.window.pairs, t) == case.summed(pairs[t])
        by_themselves += len(set(held[BACK:end]) - case.summed(set(held)))
        if end > BACK:
            hold_open(case, end)
            hold_values(case, held, end)
    if shape.width == 16 and not written_out:
        assert ended > 0
    assert by_themselves > 0 or not shape.beyond


def hold_open(case: Planted, end: int, first: int = BACK, room: int = 4096) -> None:
    """What ``check`` leaves open at columns first..end-1, and the proofs that it writes."""
    expected, proofs = case.open_by_sets(first, end)
    found = case.open_by_code(first, end, room)
    assert sorted(found) == sorted(expected)
    assert [n for n, _ in found] == sorted(n for n, _ in found)
    assert [case.members(case.window.proofs, t) for t in range(end)] == proofs


@pytest.mark.parametrize("shape", WIDE, ids=str)
def test_every_index_that_is_left_open_is_seen(shape: Shape) -> None:
    """In every lane, the top bit of words too, with room for none and for many."""
    chance = random.Random(shape.indices)
    for seed in range(4):
        case = Planted(shape, seed)
        case.fill_proofs(chance)
        first = chance.randrange(310, BACK - 1)
        hold_open(case, chance.randint(first + 1, BACK), first, chance.choice((0, 1, 100, 4096)))


def hold_values(case: Planted, held: list[int], end: int) -> None:
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
    from mexplore.rules.families.take_and_break.sparse.emitted import Emitter

    for shape in (Shape(16, 1, 3, 2, 1), Shape(64, 4)):
        text = Emitter(shape).text()
        made = {line.split(" = ")[0].strip() for line in text.splitlines() if " = load i64" in line}
        given = ['%".1"', *made]
        for line in text.splitlines():
            if "inttoptr" in line:
                assert line.split("inttoptr i64 ")[1].split(" to ")[0] in given
            assert "inbounds" not in line and "undef" not in line and "poison" not in line
