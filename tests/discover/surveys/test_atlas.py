"""The atlas: what is kept comes back, and what is no atlas is told and left alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.surveys import schema
from mexplore.discover.surveys.atlas import Atlas, Outdated
from mexplore.discover.surveys.record import Record, Row
from mexplore.reports.commands import app
from mexplore.rules.errors import InputError

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
    import mexplore.discover.surveys.atlas as module

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
    later = (*schema.STEPS, "CREATE TABLE notes (text TEXT)")  # one that leaves rows believed
    monkeypatch.setattr(schema, "STEPS", later)
    for opened in (Atlas.create(path), Atlas.read(copy)):
        with opened as atlas:
            assert atlas.record(SOME.rule) == SOME
            with atlas.reading() as sql:
                assert sql.execute("SELECT count(*) FROM notes").fetchone() == (0,)
                assert sql.execute("PRAGMA user_version").fetchone() == (len(later),)


FORMER = """
    CREATE TABLE studies (
        rule TEXT PRIMARY KEY NOT NULL, status TEXT NOT NULL, pattern TEXT, theorem TEXT, law TEXT,
        preperiod, period, saltus, ratio, start, largest, computed NOT NULL, seconds REAL NOT NULL,
        ended TEXT NOT NULL, head TEXT NOT NULL, certificate TEXT, representative TEXT,
        reduction TEXT, max_terms, budget REAL, trouble TEXT, version TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE members (
        family TEXT NOT NULL, rule TEXT NOT NULL, place INTEGER NOT NULL, parameters TEXT NOT NULL,
        PRIMARY KEY (family, rule)
    ) WITHOUT ROWID;
    CREATE TABLE sweeps (
        sweep TEXT PRIMARY KEY NOT NULL, family TEXT NOT NULL, host TEXT NOT NULL,
        process INTEGER NOT NULL, beat REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE taken (
        rule TEXT PRIMARY KEY NOT NULL,
        sweep TEXT NOT NULL REFERENCES sweeps (sweep) ON DELETE CASCADE
    ) WITHOUT ROWID;
    INSERT INTO studies VALUES
        ('0.3', 'proved', 'periodic', 'Guy-Smith', 'G(n + 7) = G(n) for all n >= 5', 5, 7, 0, NULL,
         NULL, 1, 100, 0.1, 'proved', '[0, 1, 0]', NULL, NULL, NULL, 65536, 10.0, NULL, '0.1.0');
    INSERT INTO members VALUES ('octal(1)', '0.3', 3, '{"d1": 3}');
    PRAGMA user_version = 1;
"""


@pytest.fixture
def former(path: Path) -> Path:
    """An atlas of version 1, with a false law of 0.3."""
    with sqlite3.connect(path) as sql:
        sql.executescript(f"PRAGMA application_id = {schema.APPLICATION}; {FORMER}")
    sql.close()
    return path


def test_rows_of_the_first_version_are_not_believed(former: Path) -> None:
    before = former.read_bytes()
    with pytest.raises(Outdated, match="version 1, whose values may be wrong; mexplore sweep"):
        Atlas.read(former)
    assert former.read_bytes() == before  # a reader leaves it as it is
    with Atlas.create(former) as atlas:
        (note,) = atlas.notes
        assert "its rules are studied again" in note and "\n" not in note
        assert list(atlas.records()) == [] == atlas.rows()
        with atlas.reading() as sql:
            kept = sql.execute("SELECT rule, period FROM studies_of_version_1").fetchall()
        assert kept == [("0.3", 7)]
    for opened in (Atlas.read(former), Atlas.create(former)):
        with opened as atlas:
            assert atlas.notes == []


def test_rules_of_the_first_version_are_studied_again(former: Path) -> None:
    command = ["sweep", "octal(1)", "--workers", "1", "--further", "0", "--atlas", str(former)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0
    assert result.stderr.count("was an atlas of version 1") == 1
    with Atlas.read(former) as atlas:
        found = atlas.record("0.3")
        assert found is not None and (found.preperiod, found.period) == (0, 2)
        assert found.largest == 1 and found.largest_for_all
