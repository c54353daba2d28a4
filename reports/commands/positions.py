"""``mexplore positions``: where a value occurs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.answers import Answer, give, head_of
from mexplore.reports.cli.options import (
    BoardSize,
    Budget,
    Misere,
    Names,
    Output,
    RuleText,
    Unproved,
    heaps_only,
    read_line,
    read_means,
    under_misere,
)
from mexplore.rules.errors import InputError
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.questions.known import HeapGame
    from mexplore.discover.questions.positions import PositionsQuery
    from mexplore.discover.study.kind import Means
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.boards.lines import Kind
    from mexplore.rules.engine.grundy import Watcher


def command(
    rule: RuleText,
    names: Names,
    output: Output,
    value: Annotated[str, typer.Option(metavar="V", help="The value; 0: P-positions.")] = "0",
    upto: Annotated[
        str | None, typer.Option("--upto", metavar="N", help="Count them up to N: 10^18.")
    ] = None,
    nth: Annotated[
        str | None, typer.Option(metavar="K", help="The K-th of them, from 1 on: 10^18.")
    ] = None,
    misere: Misere = False,
    board: BoardSize = None,
    row: Annotated[
        str | None, typer.Option(metavar="A", help="Of a board: on the row x = A.")
    ] = None,
    column: Annotated[
        str | None, typer.Option(metavar="B", help="Of a board: on the column y = B.")
    ] = None,
    diagonal: Annotated[
        str | None, typer.Option(metavar="D", help="Of a board: on the diagonal y = x + D.")
    ] = None,
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """List, count and number the n with G(n) = V, with their gaps and patterns.

    Counts up to a huge N, and the K-th position for a huge K, come from a closed form. The
    positions are studied as a sequence, whose laws follow from the one of the values, or are said
    of the first ones. Of a board, squares are listed in the order of x + y, of one row,
    column or diagonal with --row A, --column B or --diagonal D, however far out.

    mexplore positions 0.07 --upto 10^18

    mexplore positions "subtract(squares)" --nth 1000 --json

    mexplore positions wythoff --upto 50

    mexplore positions wythoff --row 10^30

    mexplore positions wythoff --diagonal 10^30

    mexplore positions 0.77 --misere
    """
    from mexplore.discover.questions.positions import PositionsQuery
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.text.numbers import parse_number

    query = PositionsQuery(
        parse_number(value, "--value"),
        None if upto is None else parse_number(upto, "--upto") + 1,
        None if nth is None else parse_number(nth, "--nth"),
    )
    if query.nth == 0:
        raise InputError("--nth 0: the first position is number 1")
    chosen, lines = names.game(rule), _lines(row, column, diagonal)
    if misere and query.value:
        raise InputError("--misere lists the heaps that are lost alone, and takes no --value")
    head = head_of(chosen, misere=misere) | {"value": query.value}
    if misere:
        chosen = under_misere(chosen, board)
    means = read_means(budget, unproved=unproved, law_first=not isinstance(chosen, Grid))
    if isinstance(chosen, Grid):
        _squares(chosen, query, lines, board, means, output, head)
        return
    if (board is not None or lines) and not misere:
        option = "board" if board is not None else lines[0][0]
        raise InputError(f"--{option} needs a board, such as '(x, y) -> [(x - 1, y)]'")
    _heaps(chosen, query, means, output, misere=misere)


def _lines(row: str | None, column: str | None, diagonal: str | None) -> list[tuple[Kind, int]]:
    """The lines of a board that were named."""
    from mexplore.rules.text.numbers import parse_number

    lines: list[tuple[Kind, int]] = []
    if row is not None:
        lines.append(("row", parse_number(row, "--row")))
    if column is not None:
        lines.append(("column", parse_number(column, "--column")))
    if diagonal is not None:
        lines.append(("diagonal", read_line(diagonal)))
    return lines


def _heaps(
    chosen: HeapGame, query: PositionsQuery, means: Means, output: Output, *, misere: bool
) -> None:
    """The n with a value, or the heaps that are lost alone under misère play."""

    def find(watcher: Watcher) -> Answer:
        from mexplore.discover.questions.positions import find_positions, lost_alone
        from mexplore.discover.questions.where import NoSuchPosition
        from mexplore.discover.study.kind import NotKnown
        from mexplore.reports.documents import positions as text
        from mexplore.reports.writers.prose import entitled

        try:
            if misere:
                found = lost_alone(heaps_only(chosen), query, means, watcher)
            else:
                found = find_positions(chosen, query, means, watcher)
        except (NotKnown, NoSuchPosition) as why:
            what = "" if misere else f"{chosen}, value {query.value}: "
            raise NotKnown(f"{what}{why}") from None
        if output.as_json or not misere:
            _ = found.study  # the listed positions are a sequence of their own
        name = entitled(str(chosen), str(chosen))
        return Answer(
            lambda: text.positions_json(found, query),
            text.lost_alone_lines(chosen, found, query)
            if misere
            else text.positions_blocks(name, found, query),
            [found.warrant],
        )

    head = head_of(chosen, misere=misere) | {"value": None if misere else query.value}
    give(output, means.budget, head, {"positions": []}, find)


def _squares(
    grid: Grid,
    query: PositionsQuery,
    lines: list[tuple[Kind, int]],
    board: str | None,
    means: Means,
    output: Output,
    head: dict[str, Any],
) -> None:
    """The squares of a value on a board, or on one line of it."""
    from mexplore.discover.questions import boards
    from mexplore.discover.questions.boards import Region
    from mexplore.reports.documents import positions as text
    from mexplore.reports.writers.prose import entitled
    from mexplore.rules.boards.lines import parse_size

    if lines and (len(lines) > 1 or board is not None):
        raise InputError(
            "--row, --column and --diagonal name one line of the quarter plane, without --board"
        )
    last = None if query.stop is None else query.stop - 1
    region = Region(grid, None if board is None else parse_size(board), last)
    name = entitled(str(grid), str(grid))
    if lines:
        ((kind, number),) = lines
        head |= {kind: number}
        reach: dict[str, object] = {} if last is None else {"upto": last}
        where = f"on {kind} {to_decimal(number)} of {name}"
        words = "" if last is None else f" up to n = {to_decimal(last)}"
    else:
        reach = {"upto": region.sides[0] - 1} if region.size is None else {"board": region.size}
        where, words = f"of {name}", f" {region.words()}"

    def find(watcher: Watcher) -> Answer:
        if lines:
            found = boards.squares_on_line(grid, *lines[0], query, means, watcher)
        else:
            found = boards.squares_where(region, query, means, watcher)
        facts = text.squares_json(found, query) | reach
        return Answer(facts, text.squares_blocks(where, words, found, query), found.warrants)

    give(output, means.budget, head, {"positions": []}, find)
