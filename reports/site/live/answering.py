"""What a page asks, answered: a study as it goes on, the moves from a position, who wins.

Every function takes what was asked, and says events: their names, and facts for JSON. Numbers that
may be large are texts, since programs of pages compute with 53 bits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.known import Allowance, classes_of
from mexplore.discover.questions.playing import best_move, can_move
from mexplore.discover.questions.sums import Solution, solve
from mexplore.discover.study.kind import Means
from mexplore.discover.study.limits import Limits
from mexplore.reports.cli.options import Names, SubjectOptions, read_seconds
from mexplore.reports.cli.position import Position, parts_of
from mexplore.reports.cli.progress import Listener
from mexplore.reports.cli.subjects import Subject
from mexplore.reports.cli.subjects_of_boards import WholeBoard
from mexplore.reports.documents.solution import solution_json
from mexplore.rules.boards.board import Grid
from mexplore.rules.engine.grundy import no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, MexploreError

if TYPE_CHECKING:
    from mexplore.rules.engine.grundy import Progress

Say = Callable[[str, Mapping[str, Any]], None]
Asked = Mapping[str, Any]

LONGEST_BUDGET = 3600.0
FIRST = (16, 60, 240, 960, 3840)  # values are shown as soon as this many are known
FIRST_SECONDS = 1.5  # that may pass before the study begins
SIDES = (12, 32, 64)  # the same of the sides of a board
ANSWERED = 10.0  # seconds for a question about a position
LISTED = 60  # moves from a position
KNOWN = ("proved", "holds so far")  # how a line about a law begins
SHOWN_EVERY = 0.2  # seconds between two remarks on progress


def answer(asked: Asked, say: Say) -> None:
    """The answer to any question; an error that the user can mend is an event, too."""
    try:
        _QUESTIONS[asked["do"]](asked, say)
    except MexploreError as error:
        say("failed", {"message": str(error), "picture": error.picture() or ""})


def warm_up() -> None:
    """Import what most studies need, before anyone waits for it."""
    answer({"do": "study", "rule": "subtract(1, 2)", "budget": "1"}, lambda _event, _facts: None)


# A study.


def study(asked: Asked, say: Say) -> None:
    """The values at once, then what is found of them, then the report."""
    from mexplore.reports.site.live.telling import law_facts, report_facts

    text, budget = str(asked["rule"]), min(read_seconds(str(asked["budget"])), LONGEST_BUDGET)
    subject = read(text)
    say("understood", {"rule": subject.name, "words": _words(subject)} | _kind(subject))
    _say_values(subject, say)
    watcher = _Remarks(say)
    found = subject.study(Limits(budget), watcher)
    say("law", law_facts(found))
    say("report", report_facts(found, text))


def read(text: str) -> Subject:
    """What is typed; files of Python are not run for a page."""
    subject = SubjectOptions().subject(text)
    _refuse_python(getattr(subject, "game", None))
    return subject


def _refuse_python(game: Any) -> None:
    """A function in a file is named when it is read, and run when it is asked for options."""
    if getattr(game, "runs_python", False):
        raise InputError("a page runs no Python; ask on the command line: mexplore study FILE:NAME")


def _words(subject: Subject) -> str:
    words = getattr(getattr(subject, "game", None), "words", None)
    return "" if words is None else str(words())


def _kind(subject: Subject) -> dict[str, Any]:
    """How values are drawn: a strip, or a table of squares."""
    if isinstance(subject, WholeBoard):
        return {"kind": "board", "dimensions": subject.board.dimensions}
    return {"kind": "heaps"}


def _say_values(subject: Subject, say: Say) -> None:
    """The first values, ever more of them, while that is quick."""
    end = time.monotonic() + FIRST_SECONDS
    if isinstance(subject, WholeBoard):
        if subject.board.dimensions == 2:
            _say_tables(subject.board, end, say)
        return
    source, known = subject.source(no_progress), 0
    for stop in FIRST:
        values = source.extend(stop, working_seconds() + FIRST_SECONDS).values.tolist()
        say("values", {"first": known, "values": values[known:]})
        known = len(values)
        if known < stop or time.monotonic() > end:
            return


def _say_tables(board: Grid, end: float, say: Say) -> None:
    from mexplore.rules.boards.table import Tables

    tables = Tables(board)
    for side in SIDES:
        say("table", {"table": tables.table((side, side)).tolist()})
        if time.monotonic() > end:
            return


class _Remarks:
    """Says how far the work has come, and which laws are known by now, a few times a second."""

    def __init__(self, say: Say) -> None:
        self._say, self._next, self._news = say, 0.0, Listener()

    def __call__(self, progress: Progress) -> None:
        self._news.hear(progress)
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + SHOWN_EVERY
        known = [line for line in self._news.lines() if line.startswith(KNOWN)]
        facts = {"stage": progress.stage, "done": progress.done, "total": progress.total}
        self._say("progress", facts | {"trying": progress.trying, "known": known})


# Positions.


def moves(asked: Asked, say: Say) -> None:
    """The options of one place of the game: a heap, a square, or what else is written out."""
    game = _game(asked)
    part = _parts(game, [str(asked["place"])])[0]
    options = part.rule.options(part.size)
    listed = [_written(to) for to in islice(options, LISTED)]
    distinct = [list(to) for to in dict.fromkeys(map(tuple, listed))]
    more = next(options, None) is not None
    say("moves", {"place": str(asked["place"]), "moves": distinct, "more": more})


def winner(asked: Asked, say: Say) -> None:
    """Who wins a sum, and by which moves."""
    solution = _solved(_position(asked))
    say("winner", solution_json(solution) | {"lost": solution.lost})


def reply(asked: Asked, say: Say) -> None:
    """The program's move in a sum of heaps: a winning one if there is one."""
    position = _position(asked)
    if position.tokens or position.pieces:
        raise InputError("the program plays heaps of one kind only")
    heaps = position.heaps
    if not can_move(heaps):
        say("reply", {"over": True})
        return
    move = best_move(heaps, classes_of(heaps, Means(budget=ANSWERED), no_progress))
    say("reply", {"over": False, "heap": move.index, "to": [str(n) for n in move.to]})


def _game(asked: Asked) -> Any:
    game = Names().game(str(asked["rule"]))
    _refuse_python(game)
    return game


def _parts(game: Any, places: Sequence[str]) -> list[Any]:
    return [part for place in places for part in parts_of(game, place)]


def _position(asked: Asked) -> Position:
    position = Position()
    position.add(_parts(_game(asked), str(asked["places"]).replace("+", " ").split()))
    return position


def _solved(position: Position) -> Solution:
    whole = Allowance(ANSWERED)
    heaps = classes_of(position.heaps, Means(budget=whole.left), no_progress)
    others = position.known(None, Means(budget=whole.left), no_progress)
    return solve(position.parts, {**heaps, **others})


def _written(to: Sequence[Any]) -> list[str]:
    """What a move leaves: heaps without empty ones, or squares."""
    places = [",".join(map(str, p)) if isinstance(p, tuple) else str(p) for p in to]
    return [place for place in places if place != "0"] or ["0"]


_QUESTIONS: dict[str, Callable[[Asked, Say], None]] = {
    "study": study,
    "moves": moves,
    "winner": winner,
    "reply": reply,
}
