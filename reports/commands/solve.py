"""``mexplore solve``: who wins a sum of heaps, and by which moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.answers import Answer, Lines, give, head_of
from mexplore.reports.cli.options import (
    Apart,
    AtMember,
    BoardSize,
    Budget,
    Columns,
    ForAll,
    MaxPositions,
    Misere,
    Names,
    Output,
    Unproved,
    read_means,
)
from mexplore.reports.cli.position import Position, read_games, read_position
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.questions.classes import HeapClasses
    from mexplore.discover.study.kind import Means, Warrant
    from mexplore.rules.engine.grundy import Watcher


def command(
    names: Names,
    output: Output,
    items: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULE HEAP...",
            help="A rule and its heaps, or RULE:HEAP each; 3,5 is a square of a board.",
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Read one game per line; print only the winner of each."),
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Solve the good lines, report the bad ones.")
    ] = False,
    play: Annotated[bool, typer.Option("--play", help="Play against the program.")] = False,
    misere: Misere = False,
    board: BoardSize = None,
    apart: Apart = None,
    show_all: Annotated[bool, typer.Option("--all", help="Show every move or group.")] = False,
    where: ForAll = None,
    at: AtMember = None,
    columns: Columns = None,
    unproved: Unproved = False,
    max_positions: MaxPositions = None,
    budget: Budget = None,
) -> None:
    """Say who wins a sum of heaps and tokens on boards, the nim-sum, and all winning moves.

    Heaps of one rule follow it; heaps of different rules are written RULE:HEAP. A token on a board
    is RULE:X,Y. Rows of games on words, and positions that a Python function takes, are written
    out: ooXoo, +++-++. In a file a line is a sum: places of the one RULE, or RULE:HEAP each; of a
    family (--for) the heaps and the values of the names. Huge heaps of splitting games have groups
    of moves that are alike, each with an example and its size.

    mexplore solve "divide(2..6)" 10^18 7 3*10^17

    mexplore solve "0.77:15" "subtract(1,3,4):10^18" --json

    mexplore solve wythoff 3,5 7,2

    mexplore solve 0.77 5 9 10^18 --misere

    mexplore solve "word(o^n; ooo -> oXo)" ooXoooo o^1000

    mexplore solve "subtract(a, b)" --for "b > a >= 1" --at a=10^20,b=10^30 10^40
    """
    means = read_means(budget, unproved=unproved, singly=True, max_positions=max_positions)
    items = items or []
    if misere and (play or board is not None or where is not None or at is not None):
        raise InputError("--misere goes without --play, --board, --for and --at")
    if columns is not None and (where is None or file is None):
        raise InputError("--columns says what stands in a --file about a family: give --for, too")
    if where is not None and at is None and file is not None:
        if play or board is not None or len(items) != 1:
            raise InputError("--file holds heaps and values of the names: give one rule with it")
        _member_games(items[0], where, file, columns, means, output, keep_going=keep_going)
        return
    if where is not None or at is not None:
        if file is not None or play or board is not None or len(items) < 2:
            raise InputError("--for and --at go with one rule and heaps of it")
        position, classes = _of_member(items, where, at)
    elif file is not None:
        if play or len(items) > 1:
            raise InputError("--file holds the heaps: give one rule or none with it, and no --play")
        _games(items, file, names, means, output, misere=misere, keep_going=keep_going, apart=apart)
        return
    else:
        position, classes = _of_heaps(items, names, misere=misere, apart=apart)
    if play:
        _play(position, classes, means, output)
        return

    def find(watcher: Watcher) -> Answer:
        from mexplore.discover.questions.known import Allowance
        from mexplore.discover.questions.sums import solve
        from mexplore.reports.documents.solution import solution_blocks, solution_json

        whole = Allowance(means.budget)
        heaps = classes(means, watcher)
        others = position.known(board, replace(means, budget=whole.left), watcher)
        known = {**heaps, **others} if position.pieces else {**others, **heaps}
        solution = solve(position.parts, known)
        return Answer(
            lambda: solution_json(solution),
            solution_blocks(solution, show_all=show_all),
            position.warrants(known),
        )

    nothing: dict[str, Any] = {"nim_sum": None, "class": None, "winner": None, "moves": []}
    give(output, means.budget, head_of(position.name, misere=misere), nothing, find)


ClassesOf = Callable[["Means", "Watcher"], "Mapping[Any, HeapClasses]"]
"""How the classes of the heaps of a position are found."""


def _of_heaps(
    items: list[str], names: Names, *, misere: bool, apart: str | None
) -> tuple[Position, ClassesOf]:
    """Heaps and tokens."""
    if not items:
        how = "5 9 --misere" if misere else "5 9; or --file FILE"
        raise InputError(f"name a rule and its heaps: mexplore solve 0.77 {how}")
    position = read_position(items, names, apart)
    if misere:
        position = position.under_misere()
    if misere and position.pieces:
        from mexplore.reports.cli.reading import NO_MISERE_OF_KINDS

        raise InputError(NO_MISERE_OF_KINDS)

    def classes(means: Means, watcher: Watcher) -> Mapping[Any, HeapClasses]:
        from mexplore.discover.questions.known import classes_of

        return classes_of(position.heaps, means, watcher, misere=misere)

    return position, classes


def _of_member(items: list[str], where: str | None, at: str | None) -> tuple[Position, ClassesOf]:
    """Heaps of one member of a family: by the law of the family, where they are large."""
    from mexplore.discover.questions.classes import NimValues
    from mexplore.discover.questions.sums import Component
    from mexplore.reports.cli.reading import read_family
    from mexplore.reports.cli.subjects_of_families import Member
    from mexplore.rules.text.numbers import parse_number

    member = read_family(items[0], where, at)
    if not isinstance(member, Member):
        raise InputError("heaps are those of one game: name a member with --at a=7,b=9")
    heaps = [parse_number(text, "heap") for text in items[1:]]

    def classes(means: Means, watcher: Watcher) -> Mapping[Any, HeapClasses]:
        return {member.rule: NimValues(member.answers(heaps, means, watcher))}

    return Position([Component(member.rule, heap) for heap in heaps]), classes


def _play(position: Position, classes: ClassesOf, means: Means, output: Output) -> None:
    if output.as_json:
        raise InputError("--play and --json exclude each other")
    if position.tokens:
        raise InputError("--play takes heaps only; a token on a board cannot be played yet")
    if position.pieces:
        raise InputError("--play takes heaps of one kind; those of a system cannot be played yet")
    from mexplore.reports.cli.play import play

    with output.progress(means.budget) as watcher:
        known = classes(means, watcher)
    play(position.heaps, known)


def _games(
    items: list[str],
    file: Path,
    names: Names,
    means: Means,
    output: Output,
    *,
    misere: bool,
    keep_going: bool,
    apart: str | None,
) -> None:
    """A line a sum, of places of one game or, without one, of places with a game each."""
    if apart is not None and not items:
        raise InputError("--apart is about one Python function: name it before --file")
    game = names.game(items[0], apart) if items else None
    lines = read_games(game, file, names, keep_going=keep_going, heaps_only=misere)

    def find(watcher: Watcher) -> Answer:
        from mexplore.discover.questions.outcomes_of_sums import outcomes_of
        from mexplore.discover.study.kind import NotKnown
        from mexplore.reports.cli.queries import at_lines, missing_of

        found, warrants = outcomes_of(lines.items, means, watcher, misere=misere)
        failed = at_lines(lines, file, [each if isinstance(each, str) else "" for each in found])
        if failed and not keep_going:
            raise NotKnown(failed[0])
        rows = [
            _row(number, None if misere else each.total, each.name, each.winner)
            for (number, _), each in zip(lines.good, found, strict=True)
            if not isinstance(each, str)
        ]
        missing = missing_of(failed, len(lines.good))
        return _listed(
            rows, "class" if misere else "nim_sum", warrants, missing, [*lines.bad, *failed]
        )

    give(output, means.budget, head_of(game, misere=misere), {"games": []}, find)


def _row(line: int, total: int | None, name: str, winner: str) -> dict[str, Any]:
    return {"line": line, "nim_sum": total, "class": name, "winner": winner}


def _listed(
    rows: list[dict[str, Any]], kind: str, warrants: Sequence[Warrant], missing: str, bad: list[str]
) -> Answer:
    """The winner of each line."""
    text = chain(
        [f"line,{kind},winner\n"],
        (f"{row['line']},{_known(row[kind])},{row['winner']}\n" for row in rows),
    )
    return Answer({"games": rows}, [Lines(text)], warrants, missing=missing, bad=bad)


def _known(total: Any) -> str:
    """Nothing for a nim-sum of which all that is known is that it is not 0."""
    return "" if total is None else str(total)


def _member_games(
    text: str,
    where: str,
    file: Path,
    columns: str | None,
    means: Means,
    output: Output,
    *,
    keep_going: bool,
) -> None:
    """A line a game, of heaps of a member of the family: the line has the values of the names."""
    from mexplore.reports.cli.reading import read_family

    subject = read_family(text, where, None)
    if subject is None:
        raise InputError("--for says which numbers the names of a rule may be")
    from mexplore.reports.cli.queries import read_queries

    lines = read_queries(subject.family, file, columns, keep_going=keep_going)

    def find(watcher: Watcher) -> Answer:
        from mexplore.discover.questions.sums import winner
        from mexplore.discover.study.kind import NotKnown
        from mexplore.reports.cli.queries import answer_queries, missing_of

        found = answer_queries(subject.family, lines, file, means, watcher)
        if found.failed and not keep_going:
            raise NotKnown(found.failed[0])
        totals = {place: reduce(xor, values, 0) for place, values in found.values.items()}
        rows = [
            _row(number, total := totals[place], str(total), winner(lost=total == 0))
            for place, (number, _) in enumerate(lines.good)
            if place in totals
        ]
        missing = missing_of(found.failed, len(lines.good))
        return _listed(rows, "nim_sum", found.warrants, missing, [*lines.bad, *found.failed])

    give(output, means.budget, subject.head(), {"games": []}, find)
