"""Boards of which one coordinate is a state: laws hold far past the bound, others are refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from written_boards import board as board_of

from mexplore.discover.boards.kind import Boards
from mexplore.discover.boards.line_study import study_line
from mexplore.discover.boards.patterns.line import LineLaw
from mexplore.discover.boards.patterns.state_laws import StateLaws
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.states import StatesOfHeaps
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.kind import Means
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.verifying import verify
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.kernel import BoardValues
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.boards.table import Tables, table_by_definition
from mexplore.rules.errors import InputError

PASS_KAYLES = (
    "(n, p) -> ([(n, 0)] if p else [])"
    " + [((a, p), (n-1-a, 0)) for a in range(n)] + [((a, 0), (n-1-a, p)) for a in range(n)]"
    " + [((a, p), (n-2-a, 0)) for a in range(n-1)] + [((a, 0), (n-2-a, p)) for a in range(n-1)]"
)
REPEATED_MOVE = (
    "(n, t) -> ([(max(0, n-3), 0)] + ([(max(0, n-1), 1)] if t != 1 else [])"
    " + ([(max(0, n-2), 2)] if t != 2 else [])) if n else []"
)
NIM_WITH_A_PASS = "(n, z) -> [(k, z) for k in range(n)] + ([(n, 0)] if n and z else [])"
THEOREM = StatesOfHeaps()


def by_definition(board: Board, width: int, height: int) -> BoardValues:
    return table_by_definition(board, (width, height), edges=False)


def proved(board: Board, claim: LineLaw | StateLaws) -> Proved | Inapplicable:
    tables = Tables(board)
    return THEOREM.proved(board, claim, lambda w, h: tables.table((w, h)))


@pytest.mark.parametrize(
    ("text", "column", "law"),
    [
        (PASS_KAYLES, 1, Periodic(71, 12)),
        (REPEATED_MOVE, 0, Periodic(8, 4)),
        (NIM_WITH_A_PASS, 1, Periodic(1, 2, 2)),
    ],
)
def test_the_columns_of_the_examples(text: str, column: int, law: Periodic) -> None:
    found = study_line(BoardSequence(board_of(text), None, "column", column), Limits())
    assert found.study.findings[0].claim == law
    assert found.study.status == "proved"
    assert found.certificate is not None
    assert text == PASS_KAYLES or verify(found.certificate).valid


def test_a_study_of_the_board_leads_with_all_columns() -> None:
    found = study_board(board_of(NIM_WITH_A_PASS), upto=16)
    first = found.findings[0]
    assert first.status == "proved"
    assert first.claim.statement() == (
        "G(n + 2, 1) = G(n, 1) + 2 for all n >= 1; G(n + 1, 0) = G(n, 0) + 1 for all n >= 0"
    )
    certificate = certificate_of(found.board, first)
    assert certificate is not None
    assert verify(certificate, by_definition=True).valid
    for number, change in enumerate(({"period": 3}, {"preperiod": 0}, {"saltus": 1})):
        laws = [dict(law) for law in certificate["claim"]["laws"]]
        laws[0] |= change
        changed = certificate | {"claim": certificate["claim"] | {"laws": laws}}
        assert not verify(changed).valid, number


def test_values_far_out_are_those_of_the_columns() -> None:
    board = board_of(NIM_WITH_A_PASS)
    known = Boards().known_values(board, [], Means())
    assert known.at_all([(10**18 + 1, 1), (10**18, 1), (10**18, 0)]) == [
        10**18 + 2,
        10**18 - 1,
        10**18,
    ]


def test_rows_are_columns_of_the_mirrored_board() -> None:
    board = board_of("(z, n) -> [(z, k) for k in range(n)] + ([(0, n)] if n and z else [])")
    found = study_line(BoardSequence(board, None, "row", 1), Limits())
    assert found.study.findings[0].claim == Periodic(1, 2, 2)
    assert found.study.status == "proved"


# Random boards.


def random_boards(draw: random.Random, count: int) -> Iterator[Board]:
    """Subtraction and splits, where the state says which moves there are and is changed by them."""
    while count:
        moves = []
        for _ in range(draw.randint(1, 3)):
            take, state = draw.randint(1, 3), draw.choice(["0", "1", "s", "1 - s"])
            allowed = draw.choice(["n >= K", f"n >= K and s == {draw.randrange(2)}", "n >= K + s"])
            moves.append(f"([(n - {take}, {state})] if {allowed} else [])".replace("K", str(take)))
        if draw.random() < 0.4:
            take = draw.randint(1, 2)
            moves.append(f"[((a, s), (n - {take} - a, 0)) for a in range(n - {take - 1})]")
        try:
            board = board_of("(n, s) -> " + " + ".join(moves))
        except InputError:
            continue
        count -= 1
        yield board


def compare(draw: random.Random, count: int, far: int) -> int:
    """How many columns of random boards were proved; their laws hold far out."""
    found = 0
    for board in random_boards(draw, count):
        claims = [c for c in THEOREM.claims(board) if isinstance(c, StateLaws)]
        lines: list[LineLaw] = [
            claim
            for column in (0, 1)
            if THEOREM.applies(board) is None
            for claim in THEOREM.claims_about(board, "column", column)
        ]
        every: list[LineLaw | StateLaws] = [*claims, *lines]
        table = by_definition(board, far, 2) if every else None
        for claim in every:
            result = proved(board, claim)
            if isinstance(result, Proved) and result.bound <= far and table is not None:
                found += 1
                assert claim.first_failure(table) is None, (str(board), claim.statement())
                told = [result.claim.value((n, claim_column(claim))) for n in range(far)]
                assert told == table[:, claim_column(claim)].tolist()
    return found


def claim_column(claim: LineLaw | StateLaws) -> int:
    return claim.number if isinstance(claim, LineLaw) else claim.laws[0][0]


def test_laws_of_random_boards_hold_far_past_the_bound() -> None:
    assert compare(random.Random(4), 6, 50) > 6


@pytest.mark.slow
def test_laws_of_many_random_boards() -> None:
    assert compare(random.Random(5), 200, 120) > 200


def test_other_laws_are_refused() -> None:
    board = board_of(REPEATED_MOVE)
    (claim,) = THEOREM.claims_about(board, "column", 1)
    assert isinstance(proved(board, claim), Proved)
    for law in (
        Periodic(claim.law.preperiod + 1, claim.law.period),
        Periodic(claim.law.preperiod, 2 * claim.law.period),
        Periodic(claim.law.preperiod, claim.law.period + 1),
        Periodic(claim.law.preperiod, claim.law.period, 1),
    ):
        assert isinstance(proved(board, replace(claim, law=law)), Inapplicable)
    assert isinstance(proved(board, LineLaw("diagonal", 0, claim.law)), Inapplicable)


def test_a_coordinate_that_grows_is_no_state() -> None:
    board = board_of("(n, s) -> [(n - 1, s + 1), (n - 2, s)]")
    assert list(THEOREM.claims(board)) == []
    claim = LineLaw("column", 1, Periodic(0, 1))
    assert isinstance(proved(board, claim), Inapplicable)
    both = board_of("(n, s) -> [(n - 2, s + 1), (n + 1, s - 2)]")
    assert THEOREM.applies(both) is not None
