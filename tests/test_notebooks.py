"""The notebooks run, and what they store is what they show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from notebooks import NOTEBOOKS, code_cells, plain, run_cell, stored_text

import mexplore


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_stores(path: Path) -> None:
    pytest.importorskip("matplotlib")
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["metadata"]["kernelspec"]["name"]) == (4, "python3")
    names: dict[str, Any] = {}
    cells = code_cells(notebook)
    assert len(cells) >= 6
    for number, cell in enumerate(cells, 1):
        printed, values = run_cell("".join(cell["source"]), names)
        shown = printed + "".join(map(plain, values))
        assert shown == stored_text(cell), "python -P tests/notebooks.py stores it anew"
        assert cell["execution_count"] == number


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["floor-division", "octal-to-certificate"]


def test_what_the_public_api_returns_shows_itself_in_a_line() -> None:
    shown = {
        plain(mexplore.rule("kayles")): "<0.77: Remove 1 or 2 tokens",
        repr(mexplore.solve(("0.77", 15))): "<the next player wins: nim-sum 7, 3 winning moves>",
        repr(mexplore.check("subtract(1..9)", "Mod(n, 10)")): "<proved for all n >= 0, by ",
        repr(mexplore.check("subtract(1..9)", "Mod(n, 9)")): "<refuted: it fails at n = 9>",
        repr(mexplore.explain("0.7", [2])): "<0.7: Remove 1 token",
    }
    for line, beginning in shown.items():
        assert line.startswith(beginning)
        assert "\n" not in line
