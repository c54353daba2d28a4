"""What a question is about: a game of some kind, a line of a board, or numbers without a rule.

A `Subject` has a name, a head for JSON, and terms; each kind of game says for itself what study,
terms, check, predict and explain do with it, or why they can do nothing. What is heavy is imported
where it is used.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, TimeIsUp, TooLarge
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.boards.kind import Boards
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.kind import GameKind, LookedUp, Means
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.cli.places import Sum
    from mexplore.reports.documents.explain import Explained
    from mexplore.reports.documents.listing import SequenceListing, ValueListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.boards.board import Board, Grid, Square
    from mexplore.rules.boards.lines import BoardSequence
    from mexplore.rules.boards.table import Order
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.library import Library
    from mexplore.rules.misere.board import MisereBoard
    from mexplore.rules.misere.game import Misere
    from mexplore.rules.parameters.family import FamilyOfRules
    from mexplore.rules.rule import Rule, Values
    from mexplore.rules.systems.game import SystemGame

COMPUTING = 0.8  # of a budget, for values; the rest is for showing them
USUAL_LAST = 100  # of terms, unless --upto says otherwise
USUAL_GENERA = 20  # the same of heaps under misère play, whose genus can be computed
LAST_COORDINATE = 15  # of a quarter plane, unless --upto says otherwise
USUAL_DIRECT = 12  # of words and graphs without a system of kinds
MOST_DIRECT = 5000  # the size of positions of a function
USUAL_GUESSED = 4096  # of a system that is guessed from a function
USUAL_SQUARES = 4096  # of a board with more coordinates
EXPLAINED_SIDE = 4  # rows and columns of a board
EXPLAINED_HEAPS = range(1, 9)


class Subject(ABC):
    """What a question is about: of itself terms, of which no theorem is known. It raises InputError
    for a question that makes no sense of it."""

    of_squares: ClassVar[bool] = False
    """Whether its values are those of squares, not of heaps or of n."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in titles."""

    @abstractmethod
    def head(self) -> dict[str, Any]:
        """The entries of JSON that name it."""

    @abstractmethod
    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        """Where its terms come from."""

    @property
    def checked(self) -> tuple[int, int]:
        """The first and the last n of which a conjecture is tested by default."""
        return 0, 100

    @property
    def drawn(self) -> Limits:
        """How far it is studied for a picture by default."""
        from mexplore.discover.study.limits import Limits

        return Limits()

    def values(self, stop: int, watcher: Watcher) -> Values:
        """The terms at n < stop; fewer where there are no more."""
        return self.source(watcher).extend(stop).values

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        """The main job."""
        from mexplore.discover.heaps.study import study
        from mexplore.reports.documents.report import StudyReport

        result = study(None, limits, watcher, self.source(watcher, store))
        return StudyReport(replace(result, name=self.name), self.head())

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        """The values up to ``last``, or as far as is usual."""
        from mexplore.reports.documents.listing import SequenceListing

        del store
        stop = (USUAL_LAST if last is None else last) + 1
        values = self.values(stop, watcher)
        few = last is not None and len(values) < stop
        note = f"only {len(values)} of {stop} terms" if few else ""
        return SequenceListing(self.head(), values, note=note)

    def runs(self, stop: int, watcher: Watcher, seconds: float) -> Evidence:
        """The evidence for n < stop that these seconds allow, in runs of equal values."""
        return self.source(watcher).extend(stop, working_seconds() + COMPUTING * seconds)

    def schedule(self) -> RunSchedule | None:
        """How the runs of equal values recur, where that is proved."""
        return None

    def refuse_unreadable(self, formula: str) -> None:
        """Raise for what is neither a formula nor a statement, before any work."""
        from mexplore.discover.heaps.stated import refuse_unreadable

        refuse_unreadable(formula)

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[Any]:
        """Whether the formula gives the values in the range, and everywhere: a law that may prove
        the search for it takes at most the given seconds."""
        from mexplore.discover.heaps.check import check_terms

        del seconds  # without a rule nothing is proved
        low, high = ends
        terms = self.values(high + 1, watcher)
        if len(terms) <= low:
            raise InputError(f"{self.name} has only {len(terms)} terms")
        return check_terms(formula, terms, low)

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        """Values at single n, or on single squares, however far out."""
        from mexplore.discover.questions.bare_terms import look_up_terms

        return look_up_terms(self.name, self.source(watcher), places, means, watcher)

    def refuse_places(self, *, squares: bool) -> None:
        """Raise where its values are not those of squares, or of n."""
        if squares:
            raise InputError(f"{self.name} has no squares; write n, a number without commas")

    def position(self, text: str) -> Sum | None:
        """The position that a text writes out, if its values are those of positions, too; None
        for others."""
        del text
        return None

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        """The rule in words, theorems, and the options of some positions, as they were written."""
        del positions, library
        raise InputError(f"{self.name}: there is no rule to explain")


