"""The command line, through typer's runner and as a real process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest
from commands_run import as_json as run_json
from commands_run import printed as run
from own_clock import NEVER
from typer.testing import CliRunner

import mexplore.reports.commands
from mexplore.reports.commands import app
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.members import modules_of

ROOT = Path(__file__).parent.parent.parent
FORMATS = ("plain", "csv", "json", "bfile")


def refused(*arguments: str) -> str:
    """The one line on standard error with which bad input is refused."""
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
    return result.stderr


def process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mexplore", *arguments],
        capture_output=True, text=True, cwd=ROOT, timeout=NEVER, check=False, **more,
    )  # fmt: skip


def best(*arguments: str) -> dict[str, Any]:
    finding: dict[str, Any] = run_json("study", *arguments)["findings"][0]
    return finding


@pytest.mark.parametrize(
    ("rule", "preperiod", "period"),
    [("0.77", 71, 12), (".07", 53, 34), ("0.137", 52, 34), ("0.17", 33, 34), (".156", 3479, 349),
     (".356", 7315, 142), ("subtract(1,3,4)", 0, 7), ("subtract(2,4,7)", 8, 3),
     ("subtract(9,20,29)", 0, 378), ("subtract(5,11,19,22)", 285, 57), ("0.33", 0, 3),
     ("0.3", 0, 2)],
)  # fmt: skip
def test_study_proves_least_periods(rule: str, preperiod: int, period: int) -> None:
    finding = best(rule)
    assert finding["status"] == "proved"
    assert finding["pattern"] == "periodic"
    parameters = finding["parameters"]
    assert (parameters["preperiod"], parameters["period"]) == (preperiod, period)
    assert parameters["saltus"] == 0


def test_kayles_has_its_fourteen_exceptions() -> None:
    # Winning Ways, chapter 4, table 6.
    exceptions = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
    assert best("kayles")["parameters"]["exceptions"] == exceptions


def test_outcomes_may_have_a_shorter_preperiod() -> None:
    outcomes = best("subtract(2,4,7)")["parameters"]["outcomes"]
    assert outcomes == {"preperiod": 4, "period": 3}


def test_study_of_the_floor_division_game() -> None:
    finding = best("divide(2..6)")
    assert finding["pattern"] == "geometric"
    assert finding["status"] == "proved"
    parameters = finding["parameters"]
    assert (parameters["ratio"], parameters["start"]) == (12, 6)
    runs = [(run["start"], run["stop"], run["value"]) for run in parameters["runs"]]
    assert runs == [(6, 12, 0), (12, 24, 1), (24, 48, 2), (48, 72, 3)]


@pytest.mark.parametrize(
    ("rule", "ratio", "start"),
    [("divide(2,8)", 4, 16), ("divide(2,5)", 10, 25), ("divide(3,10)", 30, 100),
     ("divide(2,3,5)", 10, 5), ("divide(2..16)", 32, 16)],
)  # fmt: skip
def test_study_proves_geometric_laws(rule: str, ratio: int, start: int) -> None:
    finding = best(rule)
    assert finding["status"] == "proved"
    assert (finding["parameters"]["ratio"], finding["parameters"]["start"]) == (ratio, start)


def test_grundys_game_is_not_proved_and_says_why() -> None:
    result = run_json("study", "4!.0", "--max-terms", "20000")
    assert result["status"] != "proved"
    assert all(finding["status"] == "holds so far" for finding in result["findings"])
    reasons = {refusal["theorem"]: refusal["reason"] for refusal in result["refusals"]}
    assert "no counterpart" in reasons["Guy-Smith"]
    assert {"finite window", "floors commute"} <= set(reasons)


def test_a_long_preperiod_is_not_taken_for_a_short_period() -> None:
    result = run_json("study", "0.16", "--max-terms", "20000")
    assert result["status"] != "proved"
    assert all(finding["status"] == "holds so far" for finding in result["findings"])


def test_study_writes_a_report_and_a_certificate(tmp_path: Path) -> None:
    report, page, certificate = (tmp_path / name for name in ("r.md", "r.html", "c.json"))
    run("study", "divide(2..6)", "--write", str(report), "--write", str(page),
        "--write", str(certificate))  # fmt: skip
    text = report.read_text()
    parts = [
        "# The game divide(2..6): Floor Division Game",
        "## Runs of equal values",
        r"6 \cdot 12^{1}",
        "$$",
        "## Case analysis",
        "## Proof",
        "floors commute",
        "mexplore verify",
    ]
    for part in parts:
        assert part in text, part
    assert "<table" in page.read_text()
    assert "valid" in run("verify", str(certificate))
    assert run("verify", str(report)) == run("verify", str(certificate))
    assert run_json("verify", str(certificate), "--by", "definition")["valid"] is True
    assert "by the engine that study uses" in run("verify", str(certificate), "--fast")
    assert run("verify", str(certificate), "--fast") == run(
        "verify", str(certificate), "--by", "kernel"
    )
    refused("verify", str(certificate), "--fast", "--by", "definition")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "c.json", "r-figures", "r.html", "r.md",
    ]  # fmt: skip
    assert "](r-figures/runs.png)" in text


def test_an_altered_certificate_is_rejected_with_exit_code_1(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    run("study", "0.77", "--write", str(file))
    file.write_text(file.read_text().replace('"period": 12', '"period": 24'))
    verdict = run_json("verify", str(file), code=1)
    assert verdict["valid"] is False
    assert verdict["reason"]
    file.write_text("no certificate")
    refused("verify", str(file))
    refused("verify", str(file), "--json")
    refused("verify", str(tmp_path / "none.json"))


def test_terms_in_every_format(tmp_path: Path) -> None:
    assert run_json("terms", "0.77", "--upto", "5") == {
        "rule": "0.77",
        "values": [0, 1, 2, 3, 1, 4],
        "status": "computed",
        "warrant": "computed for n < 6",
    }
    assert run("terms", "0.77", "--upto", "5", "--format", "plain") == "0 1 2 3 1 4\n"
    assert run("terms", "0.77", "--upto", "2", "--format", "csv") == "n,value\n0,0\n1,1\n2,2\n"
    assert run("terms", "0.77", "--upto", "2", "--format", "bfile") == "0 0\n1 1\n2 2\n"
    assert "+19" in run("terms", "0.77", "--upto", "25")
    out = tmp_path / "b.txt"
    run("terms", "0.77", "--upto", "2", "--format", "bfile", "--out", str(out))
    assert out.read_text() == "0 0\n1 1\n2 2\n"
    assert "--out" in refused("terms", "0.77", "--format", "parquet")


def test_long_output_is_written_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    from mexplore.reports.documents import listing

    whole = {form: run("terms", "0.77", "--upto", "25", "--format", form) for form in FORMATS}
    monkeypatch.setattr(listing, "PART", 7)
    for form, text in whole.items():
        assert run("terms", "0.77", "--upto", "25", "--format", form) == text
    assert len(json.loads(whole["json"])["values"]) == 26


def test_runs_to_10_to_the_100() -> None:
    rows = run_json("runs", "divide(2..6)", "--upto", "10^100")["runs"]
    wanted = [(6, 12, 0), (12, 24, 1), (24, 48, 2), (48, 72, 3), (72, 144, 0)]
    assert [(row["start"], row["stop"], row["value"]) for row in rows[4:9]] == wanted
    assert rows[-1]["stop"] == 10**100 + 1
    assert "6*12^3" in run("runs", "divide(2..6)", "--upto", "10^6")


def test_predict_huge_heaps() -> None:
    heaps = ["10^18", "6*12^400", "12^1000-1"]
    values = run_json("predict", "divide(2..6)", *heaps)["values"]
    sizes = [10**18, 6 * 12**400, 12**1000 - 1]
    assert [row["n"] for row in values] == [str(n) for n in sizes]
    # A run of the value 0 is [6*12^k, 12^(k+1)).
    assert [row["value"] for row in values] == [by_recursion(10**18, {}), 0, 0]


def by_recursion(n: int, known: dict[int, int]) -> int:
    """G(n) of divide(2..6) from its options alone; few different quotients occur."""
    if n == 0:
        return 0
    if n not in known:
        options = {by_recursion(n // d, known) for d in range(2, 7)}
        known[n] = next(v for v in range(9) if v not in options)
    return known[n]


def test_library_lists_and_shows() -> None:
    assert "kayles" in run("library")
    assert "Guy" in run("library", "kayles")
    assert "no game named" in refused("library", "kayle")


@pytest.mark.parametrize(
    ("rule", "message"),
    [("0.7W", "0.7^W"), ("0.", "0.^"), ("subtract()", "subtract(^)"), ("subtract(0)", "^0"),
     ("subtract(-1)", "^-1"), ("divide(1)", "^1"), ("divide(0)", "^0"), ("3.0", "^3.0"),
     ("", "empty"), ("7" * 100_000, "10000"), ("kayle", "kayles")],
)  # fmt: skip
def test_bad_rules_are_refused_in_one_line(rule: str, message: str) -> None:
    assert message in refused("study", rule)
    assert message in refused("terms", rule, "--json")


def test_bad_options_are_refused_in_one_line(tmp_path: Path) -> None:
    assert "negative" in refused("study", "0.77", "--upto", "-1")
    assert "memory" in refused("study", "0.77", "--upto", "10^30")
    assert "memory" in refused("terms", "0.77", "--upto", "10^30")
    assert "bits" in refused("terms", "0.77", "--upto", "10^10^10")
    assert "bits" in refused("predict", "0.77", "9^9^9^9")
    assert "does not exist" in refused("study", "0.77", "--write", str(tmp_path / "no" / "r.md"))
    assert not (tmp_path / "no").exists()
    assert "budget" in refused("study", "0.77", "--budget", "soon")
    assert "--help" in refused("study", "0.77", "--nonsense")
    assert "--help" in refused("nonsense")
    assert "sequence" in refused("study")
    assert "cannot read" in refused("study", "0.77", "--rules", str(tmp_path / "no.toml"))


def test_a_report_path_is_refused_before_the_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    def computed(*_: object) -> NoReturn:
        raise AssertionError("values were computed first")

    monkeypatch.setattr(Computation, "extend", computed)
    refused("study", "4!.0", "--max-terms", "10^7", "--write", "/nowhere/r.md")


@pytest.mark.parametrize(
    "command", [m.__name__.rpartition(".")[2] for m in modules_of(mexplore.reports.commands)]
)
def test_every_command_has_help_with_two_examples(command: str) -> None:
    text = run(command.rstrip("_"), "--help")
    assert text.count(f"mexplore {command.rstrip('_')}") >= 2


def test_the_installed_shape_as_a_process() -> None:
    done = process("study", "0.77", "--json", "--budget", str(NEVER))
    assert done.returncode == 0
    assert json.loads(done.stdout)["status"] == "proved"
    done = process("study", "0.7W", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    done = process("terms", "0.77", "--upto", "100000", "--format", "plain")
    assert "\x1b" not in done.stdout


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m mexplore terms 0.77 --upto 100000 --format csv | head -2"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        capture_output=True, text=True, cwd=ROOT, timeout=NEVER, check=True,
    )  # fmt: skip
    assert done.stdout == "n,value\n0,0\n"
    assert done.stderr == ""


def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mexplore", "terms", "0.77", "--upto", "9", "--format", "plain"],
            stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, timeout=NEVER, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


PRESSED_AT_WORK = """
import signal
from mexplore.reports.__main__ import main
from mexplore.rules.engine.grundy import Computation

