"""``runs --all``: many runs of long numbers, as far as the budget allows."""

from __future__ import annotations

import json
import re

from typer.testing import CliRunner

from mexplore.reports.commands import app
from mexplore.reports.sections.run_table import AT_ONCE


def run(*more: str) -> tuple[str, str]:
    result = CliRunner().invoke(app, ["runs", "divide(2, 3)", "--upto", "10^100", *more])
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


def test_all_runs_are_shown_where_there_is_time() -> None:
    out, error = run("--all", "--budget", "1000000")
    assert "not shown" not in error and "not shown" not in out
    starts = [each["start"] for each in json.loads(run("--json")[0])["runs"]]
    assert len(starts) > 300
    assert out.count("[start, stop)") == -(-len(starts) // AT_ONCE)


def test_what_the_budget_leaves_out_is_counted() -> None:
    """It took a minute beyond the budget to write numbers of 3000 digits."""
    _, error = run("--all", "--budget", "0.04")
    found = re.search(r"the budget ended; (\d+) of (\d+) runs are computed and not shown", error)
    assert found is not None, error
    assert 0 < int(found[1]) < int(found[2])
