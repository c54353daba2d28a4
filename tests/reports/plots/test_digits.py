"""Pictures of automata that tell who wins on a board."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.automata.automaton import word_of
from mexplore.discover.boards.study import study_board
from mexplore.reports.commands import app
from mexplore.reports.plots.digits import Graph, is_small, law_of_digits, words_of
from mexplore.reports.plots.picture import NothingToShow
from mexplore.rules.boards.board import Board
from mexplore.rules.misere.board import MisereBoard
from mexplore.rules.notation import parse_board

ROOK = "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"


def _read(text: str) -> Board:
    board = parse_board(text)
    assert board is not None
    return board


def test_the_arrows_are_those_of_the_automaton() -> None:
    """A position is lost exactly if its digits lead along arrows to a double circle."""
    study = study_board(MisereBoard(_read(ROOK)))
    law = law_of_digits(study)
    graph = Graph.of(law)
    leads = {
        (one, digits): other for (one, other), listed in graph.arrows.items() for digits in listed
    }
    d = law.automaton.numeration.digits
    for square in product(range(40), repeat=2):
        state: int | None = 0
        for symbol in word_of(square, law.written_in):
            state = None if state is None else leads.get((state, (symbol % d, symbol // d)))
        assert (state in graph.lost) == law.is_zero(square)
    assert is_small(study) and "double circle" in words_of(study)


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_pictures_are_written(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"rook.{ending}"
    arguments = ["plot", ROOK, "--misere", "--kind", "automaton", "--out", str(file)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert file.stat().st_size > 1000


def test_large_automata_are_told_by_their_positions(tmp_path: Path) -> None:
    study = study_board(MisereBoard(_read("(x, y) -> [(x - 1, y - 2), (x - 2, y - 1)]")))
    assert not is_small(study) and "near the corner" in words_of(study)
    from mexplore.reports.plots.single import DIGITS

    DIGITS.write(study, tmp_path / "positions.png")
    assert (tmp_path / "positions.png").exists()


def test_without_an_automaton_there_is_no_picture() -> None:
    study = study_board(_read("(x, y) -> [(x - 1, y)]"))
    assert not is_small(study)
    with pytest.raises(NothingToShow, match="no automaton"):
        words_of(study)
