"""The words of the last heaps in registers, held against the words themselves, lane by lane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from llvmlite import ir

from mexplore.discover.windows.streaming.emitted import Past
from mexplore.discover.windows.streaming.plan import EIGHT, LANES, Plan
from mexplore.discover.windows.streaming.stream import _aligned
from mexplore.rules.engine.emitting.assembled import SIGNATURE, assembled
from mexplore.rules.engine.emitting.loops import I64, base
from mexplore.rules.engine.emitting.words import load, splat, store

WIDTH = 16
SIZE = WIDTH // 8


@dataclass(frozen=True)
class Asked:
    """What is looked up: before which block, how far back, for how many heaps."""

    block: int
    distance: int
    heaps: int


def _plan(block: int) -> Plan:
    """A plan of which only the blocks and the near rare positions count."""
    chunk = LANES // block * block
    near = tuple((d, 0) for d in range(block, chunk))
    return Plan(WIDTH, block, chunk, (1,), (), (), near, (), (), (), 0, (0, 0))


def _asked(plan: Plan) -> list[Asked]:
    asked = [Asked(k, d, plan.block) for k in range(plan.blocks) for d, _ in plan.near]
    firsts = range(0, plan.blocks, plan.together)
    return asked + [
        Asked(k, d, plan.together * plan.block) for k in firsts for d, _ in plan.near_several
    ]


def _text(plan: Plan, asked: list[Asked]) -> str:
    """Blocks that are read in place of values that are found; everything asked for is written."""
    module = ir.Module()
    function = ir.Function(module, SIGNATURE, "passed")
    builder = ir.IRBuilder(function.append_basic_block())
    words, carried, answers = (base(builder, it) for it in function.args)
    kind = ir.VectorType(ir.IntType(WIDTH), EIGHT)
    past = Past(builder, plan, carried, kind)
    for k in range(plan.blocks):
        for i, it in enumerate(asked):
            if it.block == k:
                look = past.back if it.heaps == plan.block else past.back_several
                store(builder, look(k, it.distance), answers, i * EIGHT * SIZE, SIZE)
        past.add(load(builder, words, kind, k * plan.block * SIZE, SIZE))
    past.leave(splat(kind, 0))
    builder.ret(ir.Constant(I64, 0))
    return str(module)


@pytest.mark.parametrize("block", range(1, EIGHT + 1))
def test_words_so_far_back_are_those_of_these_heaps(block: int) -> None:
    """For four chunks one after the other: each takes over what the one before has left."""
    plan = _plan(block)
    asked = _asked(plan)
    code = assembled(("passed",), lambda: _text(plan, asked), "", None)
    words = np.random.default_rng(block).integers(1, 1 << WIDTH, 8 * LANES, dtype=np.uint16)
    carried = _aligned(plan.carried, np.dtype(np.uint8))
    answers = np.zeros((len(asked), EIGHT), dtype=np.uint16)
    slots = carried.view(np.uint16).reshape(-1, LANES)[plan.vectors :]
    begin = 2 * LANES
    for k in range(plan.kept):
        low = begin - block * (plan.kept - k)
        slots[k, :EIGHT] = words[low : low + EIGHT]
        slots[plan.kept + k, :EIGHT] = words[low - EIGHT : low]
    for n in range(begin, begin + 4 * plan.chunk, plan.chunk):
        code.call(0, words.ctypes.data + n * SIZE, carried.ctypes.data, answers.ctypes.data)
        for it, found in zip(asked, answers, strict=True):
            low = n + it.block * block - it.distance
            assert found[: it.heaps].tolist() == words[low : low + it.heaps].tolist(), it


def test_words_are_looked_up_for_several_blocks_where_they_fit() -> None:
    together = {block: _plan(block).together for block in range(1, EIGHT + 1)}
    assert together == {1: 8, 2: 4, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1, 8: 1}
    assert [d for d, _ in _plan(2).near_one] == list(range(2, 10))
    assert _plan(6).near_several == ()
