"""The study of one row, column or diagonal of a board: its law, proved where a theorem does so.

It has no loop of its own: a prefix is made longer until a theorem about the table proves its law.
Where none does, it is studied as bare numbers are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from mexplore.discover.boards.clock import DeadlinePassed, until
from mexplore.discover.boards.known import board_theorems
from mexplore.discover.boards.patterns.beatty_pairs import BeattyPairs
from mexplore.discover.boards.patterns.line import LineLaw
from mexplore.discover.boards.patterns.pattern import BoardFinding
from mexplore.discover.boards.theorems.theorem import AnyBoardTheorem, Proved
from mexplore.discover.heaps.evidence.board_source import source_of_line
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import Study, study
from mexplore.discover.study.certificate import Certificate, certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.study.limits import DEFAULT_BUDGET, Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.boards.table import Tables
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge

FIRST_TERMS = 64
LAST_TERMS = 1 << 13
MOST_TRIED = 3  # laws of one prefix
SHARE = 0.5  # of the budget that proofs may take


@dataclass(frozen=True, eq=False)
class LineStudy:
    """A study of a line; where its law is proved, the theorem, what it proves of the board, and the
    certificate."""

    line: BoardSequence
    study: Study
    theorem: AnyBoardTheorem | None = None
    certificate: Certificate | None = None
    known: BoardFinding | None = None


def study_line(line: BoardSequence, limits: Limits, watcher: Watcher = nobody) -> LineStudy:
    """Look for a law that a theorem about the board proves; else study the bare sequence.

    >>> queen = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
    ...     " + [(x - k, y - k) for k in range(1, min(x, y) + 1)]")
    >>> found = study_line(BoardSequence(queen, None, "row", 4), Limits())
    >>> found.study.status, found.study.findings[0].claim.statement()
    ('proved', 'G(n + 12) = G(n) + 12 for all n >= 9')
    """
    began = working_seconds()
    proved = _proved(line, limits, watcher)
    if proved is not None:
        return proved
    left = limits
    if limits.budget is not None:
        left = replace(limits, budget=max(limits.budget - (working_seconds() - began), 1.0))
    result = study(None, left, watcher, source_of_line(line, watcher))
    known = result.evidence
    # The squares of a value are known as far as the largest of them.
    last = known.largest or 0 if line.kind == "value" else known.stop - 1
    result = result.without_unseen(line.unreached(last))
    return LineStudy(line, replace(result, name=str(line)))


def _proved(line: BoardSequence, limits: Limits, watcher: Watcher) -> LineStudy | None:
    board = line.board
    if not isinstance(board, Board) or board.dimensions != 2:
        return None
    if line.kind == "value":
        return _pairs(board, line, limits, watcher)
    theorems = [t for t in board_theorems() if not isinstance(t.hypotheses(board), Inapplicable)]
    if line.size is not None or not theorems:
        return None
    began = working_seconds()
    deadline = began + SHARE * (DEFAULT_BUDGET if limits.budget is None else limits.budget)

    watch = until(deadline, watcher)
    tables = Tables(board, watch)
    timed = replace(line, watcher=watch)
    last = min(LAST_TERMS, limits.max_terms or LAST_TERMS)
    stop = min(FIRST_TERMS, last) if limits.upto is None else limits.upto + 1
    try:
        while stop <= last or limits.upto is not None:
            evidence = Evidence(timed.values(stop))
            for claim in _claims(line, evidence):
                for theorem in theorems:
                    found = theorem.proved(
                        board, claim, lambda w, h: tables.table((w, h)), deadline
                    )
                    if isinstance(found, Proved) and found.bound <= max(last, stop):
                        seconds = working_seconds() - began
                        return _studied(line, evidence, claim.law, theorem, found, seconds)
            if limits.upto is not None:
                return None
            stop *= 2
    except (DeadlinePassed, TooLarge):
        pass
    return None


def _pairs(board: Board, line: BoardSequence, limits: Limits, watcher: Watcher) -> LineStudy | None:
    """The smaller numbers of the P-positions, where a theorem proves what the pairs are: the terms
    are those of the squares of value 0 with x <= y, in the order of x + y."""
    if line.size is not None or line.number != 0:
        return None
    tables = Tables(board, watcher)
    for theorem in board_theorems():
        for claim in theorem.claims(board):
            if not isinstance(claim, BeattyPairs):
                continue
            found = theorem.proved(board, claim, lambda w, h: tables.table((w, h)))
            stop = FIRST_TERMS if limits.upto is None else limits.upto + 1
            evidence = Evidence(line.values(stop))
            if isinstance(found, Proved) and claim.first.objection(evidence) is None:
                return _studied(line, evidence, claim.first, theorem, found)
    return None


def _claims(line: BoardSequence, evidence: Evidence) -> Iterator[LineLaw]:
    laws = (
        law
        for law in Periodic.detect(evidence)
        if law.seen_enough(evidence) and law.objection(evidence) is None
    )
    for law in islice(laws, MOST_TRIED):
        yield LineLaw(line.kind, line.number, law)


def _studied(
    line: BoardSequence,
    evidence: Evidence,
    law: Pattern,
    theorem: AnyBoardTheorem,
    found: Proved,
    seconds: float = 0.0,
) -> LineStudy:
    """The study with the law of the line, which follows from what a theorem proves of the board."""
    proof = Proof(theorem.name, found.bound)
    finding = Finding(law, evidence.stop, proof, law.closed_form(evidence))
    study = Study(None, evidence, (finding,), (), (), "proved", seconds, str(line))
    known = BoardFinding(found.claim, evidence.stop, proof)
    return LineStudy(line, study, theorem, certificate_of(line.board, known), known)
