"""The search on a stream: known laws, interruptions, checkpoints that cannot be believed."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.windows import passed_values, search
from mexplore.discover.windows.checking import StreamLaw, law_of
from mexplore.discover.windows.checkpoint import MAGIC, Checkpoint, Keeper, read, written
from mexplore.discover.windows.passed_values import DeadlinePassed, StreamForm, pulse_until
from mexplore.discover.windows.search import StreamSearch
from mexplore.discover.windows.streaming import frame as framing
from mexplore.discover.windows.streaming.frame import START, Frame, framed
from mexplore.discover.windows.streaming.machine import Machine
from mexplore.discover.windows.streaming.stream import HISTORY
from mexplore.rules.engine.earlier_values import stream_name
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.store import Store
from mexplore.rules.errors import TooLarge
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse.game import splitting_game
from mexplore.rules.notation import parse_rule

LAW = StreamLaw(105351, 149459, 2)


@pytest.fixture(scope="module")
def frame() -> Frame:
    """Of 0.16, whose law is found within half a million values."""
    rule = parse_rule("0.16")
    assert isinstance(rule, TakeAndBreak)
    game = splitting_game(rule)
    assert game is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(framing, "FEWEST_VALUES", 1 << 17)
        found = framed(game, grundy_values(rule, 1 << 17))
    assert isinstance(found, Frame)
    return found


one_machine = cache(Machine)


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many steps and saved states, in place of one."""
    monkeypatch.setattr(search, "Machine", one_machine)  # compiled once for all tests
    monkeypatch.setattr(search, "STEP", 1 << 14)
    monkeypatch.setattr(passed_values, "FIRST_SPACING", 1 << 14)
    monkeypatch.setattr(search, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(
        search, "SavedStates", lambda *given: passed_values.SavedStates(*(given or (1 << 14,)))
    )


def nothing(bound: int | None) -> None:
    """Watch nothing."""


def after(count: int) -> Callable[[], None]:
    """A pulse that ends the work after this many beats."""
    left = [count]

    def pulse() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise DeadlinePassed

    return pulse


def pursued(frame: Frame, keeper: Keeper, pulse: Callable[[], None]) -> object:
    return StreamSearch(frame, keeper, pulse).pursue(nothing)


def test_law_is_found_however_often_it_is_interrupted(frame: Frame, tmp_path: Path) -> None:
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    found, attempts, passed = None, 0, START
    while found is None:
        attempts += 1
        begun = StreamSearch(frame, keeper, after(4))
        assert begun.passed >= passed  # it goes on where it was, and no state is lost
        passed = begun.passed
        try:
            found = begun.pursue(nothing)
        except DeadlinePassed:
            assert Store(tmp_path).stream("0.16") is not None
        if attempts > 3:
            keep = StreamSearch(frame, keeper, pulse_until(None))
            found = keep.pursue(nothing)
    assert found == LAW
    assert attempts > 2
    assert store.troubles == []


def test_a_store_that_is_cleared_has_no_checkpoints(frame: Frame, tmp_path: Path) -> None:
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    with pytest.raises(DeadlinePassed):
        StreamSearch(frame, keeper, after(2)).pursue(nothing)
    assert store.clear("0.17") == 0
    assert store.clear("0.16") == 1
    assert keeper.load() is None


def checkpoint_in(store: Store, frame: Frame) -> Checkpoint:
    return read(bytes_in(store), "0.16", frame)


def bytes_in(store: Store) -> bytes:
    data = store.stream("0.16")
    assert data is not None
    return data


def put(store: Store, frame: Frame, checkpoint: Checkpoint) -> None:
    store.keep_stream("0.16", written("0.16", frame, checkpoint))


def test_a_checkpoint_of_an_earlier_version_is_taken_over(frame: Frame, tmp_path: Path) -> None:
    store, _ = begun_before(frame, tmp_path / "new")
    file = tmp_path / "old" / stream_name("0.16")
    file.parent.mkdir()
    file.write_bytes(bytes_in(store))
    old = Store(tmp_path / "old")
    assert StreamSearch(frame, Keeper(old, "0.16", frame), pulse_until(None)).passed > START
    assert not file.exists() and bytes_in(old) == bytes_in(store) and not old.troubles


def test_an_earlier_checkpoint_that_is_a_link_to_something_endless_is_ignored(
    frame: Frame, tmp_path: Path
) -> None:
    """It was read until the memory was full."""
    store = Store(tmp_path)
    (tmp_path / stream_name("0.16")).symlink_to("/dev/zero")
    assert Keeper(store, "0.16", frame).load() is None
    assert len(store.troubles) == 1


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "other", "former"])
def test_a_checkpoint_that_is_no_good_is_ignored_with_one_line(
    frame: Frame, tmp_path: Path, damage: str
) -> None:
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    begun = StreamSearch(frame, keeper, after(3))
    with pytest.raises(DeadlinePassed):
        begun.pursue(nothing)
    data = bytes_in(store)
    middle = len(data) // 2
    store.keep_stream(
        "0.16",
        {
            "cut": data[:middle],
            "flipped": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
            "empty": b"",
            "former": signed(data[:-16].replace(b"stream 2", b"stream 1", 1)),
            "other": data.replace(b'"depth": 32768', b'"depth": 16384'),
        }[damage],
    )
    again = StreamSearch(frame, keeper, pulse_until(None))
    assert again.passed == START
    assert len(store.troubles) == 1


