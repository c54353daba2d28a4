"""Positions of systems of kinds, words and functions in ``predict``, and in files of sums."""

from __future__ import annotations

import json
import random
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from commands_run import invoked as run

from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.systems.definition import grundy_by_definition as values_of_kinds
from mexplore.rules.systems.reading import read_system

RING = (
    "kinds R(n) -> L(n - 1) | L(n - 2); L(n) -> L(i) + L(n - 1 - i) | L(i) + L(n - 2 - i); "
    "start R(n)"
)
MARKS = "word(o^n; ooo -> oXo)"
CRAM = (
    "word(F^n; F -> ., FF -> BB, FF -> TT, FT -> B., TF -> .B, TT -> .., FB -> T., BF -> .T, "
    "BB -> ..)"
)


def answered(*arguments: object, text: str | None = None) -> dict[str, Any]:
    result = run(*arguments, "--json", text=text)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def values(*arguments: object) -> list[int]:
    return [each["value"] for each in answered("predict", *arguments)["values"]]


def test_heaps_of_all_kinds_are_predicted() -> None:
    kayles = grundy_by_definition(parse_rule("0.77"), 300)
    far = kayles[10**18 % 12 + 12 * 7]  # period 12 from 71
    assert values(RING, "L(7)", "9", "L(10^18) + 5", "L(10) + R(1)") == [
        kayles[7],
        0,
        far,
        kayles[10] ^ 1,
    ]
    found = answered("predict", RING, "9", "L(7)")["values"]
    assert found[0]["n"] == "9"
    assert found[1]["position"] == "L(7)"


def test_random_sums_of_kinds_against_the_definition(tmp_path: Path) -> None:
    game = read_system(RING)
    assert game is not None
    known = values_of_kinds(game.system, 40)
    drawn = random.Random(3)
    lines, wanted = [], []
    for _ in range(60):
        heaps = [(drawn.randrange(2), drawn.randrange(40)) for _ in range(drawn.randint(1, 4))]
        signs = drawn.choice([" + ", "+", "  +"])
        lines.append(signs.join(f"{game.system.kinds[kind].name}({n})" for kind, n in heaps))
        wanted.append(reduce(xor, (known[kind][n] for kind, n in heaps)))
    file = tmp_path / "sums.txt"
    file.write_text("\n".join(lines))
    assert values(RING, "--file", file) == wanted
    games = answered("solve", RING, "--file", file)["games"]
    assert [each["nim_sum"] for each in games] == wanted


def test_words_are_predicted_as_they_are_written() -> None:
    # 0.07 with one cell less at each end; ooXoo leaves no move
    dawson = grundy_by_definition(parse_rule("0.07"), 60)
    assert values(MARKS, "7", "ooXoo", "ooXoooo.ooo") == [dawson[6], 0, dawson[3] ^ dawson[2]]
    csv = run("predict", MARKS, "7", "ooXoo", "--format", "csv")
    assert csv.output.splitlines()[:3] == ["position,value", "7,3", "ooXoo,0"]


