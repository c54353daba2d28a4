"""The sentence about P-positions, decided by MONA, and written for Walnut."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import mona_asked
import pytest
from altered_automata import altered

from mexplore.discover.automata.exports.walnut import COMMANDS
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.sentence import sentence_of_board, sentence_of_claim
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.outcomes.deciding import Moves
from mexplore.discover.outcomes.exports import LostSentence
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.misere.board import MisereBoard
from mexplore.rules.moves.relations import Unlisted
from mexplore.rules.notation import parse_board

needs_mona = pytest.mark.skipif(shutil.which("mona") is None, reason="MONA is not installed")
THEOREM = LostByDigitsTheorem()
ROOK = "[(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
DYNAMIC = "(x, y) -> [(x - j, j) for j in range(1, min(x, y) + 1)]"
MEM = "(x, y) -> [(x - j, j) for j in range(max(1, y), x + 1)]"
FIBONACCI = "(x, y) -> [(x - j, 2*j) for j in range(1, min(x, y) + 1)]"
MISERE = (
    f"misere (x, y) -> {ROOK}",
    f"misere {DYNAMIC}",
    "misere (x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)] if x + y > 2 else []",
)
GAMES = (
    DYNAMIC,
    MEM,
    f"(x, y) -> {ROOK}",
    "(x, y) -> [(x // 3, y + 1), (x, y - 1)] if x else [(x, y - 1)]",
    "nim(3 heaps; at most 1)",
    *MISERE,
)


def found(text: str) -> tuple[Linear, LostByDigits]:
    board = MisereBoard.parse(text) or parse_board(text)
    assert isinstance(board, Board | MisereBoard)
    shape = THEOREM.hypotheses(board)
    assert isinstance(shape, Linear)
    tables = Tables(board)
    proved = THEOREM.sought(shape, lambda *sides: tables.table(sides))
    assert isinstance(proved, Proved)
    assert isinstance(proved.claim, LostByDigits)
    return shape, proved.claim


def sentence(shape: Linear, claim: LostByDigits) -> LostSentence:
    found = sentence_of_claim(shape.game, claim)
    assert isinstance(found, LostSentence)
    return found


def valid(text: str | Inapplicable, folder: Path) -> bool:
    assert isinstance(text, str)
    return mona_asked.valid(text, folder)


def mutants(claim: LostByDigits, count: int) -> list[LostByDigits]:
    """One transition or one output is another."""
    pick = Random(claim.order)
    return [LostByDigits.of(altered(claim.automaton, pick)) for _ in range(count)]


@needs_mona
@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("count", [8, pytest.param(150, marks=pytest.mark.slow)])
def test_mona_decides_laws_and_their_mutants_as_we_do(
    text: str, count: int, tmp_path: Path
) -> None:
    shape, claim = found(text)
    assert valid(sentence(shape, claim).mona(), tmp_path)
    moves = shape.linear.in_numeration(claim.written_in, Moves.budget)
    for each in mutants(claim, count):
        ours = moves.wrong(each.automaton) is None
        assert valid(sentence(shape, each).mona(), tmp_path) == ours


@needs_mona
@pytest.mark.parametrize("count", [8, pytest.param(60, marks=pytest.mark.slow)])
def test_mona_decides_random_boards_as_we_do(count: int, tmp_path: Path) -> None:
    """Few steps, and a claim that is true now and then."""
    pick, told = Random(5), []
    claims = [found(text)[1] for text in (GAMES[0], GAMES[2])]
    for _ in range(count):
        steps = {(pick.randint(0, 2), pick.randint(0, 2)) for _ in range(3)} - {(0, 0)}
        parts = [f"(x - {i}, y - {j})" for i, j in sorted(steps)]
        board = parse_board(
            f"(x, y) -> {ROOK if pick.random() < 0.5 else '[]'} + [{', '.join(parts)}]"
        )
        assert isinstance(board, Board)
        shape = THEOREM.hypotheses(board)
        assert isinstance(shape, Linear)
        claim = pick.choice(claims)
        moves = Moves(shape.moves, shape.board.names, claim.written_in)
        told.append(moves.wrong(claim.automaton) is None)
        assert valid(sentence(shape, claim).mona(), tmp_path) == told[-1]
    assert not all(told)


@needs_mona
@pytest.mark.parametrize("text", MISERE)
def test_mona_tells_normal_from_misere_play(text: str, tmp_path: Path) -> None:
    """Each law is refused under the other play. What is lost under misère play has a move: without
    that condition the law of normal play would pass."""
    shape, claim = found(text)
    normal, law = found(text.removeprefix("misere "))
    if law.written_in == claim.written_in and law.other_zero(claim) is None:
        raise AssertionError("the same law would show nothing")
    assert valid(sentence(shape, claim).mona(), tmp_path)
    assert not valid(sentence(normal, claim).mona(), tmp_path)
    assert not valid(sentence(shape, law).mona(), tmp_path)


def test_walnut_is_asked_whether_lost_positions_have_a_move_under_misere_play() -> None:
    shape, claim = found(MISERE[0])
    *_, some, moves = sentence(shape, claim).walnut()[COMMANDS].splitlines()
    assert some.startswith("eval some ") and "~(" in some
    assert moves.startswith("eval moves ") and moves.endswith('":')
    assert moves.count("(") == moves.count(")")


@needs_mona
def test_mona_sees_that_play_does_not_end(tmp_path: Path) -> None:
    shape, claim = found(DYNAMIC)
    other = replace(sentence(shape, claim), sums=(shape.rank.sums[0] * 0,))
    assert not valid(other.mona(), tmp_path)


def test_walnut_reads_what_we_accept() -> None:
    for text, system in ((DYNAMIC, "msd_2"), (FIBONACCI, "msd_fib")):
        shape, claim = found(text)
        files = sentence(shape, claim).walnut()
        commands = files[COMMANDS].splitlines()
        assert [line.split()[0] for line in commands] == ["def", "eval", "eval", "eval"]
        assert all(f'"?{system} ' in line and line.endswith('":') for line in commands)
        assert all(line.count("(") == line.count(")") for line in commands)
        steps, outputs = read(files["Automata Library/lost.txt"])
        for x in range(30):
            for y in range(30):
                state = 0
                words = [claim.written_in.of(n) for n in (x, y)]
                length = max(map(len, words))
                for place in reversed(range(length + 1)):
                    digits = tuple(w[place] if place < len(w) else 0 for w in words)
                    state = steps[state, digits]
                assert outputs[state] == claim.is_zero((x, y))


def read(text: str) -> tuple[dict[tuple[int, tuple[int, ...]], int], dict[int, bool]]:
    steps: dict[tuple[int, tuple[int, ...]], int] = {}
    outputs: dict[int, bool] = {}
    state = 0
    for line in text.splitlines()[1:]:
        if "->" in line:
            digits, following = line.split("->")
            steps[state, tuple(map(int, digits.split()))] = int(following)
        elif line:
            state, output = (int(word) for word in line.split())
            outputs[state] = bool(output)
    return steps, outputs


def test_refusals_say_why() -> None:
    shape, claim = found(FIBONACCI)
    refused = sentence(shape, claim).mona()
    assert isinstance(refused, Inapplicable) and "in Fibonacci digits" in refused.reason
    assert isinstance(sentence_of_board(shape.board, None), Unlisted)
