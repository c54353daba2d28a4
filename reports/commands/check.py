"""``mexplore check``: the user's own conjecture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from reports.cli.options import Output, RuleText, SubjectOptions

if TYPE_CHECKING:
    from discover.formulas.difference import Difference
    from discover.questions.check import Conclusion


def command(
    rule: RuleText,
    options: SubjectOptions,
    output: Output,
    formula: Annotated[
        str, typer.Argument(metavar="FORMULA", help="An expression in n, as sympy writes it.")
    ],
    range_: Annotated[
        str | None,
        typer.Option(
            "--range", metavar="A..B", help="The n to compare, both included (default 0..10^5)."
        ),
    ] = None,
) -> None:
    """Test a conjecture: is G(n) the formula for every n in a range, and for every n at all?

    The comparison is exact. Where a theorem covers a law of the rule and the formula equals it,
    the conjecture is proved. Exit code 1 means that it fails; the first such n is printed.

    mexplore check "subtract(1..9)" "Mod(n, 10)"

    mexplore check "leave(0 .. n//2)" "bit_length(n)" --range 0..10^6
    """
    from discover.formulas.parse import parse_formula
    from rules.text.numbers import parse_range

    parse_formula(formula)  # a fault in it is told before any work
    subject = options.subject(rule)
    ends = subject.checked if range_ is None else parse_range(range_, "--range")
    with output.progress() as watcher:
        verdict = subject.check(formula, ends, watcher)
    if output.as_json:
        from reports.cli.output import print_json

        print_json(subject.head() | verdict_json(formula, verdict))
    else:
        for line in _lines(formula, verdict):
            print(line)
    if verdict.failure is not None:
        raise typer.Exit(1)


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
