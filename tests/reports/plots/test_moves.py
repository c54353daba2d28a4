"""The picture of moves: the same each time, small, readable on light and dark pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.reports.commands import app
from mexplore.reports.writers.drawing import INK
from mexplore.rules.library import shipped
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.reading import read_system

pytest.importorskip("matplotlib")
from mexplore.reports.plots.moves import MOVES_PICTURE

NAMES = ("kayles-ring", "col-path", "node-kayles-ladder", "octal-0-33-star")
LARGEST = 70_000  # characters of a picture in a page


def _game(name: str) -> SystemGame:
    game = read_system(shipped()[name].rule)
    assert game is not None
    return game


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_in_a_page(name: str) -> None:
    shown = MOVES_PICTURE.inline(_game(name))
    assert shown.svg == MOVES_PICTURE.inline(_game(name)).svg
    assert len(shown.svg) < LARGEST
    assert f'aria-label="{shown.caption}"' in shown.svg
    assert "currentColor" in shown.svg and "#d55e00" in shown.svg.lower()
    for colour in (INK, "#ffffff", "white", "black"):
        assert colour not in shown.svg.lower()


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_and_what_it_leaves_is_written(name: str) -> None:
    game = _game(name)
    svg = MOVES_PICTURE.inline(game).svg
    for move in game.sample:
        assert move.words.replace("<", "&lt;").replace(">", "&gt;") in svg and move.leaves in svg


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_plot_writes_it(suffix: str, tmp_path: Path) -> None:
    out = tmp_path / f"ring.{suffix}"
    command = ["plot", "kayles-ring", "--kind", "moves", "--out", str(out)]
    assert CliRunner().invoke(app, command).exit_code == 0
    assert out.stat().st_size > 1000


@pytest.mark.parametrize("rule", ["0.77", "kinds A(n) -> A(i) + A(n - 2 - i); start A(n)"])
def test_other_games_have_no_such_picture(rule: str, tmp_path: Path) -> None:
    out = tmp_path / "picture.svg"
    done = CliRunner().invoke(app, ["plot", rule, "--kind", "moves", "--out", str(out)])
    assert done.exit_code == 2 and not out.exists()
    assert "--kind moves needs a game on words or on graphs" in done.stderr


def test_reports_begin_their_pictures_with_it(tmp_path: Path) -> None:
    page, text, folder = (tmp_path / name for name in ("ring.html", "ring.md", "pictures"))
    command = ["study", "kayles-ring"]
    for each in (page, text, f"{folder}/"):
        command += ["--write", str(each)]
    assert CliRunner().invoke(app, command).exit_code == 0
    caption = MOVES_PICTURE.words(_game("kayles-ring"))
    assert (folder / "moves.png").is_file()
    written = text.read_text()
    assert f"![{caption}](pictures/moves.png)" in written
    assert written.index("moves.png") < written.index("values.png")
    assert caption in page.read_text() and "picture-moves" in page.read_text()


def test_a_game_without_a_system_has_the_picture_too(tmp_path: Path) -> None:
    page = tmp_path / "cram.html"
    command = ["study", "graph(grid(2); delete uv)", "--upto", "6", "--write", str(page)]
    assert CliRunner().invoke(app, command).exit_code == 0
    assert "picture-moves" in page.read_text()
