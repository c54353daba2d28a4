"""Checkpoints that travel: listed, taken over, and refused where they are none."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from packed_checkpoints import packed
from typer.testing import CliRunner, Result

from mexplore.discover.windows import carrying
from mexplore.discover.windows.carrying import streams, take_over
from mexplore.discover.windows.streaming.stream import HISTORY
from mexplore.reports.commands import app
from mexplore.rules.engine.store import Store

HEADER = {"version": 2, "rule": "0.16", "n": 1 << 20}


def run(store: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["store", *arguments, "--store", str(store)])


def test_a_checkpoint_is_taken_over_and_listed(tmp_path: Path) -> None:
    for name, data in {"a.stream": packed(HEADER), "a.xz": lzma.compress(packed(HEADER))}.items():
        file, folder = tmp_path / name, tmp_path / f"store of {name}"
        file.write_bytes(data)
        added = run(folder, "add", str(file))
        assert added.exit_code == 0, added.output
        assert f"{(1 << 20) + HISTORY:,} heaps passed" in added.stdout
        assert Store(folder).stream("0.16") == packed(HEADER)
        listed = json.loads(run(folder, "--json").stdout)
        assert listed["stored"] == []
        (row,) = listed["streams"]
        assert (row["rule"], row["passed"], row["trouble"]) == ("0.16", (1 << 20) + HISTORY, None)
        assert "0.16" in run(folder, "list", "0.16").stdout
        assert run(folder, "verify").exit_code == 0


def test_the_one_that_has_passed_more_stays(tmp_path: Path) -> None:
    store, file = Store(tmp_path / "store"), tmp_path / "a.stream"
    for n, stays in ((1 << 20, True), (1 << 21, True), (1 << 20, False)):
        file.write_bytes(packed({**HEADER, "n": n}))
        if stays:
            assert take_over(file, store).passed == n + HISTORY
        else:
            with pytest.raises(ValueError, match="the store has passed"):
                take_over(file, store)
    (there,) = streams(store)
    assert there.passed == (1 << 21) + HISTORY


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no checkpoint",
        packed(HEADER)[:-1],
        packed(HEADER).replace(b"arrays", b"arrayz"),
        packed([1]),
        packed({**HEADER, "rule": 16}),
        packed({**HEADER, "rule": "."}),
        packed({**HEADER, "rule": "subtract(1, 2)"}),
        packed({**HEADER, "n": -1}),
        packed({**HEADER, "n": True}),
        packed({**HEADER, "version": 1}),
    ],
)
def test_what_is_none_is_refused_and_told(data: bytes, tmp_path: Path) -> None:
    file, folder = tmp_path / "a.stream", tmp_path / "store"
    file.write_bytes(data)
    refused = run(folder, "add", str(file))
    assert refused.exit_code == 2, refused.output
    assert len(refused.stderr.strip().splitlines()) == 1
    assert streams(Store(folder)) == []
    folder.mkdir(exist_ok=True)
    earlier = folder / "x.stream"
    earlier.write_bytes(data)
    assert run(folder, "verify").exit_code == 1
    earlier.unlink()
    Store(folder).keep_stream("0.16", data)
    (told,) = streams(Store(folder))
    assert told.trouble is not None
    assert run(folder, "verify").exit_code == 1


def test_a_checkpoint_is_written_to_a_file_for_another_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store, other = tmp_path / "store", tmp_path / "other"
    Store(store).keep_stream("0.16", packed(HEADER))
    assert run(store, "export", ".16").stdout == "written: 0.16.stream\n"
    assert run(other, "add", "0.16.stream").exit_code == 0
    assert Store(other).stream("0.16") == packed(HEADER)
    for absent in (["export"], ["export", "0.17"]):
        refused = run(store, *absent)
        assert refused.exit_code == 2 and len(refused.stderr.strip().splitlines()) == 1


def test_files_that_cannot_be_read_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = lzma.compress(packed(HEADER))
    for name, data in {"a.xz": whole[:60], "b.xz": b"no xz"}.items():
        (tmp_path / name).write_bytes(data)
        assert run(tmp_path / "store", "add", str(tmp_path / name)).exit_code == 2
    for absent in (["add"], ["add", str(tmp_path / "none")], ["add", str(tmp_path)]):
        assert run(tmp_path / "store", *absent).exit_code == 2
    monkeypatch.setattr(carrying, "LONGEST", 100)
    (tmp_path / "c.xz").write_bytes(lzma.compress(packed({**HEADER, "more": "x" * 1000})))
    assert "too long" in run(tmp_path / "store", "add", str(tmp_path / "c.xz")).stderr
