"""Systems that are guessed from functions: against the functions, and never proved."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from commands_run import invoked as run
from random_words import random_game

from mexplore.discover.systems.study import study_system
from mexplore.rules.engine.search import Sums
from mexplore.rules.errors import InputError
from mexplore.rules.families.function.given import GivenFunction
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.systems.game import NoSystem
from mexplore.rules.systems.guessed import GUESSED, FunctionGame
from mexplore.rules.systems.guessing import Guess
from mexplore.rules.systems.shapes import read_shape, shape_of
from mexplore.rules.systems.values import values

Options = Callable[[Any], list[tuple[Any, ...]]]


def flips(row: str) -> list[tuple[str, ...]]:
    return [(row[:i], row[i + 2 :]) for i in range(len(row) - 1)]


def marks(row: str) -> list[tuple[str, ...]]:
    found = (row[: i + 1] + "X" + row[i + 2 :] for i in range(len(row)) if row[i : i + 3] == "ooo")
    return [tuple(part for part in after.split("X") if part) for after in found]


def ring(at: tuple[str, int]) -> list[tuple[Any, ...]]:
    kind, n = at
    if kind == "ring":
        return [(("row", n - j),) for j in (1, 2) if n >= j]
    return [(("row", a), ("row", n - j - a)) for j in (1, 2) for a in range(n - j + 1)]


def even_parts(n: int) -> list[tuple[int, ...]]:
    return [(a, n - 2 - a) for a in range(0, n - 1, 2)]


def by_parity(n: int) -> list[tuple[int, ...]]:
    return [(n - j,) for j in ((1, 4) if n % 2 else (2, 3)) if n >= j]


def with_a_stone(n: int) -> list[tuple[int, ...]]:
    return [(n - 3, 2), (n - 1,)] if n > 4 else [(k,) for k in range(n)]


GUESSED_WELL: list[tuple[Options, str, int]] = [
    (flips, "+^n", 1),
    (marks, "o^n", 1),
    (marks, "a o^n", 2),
    (ring, "('ring', n)", 2),
    (even_parts, "n", 1),
    (by_parity, "n", 1),
    (with_a_stone, "n", 1),
]


@pytest.mark.parametrize(("options", "start", "kinds"), GUESSED_WELL)
def test_guesses_go_on_as_the_function_does(options: Options, start: str, kinds: int) -> None:
    shape, search = read_shape(start), Sums(options)
    guess = Guess(options, search.value, shape)
    assert len(guess.shapes) == kinds
    known = values(guess.system, 90)
    for kind, each in enumerate(guess.shapes, 1):
        assert known[kind].tolist() == [search.value(each.position(n)) for n in range(90)]


def grundys_game(n: int) -> list[tuple[int, ...]]:
    return [(a, n - a) for a in range(1, (n + 1) // 2)]


def three_parts(n: int) -> list[tuple[int, ...]]:
    return [(a, b, n - 1 - a - b) for a in range(n) for b in range(n - a)]


def halves(n: int) -> list[tuple[int, ...]]:
    return [(n // 2,), (n // 3,)] if n else []


@pytest.mark.parametrize("options", [grundys_game, three_parts, halves])
def test_what_has_no_such_system_is_not_guessed(options: Options) -> None:
    with pytest.raises(NoSystem):
        Guess(options, Sums(options).value, read_shape("n"))


def test_long_runs_that_stay_in_one_string_are_refused() -> None:
    def whole(row: str) -> list[tuple[str, ...]]:
        return [
            (row[:i] + "--" + row[i + 2 :],) for i in range(len(row) - 1) if row[i : i + 2] == "++"
        ]

    with pytest.raises(NoSystem, match="two long runs: name what is between parts"):
        Guess(whole, lambda row: 0, read_shape("+^n"))


def changing_late(n: int) -> list[tuple[int, ...]]:
    return [(n - j,) for j in ((1, 2) if n < 60 else (1, 2, 3)) if n >= j]


def test_a_guess_that_is_wrong_far_out_is_never_proved() -> None:
    game = FunctionGame(GivenFunction.of(lambda n: [list(each) for each in changing_late(n)]), SIZE)
    assert values(game.system, 90)[1].tolist() != [game.value_of_start(n) for n in range(90)]
    found = study_system(game)
    assert found.status != "proved"
    assert found.certificate is None
    assert {refusal.reason for refusal in found.refusals} == {GUESSED}
    assert GUESSED.endswith("nothing is proved")


SIZE = read_shape("n")


def word_functions(number: int) -> Iterator[tuple[Any, Options]]:
    draw = random.Random(5)
    for _ in range(number):
        game = random_game(draw, anchored=0.2)
        known = game.values

        def options(word: str, known: Any = known) -> list[tuple[str, ...]]:
            return [tuple(known.parts(after)) for after in known.rewriting.moves(word)]

        yield game, options


@pytest.mark.slow
def test_guesses_from_random_games_on_words() -> None:
    guessed = 0
    for game, options in word_functions(60):
        try:
            guess = Guess(options, game.values.value, read_shape("o^n"))
        except NoSystem:
            continue
        guessed += 1
        right = [game.values.value("o" * n) for n in range(70)]
        assert values(guess.system, 70)[1].tolist() == right, str(game)
    assert guessed >= 20


@pytest.mark.parametrize("text", ["m", "(n, n)", "", "lambda n: n", "('a', [n])", "n + 1"])
def test_starts_without_one_n_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_shape(text)


def test_shapes_give_positions_back() -> None:
    draw = random.Random(6)
    for _ in range(300):
        word = "".join(draw.choice("ooXa") for _ in range(draw.randint(0, 12)))
        shape, size = shape_of(word, "o")
        assert shape.position(size) == word
        at = (*(draw.choice([3, "a", 17, True]) for _ in range(draw.randint(1, 3))), 9)
        shape, size = shape_of(at, "")
        assert shape.position(size) == at
        assert size == max(part for part in at if type(part) is int)


# On the command line.

FILE = """
def flips(row):
    for i in range(len(row) - 1):
        if row[i : i + 2] == "++":
            yield row[:i] + "--" + row[i + 2 :]
