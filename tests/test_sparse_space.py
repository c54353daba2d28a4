"""The sparse-space engine against the plain formula, compiled, and that against the definition."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pytest

from discover.evidence import Evidence
from discover.patterns.sparse import SparseSpace as SparsePattern
from rules.families.take_and_break import TakeAndBreak
from rules.grundy import grundy_values
from rules.kernels.compiled import njit
from rules.kernels.kernel import Kernel
from rules.kernels.sparse import kernel as sparse
from rules.kernels.sparse.game import SplittingGame, splitting_game
from rules.rule import grundy_by_definition

if TYPE_CHECKING:
    from rules.rule import Values


@njit
def _plain(values, start, stop, moves):  # type: ignore[no-untyped-def]
    whole, takes, splits = moves
    seen = np.full(1 << 17, -1, dtype=np.int64)
    for n in range(start, stop):
        for j in whole:
            if j == n:
                seen[0] = n
        for j in takes:
            if n > j:
                seen[values[n - j]] = n
        for i in range(splits.shape[0]):
            s = n - splits[i, 0]
            for a in range(1, s // 2 + 1):
                if 2 * a != s or splits[i, 1]:
                    seen[values[a] ^ values[s - a]] = n
        value = 0
        while seen[value] == n:
            value += 1
        if value > np.int64(np.iinfo(values.dtype).max):
            return n
        values[n] = value
    return stop


class Plain(Kernel):
    """The formula of two heaps, word for word; the oracle of this file."""

    def __init__(self, game: SplittingGame) -> None:
        self._moves = np.array(game.whole, dtype=np.int64), game.take_table, game.split_table

    def fill(self, values: Values, start: int, stop: int) -> int:
        reached: int = _plain(values, start, stop, self._moves)
        return reached

    def steps(self, start: int, stop: int) -> float:
        return float(stop * (stop - start))


def game_of(code: str) -> SplittingGame | None:
    rule = TakeAndBreak.parse(code)
    assert rule is not None
    return splitting_game(rule)


def compute(kernel: Kernel, stop: int, block: int = 1 << 20, dtype: str = "u1") -> Values:
    """values[:stop] by calls of at most ``block`` heaps, widened where the kernel asks for it."""
    values: Values = np.zeros(stop, dtype=dtype)
    n = 0
    while n < stop:
        goal = min(stop, n + block)
        n = kernel.fill(values, n, goal)
        if n < goal:
            values = values.astype(f"u{2 * values.itemsize}")
    return values


def octal_games() -> Iterator[str]:
    for d0 in "04":
        for code in range(512):
            yield f"{d0}.{code:03o}"


def random_codes(count: int) -> list[str]:
    chance = random.Random(1956)
    texts: list[str] = []
    while len(texts) < count:
        digits = "".join(chance.choice("01234567") for _ in range(chance.randint(1, 6)))
        text = chance.choice("04") + "." + digits + chance.choice(["", "!"])
        texts += [text] if any(digit in text for digit in "4567") else []
    return texts


@pytest.mark.parametrize("code", ["0.77", "0.6", "4.331", "4!.0", "0.{1,2!}7", "0.0052"])
def test_the_plain_loop_equals_the_definition(code: str) -> None:
    rule, game = TakeAndBreak.parse(code), game_of(code)
    assert rule is not None
    assert game is not None
    assert compute(Plain(game), 150).tolist() == grundy_by_definition(rule, 150)


def assert_equal_to_plain(code: str, stop: int = 3000) -> None:
    game = game_of(code)
    if game is not None:
        plain = Plain(game)
        engine = sparse.SparseSpaceKernel(game, plain, handover=0)
        np.testing.assert_array_equal(compute(engine, stop), compute(plain, stop), code)


def test_engine_equals_the_plain_loop_on_all_octal_games_of_three_digits() -> None:
    for code in octal_games():
        assert_equal_to_plain(code)


def test_engine_equals_the_plain_loop_on_random_codes() -> None:
    for code in [
        *random_codes(50),
        "0.{1,2!}7",
        "4!.33",
        "0.00000000000004",
        "4.0000000000000000002",
    ]:
        assert_equal_to_plain(code)


def test_grundys_game_has_its_sparse_space() -> None:
    rule = TakeAndBreak.parse("4!.0")
    assert rule is not None
    evidence = Evidence(grundy_values(rule, 200_000))
    (claim,) = SparsePattern.detect(evidence)
    assert (claim.mask, claim.rare, claim.last) == (0xFE, 1273, 82860)
    assert claim.first_failure(evidence) is None
    rare = [n for n in range(1, 2000) if (int(evidence.values[n]) & 0xFE).bit_count() % 2 == 0]
    shorter = Evidence(evidence.values[:2000])
    assert SparsePattern(0xFE, len(rare), rare[-1]).first_failure(shorter) is None
    assert SparsePattern(0xFE, len(rare) - 1, rare[-2]).first_failure(shorter) == rare[-1]
    assert SparsePattern(0xFE, len(rare) + 1, rare[-1]).first_failure(shorter) == rare[-1]
