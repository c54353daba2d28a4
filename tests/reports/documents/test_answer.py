"""On the terminal the answer stands first; everything else is a flag or a report away."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mexplore.discover.heaps.study import Study
from mexplore.discover.study.evidence import Evidence
from mexplore.reports.commands import app
from mexplore.reports.documents.study import study_document
from mexplore.reports.writers.document import Detail
from mexplore.reports.writers.markdown import to_markdown
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def lines(*arguments: str) -> list[str]:
    result = CliRunner().invoke(app, ["study", *arguments, "--no-store"])
    assert result.exit_code == 0, result.output
    return [line.strip() for line in result.stdout.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("rule", "law", "theorem", "form"),
    [
        ("subtract(1..3)", "G(n + 4) = G(n) for all n >= 0", "finite window", "G(n) = n mod 4"),
        ("0.77", "G(n + 12) = G(n) for all n >= 71", "Guy-Smith", "Period 12 from n = 71 on."),
        ("divide(2..6)", "G(n) = G(floor(n/12)) for all n >= 6", "floors commute",
         "For n >= 6, with k = 0, 1, 2, ..."),
    ],
)  # fmt: skip
def test_law_status_and_closed_form_stand_first(
    rule: str, law: str, theorem: str, form: str
) -> None:
    title, first, status, third, *_ = lines(rule)
    assert title.startswith(f"The game {rule}: ")
    assert first == law
    assert status.startswith(f"Status: proved for all n, by {theorem} (checked for n < ")
    assert third == form


def test_kayles_is_told_by_its_period() -> None:
    # Winning Ways, chapter 4: from n = 71 on the values 4 1 2 8 1 4 7 2 1 8 2 7 recur.
    row = next(line for line in lines("0.77") if line.startswith("G(n) ") and "=" not in line)
    assert row.split()[1:] == ["4", "1", "2", "8", "1", "4", "7", "2", "1", "8", "2", "7"]


def test_the_floor_division_game_is_told_by_its_intervals() -> None:
    told = {tuple(line.rsplit(maxsplit=1)) for line in lines("divide(2..6)") if "k <= n" in line}
    assert told == {
        ("12^k <= n < 2*12^k", "1"),
        ("2*12^k <= n < 4*12^k", "2"),
        ("4*12^k <= n < 6*12^k", "3"),
        ("6*12^k <= n < 12^(k+1)", "0"),
    }


def test_a_saltus_is_told() -> None:
    shown = lines("subtract(all but 2, 3, 7)")
    assert "Arithmetic period 4 from n = 0 on; the values grow by 2 in each period." in shown
    row = next(line for line in shown if line.startswith("G(n) - 2*floor(n/4)"))
    residues = [int(word) for word in row.split()[3:]]
    values = grundy_by_definition(parse_rule("subtract(all but 2, 3, 7)"), 200)
    assert values == [residues[n % 4] + 2 * (n // 4) for n in range(200)]


def test_nothing_found_is_told_first() -> None:
    assert lines("4!.0", "--max-terms", "600")[1] == "Nothing found that holds for all n < 600."


def test_the_proof_is_a_flag_or_a_report_away(tmp_path: Path) -> None:
    brief, whole = lines("0.07"), lines("0.07", "--all")
    parts = {"The game", "Case analysis", "Proof", "How to reproduce"}
    assert not parts & set(brief)
    assert parts <= set(whole)
    assert brief[-1].startswith("--all shows the case analysis, the proof and its certificate")
    assert whole[:3] == brief[:3]
    report, article = tmp_path / "r.md", tmp_path / "r.tex"
    lines("0.07", "--write", str(report), "--write", str(article))
    assert article.read_text().startswith("\\documentclass")
    for part in parts:
        assert f"## {part}" in report.read_text()


def test_an_atlas_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["study", "0.3", "--atlas", str(tmp_path / "no.sqlite")])
    assert result.exit_code == 2


def test_a_study_without_a_value_says_so() -> None:
    nothing = Study(parse_rule("0.77"), Evidence(np.zeros(0, np.uint8)), (), (), (), "time", 0.0)
    text = to_markdown(study_document(nothing, "study 0.77", Detail()))
    assert "No value is known; " in text
    assert "None" not in text
