"""``mexplore check``: the user's own conjecture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from reports.cli import subject as boards
from reports.cli.options import AsJson, Quiet, RulesFile, RuleText, read_rule
from rules.errors import InputError

if TYPE_CHECKING:
    from discover.formulas.difference import Difference
    from discover.questions.check import Conclusion
    from rules.rule import Rule

DEFAULT_RANGE = "0..10^5"
DEFAULT_LINE = "0..100"


def command(
    rule: RuleText,
    formula: Annotated[
        str, typer.Argument(metavar="FORMULA", help="An expression in n, as sympy writes it.")
    ],
    range_: Annotated[
        str | None,
        typer.Option(
            "--range", metavar="A..B", help="The n to compare, both included (default 0..10^5)."
        ),
    ] = None,
    board: boards.Size = None,
    row: boards.Row = None,
    column: boards.Column = None,
    diagonal: boards.Diagonal = None,
    value: boards.Value = None,
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
    from discover.formulas.parse import parse_formula
    from rules.text.numbers import parse_range

    view = boards.Asked(board, row, column, diagonal, value).view(rule, rules_file)
    ends = parse_range(range_ or (DEFAULT_RANGE if view is None else DEFAULT_LINE), "--range")
    parse_formula(formula)  # a fault in it is told before any work
    if view is None:
        chosen = read_rule(rule, rules_file)
        subject: dict[str, object] = {"rule": str(chosen)}
        verdict = _of_rule(chosen, formula, ends, quiet=quiet or as_json)
    else:
        subject = view.json()
        verdict = _of_line(view, formula, ends, quiet=quiet or as_json)
    if as_json:
        from reports.cli.output import print_json

        print_json(subject | verdict_json(formula, verdict))
    else:
        for line in _lines(formula, verdict):
            print(line)
    if verdict.failure is not None:
        raise typer.Exit(1)


def _of_rule(rule: Rule, formula: str, ends: tuple[int, int], *, quiet: bool) -> Conclusion:
    from discover.questions.check import check
    from reports.cli.compiling import say_if_compiling
    from reports.cli.progress import progress_bar

    say_if_compiling(rule, quiet=quiet)
    with progress_bar(quiet=quiet) as watcher:
        return check(rule, formula, ends, watcher=watcher)


def _of_line(view: boards.View, formula: str, ends: tuple[int, int], *, quiet: bool) -> Conclusion:
    """The verdict on a sequence of a board: it has no theorem, and only what is computed counts."""
    from discover.questions.check import check_terms

    if view.line is None:
        raise InputError("a board is a table; take a sequence by --row A, --column B or --value V")
    low, high = ends
    terms = boards.line_values(view, high + 1, quiet=quiet)
    if len(terms) <= low:
        raise InputError(f"{view.line} has only {len(terms)} terms")
    return check_terms(formula, terms[low:], low)


def verdict_json(formula: str, verdict: Conclusion) -> dict[str, object]:
    """The verdict as ``check --json`` prints it, after what it is about."""
    return {
        "formula": formula,
        "holds": verdict.failure is None,
        "first_failure": verdict.failure.n if verdict.failure else None,
        "checked": [verdict.low, verdict.high],
        "status": verdict.status,
        "theorem": verdict.proof.theorem if verdict.proof else None,
    }


def _lines(formula: str, verdict: Conclusion) -> list[str]:
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
