"""What the library knows of a game is told in every report of it; sources are literature."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mexplore.discover.kinds import kinds
from mexplore.reports.commands import app
from mexplore.reports.documents.literature import (
    clauses,
    games_of,
    library_json,
    linked,
    literature,
    reference,
    sequences,
)
from mexplore.reports.writers.document import BRIEF, Detail, Heading, Items, Paragraph, plain
from mexplore.rules.library import shipped

OF_KINDS = {
    "heaps": (["kayles"], "A002186"),
    "a board": (["wythoff"], "W. A. Wythoff, A modification of the game of Nim"),
    "a row of a board": (["wythoff", "--row", "1"], "W. A. Wythoff, A modification"),
    "a word": (["kayles-ring"], "The Canterbury Puzzles (1907), for a row"),
    "kinds of heaps": (["node-kayles-ladder"], "A316632"),
    "no system of kinds": (["cram-2-rows", "--max-terms", "12"], "Cram, crosscram"),
    "misère play": (["kayles", "--misere"], "The Canterbury Puzzles (1907)"),
    "a member of a family": (["subtract(2, 5)"], "Winning Ways (1982), chapter 4"),
    "a family": (["subtract(a, b) for a >= 1, b >= a + 1"], "B. Benesh and others"),
}


@pytest.mark.parametrize("kind", OF_KINDS)
def test_every_kind_of_report_tells_it(kind: str, tmp_path: Path) -> None:
    arguments, known = OF_KINDS[kind]
    files = [tmp_path / f"game{suffix}" for suffix in (".html", ".bib")]
    named = [word for file in files for word in ("--write", str(file))]
    done = CliRunner().invoke(app, ["study", *arguments, "--quiet", "--no-store", *named])
    assert done.exit_code in (0, 1), done.output
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", files[0].read_text()))
    assert known in shown and known in re.sub(r"\s+", " ", done.stdout)
    assert "discover/" not in shown
    assert files[1].read_text().count("@") >= 2


def test_normal_play_is_not_told_of_misere_play() -> None:
    """The period of Kayles, and its sequence in OEIS, are those of its nim-values."""
    done = CliRunner().invoke(
        app, ["study", "kayles", "--misere", "--quiet", "--no-store", "--all"]
    )
    assert "Period 12 from n = 71 on" not in done.stdout and "A002186" not in done.stdout


def test_json_has_it() -> None:
    done = CliRunner().invoke(app, ["study", "0.07", "--json", "--no-store", "--max-terms", "500"])
    found = json.loads(done.stdout)["library"]
    assert [game["name"] for game in found] == ["dawsons-kayles", "paper-strip"]
    assert found[0]["oeis"] == ["A002187"] and "Period 34" in found[0]["notes"]
    assert library_json("0.123456") == {}


def test_nothing_is_said_of_what_is_not_known() -> None:
    assert literature("0.123456", Detail()) == [] == literature("0.123456", BRIEF)


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_game_of_the_library_is_told_whole(name: str) -> None:
    """No clause of its source and no word of its notes is lost in a report."""
    game = shipped()[name]
    assert game in games_of(game.rule)
    blocks = literature(game.rule, Detail())
    assert isinstance(blocks[0], Heading)
    entries = [
        plain(each) for block in blocks if isinstance(block, Items) for each in block.entries
    ]
    assert all(clause in entries for clause in clauses(game.source))
    told = [plain(block.text) for block in blocks if isinstance(block, Paragraph)]
    assert any(game.title in text and game.notes in text for text in told)
    assert "; ".join(clauses(game.source)) == re.sub(r";\s*", "; ", game.source)


def test_clauses_and_numbers() -> None:
    assert clauses("A (x; y), B; C") == ["A (x; y), B", "C"]
    assert clauses("") == [] == sequences("an A1234 or B123456")
    assert plain(linked("OEIS A003987, A000001 (both)")) == "OEIS A003987, A000001 (both)"


def test_no_reference_of_a_theorem_is_a_path() -> None:
    known = {theorem.name: reference(theorem) for kind in kinds() for theorem in kind.theorems()}
    assert len(known) > 50
    for name, words in known.items():
        assert "discover/" not in words and ".py" not in words and "docstring" not in words, name
    assert "52 (1956) 514-526" in known["Guy-Smith"]
    assert known["parity"] == "proof in full in the manual of mexplore (parity)"
