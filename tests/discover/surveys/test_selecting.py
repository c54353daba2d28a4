"""Rows of a large atlas: SQL leaves out none that satisfies the statement."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest

from mexplore.discover.surveys import selecting
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.query import Query
from mexplore.discover.surveys.record import Record
from mexplore.discover.surveys.selecting import necessary, rows_of
from mexplore.discover.surveys.statement import Names, read_condition
from mexplore.rules.errors import RuleSyntaxError

WIDE = 10**25
NUMBERS = ("period", "preperiod", "saltus", "ratio", "start", "largest", "computed", "place", "a")


def record(pick: Random, number: int) -> Record:
    """Anything that a row may say: numbers that are missing, or beyond 64 bits."""

    def some() -> int | None:
        return pick.choice((None, 0, 1, 2, 3, 7, 2**63 - 1, 2**63, WIDE))

    proved = pick.random() < 0.5
    return Record(
        f"subtract({number})",
        "proved" if proved else "partial",
        pick.choice((None, "periodic", "geometric")),
        theorem=pick.choice((None, "finite window")),
        preperiod=some(), period=some(), saltus=some(), ratio=some(), start=some(),
        largest=some(), computed=pick.randrange(5),
    )  # fmt: skip


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An atlas of two families, one of whose parameters is named as a column is."""
    path, pick = tmp_path_factory.mktemp("atlas") / "a.sqlite", Random(4)
    with Atlas.create(path) as atlas:
        atlas.keep(record(pick, number) for number in range(150))
        rules = [f"subtract({number})" for number in range(100)]
        atlas.enrol("subtract", [(r, i, {"a": i % 4, "S": [i]}) for i, r in enumerate(rules)])
        rules = [f"subtract({number})" for number in range(80, 200)]
        atlas.enrol(
            "holes", [(r, i, {"start": i % 9, "w": "xy"[i % 2]}) for i, r in enumerate(rules)]
        )
    return path


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selecting, "MANY", 1)


def statement(pick: Random, depth: int = 3) -> str:
    """A random statement of comparisons."""
    if depth and pick.random() < 0.7:
        one, other = statement(pick, depth - 1), statement(pick, depth - 1)
        word = pick.choice(("and", "or", "implies", "iff"))
        return pick.choice((f"({one}) {word} ({other})", f"not ({one})"))
    sign, number = pick.choice(("<", "<=", "==", "!=", ">", ">=")), pick.choice((0, 1, 2, 3, WIDE))
    name = pick.choice(NUMBERS)
    return pick.choice((
        f"{name} {sign} {number}", f"{number} {sign} {name}", f"1 < {name} <= {number}",
        f"{name} % 2 == 1", f"{name} {sign} {pick.choice(NUMBERS)}", "2 in S",
        "pattern == 'periodic'", "status != 'proved'", "family == 'holes'", "w == 'x'",
    ))  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
def test_sql_leaves_out_no_row_that_satisfies_a_statement(
    path: Path, large: None, seed: int
) -> None:
    pick, narrowed = Random(seed), 0
    with Atlas.read(path) as atlas:
        every = atlas.rows()
        for _ in range(30):
            query = Query(where=statement(pick), pattern=pick.choice((None, None, "periodic")))
            expected = query.rows(every)
            assert rows_of(atlas, query) == expected, query.where
            names = Names().with_parameters(row.parameters for row in every)
            node = read_condition(query.where or "", names)
            narrowed += necessary(node, frozenset(("a", "w", "start"))) is not None
    assert narrowed > 5


def test_a_family_is_asked_for_alone(path: Path, large: None) -> None:
    with Atlas.read(path) as atlas:
        found = rows_of(atlas, Query("holes", where="period >= 1", sort="period"))
        assert found == Query("holes", where="period >= 1", sort="period").rows(atlas.rows("holes"))
        assert found and {row.family for row in found} == {"holes"}


def test_a_name_that_no_row_has_is_refused(path: Path, large: None) -> None:
    with Atlas.read(path) as atlas:
        with pytest.raises(RuleSyntaxError, match="'q' is no name here"):
            rows_of(atlas, Query(where="q == 3"))
        with pytest.raises(RuleSyntaxError, match="w is a word"):
            rows_of(atlas, Query(where="w"))


def test_a_damaged_row_is_neither_shown_nor_hides_others(tmp_path: Path, large: None) -> None:
    path = tmp_path / "a.sqlite"
    with Atlas.create(path) as atlas:
        atlas.keep(Record(f"0.{i}", "proved", "periodic", period=i) for i in range(1, 8))
        atlas.enrol("octal", [(f"0.{i}", i, {"d1": i}) for i in range(1, 8)])
    with sqlite3.connect(path) as sql:
        sql.execute("UPDATE studies SET period = 90 WHERE rule = '0.2'")
        sql.execute("UPDATE members SET parameters = '{\"d1\": 3, x' WHERE rule = '0.3'")
    sql.close()
    with Atlas.read(path) as atlas:
        found = rows_of(atlas, Query(where="period > 2"))
        assert [row.rule for row in found] == ["0.4", "0.5", "0.6", "0.7"]
        assert "2 rows are damaged" in atlas.notes[0]
        assert [row.rule for row in rows_of(atlas, Query(where="d1 == 3"))] == []


def test_a_long_period_is_found_by_its_index(path: Path) -> None:
    sql = necessary(read_condition("period > 9 and computed % 2 == 0", Names()))
    assert sql is not None
    asked = f"EXPLAIN QUERY PLAN SELECT * FROM studies WHERE {sql.text}"
    with Atlas.read(path) as atlas, atlas.reading() as connection:
        plan = connection.execute(asked, sql.values).fetchall()
    assert "studies_by_period" in str(plan)
