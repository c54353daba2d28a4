"""``mexplore plot``: pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from reports.options import Quiet, RulesFile, RuleText, Upto, read_rule


def command(
    rule: RuleText,
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="png, svg or pdf; dot for automata.")
    ],
    kind: Annotated[
        Literal["values", "runs", "histogram", "residues", "rare", "automaton"],
        typer.Option("--kind", help="What to draw."),
    ] = "values",
    upto: Upto = None,
    rules_file: RulesFile = None,
    quiet: Quiet = False,
) -> None:
    """Draw values, runs, a histogram, residues, rare values, or an automaton.

    Pictures need matplotlib (install mexplore[plots]); automata are Graphviz text.

    [dim]mexplore plot 4!.0 --upto 10000 --out grundy.png[/dim]

    [dim]mexplore plot "divide(2..6)" --kind runs --out runs.svg[/dim]
    """
    from discover.analyse import Limits, study
    from reports.machine_code import say_if_compiling
    from reports.output import check_writable
    from reports.plots import plot
    from reports.progress import progress_bar
    from rules.numbers import parse_number

    check_writable(out)
    chosen = read_rule(rule, rules_file)
    limits = Limits() if upto is None else Limits(None, upto=parse_number(upto, "--upto"))
    if chosen.kernel() is not None and chosen.run_starts() is None:
        say_if_compiling(quiet=quiet)
    with progress_bar(quiet=quiet) as watcher:
        result = study(chosen, limits, watcher)
    plot(result, kind, out)
    if not quiet:
        print(f"wrote {out}")
