"""docs/notation.md tells the truth: its values are those of the definition, nothing is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mexplore.rules.sets
from mexplore.rules.arithmetic.vocabulary import EXPRESSIONS
from mexplore.rules.boards import read_board
from mexplore.rules.boards.table import table_by_definition
from mexplore.rules.members import members
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.sets.named import NamedSet

TEXT = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
ROWS: list[tuple[str, str]] = re.findall(r"^\| `([^`]+)` \| .* \| ([^|]*) \|$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("text", "values"), ROWS)
def test_the_values_are_those_of_the_definition(text: str, values: str) -> None:
    board = read_board(text)
    if board is None:
        known = list(map(int, values.split()))
        assert len(known) == 13
        assert grundy_by_definition(parse_rule(text), 13) == known
    else:
        table = [[None if v == "-" else int(v) for v in row.split()] for row in values.split(";")]
        expected = table_by_definition(board, (4, 4), edges=False).tolist()
        assert [[None if v < 0 else v for v in row] for row in expected] == table


def test_every_construct_has_a_row() -> None:
    assert len(ROWS) > 50
    written = "\n".join(text for text, _ in ROWS)
    for named in members(mexplore.rules.sets, NamedSet):
        assert named.name in written, named.name
    for call in EXPRESSIONS.calls:
        assert f"{call}(" in written, call
    for sign in ("!", "?", "=", "*", "[", "{", "+}", "ceil", "all but", "..", " or ", "except"):
        assert sign in written, sign
