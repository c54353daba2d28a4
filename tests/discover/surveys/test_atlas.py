"""The atlas: what is kept comes back, and what is no atlas is told and left alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from discover.surveys import schema
from discover.surveys.atlas import Atlas
from discover.surveys.record import Record, Row
from rules.errors import InputError

SOME = Record(
    "divide(2, 5, 7)", "proved", "geometric", "floors commute", "G(n) = ...", ratio=35,
    start=10**37, largest=4, computed=10**120, seconds=0.25, ended="proved", head=(0, 1, 0, 2),
    certificate='{"mexplore certificate": 1}', max_terms=None, budget=2.5, version="0.1.0",
)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "atlas.sqlite"


def test_what_is_kept_comes_back(path: Path) -> None:
    with Atlas.create(path) as atlas:
        atlas.keep([SOME])
        atlas.enrol("divide", [(SOME.rule, 7, {"D": [2, 5, 7], "a": 2})])
        assert atlas.record(SOME.rule) == SOME
    with Atlas.read(path) as atlas:
        assert atlas.rows() == [Row("divide", 7, SOME, {"D": [2, 5, 7], "a": 2})]
        assert atlas.rows("octal") == []
        assert atlas.record("divide(2)") is None
        frame = atlas.frame()
        assert frame.loc[0, "start"] == 10**37
        assert frame.loc[0, "ratio"] == 35
        with pytest.raises(InputError, match="readonly"):
            atlas.keep([SOME])


def test_a_transaction_is_kept_whole_or_not_at_all(path: Path) -> None:
    with Atlas.create(path) as atlas:
        with pytest.raises(TypeError):
            atlas.keep([SOME, Record("0.3", head=object())])  # type: ignore[arg-type]
        assert atlas.record(SOME.rule) is None


@pytest.mark.parametrize("opened", [Atlas.read, Atlas.create])
def test_what_is_no_atlas_is_told_and_left_alone(
    path: Path, opened: Callable[[Path], Atlas]
) -> None:
    path.write_bytes(b"a letter to a friend, " * 100)
    before = path.read_bytes()
    with pytest.raises(InputError, match="is no atlas"):
        opened(path)
    assert path.read_bytes() == before
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE letters (text)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(InputError, match="another program"):
        opened(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("opened", [Atlas.read, Atlas.create])
def test_a_newer_atlas_is_left_alone(path: Path, opened: Callable[[Path], Atlas]) -> None:
    Atlas.create(path).close()
    with sqlite3.connect(path) as sql:
        sql.execute(f"PRAGMA user_version = {schema.version() + 1}")
    sql.close()
    before = path.read_bytes()
    with pytest.raises(InputError, match="use a newer mexplore"):
        opened(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("opened", [Atlas.read, Atlas.create])
@pytest.mark.parametrize("at", [4096, 3 * 4096, 6 * 4096])
def test_damage_is_told_and_not_overwritten(
    path: Path, opened: Callable[[Path], Atlas], at: int
) -> None:
    with Atlas.create(path) as atlas:
        atlas.keep([Record(f"0.{i}", law="x" * 500) for i in range(100)])
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"\xff" * 4096)
    before = path.read_bytes()
    with pytest.raises(InputError, match="damaged"):
        opened(path)
    assert path.read_bytes() == before


def test_an_atlas_cut_short_is_told(path: Path) -> None:
    with Atlas.create(path) as atlas:
        atlas.keep([Record(f"0.{i}", law="x" * 500) for i in range(100)])
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(InputError, match="damaged"):
        Atlas.create(path)


def test_a_missing_atlas_and_a_folder_are_told(path: Path) -> None:
    with pytest.raises(InputError, match="there is no atlas"):
        Atlas.read(path)
    with pytest.raises(InputError, match="is a folder"):
        Atlas.create(path.parent)
    with pytest.raises(InputError, match="create it first"):
        Atlas.create(path / "deeper" / "atlas.sqlite")
    for device in ("/dev/null", "/dev/full"):
        if Path(device).exists():
            with pytest.raises(InputError):
                Atlas.create(Path(device))
    assert not path.exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(path: Path) -> None:
    path.parent.chmod(0o500)
    with pytest.raises(InputError, match="cannot be written"):
        Atlas.create(path)
    path.parent.chmod(0o700)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Atlas.create(path).close()
    import discover.surveys.atlas as module

    def full(path: Path, how: str) -> sqlite3.Connection:
        connection = real(path, how)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    real = module._connected
    monkeypatch.setattr(module, "_connected", full)
    before = path.read_bytes()
    with pytest.raises(InputError, match="full"):
        Atlas.create(path)
    assert path.read_bytes() == before


def test_an_older_atlas_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Atlas.create(path) as atlas:
        atlas.keep([SOME])
    copy = path.with_name("copy.sqlite")
    shutil.copy(path, copy)
    later = (*schema.STEPS, "CREATE TABLE notes (text TEXT)")
    monkeypatch.setattr(schema, "STEPS", later)
    for opened in (Atlas.create(path), Atlas.read(copy)):
        with opened as atlas:
            assert atlas.record(SOME.rule) == SOME
            assert atlas.sql.execute("SELECT count(*) FROM notes").fetchone() == (0,)
            assert atlas.sql.execute("PRAGMA user_version").fetchone() == (2,)
