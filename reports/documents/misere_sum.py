"""Who wins a sum of heaps under misère play, and by which moves, as a document and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import Document, Paragraph, Table
from mexplore.rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.questions.misere_sums import MisereSolution
    from mexplore.discover.questions.sums import Component, WinningMoves
    from mexplore.discover.questions.winning_moves import Group

LISTED = 1000  # JSON lists fewer moves than this one by one
SHOWN = 40  # rows that the terminal shows without --all


def misere_sum_document(
    solution: MisereSolution, *, several: bool, show_all: bool = False
) -> Document:
    """The winner first, then the winning moves."""
    document = Document([Paragraph(_winner(solution))])
    rows = [
        [
            to_decimal(moves.heap.size),
            *([str(moves.heap.rule)] if several else []),
            " + ".join(map(to_decimal, group.example)) or "0",
            to_decimal(group.count),
        ]
        for moves in solution.moves
        for group in _in_order(moves, solution)
    ]
    if rows:
        least = "at least " * (not solution.complete)
        columns = ("heap", *(["rule"] if several else []), "becomes", "moves like it")
        shown = rows if show_all else rows[:SHOWN]
        document.add(
            Paragraph(f"Winning moves: {least}{to_decimal(solution.count)}"), Table(columns, shown)
        )
        if len(shown) < len(rows):
            text = f"The first {len(shown)} of {len(rows)} rows; --all shows them."
            document.add(Paragraph(text))
    for moves in solution.moves:
        if moves.incomplete:
            size = to_decimal(moves.heap.size)
            document.add(Paragraph(f"Not all moves from {size} are listed: {moves.incomplete}."))
    return document


def _in_order(moves: WinningMoves, solution: MisereSolution) -> Iterable[Group]:
    """Where moves are many, the largest groups first."""
    few = solution.count < LISTED
    return moves.groups if few else sorted(moves.groups, key=lambda group: -group.count)


def _winner(solution: MisereSolution) -> str:
    if solution.over:
        return "misère play: there is no move, so who is to move has won (an N-position)"
    outcome = "a P-position" if solution.lost else "an N-position"
    return (
        f"misère play: the {solution.winner} player wins ({outcome}, class {solution.class_name})"
    )


def misere_sum_json(solution: MisereSolution, rules: str, *, several: bool) -> dict[str, Any]:
    """The moves one by one where they are few, and grouped otherwise."""

    def heap_json(heap: Component) -> dict[str, Any]:
        return {"heap": heap.size} | ({"rule": str(heap.rule)} if several else {})

    result: dict[str, Any] = {
        "rule": rules,
        "play": "misere",
        "winner": solution.winner,
        "class": solution.class_name,
        "warrant": solution.words,
    }
    if solution.count < LISTED:
        result["moves"] = [heap_json(heap) | {"to": list(to)} for heap, to in solution.listed()]
    else:
        result["groups"] = [
            heap_json(moves.heap) | {"count": group.count, "example": list(group.example)}
            for moves in solution.moves
            for group in moves.groups
        ]
    incomplete = [
        heap_json(moves.heap) | {"reason": moves.incomplete}
        for moves in solution.moves
        if moves.incomplete
    ]
    return result | ({"incomplete": incomplete} if incomplete else {})
