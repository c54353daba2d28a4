"""The study of one row, column or diagonal of a board: its law, proved where a theorem does so.

A prefix is made longer until a theorem about the table proves its law. Where none does, the line is
studied as bare numbers are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.boards.clock import until
from mexplore.discover.boards.known import board_theorems
from mexplore.discover.boards.patterns.beatty_pairs import BeattyPairs
from mexplore.discover.boards.patterns.line import LineLaw
from mexplore.discover.boards.patterns.pattern import BoardFinding, BoardLaw
from mexplore.discover.boards.theorems.theorem import AnyBoardTheorem
from mexplore.discover.heaps.evidence.board_source import source_of_line
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import Study, study
from mexplore.discover.study.certificate import Certificate, certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.study.limits import DEFAULT_BUDGET, Ending, Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.study import Search, run
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.boards.table import Tables
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.rules.boards.kernel import BoardValues

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


def study_line(line: BoardSequence, limits: Limits, watcher: Watcher = no_progress) -> LineStudy:
    """Look for a law that a theorem about the board proves; otherwise study the bare sequence.

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
    if not isinstance(line.board, Board) or line.size is not None:
        return None
    search = _Line(line.board, line, limits, watcher)
    if not search.theorems:
        return None
    try:
        run(search)
    except TooLarge:
        return None
    return search.proved


class _Line(Search[Evidence, Finding]):
    """Longer and longer prefixes of a line, until a theorem about the board proves its law."""

    def __init__(self, board: Board, line: BoardSequence, limits: Limits, watcher: Watcher) -> None:
        super().__init__(limits, watcher)
        budget = DEFAULT_BUDGET if limits.budget is None else limits.budget
        self.late = self.began + SHARE * budget
        watch = until(self.late, watcher)
        self.board, self.line, self.timed = board, line, replace(line, watcher=watch)
        self.tables = Tables(board, watch)
        self.theorems = [t for t in board_theorems() if self._may_prove(t)]
        self.last = min(LAST_TERMS, limits.max_terms or LAST_TERMS)
        self.stop = min(FIRST_TERMS, self.last) if limits.upto is None else limits.upto + 1
        self.proved: LineStudy | None = None

    def _may_prove(self, theorem: AnyBoardTheorem) -> bool:
        if self.line.kind == "value":
            return any(self._pairs(theorem))
        return theorem.applies(self.board) is None

    def compute(self) -> Evidence:
        return Evidence(self.timed.values(self.stop))

    def consider(self, known: Evidence) -> None:
        for law, claim, theorem in self._claims(known):
            found = theorem.proved(self.board, claim, self._values, self.late)
            if not isinstance(found, Proved):
                continue
            if self.line.kind == "value" or found.bound <= max(self.last, self.stop):
                if found.bound > known.stop:
                    known = Evidence(self.timed.values(found.bound))
                seconds = working_seconds() - self.began
                self.proved = _studied(self.line, known, law, theorem, found, seconds)
                self.findings = self.proved.study.findings
                return

    def _values(self, width: int, height: int) -> BoardValues:
        return self.tables.table((width, height))

    def _claims(self, known: Evidence) -> Iterator[tuple[Pattern, BoardLaw, AnyBoardTheorem]]:
        """Laws of the line, each with the claim about the board from which it follows."""
        if self.line.kind == "value":
            for theorem in self.theorems:
                for pairs in self._pairs(theorem):
                    if pairs.first.objection(known) is None:
                        yield pairs.first, pairs, theorem
            return
        seen = (law for law in Periodic.detect(known) if law.seen_enough(known))
        laws = islice((law for law in seen if law.objection(known) is None), MOST_TRIED)
        for law in laws:
            claim = LineLaw(self.line.kind, self.line.number, law)
            yield from ((law, claim, theorem) for theorem in self.theorems)
        for theorem in self.theorems:
            shape = theorem.hypotheses(self.board)
            if not isinstance(shape, Inapplicable):
                for claim in theorem.claims_about(shape, self.line.kind, self.line.number):
                    yield claim.law, claim, theorem

    def _pairs(self, theorem: AnyBoardTheorem) -> Iterator[BeattyPairs]:
        """What the theorem says of the P-positions: the terms are those of the squares of value 0
        with x <= y, in the order of x + y."""
        if self.line.number == 0:
            yield from (c for c in theorem.claims(self.board) if isinstance(c, BeattyPairs))

    def ending(self, known: Evidence) -> Ending | None:
        del known
        self.stop *= 2
        once = self.line.kind == "value" or self.limits.upto is not None
        return "terms" if once or self.stop > self.last else None

    def computed(self) -> None:
        """Without a proof nothing is said of the line here."""

    def unconsidered(self) -> Evidence:
        return Evidence(np.zeros(0, dtype=np.uint32))


def _studied(
    line: BoardSequence,
    evidence: Evidence,
    law: Pattern,
    theorem: AnyBoardTheorem,
    found: Proved,
    seconds: float,
) -> LineStudy:
    """The study with the law of the line, which follows from what a theorem proves of the board."""
    proof = Proof(theorem.name, found.bound)
    finding = Finding(law, evidence.stop, proof, law.closed_form(evidence))
    study = Study(None, evidence, (finding,), (), (), "proved", seconds, str(line))
    known = BoardFinding(found.claim, evidence.stop, proof)
    return LineStudy(line, study, theorem, certificate_of(line.board, known), known)
