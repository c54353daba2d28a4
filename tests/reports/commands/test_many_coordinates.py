"""Questions about boards of three and more coordinates.

E. H. Moore, A generalization of the game called Nim, Annals of Math. 11 (1910) 93-94: with moves in
at most k heaps at once, a position is lost exactly if the number of ones at each place of the
binary digits is divisible by k + 1."""

from __future__ import annotations

import json
from itertools import product

import pytest
from commands_run import printed as run
from typer.testing import CliRunner

from mexplore.reports.commands import app

THREE, FOUR = "nim(3 heaps; at most 2)", "nim(4 heaps; at most 2)"


def _lost(position: tuple[int, ...]) -> bool:
    return all(sum(n >> place & 1 for n in position) % 3 == 0 for place in range(10))


def test_positions_and_counts() -> None:
    found = json.loads(run("positions", THREE, "--nth", "1000000000", "--json"))
    assert found["number"]["square"] == [999999999] * 3
    assert found["positions"][:3] == [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    assert run("count", THREE, "--upto", "10^18").startswith("1000000000000000001 of ")


def test_counts_of_a_board_with_a_coordinate_that_stays() -> None:
    """Nim with two heaps, whatever the third number is: lost exactly if the heaps are equal."""
    rule = "(x, y, z) -> [(a, y, z) for a in range(x)] + [(x, b, z) for b in range(y)]"
    assert run("count", rule, "--upto", "10^9").startswith(f"{(10**9 + 1) ** 2} of ")


def test_the_position_of_a_number_in_four_coordinates() -> None:
    found = json.loads(run("positions", FOUR, "--nth", "29", "--json"))
    lost = [p for p in product(range(14), repeat=4) if sum(p) < 14 and _lost(p)]
    lost.sort(key=lambda position: (sum(position), position))
    assert found["number"]["square"] == list(lost[28])


@pytest.mark.slow
def test_p_positions_are_compared_by_their_automata() -> None:
    """The same moves, written as sets of heaps; and Nim, where equal pairs are lost."""
    both = "nim(3 heaps; sets {1}, {2}, {3}, {1, 2}, {1, 3}, {2, 3})"
    found = json.loads(run("compare", THREE, both, "--upto", "6", "--budget", "200", "--json"))
    assert found["p_positions"]["equal"]
    assert found["p_positions"]["status"] == "proved"
    found = json.loads(
        run("compare", THREE, "nim(3 heaps; at most 1)", "--upto", "6", "--json", code=1)
    )
    assert found["p_positions"] == {
        "equal": False,
        "first_difference": [0, 1, 1],
        "status": "computed",
    }


def test_tables_name_the_coordinates_that_they_show() -> None:
    shown = run("study", THREE, "--upto", "25")
    assert "y <= 15 of 25 and z <= 15 of 25 are shown" in shown
    assert "\ny, z " in shown
    assert "\ny, z " in run("terms", THREE, "--upto", "3")


def test_a_board_with_edges_is_studied() -> None:
    found = json.loads(run("study", THREE, "--board", "4x3x3", "--json"))
    assert (found["board"], found["computed"], found["findings"]) == ([4, 3, 3], 36, [])


def test_formulas_are_checked_on_fewer_squares() -> None:
    found = json.loads(run("check", THREE, "x + y + z", "--json", code=1))
    assert found["first_failure"] == [1, 1, 1]


@pytest.mark.slow
def test_positions_with_a_known_coordinate() -> None:
    """Three heaps of Nim, of which one is known: the others have it as their nim-sum."""
    nim, n = "nim(3 heaps; at most 1)", 10**30
    found = json.loads(run("positions", nim, "--row", "10^30", "--nth", "2", "--json"))
    assert found["number"]["square"] == [n, 2**30, n - 2**30]  # 2^30 is the lowest bit of 10^30
    assert found["positions"][0] == [n, 0, n] and found["count"] is None
    found = json.loads(run("positions", THREE, "--column", "10^30", "--json"))
    assert found["positions"] == [[n, n, n]] and found["count"] == "1" and found["all_listed"]


def test_there_may_be_few_positions() -> None:
    rule = "(x, y) -> [(0, 0)] if x + y > 0 else []"
    for k in ("2", "10^30"):
        result = CliRunner().invoke(app, ["positions", rule, "--nth", k])
        assert result.exit_code == 1 and "only 1 square is a P-position" in result.stderr
