"""``mexplore explain``: a rule in words, its options, and which theorems are about it."""

from __future__ import annotations

from typing import Annotated

import typer

from mexplore.reports.cli.answers import Answer, write
from mexplore.reports.cli.options import Budget, Output, RuleText, SubjectOptions, read_seconds


def command(
    rule: RuleText,
    options: SubjectOptions,
    output: Output,
    numbers: Annotated[
        list[str] | None,
        typer.Argument(metavar="HEAP...", help="List the options of these; of a board, of 3,5."),
    ] = None,
    budget: Budget = None,
) -> None:
    """Say what a rule means: words, canonical text, options, kernel, and which theorems apply.

    A theorem that does not apply says which of its hypotheses the rule does not meet.

    mexplore explain 4!.0

    mexplore explain 0.3F 9 --json

    mexplore explain "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2)]" 3,5
    """
    from mexplore.rules.library import library_with

    subject = options.subject(rule)
    with output.progress(read_seconds(budget)):
        explained = subject.explained(numbers or [], library_with(options.rules_file))
    write(output, Answer(explained.json, explained.document))
