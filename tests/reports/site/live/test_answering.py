"""What a page asks, answered in this process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mexplore.reports.site.live.answering import answer


def answered(**asked: Any) -> list[tuple[str, Mapping[str, Any]]]:
    """The events that a question leads to."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    answer(asked, lambda event, facts: found.append((event, facts)))
    return found


def facts(**asked: Any) -> Mapping[str, Any]:
    """Those of the last event."""
    return answered(**asked)[-1][1]


@pytest.mark.parametrize(
    ("rule", "budget", "why"),
    [
        ("0.9x", "20", "'x' is no digit"),
        ("rules.py:options", "20", "runs no Python"),
        ("subtract()", "20", "subtract"),
        ("", "20", ""),
        ("0.77", "soon", "seconds"),
        ("0.77", "-1", "seconds"),
    ],
)
def test_what_cannot_be_read_is_said(rule: str, budget: str, why: str) -> None:
    event, said = answered(do="study", rule=rule, budget=budget)[-1]
    assert event == "failed"
    assert why in said["message"]


@pytest.mark.parametrize("written", ["{}:f", "{} :f", "0.3 or {}:f", "{}: f or 0.3", " {}:f "])
def test_files_are_not_run(written: str, tmp_path: Path) -> None:
    """Whatever is asked, of a function by itself or within another rule."""
    trace, file = tmp_path / "trace", tmp_path / "moves.py"
    file.write_text(f"open({str(trace)!r}, 'w')\ndef f(n):\n    return [n - 1] if n else []\n")
    rule = written.format(file)
    for asked in (
        {"do": "study", "budget": "1"},
        {"do": "moves", "place": "3"},
        {"do": "winner", "places": "3 5"},
        {"do": "reply", "places": "3"},
    ):
        event, said = answered(rule=rule, **asked)[-1]
        assert event == "failed", said
        assert not trace.exists()


def test_values_come_before_the_law() -> None:
    events = [event for event, _ in answered(do="study", rule="subtract(1, 2)", budget="20")]
    assert events.index("values") < events.index("law") < events.index("report")


def test_kinds_words_and_misere_are_studied() -> None:
    found = dict(answered(do="study", rule="word(o^n; ooo -> oXo)", budget="20"))
    assert found["law"]["status"] in ("proved", "holds so far", "nothing found")
    assert found["report"]["sections"]


def test_moves_of_huge_heaps_are_texts() -> None:
    found = facts(do="moves", rule="subtract(1, 3, 4)", place="10^30")
    assert sorted(found["moves"]) == [[str(10**30 - 4)], [str(10**30 - 3)], [str(10**30 - 1)]]
    assert not found["more"]
    assert facts(do="moves", rule="nim", place="10^30")["more"]


def test_the_program_wins_where_it_can() -> None:
    found = facts(do="reply", rule="nim", places="3 5 7")  # 3 xor 5 xor 7 is 1
    heaps = [3, 5, 7]
    heaps[found["heap"]] = int((found["to"] or ["0"])[0])
    assert heaps[0] ^ heaps[1] ^ heaps[2] == 0
