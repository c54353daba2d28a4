"""``mexplore count``: how many positions are lost, exactly."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from mexplore.reports.cli.answers import Answer, give, head_of
from mexplore.reports.cli.options import (
    BoardSize,
    Budget,
    MaxPositions,
    Misere,
    Names,
    Output,
    RuleText,
    Unproved,
    read_means,
    under_misere,
)
from mexplore.rules.errors import InputError
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.rules.engine.grundy import Watcher

HOW_FAR = "say how far the squares reach: --upto N, or --board 8x8"


def command(
    rule: RuleText,
    names: Names,
    output: Output,
    upto: Annotated[
        str | None,
        typer.Option("--upto", metavar="N", help="The largest heap, 10^18, or coordinate."),
    ] = None,
    start: Annotated[str, typer.Option("--from", metavar="A", help="The smallest heap.")] = "0",
    of_heaps: Annotated[
        str, typer.Option("--heaps", metavar="K", help="How many heaps a position has.")
    ] = "1",
    ordered: Annotated[
        bool, typer.Option("--ordered", help="Count tuples, not multisets.")
    ] = False,
    winning: Annotated[
        bool, typer.Option("--winning", help="Count the N-positions, which the next player wins.")
    ] = False,
    moves: Annotated[
        bool,
        typer.Option("--moves", help="Count the winning moves, a token being on every square."),
    ] = False,
    misere: Misere = False,
    board: BoardSize = None,
    unproved: Unproved = False,
    max_positions: MaxPositions = None,
    budget: Budget = None,
) -> None:
    """Count the P-positions of K heaps with sizes in A..N: lost for the player who is to move.

    Sizes begin at 0 unless --from says otherwise, and the empty heap counts. The number is exact;
    N may be as large as a closed form allows. Of a board, positions of K tokens are counted, with
    coordinates in A..N or anywhere on a board of size WxH. With --moves the winning moves of one
    position are counted: a token is on every square, or, of coins, all of them show heads.

    mexplore count "subtract(squares)" --upto 100000 --heaps 3

    mexplore count 0.07 --upto 10^18 --json

    mexplore count wythoff --upto 10^18

    mexplore count 0.77 --upto 100 --heaps 3 --ordered --misere

    mexplore count "turn(squares in a row) x turn(triangular in a row)" --upto 100 --moves
    """
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.boards.lines import parse_size
    from mexplore.rules.text.numbers import parse_number

    first, heaps = parse_number(start, "--from"), parse_number(of_heaps, "--heaps")
    last = None if upto is None else parse_number(upto, "--upto")
    if heaps < 1:
        raise InputError(f"--heaps {heaps}: a position has at least 1 heap")
    if last is not None and first > last:
        raise InputError("the range is empty: --from is larger than --upto")
    chosen = names.game(rule)
    head = head_of(chosen, misere=misere)
    if misere:
        chosen = under_misere(chosen, board)
    squares = isinstance(chosen, Grid)
    _refuse_board(board, heaps, squares=squares, misere=misere)
    if moves and (not squares or winning or ordered or heaps > 1):
        raise InputError("--moves is about a board, and goes without --heaps, --ordered, --winning")
    if last is None and board is None:
        raise InputError(HOW_FAR if squares else "name the largest heap: --upto N")
    size = None if board is None else parse_size(board)
    head |= {"upto": last} if size is None else {"board": list(size)}
    head |= {"moves": True} if moves else {"heaps": heaps}
    means = read_means(budget, unproved=unproved, law_first=misere, max_positions=max_positions)
    each = "each order counts" if ordered else "in any order, counted once; --ordered: each order"
    order = [f"{heaps} heaps: {each}"] * (heaps > 1)

    def find(watcher: Watcher) -> Answer:
        if isinstance(chosen, Grid):
            from mexplore.discover.questions.boards import Region, lost_on_board

            region = Region(chosen, size, last)
            if moves:
                from mexplore.discover.questions.first_moves import winning_first_moves

                found, why = winning_first_moves(region, first, watcher)
                return Answer({"count": found}, [to_decimal(found)], [why])
            lost, every, warrant = lost_on_board(
                region, heaps, first, means, watcher, ordered=ordered
            )
        else:
            from mexplore.discover.questions.classes import few_or_last
            from mexplore.discover.questions.count import all_positions
            from mexplore.discover.questions.known import classes_of_rule

            assert last is not None
            asked = [last] if misere else few_or_last(first, last + 1)
            by = replace(means, singly=len(asked) > 1)
            known = classes_of_rule(chosen, asked, by, watcher, misere=misere)
            lost = known.lost(first, last + 1, heaps, ordered=ordered)
            every = all_positions(last + 1 - first, heaps, ordered=ordered)
            (warrant, *_) = known.warrants([last])
        number = every - lost if winning else lost
        where = f"on a board of {board}" if last is None else _sizes(first, last, squares=squares)
        of = f"{to_decimal(every)} {_positions(heaps, squares=squares)} {where}"
        said = to_decimal(number) if output.quiet else _sentence(number, of, winning=winning)
        return Answer({"count": to_decimal(number)}, [said], [warrant], order)

    give(output, means.budget, head, {"count": None}, find)


def _positions(heaps: int, *, squares: bool) -> str:
    """What is counted."""
    if squares:
        return "squares" if heaps == 1 else f"positions of {heaps} tokens"
    return "heaps" if heaps == 1 else f"positions of {heaps} heaps"


def _sizes(first: int, last: int, *, squares: bool) -> str:
    """Where, in words."""
    low, high = to_decimal(first), to_decimal(last)
    return f"with coordinates from {low} to {high}" if squares else f"of {low} to {high} tokens"


def _sentence(number: int, of: str, *, winning: bool) -> str:
    """How many are lost, or won.

    >>> _sentence(1, "9 heaps of 0 to 8 tokens", winning=False)
    '1 of the 9 heaps of 0 to 8 tokens is lost (a P-position).'
    """
    one = number == 1
    lost = "lost (a P-position)" if one else "lost (P-positions)"
    outcome = "won by the next player" if winning else lost
    return f"{to_decimal(number)} of the {of} {'is' if one else 'are'} {outcome}."


def _refuse_board(board: str | None, heaps: int, *, squares: bool, misere: bool) -> None:
    """Raise InputError for what is not known of boards, or asked of heaps alone."""
    if misere and squares and heaps > 1:
        raise InputError("misère play is known of one token on a board alone; leave --heaps out")
    if board is not None and not squares:
        raise InputError("--board needs a board, such as '(x, y) -> [(x - 1, y)]'")
