"""``mexplore count``: how many positions are lost, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.cli.options import Budget, Names, Output, RuleText, Unproved, read_means
from rules.errors import InputError
from rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from discover.questions.values import Ground


def command(
    rule: RuleText,
    names: Names,
    output: Output,
    upto: Annotated[str, typer.Option("--upto", metavar="N", help="The largest heap: 10^18.")],
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
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """Count the P-positions of K heaps with sizes in A..N: lost for the player who is to move.

    Sizes begin at 0 unless --from says otherwise, and the empty heap counts. The number is exact;
    N may be as large as a closed form allows.

    mexplore count "subtract(squares)" --upto 100000 --heaps 3

    mexplore count 0.07 --upto 10^18 --json
    """
    from discover.questions.count import Counted
    from discover.questions.values import NotKnown, answers
    from reports.cli.warrants import no_answer
    from rules.text.numbers import parse_number

    first, last = parse_number(start, "--from"), parse_number(upto, "--upto")
    heaps = parse_number(of_heaps, "--heaps")
    _check(first, last, heaps)
    chosen = names.rule(rule)
    result: dict[str, Any] = {"rule": str(chosen), "upto": last, "heaps": heaps}
    means = read_means(budget, unproved=unproved)
    with output.progress() as watcher:
        known = answers(chosen, [last], means, watcher)
    try:
        ground = known.ground(last + 1)
    except NotKnown as why:
        no_answer(str(why), result | {"count": None} if output.as_json else None)
    counted = Counted(ground, first, last + 1, heaps, ordered)
    count = counted.won() if winning else counted.lost()
    _print(result | {"count": to_decimal(count)}, ground, output)


def _check(first: int, last: int, heaps: int) -> None:
    if heaps < 1:
        raise InputError(f"--heaps {heaps}: a position has at least 1 heap")
    if first > last:
        raise InputError("the range is empty: --from is larger than --upto")


def _print(result: dict[str, Any], ground: Ground, output: Output) -> None:
    from reports.cli.output import print_json
    from reports.cli.warrants import say_warrants

    if output.as_json:
        print_json(result)
    else:
        print(result["count"])
    say_warrants([ground.warrant], quiet=output.silent)
