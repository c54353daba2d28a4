"""``mexplore count``: how many positions are lost, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.options import (
    BoardSize,
    Budget,
    Misere,
    Names,
    Output,
    RuleText,
    Unproved,
    read_means,
    read_seconds,
)
from mexplore.reports.cli.saying import say
from mexplore.rules.errors import InputError
from mexplore.rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.questions.misere_sums import Classes
    from mexplore.discover.study.kind import Means, Warrant
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.rule import Rule


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
    misere: Misere = False,
    board: BoardSize = None,
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """Count the P-positions of K heaps with sizes in A..N: lost for the player who is to move.

    Sizes begin at 0 unless --from says otherwise, and the empty heap counts. The number is exact;
    N may be as large as a closed form allows. Of a board, positions of K tokens are counted, with
    coordinates in A..N or anywhere on a board of size WxH.

    mexplore count "subtract(squares)" --upto 100000 --heaps 3

    mexplore count 0.07 --upto 10^18 --json

    mexplore count wythoff --upto 10^18

    mexplore count 0.77 --upto 100 --heaps 3 --ordered --misere
    """
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.text.numbers import parse_number

    sizes = Range(
        parse_number(start, "--from"),
        None if upto is None else parse_number(upto, "--upto"),
        parse_number(of_heaps, "--heaps"),
        ordered,
        winning,
    )
    chosen = names.game(rule)
    if misere:
        from mexplore.reports.cli.misere import heaps_only

        _misere(heaps_only(chosen, board), sizes, read_seconds(budget), output)
        return
    if isinstance(chosen, Grid):
        means = read_means(budget, unproved=unproved)
        _of_squares(chosen, board, sizes, output, means)
        return
    if board is not None:
        raise InputError("--board needs a board, such as '(x, y) -> [(x - 1, y)]'")
    _of_heaps(chosen, sizes, read_means(budget, unproved=unproved), output)


@dataclass(frozen=True)
class Range:
    """The positions that are counted: sizes from ``first`` to ``last``, and how many heaps."""

    first: int
    last: int | None
    heaps: int
    ordered: bool
    winning: bool

    def __post_init__(self) -> None:
        if self.heaps < 1:
            raise InputError(f"--heaps {self.heaps}: a position has at least 1 heap")
        if self.last is not None and self.first > self.last:
            raise InputError("the range is empty: --from is larger than --upto")


def _of_heaps(chosen: Rule, sizes: Range, means: Means, output: Output) -> None:
    from mexplore.discover.heaps.values import answers
    from mexplore.discover.questions.count import Counted
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.warrants import no_answer

    last = sizes.last
    if last is None:
        raise InputError("name the largest heap: --upto N")
    result: dict[str, Any] = {"rule": str(chosen), "upto": last, "heaps": sizes.heaps}
    try:
        with output.progress(means.budget) as watcher:
            warranted = answers(chosen, [last], means, watcher).best_for(last + 1)
            counted = Counted(warranted, sizes.first, last + 1, sizes.heaps, sizes.ordered)
            count = counted.won() if sizes.winning else counted.lost()
    except NotKnown as why:
        no_answer(str(why), result | {"count": None} if output.as_json else None)
    _print(
        result | {"count": to_decimal(count)}, [warranted.warrant], output, ordered=sizes.ordered
    )


def _misere(rule: Rule, sizes: Range, seconds: float, output: Output) -> None:
    """Sums that are lost where who makes the last move loses."""
    from mexplore.discover.questions.misere_counts import class_counts, lost_sums
    from mexplore.discover.study.kind import Warrant
    from mexplore.reports.cli.misere import answered

    last = sizes.last
    if last is None:
        raise InputError("name the largest heap: --upto N")
    head: dict[str, Any] = {"rule": str(rule), "play": "misere", "upto": last}
    head |= {"heaps": sizes.heaps}

    def counted(known: Classes) -> int:
        counts = class_counts(known, sizes.first, last + 1)
        lost = lost_sums(known.law, counts, sizes.heaps, ordered=sizes.ordered)
        number = last + 1 - sizes.first
        of_each = (
            number**sizes.heaps if sizes.ordered else comb(number + sizes.heaps - 1, sizes.heaps)
        )
        return of_each - lost if sizes.winning else lost

    nothing = head | {"count": None} if output.as_json else None
    count, words = answered(rule, [last], seconds, output, counted, nothing)
    result = head | {"count": to_decimal(count)}
    _print(result, [Warrant("proved", words)], output, ordered=sizes.ordered)


def _of_squares(grid: Grid, board: str | None, sizes: Range, output: Output, means: Means) -> None:
    """Of positions of tokens on a board: by a law, or from the table of its values."""
    from mexplore.discover.questions.board_counts import lost_on_board
    from mexplore.discover.questions.whole_tables import Region
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.warrants import no_answer
    from mexplore.rules.boards.lines import parse_size

    if board is None and sizes.last is None:
        raise InputError("say how far the squares reach: --upto N, or --board 8x8")
    region = Region(grid, None if board is None else parse_size(board), sizes.last)
    reach = {"upto": sizes.last} if region.size is None else {"board": list(region.size)}
    result: dict[str, Any] = {"rule": str(grid), **reach, "heaps": sizes.heaps}
    try:
        with output.progress(means.budget) as watcher:
            lost, every, warrant = lost_on_board(
                region, sizes.heaps, sizes.first, means, watcher, ordered=sizes.ordered
            )
    except NotKnown as why:
        no_answer(str(why), result | {"count": None} if output.as_json else None)
    count = every - lost if sizes.winning else lost
    _print(result | {"count": to_decimal(count)}, [warrant], output, ordered=sizes.ordered)


def _print(
    result: dict[str, Any], warrants: list[Warrant], output: Output, *, ordered: bool
) -> None:
    from mexplore.reports.cli.warrants import say_warrants
    from mexplore.reports.writers.output import print_json

    if output.as_json:
        print_json(result)
    else:
        print(result["count"])
    if result["heaps"] > 1 and not output.silent:
        ways = (
            "each order counts" if ordered else "in any order, counted once; --ordered: each order"
        )
        say(f"{result['heaps']} heaps: {ways}")
    say_warrants(warrants, quiet=output.silent)
