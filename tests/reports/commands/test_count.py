"""``mexplore count``: by a proved law, by an unproved one only where that is asked for."""

from __future__ import annotations

import json

from typer.testing import CliRunner, Result

from mexplore.reports.commands import app
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

# To remove one token, in words that no theorem reads: period 2.
UNREAD = "n -> [n - 1 - isqrt(n) // (n + 1)] if n else []"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["count", *arguments, "--budget", "2"])


def test_an_unproved_law_is_used_only_when_asked_for_and_said_to_be_one() -> None:
    refused = run(UNREAD, "--upto", "10^30")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "no closed form is proved (--unproved uses what holds so far)" in refused.stderr
    asked = run(UNREAD, "--upto", "10^30", "--unproved")
    count, warrant = asked.stdout.splitlines()
    assert (asked.exit_code, int(count.split(" ")[0])) == (0, 10**30 // 2 + 1)
    assert "holds so far" in warrant and "no theorem proves it" in warrant
    assert "this law is not proved; its values may be wrong" in asked.stderr
    machine = run(UNREAD, "--upto", "10^30", "--unproved", "--json")
    assert json.loads(machine.stdout)["count"] == count.split(" ")[0]
    assert "not proved" in machine.stderr  # also where only JSON stands on stdout


def test_two_heaps_by_an_unproved_law() -> None:
    values = grundy_by_definition(parse_rule(UNREAD), 41)
    equal = sum(values[a] == values[b] for a in range(41) for b in range(a, 41))
    asked = run(UNREAD, "--upto", "40", "--heaps", "2", "--unproved", "--json")
    assert json.loads(asked.stdout)["count"] == str(equal)


def test_a_proved_law_is_not_called_unproved() -> None:
    asked = run("0.77", "--upto", "10^30", "--unproved")
    assert asked.exit_code == 0 and "proved for all n" in asked.stdout and asked.stderr == ""
