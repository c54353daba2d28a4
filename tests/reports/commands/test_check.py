"""``mexplore check``: exit codes, JSON, one line a verdict."""

from __future__ import annotations

import json

import pytest

from reports.cli.app import app


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
    assert json.loads(out) == {
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
        ("divide(2..6)", "Mod(n, 2)", "0..1", "holds so far"),
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