"""


def test_a_study_says_that_it_is_guessed(tmp_path: Path) -> None:
    file = tmp_path / "rows.py"
    file.write_text(FILE)
    asked = (f"{file}:flips", "--apart", "-", "--start", "+^n")
    found = json.loads(run("study", *asked, "--max-terms", "300", "--json").stdout)
    assert found["status"] == "holds so far"
    assert found["guessed"] == GUESSED
    assert found["findings"][0]["statement"] == "G(n + 34) = G(n) for all n >= 53"
    said = " ".join(run("study", *asked, "--max-terms", "300").stdout.split())
    assert "Evidence only: a system of kinds of heaps was guessed" in said
    assert "proved for all n" not in said.replace("is proved: ", "")
    without = run("study", *asked[:1], "--start", "+^n", "--max-terms", "8")
    assert "name what is between parts" in " ".join(without.stdout.split())


def test_values_beyond_the_function_need_unproved(tmp_path: Path) -> None:
    file = tmp_path / "rows.py"
    file.write_text(FILE)
    asked = ("predict", f"{file}:flips", "--apart", "-", "--start", "+^n")
    dawson = grundy_by_definition(parse_rule("0.07"), 110)
    near = json.loads(run(*asked, "20", "++-+++", "--json").stdout)
    assert [each["value"] for each in near["values"]] == [dawson[20], 0]
    far = run(*asked, "10^9")
    assert far.exit_code == 1
    assert "up to n = 5000" in " ".join(far.output.split())
    found = json.loads(run(*asked, "10^9", "--unproved", "--json").stdout)
    assert found["values"][0]["value"] == dawson[10**9 % 34 + 68]
    assert found["status"] == "holds so far"
    assert found["warrant"] == f"G(n + 34) = G(n) for all n >= 53: {GUESSED}"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("study", "0.77", "--start", "n"), "--start goes with a rule such as games.py:options"),
        (("study", "0.77", "--apart", "."), "--apart goes with a rule such as games.py:options"),
        (("study", "rows.py:flips", "--start", "++"), "has to have one n"),
        (("predict", "rows.py:flips", "--start", "n", "--misere", "3"), "in normal play"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], problem: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert problem in " ".join(result.output.split())
