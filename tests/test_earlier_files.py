"""Files that earlier versions have written are read: stored values, an atlas, a checkpoint.

Those in `goldens/files` were written by version 0.1.0 before its disk formats were changed. Values
are compared with the definition of the game, laws with published ones: with nothing that the files
themselves say.
"""

from __future__ import annotations

import json
import lzma
import struct
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from goldens.running import ROOT
from typer.testing import CliRunner

from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.verifying import verify
from mexplore.reports.commands import app
from mexplore.rules.checking import spots
from mexplore.rules.engine.earlier_values import file_name
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.store import Store
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

FILES = ROOT / "tests" / "goldens" / "files"
STORED = {"0.45": 5000, "4!.0": 3000, "subtract(squares)": 4000, "0.3F": 2000}
"""Rules of four kernels, of one, two and three heaps, and how many values were stored."""
PASSED = 1 << 17  # heaps of 0.16 at least, below which the checkpoint begins


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The folder of stored values as it was."""
    return unpacked(tmp_path / "values", "*.values.xz")


def unpacked(folder: Path, pattern: str) -> Path:
    folder.mkdir()
    for path in FILES.glob(pattern):
        (folder / path.stem).write_bytes(lzma.decompress(path.read_bytes()))
    return folder


def asked(*arguments: object) -> dict[str, Any]:
    """The JSON that a command prints."""
    done = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_stored_values_are_listed_and_whole(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other code than the engine confirms them, but for those of three heaps, which would take
    minutes: that is said, and the file stays."""
    monkeypatch.setattr(spots, "LONGEST", 30 / 3600)
    for text, count in STORED.items():
        done = CliRunner().invoke(app, ["store", "verify", text, "--store", str(store), "--json"])
        (row,) = json.loads(done.stdout)["stored"]
        assert (row["rule"], row["values"]) == (text, count)
        assert (done.exit_code, "not confirmed" in (row["trouble"] or "")) == (
            (1, True) if text == "0.3F" else (0, False)
        )


@pytest.mark.parametrize("text", STORED)
def test_stored_values_are_those_of_the_game(store: Path, text: str) -> None:
    values = asked("terms", text, "--upto", STORED[text] - 1, "--store", store)["values"]
    assert len(values) == STORED[text]
    assert values[:150] == list(grundy_by_definition(parse_rule(text), 150))
    fresh = asked("terms", text, "--upto", STORED[text] - 1, "--no-store")["values"]
    assert values == fresh


def test_stored_values_are_taken_over(store: Path) -> None:
    """Nothing is computed again, and the earlier file is removed."""
    before = len([*store.iterdir()])
    computed = Computation(parse_rule("0.45"), store=Store(store))
    computed.extend(STORED["0.45"])
    assert not computed._seconds
    assert len([*store.glob("*.values")]) == before - 1
    assert {record.rule for record in Store(store).records()} >= STORED.keys()
    assert not [*store.glob("*.values")]


@pytest.mark.parametrize("damage", ["flipped", "cut", "a block less"])
def test_damaged_values_of_an_earlier_version_are_not_taken_over(
    tmp_path: Path, damage: str
) -> None:
    """The file has two blocks, of which the second is no good."""
    name = '{"kernel": "K", "rule": "0.45", "version": 1}'
    header = f"mexplore values 2 {name}\n".encode()
    payload, parts = bytes(range(100)), []
    for start in (0, 100, 200):
        numbers = struct.pack("<QQ", start, 100 << 8 | 1)
        digest = blake2b(header + numbers + payload, digest_size=16).digest()
        parts.append(numbers + digest + payload)
    first, second, third = parts
    second = {
        "flipped": second[:50] + bytes([second[50] ^ 1]) + second[51:],
        "cut": second[:-1],
        "a block less": third,
    }[damage]
    (tmp_path / file_name(name)).write_bytes(header + first + second)
    (record,) = Store(tmp_path).records()
    assert (record.rule, record.values, record.trouble) == ("0.45", 100, None)


@pytest.mark.parametrize(
    "header", [b"mexplore values 1 {}\n", b"mexplore values 2 {}", b"x\n", b"", b"\xff" * 99]
)
def test_what_is_no_file_of_values_is_told_and_stays(tmp_path: Path, header: bytes) -> None:
    (tmp_path / "a.values").write_bytes(header)
    kept = Store(tmp_path)
    assert kept.records() == []
    assert kept.troubles == ["a.values: the file does not begin as it should"]
    assert (tmp_path / "a.values").exists()


@pytest.fixture
def atlas(tmp_path: Path) -> Path:
    """The atlas of octal(2) as it was, and of twenty of its games under misère play."""
    return unpacked(tmp_path / "atlas", "octal2.sqlite.xz") / "octal2.sqlite"


def test_an_atlas_is_read(atlas: Path) -> None:
    """Kayles and Dawson's Kayles: Guy and Smith, 1956."""
    rows = {row["rule"]: row for row in asked("atlas", "--atlas", atlas)["rows"]}
    assert len(rows) == 128
    kayles, dawson = rows["0.77"], rows["0.07"]
    assert (kayles["preperiod"], kayles["period"], kayles["status"]) == (71, 12, "proved")
    assert (dawson["preperiod"], dawson["period"]) == (53, 34)
    for text, row in rows.items():
        assert row["computed"] > 0
        head = row.get("head")
        if head:
            known = [int(value) for value in head][:40]
            assert known == list(grundy_by_definition(parse_rule(text), len(known))), text


def test_certificates_in_an_atlas_are_verified(atlas: Path) -> None:
    from mexplore.discover.surveys.atlas import Atlas

    with Atlas.read(atlas) as opened:
        texts = [row.record.certificate for row in opened.rows() if row.record.certificate]
    assert len(texts) > 30
    for text in texts[::6]:
        assert verify(read_certificate(text)).valid, text


def test_a_sweep_studies_nothing_again_that_an_atlas_holds(atlas: Path) -> None:
    """Under the limits of then; games that are open are studied again under larger ones."""
    limits = ["--budget", 1, "--max-terms", 4000]
    done = asked("sweep", "octal(2)", "--atlas", atlas, "--workers", 1, *limits)
    assert (done["known"], done["studied"]) == (128, 0), done


def test_misere_rows_of_an_atlas_are_read(atlas: Path) -> None:
    rows = asked("atlas", "--misere", "--atlas", atlas)["rows"]
    assert len(rows) == 20 and {row["kind"] for row in rows} >= {"tame"}
    texts = [row["certificate"] for row in rows if row.get("certificate")]
    assert len(texts) >= sum(row["status"] == "proved" for row in rows) > 10
    for text in texts[::4]:
        assert verify(read_certificate(text)).valid, text


def test_a_checkpoint_is_taken_over(tmp_path: Path) -> None:
    (stream,) = unpacked(tmp_path / "streams", "*.stream.xz").iterdir()
    new = tmp_path / "new"
    added = asked("store", "add", stream, "--store", new)["added"]
    assert added["rule"] == "0.16" and added["passed"] > PASSED
    assert asked("store", "verify", "--store", new)["streams"][0] == added
