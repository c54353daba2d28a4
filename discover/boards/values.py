"""Squares of boards: their options, and their values with a warrant.

A value is computed from the definition, by the table of all squares nearer to the corner, or told
by a law of the board that is proved; where the user asks for it, by one that holds so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property, reduce
from itertools import islice
from math import prod
from operator import xor
from typing import TYPE_CHECKING

from mexplore.discover.boards.clock import DeadlinePassed
from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.study.kind import (
    FoundValues,
    KnownValues,
    LookedUp,
    Means,
    NotKnown,
    Warrant,
    Way,
    reached_warrant,
)
from mexplore.discover.study.limits import uninterrupted
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.reachable import explored_squares
from mexplore.rules.boards.table import Tables
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.exploring import Clock, Deadline
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.misere.board import MisereBoard

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.pattern import BoardFinding
    from mexplore.discover.study.kind import Standing
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.boards.board import Grid, Square, Sum
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.boards.lines import Kind
    from mexplore.rules.engine.exploring import Explored

MOST_OPTIONS = 200_000  # of one square that are listed
AT_ONCE = 1 << 14  # squares whose values are computed without asking for a law
MOST_SQUARES = 1 << 24  # that are computed at all: 64 megabytes
FEW_SQUARES = 1 << 10  # that are searched one by one
SEARCHED_AT_ONCE = 1.0  # seconds for what can be reached, before a law is asked for
LAW_SHARE = 0.8  # of the budget
LEFT_SHARE = 0.1  # of the budget, for what is searched when laws and tables have failed
FAR = 1 << 12  # a coordinate from which on a law of a row is asked for
FOR_A_LINE = 2.0  # seconds for a law of a row, where the outcome is known
NEAR_EDGE = 64  # the last row or column of which a law is asked for


def options_of(grid: Grid, size: Square | None, square: Square) -> tuple[Sum, ...]:
    """The different options of a square on a board of some size (None: the quarter plane), fewest
    squares first; InputError where it is not a square of this board.

    >>> from mexplore.rules.boards.board import Board
    >>> options_of(Board.parse("(x, y) -> [(x - 1, y + 1), ((x - 1, y), (0, 0))]"), None, (3, 5))
    (((2, 6),), ((0, 0), (2, 5)))
    """
    check_on_board(grid, size, square)
    options = grid.options_within(size, square)
    found = {tuple(sorted(option)) for option in islice(options, MOST_OPTIONS)}
    if next(options, None) is not None:
        raise TooLarge(f"the square {square} has more than {MOST_OPTIONS} options")
    return tuple(sorted(found, key=lambda option: (len(option), option)))


def check_on_board(grid: Grid, size: Square | None, square: Square) -> None:
    """InputError where it is not a square of this board."""
    grid.check_square(square)
    if size is None:
        return
    check_size(grid, size)
    if any(at >= side for at, side in zip(square, size, strict=True)):
        raise InputError(f"{square} is not on the {'x'.join(map(str, size))} board")


def check_size(grid: Grid, size: Square) -> None:
    """InputError where a board cannot have this size."""
    if len(size) != grid.dimensions:
        sides = "x".join(map(str, size))
        raise InputError(f"--board {sides}: {grid} has {grid.dimensions} coordinates")


@dataclass(eq=False)
class SquareValues(KnownValues["Square"]):
    """The values of the squares of one board of some size (None: the quarter plane), as far as
    they can be had by ``means``.

    >>> from mexplore.rules.boards.board import Board
    >>> queen = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] "
    ...     "+ [(x - k, y - k) for k in range(1, min(x, y) + 1)]")
    >>> known = SquareValues(queen)
    >>> known.at((3, 5)), known.winning((3, 4), 0)
    (0, (((1, 2),),))
    """

    grid: Grid
    size: Square | None = None
    means: Means = Means()
    watcher: Watcher = no_progress

    def __post_init__(self) -> None:
        if self.size is not None:
            check_size(self.grid, self.size)
        self._table: BoardValues | None = None
        self._deadline: float | None = None
        self._lines: dict[tuple[Kind, int], tuple[ClosedForm | None, Warrant | None]] = {}

    def look_up(self, squares: Sequence[Square]) -> LookedUp:
        """G of each of the squares, as far as it is known."""
        for square in squares:
            check_on_board(self.grid, self.size, square)
        self._deadline = working_seconds() + self.means.budget
        found = super().look_up(squares)
        unknown = [at for at, value in zip(squares, found.values, strict=True) if value is None]
        laws = {square: law for square in unknown if (law := self._not_0(square)) is not None}
        if not laws:
            return found
        missing = found.missing
        warrants = dict.fromkeys((*found.warrants, *map(warrant_of, laws.values())))
        if unknown[0] in laws:
            won = f"the next player wins from {_first(unknown)}, by {laws[unknown[0]].theorem}"
            missing = f"{won}; no law tells the value, which is not 0"
        return LookedUp(found.values, tuple(warrants), missing, frozenset(laws))

    def _not_0(self, square: Square) -> BoardFinding | None:
        """A proved law, among those that were sought, that says that the value is not 0."""
        laws: tuple[BoardFinding, ...] = self.__dict__.get("laws", ())
        for law in laws:
            try:
                if law.theorem and law.claim.decides_zeros and not law.claim.is_zero(square):
                    return law
            except NoValue:
                continue
        return None

    def ways(self) -> tuple[Way[Square], ...]:
        return self._at_once, self._by_laws, self._by_tables, self._by_search

    def far(self, square: Square) -> bool:
        """Whether the square is too far out for a table of values, and for a search at once."""
        if self._board_of_laws is None or prod(at + 1 for at in square) <= MOST_SQUARES:
            return False
        return not self._at_once([square]).values

    def value_or_outcome(self, square: Square) -> int | None:
        """The value; None where all that is known is that it is not 0. NotKnown, or TooLarge."""
        law = self.law_of_zeros if self.far(square) else None
        if law is None or law.claim.whole:
            return self.at(square)
        check_on_board(self.grid, self.size, square)
        if law.claim.is_zero(square):
            return 0
        values: dict[Square, int] = {}
        self._by_line(square, values, FOR_A_LINE)
        return values.get(square)

    def warrants(self, squares: Sequence[Square]) -> Sequence[Warrant]:
        """Why the values of these squares, or what is known of them, are right."""
        law = self.law_of_zeros if any(map(self.far, squares)) else None
        if law is None or law.claim.whole:
            return self.look_up(squares).warrants
        found: list[Warrant] = []
        for square in squares:
            if not self.far(square):
                found += self.look_up([square]).warrants
            elif law.claim.is_zero(square):
                found.append(warrant_of(law))
            else:
                found += self._by_line(square, {}, FOR_A_LINE) or [warrant_of(law)]
        return list(dict.fromkeys(found))

    def moves_to_value(self, square: Square, value: int) -> tuple[tuple[Sum, ...], str]:
        """The different options of a square that have this value, and why some are missing, or
        ''. Those of a far square are found by a law, line by line."""
        if not self.far(square):
            try:
                return self.winning(square, value), ""
            except (TooLarge, NotKnown) as why:
                reason = str(why)
        else:
            reason = f"no law that is proved tells the values of the options of {square}"
        law = self.law_of_zeros
        if law is None:
            return (), reason
        from mexplore.discover.boards.far_moves import moves_by_law

        return moves_by_law(self.grid, square, law.claim, value)

    def winning(self, square: Square, value: int) -> tuple[Sum, ...]:
        """The different options of a square that have this value; NotKnown, or TooLarge."""
        options = options_of(self.grid, self.size, square)
        parts = sorted({part for option in options for part in option})
        known = dict(zip(parts, self.at_all(parts), strict=True))
        return tuple(o for o in options if reduce(xor, (known[part] for part in o), 0) == value)

    # -- computed --------------------------------------------------------------------------

    def _by_tables(self, squares: list[Square]) -> FoundValues[Square]:
        """All in one table, or each in the table that it needs."""
        together = prod(self._sides(squares)) <= MOST_SQUARES
        values: dict[Square, int] = {}
        missing = ""
        for part in [squares] if together else [[square] for square in squares]:
            try:
                values |= self._computed(part)
            except (NotKnown, TooLarge) as why:
                missing = missing or str(why)
        computed = Warrant("computed", self.grid.computed_how)
        return FoundValues(values, [computed] * bool(values), missing)

    def _sides(self, squares: Iterable[Square]) -> Square:
        """The size of the table that holds the squares, and what is computed already."""
        if self.size is not None:
            return self.size
        computed = self._table.shape if self._table is not None else (1,) * self.grid.dimensions
        far = zip(computed, *squares, strict=True)
        return tuple(max(side, *(at + 1 for at in ats), 1) for side, *ats in far)

    def _computed(self, squares: Sequence[Square]) -> dict[Square, int]:
        known = self.grid.known_values(squares)
        if known is not None:
            return known
        sides = self._sides(squares)
        if self.grid.dimensions != 2:
            return {}
        if prod(sides) <= FEW_SQUARES:
            return dict(zip(squares, self._search_until_late(squares), strict=True))
        if self.size is None and prod(sides) > MOST_SQUARES:
            self._table = None  # another part of the plane is needed
            sides = self._sides(squares)
        if prod(sides) > MOST_SQUARES:
            raise NotKnown(
                f"{self.grid}: no law that is proved tells the value of {_first(squares)}, and "
                f"tables of at most {MOST_SQUARES} squares are computed"
            )
        if self._table is None or any(map(int.__lt__, self._table.shape, sides)):
            try:
                table = self._tables.swept(sides, edges=self.size is not None)
            except DeadlinePassed:
                raise self._too_slow(squares) from None
            if table is None:
                return {}
            self._table = table
        return {square: int(self._table[square]) for square in squares}

    # -- explored --------------------------------------------------------------------------

    @cached_property
    def _explored(self) -> Explored[Square]:
        return explored_squares(self.grid, self.size, self.means.positions, self._clock)

    @cached_property
    def _clock(self) -> Clock:
        return Clock(self.watcher)

    def _at_once(self, squares: list[Square]) -> FoundValues[Square]:
        """What can be reached from far squares, if it is little and no law is asked for first."""
        if self.means.law_first or prod(self._sides(squares)) <= AT_ONCE:
            return FoundValues({})
        self._clock.ends = working_seconds() + SEARCHED_AT_ONCE
        values: dict[Square, int] = {}
        with suppress(TooLarge, Deadline):
            values = dict(zip(squares, self._explored.few(squares) or (), strict=False))
        return self._found_by_search(values)

    def _by_search(self, squares: list[Square]) -> FoundValues[Square]:
        """What can be reached from the squares; InputError where moves run in a circle."""
        try:
            found = self._search_until_late(squares)
        except (TooLarge, NotKnown) as why:
            return FoundValues({}, (), str(why))
        return self._found_by_search(dict(zip(squares, found, strict=True)))

    def _found_by_search(self, values: dict[Square, int]) -> FoundValues[Square]:
        return FoundValues(values, [reached_warrant(self._explored.reached)] * bool(values))

    def _search_until_late(self, squares: Sequence[Square]) -> list[int]:
        left = 0.0 if self._deadline is None else self._deadline - working_seconds()
        self._clock.ends = working_seconds() + max(left, LEFT_SHARE * self.means.budget)
        try:
            return self._explored.values(squares)
        except Deadline:
            raise self._too_slow(squares) from None

    def _too_slow(self, squares: Sequence[Square]) -> NotKnown:
        what = f"the value of {_first(squares)} was not reached within the budget"
        return NotKnown(f"{what}; --budget gives more time")

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.grid, self._watch)

    def _watch(self, progress: Progress) -> None:
        self.watcher(progress)
        self._look_at_the_clock()

    def _look_at_the_clock(self) -> None:
        if self._deadline is not None and working_seconds() > self._deadline:
            raise DeadlinePassed

    # -- by laws ---------------------------------------------------------------------------

    def _by_laws(self, squares: list[Square]) -> FoundValues[Square]:
        """What laws tell of the squares, unless these are few and near."""
        values: dict[Square, int] = {}
        warrants: list[Warrant] = []
        if prod(self._sides(squares)) <= AT_ONCE:
            return FoundValues(values)
        for finding in self.laws:
            for square in squares:
                if square in values:
                    continue
                try:
                    values[square] = finding.claim.value(square)
                except NoValue:
                    continue
                warrants.append(warrant_of(finding))
        for square in squares:
            if square not in values and max(square) >= FAR:
                warrants += self._by_line(square, values)
        return FoundValues(values, warrants)

    def _by_line(
        self, square: Square, values: dict[Square, int], seconds: float | None = None
    ) -> list[Warrant]:
        """The same by a law of the row or column that the square is on, near an edge."""
        if not self._board_of_laws or len(square) != 2 or min(square) > NEAR_EDGE:
            return []
        x, y = square
        kind: Kind = "row" if x <= y else "column"
        number, n = sorted(square)
        form, warrant = self.line_law(kind, number, seconds)
        if form is None or warrant is None:
            return []
        values[square] = form.at(n)
        return [warrant]

    def line_law(
        self, kind: Kind, number: int, seconds: float | None = None
    ) -> tuple[ClosedForm | None, Warrant | None]:
        """The law of a row or column that may be used, with its warrant; None where none is found
        in these seconds, or in the budget."""
        from mexplore.discover.boards.line_study import study_line
        from mexplore.discover.study.limits import Limits
        from mexplore.rules.boards.lines import BoardSequence

        key = kind, number
        if key not in self._lines and isinstance(self._board_of_laws, Board):
            line = BoardSequence(self._board_of_laws, None, kind, number)
            budget = min(self.means.budget, seconds or self.means.budget)
            self._lines[key] = None, None
            try:
                best = uninterrupted(study_line(line, Limits(budget), self.watcher).study).best
            except InputError:  # no value of the line in this time
                best = None
            if best is not None and (best.proof or self.means.unproved):
                by = f": proved by {best.proof.theorem}" if best.proof else ""
                status: Standing = "proved" if best.proof else "holds so far"
                words = f"{kind} {number}, {best.claim.statement()}{by}"
                self._lines[key] = best.form, Warrant(status, words)
        return self._lines.get(key, (None, None))

    @cached_property
    def _board_of_laws(self) -> Board | MisereBoard | None:
        """The board, if laws are known of such: on a board with edges nothing is proved."""
        board = self.grid if isinstance(self.grid, Board | MisereBoard) else None
        if board is None or self.size is not None:
            return None
        return board

    @cached_property
    def law_of_zeros(self) -> BoardFinding | None:
        """The best law that may be used and says of every square whether its value is 0."""
        return next((each for each in self._usable(zeros=True) if each.claim.decides_zeros), None)

    @cached_property
    def laws(self) -> tuple[BoardFinding, ...]:
        """The laws of the board that may be used, best first: those that are proved, and others
        where the user asks for them. On a board with edges nothing is proved."""
        by_zeros = self.__dict__.get("law_of_zeros")
        if by_zeros is not None and by_zeros.claim.whole:
            return (by_zeros,)
        return self._usable(zeros=False)

    def _usable(self, *, zeros: bool) -> tuple[BoardFinding, ...]:
        from mexplore.discover.boards.study import study_board

        board = self._board_of_laws
        if board is None:
            return ()
        seconds = LAW_SHARE * self.means.budget
        try:
            found = uninterrupted(
                study_board(board, None, None, seconds, self.watcher, zeros=zeros)
            )
        except InputError:  # not even a small table was valued in this time
            return ()
        usable = [f for f in found.findings if f.theorem or self.means.unproved]
        return tuple(sorted(usable, key=lambda finding: not finding.theorem))


def warrant_of(finding: BoardFinding) -> Warrant:
    """Why a value that a law of a board tells is right."""
    statement = finding.claim.statement()
    if finding.theorem is None:
        return Warrant("holds so far", f"{statement}: holds for x, y <= {finding.checked_to - 1}")
    return Warrant("proved", f"{statement}: proved by {finding.theorem}")


def _first(squares: Sequence[Square]) -> str:
    text = str(squares[0])
    return text if len(text) <= 60 else text[:57] + "..."
