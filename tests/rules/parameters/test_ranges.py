"""The notation of families of ranges, and studies of them from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.kinds import kind_of
from mexplore.reports.commands import app
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.parameters.ranges import RangeFamily

CANONICAL = {
    "remove(k..m) for 1 <= k <= m": "remove(k .. m) for k >= 1, m >= k",
    "subtract(k..2k) for k > 0": "remove(k .. 2*k) for k >= 1",
    "subtract( 1..k,m ) for k >= 1, m > k": "subtract(1..k, m) for k >= 1, m >= k + 1",
    "subtract(all but b, a) for b > a >= 1": "subtract(all but b, a) for b >= a + 1, a >= 1",
}


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_text_is_read_again(text: str) -> None:
    rule = RangeFamily.parse(text)
    assert str(rule) == CANONICAL[text]
    assert kind_of(str(rule)).parse(str(rule)) == rule


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("remove(k) for k >= 1", "one number each"),
        ("remove(k .. m, 7) for k >= 1, m >= k", "one range"),
        ("remove(all but k) for k >= 1", "one range"),
        ("remove(k .. m) for k >= 1", "m is in the rule and in no constraint"),
        ("remove(k .. m) for k >= 1, m >= k, b >= 1", "b is in no range"),
        ("remove(1 .. 7) for k >= 1", "no range has a name"),
        ("remove(k .. k*m) for k >= 1, m >= 1", "not linear"),
        ("subtract(all but a) for a >= 1 or 0", "unexpected 'or'"),
        ("subtract(all but a) if a for a >= 1", "constraints are missing"),
        ("remove(k .. m .. n) for k >= 1, m >= k, n >= 1", "unexpected '..'"),
    ],
)
def test_bad_input(text: str, problem: str) -> None:
    with pytest.raises(RuleSyntaxError, match=problem):
        RangeFamily.parse(text)


def test_families_without_members_are_refused() -> None:
    pytest.importorskip("z3")
    text = "remove(k .. m) for k >= 5, m >= k, m <= 4"
    with pytest.raises(RuleSyntaxError, match="contradict"):
        kind_of(text).parse(text)


def test_a_member_satisfies_the_constraints() -> None:
    rule = RangeFamily.parse("remove(k .. m) for k >= 1, m >= k")
    for values in ({"k": 3, "m": 2}, {"k": 3}, {"k": 0, "m": 3}):
        with pytest.raises(InputError):
            rule.member(**values)


def test_study_and_verify(tmp_path: Path) -> None:
    pytest.importorskip("z3")
    file = tmp_path / "all-but.json"
    line = ["study", "subtract(all but a)", "--for", "a >= 1", "--write", str(file)]
    line += ["--json"]
    result = CliRunner().invoke(app, line)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["status"], found["theorem"]) == ("proved", "digit values")
    folder = tmp_path / "conditions"
    assert CliRunner().invoke(app, ["verify", str(file), "--smt2", str(folder)]).exit_code == 0
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert set(written) == {"members.smt2", "cells.smt2", "cover.smt2", "law-0.smt2"}
    assert written["law-0.smt2"].count("(check-sat)") == 21
    text = CliRunner().invoke(app, line[:4]).stdout
    assert "Proved for all a >= 1: 1 law for every member" in text
    at = ["terms", *line[1:4], "--at", "a=2", "--upto", "5", "--json"]
    assert json.loads(CliRunner().invoke(app, at).stdout)["values"] == [0, 1, 0, 1, 2, 3]


def test_nothing_found_is_said_with_its_reason() -> None:
    pytest.importorskip("z3")
    line = ["study", "subtract(all but k..m)", "--for", "1 <= k <= m"]
    assert "none of the shapes that are tried suits" in CliRunner().invoke(app, line).stdout
