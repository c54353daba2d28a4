"""The store: values survive kills, full disks, altered files and second writers, or are dropped."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest
from stored import blocks, in_file

from mexplore.rules.engine import database, grundy, store, working
from mexplore.rules.engine.database import FILE
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.store import Store
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Kernel

RULE = parse_rule("0.354")
STOP = 300_000


@pytest.fixture(autouse=True)
def _store_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grundy, "NOTICEABLE_SECONDS", 0.0)
    monkeypatch.setattr(working, "BLOCK_SECONDS", 0.002)
    monkeypatch.setattr(grundy, "FEWEST_STORED", 1)
    monkeypatch.setattr(store, "BLOCK_VALUES", 5000)


def crc(folder: Path | None, stop: int = STOP) -> int:
    kept = Store(folder) if folder is not None else None
    return zlib.crc32(Computation(RULE, store=kept).extend(stop).tobytes())


def test_a_second_computation_starts_where_the_first_stopped(tmp_path: Path) -> None:
    assert crc(tmp_path, 100_000) == crc(None, 100_000)
    (record,) = Store(tmp_path).records()
    assert (record.rule, record.values, record.trouble) == ("0.354", 100_000, None)
    resumed = Computation(RULE, store=Store(tmp_path))
    assert resumed._stored is None
    resumed.extend(100_000)
    assert resumed._seconds == 0
    assert crc(tmp_path) == crc(None)
    assert Store(tmp_path).records()[0].values == STOP


def test_small_sequences_and_rules_without_kernel_are_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grundy, "FEWEST_STORED", 10_000)
    Computation(RULE, store=Store(tmp_path)).extend(9_999)
    assert Store(tmp_path).records() == []


def test_a_function_that_is_edited_has_its_new_values(tmp_path: Path) -> None:
    games, kept = tmp_path / "games.py", Store(tmp_path / "kept")
    for body, values in (("[n - 1] if n else []", [0, 1, 0]), ("range(n)", [0, 1, 2])):
        games.write_text(f"def options(n):\n    return {body}\n", encoding="utf-8")
        rule = parse_rule(f"{games}:options", allow_python=True)
        assert Computation(rule, store=kept).extend(40).tolist()[:3] == values
    assert not kept.records()


@pytest.mark.slow
def test_twenty_kills_and_the_values_are_those_of_an_unbroken_run(tmp_path: Path) -> None:
    crc(None, 20_000)  # compile before forking
    chance = random.Random(20)
    reached = [0]
    for _ in range(20):
        enough = _size(tmp_path) + chance.randrange(1, 400_000)
        child = os.fork()
        if child == 0:
            try:
                crc(tmp_path)
            finally:
                os._exit(0)
        ended = 0
        while not ended and _size(tmp_path) < enough:  # killed wherever it is just then
            ended, _ = os.waitpid(child, os.WNOHANG)
        if not ended:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        reached.append(sum(r.values for r in Store(tmp_path).records()))
    assert reached == sorted(reached)
    assert reached[-1] > 0
    assert crc(tmp_path) == crc(None)


def _size(folder: Path) -> int:
    size = 0
    for path in folder.glob(f"{FILE}*"):
        with suppress(FileNotFoundError):  # SQLite has just removed it
            size += path.stat().st_size
    return size


@pytest.mark.parametrize("place", [0, 100_000, STOP - 5000])
def test_an_altered_byte_is_noticed_and_nothing_after_it_believed(
    tmp_path: Path, place: int
) -> None:
    crc(tmp_path)
    stored = dict(blocks(tmp_path))
    place = max(each for each in stored if each <= place)
    data = bytearray(stored[place])
    data[len(data) // 2] ^= 1
    in_file(tmp_path, "UPDATE pieces SET data = ? WHERE place = ?", bytes(data), place)
    (record,) = Store(tmp_path).records()
    assert record.values == place
    assert record.trouble == (
        f"0.354: the block at n = {place} is damaged: it does not match its checksum"
    )
    kept = Store(tmp_path)
    values = Computation(RULE, store=kept).extend(STOP)
    assert len(kept.troubles) == 1
    assert zlib.crc32(values.tobytes()) == crc(None)
    (record,) = Store(tmp_path).records()
    assert (record.values, record.trouble) == (STOP, None)


@pytest.mark.parametrize("column", ["name", "place", "width", "checksum", "data", "kind"])
def test_an_altered_column_is_not_believed(tmp_path: Path, column: str) -> None:
    """A block under the name of another rule, at another place, of another width."""
    crc(tmp_path, 50_000)
    Computation(parse_rule("0.356"), store=Store(tmp_path)).extend(50_000)
    (place, _), *_ = blocks(tmp_path, "0.354")[1:]
    other = {"place": 10**6, "width": 2, "kind": "code"}.get(column, "x")
    in_file(
        tmp_path,
        f"UPDATE pieces SET {column} = ? WHERE name LIKE '%0.354%' AND place = ?",
        other, place,
    )  # fmt: skip
    record = next(each for each in Store(tmp_path).records() if each.rule == "0.354")
    assert record.values == place
    assert crc(tmp_path, 50_000) == crc(None, 50_000)
    record = next(each for each in Store(tmp_path).records() if each.rule == "0.354")
    assert (record.values, record.trouble) == (50_000, None)


def _another(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE pieces (number)")
        connection.execute("PRAGMA user_version = 1")


NO_DATABASES: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_bytes(b"no database" * 1000),
    "the half": lambda path: os.truncate(path, path.stat().st_size // 2),
    "another database": _another,
}


@pytest.mark.parametrize("damage", NO_DATABASES.values(), ids=NO_DATABASES)
def test_a_file_that_is_no_store_is_put_aside(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    crc(tmp_path)
    damage(tmp_path / FILE)
    kept = Store(tmp_path)
    values = Computation(RULE, store=kept).extend(STOP)
    assert zlib.crc32(values.tobytes()) == crc(None)
    (trouble,) = kept.troubles
    assert trouble.startswith(f"0.354: {FILE} is damaged (")
    assert trouble.endswith("; it is put aside as mexplore.damaged, and a new one begun")
    assert (tmp_path / "mexplore.damaged").exists()
    (record,) = Store(tmp_path).records()
    assert (record.values, record.trouble) == (STOP, None)


def test_an_empty_file_is_a_store(tmp_path: Path) -> None:
    (tmp_path / FILE).touch(0o600)
    assert crc(tmp_path) == crc(None)
    assert Store(tmp_path).records()[0].values == STOP


def test_a_full_disk_costs_no_value_and_leaves_a_good_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite is given sixteen pages; with them, it acts as on a full disk."""
    opened = database._opened

    def with_little_room(path: Path) -> sqlite3.Connection:
        connection = opened(path)
        connection.execute("PRAGMA max_page_count = 16")
        return connection

    monkeypatch.setattr(database, "_opened", with_little_room)
    kept = Store(tmp_path)
    values = Computation(RULE, store=kept).extend(STOP)
    assert zlib.crc32(values.tobytes()) == crc(None)
    assert kept.troubles == ["0.354: database or disk is full"]
    (record,) = Store(tmp_path).records()
    assert record.trouble is None
    assert 0 < record.values < 16 << 14


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    kept = Store(blocked / "below")
    assert len(Computation(RULE, store=kept).extend(20_000)) == 20_000
    assert kept.troubles


