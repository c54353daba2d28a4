"""The store: values survive kills, full disks, altered files and second writers, or are dropped."""

from __future__ import annotations

import errno
import io
import os
import random
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from own_clock import NEVER

from mexplore.rules.engine import grundy, pacing, store
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.store import Store
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Kernel

RULE = parse_rule("0.354")
STOP = 300_000


@pytest.fixture(autouse=True)
def _store_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grundy, "NOTICEABLE_SECONDS", 0.0)
    monkeypatch.setattr(pacing, "BLOCK_SECONDS", 0.002)
    monkeypatch.setattr(grundy, "FEWEST_STORED", 1)
    monkeypatch.setattr(store, "BLOCK_VALUES", 5000)


def crc(folder: Path | None, stop: int = STOP) -> int:
    kept = Store(folder) if folder is not None else None
    return zlib.crc32(Computation(RULE, store=kept).extend(stop).tobytes())


def only_file(folder: Path) -> Path:
    (path,) = folder.glob("*.values")
    return path


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


def test_twenty_kills_and_the_values_are_those_of_an_unbroken_run(tmp_path: Path) -> None:
    crc(None, 20_000)  # compile before forking
    chance = random.Random(20)
    reached = [0]
    for _ in range(20):
        enough = _size(tmp_path) + chance.randrange(1, 20_000)
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
    return sum(path.stat().st_size for path in folder.glob("*.values"))


@pytest.mark.parametrize("place", [0.02, 0.5, 0.999])
def test_an_altered_byte_is_noticed_and_nothing_after_it_believed(
    tmp_path: Path, place: float
) -> None:
    crc(tmp_path)
    path = only_file(tmp_path)
    data = bytearray(path.read_bytes())
    data[int(len(data) * place)] ^= 1
    path.write_bytes(data)
    (record,) = Store(tmp_path).records()
    assert record.trouble is not None
    kept = Store(tmp_path)
    values = Computation(RULE, store=kept).extend(STOP)
    assert kept.troubles
    assert zlib.crc32(values.tobytes()) == crc(None)
    (record,) = Store(tmp_path).records()
    assert (record.values, record.trouble) == (STOP, None)


@pytest.mark.parametrize("length", [0, 5, 40, 100_000, -1])
def test_a_truncated_file_loses_its_last_block_only(tmp_path: Path, length: int) -> None:
    crc(tmp_path)
    path = only_file(tmp_path)
    header = path.read_bytes().split(b"\n", 1)[0] + b"\n"
    length = path.stat().st_size - 1 if length < 0 else length
    end, whole = len(header), 0
    for values in store._blocks(path, header):
        end += 32 + values  # values of one byte
        whole += values if end <= length else 0
    os.truncate(path, length)
    assert Store(tmp_path).records()[0].values == whole
    assert crc(tmp_path) == crc(None)
    assert Store(tmp_path).records()[0].values == STOP


