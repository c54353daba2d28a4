"""Pairs that lie deeper than a stream looks: found exactly, and no law is proved beyond them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.windows import checking
from mexplore.discover.windows.checking import StreamLaw, check_law, excluding_heap, gone_on_exactly
from mexplore.discover.windows.checkpoint import Keeper
from mexplore.discover.windows.passed_values import PassedValues, SavedStates, pulse_until
from mexplore.discover.windows.search import StreamSearch
from mexplore.discover.windows.streaming import frame as framing
from mexplore.discover.windows.streaming.frame import START, Frame, Refused, framed
from mexplore.discover.windows.streaming.loops import AT
from mexplore.discover.windows.streaming.machine import Machine, least_width
from mexplore.discover.windows.streaming.stream import MOST_EXCUSED, Stream, begun
from mexplore.rules.engine.grundy import grundy_values, no_progress
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse.game import splitting_game
from mexplore.rules.notation import parse_rule

LAW = Periodic(3479, 349)  # of 0.156


def frame_of(text: str, few: int) -> Frame:
    rule = parse_rule(text)
    assert isinstance(rule, TakeAndBreak)
    game = splitting_game(rule)
    assert game is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(framing, "FEWEST_VALUES", few)
        frame = framed(game, grundy_values(rule, few))
    assert isinstance(frame, Frame)
    return frame


@cache
def machine_of(text: str) -> Machine:
    frame = frame_of(text, 1 << 17)
    return Machine(frame, least_width(frame))


def past_of(machine: Machine) -> PassedValues:
    saved = SavedStates()
    saved.save(START, machine.frame.indices(START - machine.frame.state, START))
    return PassedValues(machine, saved, pulse_until(None))


def test_heap_that_excludes_is_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against all pairs of stored values, of which some values have none."""
    monkeypatch.setattr(checking, "SHORTEST", 1 << 15)
    monkeypatch.setattr(checking, "LONGEST", 1 << 15)
    past = past_of(machine_of("0.156"))
    known = grundy_values(parse_rule("0.156"), 200_000).astype(np.int64)
    splits = past.machine.frame.game.splits
    rng, found = random.Random(7), 0
    for _ in range(12):
        n, value = rng.randrange(140_000, 200_000), rng.randrange(20)
        heaps = np.arange(1, n // 2 + 1)
        pairs = [heaps[known[heaps] ^ known[n - j - heaps] == value] for j in splits]
        least = min((int(hits[0]) for hits in pairs if len(hits)), default=None)
        a = excluding_heap(past, n, value)
        assert (a is None) == (least is None)
        if a is not None and least is not None:
            assert any(known[a] ^ known[n - j - a] == value for j in splits)
            assert a // (1 << 15) == least // (1 << 15)
            found += 1
    assert 0 < found < 12


def blind(stream: Stream) -> Stream:
    """The stream without the witnesses that are looked for one by one."""
    stream._buffers.heads[:] = -1
    stream._buffers.counts[:] = 0
    stream._buffers.proofs[:] = 0
    return stream


def test_only_the_value_that_is_excused_is_passed() -> None:
    machine = machine_of("0.156")
    first = blind(begun(machine)).advance(START + 10_000)
    assert isinstance(first, Refused)
    assert first.at is not None
    assert first.value is not None
    for n, value, passes in (
        (first.at, first.value, True),
        (first.at + 2, first.value, False),
        (first.at, int(machine.frame.tables.rares[first.at & 1, 60]), False),
    ):
        stream = blind(begun(machine))
        stream.excuse(n, value)
        ended = stream.advance(START + 10_000)
        assert isinstance(ended, Refused)
        assert ((ended.at, ended.value) != (first.at, first.value)) == passes


def test_a_stream_that_has_ended_goes_on_from_what_it_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that has written words far beyond the heap at which it ends: itself it goes no further,
    and what goes on has the values of the engine that stores them."""
    machine = machine_of("0.156")
    stop, longest = START + 300_000, 0
    stream = begun(machine)
    stream._buffers.heads[:] = -1
    stream._buffers.counts[:] = 0
    while stream.verified < stop:
        ended = stream.advance(stop)
        if not isinstance(ended, Refused):
            break
        before = stream.verified
        assert stream.advance(stop) is ended
        assert stream.verified == before
        longest = max(longest, int(stream._buffers.at[AT.next]) - before)
        monkeypatch.setattr(checking, "excluding_heap", lambda past, n, value: 1)  # not looked for
        following = gone_on_exactly(stream, ended, past_of(machine))
        if isinstance(following, Refused):
            break
        stream = following
        if stream.excused < MOST_EXCUSED // 2:
            stream._buffers.heads[:] = -1
            stream._buffers.counts[:] = 0
    assert stream.excused > 20
    assert longest > 1000
    known = grundy_values(parse_rule("0.156"), stream.verified)
    low = stream.verified - 30_000
    n = np.arange(low, stream.verified)
    values = machine.frame.tables.commons[n & 1, stream.indices(low, stream.verified)]
    assert (values == known[low:]).all()


def test_heaps_that_are_passed_exactly_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "SHORTEST", 1 << 14)
    monkeypatch.setattr(checking, "LONGEST", 1 << 14)
    machine = machine_of("0.156")
    past, stream = past_of(machine), blind(begun(machine))
    stop = START + 1000
    while stream.verified < stop:
        ended = stream.advance(stop)
        if isinstance(ended, Refused):
            following = gone_on_exactly(stream, ended, past)
            if isinstance(following, Refused):
                assert stream.excused == MOST_EXCUSED
                assert str(MOST_EXCUSED) in following.reason
                break
            stream = blind(following)
            assert (ended.at, ended.value) in stream.excuses()
    assert stream.excused > 5
    known = grundy_values(parse_rule("0.156"), stop + 100)
    n = np.arange(START, stream.verified)
    values = machine.frame.tables.commons[n & 1, stream.indices(START, stream.verified)]
    assert (values == known[START : stream.verified]).all()


@pytest.mark.parametrize(("heap", "proves"), [(32768, True), (32769, False), (66_000, False)])
def test_no_law_is_proved_beyond_a_deep_pair(
    monkeypatch: pytest.MonkeyPatch, heap: int, proves: bool
) -> None:
    """As if there was one at this heap: the law begins before it."""
    machine = machine_of("0.156")

    def excused(machine: Machine) -> Stream:
        stream = begun(machine)
        stream.excuse(heap, 0)
        return stream

    monkeypatch.setattr(checking, "begun", excused)
    objection = check_law(machine, LAW, no_progress)
    assert (objection is None) == proves
    if objection is not None:
        assert f"n = {heap}, where the law holds already" in objection.reason
    wrong = check_law(machine, replace(LAW, period=LAW.period + 2), no_progress)
    assert isinstance(wrong, Inapplicable)


@pytest.mark.parametrize(("heap", "proves"), [(105_351, True), (105_352, False)])
def test_no_law_is_found_beyond_a_deep_pair(heap: int, proves: bool) -> None:
    """The same of 0.16, whose law begins at 105351."""
    frame = machine_of("0.16").frame
    search = StreamSearch(frame, Keeper(None, "0.16", frame), pulse_until(None))
    search.stream.excuse(heap, 0)
    ended = search.pursue(lambda bound: None)
    assert isinstance(ended, StreamLaw if proves else Refused)


@pytest.mark.slow
def test_deep_pairs_are_passed_and_a_late_rare_position_is_told() -> None:
    """Of 0.205, where 64 is excluded at 4227929 by a heap of 1873874 tokens and no smaller one, and
    is the value at 5241357."""
    frame = frame_of("0.205", 1 << 20)
    known = grundy_values(parse_rule("0.205"), 5_241_400)
    search = StreamSearch(frame, Keeper(None, "0.205", frame), pulse_until(None))
    ended = search.pursue(lambda bound: None)
    assert isinstance(ended, Refused)
    assert ended.at == 5_241_357
    assert "is a rare position, of value 64" in ended.reason
    assert [n for n, _ in search.stream.excuses()] == [4_227_929, 4_978_405]
    low, high = search.passed - 30_000, search.passed
    n = np.arange(low, high)
    values = search.machine.frame.tables.commons[n & 1, search.stream.indices(low, high)]
    assert (values == known[low:high]).all()
    assert known[5_241_357] == 64
    past = PassedValues(search.machine, search.saved, pulse_until(None))
    assert excluding_heap(past, 4_227_929, 64) == 1_873_874
    assert excluding_heap(past, 5_241_357, 64) is None
