"""Forged stores: the checksums are right, the values are not; no study believes them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from stored import blocks, in_file, signed
from typer.testing import CliRunner

from mexplore.discover.heaps.evidence.sources import source_of
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.reports.commands import app
from mexplore.rules.checking import spots
from mexplore.rules.checking.checker import checkers_of
from mexplore.rules.checking.shapes.listed import ListedChecker
from mexplore.rules.engine import grundy, store
from mexplore.rules.engine.database import FILE
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


def forge(folder: Path, text: str, change: Callable[[Values], None], stop: int = STOP) -> None:
    """Rows with right checksums, of values that are changed."""
    rule = parse_rule(text)
    values = grundy_values(rule, stop).copy()
    change(values)
    kernel = rule.kernel()
    assert kernel is not None
    written = Store(folder).values_of(str(rule), kernel)
    assert written.append(values)


def constant(values: Values) -> None:
    values[3000:] = values[3000]


def test_a_forged_store_proves_no_false_law(tmp_path: Path) -> None:
    """It proved G(n + 1) = G(n) for all n >= 3000."""
    forge(tmp_path, CODE, constant)
    rule, folder = parse_rule(CODE), kept(tmp_path)
    found = study(rule, Limits(None, 20_000), source=source_of(rule, store=folder))
    (law,) = [each.claim.parameters() for each in found.findings if each.proof][:1]
    assert (law["period"], law["preperiod"]) == (442, 3256)
    (trouble,) = folder.troubles
    assert trouble.startswith(f"{CODE}: ")
    assert "is not what the rule says; the stored values are removed, and computed anew" in trouble
    (record,) = folder.records()
    assert (
        folder.confirmed(record, parse_rule(CODE), grundy.no_progress).trouble is None
    )  # the new ones are right


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

    forge(tmp_path, CODE, change)
    folder = kept(tmp_path)
    (record,) = folder.records()
    assert "G(10000) = " in (
        folder.confirmed(record, parse_rule(CODE), grundy.no_progress).trouble or ""
    )
    assert not folder.records()


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
    """A single forged value, which a study would hardly meet, is found; all are removed."""

    def change(values: Values) -> None:
        values[9_876] += 1

    forge(tmp_path, CODE, change, 10_000)
    forge(tmp_path, "0.07", lambda values: None, 10_000)
    result = CliRunner().invoke(app, ["store", "verify", "--store", str(tmp_path), "--json"])
    assert result.exit_code == 1
    assert "G(9876) = " in result.stdout and result.stdout.count("; they are removed") == 1
    assert [record.rule for record in Store(tmp_path).records()] == ["0.07"]
    again = CliRunner().invoke(app, ["store", "verify", "--store", str(tmp_path)])
    assert again.exit_code == 0 and "good" in again.stdout


def test_verify_is_stopped_by_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forge(tmp_path, CODE, lambda values: None)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(confirmer()), "first_wrong", stopped)
    result = CliRunner().invoke(app, ["store", "verify", "--store", str(tmp_path)])
    assert result.exit_code == 130 and Store(tmp_path).records()


# Blocks that are each whole.


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_lost_block_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    """What comes after it is whole, and belongs elsewhere."""
    monkeypatch.setattr(store, "BLOCK_VALUES", 5000)
    forge(tmp_path, CODE, lambda values: None)
    in_file(tmp_path, "DELETE FROM pieces WHERE place = ?", 5000 * lost)
    (record,) = Store(tmp_path).records()
    assert (record.values, record.trouble) == (5000 * lost, None)
    values = Computation(parse_rule(CODE), store=kept(tmp_path)).extend(STOP)
    np.testing.assert_array_equal(values, grundy_values(parse_rule(CODE), STOP))
    (record,) = Store(tmp_path).records()
    assert (record.values, record.trouble) == (STOP, None)


STRANGE_BLOCKS = {
    "three bytes a value": (3, bytes(30)),
    "no bytes a value": (0, bytes(30)),
    "no values": (1, b""),
    "half a value": (2, bytes(31)),
    "more values than a block has": (1, bytes(store.BLOCK_VALUES + 1)),
}


@pytest.mark.parametrize("strange", STRANGE_BLOCKS.values(), ids=STRANGE_BLOCKS)
def test_a_block_that_was_never_written_is_noticed(
    tmp_path: Path, strange: tuple[int, bytes]
) -> None:
    """Whatever its checksum says."""
    forge(tmp_path, CODE, lambda values: None, 1000)
    signed(tmp_path, 1000, *strange)
    (record,) = Store(tmp_path).records()
    assert record.values == 1000
    assert record.trouble == (
        f"{CODE}: the block at n = 1000 is damaged: it is none that is written"
    )


@pytest.mark.parametrize("order", [(1, 2), (2, 5), (1, 1)])
def test_blocks_in_another_order_and_twice_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: tuple[int, int]
) -> None:
    """The checksum is over the place, too."""
    monkeypatch.setattr(store, "BLOCK_VALUES", 5000)
    forge(tmp_path, CODE, lambda values: None)
    one, other = sorted({1, *order})[-1], order[0]
    places = {one: other, other: one} if one != other else {2: 1}
    rows = dict(blocks(tmp_path))
    for to, source in places.items():
        in_file(
            tmp_path,
            "UPDATE pieces SET data = ?, checksum = (SELECT checksum FROM pieces WHERE place = ?) "
            "WHERE place = ?",
            rows[5000 * source], 5000 * source, 5000 * to,
        )  # fmt: skip
    (record,) = Store(tmp_path).records()
    assert record.trouble is not None and record.values == 5000 * min(places)


NAMES = {
    "a list": "[1]",
    "no JSON": "x",
    "brackets": "[" * 10**5,
    "a number as kernel": '{"kernel": 1, "rule": "0.644", "version": 1}',
    "a true version": '{"kernel": "K", "rule": "0.644", "version": true}',
    "an infinite version": '{"kernel": "K", "rule": "0.644", "version": Infinity}',
    "a number as rule": '{"kernel": "K", "rule": 1, "version": 1}',
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_that_was_never_written_is_noticed(tmp_path: Path, name: str) -> None:
    forge(tmp_path, CODE, lambda values: None, 1000)
    in_file(tmp_path, "UPDATE pieces SET name = ?", name)
    signed(tmp_path, 0, 1, bytes(10))
    (record,) = Store(tmp_path).records()
    assert record.values == 0 and record.rule == ""
    assert record.trouble == "it is not told whose values these are"


def test_blocks_of_another_rule_are_not_believed(tmp_path: Path) -> None:
    """The checksum is over the rule, too."""
    forge(tmp_path, CODE, lambda values: None, 1000)
    forge(tmp_path, "0.356", lambda values: None, 1000)
    (other,) = in_file(tmp_path, "SELECT data, checksum FROM pieces WHERE name LIKE '%0.356%'")
    in_file(tmp_path, "UPDATE pieces SET data = ?, checksum = ? WHERE name LIKE '%0.644%'", *other)
    record = next(each for each in Store(tmp_path).records() if each.rule == CODE)
    assert record.values == 0 and "checksum" in str(record.trouble)


FUZZED = 80


def fuzz(folder: Path, trials: range) -> None:
    """Damaged files: none is an error, none gives a wrong value. Without checksums it would."""
    forge(folder, CODE, lambda values: None, 3000)
    in_file(folder, "PRAGMA journal_mode = DELETE")
    path, rule = folder / FILE, parse_rule(CODE)
    good, right = path.read_bytes(), grundy_values(rule, 3000)
    rows = good.index(right[:200].tobytes()) & -4096
    for trial in trials:
        pick = Random(trial)
        data = bytearray(good)
        if pick.random() < 0.3:
            low, high = sorted(pick.randrange(len(data) + 1) for _ in range(2))
            data = data[:low] + data[high:]
        for _ in range(pick.choice((1, 1, 3, 50)) if data else 0):
            near = pick.choice((0, 0, rows, pick.randrange(0, len(data), 4096)))
            place = near + pick.randrange(pick.choice((120, 4096)))
            data[min(place, len(data) - 1)] ^= 1 << pick.randrange(8)
        for each in folder.iterdir():
            each.unlink()
        path.touch(0o600)
        path.write_bytes(data)
        for record in Store(folder).records():
            assert record.values in range(0, 3001, 700) or record.values == 3000
        values = Computation(rule, store=kept(folder)).extend(3000)
        assert np.array_equal(values, right), trial
        assert (sum(record.values for record in Store(folder).records())) >= 3000, trial


def test_no_damage_of_a_file_gives_a_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BLOCK_VALUES", 700)
    fuzz(tmp_path, range(FUZZED))


@pytest.mark.slow
def test_no_damage_of_a_file_gives_a_value_in_many_trials(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "BLOCK_VALUES", 700)
    fuzz(tmp_path, range(FUZZED, FUZZED + 10_000))
