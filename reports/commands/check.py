"""``mexplore check``: the user's own conjecture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.answers import Answer, write
from mexplore.reports.cli.options import (
    Budget,
    Misere,
    Output,
    RuleText,
    SubjectOptions,
    read_seconds,
)

if TYPE_CHECKING:
    from mexplore.discover.study.conclusion import Conclusion


def command(
    rule: RuleText,
    options: SubjectOptions,
    output: Output,
    formula: Annotated[
        str,
        typer.Argument(
            metavar="CLAIM",
            help="An expression in n, or a statement about values, who wins, or a period.",
        ),
    ],
    range_: Annotated[
        str | None,
        typer.Option(
            "--range", metavar="A..B", help="The n to compare, both included (default 0..10^5)."
        ),
    ] = None,
    misere: Misere = False,
    budget: Budget = None,
) -> None:
    """Test a conjecture: is G(n) the formula for every n in a range, and for every n at all?

    The comparison is exact. Where a theorem covers a law of the rule and the formula equals it,
    the conjecture is proved. Any statement that mexplore prints can be tested, and those that
    compare formulas in n with values: G(2n), G(n - 7), lost(n), under conditions after 'for' or
    'when'. They are proved, refuted, or hold as far as computed. A claim 'for n >= 71' is one for
    all these n, whatever the range. Exit code 1 means that it fails; the first such n is printed.

    mexplore check "subtract(1..9)" "Mod(n, 10)"

    mexplore check 0.77 "G(n + 12) = G(n) for n >= 71"

    mexplore check kayles "G(n) <= log2(n) + 3 for n >= 1"

    mexplore check "subtract(1, 3, 4)" "lost(n) iff n mod 7 in {0, 2}"

    mexplore check 0.77 "lost(n) iff n in {1, 4, 9, 12, 20}" --misere

    mexplore check wythoff "lost(x, y) iff min(x, y) == floor(phi*abs(x - y))"

    mexplore check "subtract(1, k)" "period == k + 1 when k % 2 == 0" --for "k >= 2"
    """
    from mexplore.discover.study.kind import STUDIED_SECONDS
    from mexplore.rules.text.numbers import parse_range

    subject = options.subject(rule, misere=misere)
    subject.refuse_unreadable(formula)
    ends = subject.checked if range_ is None else parse_range(range_, "--range")
    seconds = STUDIED_SECONDS if budget is None else read_seconds(budget)
    with output.progress(seconds) as watcher:
        verdict = subject.check(formula, ends, seconds, watcher)
    said = verdict.words(formula)
    answer = Answer(lambda: verdict_json(formula, verdict), [said], no=verdict.refuted)
    write(output, answer, subject.head())


def verdict_json(formula: str, verdict: Conclusion[Any]) -> dict[str, object]:
    """The verdict as ``check --json`` prints it, after what it is about."""
    from mexplore.reports.documents.finding import unseen_json

    rest = verdict.beyond
    while rest is not None and rest.beyond is not None:
        rest = rest.beyond
    beyond: dict[str, object] = {}
    if rest is not None:
        beyond = {"low": rest.low, "status": rest.status, "theorem": rest.theorem}
        beyond["first_failure"] = rest.first_failure
    return {
        "formula": formula,
        "holds": not verdict.refuted,
        "first_failure": verdict.first_failure,
        "checked": [verdict.low, verdict.high],
        "status": verdict.status,
        "theorem": verdict.theorem or None,
        "warrant": verdict.words(formula),
        **unseen_json(verdict.unreached),
        **({} if verdict.fails_beyond is None else {"fails_beyond": verdict.fails_beyond}),
    } | ({"beyond": beyond} if beyond else {})
