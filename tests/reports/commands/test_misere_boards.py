"""Misère play of one token on a board, on the command line and by the public API."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands_run import as_json, ran

import mexplore

ROOK = "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
LAW = "lost(x, y) iff x + y == 1 or (x == y and x >= 2)"


def test_study_and_verify(tmp_path: Path) -> None:
    certificate = tmp_path / "misere.json"
    said = ran("study", ROOK, "--misere", "--explain", "--write", str(certificate))
    words = " ".join(said.split())
    assert ", under misère play G(x, y) = 0 exactly where" in words
    assert "who makes the last move loses" in words
    assert "proved for all squares, by P-positions by automata" in words
    assert "squares that are lost are: (0, 1), (1, 0), (2, 2), (3, 3), (4, 4), ..." in words
    assert "another way" in ran("verify", str(certificate))
    found = as_json("study", ROOK, "--misere")
    assert (found["rule"], found["play"], found["status"]) == (ROOK, "misere", "proved")
    assert found["certificate"]["play"] == "misere"


def test_predict() -> None:
    far = "10^100,10^100"
    assert ran("predict", ROOK, "0,0", "0,1", far, "--misere").splitlines()[:2] == [
        "(0, 0) is won",
        "(0, 1) is lost",
    ]
    found = as_json("predict", ROOK, "2,3", far, "--misere")
    assert found["play"] == "misere" and [v["lost"] for v in found["values"]] == [False, True]
    assert "x,y,lost\n2,2,1\n" in ran("predict", ROOK, "2,2", "--misere", "--format", "csv")


def test_solve() -> None:
    assert "there is no move" in ran("solve", ROOK, "0,0", "--misere")
    found = as_json("solve", ROOK, "1,1", "--misere")
    assert found["winner"] == "next" and found["nim_sum"] is None and found["play"] == "misere"
    assert [move["to"] for move in found["moves"]] == [[[0, 1]], [[1, 0]]]
    far = as_json("solve", ROOK, "10^100,10^50", "--misere")
    assert [move["to"] for move in far["moves"]] == [[[10**50, 10**50]]]
    assert as_json("solve", ROOK, "10^100,10^100", "--misere")["winner"] == "previous"


def test_check() -> None:
    assert "for all squares: proved" in ran("check", ROOK, LAW, "--misere")
    found = as_json("check", ROOK, LAW, "--misere")
    assert found["holds"] and found["status"] == "proved" and found["play"] == "misere"
    ran("check", ROOK, LAW, code=1)
    ran("check", ROOK, LAW.replace("2", "1"), "--misere", code=1)


def test_counts_and_positions() -> None:
    assert ran("count", ROOK, "--upto", "10^30", "--misere").startswith(f"{10**30 + 1} of ")
    found = as_json("positions", ROOK, "--nth", "10^30", "--misere")
    assert found["number"]["square"] == [10**30 - 1] * 2 and found["play"] == "misere"
    assert found["positions"][:3] == [[0, 1], [1, 0], [2, 2]]
    assert "(5, 5)" in ran("positions", ROOK, "--row", "5", "--misere")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve", ROOK, "1,1", "2,2"), "one token on a board alone"),
        (("count", ROOK, "--upto", "9", "--heaps", "2"), "one token on a board alone"),
        (("study", ROOK, "--row", "3"), "studied as a whole"),
        (("study", "0.77 x 0.77"), "no single square"),
        (("compare", ROOK, ROOK), "no heap"),
        (("study", "0.77", "--row", "3"), "needs a board"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], said: str) -> None:
    error = ran(*arguments, "--misere", code=2)
    assert said in error and error.count("\n") == 1


def test_public_api() -> None:
    found = mexplore.analyse(f"misere {ROOK}")
    assert found.status == "proved"
    assert mexplore.check(f"misere {ROOK}", LAW).status == "proved"
    with pytest.raises(mexplore.MexploreError, match="misere"):
        mexplore.analyse(ROOK, play="misere")