def test_values_that_do_not_come_out_again_are_not_believed(frame: Frame, tmp_path: Path) -> None:
    """A checkpoint whose checksum is right and whose values are not."""
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    with pytest.raises(DeadlinePassed):
        StreamSearch(frame, keeper, after(3)).pursue(nothing)
    left = checkpoint_in(store, frame)
    later = left.later.copy()
    later[1000] ^= 1
    put(store, frame, Checkpoint(**{**left.__dict__, "later": later}))
    assert StreamSearch(frame, keeper, pulse_until(None)).passed == START
    (trouble,) = store.troubles
    assert "do not come out again" in trouble


@pytest.mark.parametrize(
    ("mask", "growths", "believed"),
    [
        (30, [], True),
        (62, [(70_000, 32)], True),
        (62, [], False),
        (30, [(70_000, 32)], False),
        (14, [], False),
        (31, [(70_000, 1)], False),
        (62, [(10**9, 32)], False),
        (78, [(70_000, 16), (70_000, 64)], False),
    ],
)
def test_a_checkpoint_may_have_a_larger_mask(
    frame: Frame, tmp_path: Path, mask: int, growths: list[tuple[int, int]], believed: bool
) -> None:
    """One to which that of the space has grown, by powers of 2 above all values passed before."""
    assert (frame.space.mask, int(frame.values.max())) == (30, 22)
    store, keeper = begun_before(frame, tmp_path)
    left = checkpoint_in(store, frame)
    forged = Checkpoint(**{**left.__dict__, "mask": mask, "growths": growths})
    put(store, frame, forged)
    again = StreamSearch(frame, keeper, pulse_until(None))
    assert (again.passed > START) == believed
    assert (store.troubles == []) == believed
    assert again.machine.frame.space.mask == (mask if believed else 30)
    assert again.pursue(nothing) == LAW


def begun_before(frame: Frame, tmp_path: Path) -> tuple[Store, Keeper]:
    """A store in which a stream of 0.16 has left a checkpoint."""
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    with pytest.raises(DeadlinePassed):
        StreamSearch(frame, keeper, after(3)).pursue(nothing)
    return store, keeper


def signed(body: bytes) -> bytes:
    """With the digest that a checkpoint ends in."""
    return body + blake2b(body, digest_size=16).digest()


def in_header(data: bytes, change: Callable[[dict[str, Any]], Any]) -> bytes:
    """The checkpoint with a changed header, and with the right digest."""
    first, _, rest = data[:-16].partition(b"\n")
    at = first.index(b"{")
    header = json.loads(first[at:])
    changed = change(header)
    text = json.dumps(header if changed is None else changed)
    return signed(first[:at] + text.encode() + b"\n" + rest)


