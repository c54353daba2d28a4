"""The stream of octal games with few rare values, against the engine that stores them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from mexplore.discover.windows.streaming import frame as framing
from mexplore.discover.windows.streaming.frame import START, Frame, Refused, framed
from mexplore.discover.windows.streaming.loops import AT
from mexplore.discover.windows.streaming.machine import Machine, least_width
from mexplore.discover.windows.streaming.stream import HISTORY, Stream, begun, gone_on
from mexplore.rules.engine.compiling import REFUSED
from mexplore.rules.engine.emitting import words
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse.game import SplittingGame, splitting_game
from mexplore.rules.families.take_and_break.sparse.mask import SparseMask
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

FEW = 1 << 17
SHAPES = {  # width, heaps a block, lowest bit of the mask, the parity of the position
    "0.16": (16, 2, 2, False),
    "0.156": (16, 3, 1, False),
    "0.205": (32, 4, 1, True),
    "0.106": (16, 6, 1, True),
    "0.56": (64, 2, 1, False),
}


def rule_of(text: str) -> TakeAndBreak:
    rule = parse_rule(text)
    assert isinstance(rule, TakeAndBreak)
    return rule


def game_of(text: str) -> SplittingGame:
    game = splitting_game(rule_of(text))
    assert game is not None
    return game


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the space off fewer values."""
    monkeypatch.setattr(framing, "FEWEST_VALUES", FEW)


def frame_of(text: str) -> Frame:
    frame = framed(game_of(text), grundy_values(rule_of(text), FEW))
    assert isinstance(frame, Frame)
    return frame


def streamed(stream: Stream, stop: int) -> np.ndarray:
    """The values from START to ``stop``, as the stream passes them."""
    frame, pieces = stream.machine.frame, []
    for low in range(START, stop, 1 << 14):
        high = min(stop, low + (1 << 14))
        assert stream.advance(high) is None
        n = np.arange(low, high)
        pieces.append(frame.tables.commons[n & 1, stream.indices(low, high)])
    return np.concatenate(pieces)


def agrees(text: str, stop: int, width: int | None = None) -> None:
    """The stream has the values of the engine that stores them, as far as ``stop``."""
    rule, frame = rule_of(text), frame_of(text)
    stream = begun(Machine(frame, width or least_width(frame)))
    assert (streamed(stream, stop) == grundy_values(rule, stop)[START:]).all()


@pytest.mark.usefixtures("_few")
def test_values_are_those_of_the_engine_that_stores_them() -> None:
    agrees("0.16", 300_000)


@pytest.mark.slow
@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("text", SHAPES)
def test_games_of_every_shape(text: str) -> None:
    frame = frame_of(text)
    lowest = frame.space.mask & -frame.space.mask
    shape = least_width(frame), frame.block, lowest, frame.space.by_position
    assert shape == SHAPES[text]
    agrees(text, 400_000)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["0.106", "0.104", "0.054", "0.454", "0.16", "0.56", "0.156"])
def test_values_to_ten_millions(text: str) -> None:
    rule = rule_of(text)
    known = grundy_values(rule, 10**7)
    frame = framed(game_of(text), known)
    assert isinstance(frame, Frame)
    stream = begun(Machine(frame, least_width(frame)))
    assert (streamed(stream, 10**7) == known[START:]).all()


@pytest.mark.slow
@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("text", ["0.015", "0.045", "0.046", "0.050", "0.052", "0.076", "0.107"])
def test_games_without_rare_positions_and_with_many(text: str) -> None:
    agrees(text, 200_000)


@pytest.mark.slow
@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize(("text", "width"), [("0.156", 32), ("0.156", 64), ("0.106", 64)])
def test_words_may_be_wider_than_need_be(text: str, width: int) -> None:
    agrees(text, 300_000, width)


@pytest.mark.slow
@pytest.mark.usefixtures("_few")
def test_values_of_random_games() -> None:
    """Of random octal codes whose space is sparse all values agree, or the stream refuses where
    the space is at its end."""
    rng = random.Random(15)
    seen = 0
    for _ in range(60):
        digits = "".join(rng.choice("01234567") for _ in range(rng.randint(2, 4)))
        rule = parse_rule(f"{rng.choice('0004')}.{digits}")
        assert isinstance(rule, TakeAndBreak)
        game = splitting_game(rule)
        if game is None:
            continue
        known = grundy_values(rule, FEW)
        frame = framed(game, known)
        if isinstance(frame, Refused):
            continue
        seen += 1
        known = grundy_values(rule, 300_000)
        stream = begun(Machine(frame, least_width(frame)))
        passed, ended = START, None
        while passed < 300_000 and ended is None:
            ended = stream.advance(min(300_000, passed + (1 << 14)))
            n = np.arange(passed, min(stream.verified, 300_000))
            index = stream.indices(passed, passed + len(n))
            assert (frame.tables.commons[n & 1, index] == known[n]).all(), str(rule)
            passed = stream.verified
        if isinstance(ended, Refused) and not stream.ended_for_width:
            assert ended.at is not None
            assert passed <= ended.at
    assert seen > 0


def test_start_of_the_values_is_that_of_the_definition() -> None:
    """The head comes from a kernel that has tests of its own; here it meets the definition."""
    for text in SHAPES:
        rule = rule_of(text)
        assert grundy_values(rule, 150).tolist() == grundy_by_definition(rule, 150)


