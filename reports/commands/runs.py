"""``mexplore runs``: maximal runs of equal values."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.answers import Answer, write
from mexplore.reports.cli.options import Budget, Output, RuleText, SubjectOptions, read_seconds
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.reports.cli.subjects import Subject
    from mexplore.reports.writers.document import Document


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
    from mexplore.reports.writers.document import short
    from mexplore.rules.text.numbers import parse_number

    subject = options.subject(rule)
    stop, seconds = parse_number(upto, "--upto") + 1, read_seconds(budget)
    deadline = working_seconds() + seconds
    with output.progress(seconds) as watcher:
        evidence = subject.runs(stop, watcher, seconds)
    if evidence.stop < stop and not output.silent:
        reached = f"{len(evidence.runs)} runs, the last from a number of"
        bits = evidence.runs.starts[-1].bit_length() if len(evidence.runs) else 0
        print(f"mexplore: the budget ended after {reached} {bits} bits", file=sys.stderr)

    def facts() -> dict[str, Any]:
        runs = [{"start": r.start, "stop": r.stop, "value": r.value} for r in evidence.runs]
        return {
            "runs": runs,
            "status": "computed",
            "warrant": f"computed for n < {short(evidence.stop)}",
        }

    shown = _shown(subject, evidence, deadline, show_all=show_all)
    write(output, Answer(facts, shown), subject.head())


def _shown(
    subject: Subject, evidence: Evidence, deadline: float, *, show_all: bool
) -> Iterator[Document]:
    """As far as the time allows: writing long numbers takes longer than computing them."""
    from mexplore.reports.documents.listing import run_documents

    runs = len(evidence.runs)
    for shown, document in run_documents(evidence, subject.schedule(), every=show_all):
        yield document
        if working_seconds() > deadline and shown < runs:
            print(
                f"mexplore: the budget ended; {runs - shown} of {runs} runs are computed "
                "and not shown; --json writes them faster, --budget gives more time",
                file=sys.stderr,
            )
            return
