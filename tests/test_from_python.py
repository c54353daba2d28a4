"""What a user meets in Python: names, errors, studies that answer, functions that are read."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import mexplore
from mexplore.rules.families.function.given import GivenFunction
from mexplore.rules.rule import grundy_by_definition


def test_errors_have_the_name_by_which_they_are_caught() -> None:
    with pytest.raises(mexplore.RuleSyntaxError) as caught:
        mexplore.values("0.7W", 9)
    assert f"{caught.type.__module__}.{caught.type.__qualname__}" == "mexplore.RuleSyntaxError"
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (mexplore.RuleSyntaxError, str(caught.value))
    assert issubclass(mexplore.RuleSyntaxError, mexplore.MexploreError)


def test_the_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert mexplore.__version__ == version("mexplore")


def test_the_words_of_the_command_line() -> None:
    assert mexplore.terms("kayles", 10).tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    assert mexplore.study is mexplore.analyse


def test_a_study_answers() -> None:
    study = mexplore.study("kayles")  # Guy and Smith: period 12 from n = 71 on
    assert (study.period, study.preperiod, study.proved) == (12, 71, True)
    assert study(5) == study.at(5) == 4
    open_one = mexplore.study("4!.0", max_terms=600)  # Grundy's game
    assert (open_one.period, open_one.proved) == (None, False)


def test_an_unproved_law_answers_where_that_is_asked_for() -> None:
    study = mexplore.study([n % 3 for n in range(99)])
    assert study.at(98) == 2
    with pytest.raises(mexplore.MexploreError, match="unproved=True"):
        study.at(1000)
    assert study.at(1000, unproved=True) == 1000 % 3
    unknown = mexplore.study([0, 3, 1, 4, 1, 5], max_terms=6)
    with pytest.raises(mexplore.MexploreError):
        unknown.at(1000, unproved=True)


def test_one_game_and_its_heaps() -> None:
    one, each = mexplore.solve("kayles", 5, 7), mexplore.solve(("kayles", 5), ("kayles", 7))
    assert one.nim_sum == each.nim_sum == 4 ^ 2
    assert mexplore.solve("wythoff", (1, 2)).winner == "previous"


def test_a_board_is_drawn() -> None:
    pytest.importorskip("matplotlib")
    board = mexplore.study("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]")
    assert isinstance(board, mexplore.BoardStudy)
    assert len(board.plot().axes) >= 1
    assert board(2, 2) == 0


STEP = 3


def kayles(n: int) -> list[Any]:
    """Kayles."""
    return [[a, n - 1 - a] for a in range(n)] + [[a, n - 2 - a] for a in range(n - 1)]


def unread(n: int) -> Iterator[int]:
    yield from (n - 1, n - 2)


def stepped(n: int) -> list[int]:
    return [n - STEP]


READ: list[tuple[Callable[[int], Any], str]] = [
    (kayles, "0.77"),
    (lambda n: [n - 1, n - 3, n - 4], "subtract(1, 3, 4)"),
    (lambda n: range(n), "subtract(multiples(1))"),  # noqa: PLW0108
    (lambda n: (n - k for k in range(1, 6)), "subtract(1..5)"),
    (lambda n: [[n // 2, n // 2]] if n % 2 == 0 and n > 0 else [], "4=.0"),
]


@pytest.mark.parametrize(("function", "written"), READ)
def test_functions_that_are_one_expression(function: Callable[[int], Any], written: str) -> None:
    found = mexplore.rule(function)
    assert str(found) == written
    plain = GivenFunction.of(function)
    assert mexplore.values(function, 30).tolist() == [plain.positions.value(n) for n in range(30)]


@pytest.mark.parametrize("function", [unread, stepped, lambda p: [(p,)] if p else []])
def test_others_stay_functions(function: Callable[[int], Any]) -> None:
    assert isinstance(mexplore.rule(function), GivenFunction)


def test_what_a_name_means_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not isinstance(mexplore.rule(READ[2][0]), GivenFunction)
    monkeypatch.setitem(globals(), "range", lambda n: [n - 1])
    assert isinstance(mexplore.rule(READ[2][0]), GivenFunction)


def test_the_law_is_that_of_the_rule() -> None:
    study = mexplore.analyse(READ[1][0])
    assert (study.theorem, study.at(10**18)) == (
        "finite window",
        mexplore.predict(READ[1][0], 10**18),
    )


@pytest.mark.parametrize("seed", range(20))
def test_negative_heaps_are_no_moves(seed: int) -> None:
    pick = random.Random(seed)
    taken = pick.sample(range(1, 9), 3)

    def options(n: int) -> Iterator[int | list[int]]:
        yield n - taken[0]
        yield [n - taken[1], n - taken[2]] if taken[1] + taken[2] > n else n - taken[1]

    def values(stop: int) -> list[int]:
        known: list[int] = []
        for n in range(stop):
            moves = [m if isinstance(m, list) else [m] for m in options(n)]
            reached = set()
            for heaps in moves:
                if min(heaps) >= 0:
                    value = 0
                    for heap in heaps:
                        value ^= known[heap]
                    reached.add(value)
            known.append(next(v for v in range(9) if v not in reached))
        return known

    assert mexplore.values(options, 40).tolist() == values(40)
    assert grundy_by_definition(mexplore.rule(options), 40) == values(40)
