"""``mexplore runs``: maximal runs of equal values."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from mexplore.reports.cli.options import Budget, Output, RuleText, SubjectOptions, read_seconds
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.geometric import Cycle
    from mexplore.rules.engine.runs import Runs

LISTED = 200


def command(
    rule: RuleText,
    options: SubjectOptions,
    output: Output,
    upto: Annotated[str, typer.Option("--upto", metavar="N", help="The last n.")] = "1000",
    show_all: Annotated[bool, typer.Option("--all", help="Show every run.")] = False,
    budget: Budget = None,
) -> None:
    """Print the maximal runs of equal values, with the ratios that show a geometric law.

    For division rules runs are computed, not terms, so N may be 10^100.

    mexplore runs "divide(2..6)" --upto 10^100

    mexplore runs 0.77 --upto 50 --json
    """
    from mexplore.rules.text.numbers import parse_number

    subject = options.subject(rule)
    stop, seconds = parse_number(upto, "--upto") + 1, read_seconds(budget)
    deadline = working_seconds() + seconds
    with output.progress(seconds) as watcher:
        evidence = subject.runs(stop, watcher, seconds)
        if output.as_json:
            from mexplore.reports.writers.output import print_json

            rows = [{"start": r.start, "stop": r.stop, "value": r.value} for r in evidence.runs]
            print_json(subject.head() | {"runs": rows})
    if evidence.stop < stop and not output.silent:
        reached = f"{len(evidence.runs)} runs, the last from a number of"
        bits = evidence.runs.starts[-1].bit_length() if len(evidence.runs) else 0
        print(f"mexplore: the budget ended after {reached} {bits} bits", file=sys.stderr)
    if output.as_json:
        return
    from mexplore.discover.questions.recurrence import cycle_of
    from mexplore.reports.documents.runs import runs_document
    from mexplore.reports.writers.terminal import show

    schedule = subject.schedule()
    cycle = None if schedule else cycle_of(evidence)
    if show_all and schedule is None:
        _show_all(evidence.runs, cycle, deadline)
    else:
        most = len(evidence.runs) if show_all else LISTED
        show(runs_document(evidence.runs, schedule, cycle, most))


def _show_all(runs: Runs, cycle: Cycle | None, deadline: float) -> None:
    """All runs, in several tables, as far as the time allows: writing long numbers takes longer
    than computing them."""
    from mexplore.reports.documents.runs import run_documents
    from mexplore.reports.writers.terminal import show

    for shown, document in run_documents(runs, cycle):
        show(document)
        if working_seconds() > deadline and shown < len(runs):
            print(
                f"mexplore: the budget ended; {len(runs) - shown} of {len(runs)} runs are computed "
                "and not shown; --json writes them faster, --budget gives more time",
                file=sys.stderr,
            )
            return
