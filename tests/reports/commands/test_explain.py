"""``mexplore explain``, and ``mexplore library`` for one game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands_run import printed as run
from typer.testing import CliRunner

from mexplore.discover.heaps.known import theorems
from mexplore.reports.commands import app
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_rule


def explained(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("explain", *arguments, "--json"))
    return found


def test_options_are_multisets_listed_once() -> None:
    answer = explained("0.3F", "9")
    assert answer["options"] == [
        {
            "heap": 9,
            "to": [[7], [8], [1, 6], [2, 5], [3, 4], [1, 1, 5], [1, 2, 4], [1, 3, 3], [2, 2, 3]],
            "complete": True,
        }
    ]
    assert explained("{2+}=.0", "10")["options"][0]["to"] == [[5, 5], [2] * 5, [1] * 10]


def test_words_names_and_canonical_text() -> None:
    answer = explained("subtract(4, 1, 3, 3)")
    assert answer["rule"] == "subtract(1, 3, 4)"
    assert answer["names"] == ["take-1-3-4"]
    assert answer["words"] == "Remove 1, 3 or 4 tokens from one heap."
    assert [entry["heap"] for entry in answer["options"]] == list(range(1, 9))
    assert explained("n -> [n - 1, n // 2]")["rule"] == "subtract(1) or divide(2)"
    shown = run("explain", "kayles")
    assert "0.77" in shown
    assert "Guy-Smith" in shown


@pytest.mark.parametrize("text", ["0.77", "4!.0", "divide(2..6)", "subtract(squares)", "mark"])
def test_every_theorem_applies_or_says_why_not(text: str) -> None:
    listed = {entry["theorem"]: entry for entry in explained(text)["theorems"]}
    rule = parse_rule(text)
    for theorem in theorems():
        refusal = theorem.applies(rule)
        entry = listed.pop(theorem.name)
        assert entry["applies"] == (refusal is None)
        assert entry["reason"] == (refusal.reason if refusal else None)
    assert not listed


def test_a_heap_with_too_many_options_is_cut_short() -> None:
    (entry,) = explained("nim", "10^18")["options"]
    assert not entry["complete"]
    assert "..." in run("explain", "nim", "10^18")


def test_boards_and_python_rules(tmp_path: Path) -> None:
    answer = explained("(x, y) -> [(x - 1, y), (x, y - 2)]")
    assert answer["options"][7] == {"square": [1, 3], "to": [[0, 3], [1, 1]], "count": 2}
    assert "no move" in run("explain", "(x, y) -> [(x - 1, y)]")
    file = tmp_path / "pairs.py"
    file.write_text("def options(p):\n    return [(p, 0)] if isinstance(p, int) else []\n")
    assert explained(f"{file}:options")["options"] == []
    assert "no smaller heap" in run("explain", f"{file}:options")


def test_rule_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[rules.mine]\nrule = "0.3"\nnotes = "Mine."\n')
    answer = json.loads(run("explain", "mine", "--rules", str(file), "--json"))
    assert (answer["rule"], "mine" in answer["names"]) == ("0.3", True)


def test_bad_input_is_one_line() -> None:
    for arguments in (["explain", "0.7W"], ["explain", "0.77", "x"], ["library", "kayle"]):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


def test_the_library_shows_one_game_in_full(tmp_path: Path) -> None:
    for entry in shipped().values():
        shown = run("library", entry.name)
        assert entry.title in shown
        assert entry.rule in shown
    assert "Dudeney" in run("library", "kayles")
    assert "did you mean kayles" in CliRunner().invoke(app, ["library", "kayle"]).stderr
    file = tmp_path / "mine.toml"
    file.write_text('[rules.king]\nrule = "(x, y) -> [(x - 1, y), (x, y - 1)]"\n')
    assert "One token" in run("library", "king", "--rules", str(file))
