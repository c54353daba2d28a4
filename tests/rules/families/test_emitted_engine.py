"""Random games by the emitted engine, from a hundred heaps on, against the definition.

A space is usually one that leaves few rare values; here it is any, so that rare heaps come as they
like, and rows of 32 begin and end everywhere.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.rules.engine.compiling import WrongCode
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse import engine as inner
from mexplore.rules.families.take_and_break.sparse import space as spaces
from mexplore.rules.families.take_and_break.sparse.game import SplittingGame, splitting_game
from mexplore.rules.families.take_and_break.sparse.mask import SparseMask, sparsest_space
from mexplore.rules.families.take_and_break.sparse.shape import Shape
from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel
from mexplore.rules.rule import grundy_by_definition

FIRST, STOP = 150, 450
DIGITS = st.text(alphabet="01234567", min_size=2, max_size=4)
CODES = st.builds("{}.{}{}".format, st.sampled_from("04"), DIGITS, st.sampled_from(["", "!"]))


def game_of(code: str) -> tuple[TakeAndBreak, SplittingGame] | None:
    """The rule, and it as a game of two heaps where it is one."""
    rule = TakeAndBreak.parse(code)
    game = splitting_game(rule) if rule is not None else None
    return None if rule is None or game is None else (rule, game)


GAMES = CODES.map(game_of).filter(lambda found: found is not None)


@pytest.fixture(scope="module")
def by_rows() -> list[int]:
    """How many values were found by rows, a number for each call."""
    return []


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch, by_rows: list[int]) -> list[int]:
    """Rows are counted, and the engine begins wherever it is asked to."""
    right = inner.Rows.run

    def run(self: Any, values: Any, n: int, *args: Any) -> Any:
        found = right(self, values, n, *args)
        by_rows.append(found[0] - n)
        return found

    monkeypatch.setattr(inner.Rows, "run", run)
    monkeypatch.setattr(spaces, "CROWDED", 1.0)
    monkeypatch.setattr(spaces, "DENSE", 1)
    monkeypatch.setattr(inner, "FIRST_BATCH", 40)
    monkeypatch.setattr(inner, "LARGEST_BATCH", 90)  # windows slide
    return by_rows


def agree(rule: TakeAndBreak, game: SplittingGame, seed: int, block: int, settled: int) -> None:
    """The values of FIRST..STOP-1 are those of the definition."""
    expected = grundy_by_definition(rule, STOP)
    values = np.zeros(STOP, dtype=random.Random(seed).choice(["u1", "u2", "u4", "i2", "i8"]))
    values[:FIRST] = expected[:FIRST]
    engine = spaces.SparseEngine(game, values, FIRST, settled)
    for stop in [*range(FIRST + block, STOP, block), STOP]:
        engine.extend(values, stop)
        if engine.refused:
            break
        assert engine.n == stop
    assert values[: engine.n].tolist() == expected[: engine.n]


def any_space(seed: int) -> Any:
    """Instead of the sparsest space, sometimes, one of a few bits."""
    chance = random.Random(seed)

    def chosen(*args: Any) -> tuple[SparseMask, int]:
        space, rare = sparsest_space(*args)
        return (space, rare) if chance.random() < 0.7 else (SparseMask(chance.randrange(1, 32)), 0)

    return chosen


@pytest.mark.parametrize("width", inner.WIDTHS)
@pytest.mark.parametrize(
    ("settled", "count"), [(1 << 20, 6), pytest.param(0, 40, marks=pytest.mark.slow)]
)
def test_random_games_by_words_of_each_width_are_those_of_the_definition(
    width: int, settled: int, count: int, monkeypatch: pytest.MonkeyPatch, tried: list[int]
) -> None:
    """Words of this width hold all indices below it; more take several planes of 64."""
    monkeypatch.setattr(inner, "WIDTHS", (width,))
    before = sum(tried)

    @settings(max_examples=count, derandomize=True, database=None)
    @given(GAMES, st.integers(0, 1 << 20), st.sampled_from([1, 7, 33, 64, 1000]))
    def all_agree(pair: Any, seed: int, block: int) -> None:
        with pytest.MonkeyPatch.context() as here:
            here.setattr(spaces, "sparsest_space", any_space(seed))
            here.setenv("MEXPLORE_CORES", str(1 + seed % 2))
            agree(pair[0], pair[1], seed, block, settled)

    all_agree()
    assert sum(tried) - before > 20 * count


@pytest.mark.parametrize("in_turn", [False, True])
@pytest.mark.parametrize("code", ["0.6", "4!.0", "0.376"])
def test_heaps_found_by_themselves_are_those_of_all_pairs(
    code: str, in_turn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the first plane is summed, however many heaps have an index beyond it; or that and all
    planes in turn, in windows that would have room for either."""
    beyond: list[int] = []

    def most(self: Any, values: Any, shape: Shape) -> int:
        beyond.append(0 if in_turn and len(beyond) % 2 else shape.planes - 1)
        return beyond[-1]

    monkeypatch.setattr(spaces.SparseEngine, "_beyond", most)
    pair = game_of(code)
    assert pair is not None
    rule, game = pair
    stop, begin = 60_000, 20_000
    expected = TwoHeapsKernel(rule)
    values = np.zeros(stop, dtype=np.uint16)
    assert expected.fill(values, 0, stop) == stop
    known = values.copy()
    values[begin:] = 0
    engine = spaces.SparseEngine(game, values, begin)
    assert engine.extend(values, stop) == stop
    np.testing.assert_array_equal(values, known)
    common = known[begin:][~engine._tables.rare[np.arange(begin, stop) & 1, known[begin:]]]
    assert max(beyond) > 0 and (0 in beyond) == in_turn, beyond
    assert (engine._tables.indices[common] >= 64).sum() > 50


def test_what_is_wrong_of_heaps_found_by_themselves_alone_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are few: none is in the stretch that is compared with values found one by one."""
    right = inner.near_tables

    def wrong(*args: Any, **kwargs: Any) -> inner.Near:
        near = right(*args, **kwargs)
        near.rare[:, 1] ^= 1
        return near

    pair = game_of("0.376")
    assert pair is not None
    values = grundy_values(pair[0], 40_000).astype(np.uint16)
    monkeypatch.setattr(inner, "near_tables", wrong)
    engine = spaces.SparseEngine(pair[1], values, 20_000)
    with pytest.raises(WrongCode, match="by rows, one by one"):
        engine.extend(values, 40_000)


def test_one_plane_has_no_table_of_rare_heaps_which_may_be_large() -> None:
    assert not inner.near_tables([], [1], [], Shape(16, 1), far=[(1 << 31, 3)]).rare.size


def test_planes_that_few_heaps_need_are_not_summed() -> None:
    """0.376 has indices of 64 and more at one heap in 140, Grundy's game at one in five."""
    for code, beyond in (("0.376", 1), ("4!.0", 0)):
        pair = game_of(code)
        assert pair is not None
        values = grundy_values(pair[0], 100_000)
        engine = spaces.SparseEngine(pair[1], values, 100_000)
        engine._tune(values)
        assert engine._beyond(values, Shape(64, 2)) == beyond
        assert engine._beyond(values, Shape(64, 1)) == 0