@pytest.mark.parametrize(
    ("text", "few", "reason"),
    [
        ("0.354", 1 << 15, "depends on the one before it"),
        ("0.142", 1 << 13, "are rare"),
    ],
)
def test_a_game_that_is_none_for_streaming_is_refused(
    text: str, few: int, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(framing, "FEWEST_VALUES", few)
    refused = framed(game_of(text), grundy_values(rule_of(text), few))
    assert isinstance(refused, Refused)
    assert reason in refused.reason


def test_too_few_values_are_refused() -> None:
    refused = framed(game_of("0.106"), grundy_values(rule_of("0.106"), 1000))
    assert isinstance(refused, Refused)


@pytest.mark.slow
def test_a_witness_that_lies_too_deep_ends_the_stream() -> None:
    """Of 0.205, where 64 is excluded at 4227929 by a heap of 1873874 tokens and no smaller one."""
    rule = rule_of("0.205")
    known = grundy_values(rule, 4_227_930)
    frame = framed(game_of("0.205"), known)
    assert isinstance(frame, Frame)
    stream = begun(Machine(frame, least_width(frame)))
    ended = stream.advance(10**7)
    assert isinstance(ended, Refused)
    n = ended.at
    assert n == 4227929
    assert "64" in ended.reason
    assert n - 32 < stream.verified <= n
    heaps = np.arange(1, (n - 3) // 2 + 1)
    (excluding, *_) = heaps[(known[heaps] ^ known[n - 3 - heaps]) == 64]
    assert excluding == 1873874


def test_a_mask_grows_only_by_a_power_of_two_beyond_all_values() -> None:
    values = np.array([0, 1, 2, 3, 11])
    for mask, grown in {13: 29, 3: 19}.items():
        frame = Frame(SplittingGame(splits=(2,)), SparseMask(mask), (1,), values)
        larger = frame.grown(16)
        assert larger is not None
        assert larger.space == SparseMask(grown)
        assert (larger.indices(0, 5) == frame.indices(0, 5)).all()
        assert all(frame.grown(value) is None for value in (0, 1, 2, 4, 8, 17, 24))
    by_position = Frame(SplittingGame(splits=(3,)), SparseMask(13, True, 1), (1,), values)
    assert by_position.grown(16) is None


@pytest.mark.slow
def test_a_stream_goes_on_where_its_mask_must_grow() -> None:
    """Of 0.167, whose values reach 64 at n = 332129728 first."""
    rule, first, stop = rule_of("0.167"), 332_129_728, 332_400_000
    known = grundy_values(rule, stop)
    assert known[:first].max() < 64
    frame = framed(game_of("0.167"), known)
    assert isinstance(frame, Frame)
    stream, masks = begun(Machine(frame, least_width(frame))), [frame.space.mask]
    while stream.verified < stop:
        ended = stream.advance(min(stop, max(first - 5000, stream.verified + (1 << 14))))
        if isinstance(ended, Refused):
            following = gone_on(stream, ended)
            assert following is not None
            stream = following
            masks.append(stream.machine.frame.space.mask)
        low, high = max(START, stream.verified - 16_000), stream.verified
        n, tables = np.arange(low, high), stream.machine.frame.tables
        assert (tables.commons[n & 1, stream.indices(low, high)] == known[low:high]).all()
    assert masks == [61, 61, 125]
    assert known[first] == 64


@pytest.mark.usefixtures("_few")
def test_a_stream_begins_anywhere_and_ends_where_a_value_is_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Here without the affine instruction, that not every machine has."""
    monkeypatch.setattr(words, "has_affine", lambda: False)
    frame = frame_of("0.156")
    machine = Machine(frame, 16)
    stream = begun(machine)
    known = grundy_values(rule_of("0.156"), 150_000)
    assert (streamed(stream, 150_000) == known[START:]).all()
    n = stream.verified
    history = stream.indices(n - HISTORY, n)
    # A state is enough where nothing is to be shown again.
    later = [
        Stream(machine, n, history),
        Stream(machine, n, history[-frame.state :], checking=False),
    ]
    for one in (stream, *later):
        assert one.advance(n + 50_000) is None
        found = one.indices(n + 20_000, n + 50_000)
        assert (found == stream.indices(n + 20_000, n + 50_000)).all()
    # A word that is empty stands for a value that does not fit: as if all indices were excluded.
    again = Stream(machine, n, history)
    again._buffers.words[: n - int(again._buffers.at[AT.shift])] = 0xFFFF
    assert isinstance(again.advance(n + 1000), Refused)
    assert again.ended_for_width


def test_history_that_is_too_short_is_refused() -> None:
    class Nothing:
        frame = type("Frame", (), {"state": 10})

    with pytest.raises(ValueError, match="looks back"):
        Stream(Nothing(), START, np.zeros(100, dtype=np.uint8))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="even"):
        Stream(Nothing(), START + 1, np.zeros(HISTORY, dtype=np.uint8))  # type: ignore[arg-type]


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("function", [0, 1])
def test_a_stream_whose_code_is_wrong_is_refused(
    function: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next values, or the rare values left open, come from the code of a game whose rare
    heaps have other values."""
    told: list[str] = []
    frame = frame_of("0.106")
    machine = Machine(frame, least_width(frame))
    wrong = Machine(frame, least_width(frame))
    groups = tuple((g ^ 1, distances) for g, distances in wrong.plan.far)
    wrong.__dict__["plan"] = replace(
        wrong.plan, far=groups, witnesses=tuple((g ^ 3, d) for g, d in wrong.plan.witnesses)
    )
    addresses = list(machine.code.addresses)
    addresses[function] = wrong.code.addresses[function]
    code = replace(machine.code, addresses=tuple(addresses))
    machine.__dict__["code"] = code
    before = REFUSED.set(told.append)
    try:
        stream = begun(machine)
    finally:
        REFUSED.reset(before)
    ended = stream.advance(START + 100_000)
    assert isinstance(ended, Refused)
    assert "the machine code of streams is wrong at n = 6" in ended.reason
    assert len(told) == 1
    assert code.kept is not None and code.kept.code(code.name) is None
    assert begun(machine).advance(START + 100_000) == ended
