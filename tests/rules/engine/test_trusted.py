"""Folders that others may write to are not believed: what lies there is neither read nor run."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from own_clock import NEVER
from typer.testing import CliRunner

from mexplore.reports.commands import app
from mexplore.rules.engine import trusted
from mexplore.rules.engine.database import FILE, Database
from mexplore.rules.engine.store import Store, usual_store
from mexplore.rules.engine.trusted import (
    DISTRUSTED,
    believed,
    make_private,
    open_own,
    read_own,
    why_distrusted,
)

ROOT = Path(__file__).parents[3]
OTHER = 4242
"""Another user."""
AS_ROOT = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root acts for another user"
)
pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no numbers of users")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_folders_are_made_for_this_user_alone(tmp_path: Path) -> None:
    folder = tmp_path / "above" / "cache"
    before = os.umask(0o002)
    try:
        make_private(folder)
        with Database(folder / "deeper").writing():
            pass
    finally:
        os.umask(before)
    assert {mode(each) for each in (folder, folder.parent, folder / "deeper")} == {0o700}
    assert mode(folder / "deeper" / FILE) == 0o600
    assert believed(folder) == folder


@pytest.mark.parametrize("bits", [0o770, 0o707, 0o777, 0o1777])
def test_a_folder_that_others_may_write_to_is_not_believed(tmp_path: Path, bits: int) -> None:
    folder = tmp_path / "above" / "cache"
    make_private(folder)
    folder.chmod(bits)
    assert str(folder) in why_distrusted(folder)
    told: list[str] = []
    before = DISTRUSTED.set(told.append)
    try:
        assert believed(folder) is None
    finally:
        DISTRUSTED.reset(before)
    assert told == [why_distrusted(folder)]
    folder.chmod(0o755)
    assert why_distrusted(folder) == ""
    folder.parent.chmod(bits)  # above, it may be sticky as /tmp is
    assert bool(why_distrusted(folder)) == (bits != 0o1777)
    assert bool(why_distrusted(folder / "not" / "made")) == (bits != 0o1777)


def test_links_are_followed(tmp_path: Path) -> None:
    open_to_all, link = tmp_path / "open", tmp_path / "link"
    make_private(open_to_all / "cache")
    open_to_all.chmod(0o777)
    link.symlink_to(open_to_all)
    assert str(open_to_all) in why_distrusted(link / "cache")
    link.unlink()
    make_private(tmp_path / "private")
    link.symlink_to(tmp_path / "private")
    assert believed(link) == tmp_path / "private"
    link.unlink()
    link.symlink_to(link)
    with pytest.raises(OSError):
        read_own(link / "file")


def test_files_are_asked_too(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"values")
    path.chmod(0o620)
    with pytest.raises(PermissionError, match="other users may write"):
        read_own(path)
    path.chmod(0o600)
    with pytest.raises(OSError, match="too long"):
        read_own(path, 5)
    (tmp_path / "link").symlink_to(path)
    os.mkfifo(tmp_path / "pipe")
    for each in ("link", "pipe", "nowhere", "."):
        with pytest.raises(OSError):
            open_own(tmp_path / each)


@AS_ROOT
def test_another_users_folder_or_file_is_not_believed(tmp_path: Path) -> None:
    folder, path = tmp_path / "cache", tmp_path / "cache" / "file"
    path.parent.mkdir(0o700)
    path.write_bytes(b"1")
    os.chown(path, OTHER, OTHER)
    with pytest.raises(PermissionError, match="another user"):
        read_own(path)
    os.chown(folder, OTHER, OTHER)
    assert "another user" in why_distrusted(folder)
    assert "another user" in why_distrusted(folder / "below")  # HOME of another user, as with sudo


def test_without_numbers_of_users_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o777)
    monkeypatch.delattr(os, "geteuid")
    assert believed(tmp_path) == tmp_path


# The command.


def mexplore(cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MEXPLORE_C")}
    return subprocess.run(
        [sys.executable, "-m", "mexplore", *arguments],
        env=environment | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=NEVER, check=False,
    )  # fmt: skip


STUDY = ("terms", "subtract(1, 2)", "--upto", "9", "--format", "plain")


def test_one_remark_says_that_the_cache_is_not_used(tmp_path: Path) -> None:
    """Nothing is written, --quiet says nothing, and the values are right."""
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o777)
    said = mexplore(cache, *STUDY)
    assert said.stdout.split() == list("0120120120") and said.returncode == 0
    (line,) = said.stderr.splitlines()
    assert line == (
        f"mexplore: the cache is not used: other users may write to {cache} "
        f"(chmod go-w {cache} forbids it)"
    )
    assert mexplore(cache, *STUDY, "--quiet").stderr == ""
    assert mexplore(cache, *STUDY, "--no-store").stderr == ""
    assert [*cache.iterdir()] == []
    listed = mexplore(cache, "store")
    assert listed.returncode == 2 and "name a --store DIR" in listed.stderr


def test_a_store_that_others_may_write_to_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o770)
    for arguments in (["store"], ["study", "0.77"], ["terms", "0.77", "--upto", "9"]):
        done = CliRunner().invoke(app, [*arguments, "--store", str(tmp_path / "kept")])
        assert done.exit_code == 2
        assert "are not believed, since other users may write to" in done.output
    tmp_path.chmod(0o700)
    done = CliRunner().invoke(app, ["store", "--store", str(tmp_path / "kept"), "--json"])
    assert done.exit_code == 0 and json.loads(done.stdout)["stored"] == []


def test_the_store_of_the_cache_is_believed_as_the_cache_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = usual_store()
    assert isinstance(kept, Store) and kept.folder.is_relative_to(tmp_path)
    tmp_path.chmod(0o702)
    assert usual_store() is None


def put_by_another_user(data: bytes, paths: Iterable[Path]) -> None:
    """Write each file, so that it and the folders that are made for it are another user's."""
    for path in paths:
        new = [path, *takewhile(lambda folder: not folder.exists(), path.parents)]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        for each in new:
            os.chown(each, OTHER, OTHER)
            each.chmod(0o777)


