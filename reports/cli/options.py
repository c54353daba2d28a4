"""The options that commands share, alone and in groups, and what they mean."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, MexploreError

if TYPE_CHECKING:
    from mexplore.discover.study.kind import Means
    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.reports.cli.subjects import Subject
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.misere.board import MisereBoard
    from mexplore.rules.rule import Rule
    from mexplore.rules.systems.game import SystemGame

RuleText = Annotated[
    str, typer.Argument(metavar="RULE", help="The rule, or a name from the library; in quotes.")
]
Upto = Annotated[
    str | None, typer.Option("--upto", metavar="N", help="The last n: 1000, 10^6, 6*12^40.")
]
Budget = Annotated[
    str | None,
    typer.Option("--budget", metavar="SECONDS", help="Take no longer than this."),
]
Unproved = Annotated[
    bool, typer.Option("--unproved", help="Also use a law that only holds so far.")
]
StoreFolder = Annotated[
    Path | None,
    typer.Option("--store", metavar="DIR", help="Cache expensive values in this directory."),
]
BoardSize = Annotated[
    str | None,
    typer.Option("--board", metavar="WxH", help="Board: play on a finite WxH board."),
]
RulesFile = Annotated[
    Path | None, typer.Option("--rules", metavar="FILE", help="Add the named rules of a TOML file.")
]
Misere = Annotated[
    bool, typer.Option("--misere", help="Misere play: who makes the last move loses.")
]
ForAll = Annotated[
    str | None,
    typer.Option(
        "--for",
        metavar="CONSTRAINTS",
        help='Names in the rule stand for all numbers that satisfy these: "a >= 1, b > a".',
    ),
]
Laws = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE", help="Use the law of a family in this certificate (study --for --write)."
    ),
]


def use_laws_in(files: list[Path] | None) -> None:
    """Let this command use the laws of families in these certificates, and no others that are not
    of the library."""
    if files or "mexplore.discover.families.given_laws" in sys.modules:
        from mexplore.discover.families.given_laws import use_laws

        use_laws(files or [])


Columns = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="With --for and --file: what stands in the columns, as n,k for a heap and the value "
        "of k; - is left out. The first line may name them instead.",
    ),
]

AtMember = Annotated[
    str | None,
    typer.Option("--at", metavar="a=7,b=9", help="One member of a family (with --for)."),
]
MaxPositions = Annotated[
    str | None,
    typer.Option(
        "--max-positions",
        metavar="N",
        help="Value at most N positions, where single ones are explored.",
    ),
]
Apart = Annotated[
    str | None,
    typer.Option(
        "--apart",
        metavar="C",
        help="Python function: parts of a string with C between them are played apart.",
    ),
]
SiteFolder = Annotated[
    Path | None,
    typer.Option("--site", metavar="DIR", help="Write a website to DIR, one page per game."),
]
OeisTerms = Annotated[
    Path | None,
    typer.Option("--oeis", metavar="FILE", help="For --site: a copy of OEIS's stripped.gz."),
]
BOARD = "Board:"


@dataclass(frozen=True)
class Output:
    """The form of the answer; everything else goes to stderr."""

    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.")] = False

    def __post_init__(self) -> None:
        from mexplore.reports.writers.output import REMARKS

        REMARKS.set(not self.silent)  # read where files are written

    @property
    def silent(self) -> bool:
        """Whether there is to be no progress and no remark."""
        return self.quiet or self.as_json

    @contextmanager
    def progress(
        self,
        seconds: float | None = None,
        *,
        ends_itself: bool = True,
        in_parts: bool = False,
        news: bool = False,
    ) -> Iterator[Watcher]:
        """A watcher for long work, which is stopped soon after the seconds have passed if it does
        not stop itself, and at once if it never does. Work that is stopped by Ctrl-C has no result;
        but of work ``in_parts`` those that are done by then are shown, as such. ``news`` are what a
        study knows so far."""
        from mexplore.reports.cli.interrupts import nothing_swallowed, within
        from mexplore.reports.cli.progress import progress_bar

        whole = nullcontext() if in_parts else nothing_swallowed()
        with (
            whole,
            within(seconds, ends_itself=ends_itself),
            progress_bar(quiet=self.silent, news=news) as watcher,
        ):
            yield watcher


@dataclass(frozen=True)
class Names:
    """The names of rules that can be used."""

    rules_file: RulesFile = None
    laws: Laws = None

    def __post_init__(self) -> None:
        use_laws_in(self.laws)

    def rule(self, text: str) -> Rule:
        """The heap rule that the text denotes or names; a board is refused."""
        from mexplore.reports.cli.reading import read_rule

        return read_rule(text, self.rules_file)

    def game(self, text: str, apart: str | None = None) -> Rule | Grid | SystemGame:
        """The heap rule, the board or the system of kinds that the text denotes or names; of a
        Python function of strings one whose parts are played apart."""
        from mexplore.reports.cli.reading import read_game

        game = read_game(text, self.rules_file)
        if apart is None:
            return game
        from mexplore.rules.families.function.rule import played_apart

        return played_apart(game, apart)

    def system(self, text: str) -> SystemGame | None:
        """The game of which a system of kinds is known, that the text denotes or names."""
        from mexplore.reports.cli.reading import read_system

        return read_system(text, self.rules_file)

    def is_system(self, text: str) -> bool:
        """Whether the text denotes or names such a game, or is one with a mistake in it."""
        try:
            return self.system(text) is not None
        except MexploreError:
            return True

    def rules_in(self, file: Path) -> list[Rule]:
        """The rules in a file, one a line, in notation or by name. Python files that they name are
        not run."""
        from mexplore.reports.cli.reading import as_notation
        from mexplore.rules.library import library_with
        from mexplore.rules.notation import parse_rule
        from mexplore.rules.text.given import read_lines

        library = library_with(self.rules_file)

        def read(text: str) -> Rule:
            return parse_rule(as_notation(text, self.rules_file), library)

        rules = read_lines(file, read).items
        if not rules:
            raise InputError(f"{file} holds no rules; write one a line")
        return rules


def heaps_only(chosen: Rule | Grid | SystemGame, board: str | None = None) -> Rule:
    """The rule, if it is one of heaps, of which there is misère play."""
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.systems.game import SystemGame

    if isinstance(chosen, SystemGame):
        from mexplore.reports.cli.reading import NO_MISERE_OF_KINDS

        raise InputError(NO_MISERE_OF_KINDS)

    if isinstance(chosen, Grid) or board is not None:
        raise InputError("misère play is about sums of heaps, and a token on a board is no heap")
    return chosen


def under_misere(chosen: Rule | Grid | SystemGame, board: str | None = None) -> Rule | MisereBoard:
    """The game under misère play: the rule, if it is one of heaps, or one token on a board."""
    from mexplore.rules.boards.board import Board
    from mexplore.rules.misere.board import MisereBoard

    return MisereBoard(chosen) if isinstance(chosen, Board) else heaps_only(chosen, board)


def read_line(text: str) -> int:
    """The number of a row, a column or a diagonal: 8, 10^30, -3."""
    from mexplore.rules.text.numbers import parse_number

    number = parse_number(text.removeprefix("-"), "number of a line")
    return -number if text.startswith("-") else number


@dataclass(frozen=True)
class SubjectOptions:
    """The part of a rule or a board that the question is about."""

    board: Annotated[
        str | None,
        typer.Option(metavar="WxH", help=f"{BOARD} play on a finite WxH board."),
    ] = None
    row: Annotated[
        int | None,
        typer.Option(metavar="A", parser=read_line, help=f"{BOARD} the sequence n -> G(A, n)."),
    ] = None
    column: Annotated[
        int | None,
        typer.Option(metavar="B", parser=read_line, help=f"{BOARD} the sequence n -> G(n, B)."),
    ] = None
    diagonal: Annotated[
        int | None,
        typer.Option(metavar="D", parser=read_line, help=f"{BOARD} the sequence n -> G(n, n + D)."),
    ] = None
    value: Annotated[
        int | None,
        typer.Option(
            metavar="V",
            parser=read_line,
            help=f"{BOARD} list x for every square x <= y of value V.",
        ),
    ] = None
    order: Annotated[
        str | None,
        typer.Option(
            metavar="ORDER",
            help=f"{BOARD} in which order: rows, columns, 2*x + y.",
        ),
    ] = None
    max_positions: MaxPositions = None
    rules_file: RulesFile = None
    laws: Laws = None
    where: ForAll = None
    at: AtMember = None
    begins: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="POSITION",
            help="Python function: G(n) is the value of this: +^n, ('row', n).",
        ),
    ] = None
    apart: Apart = None

    def __post_init__(self) -> None:
        use_laws_in(self.laws)

    def subject(self, text: str, *, misere: bool = False, explores: bool = False) -> Subject:
        """The rule, the board, the sequence of a board, the family or the member of it; or the rule
        under misère play."""
        from mexplore.reports.cli.reading import read_function, read_subject

        if self.begins is not None or self.apart is not None:
            if misere or self.where is not None:
                raise InputError("--start and --apart go with one function, in normal play")
            return read_function(text, self)
        return read_subject(text, self, misere=misere, explores=explores)

    def subject_or_numbers(
        self, text: str | None, file: Path | None, *, misere: bool = False
    ) -> Subject:
        """What a text is, or the numbers in a file, of which no rule is known: one is given."""
        from mexplore.reports.cli.reading import read_numbers

        if (text is None) == (file is None):
            raise InputError("give either a rule or --sequence FILE")
        if text is not None:
            return self.subject(text, misere=misere)
        assert file is not None
        if misere:
            raise InputError("numbers in a file have no moves: give a rule with --misere")
        return read_numbers(file, self)


@dataclass(frozen=True)
class StoreOptions:
    """The store of values that took long to compute."""

    store: StoreFolder = None
    no_store: Annotated[
        bool, typer.Option("--no-store", help="Neither read nor keep values computed before.")
    ] = False

    def open(self) -> Store | None:
        """The store; the platform's cache by default, unless others may write to it."""
        from mexplore.rules.engine.store import store_at, usual_store

        if self.no_store:
            if self.store is not None:
                raise InputError("give either --store DIR or --no-store")
            return None
        return usual_store() if self.store is None else store_at(self.store)


