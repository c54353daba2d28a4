"""``mexplore solve``: who wins a sum of heaps, and by which moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.allowance import Allowance
from mexplore.reports.cli.many_games import answers_of, many_games, many_sums
from mexplore.reports.cli.options import (
    AtMember,
    BoardSize,
    Budget,
    ForAll,
    Misere,
    Names,
    Output,
    Unproved,
    read_means,
)
from mexplore.reports.cli.position import Position, move_rows, read_position, token_json, token_rows
from mexplore.rules.errors import InputError
from mexplore.rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.boards.values import SquareValues
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.questions.sums import Component, Solution
    from mexplore.discover.study.kind import Means, NotKnown, Warrant
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.rule import Rule

LISTED = 1000  # JSON lists fewer moves than this one by one
SHOWN = 40  # rows that the terminal shows without --all


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
        typer.Option(metavar="FILE", help="Solve a game a line: winners, no moves."),
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Solve the good lines, report the bad ones.")
    ] = False,
    play: Annotated[bool, typer.Option("--play", help="Play against the program.")] = False,
    misere: Misere = False,
    board: BoardSize = None,
    show_all: Annotated[bool, typer.Option("--all", help="Show every move or group.")] = False,
    where: ForAll = None,
    at: AtMember = None,
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """Say who wins a sum of heaps and tokens on boards, the nim-sum, and all winning moves.

    Heaps of one rule follow it; heaps of different rules are written RULE:HEAP. A token on a board
    is RULE:X,Y. In a file a line is a game: heaps of the one RULE, or RULE:HEAP each. Huge heaps of
    splitting games have groups of moves that are alike, each with an example and its size.

    mexplore solve "divide(2..6)" 10^18 7 3*10^17

    mexplore solve "0.77:15" "subtract(1,3,4):10^18" --json

    mexplore solve wythoff 3,5 7,2

    mexplore solve 0.77 5 9 10^18 --misere

    mexplore solve "subtract(a, b)" --for "b > a >= 1" --at a=10^20,b=10^30 10^40
    """
    means = read_means(budget, unproved=unproved)
    if misere:
        if play or board is not None or where is not None or at is not None:
            raise InputError("--misere goes without --play, --board, --for and --at")
        if file is None:
            _misere(items or [], names, means, output, show_all=show_all)
            return
        from mexplore.reports.cli.misere_games import misere_games

        misere_games(_rule_of(items), file, names, means, output, keep_going=keep_going)
        return
    if where is not None or at is not None:
        if file is not None or play or board is not None or len(items or []) < 2:
            raise InputError("--for and --at go with one rule and heaps of it")
        _member(items or [], where, at, means, output, show_all=show_all)
        return
    if file is not None:
        text = _rule_of(items, play=play)
        if text is not None:
            many_games(names.rule(text), file, means, output, keep_going=keep_going)
        else:
            many_sums(file, names, means, output, keep_going=keep_going)
        return
    if not items:
        raise InputError("name a rule and its heaps: mexplore solve 0.77 5 9; or --file FILE")
    position = read_position(items, names)
    whole = Allowance(means.budget)
    known = answers_of(position.heaps, means, whole, output)
    if play:
        if output.as_json:
            raise InputError("--play and --json exclude each other")
        if position.tokens:
            raise InputError("--play takes heaps only; a token on a board cannot be played yet")
        from mexplore.reports.cli.play import play as play_game

        play_game(position.heaps, known)
        return
    boards = position.values(board, replace(means, budget=whole.share(len(position.grids))))
    _one(position, known, boards, output, whole, show_all=show_all)


def _rule_of(items: list[str] | None, *, play: bool = False) -> str | None:
    """The one rule beside a file of heaps, if there is one."""
    if play or len(items or []) > 1:
        raise InputError("--file holds the heaps: give one rule or none with it, and no --play")
    return items[0] if items else None


def _misere(
    items: list[str], names: Names, means: Means, output: Output, *, show_all: bool
) -> None:
    """Who makes the last move loses."""
    from mexplore.discover.questions.misere_sums import classes_of, solve_misere
    from mexplore.discover.study.kind import NotKnown, Warrant
    from mexplore.reports.cli.warrants import no_answer, say_warrants
    from mexplore.reports.documents.misere_sum import misere_sum_document, misere_sum_json

    if not items:
        raise InputError("name a rule and its heaps: mexplore solve 0.77 5 9 --misere")
    position = read_position(items, names)
    if position.tokens:
        raise InputError("misère play is about sums of heaps, and a token on a board is no heap")
    head: dict[str, Any] = {"rule": position.name, "play": "misere"}
    try:
        with output.progress(means.budget) as watcher:
            known = classes_of(position.heaps, means, watcher)
            solution = solve_misere(position.heaps, known)
    except NotKnown as why:
        no_answer(str(why), head | {"winner": None, "moves": []} if output.as_json else None)
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        print_json(misere_sum_json(solution, position.name, several=position.several))
        return
    from mexplore.reports.writers.terminal import show

    show(misere_sum_document(solution, several=position.several, show_all=show_all))
    say_warrants([Warrant("proved", solution.words)], quiet=output.silent)


# Heaps of a member of a family.


def _member(
    items: list[str],
    where: str | None,
    at: str | None,
    means: Means,
    output: Output,
    *,
    show_all: bool,
) -> None:
    """Heaps of one member: by the law of the family, where they are large."""
    from mexplore.discover.questions.sums import Component
    from mexplore.reports.cli.reading import read_family
    from mexplore.reports.cli.subjects import Member
    from mexplore.rules.text.numbers import parse_number

    member = read_family(items[0], where, at)
    if not isinstance(member, Member):
        raise InputError("heaps are those of one game: name a member with --at a=7,b=9")
    heaps = [parse_number(text, "heap") for text in items[1:]]
    whole = Allowance(means.budget)
    with output.progress(whole.left) as watcher:
        known = member.answers(heaps, means, watcher)
    position = Position([Component(member.rule, heap) for heap in heaps])
    _one(position, {member.rule: known}, {}, output, whole, show_all=show_all)


# One position.


def _one(
    position: Position,
    known: dict[Rule, Answers],
    boards: dict[Grid, SquareValues],
    output: Output,
    whole: Allowance,
    *,
    show_all: bool,
) -> None:
    from mexplore.discover.questions.sums import solve
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.warrants import say_warrants

    try:
        with output.progress(whole.left) as watcher:
            for values in boards.values():
                values.watcher = watcher
            solution = solve(position.heaps, known, position.tokens, boards)
            warrants = list(_warrants(position, known, boards))
    except NotKnown as why:
        _refuse(why, position, as_json=output.as_json)
        return
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        print_json(_json(position, solution))
    else:
        _show(position, solution, show_all=show_all)
    for each in warrants:
        say_warrants(each, quiet=output.silent)


def _refuse(why: NotKnown, position: Position, *, as_json: bool) -> None:
    from mexplore.reports.cli.warrants import no_answer

    empty: dict[str, Any] = {"rule": position.name, "nim_sum": None, "winner": None, "moves": []}
    no_answer(str(why), empty if as_json else None)


def _json(position: Position, solution: Solution) -> dict[str, Any]:
    """The moves one by one where they are few, and grouped otherwise; those of tokens listed."""
    several = position.several

    def heap_json(heap: Component) -> dict[str, Any]:
        return {"heap": heap.size} | ({"rule": str(heap.rule)} if several else {})

    result: dict[str, Any] = {
        "rule": position.name,
        "nim_sum": solution.nim_sum,
        "winner": solution.winner,
    }
    on_boards = [
        token_json(moves.token, several=several) | {"to": [list(square) for square in to]}
        for moves in solution.token_moves
        for to in moves.results
    ]
    if solution.count < LISTED:
        listed = [heap_json(heap) | {"to": list(to)} for heap, to in solution.listed()]
        result["moves"] = listed + on_boards
    else:
        result |= {"moves": on_boards} if on_boards else {}
        result["groups"] = [
            heap_json(moves.heap) | {"count": group.count, "example": list(group.example)}
            for moves in solution.moves
            for group in moves.groups
        ]
    incomplete = [
        heap_json(moves.heap) | {"reason": moves.incomplete}
        for moves in solution.moves
        if moves.incomplete
    ] + [
        token_json(moves.token, several=several) | {"reason": moves.incomplete}
        for moves in solution.token_moves
        if moves.incomplete
    ]
    if incomplete:
        result["incomplete"] = incomplete
    return result


def _show(position: Position, solution: Solution, *, show_all: bool) -> None:
    from mexplore.reports.writers.document import Document, Paragraph, Table
    from mexplore.reports.writers.terminal import show

    several = position.several
    outcome = "an N-position" if solution.winner == "next" else "a P-position"
    nim_sum = "not 0" if solution.nim_sum is None else solution.nim_sum
    winner = f"the {solution.winner} player wins ({outcome})"
    document = Document([Paragraph(f"nim-sum {nim_sum}: {winner}")])
    most = None if show_all else SHOWN
    heaps = [
        [to_decimal(heap.size), str(value), *([str(heap.rule)] if several else [])]
        for heap, value in zip(position.heaps[:most], solution.values[:most], strict=True)
    ]
    heaps += token_rows(position.tokens[:most], solution.token_values[:most], several=several)
    what = position.what
    document.add(Table((what, "value", *(["rule"] if several else [])), heaps))
    every = len(position.heaps) + len(position.tokens)
    if len(heaps) < every:
        document.add(Paragraph(f"The first {len(heaps)} of {every}; --all shows them."))
    rows = _rows(solution, several=several) + move_rows(solution.token_moves, several=several)
    shown = rows[:most]
    if rows:
        left = f"The first {len(shown)} of {len(rows)} rows; --all shows them." * (shown != rows)
        columns = (what, *(["rule"] if several else []), "becomes", "moves like it")
        least = "at least " * (not solution.complete)
        document.add(
            Paragraph(f"Winning moves: {least}{to_decimal(solution.count)}"), Table(columns, shown)
        )
        if left:
            document.add(Paragraph(left))
    for moves in solution.moves:
        if moves.incomplete:
            text = (
                f"Not all moves from {to_decimal(moves.heap.size)} are listed: {moves.incomplete}."
            )
            document.add(Paragraph(text))
    for token_moves in solution.token_moves:
        if token_moves.incomplete:
            square = token_moves.token.square
            are = "not all listed" if token_moves.count else "not listed"
            text = f"The moves from {square} are {are}: {token_moves.incomplete}."
            document.add(Paragraph(text))
    show(document)


def _rows(solution: Solution, *, several: bool) -> list[list[str]]:
    """A row a move, or a row a group where there are many moves."""
    from mexplore.reports.documents.explain import joined

    few = solution.count < LISTED
    rows = []
    for moves in solution.moves:
        start = [to_decimal(moves.heap.size), *([str(moves.heap.rule)] if several else [])]
        groups = moves.groups if few else sorted(moves.groups, key=lambda group: -group.count)
        for group in groups:
            for to in sorted(group) if few else [group.example]:
                rows.append([*start, joined(to), "" if few else to_decimal(group.count)])
    return rows


def _warrants(
    position: Position, known: dict[Rule, Answers], boards: dict[Grid, SquareValues]
) -> Iterator[list[Warrant]]:
    """The warrants of the values, rule by rule: of the tokens, then of the heaps."""
    for grid, values in boards.items():
        squares = [token.square for token in position.tokens if token.grid == grid]
        yield list(values.warrants(squares))
    for rule, answers in known.items():
        sizes = [heap.size for heap in position.heaps if heap.rule == rule]
        covering = (g for g in answers.warranted if g.covers(max(sizes) + 1))
        warrants = [warranted.warrant for warranted in covering][:1]
        yield warrants or list(answers.look_up(sorted(set(sizes))).warrants)
