"""Laws with parameters on the command line: ``--for`` and ``--at``."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mexplore.discover.families.judging import SolverJudge
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.patterns.writing import read_law, write_law
from mexplore.discover.study.certificate import certificate_of, write_certificate
from mexplore.reports.commands import app
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.parameters.rule import ParametricRule


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command."""
    with pytest.raises(SystemExit) as end:
        app(shlex.split(line))
    out, err = capsys.readouterr()
    code = end.value.code
    assert isinstance(code, int)
    return code, out, err


REFUSED = [
    ('"subtract(a, b)"', "subtract(^a", 'say --for "a >= 1, b > a" (all of them)'),
    ('"subtract(a, b)"', "", 'mexplore sweep "subtract({a}, {b})" --a 1..9 --b 1..9'),
    ('"subtract(a, b)" --for "a >= 1"', "subtract(a, ^b)", "b is in the rule and in no constraint"),
    ('"subtract(a, b)" --for "a*b >= 3"', "a^*b >= 3", "this product is not linear"),
    ('"subtract(a^2)" --for "a >= 1"', "a^^2", "this product is not linear"),
    ('"subtract(a)" --for "a >= 2, a <= 1"', "", "a >= 2 and a <= 1 contradict each other"),
    ('"subtract(a)" --for "a >= 0"', "subtract(^a)", "a = 0 is allowed, and 0 is no move"),
    ('"subtract(a, b)" --for "a > b, b > a + 3"', "", "contradict each other"),
    ('"divide(2..k)" --for "k >= 2"', "^divide", "families of division rules have no theorem"),
    ('"subtract(a)" --for "a >= 1, a % 2 == 0, a % 2 == 1"', "", "contradict each other"),
    ('"subtract(a - 1, b)" --for "a >= 1, b >= 1"', "subtract(^a", "0 is no move"),
    ('"subtract(a - b, a)" --for "a >= b, b >= 1"', "subtract(^a", "0 is no move"),
    ('"subtract(and)" --for "and >= 1"', "subtract(^and)", "is no name of a number"),
    (f'"subtract(k, {"7" * 1000})" --for "k >= 1"', "subtract(k, ^7", "1000 digits"),
    ('"subtract(a)" --for ""', "", "something is missing"),
    ('"subtract(a)" --for "a >= 1; (assert false)"', "^;", "unexpected"),
    ('"subtract(a)" --for "a >= 1" --at a=0', "", "a = 0 is no member"),
    ('"subtract(a)" --for "a >= 1" --at b=2', "", "has a value for each of a"),
    ('"subtract(a)" --for "a >= 1" --at a', "", "write a value for each name"),
    ('"subtract(a)" --for "a >= 1" --at a=1,a=2', "", "a is given twice"),
    ('"0.1{k}5"', "0.1{^k}5", 'say --for "k >= 1" (all of them)'),
    ('"remove(k .. m)" --for "k >= 1, m >= k, m < 1"', "", "contradict each other"),
    ('"remove(k .. m)" --for "k >= 1, m >= k, b >= 1"', "^b >= 1", "b is in no range"),
    ('"subtract(3)" --at a=1', "", "say which: --for"),
    ('"subtract(a)" --for "a >= 1" --upto 99', "", "leave it out"),
    ('"subtract(a)" --for "a >= 1" --row 1', "", "--row needs a board"),
]


@pytest.mark.parametrize(("line", "caret", "said"), REFUSED)
def test_bad_input(capsys: pytest.CaptureFixture[str], line: str, caret: str, said: str) -> None:
    code, out, err = run(capsys, f"study {line}")
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert caret in err and said in err


def test_words_of_solvers_are_names(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, 'study "subtract(true)" --for "true >= 1"')
    assert code == 0 and "Proved for all true >= 1" in out


def test_a_long_number_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, f'study "subtract(a)" --for "a >= 1{"0" * 1000}"')
    assert code == 2 and "1001 digits" in err


