"""``study --write FILE...``: what a file holds follows from its suffix."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.verifying import verify
from mexplore.reports.commands import app
from mexplore.reports.documents.files import KINDS


def study(rule: str, *names: object, option: str = "--write", more: tuple[str, ...] = ()) -> Result:
    options = [word for name in names for word in (option, str(name))]
    return CliRunner().invoke(app, ["study", rule, "--no-store", "--quiet", *more, *options])


def test_every_kind_of_file(tmp_path: Path) -> None:
    suffixes = {suffix for kind in KINDS for suffix in kind.suffixes} - {".v", ".dot", ".gv"}
    names = [tmp_path / f"law{suffix}" for suffix in sorted(suffixes)]
    done = study("subtract(1, 3)", *names, tmp_path / "proof" / "Law.v", f"{tmp_path}/all/")
    assert done.exit_code == 0, done.output
    assert [name for name in names if not name.exists()] == []
    begins = {
        ".md": "# The game", ".html": "<!DOCTYPE", ".tex": r"\documentclass", ".mona": "# sub",
        ".csv": "n,value\n0,0\n1,1\n2,0\n", ".cpp": "// G(n)",
    }  # fmt: skip
    for suffix, begin in begins.items():
        assert (tmp_path / f"law{suffix}").read_text().startswith(begin), suffix
    assert (tmp_path / "law.png").read_bytes().startswith(b"\x89PNG")
    assert verify(read_certificate((tmp_path / "law.json").read_text())).valid
    grundy = runpy.run_path(str(tmp_path / "law.py"))["grundy"]
    assert [grundy(n) for n in (0, 1, 2, 10**18 + 1)] == [0, 1, 0, 1]
    assert "Require Import Grundy" in (tmp_path / "proof" / "Law.v").read_text()
    assert (tmp_path / "proof" / "Grundy.v").exists() and (tmp_path / "law.walnut").is_dir()
    assert (tmp_path / "all" / "values.png").exists()
    assert "](all/values.png)" in (tmp_path / "law.md").read_text()


def test_an_automaton_is_text_for_graphviz(tmp_path: Path) -> None:
    done = study("subtract(1) or divide(2)", tmp_path / "x.dot", more=("--upto", "300"))
    assert done.exit_code == 0 and (tmp_path / "x.dot").read_text().startswith("digraph")


@pytest.mark.parametrize("name", ["x.docx", "x.txt"])
def test_an_unknown_suffix_is_refused_with_the_known_ones(tmp_path: Path, name: str) -> None:
    done = study("0.77", tmp_path / name)
    assert done.exit_code == 2 and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert f"the suffix {Path(name).suffix} is not known; write one of .md, " in line
    assert ".html" in line and ".tex" in line and ".cpp" in line
    assert not (tmp_path / name).exists()


def test_what_has_no_suffix_is_refused(tmp_path: Path) -> None:
    done = study("0.77", tmp_path / "kayles")
    assert done.exit_code == 2 and "a suffix says what to write" in done.stderr


@pytest.mark.parametrize("former", ["--report", "--html", "--certificate", "--plots", "--coq"])
def test_one_option_writes_all_files(tmp_path: Path, former: str) -> None:
    done = study("0.77", tmp_path / "law.md", option=former)
    assert done.exit_code == 2 and "No such option" in done.stderr
    assert not (tmp_path / "law.md").exists()


@pytest.mark.parametrize("suffix", [".json", ".py", ".cpp", ".dot", ".mona", "/Law.v"])
def test_what_the_study_does_not_have_is_said(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"none{suffix}"
    done = study("subtract(primes)", path, more=("--max-terms", "300"))
    assert done.exit_code == 0
    assert f"so {tmp_path}/none" in done.stderr and "was not written" in done.stderr
    assert not path.exists()


def test_runs_and_boards_are_tables_too(tmp_path: Path) -> None:
    assert study("divide(2..6)", tmp_path / "runs.csv").exit_code == 0
    assert (tmp_path / "runs.csv").read_text().startswith("start,stop,value,length\n0,1,0,1\n")
    board = "(x, y) -> [(x - 1, y), (x, y - 1)]"
    assert study(board, tmp_path / "b.csv", more=("--upto", "9")).exit_code == 0
    assert (tmp_path / "b.csv").read_text().startswith("x,y,value\n0,0,0\n0,1,1\n")


def test_a_picture_of_the_kind_with_which_its_name_ends(tmp_path: Path) -> None:
    paths = [tmp_path / "kayles.svg", tmp_path / "kayles-histogram.svg"]
    assert study("0.77", *paths).exit_code == 0
    assert "0.77: values" not in paths[1].read_text() != paths[0].read_text()


def test_names_are_checked_before_the_work(tmp_path: Path) -> None:
    bad: list[tuple[list[object], str]] = [
        ([tmp_path / "x.md", tmp_path / "x.md"], "named twice"),
        ([tmp_path / "x.v"], "name it DIR/Law.v"),
        ([f"{tmp_path}/a/", f"{tmp_path}/b/"], "name one folder for pictures"),
        ([tmp_path / "no" / "x.md"], "does not exist"),
    ]
    for names, problem in bad:
        done = study("0.77", *names)
        assert done.exit_code == 2 and problem in done.stderr and done.stdout == ""


def test_json_beside_files(tmp_path: Path) -> None:
    done = study("0.77", tmp_path / "x.log", more=("--json",))
    assert json.loads(done.stdout)["status"] == "proved"
    assert (tmp_path / "x.log").read_text().endswith("ended: proved\n")


def test_figures_of_an_article_are_vectors_and_nothing_in_it_is_of_the_clock(
    tmp_path: Path,
) -> None:
    assert study("0.07", tmp_path / "x.tex", more=("--max-terms", "300")).exit_code == 0
    article = (tmp_path / "x.tex").read_text()
    figures = sorted(path.name for path in (tmp_path / "x-figures").iterdir())
    assert figures and all(name.endswith(".pdf") for name in figures)
    assert r"{x-figures/values.pdf}" in article and ".png" not in article
    assert "300$; the largest value is" in article and " s." not in article
    study("0.07", tmp_path / "x.tex", more=("--max-terms", "300"))
    assert (tmp_path / "x.tex").read_text() == article


def test_a_log_that_latex_would_write_over(tmp_path: Path) -> None:
    names = [str(tmp_path / f"x{suffix}") for suffix in (".tex", ".log", ".claims")]
    named = [word for name in names for word in ("--write", name)]
    done = CliRunner().invoke(app, ["study", "subtract(1, 2)", "--no-store", *named])
    assert done.exit_code == 0
    (line,) = [line for line in done.stderr.splitlines() if "LaTeX" in line]
    assert names[1] in line and names[2] in line
    assert (tmp_path / "x.log").read_text() == (tmp_path / "x.claims").read_text()
    done = CliRunner().invoke(app, ["study", "subtract(1, 2)", "--no-store", "--write", names[1]])
    assert "LaTeX" not in done.stderr
