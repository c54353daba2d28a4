"""``mexplore runs``: maximal runs of equal values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from reports.cli.options import AsJson, Quiet, RulesFile, RuleText, read_rule

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from reports.documents.runs import Cycle
    from rules.rule import Rule

LISTED = 200


def command(
    rule: RuleText,
    upto: Annotated[str, typer.Option("--upto", metavar="N", help="The last n.")] = "1000",
    show_all: Annotated[bool, typer.Option("--all", help="Show every run.")] = False,
    rules_file: RulesFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Print the maximal runs of equal values, with the ratios that show a geometric law.

    For division rules runs are computed, not terms, so N may be 10^100.

    [dim]mexplore runs "divide(2..6)" --upto 10^100[/dim]

    [dim]mexplore runs 0.77 --upto 50 --json[/dim]
    """
    from rules.text.numbers import parse_number

    chosen = read_rule(rule, rules_file)
    stop = parse_number(upto, "--upto") + 1
    evidence = _evidence(chosen, stop, quiet=quiet or as_json)
    if as_json:
        from reports.cli.output import print_json

        rows = [{"start": r.start, "stop": r.stop, "value": r.value} for r in evidence.runs]
        print_json({"rule": str(chosen), "runs": rows})
        return
    from reports.documents.document import Document
    from reports.documents.runs import run_table
    from reports.writers.terminal import show

    most = len(evidence.runs) if show_all else LISTED
    show(Document([run_table(evidence.runs, _cycle(evidence), most)]))


def _evidence(rule: Rule, stop: int, *, quiet: bool) -> Evidence:
    from discover.evidence.sources import TermSource, source_of
    from reports.cli.compiling import say_if_compiling
    from reports.cli.progress import progress_bar
    from rules.computing.grundy import refuse_beyond_memory

    with progress_bar(quiet=quiet) as watcher:
        source = source_of(rule, watcher)
        if isinstance(source, TermSource):
            refuse_beyond_memory(stop)
            say_if_compiling(rule, quiet=quiet)
        return source.extend(stop)


def _cycle(evidence: Evidence) -> Cycle | None:
    """The cycle of the runs, where they show a ratio."""
    from discover.patterns.geometric import Geometric
    from reports.documents.study import cycle_of

    for law in Geometric.detect(evidence):
        form = law.closed_form(evidence)
        return cycle_of(form) if form else None
    return None