@pytest.mark.parametrize("elements", ["a, b", "b, a, b", "a, b, a"])
def test_elements_that_may_be_equal(capsys: pytest.CaptureFixture[str], elements: str) -> None:
    """Moves are a set: for b = a there is one of them."""
    family = f'"subtract({elements})" --for "a >= 1, b >= a"'
    code, out, _ = run(capsys, f"terms {family} --at a=2,b=2 --upto 7 --format plain")
    assert (code, out.split()) == (0, ["0", "0", "1", "1", "0", "0", "1", "1"])


Alter = Callable[[Any], object]
ALTERED: list[tuple[str, str, Alter]] = [
    ("a widened cell", "does not prove it", lambda law: law.update(cell=["k >= 0"])),
    ("a cell that is not all", "leave members open", lambda law: law.update(cell=["k >= 5"])),
    ("a vacuous cell", "cell of law 0 is empty", lambda law: law.update(cell=["k >= 5", "k <= 4"])),
    ("no cell", "does not prove it", lambda law: law.update(cell=[])),
    ("a dropped piece", "piece 0, move 0", lambda law: law["pieces"].pop()),
    ("another weight", "relation", lambda law: law["weights"].__setitem__(0, "2*k + 2")),
    ("another value", "piece 1, move 1", lambda law: law["pieces"][1].update(value=2)),
    ("another move", "the moves are", lambda law: law["moves"][1].update(element="k + 2")),
    ("no carry", "piece 0, move 0", lambda law: law["carries"][0].pop()),
    ("no period", "", lambda law: law.update(period_vector=["0", "0"])),
    ("a part that is text", "'pre' or 'per'", lambda law: law["pieces"][0].update(part="per)\n(")),
    ("a name that is text", "unexpected", lambda law: law["digits"].__setitem__(1, "j) (false")),
]


@pytest.mark.parametrize(("what", "why", "alter"), ALTERED, ids=[each[0] for each in ALTERED])
def test_altered_certificates_are_not_believed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, what: str, why: str, alter: Alter
) -> None:
    """No, with a reason (1): also where all else that the certificate says has been altered so that
    it agrees with the lie."""
    file, rule = tmp_path / "law.json", ParametricRule.parse("subtract(k, k + 1) for k >= 1")
    (finding,) = study_of_family(rule).findings
    given = json.loads(write_certificate(certificate_of(rule, finding) or {}))
    (law,) = given["claim"]["laws"]
    alter(law)
    with suppress(RuleSyntaxError, ValueError):
        lie = read_law({k: v for k, v in law.items() if k not in ("case", "period", "preperiod")})
        law.update(write_law(lie))
        told = {key: value for key, value in given["claim"].items() if key != "pattern"}
        given["statement"] = FamilyLaw.from_parameters(told).statement()
    file.write_text(json.dumps(given), encoding="utf-8")
    code, out, err = run(capsys, f"verify {file}")
    assert code == 1, (what, out, err)
    assert out.startswith("not valid") and why in out


