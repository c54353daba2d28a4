"""``mexplore plot``: pictures."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import typer

import mexplore.reports.plots.kinds
from mexplore.reports.cli.answers import Answer, Lines, write
from mexplore.reports.cli.options import (
    Budget,
    Misere,
    Output,
    RuleText,
    SubjectOptions,
    Upto,
    read_seconds,
)
from mexplore.rules.members import names_of

LONGEST_NAME = 60
KINDS = (*names_of(mexplore.reports.plots.kinds), "board", "moves")


def _begun(typed: str) -> list[str]:
    """What the shell offers for the beginning of a kind."""
    return [kind for kind in KINDS if kind.startswith(typed)]


def _new_file(rule: str) -> Path:
    """A picture in the current folder named by the rule, with a number where there is one."""
    name = re.sub(r"[^\w.]+", "-", rule).strip("-.")[:LONGEST_NAME] or "picture"
    numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(file for each in numbered if not (file := Path(f"{each}.png")).exists())


def command(
    rule: RuleText,
    options: SubjectOptions,
    output: Output,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="png, svg or pdf; dot for automata (usual: a new RULE.png in this folder).",
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help=f"{', '.join(KINDS)} (usual: values, or runs, or board for one).",
            autocompletion=_begun,
        ),
    ] = None,
    misere: Misere = False,
    upto: Upto = None,
    budget: Budget = None,
) -> None:
    """Draw values, runs, their growth, a histogram, residues, rare values, automata, boards, moves.

    A whole board is drawn as such, a line of it as any sequence; values that are computed by runs
    are drawn as runs, on a logarithmic axis. An automaton is drawn by Graphviz where it is
    installed, and written as its text into a file .dot; one that tells who wins on a board is drawn
    as circles, or if it is large its P-positions are. Of a game on words or graphs a move of each
    sort can be drawn, --kind moves. With --misere the class of each heap is drawn, where who makes
    the last move loses.

    mexplore plot 0.77

    mexplore plot 4!.0 --upto 10000 --out grundy.png

    mexplore plot "divide(2..6)" --kind runs --out runs.svg

    mexplore plot "ring(o^n; oo -> ..)" --kind moves --out ring.svg

    mexplore plot 0.77 --misere --out classes.svg

    mexplore plot moores-nim --kind automaton
    """
    from dataclasses import replace

    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.report import warrant_of
    from mexplore.reports.plots.plotting import check_graph, check_kind, check_pictures
    from mexplore.reports.writers.output import check_writable
    from mexplore.rules.text.numbers import parse_number

    out = out or _new_file(rule)
    check_writable(out)
    if kind is not None and not misere:
        check_kind(kind)
    (check_graph if kind == "automaton" else check_pictures)(out)
    subject = options.subject(rule, misere=misere)
    limits = subject.drawn
    if kind == "automaton" and subject.of_squares:
        limits = Limits()
    if upto is not None:
        limits = replace(limits, budget=None, upto=parse_number(upto, "--upto"))
    if budget is not None:
        limits = replace(limits, budget=read_seconds(budget))
    with output.progress(limits.budget) as watcher:
        found = subject.study(limits, watcher)
    drawn = found.picture(kind, out)

    def facts() -> dict[str, Any]:
        about = found.json()
        known = {"status": about["status"], "warrant": warrant_of(about)}
        return {"rule": rule, "kind": drawn, "file": str(out)} | known

    write(output, Answer(facts, [] if output.quiet else [Lines([f"wrote {out}\n"])]))
