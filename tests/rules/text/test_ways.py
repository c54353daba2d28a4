"""Rules as people write them: each way has one meaning, or proposals that can be pasted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mexplore
import mexplore.rules.families
from mexplore.reports.cli.reading import read_game
from mexplore.reports.commands import app
from mexplore.rules.errors import MexploreError, RuleSyntaxError
from mexplore.rules.library import shipped
from mexplore.rules.members import members
from mexplore.rules.notation import canonical, parse_rule
from mexplore.rules.rule import Rule
from mexplore.rules.text.names import named, names_near, words_of
from mexplore.rules.text.ways import WAYS, readings

TITLES = {name: game.title for name, game in shipped().items()}

UNDERSTOOD = [
    ("Nim", "nim"),
    ("Wythoff", "wythoff"),
    ("Grundy's game", "grundy"),
    ("the game of Kayles", "kayles"),
    ("GRUNDY", "grundy"),
    ("Dawson’s Kayles", "dawsons-kayles"),
    ("kayles on a ring", "kayles-ring"),
    ("Kayles on a circle", "kayles-ring"),
    ("{1,3,4}", "subtract(1, 3, 4)"),
    ("{1, 3 to 5}", "subtract(1, 3..5)"),
    ("S = {1, 3, 4}", "subtract(1, 3, 4)"),
    ("subtraction set {1, 3, 4}", "subtract(1, 3, 4)"),
    ("1,3,4", "subtract(1, 3, 4)"),
    ("1, 3 and 4", "subtract(1, 3, 4)"),
    ("subtract 1 3 4", "subtract(1, 3, 4)"),
    ("Subtract(1, 3, 4)", "subtract(1, 3, 4)"),
    ("subtract [1, 3, 4]", "subtract(1, 3, 4)"),
    ("take 1 or 2", "subtract(1, 2)"),
    ("Take 1, 2 or 3 tokens from a heap.", "subtract(1, 2, 3)"),
    ("remove 2 to 4 stones", "subtract(2..4)"),
    ("take up to 3", "subtract(1..3)"),
    ("take a square", "subtract(squares)"),
    ("take a power of 2", "subtract(powers(2))"),
    ("take any number", "subtract(multiples(1))"),
    ("take all but 3", "subtract(all but 3)"),
    ("divide 2..6", "divide(2..6)"),
    ("divide by 2 or 3", "divide(2, 3)"),
    ("octal 0.77", "0.77"),
    ("the octal game .77", ".77"),
    ("n -> n - isqrt(n)", "n -> [n - isqrt(n)]"),
    ("n → n − 1", "n -> [n - 1]"),
    ("n -> n//2 if n % 2 == 0 else n - 1", "n -> [n//2 if n % 2 == 0 else n - 1]"),
    ("n -> {n - 1, n - 2}", "n -> [n - 1, n - 2]"),
    ("n -> n - 1 or n - 2", "n -> [n - 1, n - 2]"),
    ("(x, y) -> (x - 1, y)", "(x, y) -> [(x - 1, y)]"),
    ("(x, y) -> (x - 1, y), (x, y - 1)", "(x, y) -> [(x - 1, y), (x, y - 1)]"),
    ("Kayles or {1, 2}", "kayles or subtract(1, 2)"),
    ("Take-a-square", "subtract(squares)"),
    ("kayles!", "kayles"),
    ("“Kayles”", "kayles"),
    ("'0.77'", "0.77"),
    ("0,77", "0.77"),
    ("0.137 octal", "0.137"),
    ("hex 0.3F", "0.3F"),
    ("subtract(1; 3; 4)", "subtract(1, 3, 4)"),
    ("subtraction(1,3,4)", "subtract(1, 3, 4)"),
    ("subtract(Squares)", "subtract(squares)"),
    ("SUBTRACT(POWERS(2))", "subtract(powers(2))"),
    ("1..9", "subtract(1..9)"),
    ("{1, 2, …, 9}", "subtract(1..9)"),
    ("subtract(1, 3, ..., 9)", "subtract(1, 3, 5, 7, 9)"),
    ("split into two unequal heaps", "4!.0"),
    ("n |-> n - 1", "n -> [n - 1]"),
    ("n=>[n - 1]", "n -> [n - 1]"),
    ("[1,3,4]", "subtract(1, 3, 4)"),
    ("S = (1, 3, 4)", "subtract(1, 3, 4)"),
    ("subtract(1, powers of two)", "subtract(1, powers(2))"),
    ("subtract(odd numbers, 4)", "subtract(odd, 4)"),
    ("subtract(any number)", "subtract(multiples(1))"),
    ("take a prime number", "subtract(primes)"),
    ("grundys-game", "grundy"),
    ("A002188", "grundy"),
    ("prim", "subtract-a-coprime"),
    ("Turning Turtles", "turn(1, 2)"),
    ("moebius", "turn(1..5)"),
]
OPTIONS = [
    ("[n-1, n-2]", "n -> [n - 1, n - 2]"),
    ("{n - 1, n - 2}", "n -> [n - 1, n - 2]"),
    ("n - 1 or n - 2", "n -> [n - 1, n - 2]"),
    ("lambda n: [n - 1, n - 2]", "n -> [n - 1, n - 2]"),
    ("lambda x, y: [(x - 1, y)]", "(x, y) -> [(x - 1, y)]"),
    ("def f(n): return [n - 1]", "n -> [n - 1]"),
    ("options(n) = {n - 1, n // 2}", "n -> [n - 1, n // 2]"),
    ("x -> x - 1", "x -> [x - 1]"),
    ("mex(G(n - 1), G(n - 2))", "n -> [n - 1, n - 2]"),
    ("G(n) = mex{G(n - 1), G(n - 3)}", "n -> [n - 1, n - 3]"),
    ("g(n) = mex({g(k) for k in range(n)})", "n -> [k for k in range(n)]"),
    ("G(n) = mex{G(a) xor G(n - 2 - a) for a in range(n - 1)}", "0.07"),
    ("G(n) = mex(G(n - 1) ^ G(0) ^ G(0), G(n - 2))", "n -> [(n - 1, 0, 0), n - 2]"),
    ("G(x, y) = mex(G(x - 1, y), G(x, y - 1))", "(x, y) -> [(x - 1, y), (x, y - 1)]"),
    ("n -> [n - 1 if n > 4]", "n -> [n - 1] if n > 4 else []"),
    ("n -> n - 1 if n > 4", "n -> [n - 1] if n > 4 else []"),
    ("n -> n - k for k in range(1, n + 1)", "nim"),
    ("n -> {n - k for k in range(1, 4)}", "subtract(1..3)"),
    ("n -> n - k for 1 <= k <= n/2", "remove(1 .. n // 2)"),
    ("n -> n - k for 1 < k < n", "n -> [n - k for k in range(2, n)]"),
    ("n -> [n - k for k = 1..n/2]", "remove(1 .. n // 2)"),
    ("n -> n - k for k from 1 to n", "nim"),
]
SEVERAL = [
    "remove 3 to 5 consecutive",
    "take 2 adjacent coins",
    "0.3 or pass",
    "subtract(1, 3..5) with a pass",
    "nim or pass",
    "n -> n - 1, n - 2",
    "n->n-1,n-2",
    "split a heap into two heaps",
    "n - 1, n - 2",
    "dim",
]


@pytest.mark.parametrize(("text", "meant"), UNDERSTOOD)
def test_what_is_unambiguous_is_taken(text: str, meant: str) -> None:
    assert canonical(text) == meant
    assert str(read_game(text)) == str(read_game(meant))


@pytest.mark.parametrize(("text", "meant"), OPTIONS)
def test_options_are_read_however_they_are_written(text: str, meant: str) -> None:
    assert str(read_game(text)) == str(read_game(meant))


@pytest.mark.parametrize(
    "text",
    [
        "n",
        "nim",
        "n mod 2",
        "n - m",
        "n > 2",
        "remove(n)",
        "n -> n - k for 1 <= k",  # of rules with a parameter
        "n -> n - k for 1 <= k < n/2",  # is no k < n//2
        "n -> [n - 1, n - 2 if n > 2]",  # of the second option, or of both?
        "G(n) = mex(H(n - 1))",
        "G(n) = mex(G(n - 1) + 1)",
        "mex(3)",
    ],
)
def test_what_says_no_options_is_left_alone(text: str) -> None:
    assert readings(text, {}) == []


@pytest.mark.parametrize("text", SEVERAL)
def test_what_may_mean_several_games_has_proposals_that_can_be_pasted(text: str) -> None:
    with pytest.raises(RuleSyntaxError, match="may mean several games") as refused:
        read_game(text)
    proposed = re.findall(r'"([^"]+)"', refused.value.remedy)
    assert len({str(read_game(each)) for each in proposed}) == len(proposed) >= 2


def test_proposals_leave_what_the_text_says() -> None:
    """Of a row, 3 to 5 neighbours are taken from anywhere; a pass is used once."""
    row, heap = readings("remove 3 to 5 consecutive", TITLES)
    assert sorted(parse_rule(row).options(5)) == [(), (1,), (1, 1), (2,)]
    assert sorted(parse_rule(heap).options(5)) == [(), (1,), (2,)]
    _, only_with_tokens, always = readings("subtract(1, 2) or pass", TITLES)
    # No heap, with the pass left; a heap of 1, from which a pass leads to value 1.
    for board, none, one in ((only_with_tokens, 0, 2), (always, 1, 0)):
        found = mexplore.table(board, (3, 2))
        assert (found[0, 1], found[1, 1]) == (none, one)


def test_notation_is_left_as_it_is() -> None:
    for family in members(mexplore.rules.families, Rule):
        for example in family.examples:
            assert canonical(example) == example
    for game in shipped().values():
        assert canonical(game.name) == game.name
        assert canonical(game.rule) == game.rule


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.example)
def test_a_way_reads_what_no_notation_does(way: object) -> None:
    example = getattr(way, "example", "")
    assert readings(example, {})
    with pytest.raises(MexploreError):
        parse_rule.__globals__["_parsed"](example, {}, allow_python=False)


@pytest.mark.parametrize(
    "text",
    [
        "1,000",
        "take 1 or",
        "{1, 3",
        "take 1 or 2 or leave",
        "n -> n +",
        "n -> [n - 1",
        "take -1",
        "1, 2, 4, ..., 16",
        "{1, 3, ..., 8}",
        "{3, 2, ..., 1}",
        "'0.77”x",
    ],
)
def test_what_is_half_written_is_refused(text: str) -> None:
    with pytest.raises(MexploreError):
        read_game(text)


def test_a_title_names_its_game() -> None:
    told = {words_of(title) for title in TITLES.values()}
    assert len(told) > 100
    for name, title in TITLES.items():
        assert not (found := named(title, TITLES)) or name in found or title == name


def test_names_with_a_word_in_common_are_proposed() -> None:
    assert names_near("Wythoff Nim", TITLES)[0] == "wythoff"
    assert names_near("0.7W", TITLES) == []


@pytest.mark.parametrize("part", ["take 1 ", "1,", "1 - ", "a ", "n -> ", "1 to ", "or pass "])
def test_long_texts_do_not_hang(part: str) -> None:
    assert len(readings(part * (490 // len(part)) + "!", TITLES)) <= 1


def test_a_remark_says_how_a_text_is_understood() -> None:
    said = CliRunner().invoke(app, ["terms", "{1, 2}", "--upto", "5", "--format", "plain"])
    assert said.stdout == "0 1 2 0 1 2\n"
    assert said.stderr == "mexplore: {1, 2} is understood as subtract(1, 2)\n"
    for silent in ("--quiet", "--json"):
        said = CliRunner().invoke(app, ["terms", "{1, 2}", "--upto", "5", silent])
        assert not said.stderr
    assert mexplore.values("take 1 or 2", 6).tolist() == [0, 1, 2, 0, 1, 2]


def test_a_remark_is_made_of_lines_of_files(tmp_path: Path) -> None:
    rules, sums = tmp_path / "rules.txt", tmp_path / "sums.txt"
    rules.write_text("Kayles\n{1, 2}\n")
    sums.write_text("Kayles 3 4\n")
    said = CliRunner().invoke(app, ["compare", "--file", str(rules)]).stderr
    assert "Kayles is understood as kayles" in said
    assert "{1, 2} is understood as subtract(1, 2)" in said
    said = CliRunner().invoke(app, ["solve", "--file", str(sums)]).stderr
    assert "Kayles is understood as kayles" in said
