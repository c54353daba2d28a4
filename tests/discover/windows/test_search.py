"""The search on a stream: known laws, interruptions, checkpoints that cannot be believed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from discover.patterns.periodic import Periodic
from discover.windows import past, search
from discover.windows.checkpoint import Checkpoint, Keeper, load, save
from discover.windows.form import StreamForm
from discover.windows.law import StreamLaw, law_of
from discover.windows.past import Late, pulse_until
from discover.windows.search import Search
from rules.computing.grundy import grundy_values
from rules.computing.store import Store
from rules.errors import TooLarge
from rules.families.take_and_break.rule import TakeAndBreak
from rules.families.take_and_break.sparse.game import splitting_game
from rules.families.take_and_break.window import frame as framing
from rules.families.take_and_break.window.frame import START, Frame, framed
from rules.families.take_and_break.window.machine import Machine
from rules.notation import parse_rule

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
    monkeypatch.setattr(past, "FIRST_SPACING", 1 << 14)
    monkeypatch.setattr(search, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(
        search, "SavedStates", lambda *given: past.SavedStates(*(given or (1 << 14,)))
    )


def nothing(bound: int | None) -> None:
    """Watch nothing."""


def after(count: int) -> Callable[[], None]:
    """A pulse that ends the work after so many beats."""
    left = [count]

    def pulse() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Late

    return pulse


def pursued(frame: Frame, keeper: Keeper, pulse: Callable[[], None]) -> object:
    return Search(frame, keeper, pulse).pursue(nothing)


def test_law_is_found_however_often_it_is_interrupted(frame: Frame, tmp_path: Path) -> None:
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    found, attempts, passed = None, 0, START
    while found is None:
        attempts += 1
        begun = Search(frame, keeper, after(4))
        assert begun.passed >= passed  # it goes on where it was, and no state is lost
        passed = begun.passed
        try:
            found = begun.pursue(nothing)
        except Late:
            assert Store(tmp_path).stream_of("0.16").exists()
        if attempts > 3:
            keep = Search(frame, keeper, pulse_until(None))
            found = keep.pursue(nothing)
    assert found == LAW
    assert attempts > 2
    assert store.troubles == []


def test_a_store_that_is_cleared_has_no_checkpoints(frame: Frame, tmp_path: Path) -> None:
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    with pytest.raises(Late):
        Search(frame, keeper, after(2)).pursue(nothing)
    assert store.clear("0.17") == 0
    assert store.clear("0.16") == 1
    assert keeper.load() is None


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "other"])
def test_a_checkpoint_that_is_no_good_is_ignored_with_one_line(
    frame: Frame, tmp_path: Path, damage: str
) -> None:
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    begun = Search(frame, keeper, after(3))
    with pytest.raises(Late):
        begun.pursue(nothing)
    path = Store(tmp_path).stream_of("0.16")
    data = path.read_bytes()
    middle = len(data) // 2
    path.write_bytes(
        {
            "cut": data[:middle],
            "flipped": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
            "empty": b"",
            "other": data.replace(b'"depth": 32768', b'"depth": 16384'),
        }[damage]
    )
    again = Search(frame, keeper, pulse_until(None))
    assert again.passed == START
    assert len(store.troubles) == 1


def test_values_that_do_not_come_out_again_are_not_believed(frame: Frame, tmp_path: Path) -> None:
    """A checkpoint whose checksum is right and whose values are not."""
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    with pytest.raises(Late):
        Search(frame, keeper, after(3)).pursue(nothing)
    path = Store(tmp_path).stream_of("0.16")
    left = load(path, "0.16", frame)
    assert left is not None
    later = left.later.copy()
    later[1000] ^= 1
    save(path, "0.16", frame, Checkpoint(**{**left.__dict__, "later": later}))
    assert Search(frame, keeper, pulse_until(None)).passed == START
    (trouble,) = store.troubles
    assert "do not come out again" in trouble


@pytest.mark.parametrize(("mask", "believed"), [(30, True), (62, True), (14, False), (31, False)])
def test_a_checkpoint_may_have_a_larger_mask(
    frame: Frame, tmp_path: Path, mask: int, believed: bool
) -> None:
    """One to which that of the space may have grown: by powers of 2 above all known values."""
    assert (frame.space.mask, int(frame.values.max())) == (30, 22)
    store = Store(tmp_path)
    keeper = Keeper(store, "0.16", frame)
    with pytest.raises(Late):
        Search(frame, keeper, after(3)).pursue(nothing)
    left = load(store.stream_of("0.16"), "0.16", frame)
    assert left is not None
    save(store.stream_of("0.16"), "0.16", frame, Checkpoint(**{**left.__dict__, "mask": mask}))
    again = Search(frame, keeper, pulse_until(None))
    assert (again.passed > START) == believed
    assert (store.troubles == []) == believed
    assert again.machine.frame.space.mask == (mask if believed else 30)
    assert again.pursue(nothing) == LAW


def test_states_of_one_hash_that_differ_are_no_period(frame: Frame) -> None:
    begun = Search(frame, Keeper(None, "0.16", frame), pulse_until(None))
    assert begun.pursue(nothing) == LAW
    known = past.Past(begun.machine, begun.saved, pulse_until(None))
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
    begun = Search(frame, Keeper(None, text, frame), after(8 if law is None else 10**6))
    if law is None:
        with pytest.raises(Late):
            begun.pursue(nothing)
    else:
        assert begun.pursue(nothing) == law
    assert (begun.stream.recent() is not None) == (text == "0.156")


def test_a_law_found_on_a_stream_predicts_every_value(frame: Frame) -> None:
    begun = Search(frame, Keeper(None, "0.16", frame), pulse_until(None))
    assert begun.pursue(nothing) == LAW
    known = past.Past(begun.machine, begun.saved, pulse_until(None))
    form = StreamForm(Periodic(LAW.preperiod, LAW.period), known)
    values = grundy_values(parse_rule("0.16"), 10**6 + 8)
    for n in (0, 5, 70_000, LAW.preperiod, 200_000, 254_809, 254_810, 10**6 + 7):
        assert form.at(n) == values[n]
    assert form.at(10**30 * LAW.period + 200_000) == values[200_000]
    assert (form.prefix(300_000) == values[:300_000]).all()
    first = values[:1000].tolist()
    assert form.counts(1000) == {value: first.count(value) for value in set(first)}
    with pytest.raises(TooLarge):
        form.counts(10**9)