FIELDS = [
    "version", "rule", "mask", "by_position", "odd_split", "rare", "depth", "n", "width", "grown",
    "spacing", "saved", "thin", "seen", "found", "seconds", "excuses", "excused", "last_excused",
    "growths",
]  # fmt: skip
ODD: list[Any] = [
    None, True, -1, 0, 1, 7, 64, 1.5, 10**30, -(10**30), math.nan, math.inf, "12", "", [], {},
    [[]], [1], [1, 2], [2, 1], [70_000, 70_002], [[1, 2]], [[70_000, 1]], [[70_000, 10**30]],
    [["a", 1]], [[70_000, 1, 2]], [[70_000, 3]] * 300,
]  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_no_forged_field_is_an_error_or_makes_a_false_law(
    frame: Frame, tmp_path: Path, field: str
) -> None:
    """Each with the right digest: the stream begins anew, in one line, or goes on and is right."""
    store, keeper = begun_before(frame, tmp_path)
    data = bytes_in(store)
    header = json.loads(data[data.index(b"{") : data.index(b"\n")])
    assert set(header) == set(FIELDS)
    was = header[field]
    near = [was + k for k in (-2, -1, 1, 2, 1 << 14)] if type(was) is int else []
    near += [2 * was, was // 2] if type(was) is int else []
    believed = 0
    for value in [*ODD, *near, "left out"]:
        if value == "left out":
            forged = in_header(data, lambda header: header.pop(field) and None)
        else:
            forged = in_header(data, lambda header, v=value: header.update({field: v}))  # type: ignore[misc]
        store.keep_stream("0.16", forged)
        store.troubles.clear()
        again = StreamSearch(frame, keeper, pulse_until(None))
        assert (again.passed == START) == (len(store.troubles) == 1), (field, value)
        assert "\n" not in "".join(store.troubles)
        if again.passed > START and value != was:
            believed += 1
            assert again.pursue(nothing) == LAW, (field, value)
    assert (believed > 0) <= (field in {"width", "found", "seconds", "thin", "seen", "saved"})


def test_no_forged_array_makes_a_false_law(frame: Frame, tmp_path: Path) -> None:
    """One byte in each of 28 places: of the last values, the saved states, the hashes."""
    store, keeper = begun_before(frame, tmp_path)
    data = bytes_in(store)
    first, places = data.index(b"\n") + 1, Random(3)
    body = data[:-16]
    after_values = first + 2 * HISTORY
    chosen = [first, first + HISTORY, after_values, len(body) - 1]
    chosen += [places.randrange(first, after_values) for _ in range(8)]
    chosen += [places.randrange(after_values, len(body)) for _ in range(16)]
    for at in chosen:
        store.troubles.clear()
        store.keep_stream("0.16", signed(body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]))
        again = StreamSearch(frame, keeper, pulse_until(None))
        assert again.passed == START or at >= after_values
        assert again.pursue(nothing) == LAW, at
        assert len(store.troubles) <= 1
    for forged in (body[:-1], body + b"0", body[: first + 7]):
        store.keep_stream("0.16", signed(forged))
        assert StreamSearch(frame, keeper, pulse_until(None)).passed == START


@pytest.mark.parametrize("text", ["[]", "7", "null", "[" * 50_000, '{"n": ', "\udcff", "{}"])
def test_a_header_that_is_none_is_told(frame: Frame, tmp_path: Path, text: str) -> None:
    store, keeper = begun_before(frame, tmp_path)
    raw = text.encode("utf-8", "surrogateescape")
    store.keep_stream("0.16", signed(MAGIC + raw + b"\n"))
    assert StreamSearch(frame, keeper, pulse_until(None)).passed == START
    assert len(store.troubles) == 1


