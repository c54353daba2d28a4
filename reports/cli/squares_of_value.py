"""``mexplore positions`` of a board: the squares of a value, by a table or by a law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mexplore.rules.errors import InputError
from mexplore.rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.questions.whereabouts import Sought
    from mexplore.discover.questions.whole_tables import Region
    from mexplore.discover.study.kind import Means, Warrant
    from mexplore.reports.cli.options import Output
    from mexplore.rules.boards.board import Grid, Square
    from mexplore.rules.boards.lines import Kind
    from mexplore.rules.engine.grundy import Watcher

SHOWN = 60
FEW = 1000  # squares that are numbered in a table, and not by a law


@dataclass(frozen=True)
class _Found:
    """How many squares there are, as far as that was asked for or is finite; the first ones, and
    whether they are all of them; and the one that is asked for by its number."""

    count: int | None
    complete: bool
    first: list[list[int]]
    nth: Square | None
    warrants: Sequence[Warrant]


def of_board(grid: Grid, sought: Sought, board: str | None, output: Output, means: Means) -> None:
    """List, count and number the squares of a value, in the order of x + y, then of x."""
    from mexplore.discover.questions.whole_tables import Region
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.warrants import no_answer
    from mexplore.rules.boards.lines import parse_size

    last = None if sought.stop is None else sought.stop - 1
    region = Region(grid, None if board is None else parse_size(board), last)
    head: dict[str, Any] = {"rule": str(grid), "value": sought.value}
    try:
        with output.progress(means.budget) as watcher:
            found = _squares(region, sought, means, watcher)
    except NotKnown as why:
        no_answer(str(why), head | {"positions": []} if output.as_json else None)
    if sought.nth is not None and found.nth is None:
        reason = f"only {found.count} squares {region.words()} have the value {sought.value}"
        no_answer(reason, head | {"positions": []} if output.as_json else None)
    if output.as_json:
        reach = {"upto": region.sides[0] - 1} if region.size is None else {"board": region.size}
        _print_json(head | {"positions": found.first} | reach, found, sought)
    else:
        title = f"The squares with G = {sought.value} of {_named(grid)}"
        _show(title, f"{counted(found.count or 0)} {region.words()}.", found, sought, output)


def _squares(region: Region, sought: Sought, means: Means, watcher: Watcher) -> _Found:
    """By a law where a table does not reach, else by a table."""
    from mexplore.discover.boards.values import MOST_SQUARES, SquareValues
    from mexplore.discover.questions.board_counts import beyond_tables
    from mexplore.discover.questions.board_places import count_by_law, nth_by_law
    from mexplore.discover.questions.whole_tables import LISTED, nth_square, squares_of_value
    from mexplore.discover.study.kind import NotKnown, Warrant

    known = SquareValues(region.grid, region.size, means, watcher)
    count, nth, by_law = None, None, list[Warrant]()
    reason = ""
    if region.large:
        try:
            count, warrant = count_by_law(known, sought.value, region.sides[0])
            by_law.append(warrant)
        except NotKnown as why:
            raise NotKnown(beyond_tables(str(why))) from None
    free = sought.nth is not None and sought.stop is None and region.size is None
    if sought.nth is not None and count is not None:
        raise NotKnown(f"squares are numbered {region.words()} by a table only; leave --upto out")
    if sought.nth is not None and free and sought.nth > FEW:
        try:
            nth, warrant = nth_by_law(known, sought.value, sought.nth)
            by_law.append(warrant)
        except NotKnown as why:
            reason = str(why)
    # The first squares are those of a small table.
    near = region if count is None else replace(region, last=None)
    squares = squares_of_value(near.table(watcher), sought.value)
    if count is None:
        count = len(squares)
    if sought.nth is not None and nth is None:
        if not free and sought.nth <= len(squares):
            nth = tuple(squares[sought.nth - 1].tolist())
        elif free and sought.nth > MOST_SQUARES:
            raise NotKnown(beyond_tables(reason))
        elif free:
            nth = nth_square(region.grid, sought.value, sought.nth, watcher)
    bounded = region.size is not None or region.last is not None
    complete = bounded and count <= min(len(squares), LISTED)
    return _Found(count, complete, squares[:LISTED].tolist(), nth, tuple(dict.fromkeys(by_law)))


def of_line(
    grid: Grid,
    sought: Sought,
    lines: Sequence[tuple[Kind, int]],
    board: str | None,
    output: Output,
    means: Means,
) -> None:
    """The same of one row or column."""
    from mexplore.discover.boards.values import SquareValues
    from mexplore.discover.questions.board_places import on_line
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.warrants import no_answer

    if len(lines) > 1 or board is not None:
        raise InputError(
            "--row, --column and --diagonal name one line of the quarter plane, without --board"
        )
    kind, number = lines[0]
    head: dict[str, Any] = {"rule": str(grid), "value": sought.value, kind: number}
    try:
        with output.progress(means.budget) as watcher:
            known = SquareValues(grid, None, means, watcher)
            line = on_line(known, kind, number, sought.value)
            first, all_of_them = line.first(sought.stop)
            at = None if sought.nth is None else line.places.nth(sought.nth)
            nth = None if at is None else line.square(at)
            if sought.nth is not None and nth is None:
                raise NotKnown(f"{kind} {number} has fewer than {sought.nth} such squares")
    except NotKnown as why:
        no_answer(str(why), head | {"positions": []} if output.as_json else None)
    count = len(first) if all_of_them else None
    if sought.stop is not None:
        count = line.places.below(sought.stop)
    complete = all_of_them and (count is None or count == len(first))
    listed = [list(square) for square in first]
    found = _Found(count, complete, listed, nth, (line.warrant,))
    if output.as_json:
        reach = {} if sought.stop is None else {"upto": sought.stop - 1}
        _print_json(head | {"positions": found.first} | reach, found, sought)
        return
    title = f"The squares with G = {sought.value} on {kind} {to_decimal(number)} of {_named(grid)}"
    reach_words = "" if sought.stop is None else f" up to n = {to_decimal(sought.stop - 1)}"
    words = f"{'More than ' + counted(SHOWN) if count is None else counted(count)}{reach_words}."
    _show(title, words, found, sought, output)


def _named(grid: Grid) -> str:
    from mexplore.reports.writers.prose import entitled

    return entitled(str(grid), str(grid))


def counted(count: int) -> str:
    """A number of squares in words."""
    return f"{to_decimal(count)} square{'' if count == 1 else 's'}"


def _print_json(head: dict[str, Any], found: _Found, sought: Sought) -> None:
    from mexplore.reports.writers.output import print_json

    more: dict[str, Any] = {"count": None if found.count is None else to_decimal(found.count)}
    more["all_listed"] = found.complete
    if found.nth is not None and sought.nth is not None:
        more["nth"] = {"k": to_decimal(sought.nth), "square": list(found.nth)}
    if found.warrants:
        more["status"] = _status(found)
    print_json(head | more)


def _status(found: _Found) -> str:
    statuses = {warrant.status for warrant in found.warrants}
    return "holds so far" if "holds so far" in statuses else "proved"


def _show(title: str, count: str, found: _Found, sought: Sought, output: Output) -> None:
    from mexplore.reports.cli.warrants import say_warrants
    from mexplore.reports.writers.document import Document, Heading, Paragraph
    from mexplore.reports.writers.terminal import show

    document = Document([Heading(title, 1), Paragraph(count)])
    if found.nth is not None and sought.nth is not None:
        text = f"Number {to_decimal(sought.nth)}, counted from 1, is {found.nth}."
        document.add(Paragraph(text))
    shown = ", ".join(str(tuple(square)) for square in found.first[:SHOWN])
    if not shown and (found.count is None or found.count > 0):
        shown = "None of them is near the corner."
    elif found.count is None or found.count > len(found.first[:SHOWN]):
        shown = f"The first {len(found.first[:SHOWN])}: {shown}, ..."
    if shown:
        document.add(Paragraph(shown))
    show(document)
    if found.warrants:
        say_warrants(found.warrants, quiet=output.silent)