def test_files_of_words_and_of_mixed_games(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("ooXoo o^100\n7  # six in Dawson's Kayles\noo.o^9 . ooo, oooo; 3\n")
    dawson = grundy_by_definition(parse_rule("0.07"), 110)
    wanted = [dawson[99], dawson[6], dawson[8] ^ dawson[2] ^ dawson[3] ^ dawson[2]]
    games = answered("solve", MARKS, "--file", file)["games"]
    assert [each["nim_sum"] for each in games] == wanted
    mixed = "flip-game:++-++ 0.77:3\nflip-game:10^18\n" + f"{RING}:L(7) 0.77:7, {MARKS}:7\n"
    found = answered("solve", "--file", "-", text=mixed)["games"]
    far = dawson[10**18 % 34 + 2 * 34]  # Dawson's Kayles: period 34 from 53
    assert [each["nim_sum"] for each in found] == [1 ^ 1 ^ 3, far, dawson[6]]
    # One item a line: a name, and a place of any kind.
    one = answered("predict", "--file", "-", text="flip-game:++-+++\n0.77:3\n")["values"]
    assert [(each["n"], each["value"]) for each in one] == [("++-+++", 0), ("3", 3)]


def test_on_the_command_line_a_game_and_a_word_are_a_pair() -> None:
    assert answered("solve", "flip-game:++-++", f"{RING}:L(7)", "0.77:3")["nim_sum"] == 2 ^ 3


def test_squares_in_a_file() -> None:
    games = answered("solve", "wythoff", "--file", "-", text="3,5 1,2\n1,1 0,5; 2,1\n")["games"]
    assert [each["nim_sum"] for each in games] == [0, 2 ^ 5]  # G(1, 1) = 2, G(0, 5) = 5


def test_games_without_a_system_of_kinds(tmp_path: Path) -> None:
    # Two rows of Cram: 1 for odd lengths, 0 for even ones (Winning Ways, chapter 15).
    assert values(CRAM, "5", "FFFF") == [1, 0]
    assert answered("solve", CRAM, "5")["nim_sum"] == 1
    file = tmp_path / "boards.txt"
    file.write_text("5 4\n3 FFF\n")
    assert [each["nim_sum"] for each in answered("solve", CRAM, "--file", file)["games"]] == [1, 0]


def test_positions_of_functions_are_predicted(tmp_path: Path) -> None:
    file = tmp_path / "rows.py"
    file.write_text(
        "def options(row):\n"
        "    if isinstance(row, tuple):\n"
        "        return [row[:1]] if len(row) > 1 else []\n"
        "    return [[row[:i], row[i + 2 :]] for i in range(len(row) - 1)]\n"
    )
    # Dawson's Kayles of rows, with two letters taken: G(3) = 1, G(4) = 2
    assert values(f"{file}:options", "+++", "++++", "('a, b', 2)") == [1, 2, 1]
    csv = run("predict", f"{file}:options", "('a', 2)", "--format", "csv").output
    assert csv.splitlines()[1] == "\"('a', 2)\",1"
    lines = "+++ ++++\n('a, b', 2) +++\n"
    games = answered("solve", f"{file}:options", "--file", "-", text=lines)["games"]
    assert [each["nim_sum"] for each in games] == [3, 0]


def test_parts_of_strings_in_files(tmp_path: Path) -> None:
    file = tmp_path / "flips.py"
    file.write_text(
        "def options(row):\n"
        "    for i in range(len(row) - 1):\n"
        "        if row[i : i + 2] == '++':\n"
        "            yield row[:i] + '..' + row[i + 2 :]\n"
    )
    found = answered(
        "solve", f"{file}:options", "--apart", ".", "--file", "-", text="++++.+++ ++\n"
    )
    assert found["games"][0]["nim_sum"] == 2


@pytest.mark.parametrize(
    ("arguments", "text", "problem"),
    [
        (("predict", RING, "Q(7)"), None, "there is no kind Q; the kinds are R, L"),
        (("predict", RING, "sevens"), None, "'sevens' is no heap: write 7, or R(7)"),
        (("predict", "0.77", "L(7)"), None, "heap 'L(7)'"),
        (("predict", MARKS, "ooZ"), None, "'Z' is no letter of this game"),
        (("solve", RING, "--file", "-"), "7\nL(7) Q(2)\n", "line 2: there is no kind Q"),
        (("solve", MARKS, "--file", "-"), "ooXoo\nooY\n", "line 2: 'ooY': 'Y' is no letter"),
        (("solve", "--file", "-"), "word(o^n; oo -> .):oo\n", "the sides have 2 and 1 letters"),
        (("solve", "--file", "-", "--misere"), "flip-game:7\n", "line 1: misère play"),
        (("solve", MARKS, "--file", "-", "--misere"), "7\n", "misère play"),
        (("solve", "--file", "-", "--apart", "."), "7\n", "--apart is about one Python function"),
        (("solve", CRAM, "6000"), None, "has 6000 letters; at most 5000"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], text: str | None, problem: str) -> None:
    result = run(*arguments, text=text)
    assert result.exit_code == 2, result.output
    assert problem in " ".join(result.output.split())
    assert len(result.stderr.splitlines()) <= 4  # wrapped, one sentence
