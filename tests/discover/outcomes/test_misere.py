"""P-positions of one token on a board under misère play, by automata.

A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, Theoretical
Computer Science 29 (1984) 49-73: under misère play Wythoff's game has the P-positions (0, 1),
(2, 2), and from (3, 5) on those of normal play.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from altered_automata import altered

from mexplore.discover.boards.kind import MisereBoards
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.boards.theorems.wythoff_pairs import wythoff_pairs
from mexplore.discover.outcomes.checking import Claimed, Refuted, confirm
from mexplore.discover.outcomes.deciding import Moves
from mexplore.discover.outcomes.words import TooLong
from mexplore.discover.study.theorem import Proved
from mexplore.discover.verifying import verify
from mexplore.rules.boards.table import Tables
from mexplore.rules.misere.board import MisereBoard

QUEEN = (
    "[(a, y) for a in range(x)] + [(x, b) for b in range(y)] + "
    "[(x - k, y - k) for k in range(1, min(x, y) + 1)]"
)
ROOK = "[(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
THEOREM = LostByDigitsTheorem()
PARTS = (
    "[(a, y) for a in range(x)]",
    "[(x, b) for b in range(y)]",
    "[(x - 1, y - 2)]",
    "[(x - 2, y - 1)]",
    "[(x - 1, y)]",
    "[(x, y - 2)]",
    "[(x - 1, y - 1)]",
)


def read(body: str) -> MisereBoard:
    game = MisereBoard.parse(f"misere (x, y) -> {body}")
    assert game is not None
    return game


def found(game: MisereBoard) -> tuple[Linear, LostByDigits]:
    shape, tables = THEOREM.shape_of(game), Tables(game)
    assert isinstance(shape, Linear) and shape.misere
    proved = THEOREM.sought(shape, lambda *sides: tables.table(sides))
    assert isinstance(proved, Proved)
    return shape, proved.claim


def test_wythoff() -> None:
    game = read(QUEEN)
    _, law = found(game)
    assert all(law.is_zero(square) for square in ((0, 1), (1, 0), (2, 2), (3, 5), (5, 3)))
    pairs, n = wythoff_pairs(1), 10**40
    for k in (2, 3, 4, 10, n):
        square = pairs.nth_square(0, 2 * k)  # the pair number k, one way round
        assert law.is_zero(square) and not law.is_zero((square[0], square[1] + 1))
    assert not law.is_zero((0, 0)) and not law.is_zero((1, 2))
    assert law.first_failure(Tables(game).table((400, 400))) is None


def random_game(pick: Random) -> MisereBoard:
    return read(" + ".join(pick.sample(PARTS, pick.randint(1, 4))))


@pytest.mark.parametrize("seed", range(6))
def test_random_boards_are_right_far_out_and_altered_automata_refused(seed: int) -> None:
    pick = Random(seed)
    game = random_game(pick)
    shape, law = found(game)
    assert law.first_failure(Tables(game).table((150, 150))) is None, str(game)
    _mutants(shape, law, pick, 15)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_random_boards(seed: int) -> None:
    pick = Random(seed)
    game = random_game(pick)
    shape, law = found(game)
    assert law.first_failure(Tables(game).table((700, 700))) is None, str(game)
    _mutants(shape, law, pick, 40)


def _mutants(shape: Linear, law: LostByDigits, pick: Random, count: int) -> None:
    """An automaton with one transition or output altered accepts the same set, or is refused, by
    both constructions; rarely the second one grows too large, which confirms nothing."""
    moves = shape.linear.in_numeration(law.written_in, Moves.budget)
    for _ in range(count):
        mutant = LostByDigits.of(altered(law.automaton, pick))
        wrong = moves.wrong(mutant.automaton)
        assert (wrong is None) == (law.other_zero(mutant) is None)
        if wrong is not None:
            with pytest.raises((Refuted, TooLong)):
                _confirm(shape, mutant)


def _confirm(shape: Linear, law: LostByDigits) -> None:
    confirm(shape.linear, Claimed(law.written_in.name, law.transitions, law.lost))


def test_the_law_of_normal_play_is_refused_and_the_other_way_round() -> None:
    game = read(ROOK)
    misere, law = found(game)
    normal = replace(misere, misere=False)
    equal = LostByDigits.of(law.automaton)
    x, y = np.indices((40, 40))
    lost = ((x == y) & (x >= 2)) | (x + y == 1)
    assert equal.first_failure(np.where(lost, 0, 1).astype(np.int32)) is None
    _confirm(misere, law)
    with pytest.raises(Refuted, match="no move leads to one that is"):
        _confirm(normal, law)
    assert (
        normal.linear.in_numeration(law.written_in, Moves.budget).wrong(law.automaton) is not None
    )


def test_a_square_without_a_move_is_never_lost() -> None:
    """Without this condition the law x = y of normal play would pass as one of misère play."""
    game = read(ROOK)
    shape, law = found(game)
    diagonal = LostByDigits(law.written_in, 2, ((0, 1, 1, 0), (1, 1, 1, 1)), (0,))
    if law.written_in.name == "base 2":
        assert (
            shape.linear.in_numeration(law.written_in, Moves.budget).wrong(diagonal.automaton)
            is not None
        )
        with pytest.raises(Refuted, match="without a move"):
            _confirm(shape, diagonal)


def test_certificates_name_the_play_and_are_verified() -> None:
    study = study_board(read(ROOK).board)
    assert study.certificate is not None and "play" not in study.certificate
    found = study_board(read(ROOK))
    certificate = found.certificate
    assert certificate is not None and certificate["play"] == "misere"
    assert certificate["rule"] == f"(x, y) -> {ROOK}"
    verdict = verify(certificate)
    assert verdict.valid and "by automata that were made in another way" in verdict.reason
    normal = {key: value for key, value in certificate.items() if key != "play"}
    assert not verify({**normal, "mexplore certificate": 1}).valid
    other = {**certificate, "rule": f"(x, y) -> {QUEEN}"}
    assert not verify(other).valid


def test_no_theorem_about_normal_play_is_applied() -> None:
    """Values of misère play need not keep to what is proved of normal play."""
    study = study_board(read(QUEEN), upto=63)
    assert {f.theorem for f in study.findings} <= {THEOREM.name, None}
    assert [each.name for each in MisereBoards().theorems()] == [THEOREM.name]
