"""Files of queries: members of a family by columns, a rule a line, and lines without an answer."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from mexplore.reports.commands import app
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

K = ("subtract(1, 2, k)", "--for", "k >= 3")


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [*map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def answer_to(*arguments: object) -> Any:
    return json.loads(run(*arguments, "--json")[1])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "queries.txt"


def test_the_winner_of_each_query(file: Path) -> None:
    """Codeforces 1194D: from n take 1, 2 or k. Alice loses 0 3, 3 4 and wins 3 3, 4 4."""
    file.write_text("n k\n0 3\n3 3\n3 4\n4 4\n", encoding="utf-8")
    code, text, _ = run("solve", *K, "--file", file)
    assert (code, text.split()) == (
        0,
        ["line,nim_sum,winner", "2,0,previous", "3,3,next", "4,0,previous", "5,1,next"],
    )


def test_random_members_against_the_definition(file: Path) -> None:
    drawn = Random(7)
    pairs = [(drawn.randrange(60), drawn.randrange(3, 40)) for _ in range(40)]
    file.write_text("".join(f"{k},{n}\n" for n, k in pairs), encoding="utf-8")
    answer = answer_to("predict", *K, "--file", file, "--columns", "k,n")
    for (n, k), found in zip(pairs, answer["values"], strict=True):
        value = list(grundy_by_definition(parse_rule(f"subtract(1, 2, {k})"), n + 1))[n]
        assert (found["n"], found["at"], found["value"]) == (str(n), {"k": str(k)}, value)
    assert answer["status"] == "proved"


def test_several_heaps_a_line(file: Path) -> None:
    file.write_text("5 0 9 7\n", encoding="utf-8")  # G(5) = 2 and G(7) = 1, as k > n
    answer = answer_to("solve", *K, "--file", file, "--columns", "n - k n")
    assert answer["games"][0]["nim_sum"] == 3


def test_huge_members(file: Path) -> None:
    file.write_text("10^40 10^30\n10^9 999999999\n", encoding="utf-8")
    code, text, _ = run("predict", *K, "--file", file, "--columns", "n,k", "--format", "csv")
    assert code == 0
    assert text.splitlines()[0] == "line,n,k,value"
    assert text.splitlines()[2] == "2,1000000000,999999999,0"


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ("n,m", "no column is called 'm'"),
        ("n", "have to name k once"),
        ("k", "have to name n at least once"),
        ("n,k,k", "have to name k once"),
    ],
)
def test_columns_without_meaning(file: Path, columns: str, said: str) -> None:
    file.write_text("1 3\n", encoding="utf-8")
    code, _, error = run("solve", *K, "--file", file, "--columns", columns)
    assert code == 2
    assert said in error


def test_columns_that_nothing_names(file: Path) -> None:
    file.write_text("1 3\n", encoding="utf-8")
    code, _, error = run("predict", *K, "--file", file)
    assert code == 2
    assert "--columns n,k" in error
    assert run("solve", "0.77", "--file", file, "--columns", "n")[0] == 2
    assert run("predict", "0.77", "5", "--columns", "n")[0] == 2


def test_a_bad_line_is_named_and_the_others_answered(file: Path) -> None:
    file.write_text("n k\n3 3\n7 2\n1 2 3\n4 4\n", encoding="utf-8")
    code, text, error = run("solve", *K, "--file", file, "--keep-going")
    assert (code, text.split()[1:]) == (2, ["2,3,next", "5,1,next"])
    assert "line 3: k = 2 is no member" in error
    assert "line 4: 3 numbers" in error
    code, text, error = run("solve", *K, "--file", file)
    assert (code, text) == (2, "")
    assert "line 3" in error


LATE = "subtract(1, 2, 5, 7, 999999999)"  # a member of no family


@pytest.mark.parametrize("command", ["solve", "predict"])
def test_a_line_without_an_answer_is_named(file: Path, command: str) -> None:
    file.write_text(f"0.77:5\n{LATE}:99999999999\nsubtract(1, 2):7\n", encoding="utf-8")
    code, text, error = run(command, "--file", file, "--keep-going", "--budget", "3")
    assert code == 1
    assert "1 of 3 lines has no answer" in error
    assert "line 2: G(99999999999)" in error or "line 2:" in error
    assert len(text.splitlines()) >= 2
    code, _, error = run(command, "--file", file, "--budget", "3")
    assert code == 1
    assert "line 2" in error


def test_values_of_a_rule_a_line(file: Path) -> None:
    file.write_text("0.77:5\nsubtract(1, 2, 999999999):10^9\n", encoding="utf-8")
    answer = answer_to("predict", "--file", file)
    assert [each["value"] for each in answer["values"]] == [4, 0]
    assert [each["line"] for each in answer["values"]] == [1, 2]
    file.write_text("0.77:5 0.77:3\n", encoding="utf-8")
    code, _, error = run("predict", "--file", file)
    assert code == 2
    assert "one RULE:HEAP a line" in error


def test_an_unknown_value_of_a_file_is_named(file: Path) -> None:
    file.write_text("5\n99999999999\n", encoding="utf-8")
    code, text, error = run("predict", LATE, "--file", file, "--budget", "3")
    assert code == 1
    assert "G(5) = 2" in text
    assert "line 2: G(99999999999) is not known" in error
