"""``mexplore check``: the user's own conjecture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.cli.options import Budget, Output, RuleText, SubjectOptions, read_seconds
from rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from discover.evidence.difference import Difference
    from discover.ground import ConclusionOf
    from discover.grounds.boards.check import SquareConclusion
    from discover.questions.conclusion import Conclusion


def command(
    rule: RuleText,
    options: SubjectOptions,
    output: Output,
    formula: Annotated[
        str,
        typer.Argument(
            metavar="CLAIM",
            help="An expression in n, as sympy writes it, or any statement that mexplore prints.",
        ),
    ],
    range_: Annotated[
        str | None,
        typer.Option(
            "--range", metavar="A..B", help="The n to compare, both included (default 0..10^5)."
        ),
    ] = None,
    budget: Budget = None,
) -> None:
    """Test a conjecture: is G(n) the formula for every n in a range, and for every n at all?

    The comparison is exact. Where a theorem covers a law of the rule and the formula equals it,
    the conjecture is proved. Any statement that mexplore prints can be tested: they are proved,
    refuted, or hold as far as computed. A claim 'for n >= 71' is one for all these n, whatever the
    range. Exit code 1 means that it fails; the first such n is printed, as the claim states it.

    mexplore check "subtract(1..9)" "Mod(n, 10)"

    mexplore check 0.77 "G(n + 12) = G(n) for n >= 71"
    """
    from discover.grounds.boards.check import SquareConclusion
    from discover.questions.check import STUDIED_SECONDS
    from rules.text.numbers import parse_range

    subject = options.subject(rule)
    subject.refuse_unreadable(formula)
    ends = subject.checked if range_ is None else parse_range(range_, "--range")
    seconds = STUDIED_SECONDS if budget is None else read_seconds(budget)
    with output.progress(seconds) as watcher:
        verdict = subject.check(formula, ends, seconds, watcher)
    if output.as_json:
        from reports.writers.output import print_json

        print_json(subject.head() | verdict_json(formula, verdict))
    elif isinstance(verdict, SquareConclusion):
        print(_square_line(formula, verdict, whole_board="board" in subject.head()))
    else:
        for line in _lines(formula, verdict):
            print(line)
    if verdict.refuted:
        raise typer.Exit(1)


def _square_line(formula: str, verdict: SquareConclusion, *, whole_board: bool) -> str:
    claim = formula if "G(" in formula else f"G = {formula}"
    if verdict.failure is not None:
        place = ", ".join(map(str, verdict.failure))
        given = f"the claim gives {verdict.given}"
        return f"{claim} fails first at ({place}): G({place}) = {verdict.value}, {given}"
    if verdict.theorem:
        every = "" if " for " in claim else " for all squares"
        return f"{claim}{every}: proved ({verdict.theorem})"
    where = (
        "on the board"
        if whole_board
        else (f"for all coordinates from {verdict.low} to {verdict.high}")
    )
    return f"{claim} holds {where}; not proved: no theorem covers a law that is this formula"


def verdict_json(formula: str, verdict: ConclusionOf[Any]) -> dict[str, object]:
    """The verdict as ``check --json`` prints it, after what it is about."""
    return {
        "formula": formula,
        "holds": not verdict.refuted,
        "first_failure": verdict.first_failure,
        "checked": [verdict.low, verdict.high],
        "status": verdict.status,
        "theorem": verdict.theorem or None,
    }


def _lines(formula: str, verdict: Conclusion) -> list[str]:
    from rules.text.sentences import is_statement

    stated = is_statement(formula)
    claim = formula if stated else f"G(n) = {formula}"
    low, high = to_decimal(verdict.low), to_decimal(verdict.high)
    ends = f"{low} <= n <= {high}"
    if verdict.failure is not None:
        return [f"{claim} fails first at {_difference(verdict.failure, stated=stated)}"]
    if verdict.refuted_by:
        return [f"{claim} is false ({verdict.refuted_by})"]
    if verdict.proof is not None:
        every = "" if stated else f" for every n >= {low}"
        return [f"{claim}{every}: proved ({verdict.proof.theorem})"]
    if verdict.later is None:
        return [f"{claim} holds for {ends}; not proved: {verdict.unproved}"]
    return [
        f"{claim} holds for {ends}, but not for every n: it fails first at "
        f"{_difference(verdict.later, stated=stated)}"
    ]


def _difference(found: Difference, *, stated: bool) -> str:
    """Where, the value there, and what was claimed."""
    place = to_decimal(found.n if found.index is None else found.index)
    value = "" if found.value is None else f": G({place}) = {found.value}"
    given = f", the {'statement' if stated else 'formula'} gives {found.formula}"
    return f"n = {to_decimal(found.n)}{value}{given if found.formula else ''}"
