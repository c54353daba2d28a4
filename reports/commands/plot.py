"""``mexplore plot``: pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from reports.cli import subject as boards
from reports.cli.options import AsJson, Quiet, RulesFile, RuleText, Upto, read_rule
from rules.errors import InputError


def command(
    rule: RuleText,
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="png, svg or pdf; dot for automata.")
    ],
    kind: Annotated[
        Literal["values", "runs", "histogram", "residues", "rare", "automaton", "board"],
        typer.Option("--kind", help="What to draw."),
    ] = "values",
    upto: Upto = None,
    board: boards.Size = None,
    row: boards.Row = None,
    column: boards.Column = None,
    diagonal: boards.Diagonal = None,
    value: boards.Value = None,
    rules_file: RulesFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Draw values, runs, a histogram, residues, rare values, an automaton, or a board.

    A whole board is drawn as such, a line of it as any sequence. Pictures need matplotlib
    (install mexplore[plots]); automata are Graphviz text.

    [dim]mexplore plot 4!.0 --upto 10000 --out grundy.png[/dim]

    [dim]mexplore plot "divide(2..6)" --kind runs --out runs.svg[/dim]
    """
    from discover.study import Limits, study
    from reports.cli.compiling import say_if_compiling
    from reports.cli.output import check_writable
    from reports.cli.progress import progress_bar
    from reports.writers.plots import check_drawing, check_pictures, plot, plot_board
    from rules.text.numbers import parse_number

    quiet = quiet or as_json
    check_writable(out)
    (check_drawing if kind == "automaton" else check_pictures)(out)
    view = boards.Asked(board, row, column, diagonal, value).view(rule, rules_file)
    if view is not None and view.line is None:
        last = None if upto is None else parse_number(upto, "--upto")
        plot_board(boards.board_table(view, last, quiet=quiet), str(view.board), out)
        _say(rule, kind, out, as_json=as_json, quiet=quiet)
        return
    if kind == "board":
        raise InputError("--kind board needs a board, such as '(x, y) -> [(x - 1, y)]'")
    limits = Limits() if upto is None else Limits(None, upto=parse_number(upto, "--upto"))
    chosen = None if view else read_rule(rule, rules_file)
    if chosen is not None:
        say_if_compiling(chosen, quiet=quiet)
    with progress_bar(quiet=quiet) as watcher:
        result = (
            boards.study_line(view, limits, watcher) if view else study(chosen, limits, watcher)
        )
    plot(result, kind, out)
    _say(rule, kind, out, as_json=as_json, quiet=quiet)


def _say(rule: str, kind: str, out: Path, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        from reports.cli.output import print_json

        print_json({"rule": rule, "kind": kind, "file": str(out)})
    elif not quiet:
        print(f"wrote {out}")
