"""The sparse-space engine against the plain formula, compiled, and that against the definition."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.sparse import SparseSpace as SparsePattern
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse import kernel as sparse
from mexplore.rules.families.take_and_break.sparse import space as spaces
from mexplore.rules.families.take_and_break.sparse.engine import bitsets, shape_of
from mexplore.rules.families.take_and_break.sparse.exact import empty_search, excluded, space_tables
from mexplore.rules.families.take_and_break.sparse.game import SplittingGame, splitting_game
from mexplore.rules.families.take_and_break.sparse.mask import (
    Counts,
    SparseMask,
    sparsest_space,
    walsh_hadamard,
)
from mexplore.rules.families.take_and_break.sparse.schedules import schedule
from mexplore.rules.families.take_and_break.sparse.shape import Shape
from mexplore.rules.rule import Kernel, grundy_by_definition

if TYPE_CHECKING:
    from mexplore.rules.rule import Values


@compiled
def _plain(values, start, stop, moves):  # type: ignore[no-untyped-def]
    whole, takes, splits, seen = moves
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


@pytest.fixture(autouse=True)
def _never_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the engine where the plain kernel would be faster, too."""
    monkeypatch.setattr(spaces, "CROWDED", 1.0)


class Plain(Kernel):
    """The formula of two heaps, word for word; the oracle of this file."""

    def __init__(self, game: SplittingGame) -> None:
        self._moves = np.array(game.whole, dtype=np.int64), game.take_table, game.split_table
        self._seen = np.full(1 << 17, -1, dtype=np.int64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        reached: int = _plain(values, start, stop, (*self._moves, self._seen))
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


@pytest.mark.parametrize("every", [90, pytest.param(1, marks=pytest.mark.slow)])
def test_engine_equals_the_plain_loop_on_octal_games_of_three_digits(every: int) -> None:
    for code in islice(octal_games(), 0, None, every):
        assert_equal_to_plain(code)


@pytest.mark.parametrize("count", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_engine_equals_the_plain_loop_on_random_codes(count: int) -> None:
    for code in [
        *random_codes(count),
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


@pytest.mark.parametrize("block", [1, 37, 4096])
def test_blocks_of_any_length_and_fresh_kernels_give_the_same(block: int) -> None:
    game = game_of("0.354")
    assert game is not None
    plain = compute(Plain(game), 6000)
    values = plain.copy()
    values[1500:] = 0
    kernel = sparse.SparseSpaceKernel(game, Plain(game), handover=0)
    for low in range(1500, 6000, block):
        if low % 1000 < block:
            kernel = sparse.SparseSpaceKernel(game, Plain(game), handover=0)  # a resumed run
        high = min(low + block, 6000)
        assert kernel.fill(values, low, high) == high
    np.testing.assert_array_equal(values, plain)


def test_a_bad_mask_makes_the_engine_slow_not_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1)
    chosen: list[SparseMask] = []

    def any_space(counts: Counts, splits: tuple[int, ...]) -> tuple[SparseMask, int]:
        space, rare = sparsest_space(counts, splits)
        if chance.random() < 0.7:
            space, rare = SparseMask(chance.randrange(1, 64)), 0
        chosen.append(space)
        return space, rare

    monkeypatch.setattr(spaces, "sparsest_space", any_space)
    for code in ["0.354", "0.16", "4.04", "4!.0", "0.77"]:
        game = game_of(code)
        assert game is not None
        engine = sparse.SparseSpaceKernel(game, Plain(game), handover=0)
        values = np.zeros(4000, dtype=np.uint16)
        n = engine.fill(values, 0, 1500)
        while n < 4000:  # a fresh engine, and so a fresh mask, every 250 heaps
            engine = sparse.SparseSpaceKernel(game, Plain(game), handover=0)
            n = engine.fill(values, n, min(4000, n + 250))
        np.testing.assert_array_equal(values, compute(Plain(game), 4000, dtype="u2"), code)
    assert len(set(chosen)) > 20


def test_the_mask_grows_when_values_do() -> None:
    game = game_of("0.6")
    assert game is not None
    masks = set()
    engine = sparse.SparseSpaceKernel(game, Plain(game), handover=0)
    values = np.zeros(20_000, dtype=np.uint16)
    for low in range(0, 20_000, 500):
        assert engine.fill(values, low, low + 500) == low + 500
        masks.add(engine.notes().get("mask"))
    assert masks >= {110, 238, 494}
    np.testing.assert_array_equal(values, compute(Plain(game), 20_000, dtype="u2"))


@pytest.mark.slow
def test_values_beyond_a_byte_are_left_for_a_wider_array() -> None:
    wide = 0
    for code in ["0.1234", "4.0003", "0.747", "0.275", "4.244", "0.742"]:
        game = game_of(code)
        assert game is not None
        narrow = compute(sparse.SparseSpaceKernel(game, Plain(game), handover=0), 9000)
        np.testing.assert_array_equal(narrow, compute(Plain(game), 9000, dtype="u4"), code)
        wide += narrow.dtype == np.uint16
    assert wide >= 3


def test_a_value_that_does_not_fit_stops_the_rows_at_its_heap() -> None:
    # An array whose values fit 7 bits only, by an engine that is told so: planted by a dtype of
    # int8, the least n with a value above 127 is where it must stop.
    game = game_of("0.376")
    assert game is not None
    right = compute(Plain(game), 20_000)
    first = int(np.argmax(right > 127))
    assert 1500 < first < 20_000
    narrow: Any = np.zeros(20_000, dtype=np.int8)
    narrow[:1500] = right[:1500]
    engine = sparse.SparseSpaceKernel(game, Plain(game), handover=0)
    assert engine.fill(narrow, 1500, 20_000) == first
    np.testing.assert_array_equal(narrow[:first], right[:first])
    wider = narrow.astype(np.uint8)
    assert engine.fill(wider, first, 20_000) == 20_000
    np.testing.assert_array_equal(wider, right)


def test_values_beyond_the_tables_are_left_to_the_plain_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spaces, "WIDEST", 256)
    game = game_of("0.376")
    assert game is not None
    engine = sparse.SparseSpaceKernel(game, Plain(game), handover=0)
    np.testing.assert_array_equal(compute(engine, 9000), compute(Plain(game), 9000))
    assert engine.notes() == {"no sparse space": 1}


def test_where_no_sparse_space_is_the_plain_kernel_goes_on_and_says_so() -> None:
    game = game_of("0.06")
    assert game is not None
    engine = sparse.SparseSpaceKernel(game, Plain(game), handover=8192)
    np.testing.assert_array_equal(compute(engine, 12_000), compute(Plain(game), 12_000))
    assert engine.notes() == {"no sparse space": 1}


def test_the_engine_waits_while_rare_positions_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spaces, "CROWDED", 1 / 24)
    game = game_of("4!.0")
    assert game is not None
    kernel = sparse.SparseSpaceKernel(game, Plain(game), handover=2000)
    values = np.zeros(40_000, dtype=np.uint8)
    assert kernel.fill(values, 0, 4000) == 4000
    assert kernel.notes() == {"no sparse space": 1}
    for low in range(4000, 40_000, 1000):
        assert kernel.fill(values, low, low + 1000) == low + 1000
    assert kernel.notes()["rare positions"] > 1000
    np.testing.assert_array_equal(values, compute(Plain(game), 40_000))


