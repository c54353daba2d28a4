"""``mexplore solve``: who wins a sum of heaps, and by which moves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.cli.options import Budget, Names, Output, Unproved, read_means
from rules.errors import InputError

if TYPE_CHECKING:
    from discover.questions.sums import Component, Solution
    from discover.questions.values import Answers, Means, NotKnown
    from rules.rule import Rule

LISTED = 1000  # JSON lists fewer moves than this one by one
SHOWN = 40  # and the terminal so many, unless asked for all
BAD_INPUT = 2


def command(
    items: Annotated[
        list[str],
        typer.Argument(metavar="RULE HEAP...", help="A rule and its heaps, or RULE:HEAP each."),
    ],
    names: Names,
    output: Output,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Solve a game a line, heaps only: winners, no moves."),
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Solve the good lines, report the bad ones.")
    ] = False,
    play: Annotated[bool, typer.Option("--play", help="Play against me, in turns.")] = False,
    show_all: Annotated[bool, typer.Option("--all", help="Show every move or group.")] = False,
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """Say who wins a sum of heaps, the nim-sum, and all winning moves.

    Heaps of one rule follow it; heaps of different rules are written RULE:HEAP. Huge heaps of
    splitting games have groups of moves that are alike, each with an example and its size.

    mexplore solve "divide(2..6)" 10^18 7 3*10^17

    mexplore solve "0.77:15" "subtract(1,3,4):10^18" --json
    """
    means = read_means(budget, unproved=unproved)
    if file is not None:
        if play or len(items) > 1:
            raise InputError("--file has the heaps: give it one rule, and no --play")
        _many(names.rule(items[0]), file, means, output, keep_going=keep_going)
        return
    position = _position(items, names)
    known = _answers(position, means, output)
    if play:
        if output.as_json:
            raise InputError("--play and --json exclude each other")
        from reports.cli.play import play as play_game

        play_game(position, known)
        return
    _one(position, known, output, show_all=show_all)


# Reading the position.


def _position(items: list[str], names: Names) -> list[Component]:
    """The heaps, each with its rule."""
    from discover.questions.sums import Component
    from rules.text.numbers import parse_number

    if all(_is_pair(item) for item in items):
        pairs = [item.rpartition(":") for item in items]
        rules = {text: names.rule(text) for text, _, _ in pairs}
        return [Component(rules[text], parse_number(size, "heap")) for text, _, size in pairs]
    if _is_pair(items[0]):
        odd = next(item for item in items if not _is_pair(item))
        raise InputError(
            f"heap {odd[:40]!r} has no rule: write RULE:HEAP each, as {items[0][:40]!r}"
        )
    rule = names.rule(items[0])
    if len(items) == 1:
        raise InputError("name the heaps: mexplore solve RULE HEAP..., or RULE:HEAP each")
    return [Component(rule, parse_number(size, "heap")) for size in items[1:]]


def _is_pair(item: str) -> bool:
    """Whether a number follows the last colon, as it does not in ``games.py:options``."""
    from rules.text.numbers import parse_number

    rule, colon, size = item.rpartition(":")
    if not rule or not colon:
        return False
    try:
        parse_number(size)
    except InputError:
        return False
    return True


def _answers(position: list[Component], means: Means, output: Output) -> dict[Rule, Answers]:
    from discover.questions.values import answers

    sizes: dict[Rule, list[int]] = {}
    for heap in position:
        sizes.setdefault(heap.rule, []).append(heap.size)
    with output.progress() as watcher:
        return {rule: answers(rule, heaps, means, watcher) for rule, heaps in sizes.items()}


# One position.


def _one(
    position: list[Component],
    known: dict[Rule, Answers],
    output: Output,
    *,
    show_all: bool,
) -> None:
    from discover.questions.sums import solve
    from discover.questions.values import NotKnown

    try:
        solution = solve(position, known)
    except NotKnown as why:
        _refuse(why, position, as_json=output.as_json)
        return
    if output.as_json:
        from reports.cli.output import print_json

        print_json(_json(position, solution))
    else:
        _show(position, solution, show_all=show_all)
    _say_warrants(position, known, quiet=output.silent)


def _refuse(why: NotKnown, position: list[Component], *, as_json: bool) -> None:
    from reports.cli.warrants import no_answer

    empty: dict[str, Any] = {"rule": _names(position), "nim_sum": None, "winner": None, "moves": []}
    no_answer(str(why), empty if as_json else None)


def _names(position: list[Component]) -> str:
    return " + ".join(dict.fromkeys(str(heap.rule) for heap in position))


def _json(position: list[Component], solution: Solution) -> dict[str, Any]:
    """The moves one by one where they are few, and grouped otherwise."""
    several = len({heap.rule for heap in position}) > 1

    def heap_json(heap: Component) -> dict[str, Any]:
        return {"heap": heap.size} | ({"rule": str(heap.rule)} if several else {})

    result: dict[str, Any] = {
        "rule": _names(position),
        "nim_sum": solution.nim_sum,
        "winner": solution.winner,
    }
    if solution.count < LISTED:
        listed = [heap_json(heap) | {"to": list(to)} for heap, to in solution.listed()]
        result["moves"] = listed
    else:
        result["groups"] = [
            heap_json(moves.heap) | {"count": group.count, "example": list(group.example)}
            for moves in solution.moves
            for group in moves.groups
        ]
    incomplete = [m for m in solution.moves if m.incomplete]
    if incomplete:
        result["incomplete"] = [
            heap_json(moves.heap) | {"reason": moves.incomplete} for moves in incomplete
        ]
    return result


def _show(position: list[Component], solution: Solution, *, show_all: bool) -> None:
    from reports.documents.document import Document, Paragraph, Table
    from reports.writers.terminal import show

    several = len({heap.rule for heap in position}) > 1
    winner = "the next player wins" if solution.nim_sum else "the previous player wins"
    outcome = "an N-position" if solution.nim_sum else "a P-position"
    document = Document([Paragraph(f"nim-sum {solution.nim_sum}: {winner} ({outcome})")])
    heaps = [
        [str(heap.size), str(value), *([str(heap.rule)] if several else [])]
        for heap, value in zip(position[:SHOWN], solution.values[:SHOWN], strict=True)
    ]
    document.add(Table(("heap", "value", *(["rule"] if several else [])), heaps))
    rows = _rows(solution, several=several)
    shown = rows if show_all else rows[:SHOWN]
    if rows:
        left = f"The first {len(shown)} of {len(rows)} rows; --all shows them." * (shown != rows)
        columns = ("heap", *(["rule"] if several else []), "becomes", "moves like it")
        least = "at least " * any(moves.incomplete for moves in solution.moves)
        document.add(Paragraph(f"Winning moves: {least}{solution.count}"), Table(columns, shown))
        if left:
            document.add(Paragraph(left))
    for moves in solution.moves:
        if moves.incomplete:
            text = f"Not all moves from {moves.heap.size} are listed: {moves.incomplete}."
            document.add(Paragraph(text))
    show(document)


def _rows(solution: Solution, *, several: bool) -> list[list[str]]:
    """A row a move, or a row a group where there are many moves."""
    few = solution.count < LISTED
    rows = []
    for moves in solution.moves:
        start = [str(moves.heap.size), *([str(moves.heap.rule)] if several else [])]
        groups = moves.groups if few else sorted(moves.groups, key=lambda group: -group.count)
        for group in groups:
            for to in sorted(group) if few else [group.example]:
                becomes = " + ".join(map(str, to)) or "nothing"
                rows.append([*start, becomes, "" if few else str(group.count)])
    return rows


def _say_warrants(position: list[Component], known: dict[Rule, Answers], *, quiet: bool) -> None:
    """Why the values of the heaps are right."""
    from reports.cli.warrants import say_warrants

    for rule, answers in known.items():
        sizes = [heap.size for heap in position if heap.rule == rule]
        covering = (g for g in answers.grounds if g.covers(max(sizes) + 1))
        warrants = [ground.warrant for ground in covering][:1]
        if not warrants:
            warrants = list(answers.look_up(sorted(set(sizes))).warrants)
        say_warrants(warrants, quiet=quiet)


# Many positions.


def _many(rule: Rule, file: Path, means: Means, output: Output, *, keep_going: bool) -> None:
    """A line a game: its nim-sum and its winner."""
    from discover.questions.sums import nim_sums
    from discover.questions.values import NotKnown, answers
    from reports.cli.number_lines import read_lines
    from reports.cli.warrants import no_answer, say_warrants

    lines = read_lines(file, keep_going=keep_going, one=False)
    games = [game for _, game in lines.good]
    sizes = [size for game in games for size in game]
    with output.progress() as watcher:
        known = answers(rule, sizes, means, watcher)
    empty: dict[str, Any] = {"rule": str(rule), "games": []}
    try:
        sums = nim_sums(games, known)
    except NotKnown as why:
        no_answer(str(why), empty if output.as_json else None)
    rows = [
        {"line": line, "nim_sum": nim_sum, "winner": "next" if nim_sum else "previous"}
        for (line, _), nim_sum in zip(lines.good, sums, strict=True)
    ]
    if output.as_json:
        from reports.cli.output import print_json

        print_json(empty | {"games": rows})
    else:
        sys.stdout.write("line,nim_sum,winner\n")
        sys.stdout.writelines(f"{r['line']},{r['nim_sum']},{r['winner']}\n" for r in rows)
    covering = (g for g in known.grounds if g.covers(max(sizes, default=0) + 1))
    say_warrants([g.warrant for g in covering][:1], quiet=True)
    for line in lines.bad:
        print(f"mexplore: {line}", file=sys.stderr)
    if lines.bad:
        raise typer.Exit(BAD_INPUT)