def report_troubles(store: Store | None) -> None:
    """Print faults of the store to stderr; values are right in any case."""
    for trouble in store.troubles if store is not None else ():
        print(f"mexplore: stored values: {trouble}", file=sys.stderr)


def report_notes(atlas: Atlas) -> None:
    """Print what is to be known of an atlas to stderr: rows that are left out, a former version."""
    for note in atlas.notes:
        print(f"mexplore: {note}", file=sys.stderr)


def read_means(
    budget: str | None,
    *,
    unproved: bool,
    law_first: bool = False,
    singly: bool = False,
    max_positions: str | None = None,
) -> Means:
    """The means by which answers about heaps are found, or about single heaps only (``singly``)."""
    from mexplore.discover.study.kind import Means
    from mexplore.rules.text.numbers import parse_number

    most = None if max_positions is None else parse_number(max_positions, "--max-positions")
    return Means(unproved, read_seconds(budget), law_first, singly, most)


def read_seconds(text: str | None, option: str = "--budget") -> float:
    """The seconds of ``--budget``, or of another option; or the default."""
    if text is None:
        from mexplore.discover.study.limits import DEFAULT_BUDGET

        return DEFAULT_BUDGET
    try:
        seconds = float(text.removesuffix("s"))
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < 10**9:
        raise InputError(f"{option} {text[:40]!r} is no number of seconds; write 20 or 0.5")
    return seconds
