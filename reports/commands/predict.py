"""``mexplore predict``: G(n) of huge heaps, exactly."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from reports.cli.options import Budget, Output, RuleText, SubjectOptions, Unproved, read_means
from rules.errors import InputError

if TYPE_CHECKING:
    from discover.questions.values import LookedUp

Format = Literal["table", "csv", "json"]
BAD_INPUT = 2


def command(
    rule: RuleText,
    options: SubjectOptions,
    output: Output,
    numbers: Annotated[
        list[str] | None, typer.Argument(metavar="N...", help="Heaps: 10^18, 6*12^400.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Read more heaps, one a line; - is standard input."),
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", metavar="NAME", help="table, csv or json.")
    ] = "table",
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Answer the good lines, report the bad ones.")
    ] = False,
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """Print G(n) for heaps of any size, from a proved closed form.

    Where no law is known, values that can be computed are computed. Exit code 1 means that some
    value is neither given by a proved law nor can be computed.

    mexplore predict "divide(2..6)" 10^18 6*12^400 12^1000-1

    mexplore predict 0.77 10^18 --json
    """
    form = "json" if output.as_json else form
    heaps, bad = _heaps(numbers or [], file, keep_going=keep_going)
    sizes = [n for _, n in heaps]
    subject = options.subject(rule)
    means = read_means(budget, unproved=unproved, law_first=True)
    with output.progress() as watcher:
        found = subject.look_up(sizes, means, watcher)
    _print(subject.head(), heaps, found, form)
    _say(found, form, quiet=output.quiet)
    for line in bad:
        print(f"mexplore: {line}", file=sys.stderr)
    if None in found.values:
        raise typer.Exit(1)
    if bad:
        raise typer.Exit(BAD_INPUT)


def _heaps(
    numbers: list[str], file: Path | None, *, keep_going: bool
) -> tuple[list[tuple[str, int]], list[str]]:
    """Each heap as it was written and as a number, and what is wrong with the other lines."""
    from reports.cli.number_lines import read_lines
    from rules.text.numbers import parse_number

    heaps = [(text, parse_number(text, "heap")) for text in numbers]
    bad: list[str] = []
    if file is None and not heaps and not sys.stdin.isatty():
        file = Path("-")
    if file is not None:
        lines = read_lines(file, keep_going=keep_going, one=True)
        heaps += [(str(n), n) for _, row in lines.good for n in row]
        bad = lines.bad
    if not heaps and not bad:
        raise InputError("name at least one heap, or --file FILE")
    return heaps, bad


def _print(
    head: dict[str, Any], heaps: list[tuple[str, int]], found: LookedUp, form: Format
) -> None:
    """The values that are known, in the order of the heaps."""
    answers = [
        (text, n, value)
        for (text, n), value in zip(heaps, found.values, strict=True)
        if value is not None
    ]
    if form == "json":
        from reports.cli.output import print_json

        values = [{"n": str(n), "value": value} for _, n, value in answers]
        print_json({**head, "status": found.status, "values": values})
    elif form == "csv":
        sys.stdout.write("n,value\n" + "".join(f"{n},{value}\n" for _, n, value in answers))
    else:
        sys.stdout.write("".join(f"G({text}) = {value}\n" for text, _, value in answers))


def _say(found: LookedUp, form: Format, *, quiet: bool) -> None:
    """Why the values are right, and what is missing."""
    from reports.cli.warrants import say_warrants

    say_warrants(found.warrants, quiet=quiet or form != "table")
    if found.missing and form != "json":
        print(f"mexplore: {found.missing}", file=sys.stderr)
