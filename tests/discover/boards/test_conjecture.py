"""Evidence for laws of boards that nothing proves, and the squares that decide between them."""

from __future__ import annotations

import numpy as np

from mexplore.discover.boards.conjecture import differences, rivals, supports
from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.patterns.pattern import BoardFinding
from mexplore.discover.boards.study import BoardStudy
from mexplore.reports.documents.board import board_document, board_json
from mexplore.reports.writers.document import Detail
from mexplore.reports.writers.markdown import to_markdown
from mexplore.rules.boards.board import Board

BOARD = Board.parse("(x, y) -> [(x - 1, y)]")
SIDE = 40


def study_of(*texts: str) -> BoardStudy:
    """A study of a table of the least of two numbers, with laws that nobody proved."""
    assert BOARD is not None
    x, y = np.indices((SIDE, SIDE))
    findings = tuple(BoardFinding(FormulaLaw(text), SIDE) for text in texts)
    return BoardStudy(BOARD, None, np.minimum(x, y).astype(np.int32), findings)


def test_the_evidence_counts_the_squares_that_were_not_seen() -> None:
    (seen,) = supports(study_of("min(x, y)"))
    assert (seen.suggested, seen.unseen) == (16, SIDE * SIDE - 16 * 16)
    (late,) = supports(study_of("min(x, y, 39)"))
    assert (late.suggested, late.unseen) == (None, 0)


def test_rivals_differ_first_where_they_are_said_to() -> None:
    study = study_of("min(x, y)", "min(x, y, 39)")
    found = differences(study, rivals(study))
    assert [each.square for each in found] == [
        (40, 40), (40, 41), (41, 40), (40, 42), (41, 41)]  # fmt: skip
    for each in found:
        assert each.values == (min(each.square), 39)
    (single, *_) = differences(study, rivals(study)[:1])
    assert (single.square, single.values) == ((0, 40), (0,))


def test_the_report_says_both() -> None:
    study = study_of("min(x, y)", "min(x, y, 39)")
    text = to_markdown(board_document(study, "mexplore study ...", Detail()))
    for words in ("What holds so far", "the next squares where they differ", "(40, 40)"):
        assert words in text


def test_json_has_both() -> None:
    found = board_json(study_of("min(x, y)", "min(x, y, 39)"))
    first, second = found["evidence"]
    assert (first["found_below"], second["found_below"]) == (16, None)
    assert len(found["predictions"]["laws"]) == 2
    assert found["predictions"]["squares"][0] == {"square": [40, 40], "values": [40, 39]}
