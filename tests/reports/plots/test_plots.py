"""Pictures are written, or refused in one line."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from typer.testing import CliRunner

import mexplore.reports.plots.kinds
from mexplore.reports.commands import app
from mexplore.reports.plots.plotting import kinds
from mexplore.rules.errors import InputError
from mexplore.rules.members import names_of

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
     ("0.77", "automaton", "a.png"), ("0.77", "values", "none/a.png")],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, rule: str, kind: str, name: str) -> None:
    code, error, _ = draw(tmp_path, rule, kind, name)
    assert code == 2
    assert error.count("\n") == 1


def test_study_writes_all_pictures_into_a_folder(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["study", "divide(2..6)", "--write", f"{tmp_path}/"])
    assert result.exit_code == 0
    assert {"values.png", "runs.png"} <= {path.name for path in tmp_path.iterdir()}
    result = CliRunner().invoke(app, ["study", "0.77", "--write", f"{tmp_path}/a/b/"])
    assert result.exit_code == 2
    assert "does not exist" in result.stderr


@pytest.mark.parametrize(("kind", "name"), [("values", "a.xyz"), ("automaton", "a.xyz")])
def test_a_name_that_is_no_picture_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    monkeypatch.setattr(
        "mexplore.discover.heaps.study.study", lambda *_: pytest.fail("it computes")
    )
    code, error, _ = draw(tmp_path, "4!.0", kind, name)
    assert code == 2
    assert error.count("\n") == 1


def test_without_a_name_the_file_is_a_new_one_named_by_the_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for rule, name in (
        ("0.77", "0.77.png"),
        ("0.77", "0.77-2.png"),
        ("divide(2, 3)", "divide-2-3.png"),
    ):
        result = CliRunner().invoke(app, ["plot", rule, "--upto", "40"])
        assert (result.exit_code, result.stdout) == (0, f"wrote {name}\n")
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")


def test_json_names_the_file(tmp_path: Path) -> None:
    out = tmp_path / "a.png"
    result = CliRunner().invoke(app, ["plot", "0.77", "--out", str(out), "--json"])
    assert json.loads(result.stdout) == {
        "rule": "0.77", "kind": "values", "file": str(out), "status": "proved",
        "warrant": "G(n + 12) = G(n) for all n >= 71: proved, by Guy-Smith",
    }  # fmt: skip


def test_the_last_folder_is_made_and_the_reports_refer_to_its_pictures(tmp_path: Path) -> None:
    report, page, folder = tmp_path / "r.md", tmp_path / "r.html", tmp_path / "some pictures"
    command = ["study", "divide(2..6)", "--write", str(report), "--write", str(page)]
    result = CliRunner().invoke(app, [*command, "--write", f"{folder}/"])
    assert result.exit_code == 0
    drawn = sorted(path.name for path in folder.iterdir())
    names = ["growth.png", "histogram.png", "residues.png", "runs.png", "values.png"]
    assert drawn == names
    for name in drawn:
        assert f"(some%20pictures/{name})" in report.read_text()
    assert "some%20pictures" not in page.read_text()  # it has them within itself
    assert page.read_text().count("<svg role") == len(names)


def test_a_board_is_drawn_beside_its_report(tmp_path: Path) -> None:
    report, folder = tmp_path / "r.md", tmp_path / "p"
    command = ["study", "(x, y) -> [(x - 1, y), (x, y - 2)]", "--board", "8x8"]
    result = CliRunner().invoke(app, [*command, "--write", str(report), "--write", f"{folder}/"])
    assert result.exit_code == 0
    assert "(p/board.png)" in report.read_text()
    assert (folder / "board.png").is_file()


def _axes_of(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[Any]:
    """The axes of the picture that a command draws, colour bar included."""
    from matplotlib.figure import Figure

    drawn: list[Any] = []

    def keep(figure: Figure, *_: object, **__: object) -> None:
        figure.draw_without_rendering()
        drawn.extend(figure.axes)

    monkeypatch.setattr(Figure, "savefig", keep)
    with TemporaryDirectory() as folder:  # the picture takes its place there, though it is empty
        result = CliRunner().invoke(app, ["plot", *arguments, "--out", f"{folder}/unused.png"])
    assert result.exit_code == 0, result.output
    return drawn


@pytest.mark.parametrize("kind", ["values", "histogram", "residues"])
@pytest.mark.parametrize("rule", ["subtract(1)", "subtract(1, 2)", "0.77"])
def test_marks_on_axes_of_whole_numbers_are_whole(
    monkeypatch: pytest.MonkeyPatch, rule: str, kind: str
) -> None:
    for axes in _axes_of(monkeypatch, rule, "--kind", kind, "--upto", "200"):
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


def test_runs_have_their_boundaries_on_a_logarithmic_axis(monkeypatch: pytest.MonkeyPatch) -> None:
    (axes,) = _axes_of(monkeypatch, "divide(2..6)", "--kind", "runs", "--upto", "2000")
    assert axes.get_xscale() == "log"
    lines = sorted(float(line.get_xdata()[0]) for line in axes.lines)
    assert lines == [1, 2, 4, 6, 12, 24, 48, 72, 144, 288, 576, 864, 1728]
    named = [text.get_text() for text in axes.get_legend().get_texts()]
    assert named == ["12$^k$", "2·12$^k$", "4·12$^k$", "6·12$^k$"]
    drawn = [tuple(map(float, s[:, 0])) for s in axes.collections[0].get_segments()]
    assert drawn[:5] == [(1, 2), (2, 4), (4, 6), (6, 12), (12, 24)]


def test_without_a_kind_values_by_runs_have_a_logarithmic_axis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 10^6 values of a division game a linear axis shows three runs, and a smear."""
    (runs,) = _axes_of(monkeypatch, "divide(2..6)")
    assert runs.get_xscale() == "log"
    (values,) = _axes_of(monkeypatch, "subtract(1, 2)")
    assert values.get_xscale() == "linear"


