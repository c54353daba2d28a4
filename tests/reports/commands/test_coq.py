"""``study --coq`` writes a proof without Coq; ``verify --coq`` asks Coq, or says that it is not
there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from commands_run import invoked as run

needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="coqc is not installed (Debian's package coq)"
)

AUTOMATIC = "subtract(1, multiples(5)) or divide(6, ceil)"
"""Has a law by automata, and is no code: such a law is not in the library of Coq proofs."""


def studied(tmp_path: Path, rule: str) -> Path:
    path = tmp_path / "certificate.json"
    done = run("study", rule, "--write", path, "--upto", 500, "--quiet", "--no-store")
    assert done.exit_code == 0, done.output
    return path


def test_study_writes_the_files_without_coq(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    folder = tmp_path / "proof"
    done = run("study", "0.07", "--write", folder / "Law.v", "--quiet", "--no-store")
    assert done.exit_code == 0 and not done.stderr
    assert {path.name for path in folder.iterdir()} == {
        "Grundy.v", "Evaluate.v", "TakeAndBreak.v", "TwoHeaps.v", "Least.v", "Law.v", "Makefile"
    }  # fmt: skip
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    run("study", "0.07", "--write", folder / "Law.v", "--quiet", "--no-store")
    assert before == {path: path.stat().st_mtime_ns for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("0.16", "nothing is proved"),
        (AUTOMATIC, "the library of Coq proofs has automata for take-and-break codes"),
    ],
)
def test_study_says_why_nothing_is_written(tmp_path: Path, rule: str, reason: str) -> None:
    folder = tmp_path / "proof"
    done = run("study", rule, "--upto", 500, "--write", folder / "Law.v", "--quiet", "--no-store")
    assert done.exit_code == 0
    assert reason in done.stderr and "was not written" in done.stderr
    assert not folder.exists()


def test_study_refuses_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("study", "0.07", "--write", tmp_path / "file" / "Law.v", "--no-store")
    assert done.exit_code == 2


def test_verify_says_that_coq_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = studied(tmp_path, "subtract(1, 3, 4)")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    done = run("verify", path, "--coq")
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert "coqc is not installed" in line and "study RULE --write DIR/Law.v" in line


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--coq", "--by", "definition"), "Coq computes all values itself"),
        (("elsewhere",), "is a folder for --coq; give --coq with it"),
    ],
)
def test_verify_refuses_what_does_not_go_together(
    tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    done = run("verify", studied(tmp_path, "subtract(1, 3, 4)"), *arguments)
    assert done.exit_code == 2 and reason in done.stderr


def test_verify_says_what_the_library_does_not_have(tmp_path: Path) -> None:
    done = run("verify", studied(tmp_path, AUTOMATIC), "--coq")
    assert done.exit_code == 2
    assert "Coq was not run" in done.stderr and "take-and-break codes" in done.stderr


def test_verify_refuses_a_certificate_that_states_nothing(tmp_path: Path) -> None:
    path = studied(tmp_path, "subtract(1, 3, 4)")
    path.write_text(path.read_text().replace("for all n >= 0", "for all n >= 1"))
    done = run("verify", path, "--coq")
    assert done.exit_code == 2 and "nothing that can be checked" in done.stderr


@needs_coq
def test_verify_asks_coq(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path, folder = studied(tmp_path, "subtract(1, 3, 4)"), Path("proof")  # as one types it
    done = run("verify", path, folder, "--coq", "--json")
    answer = json.loads(done.stdout)
    assert done.exit_code == 0 and answer["valid"] and "accepted by Coq" in answer["reason"]
    assert "(and that period and preperiod are least)" in answer["reason"]
    assert (folder / "Law.vo").exists()
    path.write_text(path.read_text().replace("7", "6"))
    done = run("verify", path, folder, "--coq")
    assert done.exit_code == 1
    assert "not valid" in done.stdout and "computes false" in done.stdout


@needs_coq
def test_a_false_law_of_a_family_is_not_valid(tmp_path: Path) -> None:
    """For which no cases can be found; it used to be an error, 'Coq was not run'."""
    pytest.importorskip("z3")
    path = tmp_path / "family.json"
    done = run("study", "subtract(k, k + 1)", "--for", "k >= 1", "--write", path, "--quiet")
    assert done.exit_code == 0, done.output
    true = path.read_text()
    path.write_text(true.replace('"2*k >= j + 1"], "value": 1', '"2*k >= j + 1"], "value": 2'))
    assert path.read_text() != true
    done = run("verify", path, "--coq")
    assert done.exit_code == 1, done.output
    assert "not valid" in done.stdout and "Coq was not run: no cases were found" in done.stdout
