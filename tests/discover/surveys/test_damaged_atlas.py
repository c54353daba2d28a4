"""A damaged atlas: a row says what it said when it was written, or it is left out and counted.

Each guard of what is read back is listed in `tests/guards.toml`.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import mexplore
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys import schema
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.known_games import AtlasGames
from mexplore.discover.surveys.misere import MISERE, MisereRecord, keep, misere_records, misere_rows
from mexplore.discover.surveys.query import Query
from mexplore.discover.surveys.record import Record, Row, derived
from mexplore.discover.surveys.table import MEMBERS, STUDIES
from mexplore.discover.surveys.turns import Turn
from mexplore.discover.surveys.worker import record_of
from mexplore.reports.commands import app
from mexplore.rules.errors import InputError, MexploreError
from mexplore.rules.notation import parse_rule

RULES = ("0.07", "0.137", "0.3", "0.6", "0.77", "subtract(1, 2)", "subtract(6)", "divide(2, 3)")
FEW = Limits(max_terms=4000)
FLIPS = 400
PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An atlas of a few rules, in one file."""
    path = tmp_path_factory.mktemp("atlas") / "whole.sqlite"
    with Atlas.create(path) as atlas:
        atlas.keep([replace(record_of(parse_rule(rule), FEW), seconds=0.5) for rule in RULES])
        atlas.enrol("mixed", [(rule, at, {"a": at}) for at, rule in enumerate(RULES)])
        keep(atlas, [MisereRecord(r, "partial", "tame", period=p) for p, r in enumerate(RULES[:3])])
    with sqlite3.connect(path) as sql:
        sql.execute("PRAGMA journal_mode = DELETE")
    sql.close()
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "atlas.sqlite"))


def changed(path: Path, *statements: str) -> None:
    """The atlas, altered by another program."""
    with sqlite3.connect(path) as sql:
        for statement in statements:
            sql.execute(statement)
    sql.close()


def read_back(path: Path) -> tuple[list[Row], list[MisereRecord], list[str]]:
    with Atlas.read(path) as atlas:
        return atlas.rows(), misere_records(atlas), atlas.notes


# Every way of reading.


def seen_by_rows(path: Path) -> tuple[set[str], list[str]]:
    with Atlas.read(path) as atlas:
        return {row.rule for row in atlas.rows("mixed")}, atlas.notes


def seen_by_records(path: Path) -> tuple[set[str], list[str]]:
    with Atlas.read(path) as atlas:
        return {record.rule for record in atlas.records()}, atlas.notes


def seen_by_record(path: Path) -> tuple[set[str], list[str]]:
    with Atlas.read(path) as atlas:
        return {rule for rule in RULES if atlas.record(rule) is not None}, atlas.notes


def seen_by_query(path: Path) -> tuple[set[str], list[str]]:
    with Atlas.read(path) as atlas:
        return {r.rule for r in Query(where="computed > 0").rows(atlas.rows())}, atlas.notes


def seen_by_representatives(path: Path) -> tuple[set[str], list[str]]:
    with Atlas.read(path) as atlas:
        rows = [Row("f", 0, Record("x", representative=rule)) for rule in RULES]
        return {record.rule for record in atlas.representatives(rows)}, atlas.notes


def seen_by_frame(path: Path) -> tuple[set[str], list[str]]:
    with pytest.warns(RuntimeWarning, match="damaged") as told:
        frame = mexplore.atlas(path)
    return set(frame["rule"]), [str(each.message) for each in told]


def seen_by_known_games(path: Path) -> tuple[set[str], list[str]]:
    with pytest.warns(RuntimeWarning, match="damaged") as told:
        games = AtlasGames().games(path)
    return {game.rule for game in games}, [str(each.message) for each in told]


