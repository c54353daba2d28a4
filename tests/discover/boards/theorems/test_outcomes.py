"""P-positions by a condition: against the definition, and of no other game."""

from __future__ import annotations

import pytest
from written_boards import board as read

from mexplore.discover.boards.patterns.outcomes import Outcomes
from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.known_outcomes import (
    CHOMP,
    EUCLID,
    EuclidToZero,
    TwoRowChomp,
)
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.boards.table import Tables
from mexplore.rules.library import shipped


@pytest.mark.parametrize("text", EUCLID)
def test_euclid_to_zero(text: str) -> None:
    board = read(text)
    law = Outcomes("golden section")
    assert list(EuclidToZero().claims(board)) == [law]
    assert law.first_failure(Tables(board).table((120, 120))) is None
    assert law.value((10**30, 10**30 * 21 // 13)) == 0
    with pytest.raises(NoValue):
        law.value((10**30, 10**30 * 34 // 21 + 10**28))


def test_chomp() -> None:
    board = read(f"{CHOMP[0]} except (0, 0)")
    law = Outcomes("one more below")
    assert list(TwoRowChomp().claims(board)) == [law]
    assert law.first_failure(Tables(board).table((60, 60))) is None
    assert isinstance(TwoRowChomp().hypotheses(read(CHOMP[0])), Inapplicable)
    assert isinstance(TwoRowChomp().hypotheses(read(f"{CHOMP[0]} except (0, 1)")), Inapplicable)


@pytest.mark.parametrize("name", ["euclid-to-zero", "chomp-2"])
def test_the_library_has_them(name: str) -> None:
    study = study_board(read(shipped()[name].rule), upto=63)
    assert study.findings[0].claim.name == "outcomes"
    assert study.findings[0].status == "proved"
    assert study.certificate is not None and verify(study.certificate).valid
    other = {"pattern": "outcomes", "condition": "golden section"}
    if study.certificate["claim"] == other:
        other["condition"] = "one more below"
    assert not verify(study.certificate | {"claim": other}).valid


def test_other_claims_and_other_games_are_refused() -> None:
    board, theorem = read(EUCLID[0]), EuclidToZero()
    tables = Tables(board)
    wrong = Outcomes("one more below")
    found = theorem.proved(board, wrong, lambda w, h: tables.table((w, h)))
    assert isinstance(found, Inapplicable)
    for text in (
        "(x, y) -> [(x - k * y, y) for k in range(1, x // y + 1)] if 0 < y < x else "
        "([(x, y - k * x) for k in range(1, y // x + 1)] if 0 < x < y else [])",
        "(x, y) -> [(a, y) for a in range(x)]",
        f"{EUCLID[0]} except (1, 0)",
    ):
        assert isinstance(theorem.hypotheses(read(text)), Inapplicable)
