"""``mexplore check``: the user's own conjecture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from reports.options import AsJson, Quiet, RulesFile, RuleText, read_rule

if TYPE_CHECKING:
    from discover.conjecture import Difference, Verdict
    from rules.rule import Rule

DEFAULT_RANGE = "0..10^5"


def command(
    rule: RuleText,
    formula: Annotated[
        str, typer.Argument(metavar="FORMULA", help="An expression in n, as sympy writes it.")
    ],
    range_: Annotated[
        str,
        typer.Option("--range", metavar="A..B", help="The n to compare, both ends included."),
    ] = DEFAULT_RANGE,
    rules_file: RulesFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Test a conjecture: is G(n) the formula for every n in a range, and for every n at all?

    The comparison is exact. Where a theorem covers a law of the rule and the formula equals it,
    the conjecture is proved. Exit code 1 means that it fails; the first such n is printed.

    [dim]mexplore check "subtract(1..9)" "Mod(n, 10)"[/dim]

    [dim]mexplore check "leave(0 .. n//2)" "bit_length(n)" --range 0..10^6[/dim]
    """
    from discover.conjecture import check
    from discover.conjectures.parse import parse_formula
    from reports.machine_code import say_if_compiling
    from reports.progress import progress_bar
    from rules.numbers import parse_range

    chosen, ends = read_rule(rule, rules_file), parse_range(range_, "--range")
    parse_formula(formula)  # a fault in it is told before any work
    if chosen.kernel() is not None and chosen.run_starts() is None:
        say_if_compiling(quiet=quiet or as_json)
    with progress_bar(quiet=quiet or as_json) as watcher:
        verdict = check(chosen, formula, ends, watcher=watcher)
    if as_json:
        from reports.output import print_json

        print_json(verdict_json(chosen, formula, verdict))
    else:
        for line in _lines(formula, verdict):
            print(line)
    if verdict.failure is not None:
        raise typer.Exit(1)


def verdict_json(rule: Rule, formula: str, verdict: Verdict) -> dict[str, object]:
    """The verdict as ``check --json`` prints it."""
    return {
        "rule": str(rule),
        "formula": formula,
        "holds": verdict.failure is None,
        "first_failure": verdict.failure.n if verdict.failure else None,
        "checked": [verdict.low, verdict.high],
        "status": verdict.status,
        "theorem": verdict.proof.theorem if verdict.proof else None,
    }


def _lines(formula: str, verdict: Verdict) -> list[str]:
    ends = f"{verdict.low} <= n <= {verdict.high}"
    if verdict.failure is not None:
        return [f"G(n) = {formula} fails first at {_difference(verdict.failure)}"]
    if verdict.proof is not None:
        every = f"for every n >= {verdict.low}"
        return [f"G(n) = {formula} {every}: proved ({verdict.proof.theorem})"]
    lines = [f"G(n) = {formula} holds for {ends}; not proved: {verdict.unproved}"]
    if verdict.later is not None:
        lines = [
            f"G(n) = {formula} holds for {ends}, but not for every n: it fails first at "
            f"{_difference(verdict.later)}"
        ]
    return lines


def _difference(found: Difference) -> str:
    return f"n = {found.n}: G({found.n}) = {found.value}, the formula gives {found.formula}"