def seen_on_the_command_line(path: Path) -> tuple[set[str], list[str]]:
    command = ["atlas", "--where", "computed > 0", "--format", "json", "--atlas", str(path)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0
    rules = {rule for rule in RULES if f'"rule": "{rule}", "family"' in result.stdout}
    return rules, result.stderr.splitlines()


READERS = [
    seen_by_rows, seen_by_records, seen_by_record, seen_by_query, seen_by_representatives,
    seen_by_frame, seen_by_known_games, seen_on_the_command_line,
]  # fmt: skip
CHANGES = {
    "a number": "UPDATE studies SET period = 13 WHERE rule = '0.77'",
    "the law": "UPDATE studies SET law = 'G(n) = 0' WHERE rule = '0.77'",
    "a type": "UPDATE studies SET period = '12' WHERE rule = '0.77'",
    "a float": "UPDATE studies SET seconds = 0.25 WHERE rule = '0.77'",
    "bytes": "UPDATE studies SET law = CAST(law AS BLOB) WHERE rule = '0.77'",
    "no UTF-8": "UPDATE studies SET law = CAST(x'61ff62' AS TEXT) WHERE rule = '0.77'",
    "bad JSON": "UPDATE studies SET head = '[0, 1' WHERE rule = '0.77'",
    "deep JSON": "UPDATE studies SET head = printf('%.*c', 100000, '[') WHERE rule = '0.77'",
    "no digest": "UPDATE studies SET digest = NULL WHERE rule = '0.77'",
}


@pytest.mark.parametrize("seen", READERS, ids=lambda seen: seen.__name__)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_row_is_left_out_and_counted(
    path: Path, change: str, seen: Callable[[Path], tuple[set[str], list[str]]]
) -> None:
    changed(path, change)
    rules, notes = seen(path)
    assert rules == set(RULES) - {"0.77"}
    (note,) = notes
    assert note.endswith("1 row is damaged and left out; the same sweep studies it anew")


def test_rows_that_were_exchanged_are_left_out(path: Path) -> None:
    """The digest of a row is over its key, too."""
    changed(
        path,
        "UPDATE studies SET rule = 'x' WHERE rule = '0.77'",
        "UPDATE studies SET rule = '0.77' WHERE rule = '0.3'",
        "UPDATE studies SET rule = '0.3' WHERE rule = 'x'",
    )
    rows, _, notes = read_back(path)
    assert {row.rule for row in rows} == set(RULES) - {"0.77", "0.3"}
    assert "2 rows are damaged and left out; the same sweep studies them anew" in notes[0]


def test_a_row_under_another_key_is_not_lost_silently(path: Path) -> None:
    changed(path, "UPDATE studies SET rule = '0.7' WHERE rule = '0.77'")
    for seen in (seen_by_rows, seen_by_records, seen_by_query, seen_by_representatives):
        rules, notes = seen(path)
        assert rules == set(RULES) - {"0.77"} and "1 row is damaged" in notes[0]


MEMBERSHIP = {
    "a parameter": "UPDATE members SET parameters = '{\"a\": 99}' WHERE rule = '0.77'",
    "a list": "UPDATE members SET parameters = '[3]' WHERE rule = '0.77'",
    "the place": "UPDATE members SET place = 99 WHERE rule = '0.77'",
    "the family": "UPDATE members SET family = 'mixes' WHERE rule = '0.77'",
    "the rule": "UPDATE members SET rule = '0.76' WHERE rule = '0.77'",
}


@pytest.mark.parametrize("change", MEMBERSHIP.values(), ids=MEMBERSHIP)
def test_a_changed_member_is_left_out_and_counted(path: Path, change: str) -> None:
    changed(path, change)
    for seen in (seen_by_rows, seen_by_query, seen_on_the_command_line):
        rules, notes = seen(path)
        assert rules == set(RULES) - {"0.77"} and "1 row is damaged" in notes[0]
    with Atlas.read(path) as atlas:
        assert atlas.families() == {"mixed": len(RULES) - 1}


def test_a_changed_row_of_misere_play_is_left_out_and_counted(path: Path) -> None:
    changed(path, "UPDATE misere SET period = 7 WHERE rule = '0.137'")
    for read in (misere_records, lambda atlas: [r.record for r in misere_rows(atlas, "mixed")]):
        with Atlas.read(path) as atlas:
            assert {record.rule for record in read(atlas)} == {"0.07", "0.3"}
            assert "1 row is damaged" in atlas.notes[0]
    result = CliRunner().invoke(app, ["atlas", "--misere", "--atlas", str(path)])
    assert result.exit_code == 0 and result.stderr.count("1 row is damaged") == 1


def test_a_table_has_digests_of_its_own() -> None:
    """A row of one table is none of another with the same columns."""
    cells = ("0.3", *(None for _ in MISERE.columns[1:]))
    assert MISERE.digest(cells) != replace(MISERE, name="studies").digest(cells)


# The remedy.


def test_the_same_sweep_studies_damaged_rows_anew(tmp_path: Path) -> None:
    path = tmp_path / "atlas.sqlite"
    sweep = ["sweep", "octal(1)", "--workers", "1", "--further", "0", "--atlas", str(path)]
    assert CliRunner().invoke(app, sweep).exit_code == 0
    before = [(row.rule, row.record.law, row.place) for row in read_back(path)[0]]
    changed(
        path,
        "UPDATE studies SET period = 13 WHERE rule = '0.3'",
        "UPDATE studies SET rule = '0.6x' WHERE rule = '0.6'",
        "UPDATE members SET family = 'octam' WHERE rule = '0.7'",
    )
    assert len(read_back(path)[0]) == len(before) - 3
    result = CliRunner().invoke(app, sweep)
    assert result.exit_code == 0
    assert "3 rows were damaged and removed; sweeps of their families study them anew" in (
        result.stderr
    )
    rows, _, notes = read_back(path)
    assert [(row.rule, row.record.law, row.place) for row in rows] == before and not notes


def test_damaged_registrations_hold_no_rule_back(path: Path) -> None:
    """A sweep would wait for ever for a rule that nobody studies."""
    changed(
        path,
        "INSERT INTO sweeps VALUES ('a', 'octal', 'here', 'x', 'y')",
        "INSERT INTO sweeps VALUES (CAST(x'ff' AS TEXT), 'octal', 'here', 1, 1e300)",
        "INSERT INTO sweeps VALUES ('c', 'octal', 'here', 99999999999, 1e300)",
        "INSERT INTO sweeps VALUES ('d', 'octal', 'elsewhere', 5, 1e300)",
        "INSERT INTO taken VALUES ('0.25', 'd')",
        "INSERT INTO taken VALUES ('0.5', 'nobody')",
        "INSERT INTO taken VALUES ('0.15', 'a')",
    )
    from collections import deque

    with Atlas.create(path) as atlas:
        turn = Turn(atlas, "octal")
        taken = turn.take(deque(["0.5", "0.15", "0.25"]), 3, lambda record: True)
        assert taken.mine == ["0.5", "0.15", "0.25"]
        turn.finish()


# Atlases without digests.

WITHOUT = (
    *(f"DROP INDEX studies_by_{name}" for name in ("period", "preperiod", "ratio")),
    *(f"ALTER TABLE {name} DROP COLUMN digest" for name in ("studies", "members", "misere")),
    f"PRAGMA user_version = {schema.SEALED - 1}",
)


def test_an_atlas_without_digests_is_read_and_given_them(whole: Path, path: Path) -> None:
    changed(path, *WITHOUT)
    assert read_back(path) == (*read_back(whole)[:2], [])
    changed(path, "UPDATE studies SET period = 13 WHERE rule = '0.77'")
    assert {row.rule for row in read_back(path)[0]} == set(RULES) - {"0.77"}


DISAGREE = {
    "its numbers": "UPDATE studies SET period = 13 WHERE rule = '0.77'",
    "its law": "UPDATE studies SET law = 'G(n + 13) = G(n) for all n >= 71' WHERE rule = '0.77'",
    "its theorem": "UPDATE studies SET theorem = 'Guy-Smits' WHERE rule = '0.77'",
    "its pattern": "UPDATE studies SET pattern = 'geometric' WHERE rule = '0.77'",
    "its certificate": (
        "UPDATE studies SET certificate = replace(certificate, '\"period\": 12', '\"period\": 13')"
        " WHERE rule = '0.77'"
    ),
    "no certificate": "UPDATE studies SET certificate = NULL WHERE rule = '0.77'",
    "another's certificate": (
        "UPDATE studies SET certificate = (SELECT certificate FROM studies WHERE rule = '0.3')"
        " WHERE rule = '0.77'"
    ),
    "a head that is none": "UPDATE studies SET head = '[0.5]' WHERE rule = '0.77'",
    "a period in words": "UPDATE studies SET period = 'x12' WHERE rule = '0.77'",
}


@pytest.mark.parametrize("change", DISAGREE.values(), ids=DISAGREE)
def test_an_older_row_that_disagrees_with_itself_is_left_out(path: Path, change: str) -> None:
    """On the way to digests a row is believed only if it tells one law three times."""
    changed(path, *WITHOUT, change)
    with Atlas.read(path) as atlas:
        assert {row.rule for row in atlas.rows()} == set(RULES) - {"0.77"}
        (note,) = atlas.notes
        assert "1 row was damaged and removed" in note


ALONE = {
    "the name of a rule without a law": "UPDATE studies SET rule = '0.x4' WHERE rule = '0.4'",
    "a number of which the words say nothing": (
        "UPDATE studies SET ratio = 7 WHERE rule = 'divide(2, 3)'"
    ),
    "the period of a law that follows from another": (
        "UPDATE studies SET period = 33 WHERE rule = '0.07'"
    ),
}


@pytest.mark.parametrize("change", ALONE.values(), ids=ALONE)
def test_an_older_row_disagrees_in_one_place(tmp_path: Path, change: str) -> None:
    path = tmp_path / "atlas.sqlite"
    chess = record_of(parse_rule("0.137"))
    records = [chess, derived("0.07", chess), record_of(parse_rule("divide(2, 3)")), Record("0.4")]
    assert records[2].pattern == "geometric" and records[2].ratio not in (None, 7)
    with Atlas.create(path) as atlas:
        atlas.keep(records)
        atlas.enrol("few", [(record.rule, 0, {}) for record in records])
    changed(path, *WITHOUT)
    with Atlas.read(Path(shutil.copy(path, tmp_path / "copy.sqlite"))) as atlas:
        assert len(atlas.rows()) == 4 and not atlas.notes
    changed(path, change)
    with Atlas.read(path) as atlas:
        assert len(atlas.rows()) == 3 and "1 row was damaged" in atlas.notes[0]


def test_an_atlas_with_digests_never_passes_as_an_older_one(path: Path) -> None:
    """Neither row nor file can get new digests by saying that it is old."""
    for version in range(schema.SEALED):
        changed(path, f"PRAGMA user_version = {version}")
        for opened in (Atlas.read, Atlas.create):
            with pytest.raises(InputError):
                opened(path)


# Damage of the file.


def fuzzed(whole: Path, folder: Path, flips: range) -> dict[str, int]:
    """Flip some bits of the file, again and again. Whatever is read is as it was, or is counted."""
    good = whole.read_bytes()
    rows, misere, _ = read_back(whole)
    right, right_misere = {row.rule: row for row in rows}, set(misere)
    outcomes = dict.fromkeys(("refused", "left out", "whole"), 0)
    path = folder / "damaged.sqlite"
    for flip in flips:
        pick = Random(flip)
        path.write_bytes(_damaged(pick, good))
        try:
            found, found_misere, notes = read_back(path)
        except MexploreError as error:
            assert "\n" not in str(error)
            outcomes["refused"] += 1
            continue
        assert all(right.get(row.rule) == row for row in found), flip
        assert right_misere >= set(found_misere), flip
        lost = len(found) < len(rows) or len(found_misere) < len(misere)
        assert bool(notes) >= lost, flip
        outcomes["left out" if notes else "whole"] += 1
        _written(pick, path)
    return outcomes


def _damaged(pick: Random, good: bytes) -> bytes:
    data = bytearray(good)
    kind = pick.randrange(10)
    if kind == 0:
        return bytes(data[: pick.randrange(len(data))])
    if kind == 1:
        low = pick.randrange(len(data))
        data[low : low + pick.choice((4, 64, PAGE))] = pick.randbytes(pick.choice((4, 64, PAGE)))
        return bytes(data[: len(good)])
    used = [n for n in range(len(data)) if data[n]] if kind < 6 else range(len(data))
    for _ in range(pick.choice((1, 1, 1, 3, 30))):
        data[pick.choice(used)] ^= 1 << pick.randrange(8)
    return bytes(data)


def _written(pick: Random, path: Path) -> None:
    """A sweep opens it for writing: it can be used, or is refused in one line."""
    try:
        with Atlas.create(path) as atlas:
            turn = Turn(atlas, "mixed")
            atlas.keep([Record("0.5", "proved")])
            turn.finish()
            assert not atlas.damage.rows
    except MexploreError as error:
        assert "\n" not in str(error)


def test_no_damage_of_the_file_changes_a_row(whole: Path, tmp_path: Path) -> None:
    outcomes = fuzzed(whole, tmp_path, range(FLIPS))
    assert outcomes["left out"] > FLIPS // 20 and outcomes["refused"] > FLIPS // 20


@pytest.mark.slow
def test_no_damage_of_the_file_changes_a_row_in_many_trials(whole: Path, tmp_path: Path) -> None:
    fuzzed(whole, tmp_path, range(FLIPS, FLIPS + 12_000))


def test_every_byte_of_a_row_is_covered(path: Path) -> None:
    """Whatever cell is changed, to whatever else: the row is left out."""
    for table in (STUDIES, MEMBERS, MISERE):
        with sqlite3.connect(path) as sql:
            names = ", ".join((*table.columns, "digest"))
            row: tuple[Any, ...] = sql.execute(f"SELECT {names} FROM {table.name}").fetchone()
        sql.close()
        for at, cell in enumerate(row[:-1]):
            others: list[Any] = ["?", 7, 7.5, b"?", None]
            for other in others:
                altered = (*row[:at], other, *row[at + 1 :])
                assert table._is_whole(altered) == (other == cell and type(other) is type(cell))
        assert table._is_whole(row)