class Command:
    """Writes a file when its pickle is read."""

    def __init__(self, told: Path) -> None:
        self.told = told

    def __reduce__(self) -> Any:
        return Path.write_text, (self.told, "a command of another user was run")


@AS_ROOT
def test_what_another_user_put_into_a_shared_cache_is_not_run(tmp_path: Path) -> None:
    """He was there first, and put commands wherever machine code or values are looked for."""
    told = tmp_path / "told"
    own, cache = tmp_path / "own", tmp_path / "shared"
    work = ("terms", "subtract(squares)", "--upto", "300000", "--format", "plain")
    first = mexplore(own, *work)
    kept = [each.relative_to(own) for each in own.rglob("*") if each.is_file()]
    assert kept
    cache.mkdir()
    cache.chmod(0o1777)  # as /tmp is
    put_by_another_user(pickle.dumps(Command(told)), [cache / each for each in kept])
    (folder,) = cache.iterdir()
    assert folder.stat().st_uid == OTHER
    done = mexplore(cache, *work)
    assert (done.returncode, done.stdout) == (0, first.stdout)
    (line,) = done.stderr.splitlines()
    assert line == f"mexplore: the cache is not used: {folder} belongs to another user"
    assert not told.exists()


def test_all_that_makes_folders_in_the_cache_makes_them_private() -> None:
    """No other module makes the folders of machine code, values and checkpoints."""
    asks: Callable[[Path], bool] = lambda path: "mkdir(" in path.read_text(encoding="utf-8")  # noqa: E731
    computing = {path.name for path in Path(trusted.__file__).parent.glob("*.py") if asks(path)}
    windows = {path.name for path in (ROOT / "discover" / "windows").rglob("*.py") if asks(path)}
    assert computing == {"trusted.py"} and windows == set()
