"""Delete Nim: what is recognised, against the definition, and what is refused."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mexplore.discover.boards.kind import Boards
from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.delete_and_split import ONE_LESS, SPLIT, DeleteAndSplit
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables, table_by_definition

SIDE = 28  # beyond the corner that the theorem compares


def board(options: str) -> Board:
    found = Board.parse(f"(x, y) -> {options}")
    assert found is not None
    return found


def splitting(heap: str, least: int, chance: Random) -> str:
    """All ways to split one heap, in one of many ways to write it; parts that are too large or too
    small have a negative coordinate, or are left out."""
    total = heap if least else f"{heap} - 1"
    shift = chance.randint(-3, 3)
    name = f"a + {shift}" if shift >= 0 else f"a - {-shift}"
    one, other = name, f"{total} - ({name})"
    low, high = least - shift, f"{heap} - {shift}" if shift >= 0 else f"{heap} + {-shift}"
    if not least and chance.random() < 0.5:
        low, high = low - chance.randint(0, 2), f"{high} + {chance.randint(0, 2)}"
    pair = f"({one}, {other})" if chance.random() < 0.5 else f"({other}, {one})"
    return f"[{pair} for a in range({low}, {high})]"


def game(least: int, chance: Random) -> Board:
    lists = [splitting("x", least, chance), splitting("y", least, chance)]
    chance.shuffle(lists)
    return board(" + ".join(lists))


def check(least: int, chance: Random, side: int) -> None:
    rule = game(least, chance)
    found = DeleteAndSplit().hypotheses(rule)
    assert found == FormulaLaw(SPLIT if least else ONE_LESS), (rule, found)
    assert found.first_failure(table_by_definition(rule, (side, side), edges=False)) is None


def test_games_in_many_words() -> None:
    chance = Random(2021)
    for _ in range(2):
        for least in (0, 1):
            check(least, chance, SIDE)
    for _ in range(60):
        rule = game(least := chance.randrange(2), chance)
        assert DeleteAndSplit().hypotheses(rule) == FormulaLaw(SPLIT if least else ONE_LESS), rule


@pytest.mark.slow
def test_more_games() -> None:
    chance = Random(55)
    for _ in range(20):
        check(chance.randrange(2), chance, 40)


X, Y = "[(a, x - 1 - a) for a in range(x)]", "[(a, y - 1 - a) for a in range(y)]"


@pytest.mark.parametrize(
    "options",
    [
        X,
        f"{X} + [(a, y - 1 - a) for a in range(y - 1)]",
        f"{X} + [(a, y - 1 - a) for a in range(1, y)]",
        f"{X} + [(a, y - 1 - a) for a in range(y) if a != 3]",
        f"{X} + [(a, y - 1 - a) for a in range(y) if x > 2]",
        f"{X} + [(a, y - a) for a in range(1, y)]",
        f"{X} + [(a, y - 2 - a) for a in range(y)]",
        f"{X} + {Y} + [(x - 1, y)]",
        f"{X} + {Y} except (1, 1)",
        "[(a, x - a) for a in range(x)] + [(a, y - a) for a in range(1, y)]",
        "[(a, x - a) for a in range(1, x)] + [(a, y - a) for a in range(1, y - 1)]",
        "[(a, x - a) for a in range(2, x)] + [(a, y - a) for a in range(1, y)]",
        f"{X} + [(a, y - 1 - a) for a in range(y // 2)]",
    ],
)
def test_other_games_are_refused(options: str) -> None:
    assert isinstance(DeleteAndSplit().hypotheses(board(options)), Inapplicable)


def test_with_some_splits_only_the_conclusion_fails() -> None:
    rule = board(f"{X} + [(a, y - 1 - a) for a in range(1, y)]")
    table = table_by_definition(rule, (12, 12), edges=False)
    assert FormulaLaw(ONE_LESS).first_failure(table) is not None


def test_false_claims_are_rejected() -> None:
    rule = board(f"{X} + {Y}")
    tables = Tables(rule)
    for text in ("v2((x | y) + 2)", "v2((x ^ y) + 1)", "v2((x & y) + 1)", SPLIT, "x ^ y",
                 "v2((x | y) + 1) + 1"):  # fmt: skip
        proved = DeleteAndSplit().proved(rule, FormulaLaw(text), lambda w, h: tables.table((w, h)))
        assert isinstance(proved, Inapplicable), text


def test_it_is_found_proved_and_verified() -> None:
    for least, text in ((0, ONE_LESS), (1, SPLIT)):
        rule = game(least, Random(least))
        best = study_board(rule).findings[0]
        assert (best.theorem, best.claim) == ("delete and split", FormulaLaw(text))
        assert best.claim.value((2**80 - 1 + least, 2**81 + least)) == 80
        certificate = certificate_of(rule, best)
        assert certificate is not None
        assert verify(certificate).valid
        found = Boards().check_conjecture(rule, text, (0, 30))
        assert found.theorem == "delete and split"


def test_detectors_find_formulas_of_digits() -> None:
    for text in (ONE_LESS, SPLIT, "v2((x ^ y) + 1)", "nim_product(x, y)",
                 "nim_product(x + 1, y + 1)"):  # fmt: skip
        law = FormulaLaw(text)
        table = np.array([[law.value((a, b)) for b in range(64)] for a in range(64)])
        assert list(FormulaLaw.detect(table)) == [law]
        table[63, 62] += 1
        assert not list(FormulaLaw.detect(table))
