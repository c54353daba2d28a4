"""Who wins a sum of heaps and tokens, and by which moves, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.sums import Component, Part, Piece, Solution, Token, WinningMoves
from mexplore.reports.documents.explain import joined
from mexplore.reports.writers.document import Block, Paragraph, Table
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.questions.winning_moves import Group

LISTED = 1000  # moves: JSON lists fewer than this one by one
SHOWN = 40  # rows that are shown, unless all are asked for


def solution_blocks(solution: Solution, *, show_all: bool = False) -> Iterator[Block]:
    """The winner, the values of heaps and squares in normal play, and the winning moves."""
    yield Paragraph(_winner(solution))
    most, several = None if show_all else SHOWN, solution.several
    what, rule = _what(solution), ["rule"] * several
    if not solution.misere:
        parts = list(zip(solution.position, solution.classes, strict=True))
        values = [
            [_place(part), _value(part, value, solution), *[str(part.rule)] * several]
            for part, value in _first_of_each(parts, most)
        ]
        yield Table((what, "value", *rule), values)
        if len(values) < len(parts):
            yield Paragraph(f"The first {len(values)} of {len(parts)}; --all shows them.")
    rows = [row for moves in solution.played for row in _rows(moves, solution)]
    if rows:
        least = "at least " * (not solution.complete)
        yield Paragraph(f"Winning moves: {least}{to_decimal(solution.count)}")
        heads = (what, *rule, "becomes", "equivalent moves")
        alone = not any(row[-1] for row in rows)
        yield Table(
            heads[:-1] if alone else heads, [row[: len(row) - alone] for row in rows[:most]]
        )
        if rows[:most] != rows:
            yield Paragraph(f"The first {most} of {len(rows)} rows; --all shows them.")
    for moves in solution.played:
        if moves.incomplete:
            yield Paragraph(_incomplete(moves))


def _value(part: Part, value: Any, solution: Solution) -> str:
    if value is not None:
        return str(value)
    least = solution.least.get(part, 1)
    return f"greater than {least - 1}" if least > 1 else "not 0"


def _winner(solution: Solution) -> str:
    outcome = "a P-position" if solution.lost else "an N-position"
    if not solution.misere:
        nim_sum = f"nim-sum {'not 0' if solution.nim_sum is None else solution.nim_sum}"
        return f"{nim_sum}: the {solution.winner} player wins ({outcome})"
    if solution.over:
        return "misère play: there is no move, so who is to move has won (an N-position)"
    if isinstance(solution.position[0], Token):
        return f"misère play: the {solution.winner} player wins ({outcome})"
    return f"misère play: the {solution.winner} player wins ({outcome}, class {solution.name})"


def _what(solution: Solution) -> str:
    """What the position consists of."""
    heaps = {not isinstance(part, Token) for part in solution.position}
    return {True: "heap", False: "square"}[heaps.pop()] if len(heaps) == 1 else "heap or square"


def _first_of_each(parts: list[tuple[Part, Any]], most: int | None) -> list[tuple[Part, Any]]:
    """This many heaps, and this many tokens."""
    heaps = [each for each in parts if isinstance(each[0], Component)]
    return heaps[:most] + parts[len(heaps) :][:most]


def _place(part: Part) -> str:
    return to_decimal(part.size) if isinstance(part, Component) else str(part.size)


def _rows(moves: WinningMoves, solution: Solution) -> Iterator[list[str]]:
    """A row a move, or a row a group where there are many moves, the largest groups first."""
    start = [_place(moves.heap), *[str(moves.heap.rule)] * solution.several]
    few = solution.count < LISTED or not isinstance(moves.heap, Component)
    if few and (not solution.misere or isinstance(moves.heap, Token)):
        for to in moves.results:
            yield [*start, joined(to), ""]
        return
    groups: Iterable[Group] = moves.groups
    for group in groups if few else sorted(groups, key=lambda group: -group.count):
        becomes = joined(group.example) if group.example or not solution.misere else "0"
        yield [*start, becomes, to_decimal(group.count)]


def _incomplete(moves: WinningMoves) -> str:
    if not isinstance(moves.heap, Token):
        return f"Not all moves from {_place(moves.heap)} are listed: {moves.incomplete}."
    are = "not all listed" if moves.count else "not listed"
    return f"The moves from {moves.heap.size} are {are}: {moves.incomplete}."


def solution_json(solution: Solution) -> dict[str, Any]:
    """The moves of heaps one by one where they are few, and grouped otherwise; those of tokens
    listed."""
    several = solution.several

    def place(part: Part) -> dict[str, Any]:
        at: dict[str, Any] = {"heap": part.size}
        if isinstance(part, Token):
            at = {"square": list(part.size)}
        elif isinstance(part, Piece):
            at = {"heap": str(part.size)}
        return at | ({"rule": str(part.rule)} if several else {})

    def result_of(at: Any, moves: WinningMoves) -> Any:
        if isinstance(moves.heap, Piece):
            return str(at)
        return list(at) if isinstance(at, tuple) else at

    def listed(played: Iterable[WinningMoves]) -> list[dict[str, Any]]:
        return [
            place(moves.heap) | {"to": [result_of(at, moves) for at in to]}
            for moves in played
            for to in moves.results
        ]

    result: dict[str, Any] = {
        "nim_sum": solution.nim_sum,
        "winner": solution.winner,
        "class": solution.name,
    }
    on_boards = listed(solution.token_moves)
    if solution.count < LISTED:
        result["moves"] = listed(solution.moves) + on_boards
    else:
        result |= {"moves": on_boards} if on_boards else {}
        result["groups"] = [
            place(moves.heap) | {"count": group.count, "example": list(group.example)}
            for moves in solution.moves
            for group in moves.groups
        ]
    incomplete = [
        place(moves.heap) | {"reason": moves.incomplete}
        for moves in solution.played
        if moves.incomplete
    ]
    return result | ({"incomplete": incomplete} if incomplete else {})