@pytest.mark.parametrize(
    ("game", "title"),
    [("wythoff", "Wythoff's game (Wyt Queens)"), ("kayles", "Kayles: values"),
     ("(x, y) -> [(x - 1, y)]", "(x, y) -> [(x - 1, y)]"),
     ("(x, y) -> [(x - 1, y - 2), (x - 2, y - 1), (x - 3, y - 3)]", "The values of a board")],
)  # fmt: skip
def test_titles_are_names(monkeypatch: pytest.MonkeyPatch, game: str, title: str) -> None:
    axes = _axes_of(monkeypatch, game)[0]
    assert axes.get_figure().get_suptitle() == title


def test_growth_is_drawn_by_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    (axes,) = _axes_of(monkeypatch, "divide(2..6)", "--kind", "growth", "--upto", "2000")
    assert axes.get_yscale() == "log"
    assert list(axes.lines[0].get_ydata())[:9] == [1, 2, 4, 6, 12, 24, 48, 72, 144]


def test_exceptions_are_marked_and_one_period_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    # Kayles, from n = 71 on of period 12 (Guy and Smith 1956), with 14 exceptions.
    exceptions = {0: 0, 3: 3, 6: 3, 9: 4, 11: 6, 15: 7, 18: 3, 21: 4, 22: 6, 28: 5, 34: 6,
                  39: 3, 57: 4, 70: 6}  # fmt: skip
    (axes,) = _axes_of(monkeypatch, "0.77", "--kind", "values")
    _, crosses = axes.lines
    drawn = zip(crosses.get_xdata(), crosses.get_ydata(), strict=True)
    assert {int(n): int(value) for n, value in drawn} == exceptions
    axes, bar = _axes_of(monkeypatch, "0.77", "--kind", "residues")
    table = axes.images[0].get_array()
    assert table.shape[1] == 12
    assert table[-1].tolist() == [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
    (squares,) = axes.lines
    places = zip(squares.get_ydata(), squares.get_xdata(), strict=True)
    assert {12 * int(k) + int(r) for k, r in places} == set(exceptions)
    assert bar.get_ylabel() == "G(n)"


def test_rare_values_are_marked() -> None:
    import numpy as np

    from mexplore.discover.heaps.evidence.sources import given_terms
    from mexplore.discover.heaps.patterns.sparse import SparseSpace
    from mexplore.discover.heaps.study import study
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.plots.plotting import drawn

    common = np.random.default_rng(7).choice([1, 2, 4, 7], 5000)  # an odd number of bits
    rare = [0, 5, 12, 700]
    common[rare[1:]] = 3
    terms = [0, *common[1:].tolist()]
    bare = study(None, Limits(None), source=given_terms(terms))
    claim = next(SparseSpace.detect(Evidence(np.array(terms, dtype=np.uint8))))
    found = replace(bare, findings=(Finding(claim, len(terms)),))
    axes = drawn(found, "values").axes[0]
    assert axes.lines[1].get_xdata().tolist() == rare[1:]  # type: ignore[union-attr]
    assert set(axes.lines[1].get_ydata().tolist()) == {3}  # type: ignore[union-attr]
    steps = drawn(found, "rare").axes[0].lines[0]
    assert steps.get_xdata().tolist()[:3] == rare[1:]  # type: ignore[union-attr]


def test_a_long_period_is_folded() -> None:
    import numpy as np

    from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
    from mexplore.reports.sections.kinds.periodic import residue_table

    values = np.arange(120, dtype=np.uint8) % 7
    table, odd = residue_table(PeriodicForm(Periodic(0, 120, 0), values))
    assert table.ravel().tolist() == values.tolist()
    assert (table.shape, odd) == ((10, 12), []) or (table.shape, odd) == ((12, 10), [])


def test_the_same_picture_has_the_same_bytes(tmp_path: Path) -> None:
    from mexplore.discover.heaps.study import study
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.plots.plotting import plot
    from mexplore.rules.notation import parse_rule

    found = study(parse_rule("divide(2..6)"), Limits(None, upto=2000))
    for ending in ("svg", "pdf"):
        files = [tmp_path / f"{name}.{ending}" for name in "ab"]
        for path in files:
            plot(found, "runs", path)
        assert files[0].read_bytes() == files[1].read_bytes()


def test_pictures_stand_within_a_page_under_names_of_their_own(tmp_path: Path) -> None:
    import re

    page = tmp_path / "r.html"
    command = ["study", "subtract(1, 2)", "--upto", "99", "--write", str(page), "--quiet"]
    assert CliRunner().invoke(app, command).exit_code == 0
    text = page.read_text()
    names = re.findall(r'\bid="([^"]*)"', text)
    assert len(names) == len(set(names))
    for name in re.findall(r'(?:url\(|xlink:href=")#([^")]*)', text):
        assert name in names
    assert not re.search(r'url\((?!#)|(?:src|xlink:href)="(?!#|data:)', text)
    html5lib = pytest.importorskip("html5lib")
    html5lib.HTMLParser(strict=True).parse(text)


def test_without_graphviz_an_automaton_stands_in_a_circle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    from mexplore.reports.writers import drawing

    monkeypatch.setattr(drawing, "which", lambda _: None)
    code, _, out = draw(tmp_path, "subtract(1) or divide(2)", "automaton", "a.svg")
    assert code == 0
    assert out.read_text().startswith("<?xml")


def test_an_automaton_says_how_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By Graphviz and without it."""
    from matplotlib.figure import Figure

    mark, legend = "subtract(1) or divide(2)", "an arrow has the digits that lead along it"
    if which("dot"):
        _, _, out = draw(tmp_path, mark, "automaton", "a.svg")
        words = " ".join(re.findall(r"<text.*?>(.*?)</text>", out.read_text()))
        assert legend in words
    from mexplore.reports.writers import drawing

    monkeypatch.setattr(drawing, "which", lambda _: None)
    below: list[str] = []
    monkeypatch.setattr(
        Figure, "savefig", lambda figure, *_, **__: below.append(figure.get_supxlabel())
    )
    draw(tmp_path, mark, "automaton", "b.png")
    assert legend in " ".join(below[0].split())


def test_a_large_automaton_is_text_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mexplore.discover.heaps.study import study
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.plots import plotting
    from mexplore.rules.notation import parse_rule

    found = study(parse_rule("subtract(1) or divide(2)"), Limits(None, upto=300))
    monkeypatch.setattr(plotting, "MOST_ARROWS", 9)  # it has 11 with the one to its first state
    assert tmp_path / "automaton.png" not in plotting.plot_all(found, tmp_path)
    assert not any("automaton" in figure.caption for figure in plotting.inline_figures(found))
    monkeypatch.setattr(plotting, "MOST_DRAWN", 9)
    with pytest.raises(InputError, match=r"too large to draw; name a file a\.dot"):
        plotting.plot(found, "automaton", tmp_path / "a.png")
    plotting.plot(found, "automaton", tmp_path / "a.dot")
    assert (tmp_path / "a.dot").read_text().count("->") == 11


def test_without_matplotlib_the_remedy_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, error, _ = draw(tmp_path, "subtract(1, 2)", "values", "a.png")
    assert code == 2
    assert error.count("\n") == 1
    assert "pip install matplotlib" in error


def test_residues_need_a_law(tmp_path: Path) -> None:
    out = tmp_path / "a.png"
    command = ["plot", "4!.0", "--kind", "residues", "--upto", "300", "--out", str(out)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2
    assert "no law with residues" in result.stderr


def test_a_kind_of_picture_is_named_like_its_file() -> None:
    """So that the help can list the kinds without importing them."""
    assert sorted(kinds()) == list(names_of(mexplore.reports.plots.kinds))


def test_a_study_without_a_value_has_no_picture(tmp_path: Path) -> None:
    """As where the budget ended before the first."""
    from mexplore.discover.heaps.study import study
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.plots.plotting import inline_figures, plot_all
    from mexplore.rules.notation import parse_rule

    found = study(parse_rule("0.77"), Limits(max_terms=50))
    without = replace(found, evidence=Evidence(found.evidence.values[:0]), findings=())
    assert plot_all(without, tmp_path) == []
    assert inline_figures(without) == []