def test_an_excuse_is_proved_again_before_a_law_is_told(
    frame: Frame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a file whose fields agree: one that is true, and one of a value that nothing excludes,
    as no pair of heaps is looked through."""
    store, keeper = begun_before(frame, tmp_path)
    left = checkpoint_in(store, frame)
    values = grundy_values(parse_rule("0.16"), 70_000).astype(int)
    rare = frame.tables.rares[0, :16].tolist()
    splits = frame.game.splits
    heap = 69_000
    options = {values[a] ^ values[heap - j - a] for j in splits for a in range(1, heap // 2)}
    excluded = next(value for value in rare if value in options)
    excuses = [(heap, int(excluded))]
    true = Checkpoint(**{**left.__dict__, "excuses": excuses})
    put(store, frame, true)
    again = StreamSearch(frame, keeper, pulse_until(None))
    assert again.passed > START and again.stream.excuses() == excuses
    assert again.pursue(nothing) == LAW
    assert store.troubles == []
    never = next(value for value in rare if value not in options)
    forged = Checkpoint(**{**left.__dict__, "excuses": [(heap, int(never))]})
    put(store, frame, forged)
    again = StreamSearch(frame, keeper, pulse_until(None))
    assert again.passed > START
    assert again.pursue(nothing) == LAW
    (trouble,) = store.troubles
    assert f"begins anew: nothing excludes {never} at n = {heap}" in trouble
    assert again.stream.excuses() == []


def test_states_of_one_hash_that_differ_are_no_period(frame: Frame) -> None:
    begun = StreamSearch(frame, Keeper(None, "0.16", frame), pulse_until(None))
    assert begun.pursue(nothing) == LAW
    known = passed_values.PassedValues(begun.machine, begun.saved, pulse_until(None))
    assert law_of(known, 125_000, 135_000) is None
    # A multiple of the period is brought down to it.
    assert law_of(known, 125_000, 125_000 + LAW.period) == LAW


@pytest.mark.parametrize(
    ("text", "law"), [("0.156", StreamLaw(3479, 349, 3)), ("0.106", None), ("0.16", LAW)]
)
def test_short_periods_are_found_without_distinguished_states(
    text: str, law: StreamLaw | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 349 states in turn none may be distinguished; that of 0.16 is too long for this."""
    rule = parse_rule(text)
    assert isinstance(rule, TakeAndBreak)
    game = splitting_game(rule)
    assert game is not None
    monkeypatch.setattr(framing, "FEWEST_VALUES", 1 << 17)
    frame = framed(game, grundy_values(rule, 1 << 17))
    assert isinstance(frame, Frame)
    begun = StreamSearch(frame, Keeper(None, text, frame), after(8 if law is None else 10**6))
    if law is None:
        with pytest.raises(DeadlinePassed):
            begun.pursue(nothing)
    else:
        assert begun.pursue(nothing) == law
    assert (begun.stream.recent() is not None) == (text == "0.156")


def test_a_law_found_on_a_stream_predicts_every_value(
    frame: Frame, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = StreamSearch(frame, Keeper(None, "0.16", frame), pulse_until(None))
    assert begun.pursue(nothing) == LAW
    known = passed_values.PassedValues(begun.machine, begun.saved, pulse_until(None))
    form = StreamForm(Periodic(LAW.preperiod, LAW.period), known)
    values = grundy_values(parse_rule("0.16"), 10**6 + 8)
    for n in (0, 5, 70_000, LAW.preperiod, 200_000, 254_809, 254_810, 10**6 + 7):
        assert form.at(n) == values[n]
    assert form.at(10**30 * LAW.period + 200_000) == values[200_000]
    assert (form.prefix(300_000) == values[:300_000]).all()
    assert form.largest_value() == values[: LAW.preperiod + LAW.period].max()
    for stop in (1, 1000, START, START + 1, 1 << 17, (1 << 17) + 1, 140_001, 250_000):
        assert known.largest(stop) == values[:stop].max(), stop
    monkeypatch.setattr("mexplore.discover.windows.passed_values.MOST_RUN_AGAIN", 1000)
    assert form.largest_value() is None  # it would take too long
    monkeypatch.setattr("mexplore.discover.windows.passed_values.NEAR", 1000)
    begun_at: list[int] = []
    stream = passed_values.PassedValues.stream

    def noted(past: passed_values.PassedValues, n: int) -> Any:
        begun_at.append(n)
        return stream(past, n)

    monkeypatch.setattr(passed_values.PassedValues, "stream", noted)
    asked = [
        *range(200_600, 200_000, -3),
        7,
        *range(150_000, 150_300),
        10**30 * LAW.period + 200_001,
    ]
    expected = [values[n if n < 10**6 else 200_001] for n in asked]
    assert form.at_many(asked) == expected and form.at_many([]) == []
    assert begun_at == [150_000, 200_001]  # each heap took a stream of its own
    first = values[:1000].tolist()
    assert form.counts(1000) == {value: first.count(value) for value in set(first)}
    with pytest.raises(TooLarge):
        form.counts(10**9)