def test_two_writers_go_on_from_each_other(tmp_path: Path) -> None:
    first, second = (Computation(RULE, store=Store(tmp_path)) for _ in range(2))
    for one, stop in ((first, 50_000), (second, 60_000), (first, 80_000), (second, 100_000)):
        one.extend(stop)
        (record,) = Store(tmp_path).records()
        assert (record.values, record.trouble) == (stop, None)
    assert crc(tmp_path) == crc(None)


def test_a_writer_that_holds_the_file_is_not_waited_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.01)
    crc(tmp_path, 50_000)
    kept = Store(tmp_path)
    with Store(tmp_path).database.writing():
        values = Computation(RULE, store=kept).extend(100_000)
    assert zlib.crc32(values.tobytes()) == crc(None, 100_000)
    assert kept.troubles == ["0.354: another process is writing"]


def test_values_that_another_process_removes_are_written_again(tmp_path: Path) -> None:
    one = Computation(RULE, store=Store(tmp_path))
    one.extend(50_000)
    assert Store(tmp_path).clear() == 1
    one.extend(60_000)
    assert Store(tmp_path).records()[0].values == 60_000
    (tmp_path / FILE).unlink()
    one.extend(70_000)
    assert Store(tmp_path).records()[0].values == 70_000


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    texts = ["0.354", "0.354", "0.356", "0.07", "0.77", "4.7"]
    for text in texts:
        Computation(parse_rule(text)).extend(20_000)  # compile before forking
    children = []
    for text in texts:
        children.append(os.fork())
        if not children[-1]:
            kept = Store(tmp_path)
            try:
                Computation(parse_rule(text), store=kept).extend(50_000)
            finally:
                os._exit(len(kept.troubles))
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(texts)
    found = {record.rule: (record.values, record.trouble) for record in Store(tmp_path).records()}
    assert found == dict.fromkeys(texts, (50_000, None))
    assert crc(tmp_path, 50_000) == crc(None, 50_000)


