"""What a question is about: a heap rule, a board, a sequence of a board, or numbers without a rule.

The text that a person types is read once, into a `Subject`. It has a name, a head for JSON, and
terms; each kind says for itself what study, terms, check, predict and explain do with it, or why
they can do nothing.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from rules.errors import InputError, TimeIsUp

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from discover.evidence.sources import Source
    from discover.finding import Finding
    from discover.patterns.run_schedule.pattern import RunSchedule
    from discover.questions.check_squares import SquareConclusion
    from discover.questions.conclusion import Conclusion
    from discover.questions.values import LookedUp, Means
    from discover.study import Limits
    from reports.documents.explain import Explained
    from reports.documents.listing import ValueListing
    from reports.documents.report import Report
    from rules.boards.board import Board, Grid, Square
    from rules.boards.lines import BoardSequence, Kind
    from rules.boards.order import Order
    from rules.computing.grundy import Watcher
    from rules.computing.store import Store
    from rules.library import Library
    from rules.rule import Rule, Values

COMPUTING = 0.8  # of a budget, for values; the rest is for showing them
USUAL_LAST = 100  # of terms, unless --upto says otherwise
LAST_COORDINATE = 15  # of a quarter plane, likewise
USUAL_SQUARES = 4096  # of a board with more coordinates
EXPLAINED_HEAPS = range(1, 9)
EXPLAINED_SIDE = 4  # rows and columns of a board


class Subject(ABC):
    """What a question is about. A kind that has no terms, or no rule, says so when asked."""

    @property
    @abstractmethod
    def name(self) -> str:
        """As titles have it."""

    @abstractmethod
    def head(self) -> dict[str, Any]:
        """What JSON says of it."""

    @abstractmethod
    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        """Where its terms come from."""

    @property
    def checked(self) -> tuple[int, int]:
        """The first and the last n of which a conjecture is tested, unless told otherwise."""
        return 0, 100

    @property
    def drawn(self) -> Limits:
        """How far it is studied for a picture, unless told otherwise."""
        from discover.study import Limits

        return Limits()

    @abstractmethod
    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        """The main job."""

    @abstractmethod
    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        """The values up to ``last``, or as far as is usual."""

    def runs(self, stop: int, watcher: Watcher, seconds: float) -> Evidence:
        """What is known of n < stop within so many seconds, in runs of equal values."""
        return self.source(watcher).extend(stop, time.monotonic() + COMPUTING * seconds)

    def schedule(self) -> RunSchedule | None:
        """How the runs of equal values recur, where that is proved."""
        return None

    def refuse_unreadable(self, formula: str) -> None:
        """Raise for what is neither a formula nor a statement, before any work."""
        from discover.questions.check import refuse_unreadable

        refuse_unreadable(formula)

    @abstractmethod
    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion | SquareConclusion:
        """Whether the formula gives the values in the range, and everywhere: a law that may prove
        it is looked for no longer than so many seconds."""

    @abstractmethod
    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> LookedUp:
        """Single values, however far out."""

    def look_up_squares(
        self, squares: Sequence[Square], means: Means, watcher: Watcher
    ) -> LookedUp:
        """Values of single squares."""
        del squares, means, watcher
        raise InputError(f"{self.name} has no squares; write n")

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        """The rule in words, theorems, and the options of some positions, as they were written."""
        del positions, library
        raise InputError(f"{self.name}: there is no rule to explain")


@dataclass(frozen=True)
class HeapRule(Subject):
    """A rule of heaps: G(n) is the nim-value of a heap of n."""

    rule: Rule

    @property
    def name(self) -> str:
        return str(self.rule)

    def head(self) -> dict[str, Any]:
        return {"rule": str(self.rule)}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from discover.evidence.sources import source_of

        return source_of(self.rule, watcher, store)

    @property
    def checked(self) -> tuple[int, int]:
        return 0, 10**5

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from discover.study import study
        from reports.documents.report import StudyReport

        if limits.upto is not None:
            self._refuse_beyond_memory(limits.upto + 1)
        source = self.source(watcher, store)
        return StudyReport(study(self.rule, limits, watcher, source), self.head())

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        """All values, or what was computed before Ctrl-C."""
        from reports.documents.listing import SequenceListing
        from rules.computing.grundy import Computation, refuse_beyond_memory

        stop = (USUAL_LAST if last is None else last) + 1
        refuse_beyond_memory(stop)
        computation = Computation(self.rule, watcher, store)
        try:
            return SequenceListing(self.head(), computation.extend(stop))
        except KeyboardInterrupt as stopped:
            missing = stop - len(computation.values)
            if isinstance(stopped, TimeIsUp):
                note = f"the budget ended; {missing} values are missing"
                return SequenceListing(self.head(), computation.values, note=note)
            return SequenceListing(self.head(), computation.values, missing=missing)

    def runs(self, stop: int, watcher: Watcher, seconds: float) -> Evidence:
        self._refuse_beyond_memory(stop)
        return super().runs(stop, watcher, seconds)

    def schedule(self) -> RunSchedule | None:
        from discover.questions.recurrence import schedule_of

        return schedule_of(self.rule)

    def _refuse_beyond_memory(self, stop: int) -> None:
        from rules.computing.grundy import refuse_beyond_memory

        if self.rule.run_starts() is None:
            refuse_beyond_memory(stop)

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion:
        from discover.questions.check import check, limits_of

        return check(self.rule, formula, ends, limits_of(ends, seconds), watcher)

    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> LookedUp:
        from discover.questions.values import answers

        return answers(self.rule, numbers, means, watcher).look_up(numbers)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        from discover.questions.explain import explain
        from reports.documents.explain import ExplainedRule
        from rules.text.numbers import parse_number

        heaps = [parse_number(text, "heap") for text in positions] or EXPLAINED_HEAPS
        return ExplainedRule(explain(self.rule, heaps, library))


@dataclass(frozen=True)
class WholeBoard(Subject):
    """A board, and how far it reaches (None: the quarter plane): a table, not a sequence."""

    board: Grid
    size: Square | None
    order: Order | None = None

    @property
    def name(self) -> str:
        return str(self.board)

    def head(self) -> dict[str, Any]:
        more: dict[str, Any] = {"rule": str(self.board), "family": self.board.family}
        return more if self.size is None else more | {"board": list(self.size)}

    def source(self, watcher: Watcher, store: Store | None = None) -> NoReturn:
        del watcher, store
        raise InputError("a board is a table; take a sequence by --row A, --column B or --value V")

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from discover.boards.study import study_board
        from reports.documents.report import BoardReport

        del store
        self._refuse_two_sizes(limits.upto)
        result = study_board(self._studied, self.size, limits.upto, limits.budget, watcher)
        return BoardReport(result)

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        from reports.documents.listing import BoardListing
        from rules.boards.table import Tables

        del store
        self._refuse_two_sizes(last)
        dimensions = self.board.dimensions
        usual = min(LAST_COORDINATE + 1, int(USUAL_SQUARES ** (1 / dimensions) + 1e-9))
        side = usual if last is None else last + 1
        table = Tables(self.board, watcher, self.order).table(
            self.size or (side,) * dimensions, edges=self.size is not None
        )
        return BoardListing(self.head(), table)

    @property
    def _studied(self) -> Board:
        """The board, if laws are looked for on such."""
        from rules.boards.board import Board

        if not isinstance(self.board, Board) or self.board.dimensions != 2:
            raise InputError(
                "laws are looked for on boards (x, y) -> [...] with two coordinates; terms and "
                "solve take this one"
            )
        return self.board

    def _refuse_two_sizes(self, last: int | None) -> None:
        if self.size is not None and last is not None:
            raise InputError("--board says how far the table reaches; leave --upto out")

    @property
    def drawn(self) -> Limits:
        from discover.study import Limits

        return Limits(None, upto=LAST_COORDINATE if self.size is None else None)

    def refuse_unreadable(self, formula: str) -> None:
        from discover.questions.check_squares import refuse_unreadable

        refuse_unreadable(formula, self.board)

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> SquareConclusion:
        from discover.questions.check_squares import check_squares

        if self.size is not None:
            ends = 0, max(self.size) - 1
        return check_squares(self.board, self.size, formula, ends, watcher, seconds)

    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> NoReturn:
        del numbers, means, watcher
        raise InputError("a square of a board has coordinates: write 3,5; or name a --row A")

    def look_up_squares(
        self, squares: Sequence[Square], means: Means, watcher: Watcher
    ) -> LookedUp:
        from discover.questions.squares import SquareValues

        return SquareValues(self.board, self.size, means, watcher).look_up(squares)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        """The options of some squares, by default of those nearest to the corner."""
        from itertools import product

        from discover.questions.explain import about_board
        from discover.questions.squares import check_on_board
        from reports.documents.explain import ExplainedBoard
        from rules.boards.board import Board
        from rules.text.squares import parse_square

        squares = [parse_square(text) for text in positions]
        for square in squares:
            check_on_board(self.board, self.size, square)
        dimensions = self.board.dimensions
        if not squares:
            sides = self.size or (EXPLAINED_SIDE,) * dimensions
            corner = (range(min(side, EXPLAINED_SIDE)) for side in sides)
            squares = [square for square in product(*corner) if dimensions == 2 or max(square) < 2]
        plane = self.board if isinstance(self.board, Board) and dimensions == 2 else None
        theorems = () if plane is None or self.size is not None else about_board(plane)
        names = tuple(name for name, entry in library.items() if entry.rule == str(self.board))
        return ExplainedBoard(self.board, self.size, tuple(squares), theorems, names)


class _WithoutRule(Subject):
    """Terms of which no heap rule is known, so that no theorem is about them."""

    def values(self, stop: int, watcher: Watcher) -> Values:
        """The terms at n < stop; fewer where there are no more."""
        return self.source(watcher).extend(stop).values

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from discover.study import study
        from reports.documents.report import StudyReport

        result = study(None, limits, watcher, self.source(watcher, store))
        return StudyReport(replace(result, name=self.name), self.head())

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        from reports.documents.listing import SequenceListing

        del store
        stop = (USUAL_LAST if last is None else last) + 1
        values = self.values(stop, watcher)
        few = last is not None and len(values) < stop
        return SequenceListing(
            self.head(), values, note=f"only {len(values)} of {stop} terms" if few else ""
        )

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion:
        from discover.questions.check import check_terms

        del seconds  # without a rule nothing is proved
        low, high = ends
        terms = self.values(high + 1, watcher)
        if len(terms) <= low:
            raise InputError(f"{self.name} has only {len(terms)} terms")
        return check_terms(formula, terms[low:], low)

    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> LookedUp:
        from discover.questions.bare_terms import look_up_terms

        return look_up_terms(self.name, self.source(watcher), numbers, means, watcher)


@dataclass(frozen=True)
class BoardLine(_WithoutRule):
    """A row, column or diagonal of a board, or the squares of one value."""

    line: BoardSequence

    @property
    def name(self) -> str:
        return str(self.line)

    def head(self) -> dict[str, Any]:
        whole = WholeBoard(self.line.board, self.line.size)
        return whole.head() | {self.line.kind: self.line.number}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from discover.boards.line_study import study_line
        from reports.documents.report import LineReport

        del store
        found = study_line(self.line, limits, watcher)
        return LineReport(found.study, self.head(), found)

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from discover.evidence.board_source import source_of_line

        del store
        return source_of_line(self.line, watcher)

    def values(self, stop: int, watcher: Watcher) -> Values:
        return replace(self.line, watcher=watcher).values(stop)

    def _proved(self, budget: float, watcher: Watcher) -> Finding | None:
        """The law of the line that a theorem proves, where there is one."""
        from discover.boards.line_study import study_line
        from discover.study import Limits

        best = study_line(self.line, Limits(budget), watcher).study.best
        return best if best is not None and best.form and best.proof else None

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion:
        from discover.questions.check import check_by_law

        best = self._proved(seconds, watcher)
        verdict = None if best is None else check_by_law(formula, best, ends)
        return super().check(formula, ends, seconds, watcher) if verdict is None else verdict

    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> LookedUp:
        """By a law that a theorem proves of the line, where there is one."""
        from discover.questions.values import LookedUp, Warrant

        best = self._proved(means.budget, watcher)
        if best is None or best.form is None:
            return super().look_up(numbers, means, watcher)
        return LookedUp(list(best.form.at_many(numbers)), (Warrant.by(best),))

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        return WholeBoard(self.line.board, self.line.size).explained(positions, library)


@dataclass(frozen=True)
class Numbers(_WithoutRule):
    """The numbers in a file."""

    file: Path

    @property
    def name(self) -> str:
        return "A sequence"

    def head(self) -> dict[str, Any]:
        return {"rule": None}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from discover.evidence.sequence_file import read_sequence
        from discover.evidence.sources import GivenSource

        del watcher, store
        return GivenSource(read_sequence(self.file))


# Reading.


@dataclass(frozen=True)
class BoardView:
    """The options of boards, as they were given: a size, and at most one sequence."""

    size: str | None = None
    row: int | None = None
    column: int | None = None
    diagonal: int | None = None
    value: int | None = None
    order: str | None = None

    def of(self, board: Grid) -> Subject:
        """The board seen so."""
        from discover.questions.squares import check_size
        from rules.boards.lines import BoardSequence, parse_size

        lines = self._lines()
        if len(lines) > 1:
            raise InputError(f"--{lines[0][0]} and --{lines[1][0]}: only one sequence at a time")
        size = None if self.size is None else parse_size(self.size)
        if size is not None:
            check_size(board, size)
        order = None if self.order is None else self._order(board)
        if not lines:
            return WholeBoard(board, size, order)
        return BoardLine(BoardSequence(board, size, *lines[0], order=order))

    def _order(self, board: Grid) -> Order:
        """The order that is stated."""
        from rules.boards.order import Order

        if board.dimensions != 2:
            raise InputError("--order is of boards with two coordinates")
        return Order.parse(self.order or "", board.coordinate_names)

    @property
    def given(self) -> bool:
        """Whether any of the options is."""
        return self.size is not None or self.order is not None or bool(self._lines())

    @property
    def dimensions(self) -> int:
        """How many coordinates a board of this size has."""
        return 2 if self.size is None else self.size.lower().count("x") + 1

    def refuse(self) -> None:
        """For what is no board: none of the options may be given."""
        named = ["board"] * (self.size is not None) + [kind for kind, _ in self._lines()]
        named += ["order"] * (self.order is not None)
        if named:
            raise InputError(f"--{named[0]} needs a board, such as '(x, y) -> [(x - 1, y)]'")

    def _lines(self) -> list[tuple[Kind, int]]:
        kinds: tuple[Kind, ...] = ("row", "column", "diagonal", "value")
        numbers = (self.row, self.column, self.diagonal, self.value)
        return [(k, n) for k, n in zip(kinds, numbers, strict=True) if n is not None]


def read_subject(
    text: str, view: BoardView, rules_file: Path | None = None, max_positions: str | None = None
) -> Subject:
    """The heap rule, or the board as ``view`` has it, that the text denotes or names.

    ``max_positions`` limits rules that are Python functions; others have no use for it.
    """
    board = _read_board(text, rules_file)
    if board is not None:
        return view.of(board)
    rule = _read_heaps(text, rules_file)
    grid = rule.as_board(view.dimensions) if view.given else None
    if grid is not None:
        return view.of(grid)
    view.refuse()
    if max_positions is not None:
        from rules.text.numbers import parse_number

        rule = rule.valuing_at_most(parse_number(max_positions, "--max-positions"))
    return HeapRule(rule)


def read_game(text: str, rules_file: Path | None = None) -> Rule | Grid:
    """The heap rule or the board that the text denotes or names."""
    return _read_board(text, rules_file) or _read_heaps(text, rules_file)


def read_rule(text: str, rules_file: Path | None = None) -> Rule:
    """The heap rule, for questions that are about heaps only; a board is refused with what can be
    done instead."""
    if _read_board(text, rules_file) is not None:
        raise InputError("a board has no heaps, so this question makes no sense of it")
    return _read_heaps(text, rules_file)


def _read_heaps(text: str, rules_file: Path | None) -> Rule:
    from rules.library import library_with
    from rules.notation import parse_rule

    return parse_rule(text, library_with(rules_file), allow_python=True)


def _read_board(text: str, rules_file: Path | None) -> Board | None:
    from rules.boards.board import Board
    from rules.library import NAME, library_with

    text = text.strip()
    if NAME.fullmatch(text):
        named = library_with(rules_file).get(text)
        return Board.parse(named.rule) if named else None
    return Board.parse(text)
