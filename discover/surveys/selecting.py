"""Rows of a large atlas that satisfy a statement: SQL finds candidates, the statement decides.

Of a statement such as ``period > 100 and a % 2 == 0`` a *necessary condition* is written in SQL: it
is true of every row of which the statement is true, and perhaps of others, which the statement
itself leaves out. So a part that SQL cannot say costs time, never a row. Where a number is NULL,
SQL's logic of three values agrees: a statement that is true without looking at it has the same
value there.

Every row that is read this way has its digest checked (`discover.surveys.table`). Rows that SQL
leaves out are not read: damage in them is noticed by questions about all rows, and by the next
sweep, which looks at every row first. An atlas of fewer rows than MANY is read as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from mexplore.discover.surveys.record import Row
from mexplore.discover.surveys.statement import Names, read_statement
from mexplore.discover.surveys.table import (
    MEMBERS,
    STUDIES,
    Cells,
    Damage,
    parameters_of,
    readable,
    record_of_row,
)
from mexplore.rules.arithmetic import tree

if TYPE_CHECKING:
    import sqlite3

    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.discover.surveys.query import Query

MANY = 20_000  # rows, from which on candidates are asked for
SAMPLED = 50  # rows of a family whose parameters are looked at
_LARGEST = (1 << 63) - 1

NUMBERS = ("preperiod", "period", "saltus", "ratio", "start", "largest", "computed", "max_terms")
WORDS = ("rule", "status", "pattern", "theorem", "representative", "ended")
COLUMNS = {name: f"studies.{name}" for name in (*NUMBERS, *WORDS)}
COLUMNS |= {name: f"members.{name}" for name in ("place", "family")}

_OF_LOGIC = ("and", "or", "not", "in", "implies", "iff")
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


class Sql(NamedTuple):
    """A condition in SQL, and the values of its question marks."""

    text: str
    values: tuple[Any, ...] = ()


def rows_of(atlas: Atlas, query: Query) -> list[Row]:
    """The rows of an atlas that a query asks for."""
    if query.where is None or not _is_large(atlas):
        return query.rows(atlas.rows(query.family))
    own = Names()
    used = {*re.findall(r"[A-Za-z_]\w*", query.where)} - {*own.numbers, *own.words, *_OF_LOGIC}
    some = _some_parameters(atlas, sorted(used))
    names = own.with_parameters(some)
    parameters = frozenset(name for each in some for name in each)
    found = necessary(read_statement(query.where, names).node, parameters)
    if found is None:
        return query.rows(atlas.rows(query.family))
    others = [Sql("studies.pattern = ?", (query.pattern,))] if query.pattern else []
    others += [Sql("members.family = ?", (query.family,))] if query.family else []
    return query.rows(_selected(atlas, _joined("AND", [found, *others])), names)


def _is_large(atlas: Atlas) -> bool:
    with atlas.reading() as sql:
        asked = f"SELECT 1 FROM {MEMBERS.name} LIMIT 1 OFFSET ?"
        return sql.execute(asked, (MANY - 1,)).fetchone() is not None


def _selected(atlas: Atlas, condition: Sql) -> list[Row]:
    """The studied members that satisfy a condition, sorted by family and place."""
    tables = ((table, name) for table in (MEMBERS, STUDIES) for name in table.stored)
    columns = ", ".join(f"{table.name}.{name}" for table, name in tables)
    joined = "studies JOIN members ON studies.rule = members.rule"
    asked = f"SELECT {columns} FROM {joined} WHERE {condition.text}"
    middle = len(MEMBERS.stored)

    def whole(sql: sqlite3.Connection) -> Iterator[tuple[Cells, Cells]]:
        for found in sql.execute(asked, condition.values):
            member = MEMBERS.whole(found[:middle], atlas.damage)
            study = STUDIES.whole(found[middle:], atlas.damage)
            if member is not None and study is not None:
                yield member, study

    def row(found: Cells) -> Row:
        (family, _, place, parameters), study = found
        return Row(family, place, record_of_row(study), parameters_of(parameters))

    with atlas.reading() as sql:
        rows = list(readable(whole(sql), row, STUDIES, atlas.damage))
    return sorted(rows, key=lambda each: (each.family, each.place, each.rule))


def _some_parameters(atlas: Atlas, names: Iterable[str]) -> list[dict[str, Any]]:
    """The parameters of some rows of every family, and of one row with each of these names."""
    asked = "SELECT parameters FROM members WHERE "
    another = "SELECT family FROM members WHERE family > ? ORDER BY family LIMIT 1"
    with atlas.reading() as sql:
        texts: list[Cells] = []
        family: Cells = ("",)
        while family := sql.execute(another, family).fetchone() or ():
            for way in ("", "DESC"):
                some = f"{asked} family = ? ORDER BY rule {way} LIMIT {SAMPLED}"
                texts += sql.execute(some, family)
        for name in names:
            held = (f"{json.dumps(name)}: ",)
            texts += sql.execute(f"{asked} instr(parameters, ?) LIMIT 1", held)
    return list(readable(texts, lambda cells: parameters_of(*cells), MEMBERS, Damage()))


def necessary(
    node: tree.Node, parameters: frozenset[str] = frozenset(), *, true: bool = True
) -> Sql | None:
    """A condition on rows that follows from the statement, or from its opposite (``true`` is
    False); None where there is none to be told in SQL. ``parameters`` are names of those of the
    rows: one that is called as a column is, as a hole of a rule may be, is left to the statement.

    >>> from mexplore.discover.surveys.statement import read_condition
    >>> necessary(read_condition("period > 9 and gcd(period, 3) == 1", Names()))
    Sql(text='studies.period > ?', values=(9,))
    >>> necessary(read_condition("gcd(period, 3) == 1 or place < 5", Names())) is None
    True
    """
    match node:
        case tree.Logic(sign, operands):
            found = [necessary(each, parameters, true=true) for each in operands]
            known = [each for each in found if each is not None]
            if (sign == "and") == true:
                return _joined("AND", known) if known else None
            return _joined("OR", known) if known and len(known) == len(found) else None
        case tree.Unary("not", operand):
            return necessary(operand, parameters, true=not true)
        case tree.Comparison(first, signs, others):
            sides = [first, *others]
            if not true and len(signs) > 1:
                return None
            pairs = zip(sides, signs, sides[1:], strict=False)
            compared = [_compared(*pair, parameters, true=true) for pair in pairs]
            known = [each for each in compared if each is not None]
            return _joined("AND", known) if known else None
    return None


def _joined(sign: str, parts: Iterable[Sql]) -> Sql:
    found = list(parts)
    if len(found) == 1:
        return found[0]
    text = f" {sign} ".join(f"({part.text})" for part in found)
    return Sql(text, tuple(value for part in found for value in part.values))


def _compared(
    left: tree.Node, sign: str, right: tree.Node, parameters: frozenset[str], *, true: bool
) -> Sql | None:
    """One comparison of a name with a number or a word."""
    if not isinstance(left, tree.Name) or left.name.startswith("'"):
        left, right, sign = right, left, _MIRRORED.get(sign, "")
    if not isinstance(left, tree.Name) or sign not in _OPPOSITE:
        return None
    sign = sign if true else _OPPOSITE[sign]
    value = _constant(right)
    if value is None:
        return None
    if left.name in parameters:
        plain = sign == "==" and left.name not in COLUMNS
        return _of_parameter(left.name, value) if plain else None
    if left.name not in COLUMNS or isinstance(value, str) != (left.name in (*WORDS, "family")):
        return None
    return _of_column(COLUMNS[left.name], sign, value)


def _constant(node: tree.Node) -> int | str | None:
    match node:
        case tree.Number(value) if value <= _LARGEST:
            return value
        case tree.Name(name) if name.startswith("'"):
            return name[1:-1]
    return None


def _of_column(column: str, sign: str, value: int | str) -> Sql:
    """The comparison in SQL. A whole number beyond 64 bits is a text there, which is larger than
    any number: right for positive ones, and for negative ones a candidate too many or, with <, one
    that is asked for beside."""
    same = Sql(f"{column} {'=' if sign == '==' else sign} ?", (value,))
    if sign in ("<", "<=") and isinstance(value, int):
        return Sql(f"{same.text} OR {column} >= ''", same.values)
    return same


def _of_parameter(name: str, value: int | str) -> Sql:
    """Parameters are stored as JSON with a blank after each sign: what stands before a comma or at
    the end is looked for."""
    said = f"{json.dumps(name)}: {json.dumps(value)}"
    text = "instr(members.parameters, ?) OR instr(members.parameters, ?)"
    return Sql(text, (f"{said},", f"{said}}}"))
