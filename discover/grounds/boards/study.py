"""The main job on boards: compute a table, conjecture, refute, prove."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discover.finding import Proof, Refusal
from discover.grounds.boards.clock import TimeIsUp, until
from discover.grounds.boards.known import board_laws, board_theorems
from discover.patterns.boards.pattern import BoardFinding, BoardLaw
from discover.study import Ending, StudyOf
from discover.theorem import Inapplicable
from discover.theorems.boards.theorem import AnyBoardTheorem, Proved
from rules.boards.board import Board, Square
from rules.boards.table import Tables
from rules.computing.grundy import Watcher, nobody
from rules.errors import InputError, TooLarge, was_interrupted, was_out_of_time

if TYPE_CHECKING:
    from rules.boards.kernel import BoardValues

FIRST_SIDE = 32
LAST_SIDE = 512
GROWTH = 12  # how many times as long the next table may take


@dataclass(frozen=True, eq=False)
class BoardStudy(StudyOf[BoardFinding, AnyBoardTheorem]):
    """A table with the laws that hold everywhere on it, best first."""

    board: Board
    size: Square | None
    table: BoardValues
    findings: tuple[BoardFinding, ...]
    refusals: tuple[Refusal, ...] = ()
    ended: Ending = "terms"

    @property
    def game(self) -> Board | None:
        """A board with edges is another game, of which nothing is proved."""
        return self.board if self.size is None else None

    @property
    def best(self) -> BoardFinding | None:
        """The best finding that tells every value."""
        return next((f for f in self.findings if f.claim.whole), None)


class _TooFew(InputError):
    """A theorem needs values beyond those that may be computed."""


@dataclass
class _Desk:
    """What is known of a board while it is studied."""

    board: Board
    limit: int | None
    deadline: float | None
    watcher: Watcher
    proofs: dict[BoardLaw, BoardFinding] = field(default_factory=dict)
    refusals: dict[tuple[str, BoardLaw], Refusal] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tables = Tables(self.board, until(self.deadline, self.watcher))

    def first_table(self, side: int) -> BoardValues:
        """The first table; InputError where there is not even time for it."""
        try:
            return self.tables.table((side, side))
        except TimeIsUp:
            raise InputError(
                f"the {side}x{side} squares of the corner were not valued within the budget; "
                "--budget gives more time, --upto asks for fewer"
            ) from None

    def whole_table(self, size: Square) -> BoardValues:
        """The table of a board with edges; InputError where there is no time for it."""
        try:
            return self.tables.table(size, edges=True)
        except TimeIsUp:
            written = "x".join(map(str, size))
            raise InputError(
                f"the {written} squares of the board were not valued within the budget; "
                "--budget gives more time"
            ) from None

    def is_late(self, seconds: float) -> bool:
        """Whether the next table would take longer than the time that is left; ``seconds`` is what
        the last one took, of a rule that goes through all squares of each table."""
        return self.deadline is not None and time.monotonic() + GROWTH * seconds > self.deadline

    def values(self, width: int, height: int) -> BoardValues:
        if self.limit is not None and max(width, height) > self.limit:
            raise _TooFew(f"it needs the values with x, y < {max(width, height)}")
        return self.tables.table((width, height))

    def consider(self, table: BoardValues) -> list[BoardFinding]:
        """The laws that hold on the table, proved where a theorem proves them."""
        board, side = self.board, min(table.shape)
        suggested = {c: None for t in board_theorems() for c in t.claims(board)}
        detected = {c: None for law in board_laws() for c in law.detect(table)}
        found: list[BoardFinding] = []
        for claim in {**self.proofs, **suggested, **detected}:
            if claim.first_failure(table) is not None:
                continue
            proof = self.proofs.get(claim) or self._prove(claim, side)
            if proof is None and claim in suggested and claim not in detected:
                continue
            found.append(proof or BoardFinding(claim, side))
        return _best_first(found)

    def _prove(self, claim: BoardLaw, side: int) -> BoardFinding | None:
        for theorem in board_theorems():
            if not theorem.is_about(claim):
                continue
            try:
                proved = theorem.proved(self.board, claim, self.values, self.deadline)
            except (_TooFew, TooLarge) as why:
                proved = Inapplicable(str(why))
            except TimeIsUp:
                proved = Inapplicable("time is up")
            if isinstance(proved, Proved):
                proof = Proof(theorem.name, proved.bound)
                known = BoardFinding(proved.claim, side, proof)
                self.proofs[claim] = known
                return known
            reason = Refusal(theorem.name, proved.reason, claim.statement())
            self.refusals[theorem.name, claim] = reason
        return None


def _best_first(findings: Iterable[BoardFinding]) -> list[BoardFinding]:
    """In order; where a law of all values is proved, nothing is told that is not."""
    ordered = sorted(findings, key=lambda finding: finding.rank())
    known = any(f.theorem and f.claim.whole for f in ordered)
    return [f for f in ordered if f.theorem or not known]


def study_board(
    board: Board,
    size: Square | None = None,
    upto: int | None = None,
    budget: float | None = None,
    watcher: Watcher = nobody,
) -> BoardStudy:
    """Look for laws on a board with edges, or on larger and larger squares 0..N of the quarter
    plane, until one that tells every value is proved, or the tables or the time come to an end.

    >>> knight = Board.parse("(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), "
    ...     "(x - 2, y + 1)]")
    >>> found = study_board(knight).findings[0]
    >>> found.status, found.claim.statement(), found.claim.value((10**40, 10**40 + 2))
    ('proved', 'G(x + 4, y + 4) = G(x, y) for all x, y >= 0', 1)
    """
    began = time.monotonic()
    deadline = None if budget is None else began + budget
    desk = _Desk(board, None if upto is None else upto + 1, deadline, watcher)
    if size is not None:
        return _with_edges(desk, size)
    side = FIRST_SIDE if upto is None else upto + 1
    seconds = 0.0
    found: list[BoardFinding] = []
    table = desk.first_table(side)
    ended: Ending = "terms"
    try:
        while True:
            found = desk.consider(table)
            if any(f.theorem and f.claim.whole for f in found):
                ended = "proved"
                break
            if upto is not None or 2 * side > LAST_SIDE:
                break
            if desk.is_late(seconds):
                ended = "time"
                break
            side *= 2
            here = time.monotonic()
            table = desk.tables.table((side, side))
            seconds = time.monotonic() - here
    except TimeIsUp:
        ended = "time"
    except TooLarge:  # the next table is: what the last one shows is told
        ended = "terms"
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        ended = "time" if was_out_of_time(error) else "interrupted"
        found = [f for f in found if f.claim.first_failure(table) is None]
    told = {f.claim for f in found}
    refusals = tuple(r for (_, claim), r in desk.refusals.items() if claim in told)
    return BoardStudy(board, None, table, tuple(found), refusals, ended)


def _with_edges(desk: _Desk, size: Square) -> BoardStudy:
    """On a board with edges nothing is proved: it is another game, with finitely many squares.

    Laws are looked for in larger and larger corners of its table, and told if they hold on all of
    it, until one of all values is found, or the corner is the table, or the time is short.
    """
    table = desk.whole_table(size)
    side, held = LAST_SIDE, list[BoardLaw]()
    ended: Ending = "terms"
    try:
        while True:
            began = time.monotonic()
            corner = table[:side, :side]
            claims = dict.fromkeys(claim for law in board_laws() for claim in law.detect(corner))
            held = [claim for claim in claims if claim.first_failure(table) is None]
            if corner.shape == table.shape or any(claim.whole for claim in held):
                break
            if desk.is_late(time.monotonic() - began):
                ended = "time"
                break
            side *= 2
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        ended = "time" if was_out_of_time(error) else "interrupted"
    findings = [BoardFinding(claim, min(size)) for claim in held]
    return BoardStudy(desk.board, size, table, tuple(_best_first(findings)), ended=ended)
