"""Pictures are written, or refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reports.cli.app import app

pytest.importorskip("matplotlib")


def draw(tmp_path: Path, rule: str, kind: str, name: str) -> tuple[int, str, Path]:
    out = tmp_path / name
    result = CliRunner().invoke(app, ["plot", rule, "--kind", kind, "--out", str(out)])
    return result.exit_code, result.stderr, out


@pytest.mark.parametrize(
    ("rule", "kind"),
    [("0.77", "values"), ("0.77", "histogram"), ("0.77", "residues"), ("divide(2..6)", "runs")],
)
def test_pictures_are_written(tmp_path: Path, rule: str, kind: str) -> None:
    code, _, out = draw(tmp_path, rule, kind, "picture.png")
    assert code == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_an_automaton_is_text(tmp_path: Path) -> None:
    code, _, out = draw(tmp_path, "subtract(1) or divide(2)", "automaton", "a.dot")
    assert code == 0
    assert out.read_text().startswith("digraph automaton {")


@pytest.mark.parametrize(
    ("rule", "kind", "name"),
    [("0.77", "runs", "a.png"), ("0.77", "automaton", "a.dot"), ("0.77", "values", "a.xyz"),
     ("subtract(1) or divide(2)", "automaton", "a.png"), ("0.77", "values", "none/a.png")],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, rule: str, kind: str, name: str) -> None:
    code, error, _ = draw(tmp_path, rule, kind, name)
    assert code == 2
    assert error.count("\n") == 1


def test_study_writes_all_pictures_into_a_folder(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["study", "divide(2..6)", "--plots", str(tmp_path)])
    assert result.exit_code == 0
    assert {"values.png", "runs.png"} <= {path.name for path in tmp_path.iterdir()}
    result = CliRunner().invoke(app, ["study", "0.77", "--plots", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert "does not exist" in result.stderr


@pytest.mark.parametrize(("kind", "name"), [("values", "a.xyz"), ("automaton", "a.png")])
def test_a_name_that_is_no_picture_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    monkeypatch.setattr("discover.study.study", lambda *_: pytest.fail("it computes"))
    code, error, _ = draw(tmp_path, "4!.0", kind, name)
    assert code == 2
    assert error.count("\n") == 1


def test_json_names_the_file(tmp_path: Path) -> None:
    out = tmp_path / "a.png"
    result = CliRunner().invoke(app, ["plot", "0.77", "--out", str(out), "--json"])
    assert json.loads(result.stdout) == {"rule": "0.77", "kind": "values", "file": str(out)}