def advance_and_press(self, target, advance=Computation._advance):
    advance(self, target)
    if len(self.values) > 10_000:
        signal.raise_signal(signal.SIGINT)

Computation._advance = advance_and_press
main()
"""


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_ctrl_c_at_work_leaves_a_partial_result(flags: list[str]) -> None:
    arguments = ["study", "4!.0", "--max-terms", "2^28", "--quiet", "--no-store", *flags]
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_AT_WORK, *arguments],
        capture_output=True, text=True, cwd=ROOT, timeout=NEVER, check=False,
    )  # fmt: skip
    out, err = done.stdout, done.stderr
    assert done.returncode == 130
    assert "Traceback" not in err
    if flags:
        result = json.loads(out)
        assert result["ended"] == "interrupted"
        assert result["computed"] > 10_000
    else:
        assert "partial result" in out


def test_a_proof_log_names_claims_refuted_and_proved(tmp_path: Path) -> None:
    log = tmp_path / "study.log"
    run("study", "0.165", "--no-store", "--write", str(log))
    text = log.read_text()
    law = r"G\(n \+ 1550\) = G\(n\) for all n >= 5181: [\w -]+: proved"  # by whichever needs less
    assert re.search(law, text)
    assert "refuted: " in text


def test_max_positions_limits_python_rules_only(tmp_path: Path) -> None:
    file = tmp_path / "games.py"
    file.write_text("def options(n):\n    return [n - 1, n // 2] if n else []\n")
    values = run_json("terms", f"{file}:options", "--upto", "9")["values"]
    assert values == run_json("terms", "subtract(1) or divide(2)", "--upto", "9")["values"]
    assert "5" in refused("terms", f"{file}:options", "--upto", "90", "--max-positions", "5")
    assert "games.py" in refused("terms", "0.77", "--max-positions", "5")


@pytest.mark.parametrize(
    "command", [["verify"], ["study", "--sequence"], ["study", "0.7", "--rules"]]
)
def test_a_file_without_end_is_refused(command: list[str]) -> None:
    assert "too large" in refused(*command, "/dev/zero")


def test_no_command_is_told_in_one_line() -> None:
    assert CliRunner().invoke(app, []).stderr == "mexplore: name a command; see --help\n"


def test_a_report_that_cannot_be_written_does_not_take_the_answer_with_it(tmp_path: Path) -> None:
    report = tmp_path / "r.md"
    report.symlink_to("/dev/full")
    result = CliRunner().invoke(app, ["study", "0.3", "--json", "--write", str(report)])
    assert result.exit_code == 2
    assert result.stderr == f"mexplore: cannot write {report}: No space left on device\n"
    assert json.loads(result.stdout)["status"] == "proved"


def test_an_empty_number_of_terms_is_refused() -> None:
    assert "a number is missing" in refused("study", "0.3", "--max-terms", "")
