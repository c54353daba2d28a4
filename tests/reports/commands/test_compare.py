"""``compare``: two rules, more of them, files of rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.reports.commands import app
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def run(*arguments: str, code: int) -> str:
    result = CliRunner().invoke(app, ["compare", *arguments])
    assert result.exit_code == code, result.output
    return result.stdout


def test_the_first_difference_is_named_without_being_asked_how_far() -> None:
    one, other = (grundy_by_definition(parse_rule(text), 520) for text in (".161", ".36"))
    assert one[:519] == other[:519] and one[519] != other[519]
    assert run(".161", ".36", code=1) == "0.161 and 0.36 differ first at n = 519\n"


def test_the_contract_of_two_rules() -> None:
    answer = json.loads(run("0.3", "subtract(1)", "--upto", "1000", "--json", code=0))
    expected = {"equal": True, "first_difference": None, "computed": 1000, "status": "proved"}
    assert expected.items() <= answer.items()


def test_groups_of_several() -> None:
    answer = json.loads(run("0.3", "0.33", "subtract(1)", "0.77", "--json", code=1))
    assert answer["equal"] is False
    assert [each["rules"] for each in answer["groups"]] == [
        ["0.3", "subtract(1)"],
        ["0.33"],
        ["0.77"],
    ]
    assert [each["equal_for_all"] for each in answer["groups"]] == [True, True, True]
    assert answer["differences"] == [
        {"groups": [0, 1], "first_difference": 2}, {"groups": [1, 2], "first_difference": 3},
    ]  # fmt: skip
    assert json.loads(run("0.3", "0.3", "subtract(1)", "--json", code=0))["equal"] is True


def test_a_file_of_rules(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("# three\n0.3\n\nkayles  # by name\n0.33\n", encoding="utf-8")
    shown = run("subtract(1)", "--file", str(file), code=1)
    assert "4 rules, 3 groups" in shown and "0.77" in shown


@pytest.mark.parametrize(
    ("text", "said"),
    [("0.3\n0.7W\n", "line 2"), ("", "holds no rules"), ("games.py:f\n0.3\n", "line 1")],
)
def test_bad_files_are_refused_with_the_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["compare", "--file", str(file)])
    assert result.exit_code == 2 and said in result.stderr
    assert result.stderr.count("\n") == 1


def test_one_rule_is_nothing_to_compare() -> None:
    result = CliRunner().invoke(app, ["compare", "0.3"])
    assert result.exit_code == 2 and "two rules" in result.stderr
