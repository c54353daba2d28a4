"""What commands say of rules that speak of numbers beyond the values, and of published laws."""

from __future__ import annotations

import json
from typing import Any

import pytest
from commands_run import invoked as run

from mexplore.discover.surveys.record import Record
from mexplore.reports.site.game import Relatives, game_html
from mexplore.reports.site.standing import status_of

LATE = "n -> [n - k for k in range(1, n + 1) if not (n == 1000000007 and k % 3)]"
BOARD = "(x, y) -> [(x - 1, y), (x, y - 1)] if x < 10**6 else [(x - 1, y)]"
SEEN = "values below it were computed, so no law can be seen yet"


def answer_to(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


@pytest.mark.parametrize(
    ("rule", "number", "limits"),
    [
        ("subtract(1, 2, 7, 999999999)", 999999999, ("--max-terms", "3000")),
        (LATE, 1000000007, ("--max-terms", "1000")),
        (BOARD, 10**6, ("--upto", "20")),
    ],
)
def test_study(rule: str, number: int, limits: tuple[str, str]) -> None:
    found = run("study", rule, *limits, "--no-store").output
    assert f"The rule speaks of {number}; {SEEN}." in " ".join(found.split())
    assert "holds so far" not in found and "Status" not in found
    answer = answer_to("study", rule, *limits, "--no-store")
    assert (answer["status"], answer["findings"]) == ("nothing found", [])
    assert answer["unreached"]["number"] == number and SEEN in answer["unreached"]["reason"]


def test_study_proves_the_law_of_the_family() -> None:
    answer = answer_to("study", "subtract(1, 2, 999999999)", "--max-terms", "3000", "--no-store")
    (found,) = answer["findings"]
    assert found["statement"] == "G(n + 1000000000) = G(n) for all n >= 0"
    assert (found["status"], found["theorem"]) == ("proved", "law of a family")
    assert "known_law" not in answer


def test_study_names_the_published_law() -> None:
    found = " ".join(run("study", "0.16", "--max-terms", "5000", "--no-store").output.split())
    assert "Known, but not proved here: G(n + 149459) = G(n) for all n >= 105351 (A. Gang" in found
    answer = answer_to("study", "0.16", "--max-terms", "5000", "--no-store")
    assert "Gangolli" in answer["known_law"]["source"]
    assert "known_law" not in answer_to("study", "0.77", "--no-store")


def test_predict_refuses() -> None:
    found = run("predict", LATE, "10^30", "--unproved", "--budget", "2")
    assert found.exit_code == 1 and f"speaks of 1000000007; {SEEN}" in found.output
    assert answer_to("predict", "subtract(2, 999999999)", "10^9")["status"] == "proved"


def test_check() -> None:
    answer = answer_to("check", LATE, "n", "--range", "0..50", "--budget", "2")
    assert (answer["holds"], answer["status"]) == (True, "nothing found")
    assert answer["unreached"]["number"] == 1000000007
    beyond = answer_to("check", "subtract(1..9)", "n", "--range", "0..5")
    assert (beyond["holds"], beyond["status"], beyond["fails_beyond"]) == (True, "refuted", 10)


def test_solve_by_the_law_of_a_family() -> None:
    answer = answer_to("solve", "remove(123456789 .. 987654321):10^9")
    assert (answer["nim_sum"], answer["winner"]) == (8, "next")


def test_pages_tell_what_is_published() -> None:
    """The page of 0.16 said that it is not known whether a law holds which is known to be false."""
    false = Record("0.16", "holds so far", "periodic", None, "G(n + 4) = G(n) for all n >= 100")
    page = game_html(false, Relatives())
    assert "not known here" not in page
    assert status_of(false).startswith("false, although it holds for all n < 0: G(n + 149459)")
    assert "149459" in game_html(Record("0.16", computed=512), Relatives())
    late = Record("subtract(1, 2, 999999999)", "holds so far", law="G(n + 3) = G(n) for all n >= 0")
    assert SEEN in status_of(late) and "1000000000" in game_html(late, Relatives())
    assert "An open problem" in game_html(Record("0.007", computed=512), Relatives())
