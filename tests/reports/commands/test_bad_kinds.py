"""What is wrong with games on words, graphs and kinds: one line, with the place and what to do."""

from __future__ import annotations

import json

import pytest
from commands_run import invoked as run

from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

MARKS = "word(o^n; ooo -> oXo)"
TWO_ROWS = "graph(ladder; delete uv)"


@pytest.mark.parametrize(
    ("text", "place", "problem", "remedy"),
    [
        ("word(a o^n; ao -> oa, oa -> ao)", 13, "'ao' -> 'oa' -> 'ao'", "towards an end"),
        ("word(o^n; oo -> oX, X -> o)", 11, "'oo' -> 'oX' -> 'oo'", "towards an end"),
        ("word(o^n; oo -> .)", 16, "the sides have 2 and 1 letters", "each letter by one"),
        ("word(o^n; oo ->)", 16, "the sides have 2 and 0 letters", "each letter by one"),
        ("word(o^n; -> oo)", 11, "nothing stands before the arrow", "write a rule as"),
        ("word(ooo; oo -> ..)", 6, "an empty family", "write o^n"),
        ("word(; oo -> ..)", 6, "an empty family", "write o^n"),
        ("word(o^n x^n; ox -> ..)", 11, "two things are repeated", "one letter or block is"),
        ("word(o^n; oo -> .., ax -> ..)", 21, "no word of this game has the letter a", "leave it"),
        ("word(o^n; )", 10, "a rule is missing", "write one such as"),
        ("word(o^n)", 9, "there are no rules", "write word(o^n;"),
        ("ring(a o^n; oo -> ..)", 6, "a ring has one block only", "leave the other letters out"),
        ("graph(; delete uv)", 7, "no family of graphs", "families are path"),
        ("graph(star(); delete uv)", 7, "n is the last one", "families are path"),
        ("graph(path; delete w)", 13, "no game: 'delete w'", "write delete N[v]"),
        ("kinds A(n) -> A(n+1); start A(n)", 7, "A -> A, and so on", "nearer to an end"),
        ("kinds A(n) -> B(n); B(n) -> A(n); start A(n)", 7, "A -> B -> A", "nearer to an end"),
        ("kinds A(n) -> A(n-1)", 21, "that play starts with is missing", "write ; start A(n)"),
    ],
)
def test_rules_are_refused_at_a_place(text: str, place: int, problem: str, remedy: str) -> None:
    result = run("study", text)
    assert result.exit_code == 2
    said = " ".join(result.output.split())
    assert f"(column {place}): " in said
    assert problem in said
    assert remedy in said.partition(problem)[2]
    assert said.count("mexplore: ") == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("study", f"word({'o' * 10**6} o^n; oo -> ..)"), "a rule has at most 10000"),
        (("solve", MARKS, "o" * 10**6), "write a run as o^100000"),
        (("solve", MARKS, "oo^10^6oo^10^6"), "at most 5000 letters"),
        (("count", TWO_ROWS, "--upto", "9"), "terms, predict and solve compute its values"),
        (("positions", TWO_ROWS, "--upto", "9"), "terms, predict and solve compute its values"),
        (("solve", TWO_ROWS, "40"), "up to 31 columns"),
        (("solve", "graph(ring(ladder); delete uv)", "4"), "is solved on boards only"),
    ],
)
def test_what_is_too_much_is_said_with_a_remedy(arguments: tuple[str, ...], problem: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert problem in " ".join(result.output.split())


def test_long_runs_between_letters_that_stay_are_heaps() -> None:
    result = run("solve", MARKS, "o^10^6 X o^1000007 X oooo", "--json")
    assert result.exit_code == 0
    # Each row of n is one of n - 1 in Dawson's Kayles, of period 34 from 53 on.
    dawson = grundy_by_definition(parse_rule("0.07"), 110)
    first, second = (dawson[(n - 1) % 34 + 68] for n in (10**6, 10**6 + 7))
    assert json.loads(result.stdout)["nim_sum"] == first ^ second ^ dawson[3]