def test_an_altered_header_and_another_rules_file_are_not_believed(tmp_path: Path) -> None:
    crc(tmp_path)
    path = only_file(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"0.354"', b'"0.356"', 1))
    assert crc(tmp_path) == crc(None)
    other = parse_rule("0.356")
    Computation(other, store=Store(tmp_path)).extend(50_000)
    assert len(Store(tmp_path).records()) == 2
    mine, theirs = sorted(tmp_path.glob("*.values"))
    mine.write_bytes(theirs.read_bytes())
    values = Computation(other, store=Store(tmp_path)).extend(50_000)
    np.testing.assert_array_equal(values, Computation(other).extend(50_000))
    assert crc(tmp_path) == crc(None)


def test_a_full_disk_costs_no_value_and_leaves_a_good_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0

    def write(file: io.FileIO, data: bytes) -> None:
        nonlocal written
        room = max(0, 50_000 - written)
        written += file.write(data[:room]) or 0
        if len(data) > room:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(store, "_write", write)
    kept = Store(tmp_path)
    values = Computation(RULE, store=kept).extend(STOP)
    assert zlib.crc32(values.tobytes()) == crc(None)
    assert "No space left" in kept.troubles[0]
    (record,) = Store(tmp_path).records()
    assert record.trouble is None
    assert 0 < record.values < 50_000


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    kept = Store(blocked / "below")
    assert len(Computation(RULE, store=kept).extend(20_000)) == 20_000
    assert kept.troubles


def test_two_writers_do_not_mix(tmp_path: Path) -> None:
    first = Computation(RULE, store=Store(tmp_path))
    first.extend(50_000)
    kept = Store(tmp_path)
    second = Computation(RULE, store=kept)
    second.extend(60_000)  # the first still holds the lock
    assert "another process" in kept.troubles[0]
    first.extend(80_000)
    assert Store(tmp_path).records()[0].values == 80_000
    assert first._stored is not None
    first._stored.close()
    second.extend(100_000)
    (record,) = Store(tmp_path).records()
    assert (record.values, record.trouble) == (100_000, None)
    assert crc(tmp_path) == crc(None)


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
    stored.close()
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


WITHOUT_FCNTL = """
import sys
sys.modules["fcntl"] = None  # as where the platform has none
from collections.abc import Callable
from pathlib import Path
from mexplore.rules.engine import grundy
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.store import Store
from mexplore.rules.notation import parse_rule

grundy.NOTICEABLE_SECONDS, grundy.FEWEST_STORED = 0.0, 1
kept = Store(Path(sys.argv[1]))
first = Computation(parse_rule("0.07"), store=kept)
first.extend(5_000)
assert not kept.troubles, kept.troubles
(record,) = kept.records()
assert record.values == 5_000, record

second = Computation(parse_rule("0.07"), store=kept)
second.extend(6_000)  # while the first still writes
assert "another process" in kept.troubles[0], kept.troubles
first._stored.close()
second.extend(8_000)
(record,) = kept.records()
assert (record.values, record.trouble) == (8_000, None), record
"""


def test_values_are_kept_where_there_is_no_fcntl(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", WITHOUT_FCNTL, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=NEVER, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_without_locks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(lock: object) -> None:
        raise NotImplementedError("no flock here")

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    kept = Store(tmp_path)
    assert len(Computation(RULE, store=kept).extend(20_000)) == 20_000
    assert "has no locks" in kept.troubles[0]


def test_clear_leaves_nothing_behind(tmp_path: Path) -> None:
    crc(tmp_path, 50_000)
    Store(tmp_path).clear()
    assert list(tmp_path.iterdir()) == []


def infinite_version(path: Path) -> None:
    path.write_bytes(store.MAGIC + b'{"kernel": "K", "rule": "0.354", "version": Infinity}\n')


def a_million_brackets(path: Path) -> None:
    path.write_bytes(store.MAGIC + b"[" * 10**6 + b"\n")


def a_list(path: Path) -> None:
    path.write_bytes(store.MAGIC + b'["kernel"]\n')


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


STRANGE = [infinite_version, a_million_brackets, a_list, a_folder, a_pipe]


@pytest.mark.parametrize("damage", STRANGE, ids=lambda damage: damage.__name__)
def test_what_only_has_the_name_of_a_file_of_values(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    crc(tmp_path, 30_000)
    path = only_file(tmp_path)
    damage(path)
    (record,) = Store(tmp_path).records()
    assert record.trouble in ("the file does not begin as it should", "this is no file")
    assert record.values == 0
    kept = Store(tmp_path)
    values = Computation(RULE, store=kept).extend(30_000)
    assert zlib.crc32(values.tobytes()) == crc(None, 30_000)
    assert kept.troubles
    told = Store(tmp_path)
    assert told.clear() == (0 if damage is a_folder else 1)
    assert any("was not removed" in trouble for trouble in told.troubles) == (damage is a_folder)
    assert path.exists() == (damage is a_folder)
