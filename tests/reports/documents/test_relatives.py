"""Games with the same values, as the terminal, a report and JSON name them."""

from __future__ import annotations

import json
from pathlib import Path

import published
import pytest
from typer.testing import CliRunner

from mexplore.reports.commands import app

CHESS = next(each for each in published.CODE_VALUES if each.rule == "0.137")
PATH = "graph(path; delete N[v])"
FOR_ALL = "For all n, G(n) is the value of 0.137 (Dawson's Chess) at n: the laws of both are proved"


def _said(*command: str) -> str:
    done = CliRunner().invoke(app, ["study", *command])
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


@pytest.fixture
def numbers(tmp_path: Path) -> str:
    file = tmp_path / "chess.txt"
    file.write_text(CHESS.values)
    return str(file)


def test_numbers_without_a_rule_are_named_so_far(numbers: str) -> None:
    said = _said("--sequence", numbers)
    count = len(CHESS.numbers())
    assert f"So far, for n < {count}, G(n) is the value of 0.137 (Dawson's Chess) at n." in said
    assert "The law of that game is proved: G(n + 34) = G(n) for all n >= 52." in said


def test_a_graph_has_the_values_of_a_code_for_all_n() -> None:
    assert FOR_ALL in _said(PATH)
    whole = _said(PATH, "--all")
    assert FOR_ALL in whole and "Relatives game name its values G' agree" in whole


def test_kinds_of_heaps_beside_the_start_have_relatives_of_their_own() -> None:
    """The first move opens a ring of n beads of Kayles, worth 0 from n = 3 on, into a row."""
    ring = "ring(o^n; o -> ., oo -> ..)"
    row = "For all n, A(n) is the value of 0.77 (Kayles) at n: the laws of both are proved."
    assert row in _said(ring)
    first, row_kind = json.loads(_said(ring, "--json"))["kinds"]
    assert "relatives" not in first and row_kind["relatives"][0]["name"] == "Kayles"
    assert "A(n) is the value" not in _said(PATH)  # as that of the start is told before


def test_json_lists_relatives_where_there_are_any(numbers: str) -> None:
    first, *_ = json.loads(_said(PATH, "--json", "--upto", "255"))["relatives"]
    assert first == {
        "rule": "0.137",
        "name": "Dawson's Chess",
        "shift": 0,
        "agreed": 256,
        "status": "proved",
        "known": "G(n + 34) = G(n) for all n >= 52: proved",
    }
    bare = json.loads(_said("--sequence", numbers, "--json"))
    assert {each["status"] for each in bare["relatives"]} == {"holds so far"}
    assert "relatives" not in json.loads(_said("0.7", "--json"))