@dataclass(frozen=True)
class Numbers(Subject):
    """The numbers in a file, of which no rule is known."""

    file: Path

    @property
    def name(self) -> str:
        return "A sequence"

    def head(self) -> dict[str, Any]:
        return {"rule": None}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.heaps.evidence.sequence_file import read_sequence
        from mexplore.discover.heaps.evidence.sources import GivenSource

        del watcher, store
        return GivenSource(read_sequence(self.file))


class Game(Subject):
    """A game of some kind: heaps, boards, or what other packages add."""

    no_sequence: ClassVar[str] = ""
    """Why it has no terms G(0), G(1), ..., where that is so."""

    @property
    @abstractmethod
    def game(self) -> Any:
        """The game as the kind reads it."""

    @property
    def name(self) -> str:
        return str(self.game)

    @property
    def kind(self) -> GameKind[Any]:
        """What it is played on."""
        from mexplore.discover.kinds import kind_of

        return kind_of(self.name)

    @property
    def checked(self) -> tuple[int, int]:
        return self.kind.checked

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        del watcher, store
        raise InputError(self.no_sequence)

    def refuse_unreadable(self, formula: str) -> None:
        self.kind.refuse_unreadable(self.game, formula)

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[Any]:
        return self.kind.check_conjecture(self.game, formula, ends, seconds, watcher)

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        return self.kind.known_values(self.game, places, means, watcher).look_up(places)


def written_out(game: Any, text: str) -> Sum | None:
    """The position of this game that a text writes out: heaps of its kinds, letters, whatever a
    function of the user's takes; None where the game has heaps of one kind only."""
    from mexplore.reports.cli.position import sum_of
    from mexplore.rules.systems.game import SystemGame

    takes = isinstance(game, SystemGame) or game.runs_python
    return sum_of(game, text) if takes else None


@dataclass(frozen=True)
class HeapRule(Game):
    """A rule of heaps: G(n) is the nim-value of a heap of n."""

    rule: Rule

    @property
    def game(self) -> Rule:
        return self.rule

    def position(self, text: str) -> Sum | None:
        return written_out(self.rule, text)

    def head(self) -> dict[str, Any]:
        return {"rule": str(self.rule)}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.heaps.evidence.sources import source_of

        return source_of(self.rule, watcher, store)

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.heaps.study import study
        from mexplore.reports.documents.report import StudyReport

        if limits.upto is not None:
            self._refuse_beyond_memory(limits.upto + 1)
        source = self.source(watcher, store)
        return StudyReport(study(self.rule, limits, watcher, source), self.head())

    def terms(
        self, last: int | None, watcher: Watcher, store: Store | None = None
    ) -> SequenceListing:
        """All values, or what was computed before Ctrl-C."""
        from mexplore.reports.documents.listing import SequenceListing
        from mexplore.rules.engine.grundy import Computation, refuse_beyond_memory

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
        from mexplore.discover.questions.recurrence import schedule_of

        return schedule_of(self.rule)

    def _refuse_beyond_memory(self, stop: int) -> None:
        from mexplore.rules.engine.grundy import refuse_beyond_memory
        from mexplore.rules.engine.walk import run_starts

        if run_starts(self.rule) is None:
            refuse_beyond_memory(stop)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        from mexplore.discover.questions.explain import explain
        from mexplore.reports.documents.explain import explained_rule
        from mexplore.rules.text.numbers import parse_number

        heaps = [parse_number(text, "heap") for text in positions] or EXPLAINED_HEAPS
        return explained_rule(explain(self.rule, heaps, library))


