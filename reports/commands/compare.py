"""``mexplore compare``: whether two rules have the same values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from reports.cli.options import Budget, Names, Output, RuleText, read_seconds

if TYPE_CHECKING:
    from discover.questions.compare import Comparison
    from rules.rule import Rule


def command(
    rule: RuleText,
    other: Annotated[str, typer.Argument(metavar="RULE", help="The rule to compare with.")],
    names: Names,
    output: Output,
    upto: Annotated[str, typer.Option("--upto", metavar="N", help="The last n.")] = "10^4",
    budget: Budget = None,
) -> None:
    """Compare the values of two rules: equal so far, or the first n where they differ.

    Where both laws are proved, equality is decided for all n. Exit code 1 means that
    the values differ.

    mexplore compare 0.3 "subtract(1)"

    mexplore compare "divide(2, 3)" "divide(2..4)" --upto 10^30 --json
    """
    from discover.questions.compare import compare
    from rules.text.numbers import parse_number

    last = parse_number(upto, "--upto")
    seconds = read_seconds(budget)
    first, second = names.rule(rule), names.rule(other)
    with output.progress() as watcher:
        result = compare(first, second, last, seconds, watcher)
    if output.as_json:
        from reports.cli.output import print_json

        equal = result.first_difference is None
        shown = {"equal": equal, "first_difference": result.first_difference}
        print_json(shown | {"computed": result.stop - 1})
    else:
        _show(first, second, result)
    raise typer.Exit(0 if result.first_difference is None else 1)


def _show(first: Rule, second: Rule, result: Comparison) -> None:
    n = result.first_difference
    if n is not None:
        print(f"{first} and {second} differ first at n = {n}")
    elif result.for_all:
        why = "it is one rule" if result.equal_by == "rule" else "their proved laws agree"
        print(f"{first} and {second} are equal for all n, as {why}")
    elif result.later is not None:
        print(f"{first} and {second} are equal for n <= {result.stop - 1}; by their proved laws")
        print(f"they differ first at n = {result.later}")
    else:
        print(f"{first} and {second} are equal for n <= {result.stop - 1}, as far as computed")
