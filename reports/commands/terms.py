"""``mexplore terms``: the values G(0), ..., G(N)."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mexplore.reports.cli.options import (
    Budget,
    Misere,
    Output,
    RuleText,
    StoreOptions,
    SubjectOptions,
    read_means,
    read_seconds,
    report_troubles,
)
from mexplore.reports.writers.output import Format
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.reports.cli.subjects import Subject
    from mexplore.reports.documents.listing import SequenceListing, ValueListing
    from mexplore.rules.engine.grundy import Watcher

USUAL = 100  # values after the first, unless --upto says otherwise
MOST_FAR = 100_000  # values that are looked up one by one
MANY = 10**7  # values that take longer to write than to compute
COMPUTING = 0.3  # of the budget, where there are so many
STOPPED = 1.0  # seconds for writing after Ctrl-C


def command(
    rule: RuleText,
    options: SubjectOptions,
    kept: StoreOptions,
    output: Output,
    numbers: Annotated[
        str | None, typer.Argument(metavar="[N]", help="The last n, as --upto; or A..B.")
    ] = None,
    misere: Misere = False,
    upto: Annotated[
        str | None, typer.Option("--upto", metavar="N", help="The last n (default 100).")
    ] = None,
    start: Annotated[
        str, typer.Option("--from", metavar="A", help="The first n, however large.")
    ] = "0",
    form: Annotated[
        Format,
        typer.Option("--format", metavar="NAME", help="table, plain, csv, json, bfile, parquet."),
    ] = "table",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to a file (parquet needs one).")
    ] = None,
    budget: Budget = None,
) -> None:
    """Print the values G(0), ..., G(N), or G(A), ..., G(N).

    Values far out are told by a proved law, or by what their heaps can reach.

    Formats: a table for people, plain numbers, CSV, JSON, a b-file as OEIS has them, Parquet.

    mexplore terms 0.77 --upto 100

    mexplore terms "subtract(1, 3, 4)" --upto 10^5 --format bfile --out b.txt

    mexplore terms kayles 60

    mexplore terms 0.77 --from 10^18 --upto 10^18+20

    mexplore terms 0.77 --misere --upto 20

    mexplore terms "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2)]" --board 8x8
    """
    from mexplore.reports.cli.interrupts import refuse_swallowed
    from mexplore.reports.writers.output import check_writable
    from mexplore.rules.text.numbers import parse_number

    if numbers is not None:
        if upto is not None:
            raise InputError(f"the last n is given twice: {numbers[:30]} and --upto {upto[:30]}")
        start, upto = numbers.split("..", 1) if ".." in numbers else (start, numbers)
    form = "json" if output.as_json else form
    if form == "parquet" and out is None:
        raise InputError("parquet is no text: name a file with --out FILE")
    check_writable(out)
    last = None if upto is None else parse_number(upto, "--upto")
    first = parse_number(start, "--from")
    subject, store = options.subject(rule, misere=misere), kept.open()
    if first:
        _refuse_far(subject, misere, first, last)
        with replace(output, as_json=form == "json").progress(read_seconds(budget)) as watcher:
            far = _far(subject, first, first + USUAL if last is None else last, budget, watcher)
        _put(far, form, out)
        if far.note:
            print(f"mexplore: {far.note}", file=sys.stderr)
            raise typer.Exit(1)
        return
    began, seconds = working_seconds(), None if budget is None else read_seconds(budget)
    computing = seconds
    if seconds is not None and last is not None and last > MANY:
        computing = COMPUTING * seconds
    with replace(output, as_json=form == "json").progress(computing, in_parts=True) as watcher:
        listing = subject.terms(last, watcher, store)
        if not listing.missing:
            refuse_swallowed()
    report_troubles(store)
    if listing.missing:  # after Ctrl-C nobody waits long
        listing = listing.within(STOPPED, form)
    elif seconds is not None:
        listing = listing.within(max(began + seconds - working_seconds(), seconds / 10), form)
    _put(listing, form, out)
    if listing.note:
        print(f"mexplore: {listing.note}", file=sys.stderr)
    if listing.missing:
        print(f"mexplore: stopped; {listing.missing} values are missing", file=sys.stderr)
        raise typer.Exit(130)


def _refuse_far(subject: Subject, misere: bool, first: int, last: int | None) -> None:
    """InputError where there are no such values, or too many."""
    if misere:
        raise InputError("--from is about normal play; predict --misere takes single heaps")
    subject.refuse_places(squares=False)
    if last is not None and last < first:
        raise InputError("the range is empty: --from is larger than --upto")
    if last is not None and last - first >= MOST_FAR:
        raise InputError(f"--from lists {MOST_FAR} values at most; ask for fewer, or without it")


def _far(
    subject: Subject, first: int, last: int, budget: str | None, watcher: Watcher
) -> SequenceListing:
    """The values from the first on, as many as are known."""
    import numpy as np

    from mexplore.reports.cli.answers import Answer
    from mexplore.reports.documents.listing import SequenceListing

    means = read_means(budget, unproved=False, law_first=last >= MANY, singly=True)
    found = subject.look_up(range(first, last + 1), means, watcher)
    known = list(takewhile(lambda value: value is not None, found.values))
    why = Answer({}, warrants=found.warrants, missing=found.missing).json()
    head = {**subject.head(), "from": first}
    return SequenceListing(head, np.array(known, dtype=np.int64), 0, found.missing, first, why)


def _put(listing: ValueListing, form: Format, out: Path | None) -> None:
    """Print or write the values."""
    from mexplore.reports.writers.output import write_parquet, write_text
    from mexplore.reports.writers.terminal import show

    if form == "parquet" and out is not None:
        write_parquet(out, listing.frame())
    elif out is not None:
        write_text(out, listing.text(form))
    elif form == "table":
        show(listing.document())
    else:
        sys.stdout.writelines(listing.text(form))
