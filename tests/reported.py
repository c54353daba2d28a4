"""Reports of a few games of each kind: those that are kept, read by eye, and set by TeX."""

from __future__ import annotations

from functools import cache

from mexplore.discover.boards.line_study import study_line
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.reports.documents.report import LineReport, StudyReport
from mexplore.reports.writers.document import Detail, Document
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_rule

GAMES = {
    "kayles": ("0.77", 2000),
    "floor-division": ("divide(2..6)", 2000),
    "long-period": ("subtract(5, 14, 19, 21)", 2000),
    "grundys-game": ("4!.0", 2000),
    "few-terms": ("0.07", 120),
}
"""A taking-and-breaking code, a geometric law, a long period, a game that is open, and one of which
too few terms are known: the rule, and how many."""
WYTHOFF = "wythoff-pairs"
NAMES = (*GAMES, WYTHOFF)


@cache
def report_of(name: str) -> Document:
    """The whole report, with few terms."""
    if name == WYTHOFF:
        board = Board.parse(shipped()["wythoff"].rule)
        assert board is not None
        found = study_line(BoardSequence(board, None, "value", 0), Limits())
        command = "mexplore study wythoff --value 0 --write wythoff-pairs.md"
        return LineReport(found.study, {}, found).document(command, Detail())
    text, terms = GAMES[name]
    rule = parse_rule(text)
    studied = study(rule, Limits(budget=None, max_terms=terms))
    command = f'mexplore study "{rule}" --max-terms {terms} --write {name}.md'
    return StudyReport(studied, {}).document(command, Detail())