@dataclass(frozen=True)
class KindsOfHeaps(Game):
    """A game of which a system of kinds is known: G(n) is the value of a heap of n of the kind with
    which play starts."""

    system: SystemGame

    @property
    def game(self) -> SystemGame:
        return self.system

    def position(self, text: str) -> Sum | None:
        return written_out(self.system, text)

    def head(self) -> dict[str, Any]:
        return {"rule": str(self.system), "family": self.system.family}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.systems.sources import KindSource

        del store
        return KindSource(self.system, watcher)

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.systems.study import study_system
        from mexplore.reports.documents.system_report import SystemReport

        del store
        found = study_system(self.system, limits, watcher)
        return SystemReport(found.of_start, self.head(), found)

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        start = self.system.system.start
        return super().look_up([(start, n) for n in places], means, watcher)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        from mexplore.discover.questions.explain import about_game
        from mexplore.reports.documents.explain import explained_system

        del library
        heaps = positions or list(map(str, EXPLAINED_HEAPS))
        return explained_system(self.system, heaps, about_game(self.system))


@dataclass(frozen=True)
class WithoutSystem(Subject):
    """A game of words or graphs that has no system of finitely many kinds of heaps, and why: its
    values are computed one by one, as far as memory goes."""

    game: SystemGame
    why: str

    @property
    def name(self) -> str:
        return str(self.game)

    def head(self) -> dict[str, Any]:
        return {"rule": self.name, "family": self.game.family, "no_system": self.why}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.systems.sources import DirectSource

        del store
        return DirectSource(self.game, watcher)

    @property
    def checked(self) -> tuple[int, int]:
        return 0, 12

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.reports.documents.system_report import WithoutSystemReport

        found = super().study(limits, watcher, store).sequence_study()
        return WithoutSystemReport(found, self.head(), game=self.game, why=self.why)

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        return super().terms(USUAL_DIRECT if last is None else last, watcher, store)

    def position(self, text: str) -> Sum | None:
        return written_out(self.game, text)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        del positions, library
        raise InputError(f"{self.game.words()} It has no system of finitely many kinds: {self.why}")


@dataclass(frozen=True)
class FromFunction(WithoutSystem):
    """Positions of a Python function, one of each size: their values are the function's own. A
    study goes on with a system of kinds that is guessed from them, if there is one."""

    def head(self) -> dict[str, Any]:
        return {"rule": self.name, "family": self.game.family}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.reports.documents.system_report import GuessedReport, WithoutSystemReport
        from mexplore.rules.systems.game import NoSystem

        try:
            found = self._guessed(limits, watcher)
        except NoSystem as why:
            own = Subject.study(self, limits, watcher, store).sequence_study()
            head = self.head() | {"no_system": str(why)}
            return WithoutSystemReport(own, head, game=self.game, why=str(why))
        return GuessedReport(found, self.head() | {"guessed": self.game.guessed}, game=self.game)

    def _guessed(self, limits: Limits, watcher: Watcher) -> Study:
        """The study of the values of the system that is guessed; NoSystem where there is none."""
        from mexplore.discover.heaps.study import study
        from mexplore.discover.systems.sources import KindSource

        source = KindSource(self.game, watcher)
        limits = replace(limits, max_terms=limits.max_terms or USUAL_GUESSED)
        return replace(study(None, limits, watcher, source), name=self.name)

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        """Beyond the function's own values by a law of the system that is guessed, if unproved
        answers are wanted."""
        from mexplore.discover.study.kind import LookedUp, Warrant
        from mexplore.discover.study.limits import Limits

        own = self._computed(places)
        if not own.missing or not means.unproved:
            return own
        best = self._guessed(Limits(means.budget), watcher).best
        if best is None or best.form is None:
            return own
        warrant = Warrant("holds so far", f"{best.claim.statement()}: {self.game.guessed}")
        return LookedUp(list(best.form.at_many(places)), (warrant,))

    def _computed(self, places: Sequence[Any]) -> LookedUp:
        """The function's own values, as far as memory goes."""
        from mexplore.discover.study.kind import LookedUp, Warrant

        values: list[int | None] = []
        missing = ""
        for n in places:
            try:
                if n > MOST_DIRECT:
                    raise TooLarge(f"{self.name}: values are computed up to n = {MOST_DIRECT}")
                values.append(self.game.value_of_start(n))
            except TooLarge as why:
                values.append(None)
                missing = f"{why}; --unproved goes on by a system that is guessed"
        computed = Warrant("computed", "computed from the function, with memory for parts")
        known = any(value is not None for value in values)
        return LookedUp(values, (computed,) * known, missing)


