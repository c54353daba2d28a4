"""Pictures are written, or refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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
    result = CliRunner().invoke(app, ["study", "0.77", "--plots", str(tmp_path / "a" / "b")])
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


def test_the_last_folder_is_made_and_the_reports_refer_to_its_pictures(tmp_path: Path) -> None:
    report, page, folder = tmp_path / "r.md", tmp_path / "r.html", tmp_path / "some pictures"
    command = ["study", "divide(2..6)", "--report", str(report), "--html", str(page)]
    result = CliRunner().invoke(app, [*command, "--plots", str(folder)])
    assert result.exit_code == 0
    drawn = sorted(path.name for path in folder.iterdir())
    assert drawn == ["histogram.png", "residues.png", "runs.png", "values.png"]
    for name in drawn:
        assert f"(some%20pictures/{name})" in report.read_text()
        assert f'src="some%20pictures/{name}"' in page.read_text()


def test_a_board_is_drawn_beside_its_report(tmp_path: Path) -> None:
    report, folder = tmp_path / "r.md", tmp_path / "p"
    command = ["study", "(x, y) -> [(x - 1, y), (x, y - 2)]", "--board", "8x8"]
    result = CliRunner().invoke(app, [*command, "--report", str(report), "--plots", str(folder)])
    assert result.exit_code == 0
    assert "![board](p/board.png)" in report.read_text()
    assert (folder / "board.png").is_file()


def _axes_of(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[Any]:
    """The axes of the picture that a command draws, colour bar included."""
    from matplotlib.figure import Figure

    drawn: list[Any] = []

    def keep(figure: Figure, *_: object, **__: object) -> None:
        figure.draw_without_rendering()
        drawn.extend(figure.axes)

    monkeypatch.setattr(Figure, "savefig", keep)
    result = CliRunner().invoke(app, ["plot", *arguments, "--out", "unused.png"])
    assert result.exit_code == 0, result.output
    return drawn


@pytest.mark.parametrize("kind", ["values", "histogram", "residues"])
@pytest.mark.parametrize("rule", ["subtract(1)", "subtract(1, 2)", "0.77"])
def test_marks_on_axes_of_whole_numbers_are_whole(
    monkeypatch: pytest.MonkeyPatch, rule: str, kind: str
) -> None:
    (axes,) = _axes_of(monkeypatch, rule, "--kind", kind, "--upto", "200")
    for mark in (*axes.get_xticks(), *axes.get_yticks()):
        assert mark == int(mark)


def test_a_board_has_a_colour_bar_with_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    board, bar = _axes_of(monkeypatch, "(x, y) -> [(x - 1, y), (x, y - 1)]", "--board", "4x4")
    assert bar.get_ylabel() == "G(x, y)"
    for mark in (*bar.get_yticks(), *board.get_xticks(), *board.get_yticks()):
        assert mark == int(mark)


def test_a_geometric_law_is_drawn_by_its_base(monkeypatch: pytest.MonkeyPatch) -> None:
    (axes,) = _axes_of(monkeypatch, "divide(2..6)", "--kind", "residues")
    assert "12^k" in axes.get_xlabel()
    # [12^k, 2*12^k) -> 1, [2*12^k, 4*12^k) -> 2, [4*12^k, 6*12^k) -> 3, [6*12^k, 12^(k+1)) -> 0.
    drawn = {tuple(map(tuple, line.get_segments()[0])) for line in axes.collections}
    wanted = {((1.0, 1.0), (2.0, 1.0)), ((2.0, 2.0), (4.0, 2.0)), ((4.0, 3.0), (6.0, 3.0)),
              ((6.0, 0.0), (12.0, 0.0))}  # fmt: skip
    assert drawn == wanted


def test_residues_need_a_law(tmp_path: Path) -> None:
    out = tmp_path / "a.png"
    command = ["plot", "4!.0", "--kind", "residues", "--upto", "300", "--out", str(out)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2
    assert "no law with residues" in result.stderr
