"""Reports say no more than there is to say: no empty column, no endless name, nothing twice."""

from __future__ import annotations

from typer.testing import CliRunner

from mexplore.reports.commands import app


def said(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_few_values_have_few_columns() -> None:
    assert said("terms", "{1,3,4}", "4").splitlines()[0] == "n  +0  +1  +2  +3  +4"


def test_a_remark_that_all_rows_share_is_no_column() -> None:
    report = said("study", "subtract(triangular)", "--max-terms", "500")
    assert "Why nothing more is proved" in report and "(the rule)" not in report


def test_a_game_with_a_long_rule_is_called_by_its_name() -> None:
    report = said("study", "nim", "--max-terms", "500")
    (line,) = [line for line in report.splitlines() if "is the value of" in line]
    assert "word(" not in line and "Col with both colours" in line


def test_of_many_families_two_are_named() -> None:
    brief, whole = (said("study", "subtract(1, 2)", *more) for more in ([], ["--all"]))
    (line,) = [line for line in brief.splitlines() if line.startswith("A member of")]
    assert "and 3 more" in line and line.count("(k = ") == 1
    assert "more, of each" not in whole


def test_powers_are_written_as_powers() -> None:
    """Kayles under misère play: Plambeck and Siegel, Misère quotients (2008): a^2 = 1, b^3 = b."""
    report = said("study", "0.77", "--misere")
    assert "a^2 = 1" in report and "b^3 = b" in report and "a2" not in report
