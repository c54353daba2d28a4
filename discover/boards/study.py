"""The main job on boards: compute a table, conjecture, refute, prove."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.clock import DeadlinePassed, until
from mexplore.discover.boards.known import board_laws, board_theorems
from mexplore.discover.boards.patterns.pattern import BoardFinding, BoardLaw
from mexplore.discover.boards.theorems.theorem import AnyBoardTheorem
from mexplore.discover.study.finding import Lacking, Proof, Refusal
from mexplore.discover.study.limits import Ending, Limits
from mexplore.discover.study.study import Search, StudyOf, run
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board, Square
from mexplore.rules.boards.table import Tables
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.misere.board import MisereBoard
from mexplore.rules.misere.game import PLAY
from mexplore.rules.reach import Unreached, unreached

if TYPE_CHECKING:
    from mexplore.rules.boards.kernel import BoardValues

SIDES = {2: (32, 512), 3: (8, 32), 4: (6, 12), 5: (4, 8), 6: (4, 4)}
"""Of the first table and of the last one, by the number of coordinates."""
LAST_SIDE = SIDES[2][1]
SIDE_BEFORE_LONG_SEARCH = 128
FOR_WHO_WINS = 60.0  # seconds for a law of who wins, where no budget is given
SHARE_FOR_WHO_WINS = 0.4  # of the budget
GROWTH = 12  # how many times as long the next table may take


@dataclass(frozen=True, eq=False)
class BoardStudy(StudyOf[BoardFinding, AnyBoardTheorem]):
    """A table with the laws that hold everywhere on it, best first."""

    board: Board | MisereBoard
    size: Square | None
    table: BoardValues
    findings: tuple[BoardFinding, ...]
    refusals: tuple[Refusal, ...] = ()
    ended: Ending = "terms"
    unreached: Unreached | None = None
    not_told: str = ""
    """Why no law tells who wins, where none does; empty if one does, or none was sought."""

    @property
    def where(self) -> str:
        """Which squares are known, in words."""
        sides = "x".join(map(str, self.table.shape))
        if self.size is not None:
            return f"a board of {sides} squares, beyond which there is no move"
        of = "the quarter plane" if self.table.ndim == 2 else "all squares"
        return f"the {sides} squares of a corner of {of}"

    @property
    def plane(self) -> BoardValues:
        """The table; of more than two coordinates the squares with those before the last two 0."""
        plane: BoardValues = self.table[(0,) * (self.table.ndim - 2)]
        return plane

    @property
    def game(self) -> Board | MisereBoard | None:
        """A board with edges is another game, of which nothing is proved."""
        return self.board if self.size is None else None

    def theorems(self) -> Sequence[AnyBoardTheorem]:
        return board_theorems()

    def without_unseen(self, unreached: Unreached | None) -> BoardStudy:
        found = super().without_unseen(unreached)
        kept = {finding.claim for finding in found.findings}
        return replace(found, refusals=tuple(r for r in self.refusals if r.claim in kept))


class MisereBoardStudy(BoardStudy):
    """The same of one token under misère play, with misère values."""

    play: ClassVar[str] = PLAY


class _TooFew(InputError):
    """A theorem needs values beyond those that may be computed."""


class _Table(Search["BoardValues", BoardFinding]):
    """The study of a board while it runs: larger and larger squares 0..N of the quarter plane.

    With ``zeros`` a law is enough that says which values are 0.
    """

    def __init__(
        self,
        board: Board | MisereBoard,
        limits: Limits,
        watcher: Watcher,
        *,
        zeros: bool = False,
    ) -> None:
        super().__init__(limits, watcher)
        self.board, self.zeros = board, zeros
        self.limit = None if limits.upto is None else limits.upto + 1
        first, self.last = SIDES[board.dimensions]
        self.side = first if self.limit is None else self.limit
        self.tables = Tables(board, until(self.end, watcher))
        self.proofs = dict[BoardLaw, BoardFinding]()
        self.refused = dict[tuple[str, BoardLaw], Refusal]()
        self.table: BoardValues | None = None
        self.sought = False
        self.not_told = ""
        self.seconds = 0.0
        """What the last table took; that of the first one is mostly compiling."""

    def compute(self) -> BoardValues | None:
        began = working_seconds()
        try:
            table = self.tables.table((self.side,) * self.board.dimensions)
        except TooLarge:
            if self.table is None:
                raise
            return None
        self.seconds = 0.0 if self.table is None else working_seconds() - began
        self.table = table
        return table

    def first_values(self) -> tuple[str, Iterable[int]]:
        """Those of a line beside the edge: at the edge most games are simpler. Of misère play the
        table has who wins, and no values."""
        if self.table is None or isinstance(self.board, MisereBoard) or 1 in self.table.shape:
            return "", ()
        ones = (1,) * (self.table.ndim - 1)
        names = (f"G({', '.join(map(str, (*ones, y)))})" for y in (0, 1))
        return f"{', '.join(names)}, ...", self.table[ones].tolist()

    def consider(self, known: BoardValues) -> None:
        """The laws that hold on the table, proved where a theorem proves them."""
        side = min(known.shape)
        theorems, laws = board_theorems(known.ndim), board_laws(known.ndim)
        suggested = {c: None for t in theorems for c in t.claims(self.board)}
        detected = {c: None for law in laws for c in law.detect(known)}
        found: list[BoardFinding] = []
        for claim in {**self.proofs, **suggested, **detected}:
            if claim.first_failure(known) is not None:
                continue
            proof = self.proofs.get(claim) or self._prove(claim, side)
            if proof is None and claim in suggested and claim not in detected:
                continue
            found.append(proof or BoardFinding(claim, side))
        self.findings = _best_first(found)

    def explained(self, known: BoardValues) -> bool:
        enough = self.zeros and any(f.theorem and f.claim.decides_zeros for f in self.findings)
        return enough or super().explained(known)

    def ending(self, known: BoardValues) -> Ending | None:
        last = self.limit is not None or 2 * self.side > self.last
        ended: Ending | None = "terms" if last else self._late()
        if not self.sought and (ended or self.side >= SIDE_BEFORE_LONG_SEARCH):
            self._seek(known)
        return ended or self._grown()

    def _seek(self, known: BoardValues) -> None:
        """Where nothing tells who wins: laws of that which take a long search. Where a law does,
        and a budget is given, for laws of other values that follow from it."""
        told = any(f.theorem and f.claim.decides_zeros for f in self.findings)
        budget = self.limits.budget
        if told and (self.zeros or budget is None):
            return
        self.sought = True
        seconds = FOR_WHO_WINS if budget is None else SHARE_FOR_WHO_WINS * budget
        end = working_seconds() + (seconds / 2 if told else seconds)
        for theorem in board_theorems(known.ndim):
            shape = theorem.shape_of(self.board)
            if isinstance(shape, Inapplicable):
                self._not_told(theorem, shape)
                continue
            found, lacking = self._asked(partial(theorem.sought, shape, self._values, end))
            if isinstance(found, Proved):
                if not told:
                    self._add(theorem, found, known)
                self._seek_more(found.claim, known, end)
                return
            if lacking == "claim":
                self._not_told(theorem, found)

    def _seek_more(self, told: BoardLaw, known: BoardValues, end: float) -> None:
        """What follows a law of who wins that was sought: other values."""
        for theorem in board_theorems(known.ndim):
            shape = theorem.shape_of(self.board)
            if not isinstance(shape, Inapplicable):
                found, _ = self._asked(partial(theorem.followed, shape, told, self._values, end))
                if isinstance(found, Proved):
                    self._add(theorem, found, known)

    def _add(self, theorem: AnyBoardTheorem, found: Proved, known: BoardValues) -> None:
        proved = self._finding(theorem, found, min(known.shape))
        self.proofs[proved.claim] = proved
        self.findings = _best_first([*self.findings, proved])

    def _not_told(self, theorem: AnyBoardTheorem, why: Inapplicable) -> None:
        if theorem.seeks and why.reason:
            self.not_told = f"{theorem.name}: {why.reason}"

    def computed(self) -> BoardValues | None:
        return self.table

    def unconsidered(self) -> BoardValues:
        sides = "x".join([str(self.side)] * self.board.dimensions)
        raise InputError(
            f"the {sides} squares of the corner were not valued within the budget; "
            "--budget gives more time, --upto asks for fewer"
        )

    def refusals(self) -> tuple[Refusal, ...]:
        """Why the findings have no proof."""
        claims = {finding.claim for finding in self.findings}
        return tuple(why for (_, claim), why in self.refused.items() if claim in claims)

    def _late(self) -> Ending | None:
        """Whether there is no time for the next side: a rule that goes through all squares of each
        table takes much longer than the last time."""
        late = self.end is not None and working_seconds() + GROWTH * self.seconds > self.end
        return "time" if late else None

    def _grown(self) -> Ending | None:
        """Go on with the next side, if there is time for it."""
        ended = self._late()
        if ended is None:
            self.side *= 2
        return ended

    def _values(self, *sides: int) -> BoardValues:
        if self.limit is not None and max(sides) > self.limit:
            raise _TooFew(f"it needs the values with x, y < {max(sides)}")
        known = self.table
        if known is not None and all(map(int.__le__, sides, known.shape)):
            return known[tuple(map(slice, sides))].copy()
        return self.tables.table(sides)

    def _prove(self, claim: BoardLaw, side: int) -> BoardFinding | None:
        for theorem in board_theorems(self.board.dimensions):
            if not theorem.is_about(claim):
                continue
            proved, lacking = self._asked(
                partial(theorem.proved, self.board, claim, self._values, self.end)
            )
            if isinstance(proved, Proved):
                self.proofs[claim] = self._finding(theorem, proved, side)
                return self.proofs[claim]
            reason = Refusal(theorem.name, proved.reason, claim, lacking)
            self.refused[theorem.name, claim] = reason
        return None

    def _asked(
        self, theorem: Callable[[], Proved | Inapplicable]
    ) -> tuple[Proved | Inapplicable, Lacking]:
        """What a theorem says; where it says nothing, what is lacking."""
        try:
            return theorem(), "claim"
        except (_TooFew, TooLarge) as why:
            return Inapplicable(str(why)), "terms"
        except DeadlinePassed:
            return Inapplicable("time is up"), "claim"

    def _finding(self, theorem: AnyBoardTheorem, proved: Proved, side: int) -> BoardFinding:
        return BoardFinding(proved.claim, side, Proof(theorem.name, proved.bound))


class _WithEdges(_Table):
    """On a board with edges nothing is proved: it is another game, with finitely many squares.

    Laws are looked for in larger and larger corners of its table, and reported if they hold on all
    of it, until one of all values is found, or the corner is the table, or the time is short.
    """

    def __init__(
        self, board: Board | MisereBoard, size: Square, limits: Limits, watcher: Watcher
    ) -> None:
        super().__init__(board, limits, watcher)
        self.size = size
        self.side = LAST_SIDE

    def compute(self) -> BoardValues:
        if self.table is None:
            self.table = self.tables.table(self.size, edges=True)
        return self.table

    def consider(self, known: BoardValues) -> None:
        began = working_seconds()
        corner = known[(slice(self.side),) * known.ndim]
        laws = board_laws(known.ndim)
        claims = dict.fromkeys(claim for law in laws for claim in law.detect(corner))
        held = (claim for claim in claims if claim.first_failure(known) is None)
        self.findings = _best_first(BoardFinding(claim, min(self.size)) for claim in held)
        self.seconds = working_seconds() - began

    def ending(self, known: BoardValues) -> Ending | None:
        whole = any(finding.explains for finding in self.findings)
        return "terms" if whole or self.side >= max(known.shape) else self._grown()

    def unconsidered(self) -> BoardValues:
        written = "x".join(map(str, self.size))
        raise InputError(
            f"the {written} squares of the board were not valued within the budget; "
            "--budget gives more time"
        )


def _best_first(findings: Iterable[BoardFinding]) -> list[BoardFinding]:
    """In order; where a law of all values is proved, nothing is told that is not."""
    ordered = sorted(findings, key=lambda finding: finding.rank())
    known = any(f.theorem and f.explains for f in ordered)
    return [f for f in ordered if not known or (f.theorem and f.claim.beside_all_values)]


def study_board(
    board: Board | MisereBoard,
    size: Square | None = None,
    upto: int | None = None,
    budget: float | None = None,
    watcher: Watcher = no_progress,
    *,
    zeros: bool = False,
) -> BoardStudy:
    """Look for laws on a board with edges, or on larger and larger squares 0..N of the quarter
    plane, until one that tells every value is proved, or, if only the ``zeros`` matter, one that
    tells these, or the tables or the time come to an end.

    >>> knight = Board.parse("(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), "
    ...     "(x - 2, y + 1)]")
    >>> found = study_board(knight).findings[0]
    >>> found.status, found.claim.statement(), found.claim.value((10**40, 10**40 + 2))
    ('proved', 'G(x + 4, y + 4) = G(x, y) for all x, y >= 0', 1)
    """
    limits = Limits(budget, upto=upto)
    if size is None:
        search = _Table(board, limits, watcher, zeros=zeros)
    else:
        search = _WithEdges(board, size, limits, watcher)
    table, ended = run(search)
    findings = tuple(search.findings)
    told = any(finding.theorem and finding.claim.decides_zeros for finding in findings)
    not_told = "" if told else search.not_told
    of = MisereBoardStudy if isinstance(board, MisereBoard) else BoardStudy
    found = of(board, size, table, findings, search.refusals(), ended, not_told=not_told)
    if size is not None:
        return found
    return found.without_unseen(unreached(board, min(table.shape) - 1))
