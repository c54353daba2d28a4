"""``mexplore check``: exit codes, JSON, one line a verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mexplore.discover.study.conclusion import Conclusion
from mexplore.reports.cli.subjects import Numbers
from mexplore.reports.commands import app
from mexplore.rules.engine.grundy import no_progress
from mexplore.rules.errors import TooLarge


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command."""
    with pytest.raises(SystemExit) as end:
        app(["check", *arguments])
    out, err = capsys.readouterr()
    code = end.value.code
    assert isinstance(code, int)
    return code, out, err


def test_a_proved_conjecture(capsys: pytest.CaptureFixture[str]) -> None:
    rule, formula = "subtract(1..9)", "Mod(n, 10)"
    code, out, _ = run(capsys, rule, formula, "--range", "0..10^5", "--json")
    assert code == 0
    answer = json.loads(out)
    assert "proved" in answer.pop("warrant")
    assert answer == {
        "rule": rule,
        "formula": formula,
        "holds": True,
        "first_failure": None,
        "checked": [0, 100_000],
        "status": "proved",
        "theorem": "finite window",
    }
    code, out, _ = run(capsys, rule, formula)
    assert (code, out.count("\n")) == (0, 1)
    assert "proved" in out


def test_a_refuted_conjecture(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "subtract(1..9)", "Mod(n, 9)", "--range", "0..10^5", "--json")
    answer = json.loads(out)
    assert (code, answer["holds"], answer["first_failure"]) == (1, False, 9)
    code, out, _ = run(capsys, "subtract(1..9)", "Mod(n, 9)")
    assert code == 1
    assert "n = 9: G(9) = 9, the formula gives 0" in out


@pytest.mark.parametrize(
    ("rule", "formula", "ends", "status"),
    [
        ("leave(0 .. n//2)", "bit_length(n)", "0..1000", "proved"),
        ("remove(1 .. n//2)", "(odd_part(n + 1) - 1)/2", "0..1000", "proved"),
        ("0.1000006", "Mod(n, 2)", "0..1", "nothing found"),  # it takes up to 7 tokens
        ("divide(2..6)", "Mod(n, 2)", "0..1", "refuted"),  # G(2) = 2, as the law tells
        ("subtract(squares)", "Mod(n, 2)", "0..1", "holds so far"),
    ],
)
def test_statuses(
    capsys: pytest.CaptureFixture[str], rule: str, formula: str, ends: str, status: str
) -> None:
    code, out, _ = run(capsys, rule, formula, "--range", ends, "--json")
    assert code == 0
    assert json.loads(out)["status"] == status


@pytest.mark.parametrize(
    "arguments",
    [
        ("subtract(1..9)", "__import__('os')"),
        ("subtract(1..9)", "n +"),
        ("subtract(1..9)", "Mod(n, 10)", "--range", "5..1"),
        ("subtract(1..9", "Mod(n, 10)"),
        ("subtract(1..9)", "isqrt(n)", "--range", "10^30..10^40"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, out) == (2, "")
    assert "Traceback" not in err


WYTHOFF = (
    "(x, y) -> [(x - k, y) for k in range(1, x + 1)] + [(x, y - k) for k in range(1, y + 1)]"
    " + [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
)


def test_lines_of_boards(capsys: pytest.CaptureFixture[str]) -> None:
    """Wythoff 1907: the lost positions are (floor(n*phi), floor(n*phi^2))."""
    lost = (WYTHOFF, "--value", "0", "--range", "0..60", "--json")
    code, out, _ = run(capsys, lost[0], "floor(n*(1 + sqrt(5))/2)", *lost[1:])
    answer = json.loads(out)
    assert (code, answer["status"], answer["value"]) == (0, "holds so far", 0)
    assert answer["checked"] == [0, 60]
    code, out, _ = run(capsys, WYTHOFF, "n", "--row", "0")
    assert (code, "proved" in out) == (0, True)
    code, out, _ = run(capsys, WYTHOFF, "n", "--row", "1", "--json")
    assert (code, json.loads(out)["first_failure"]) == (1, 0)
    code, _, err = run(capsys, WYTHOFF, "n")
    assert (code, "the coordinates are x, y" in err) == (2, True)


@pytest.mark.parametrize(
    ("claim", "n"),
    [("G(n) = 5 for n >= 200000", 200_000), ("G(n) = Mod(n, 3) + 0**n for n >= 0", 0),
     ("G(n) = Piecewise((Mod(n, 3), n < 200050), (7, True)) for all n >= 4", 200_050),
     ("G(n) = Piecewise((Mod(n, 3), n < 300050), (7, True)) for n >= 300000", 300_050)],
)  # fmt: skip
def test_a_claim_for_all_n_is_false_wherever_it_fails(
    capsys: pytest.CaptureFixture[str], claim: str, n: int
) -> None:
    """subtract(1, 2) has G(n) = n mod 3 (Winning Ways, chapter 4)."""
    code, out, _ = run(capsys, "subtract(1, 2)", claim)
    assert (code, out.count("\n")) == (1, 1)
    assert f"fails first at n = {n}: G({n}) = {n % 3}, " in out
    code, out, _ = run(capsys, "subtract(1, 2)", claim, "--json")
    answer = json.loads(out)
    assert (code, answer["holds"], answer["first_failure"]) == (1, False, n)
    assert answer["checked"][0] <= answer["checked"][1]


def test_a_claim_about_terms_that_are_not_known_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    queen = (WYTHOFF, "G(n) = 3 for n >= 700", "--value", "0", "--range", "0..60")
    code, out, err = run(capsys, *queen)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no term from n = 61 on is known" in err


def test_a_statement_is_about_all_terms_that_are_given(tmp_path: Path) -> None:
    """Whatever the range: five 9s, then 0, 1, 2 again and again."""
    file = tmp_path / "terms.txt"
    file.write_text("\n".join(map(str, [9] * 5 + [0, 1, 2] * 20)))

    def checked(claim: str) -> Conclusion[Any]:
        return Numbers(file).check(claim, (5, 60), 1.0, no_progress)

    failure = checked("G(n + 3) = G(n)").failure
    assert failure is not None
    assert (failure.place, failure.index, failure.value) == (2, 5, 0)
    for claim, low in (("G(n + 3) = G(n) for n >= 5", 0), ("Mod(n - 5, 3)", 5)):
        found = checked(claim)
        assert (found.status, found.low, found.high) == ("holds so far", low, 60)
    with pytest.raises(TooLarge, match="those at n < 61 are known"):
        checked("G(n + 3) = G(n) for n >= 58")