def test_a_connection_is_not_used_after_a_fork(tmp_path: Path) -> None:
    kept = Store(tmp_path)
    Computation(RULE, store=kept).extend(20_000)
    opened = kept.database._connection()
    child = os.fork()
    if not child:
        try:
            Computation(RULE, store=kept).extend(40_000)
        finally:
            os._exit(len(kept.troubles) + (kept.database._connection() is opened))
    assert os.waitpid(child, 0)[1] == 0
    Computation(RULE, store=kept).extend(60_000)
    assert kept.database._connection() is opened
    assert [(r.values, r.trouble) for r in kept.records()] == [(60_000, None)]


def test_the_files_are_this_users_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        kept = Store(tmp_path / "kept")
        Computation(RULE, store=kept).extend(20_000)
        modes = {path.name: path.stat().st_mode & 0o777 for path in kept.folder.iterdir()}
    finally:
        os.umask(before)
    assert modes == {FILE: 0o600, f"{FILE}-wal": 0o600, f"{FILE}-shm": 0o600}
    assert kept.folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("journal", ["wal", "truncate"])
def test_a_folder_that_only_lets_read_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: str
) -> None:
    monkeypatch.setattr(database, "_is_remote", lambda path: journal == "truncate")
    crc(tmp_path, 50_000)
    assert in_file(tmp_path, "PRAGMA journal_mode") == [
        (journal if journal == "wal" else "delete",)
    ]
    monkeypatch.setattr(os, "access", lambda *_: False)
    before = sorted(tmp_path.iterdir())
    kept = Store(tmp_path)
    computation = Computation(RULE, store=kept)
    computation.extend(50_000)
    assert (computation._seconds, kept.troubles) == (0, [])
    assert zlib.crc32(computation.extend(60_000).tobytes()) == crc(None, 60_000)
    assert kept.troubles == ["0.354: attempt to write a readonly database"]
    assert sorted(tmp_path.iterdir()) == before


def test_wider_values_follow_narrow_ones(tmp_path: Path) -> None:
    class Steps(Kernel):
        def fill(self, values, start, stop):  # type: ignore[no-untyped-def]
            limit = np.iinfo(values.dtype).max
            for n in range(start, stop):
                if n // 100 > limit:
                    return n
                values[n] = n // 100
            return stop

        def steps(self, start: int, stop: int) -> float:
            return float(stop - start)

    wide = np.arange(70_000) // 100
    stored = Store(tmp_path).values_of("steps", Steps())
    assert stored.append(wide[:20_000].astype(np.uint8))
    assert stored.append(wide.astype(np.uint16))
    again = Store(tmp_path).values_of("steps", Steps())
    blocks = []
    while (block := again.next_block()) is not None:
        blocks.append(block.astype(np.int64))
    np.testing.assert_array_equal(np.concatenate(blocks), wide)


def test_clear_removes_what_it_is_told_to(tmp_path: Path) -> None:
    crc(tmp_path, 50_000)
    Computation(parse_rule("0.356"), store=Store(tmp_path)).extend(50_000)
    kept = Store(tmp_path)
    assert kept.clear("0.354") == 1
    assert [record.rule for record in kept.records()] == ["0.356"]
    assert kept.clear() == 1
    assert kept.records() == []


def test_clear_gives_the_disk_back(tmp_path: Path) -> None:
    crc(tmp_path)
    kept = Store(tmp_path)
    kept.clear()
    kept.database.close()
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size <= 4 << 14


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_dead_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def of_another_user(path: Path) -> None:
    path.chmod(0o666)


@pytest.mark.parametrize(
    "damage", [a_folder, a_pipe, a_dead_link, of_another_user], ids=lambda each: each.__name__
)
def test_what_is_no_file_of_this_user_is_neither_read_nor_written(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    crc(tmp_path, 30_000)
    damage(tmp_path / FILE)
    kept = Store(tmp_path)
    values = Computation(RULE, store=kept).extend(30_000)
    assert zlib.crc32(values.tobytes()) == crc(None, 30_000)
    assert len(kept.troubles) == 1 and "\n" not in kept.troubles[0]
    told = Store(tmp_path)
    assert (told.records(), told.clear()) == ([], 0)
    assert told.troubles