def test_study(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Winning Ways: subtract(1, k) has the period 2 for odd k, k + 1 for even k."""
    law = tmp_path / "law.json"
    code, out, _ = run(capsys, f'study "subtract(1, k)" --for "k >= 2" --write {law}')
    assert code == 0
    assert "subtract(1, k) for all k >= 2" in out
    assert "Proved for all k >= 2: 2 laws cover every member" in out
    assert "Least periods: proved." in out
    assert "k + 1" in out and "(0 1)^k1 2" in out
    code, out, _ = run(capsys, f"verify {law}")
    assert code == 0 and out.startswith("valid: subtract(1, k) for k >= 2")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, 'study "subtract(k)" --for "k >= 1" --json')
    found = json.loads(out)
    assert code == 0
    assert found["family"] == "subtract(k)" and found["where"] == ["k >= 1"]
    assert found["status"] == "proved" and found["theorem"] == "digits"
    (law,) = found["laws"]
    assert law["period"] == "2*k" and law["least"] == "proved" and law["word"] == "0^k 1^k"
    assert found["solvers"][0].startswith("z3 ")
    assert found["findings"][0]["status"] == "proved"
    assert found["certificate"]["rule"] == found["rule"] == "subtract(k) for k >= 1"


def test_a_family_in_full_notation(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, 'study "subtract(k) for k >= 1"')
    assert code == 0 and "Proved for all k >= 1" in out


FAR = '"subtract(1, k)" --for "k >= 2"'


def test_values_of_a_far_member(capsys: pytest.CaptureFixture[str]) -> None:
    """subtract(1, k) with even k: G(n) is 2 at n mod (k + 1) = k, else the parity of the rest."""
    k = 10**30
    code, out, _ = run(capsys, f"predict {FAR} --at k=10^30 10^30 {10**60 * (k + 1) + 5} --json")
    found = json.loads(out)
    assert code == 0
    assert found["status"] == "proved"
    assert [each["value"] for each in found["values"]] == [2, 1]
    assert found["at"] == {"k": str(k)} and found["family"] == "subtract(1, k) for k >= 2"


def test_a_family_itself_has_no_values(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("predict", "terms"):
        code, _, err = run(capsys, f"{command} {FAR} {'7' * (command == 'predict')}")
        assert code == 2 and "name one with --at k=7" in err


def test_no_program_of_a_family(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, f"predict {FAR} --code python")
    assert code == 2 and "write the member itself" in err


def test_terms_of_members(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, f"terms {FAR} --at k=4 --upto 9 --format plain")
    assert (code, out.split()) == (0, ["0", "1", "0", "1", "2", "0", "1", "0", "1", "2"])
    code, out, _ = run(capsys, f"terms {FAR} --at k=10^90 --upto 5 --format plain")
    assert (code, out.split()) == (0, ["0", "1", "0", "1", "0", "1"])


def test_moves_of_a_far_member(capsys: pytest.CaptureFixture[str]) -> None:
    """From k tokens, k even, both moves win against a heap of value 0 or 1."""
    code, out, _ = run(capsys, f"solve {FAR} --at k=10^30 10^30 --json")
    found = json.loads(out)
    assert code == 0 and found["nim_sum"] == 2
    code, _, err = run(capsys, f"solve {FAR} 7")
    assert code == 2 and "name a member with --at" in err


def test_moves_of_far_members_of_ranges_and_codes(capsys: pytest.CaptureFixture[str]) -> None:
    """remove(k .. m): 10^60 has 10^50 moves into the run of zeros that is in reach."""
    game = '"remove(k .. m)" --for "1 <= k <= m" --at k=10^50,m=3*10^51'
    code, out, _ = run(capsys, f"solve {game} 10^60 --json")
    (group,) = json.loads(out)["groups"]
    assert (code, group["count"]) == (0, 10**50)
    code, out, _ = run(capsys, f"predict {game} {group['example'][0]} --json")
    assert (code, json.loads(out)["values"][0]["value"]) == (0, 0)
    code, out, _ = run(capsys, 'solve "0.1{k}5" --for "k >= 1" --at k=10^30 10^60 --json')
    assert code == 0 and all(group["count"] >= 1 for group in json.loads(out)["groups"])


def test_the_referee_and_the_conditions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    law, folder = tmp_path / "law.json", tmp_path / "conditions"
    run(capsys, f'study "subtract(k)" --for "k >= 1" --write {law}')
    code, out, _ = run(capsys, f"verify {law} --referee cvc5 --smt2 {folder}")
    assert code == 0 and "conditions shown by z3" in out and "and cvc5" in out
    names = {file.stem for file in folder.iterdir()}
    assert {"members", "cells", "cover", "law-0"} == names
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        answer = "sat" if file.stem in ("members", "cells") else "unsat"
        assert text.splitlines()[1] == f"; every answer has to be: {answer}"
        assert text.count("(check-sat)") >= 1
    law.write_text('{"mexplore certificate": 1, "rule": "0.7"}', encoding="utf-8")
    code, _, err = run(capsys, f"verify {law} --referee cvc5")
    assert code == 2 and "certificates of families" in err


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, f'check "subtract(1, k)" "period <= k + 1" {FAR[16:]}')
    assert code == 0 and out.startswith("period <= k + 1: proved for all k >= 2")
    code, out, _ = run(capsys, 'check "subtract(1, k)" "period == 2" --for "k >= 2" --json')
    found = json.loads(out)
    assert code == 1 and found["status"] == "refuted"
    assert found["first_failure"] == [["k", 2]]
    code, _, err = run(capsys, 'check "subtract(1, k)" "Mod(n, 2)" --for "k >= 2"')
    assert code == 2 and "^Mod" in err


def test_compare(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, 'compare "subtract(k)" "subtract(k, 3*k)" --for "k >= 1"')
    assert code == 0 and out.startswith("equal for all k >= 1 and for all n")
    code, out, _ = run(capsys, 'compare "subtract(k)" "subtract(k, 2*k)" --for "k >= 1" --json')
    found = json.loads(out)
    assert code == 1 and found["member"] == {"k": 1} and found["first_difference"] == 2


def test_the_report_reads_like_a_paper(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = {suffix: tmp_path / f"law.{suffix}" for suffix in ("md", "tex", "html")}
    written = " ".join(f"--write {file}" for file in files.values())
    run(capsys, f'study "subtract(k)" --for "k >= 1" {written}')
    markdown = files["md"].read_text(encoding="utf-8")
    for heading in (
        "The games", "Theorem", "Pictures", "The theorem that proves the laws",
        "Digits, on an example", "One condition in words", "All conditions", "What is trusted",
        "How to reproduce",
    ):  # fmt: skip
        assert f"\n## {heading}\n" in markdown
        if heading != "Pictures":
            assert f"\\section{{{heading}}}" in files["tex"].read_text(encoding="utf-8")
    assert (tmp_path / "law-figures" / "periods.png").stat().st_size > 1000
    assert "<svg" in files["html"].read_text(encoding="utf-8")
    code, out, _ = run(capsys, f"verify {files['md']}")
    assert code == 0 and out.startswith("valid")


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, 'study "subtract(k)" --for "k >= 1" --explain')
    assert code == 0
    assert "a number is written in digits (q, j): n = 2*k*q + j" in out
    assert "Condition (X) says" in out


def test_without_a_solver(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    code, out, _ = run(capsys, 'study "subtract(1, k)" --for "k >= 3"')
    assert code == 0
    assert "Holds so far for the members that were looked at" in out
    assert "pip install 'mexplore[families]'" in out
    assert "Proved" not in out
    assert run(capsys, 'study "subtract(1, k)" --for "k >= 3" --require all')[0] == 1


def test_what_is_required(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, 'study "subtract(k)" --for "k >= 1" --require all')[0] == 0
    assert run(capsys, 'study "subtract(1, 3, 4)" --require all')[0] == 0
    assert run(capsys, "study 4!.0 --max-terms 99 --require all")[0] == 1


def test_ctrl_c(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes while the first law is proved."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SolverJudge, "prove", interrupted)
    code, out, _ = run(capsys, 'study "subtract(1, k)" --for "k >= 3"')
    assert code == 130
    assert "Stopped by the user" in out


def test_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "library --families --json")
    listed = {entry["name"]: entry for entry in json.loads(out)["families"]}
    assert code == 0 and listed["additive"]["source"].startswith("no published")
    code, out, _ = run(capsys, "library --families additive")
    assert code == 0 and "gcd(a, r)" in out
    code, _, err = run(capsys, "library --families adittive")
    assert code == 2 and "did you mean additive" in err
    code, out, _ = run(capsys, 'study "subtract(7, 8, 1000)" --max-terms 3000')
    assert code == 0 and "A member of subtract(a, a + 1, b)" in out and "period 1007" in out
