"""Boards on the command line: their options, and what study, terms and predict do with them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rules.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discover.questions.values import LookedUp
    from discover.study import Limits, Study
    from reports.cli.warrants import Asked as Answering
    from rules.boards.board import Board, Square
    from rules.boards.kernel import Table
    from rules.boards.lines import Line
    from rules.computing.grundy import Watcher
    from rules.rule import Values

LAST_COORDINATE = 15  # shown of the quarter plane, unless --upto says otherwise
MOST_PREDICTED_FROM = 4096  # terms of a line from which a law is read
ROWS = "Board:"

Size = Annotated[
    str | None,
    typer.Option("--board", metavar="WxH", help=f"{ROWS} x < W and y < H; others are no moves."),
]
Row = Annotated[int | None, typer.Option("--row", metavar="A", help=f"{ROWS} n -> G(A, n).")]
Column = Annotated[int | None, typer.Option("--column", metavar="B", help=f"{ROWS} n -> G(n, B).")]
Diagonal = Annotated[
    int | None, typer.Option("--diagonal", metavar="D", help=f"{ROWS} n -> G(n, n + D).")
]
Value = Annotated[
    int | None,
    typer.Option("--value", metavar="V", help=f"{ROWS} x of the squares x <= y of value V."),
]


@dataclass(frozen=True)
class View:
    """A board, how far it reaches (None: the quarter plane), and the line that was asked for."""

    board: Board
    size: Square | None
    line: Line | None

    def json(self) -> dict[str, Any]:
        """What JSON says of it."""
        more: dict[str, Any] = {"rule": str(self.board), "family": self.board.family}
        if self.size is not None:
            more["board"] = list(self.size)
        if self.line is not None:
            more[self.line.kind] = self.line.number
        return more

    def values(self, stop: int, watcher: Watcher) -> Values:
        """The terms of the line."""
        assert self.line is not None
        return replace(self.line, watcher=watcher).values(stop)

    def table(self, upto: int | None, watcher: Watcher) -> Table:
        """The whole board, or the square 0..upto of the quarter plane."""
        from rules.boards.table import Tables

        side = (LAST_COORDINATE if upto is None else upto) + 1
        tables = Tables(self.board, watcher)
        return tables.table(self.size or (side, side), edges=self.size is not None)


@dataclass(frozen=True)
class Asked:
    """The options of boards, as they were given."""

    size: str | None = None
    row: int | None = None
    column: int | None = None
    diagonal: int | None = None
    value: int | None = None

    def view(self, text: str | None, rules_file: Path | None = None) -> View | None:
        """The board that the text denotes, as asked for; None if it denotes none, and then none
        of the options may be given."""
        from rules.boards.lines import Line, parse_size

        lines = [(kind, n) for kind, n in self._lines() if n is not None]
        board = None if text is None else read_board(text, rules_file)
        if board is None:
            if lines or self.size:
                option = "board" if self.size else lines[0][0]
                raise InputError(f"--{option} needs a board, such as '(x, y) -> [(x - 1, y)]'")
            return None
        if len(lines) > 1:
            raise InputError(f"--{lines[0][0]} and --{lines[1][0]}: only one sequence at a time")
        size = None if self.size is None else parse_size(self.size)
        return View(board, size, Line(board, size, *lines[0]) if lines else None)

    def _lines(self) -> list[Any]:
        return [
            ("row", self.row),
            ("column", self.column),
            ("diagonal", self.diagonal),
            ("value", self.value),
        ]


def read_board(text: str, rules_file: Path | None = None) -> Board | None:
    """The board that the text denotes or names; None if it denotes none."""
    from rules.boards.board import Board
    from rules.library import NAME, library_with

    text = text.strip()
    if NAME.fullmatch(text):
        named = library_with(rules_file).get(text)
        return Board.parse(named.rule) if named else None
    return Board.parse(text)


def refuse_board(text: str, rules_file: Path | None = None) -> None:
    """For commands about heaps: a board is refused with what can be done instead."""
    if read_board(text, rules_file) is not None:
        raise InputError("a board has no heaps; terms, study and predict take it, with --row too")


def study_line(view: View, limits: Limits, watcher: Watcher) -> Study:
    """The line studied like any sequence without a rule."""
    from discover.evidence.board_source import source_of_line
    from discover.study import study

    assert view.line is not None
    source = source_of_line(view.line, watcher)
    return replace(study(None, limits, watcher, source), name=str(view.line))


def predict_line(view: View, numbers: Sequence[int], asked: Answering) -> LookedUp:
    """Terms of the line: computed ones, and those of an unproved law if that is asked for."""
    from discover.questions.values import LookedUp, Warrant
    from discover.study import DEFAULT_BUDGET, Limits
    from reports.cli.options import read_seconds
    from reports.cli.progress import progress_bar

    if view.line is None:
        raise InputError("a board is predicted along a line: --row A, --column B or --diagonal D")
    seconds = DEFAULT_BUDGET if asked.budget is None else read_seconds(asked.budget)
    limits = Limits(seconds, max_terms=MOST_PREDICTED_FROM)
    with progress_bar(quiet=asked.quiet) as watcher:
        result = study_line(view, limits, watcher)
    known, best = result.evidence, result.best
    values: list[int | None] = []
    warrants: dict[Warrant, None] = {}
    for n in numbers:
        if n < known.stop:
            values.append(known.at(n))
            warrants[Warrant("computed", f"computed for n < {known.stop}")] = None
        elif asked.unproved and best is not None and best.form is not None:
            values.append(best.form.at(n))
            warrants[Warrant.by(best)] = None
        else:
            values.append(None)
    law = "--unproved uses what holds so far" if best else "no law is known"
    missing = f"{view.line}: nothing is proved beyond n < {known.stop}; {law}"
    return LookedUp(values, tuple(warrants), missing if None in values else "")


def line_values(view: View, stop: int, *, quiet: bool) -> Values:
    """The terms of the line, with progress shown."""
    from reports.cli.progress import progress_bar

    with progress_bar(quiet=quiet) as watcher:
        return view.values(stop, watcher)


def board_table(view: View, upto: int | None, *, quiet: bool) -> Table:
    """The table of the board, with progress shown."""
    from reports.cli.progress import progress_bar

    if view.size is not None and upto is not None:
        raise InputError("--board says how far the table reaches; leave --upto out")
    with progress_bar(quiet=quiet) as watcher:
        return view.table(upto, watcher)
