"""Forged stores: the checksums are right, the values are not; no study believes them."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from typer.testing import CliRunner

from mexplore.discover.heaps.evidence.sources import source_of
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.reports.commands import app
from mexplore.rules.checking import spots
from mexplore.rules.checking.confirming import checkers_of
from mexplore.rules.checking.shapes.listed import ListedChecker
from mexplore.rules.engine import grundy, store
from mexplore.rules.engine.doubt import HEAPS, STRETCHES, confirmer, drawn
from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.engine.store import Store
from mexplore.rules.notation import parse_rule

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

CODE = "0.644"
STOP = 40_000


@pytest.fixture(autouse=True)
def _store_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grundy, "NOTICEABLE_SECONDS", 0.0)
    monkeypatch.setattr(grundy, "FEWEST_STORED", 1)


def kept(folder: Path, seed: int = 0) -> Store:
    """A store whose draws are the same ones every time."""
    return Store(folder, Random(seed).randrange)


def forge(folder: Path, text: str, change: Callable[[Values], None], stop: int = STOP) -> Path:
    """A file with right checksums, of values that are changed."""
    rule = parse_rule(text)
    values = grundy_values(rule, stop).copy()
    change(values)
    kernel = rule.kernel()
    assert kernel is not None
    written = Store(folder).values_of(str(rule), kernel)
    assert written.append(values)
    written.close()
    return written.path


def constant(values: Values) -> None:
    values[3000:] = values[3000]


def test_a_forged_store_proves_no_false_law(tmp_path: Path) -> None:
    """It proved G(n + 1) = G(n) for all n >= 3000."""
    path = forge(tmp_path, CODE, constant)
    rule, folder = parse_rule(CODE), kept(tmp_path)
    found = study(rule, Limits(None, 20_000), source=source_of(rule, store=folder))
    (law,) = [each.claim.parameters() for each in found.findings if each.proof][:1]
    assert (law["period"], law["preperiod"]) == (442, 3256)
    (trouble,) = folder.troubles
    assert "is not what the rule says; the file is removed, and its values are computed" in trouble
    assert path.name in trouble
    (record,) = folder.records()
    assert (
        folder.confirmed(record, parse_rule(CODE), grundy.nobody).trouble is None
    )  # the new file is right


TAILS: list[Callable[[Values], None]] = [
    constant,
    lambda values: values[STOP // 2 :].fill(1),
    lambda values: values.fill(0),
    lambda values: np.copyto(values[5000:], values[:-5000].copy()),
    lambda values: values[20_000:].sort(),
    lambda values: np.copyto(values[1:], values[:-1].copy()),
]


@pytest.mark.parametrize("change", TAILS)
@pytest.mark.parametrize("text", [CODE, "0.07", "4.77", "subtract(1, 4, 9)"])
def test_values_that_are_wrong_from_somewhere_on_are_not_used(
    tmp_path: Path, text: str, change: Callable[[Values], None]
) -> None:
    rule = parse_rule(text)
    forge(tmp_path, text, change)
    folder, right = kept(tmp_path), grundy_values(rule, STOP)
    forged = right.copy()
    change(forged)
    values = Computation(rule, store=folder).extend(STOP)
    np.testing.assert_array_equal(values, right)
    assert len(folder.troubles) == (not np.array_equal(forged, right))


def test_what_goes_on_by_the_rule_from_a_forged_value_is_left_to_verify(tmp_path: Path) -> None:
    """In sparse spaces, even: all values from some heap on with a bit changed. Few heaps violate
    the rule, and no spot check can be expected to meet one; all of them are met by verify."""

    def change(values: Values) -> None:
        values[10_000:] ^= 1

    path = forge(tmp_path, CODE, change)
    folder = kept(tmp_path)
    (record,) = folder.records()
    assert "G(10000) = " in (
        folder.confirmed(record, parse_rule(CODE), grundy.nobody).trouble or ""
    )
    assert not path.exists()


@pytest.mark.parametrize("at", [0, 1, HEAPS - 1, STOP - HEAPS, STOP - 1])
def test_the_first_and_the_last_values_are_always_computed_again(tmp_path: Path, at: int) -> None:
    def change(values: Values) -> None:
        values[at] += 1

    forge(tmp_path, CODE, change)
    folder = Store(tmp_path, lambda below: below // 2)  # which meets neither
    values = Computation(parse_rule(CODE), store=folder).extend(STOP)
    np.testing.assert_array_equal(values, grundy_values(parse_rule(CODE), STOP))
    assert folder.troubles


def test_draws_meet_every_heap_and_stay_in_the_file() -> None:
    chance = Random(3).randrange
    for first, stop in itertools.product((0, 100), (101, 150, 164, 1000)):
        met = {n for _ in range(60) for each in drawn(first, stop, chance) for n in each}
        assert met == set(range(first, stop))
    assert len(drawn(0, 10**6, chance)) == STRETCHES + 2
    assert {len(each) for each in drawn(0, 10**6, chance)} == {HEAPS}


def test_draws_are_the_systems_own(tmp_path: Path) -> None:
    """Who writes a file cannot know which values will be computed again."""
    import secrets

    assert Store(tmp_path).draw is secrets.randbelow


def test_good_values_are_used(tmp_path: Path) -> None:
    forge(tmp_path, CODE, lambda values: None)
    folder = kept(tmp_path)
    computation = Computation(parse_rule(CODE), store=folder)
    computation.extend(STOP)
    assert not computation._seconds and not folder.troubles


def test_values_that_no_other_code_confirms_in_time_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge(tmp_path, CODE, lambda values: None)
    monkeypatch.setattr(spots, "ALLOWED", 1.0)
    monkeypatch.setattr(spots, "AT_MOST", 1.0)
    folder = kept(tmp_path)
    computation = Computation(parse_rule(CODE), store=folder)
    computation.extend(STOP)
    assert computation._seconds and "no other code confirms" in folder.troubles[0]


CHECKED = ["0.07", "0.644", "4.77", "subtract(1, 5, 7)", "subtract(primes)", "divide(2..6)"]


@pytest.mark.parametrize("text", CHECKED)
def test_a_stretch_is_judged_alone_as_in_the_whole(text: str) -> None:
    """Each checker finds in any stretch what it finds on its way from 0 on."""
    rule, chance = parse_rule(text), Random(5)
    values = grundy_values(rule, 3000).copy()
    for n in range(1500, 3000, 40):
        values[n] += 1
    definition, *others = checkers_of(rule, values)
    assert isinstance(definition, ListedChecker) and others
    for _ in range(6):
        start = chance.randrange(1300, 2980)
        expected = definition.first_wrong(start, start + 20)
        for checker in others:
            assert checker.first_wrong(start, start + 20) == expected, (checker, start)


# The command.


def test_verify_confirms_all_values(tmp_path: Path) -> None:
    """A single forged value, which a study would hardly meet, is found; the file is removed."""

    def change(values: Values) -> None:
        values[9_876] += 1

    path = forge(tmp_path, CODE, change, 10_000)
    good = forge(tmp_path, "0.07", lambda values: None, 10_000)
    result = CliRunner().invoke(app, ["store", "verify", "--store", str(tmp_path), "--json"])
    assert result.exit_code == 1
    assert "G(9876) = " in result.stdout and result.stdout.count("; the file is removed") == 1
    assert not path.exists() and good.exists()
    again = CliRunner().invoke(app, ["store", "verify", "--store", str(tmp_path)])
    assert again.exit_code == 0 and "good" in again.stdout


def test_verify_is_stopped_by_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = forge(tmp_path, CODE, lambda values: None)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(confirmer()), "first_wrong", stopped)
    result = CliRunner().invoke(app, ["store", "verify", "--store", str(tmp_path)])
    assert result.exit_code == 130 and path.exists()


# Blocks that are each whole.


def blocks_of(path: Path) -> list[bytes]:
    data = path.read_bytes()
    header, _, rest = data.partition(b"\n")
    parts = [header + b"\n"]
    while rest:
        _, packed, _ = store._HEAD.unpack(rest[: store._HEAD.size])
        end = store._HEAD.size + (packed & 255) * (packed >> 8)
        parts.append(rest[:end])
        rest = rest[end:]
    return parts


@pytest.mark.parametrize("lost", [1, 2, 3])
def test_a_lost_block_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    """What comes after it is whole, and belongs elsewhere."""
    monkeypatch.setattr(store, "BLOCK_VALUES", 5000)
    path = forge(tmp_path, CODE, lambda values: None)
    parts = blocks_of(path)
    path.write_bytes(b"".join(part for i, part in enumerate(parts) if i != lost))
    (record,) = Store(tmp_path).records()
    assert (record.values, record.trouble) == (
        5000 * (lost - 1),
        f"the block at n = {5000 * (lost - 1)} is damaged",
    )


def signed(header: bytes, start: int, packed: int, payload: bytes) -> bytes:
    """A block with a right checksum."""
    numbers = struct.pack("<QQ", start, packed)
    return numbers + store._checksum(header, numbers, payload) + payload


STRANGE_BLOCKS = {
    "three bytes a value": (10 << 8 | 3, bytes(30)),
    "no bytes a value": (10 << 8, b""),
    "no values": (1, b""),
    "more values than a block has": ((store.BLOCK_VALUES + 1) << 8 | 1, bytes(1 << 21)),
    "more values than there are": (100 << 8 | 1, bytes(50)),
}


@pytest.mark.parametrize("strange", STRANGE_BLOCKS.values(), ids=STRANGE_BLOCKS)
def test_a_block_that_was_never_written_is_noticed(
    tmp_path: Path, strange: tuple[int, bytes]
) -> None:
    """Whatever its checksum says."""
    path = forge(tmp_path, CODE, lambda values: None, 1000)
    header, good = blocks_of(path)
    path.write_bytes(header + good + signed(header, 1000, *strange))
    (record,) = Store(tmp_path).records()
    assert record.values == 1000
    assert record.trouble in (
        "the block at n = 1000 is damaged",
        "the block at n = 1000 is cut short",
    )


@pytest.mark.parametrize("length", [1, 10, 31, 32, 100])
def test_a_block_that_is_cut_is_noticed(tmp_path: Path, length: int) -> None:
    path = forge(tmp_path, CODE, lambda values: None, 1000)
    header, good = blocks_of(path)
    path.write_bytes(header + good + good[:length])
    (record,) = Store(tmp_path).records()
    assert record.values == 1000 and record.trouble is not None
    if length < 32:
        assert record.trouble == "the block at n = 1000 is cut short"


HEADERS = {
    "of an earlier version": store.MAGIC.replace(b"2", b"1") + b"{}\n",
    "with another space": store.MAGIC + b'{"kernel":"K", "rule": "0.644", "version": 1}\n',
    "with one more member": (
        store.MAGIC + b'{"kernel": "K", "more": 1, "rule": "0.644", "version": 1}\n'
    ),
    "of a number": store.MAGIC + b'{"kernel": 1, "rule": "0.644", "version": 1}\n',
    "of a true version": store.MAGIC + b'{"kernel": "K", "rule": "0.644", "version": true}\n',
    "of another file": b"mexplore stream 2 " + b'{"kernel": "K", "rule": "0.644", "version": 1}\n',
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_a_header_that_was_never_written_is_noticed(tmp_path: Path, header: bytes) -> None:
    payload = bytes(10)
    (tmp_path / "a.values").write_bytes(header + signed(header, 0, 10 << 8 | 1, payload))
    (record,) = Store(tmp_path).records()
    assert record.values == 0 and record.rule == "" and record.trouble is not None
    expected = "earlier version" if b"values 1" in header else "does not begin as it should"
    assert expected in record.trouble


def test_values_of_another_rule_are_not_read(tmp_path: Path) -> None:
    """A file under the name of this rule, whole, of another one."""
    mine = forge(tmp_path, CODE, lambda values: None, 1000)
    mine.write_bytes(forge(tmp_path, "0.356", lambda values: None, 1000).read_bytes())
    rule = parse_rule(CODE)
    kernel = rule.kernel()
    assert kernel is not None
    stored = Store(tmp_path).values_of(CODE, kernel)
    assert stored.next_block() is None and "does not begin as it should" in stored.troubles[0]


def test_blocks_of_another_rule_are_not_believed(tmp_path: Path) -> None:
    """Its own header, and the blocks of another file: checksums are over the header, too."""
    mine = forge(tmp_path, CODE, lambda values: None, 1000)
    other = forge(tmp_path, "0.356", lambda values: None, 1000)
    mine.write_bytes(blocks_of(mine)[0] + blocks_of(other)[1])
    record = next(each for each in Store(tmp_path).records() if each.rule == CODE)
    assert record.values == 0 and "checksum" in str(record.trouble)


def test_the_numbers_of_a_block_are_signed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third block in the place of the second, which says that it is the second."""
    monkeypatch.setattr(store, "BLOCK_VALUES", 500)
    path = forge(tmp_path, CODE, lambda values: None, 1500)
    header, first, second, third = blocks_of(path)
    path.write_bytes(header + first + second[:8] + third[8:])
    (record,) = Store(tmp_path).records()
    assert record.values == 500 and "checksum" in str(record.trouble)


