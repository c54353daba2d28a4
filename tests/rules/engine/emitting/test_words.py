"""Vectors of words: bits exchanged and united, against plain Python."""

from __future__ import annotations

import random
from ctypes import addressof, c_uint64
from functools import partial

import pytest
from llvmlite import ir

from mexplore.rules.engine.emitting import words
from mexplore.rules.engine.emitting.assembled import SIGNATURE, assembled
from mexplore.rules.engine.emitting.loops import base, fetch, put


def by_hand(word: int, g: int, width: int) -> int:
    """Bit b moved to bit b xor g."""
    return sum(1 << (b ^ g) for b in range(width) if word >> b & 1)


@pytest.mark.parametrize("affine", [False, True])
@pytest.mark.parametrize("width", [16, 32, 64])
def test_united_words_are_exchanged_each_by_its_number(
    width: int, affine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if affine and not words.has_affine():
        pytest.skip("this processor has no affine instruction")
    monkeypatch.setattr(words, "has_affine", lambda: affine)
    chance = random.Random(width)
    lanes = 512 // width
    for count in (0, 1, 2, 5, 20):
        groups = [chance.randrange(width) for _ in range(count)]
        rows = [[chance.getrandbits(width) for _ in range(lanes)] for _ in groups]

        def text(groups: list[int] = groups) -> str:
            module = ir.Module()
            function = ir.Function(module, SIGNATURE, "united")
            builder = ir.IRBuilder(function.append_basic_block())
            given = base(builder, function.args[0])
            kind = ir.VectorType(ir.IntType(width), lanes)
            made = [(g, (64 * i,)) for i, g in enumerate(groups)]
            row = partial(fetch, builder, given, kind)
            put(builder, words.united(builder, made, row, kind), given, 64 * len(groups))
            builder.ret(function.args[1])
            return str(module)

        code = assembled(("united",), text, "", None)
        table = (c_uint64 * (8 * (count + 1)))()
        for i, row in enumerate(rows):
            whole = sum(word << width * lane for lane, word in enumerate(row))
            for k in range(8):
                table[8 * i + k] = whole >> 64 * k & (1 << 64) - 1
        code.call(0, addressof(table), 0, 0)
        found = sum(table[8 * count + k] << 64 * k for k in range(8))
        for lane in range(lanes):
            expected = 0
            for g, row in zip(groups, rows, strict=True):
                expected |= by_hand(row[lane], g, width)
            assert found >> width * lane & (1 << width) - 1 == expected
