"""Misère play of one token on a board, on the command line and by the public API."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands_run import as_json, ran
from own_clock import Clock

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


ONE = "(x, y) -> [(x - 1, y)]"


def compared(*rules: str, code: int = 0) -> dict[str, Any]:
    found = json.loads(ran("compare", *rules, "--misere", "--budget", "100", "--json", code=code))
    assert isinstance(found, dict) and found["play"] == "misere"
    return found


def test_compare_two_boards(clock: Clock) -> None:
    """Automata are compared on all squares, also where small tables agree."""
    clock.tick = 0.0005
    same = compared(ROOK, "nim(2 heaps; at most 1)")
    assert (same["equal"], same["status"], same["first_difference"]) == (True, "proved", None)
    assert "by automata" in same["warrant"]
    other = f"{ONE} + ([(x - 2, y)] if x > 8 else [])"
    late = compared(ONE, other, "--upto", "3", code=1)
    assert late["first_difference"][0] > 8 and late["computed"] == 3
    assert late["status"] == "proved" and "is lost under" in late["warrant"]


def test_compare_sees_near_differences_in_tables() -> None:
    """Lost are x = 1, 3, 5, ... and, where up to three may be taken, x = 1, 5, 9, ..."""
    three = "(x, y) -> [(x - k, y) for k in range(1, 4)]"
    for rules, loses in (((ONE, three), ONE), ((three, ONE), ONE)):
        told = compared(*rules, code=1)
        assert told["first_difference"] == [3, 0] and told["status"] == "computed"
        assert f"(3, 0) is lost under {loses} and won" in told["warrant"]
    assert "one rule" in compared(ROOK, ROOK)["warrant"]
    edge = compared(ROOK, "nim(2 heaps; at most 1)", "--board", "5x6")
    assert "on the 5x6 board, as far as computed" in edge["warrant"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve", ROOK, "1,1", "2,2"), "one token on a board alone"),
        (("count", ROOK, "--upto", "9", "--heaps", "2"), "one token on a board alone"),
        (("study", ROOK, "--row", "3"), "studied as a whole"),
        (("study", "0.77 x 0.77"), "no single square"),
        (("compare", ROOK, "0.77"), "boards only"),
        (("compare", ROOK, ROOK, ROOK), "two at a time"),
        (("compare", ROOK, "nim(3 heaps; at most 1)"), "different numbers of coordinates"),
        (("compare", ROOK, "cutting-game"), "no single square"),
        (("compare", ROOK, ROOK, "--for", "a >= 1"), "leave --for out"),
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