def test_a_pair_far_out_is_found_by_the_full_search() -> None:
    # v = 5 at n = 3001 only by G(1500) xor G(1501); equal heaps give 0 unless they must differ.
    values = np.ones(3002, dtype=np.uint8)
    values[1500] = 4
    splits = np.array([[0, 1]], dtype=np.int64)
    search = empty_search(splits, np.zeros(0, dtype=np.int64), 64)
    assert excluded(3001, 5, values, search)
    assert not excluded(3001, 7, values, search)
    assert not excluded(3000, 300, values, search)
    distinct = np.arange(3002, dtype=np.uint16)
    assert excluded(3000, 0, distinct, search)
    unequal = empty_search(np.array([[0, 0]]), np.zeros(0, dtype=np.int64), 64)
    assert not excluded(3000, 0, distinct, unequal)


def test_the_transform_counts_rare_minus_common() -> None:
    chance = np.random.default_rng(3)
    counts = chance.integers(0, 100, 16)
    for mask, excess in enumerate(walsh_hadamard(counts).tolist()):
        signs = [(-1) ** (v & mask).bit_count() for v in range(16)]
        assert excess == sum(s * c for s, c in zip(signs, counts.tolist(), strict=True))


@pytest.mark.parametrize(("code", "space"), [("0.127", (1, True, 1)), ("0.104", (0x17, True, 1))])
def test_spaces_that_count_the_position(code: str, space: tuple[int, bool, int]) -> None:
    game = game_of(code)
    assert game is not None
    engine = sparse.SparseSpaceKernel(game, Plain(game), handover=0)
    np.testing.assert_array_equal(compute(engine, 30_000), compute(Plain(game), 30_000))
    assert engine._engine is not None
    found = engine._engine.space
    assert (found.mask, found.by_position, found.odd_split) == space