@dataclass(frozen=True)
class MisereHeaps(Game):
    """Sums of heaps of a rule, where the player who makes the last move loses."""

    no_sequence: ClassVar[str] = "classes of misère play are no sequence of numbers"

    rule: Rule

    @property
    def game(self) -> Misere:
        from mexplore.rules.misere.game import Misere

        return Misere(self.rule)

    def head(self) -> dict[str, Any]:
        from mexplore.rules.misere.game import PLAY

        return {"rule": str(self.rule), "play": PLAY}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.misere.study import study_misere
        from mexplore.reports.documents.one_picture import MisereReport

        del store
        return MisereReport(study_misere(self.game, limits, watcher), self.head())

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        from mexplore.reports.documents.listing import genera_listing

        del store
        return genera_listing(self.game, USUAL_GENERA if last is None else last, watcher)


@dataclass(frozen=True)
class Family(Game):
    """A family: a game for all values of its names that constraints allow."""

    family: FamilyOfRules

    @property
    def game(self) -> FamilyOfRules:
        return self.family

    def head(self) -> dict[str, Any]:
        return {"rule": str(self.family), "family": self.family.notation}

    def source(self, watcher: Watcher, store: Store | None = None) -> NoReturn:
        del watcher, store
        names = ",".join(f"{name}={7 + 2 * i}" for i, name in enumerate(self.family.names))
        raise InputError(f"a family has no values, its members have: name one with --at {names}")

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> NoReturn:
        del places, means
        self.source(watcher)

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        del store
        if limits.upto is not None or limits.max_terms is not None or limits.runs_upto is not None:
            raise InputError(
                "the laws of a family are not found by a number of values; leave it out, --budget "
                "says how long the search may take"
            )
        from mexplore.discover.families.methods import study_of_family
        from mexplore.reports.documents.family_report import FamilyReport

        return FamilyReport(study_of_family(self.family, limits.budget, watcher))


@dataclass(frozen=True)
class Member(HeapRule):
    """A rule that is a member of a family: values may come from the law of all of it."""

    family: FamilyOfRules
    at: tuple[tuple[str, int], ...]

    def head(self) -> dict[str, Any]:
        at = {name: to_decimal(value) for name, value in self.at}
        return super().head() | {"family": str(self.family), "at": at}

    def terms(
        self, last: int | None, watcher: Watcher, store: Store | None = None
    ) -> SequenceListing:
        """Elements beyond the last heap are no moves: kernels need not see their many digits."""
        from mexplore.rules.families.subtraction.rule import Subtraction

        stop = (USUAL_LAST if last is None else last) + 1
        amounts = self.family.amounts(dict(self.at), stop)
        few = self.rule if amounts is None else Subtraction.of(amounts or [stop])
        listing = HeapRule(few).terms(last, watcher, store)
        return replace(listing, head=self.head())

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        return self.answers(list(places), means, watcher).look_up(places)

    def answers(self, heaps: list[int], means: Means, watcher: Watcher) -> Answers:
        """What is known of its values, by the law of the family where heaps are large."""
        from mexplore.discover.families.member import member_answers
        from mexplore.discover.families.methods import study_of_family

        return member_answers(self.family, dict(self.at), heaps, means, watcher, study_of_family)