def test_a_file_of_another_rule_is_written_anew(tmp_path: Path) -> None:
    mine = forge(tmp_path, CODE, lambda values: None, 1000)
    mine.write_bytes(forge(tmp_path, "0.356", lambda values: None, 1000).read_bytes())
    Computation(parse_rule(CODE), store=kept(tmp_path)).extend(2000)
    (record,) = [each for each in Store(tmp_path).records() if each.path == mine]
    assert (record.rule, record.values, record.trouble) == (CODE, 2000, None)


FUZZED = 200


def fuzz(folder: Path, trials: range) -> None:
    """Damaged files: none is an error, none gives a wrong value. Without checksums it would."""
    path = forge(folder, CODE, lambda values: None, 3000)
    good, rule = path.read_bytes(), parse_rule(CODE)
    right = grundy_values(rule, 3000)
    for trial in trials:
        pick = Random(trial)
        data = bytearray(good)
        if pick.random() < 0.3:
            low, high = sorted(pick.randrange(len(data) + 1) for _ in range(2))
            data = data[:low] + data[high:]
        for _ in range(pick.choice((1, 1, 3, 50)) if data else 0):
            place = pick.choice((120, 200, len(data)))  # header and numbers of blocks more often
            data[pick.randrange(min(len(data), place))] ^= 1 << pick.randrange(8)
        path.write_bytes(data)
        (record,) = Store(folder).records()
        assert record.values < 3000 or bytes(data) == good
        values = Computation(rule, store=kept(folder)).extend(3000)
        assert np.array_equal(values, right), trial


def test_no_damage_of_a_file_gives_a_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BLOCK_VALUES", 700)
    fuzz(tmp_path, range(FUZZED))


@pytest.mark.slow
def test_no_damage_of_a_file_gives_a_value_in_many_trials(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "BLOCK_VALUES", 700)
    fuzz(tmp_path, range(FUZZED, FUZZED + 10_000))


@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 5)])
def test_blocks_in_another_order_and_twice_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one: int, other: int
) -> None:
    monkeypatch.setattr(store, "BLOCK_VALUES", 5000)
    path = forge(tmp_path, CODE, lambda values: None)
    parts = blocks_of(path)
    for order in ((one, other), (one, one)):
        changed = list(parts)
        changed[one], changed[other] = parts[order[1]], parts[order[0]]
        path.write_bytes(b"".join(changed))
        (record,) = Store(tmp_path).records()
        assert record.trouble is not None and record.values <= 5000 * (other - 1)
