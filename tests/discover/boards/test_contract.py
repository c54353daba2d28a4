"""What every law and every theorem about boards keeps to."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from mexplore.discover.boards.kind import Boards
from mexplore.discover.boards.patterns.line import LineLaw
from mexplore.discover.boards.patterns.pattern import BoardFinding, BoardLaw, NoValue
from mexplore.discover.boards.study import study_board
from mexplore.discover.heaps.known import theorems
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.finding import Proof
from mexplore.discover.verifying import verify
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.engine.grundy import Progress
from mexplore.rules.errors import InputError
from mexplore.rules.library import shipped

NAMED = ["wythoff-2", "knight", "king", "rook", "bishop", "euclid", "chomp-2", "fibonacci-nim"]


def named(name: str) -> Board:
    board = Board.parse(shipped()[name].rule)
    assert board is not None
    return board


def test_names_are_unique() -> None:
    laws, proofs = [law.name for law in Boards().claims()], [t.name for t in Boards().theorems()]
    assert len(set(laws)) == len(laws) >= 8 and len(set(proofs)) == len(proofs) >= 12
    assert not set(proofs) & {theorem.name for theorem in theorems()}


@pytest.mark.parametrize("theorem", Boards().theorems(), ids=lambda theorem: theorem.name)
def test_theorems_have_statement_proof_and_source(theorem: object) -> None:
    text = type(theorem).__doc__ or ""
    assert "**Statement.**" in text and "**Proof.**" in text and "∎" in text
    known = next(t for t in Boards().theorems() if t is theorem)
    assert known.source and known.statement.endswith(".") and known.about
    assert set(known.about) <= {law.name for law in Boards().claims()}


@pytest.mark.parametrize("theorem", Boards().theorems(), ids=lambda theorem: theorem.name)
def test_strange_boards_are_refused_with_a_reason(theorem: object) -> None:
    known = next(t for t in Boards().theorems() if t is theorem)
    for text in (
        "(x, y) -> [(x - 1, y)] except (4, 4)",
        "(x, y) -> [((x - 1, y), (x - 2, y))]",
        "(x, y, z) -> [(x - 1, y, z)]",
        "(x, y) -> [(x * y - 1, y)] if x * y > 1 and y == 1 else []",
    ):
        board = Board.parse(text)
        assert board is not None
        assert list(known.claims(board)) == []


@pytest.mark.parametrize("name", NAMED)
def test_claims_go_through_json_and_tell_values(name: str) -> None:
    board = named(name)
    study = study_board(board, budget=20.0, upto=63)
    table = Tables(board).table((12, 12))
    assert study.status == "proved"
    for finding in study.findings:
        claim = finding.claim
        written = json.loads(json.dumps(claim.parameters()))
        assert type(claim).from_parameters(written) == claim
        assert claim.statement() and claim.latex() and claim.size() > 0
        assert number_given(claim, table) > 0 or finding.theorem is None
        if claim.subject == "squares":
            wrong = table.copy()
            wrong[0, 0] = 5
            assert claim.first_failure(wrong) is not None


def number_given(claim: BoardLaw, table: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> int:
    """How many values of a corner the claim tells, all of them rightly."""
    count = 0
    for x, y in np.ndindex(table.shape):
        try:
            assert claim.value((x, y)) == table[x, y], (claim, x, y)
            count += 1
        except NoValue:
            continue
    return count


@pytest.mark.parametrize("law", Boards().claims(), ids=lambda law: law.name)
def test_malformed_parameters_are_refused(law: type[BoardLaw]) -> None:
    malformed: list[dict[str, Any]] = [{}, {"vectors": []}, {"formula": 3}, {"heap": None}]
    for wrong in malformed:
        with pytest.raises((KeyError, TypeError, ValueError, AttributeError)):
            law.from_parameters(wrong)


def test_findings_are_ranked_proved_first() -> None:
    study = study_board(named("rook"), upto=40)
    ranks = [finding.rank() for finding in study.findings]
    assert ranks == sorted(ranks)
    claim = study.findings[0].claim
    assert BoardFinding(claim, 9).rank() > BoardFinding(claim, 9, Proof("a theorem", 3)).rank()


def test_an_interrupted_study_tells_what_it_has() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.total is not None and progress.total > 100:  # of the second table
            raise KeyboardInterrupt

    board = named("wythoff-2")
    study = study_board(board, watcher=interrupt)
    assert study.ended == "interrupted"
    assert all(f.claim.first_failure(study.table) is None for f in study.findings)


def test_forged_certificates_are_refused_in_words() -> None:
    rook = study_board(named("rook"), upto=40).certificate
    assert rook is not None and verify(rook).valid
    nested = rook["claim"]["x"]
    root = {"intercept": [0, 0, 1, 1], "start": 0}
    claims: list[Any] = [
        None,
        [],
        {"pattern": "no law"},
        {"pattern": "xor-of-heaps"},
        rook["claim"] | {"x": 3},
        rook["claim"] | {"x": nested | {"rule": "0.7W"}},
        rook["claim"] | {"x": nested | {"certificate": {}}},
        rook["claim"] | {"x": {"rule": "subtract(1)", "certificate": None}},
        {"pattern": "board-form", "formula": "x ^"},
        {"pattern": "board-form", "formula": "x // y"},
        {"pattern": "vector-period", "vectors": [[10**30, 1]]},
        {"pattern": "vector-period", "vectors": [[0, 0]]},
        {"pattern": "line", "line": "row", "number": 0, "law": {"pattern": "beatty"}},
        {
            "pattern": "beatty-pairs",
            "first": root | {"slope": [0, 1, 2, 1]},
            "second": root | {"slope": [0, 2, 5, 1]},
            "complementary": True,
        },
        {"pattern": "digit-automaton", "base": 2, "states": 1, "transitions": [], "outputs": []},
    ]
    for claim in claims:
        verdict = verify(rook | {"claim": claim})
        assert not verdict.valid and "\n" not in verdict.reason


def test_a_claim_that_asks_for_too_many_values_is_not_valid() -> None:
    """It is a certificate, and a false one: no study proves what it cannot compute."""
    board = named("wythoff")
    claim = LineLaw("row", 10**9, Periodic(0, 1, 1))
    finding = BoardFinding(claim, 64, Proof("rows of Wythoff's game", 64))
    certificate = certificate_of(board, finding)
    assert certificate is not None
    verdict = verify(certificate)
    assert not verdict.valid and "too many values" in verdict.reason


def test_a_study_without_time_says_so() -> None:
    board = Board.parse("(x, y) -> [(x - 1, y * y + 3)]")
    assert board is not None
    with pytest.raises(InputError, match="budget"):
        study_board(board, budget=0.0)