@dataclass(frozen=True)
class WholeBoard(Game):
    """A board, and how far it reaches (None: the quarter plane): a table, not a sequence."""

    of_squares: ClassVar[bool] = True
    no_sequence: ClassVar[str] = (
        "a board is a table; take a sequence by --row A, --column B or --value V"
    )

    board: Grid
    size: Square | None
    order: Order | None = None

    @property
    def game(self) -> Grid:
        return self.board

    @property
    def kind(self) -> Boards:
        """With edges it is another one, and the text of a Python function does not say which."""
        from mexplore.discover.boards.kind import Boards, MisereBoards
        from mexplore.rules.misere.board import MisereBoard

        return (MisereBoards if isinstance(self.board, MisereBoard) else Boards)(self.size)

    @property
    def checked(self) -> tuple[int, int]:
        """Fewer of more coordinates."""
        from mexplore.discover.questions.boards import Region

        return 0, Region(self.board, None).sides[0] - 1

    def head(self) -> dict[str, Any]:
        from mexplore.rules.misere.board import MisereBoard
        from mexplore.rules.misere.game import PLAY

        more: dict[str, Any] = {"rule": str(self.board), "family": self.board.family}
        if isinstance(self.board, MisereBoard):
            more |= {"rule": str(self.board.board), "play": PLAY}
        return more if self.size is None else more | {"board": list(self.size)}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.boards.study import study_board
        from mexplore.reports.documents.one_picture import BoardReport

        del store
        self._refuse_two_sizes(limits.upto)
        result = study_board(self._studied, self.size, limits.upto, limits.budget, watcher)
        return BoardReport(result)

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        from mexplore.reports.documents.listing import BoardListing
        from mexplore.rules.boards.table import Tables

        del store
        self._refuse_two_sizes(last)
        dimensions = self.board.dimensions
        usual = min(LAST_COORDINATE + 1, int(USUAL_SQUARES ** (1 / dimensions) + 1e-9))
        sides = self.size or (usual if last is None else last + 1,) * dimensions
        tables = Tables(self.board, watcher, self.order)
        return BoardListing(self.head(), tables.table(sides, edges=self.size is not None))

    @property
    def _studied(self) -> Board | MisereBoard:
        """The board, if laws are looked for on such."""
        from mexplore.rules.boards.board import Board
        from mexplore.rules.misere.board import MisereBoard

        if not isinstance(self.board, Board | MisereBoard):
            raise InputError(
                "laws are looked for on boards (x, y) -> [...]; terms and solve take this one"
            )
        return self.board

    def _refuse_two_sizes(self, last: int | None) -> None:
        if self.size is not None and last is not None:
            raise InputError("--board says how far the table reaches; leave --upto out")

    @property
    def drawn(self) -> Limits:
        from mexplore.discover.study.limits import Limits

        return Limits(None, upto=LAST_COORDINATE if self.size is None else None)

    def refuse_places(self, *, squares: bool) -> None:
        if not squares:
            raise InputError("a square of a board has coordinates: write 3,5; or name a --row A")

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        """The options of some squares, by default of those nearest to the corner."""
        from itertools import product

        from mexplore.discover.boards.values import check_on_board
        from mexplore.discover.questions.explain import about_board
        from mexplore.reports.documents.explain import explained_board
        from mexplore.rules.boards.board import Board
        from mexplore.rules.text.numbers import parse_square

        squares = [parse_square(text) for text in positions]
        for square in squares:
            check_on_board(self.board, self.size, square)
        dimensions = self.board.dimensions
        if not squares:
            sides = self.size or (EXPLAINED_SIDE,) * dimensions
            corner = (range(min(side, EXPLAINED_SIDE)) for side in sides)
            squares = [square for square in product(*corner) if dimensions == 2 or max(square) < 2]
        plane = self.board if isinstance(self.board, Board) else None
        theorems = () if plane is None or self.size is not None else about_board(plane)
        names = tuple(name for name, entry in library.items() if entry.rule == str(self.board))
        return explained_board(self.board, self.size, squares, theorems, names)


@dataclass(frozen=True)
class BoardLine(Subject):
    """A row, column or diagonal of a board, or the squares of one value, as a sequence."""

    line: BoardSequence

    @property
    def whole(self) -> WholeBoard:
        """The board of which it is a line."""
        return WholeBoard(self.line.board, self.line.size)

    @property
    def name(self) -> str:
        return str(self.line)

    def head(self) -> dict[str, Any]:
        return self.whole.head() | {self.line.kind: self.line.number}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.boards.line_study import study_line
        from mexplore.reports.documents.report import LineReport

        del store
        found = study_line(self.line, limits, watcher)
        return LineReport(found.study, self.head(), found)

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.heaps.evidence.board_source import source_of_line

        del store
        return source_of_line(self.line, watcher)

    def values(self, stop: int, watcher: Watcher) -> Values:
        return replace(self.line, watcher=watcher).values(stop)

    def _proved(self, budget: float, watcher: Watcher) -> Finding | None:
        """The law of the line that a theorem proves, where there is one."""
        from mexplore.discover.boards.line_study import study_line
        from mexplore.discover.study.limits import Limits, uninterrupted

        best = uninterrupted(study_line(self.line, Limits(budget), watcher).study).best
        return best if best is not None and best.form and best.proof else None

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[Any]:
        from mexplore.discover.heaps.check import check_by_law

        best = self._proved(seconds, watcher)
        verdict = None if best is None else check_by_law(formula, best, ends)
        return super().check(formula, ends, seconds, watcher) if verdict is None else verdict

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        """By a law that a theorem proves of the line, where there is one."""
        from mexplore.discover.study.kind import LookedUp, Warrant

        best = self._proved(means.budget, watcher)
        if best is None or best.form is None:
            return super().look_up(places, means, watcher)
        return LookedUp(list(best.form.at_many(places)), (Warrant.by(best),))

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        return self.whole.explained(positions, library)