def test_a_schedule_brings_all_sums_together() -> None:
    """Its tables, carried out on one heap's words, against the union of the permuted words."""
    chance = random.Random(6)
    for _ in range(300):
        width = chance.choice((16, 32, 64))
        size, most = chance.randrange(1, 20), chance.choice((2, 8, width))
        pairs = [(r, chance.randrange(most)) for r in chance.sample(range(32, 500), size)]
        if chance.random() < 0.3:
            pairs = [(r, g | 1) for r, g in pairs]
        words = {-r * width // 8: chance.getrandbits(width) for r, _ in pairs}
        shape = Shape(width, 1)
        plan, count = schedule(pairs, shape)
        sums = dict.fromkeys(range(0, count * shape.row_bytes, shape.row_bytes), 0)
        for slot, plane, start, number, keep in plan.groups.tolist():
            assert plane == 0
            sums[slot] &= keep
            for i in range(number):
                sums[slot] |= words[int(plan.offsets[start // 8 + i])]
        swaps = iter(plan.swaps.tolist())
        for mask, shift, meeting, turning in plan.levels.tolist():
            for i in range(meeting + turning):
                to, source = next(swaps)
                row = sums[source]
                moved = (row & mask) << shift | (row >> shift & mask)
                sums[to] = (sums[to] if i < meeting else 0) | moved
                assert sums[to] < 1 << width
        expected = {b ^ g for r, g in pairs for b in range(64) if words[-r * width // 8] >> b & 1}
        assert {b for b in range(64) if sums[plan.root] >> b & 1} == expected


OTHERS = (np.uint16, np.uint32, np.int64)


@pytest.mark.parametrize(
    "dtype", [np.uint8, *(pytest.param(kind, marks=pytest.mark.slow) for kind in OTHERS)]
)
def test_values_of_any_width_are_the_same(dtype: type) -> None:
    rule = TakeAndBreak.parse("0.104")
    game = splitting_game(rule) if rule else None
    assert rule is not None and game is not None
    expected = grundy_values(rule, 6000)
    values: Values = np.zeros(6000, dtype=dtype)
    values[:3000] = expected[:3000]
    engine = spaces.SparseEngine(game, values, 3000)
    assert engine.extend(values, 6000) == 6000
    assert values.tolist() == expected.tolist()


@pytest.mark.parametrize("mask", [1, 6, 32, 64, 96, 128, 320, 512])
def test_words_hold_every_rare_value_below_a_common_one(mask: int) -> None:
    """What is not in the words is never asked for. Below the common value of index i there are rare
    ones of indices up to i | (L - 1), L being the lowest bit of the mask."""
    tables, lowest = space_tables(SparseMask(mask), 2048), mask & -mask
    for largest in (0, 3, 15, 16, 63, 200):
        shape = shape_of(largest | lowest - 1)
        space = bitsets(tables.commons, tables.rares, shape)
        for n in (0, 1):
            below = set(tables.rares[n][tables.rares[n] < space.commons[n, -1]].tolist())
            assert below <= set(space.rares[n].tolist())
    if lowest > 16:
        with pytest.raises(ValueError, match="too short"):
            bitsets(tables.commons, tables.rares, Shape(16, 1))
