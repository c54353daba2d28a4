"""``mexplore match``: the sequence in a local copy of OEIS, and a draft of an entry for it."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mexplore.reports.cli.answers import Answer, write
from mexplore.reports.cli.options import (
    Budget,
    Output,
    StoreOptions,
    SubjectOptions,
    read_seconds,
    report_troubles,
)
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.reports.cli.subjects import Subject
    from mexplore.reports.documents.oeis import Found
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.rule import Values

TERMS = 20_000  # that are looked for, in several forms
SECONDS = 3.0  # for them


def command(
    options: SubjectOptions,
    kept: StoreOptions,
    output: Output,
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", help="The rule, or a name; in quotes.")
    ] = None,
    sequence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Look for the numbers in a file, no rule.")
    ] = None,
    oeis: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A copy of OEIS's stripped.gz.")
    ] = None,
    names: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A copy of OEIS's names.gz.")
    ] = None,
    draft: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write an entry for OEIS, and its b-file beside it."),
    ] = None,
    author: Annotated[
        str | None, typer.Option(metavar="NAME", help="The author named in the draft.")
    ] = None,
    show_all: Annotated[bool, typer.Option("--all", help="Show every sequence found.")] = False,
    budget: Budget = None,
) -> None:
    """Look the values up in a local copy of OEIS; draft an entry for it.

    The values are looked for as they are, and in other forms: plus or minus 1, P-positions, places
    of a value, run lengths, differences. A few first terms may be missing on either side; all
    others are compared. The copy (https://oeis.org/stripped.gz) is read in a few seconds.
    Exit code 1 means that no sequence agrees with the values, and none with enough terms of
    another form of them.

    mexplore match 0.77 --oeis stripped.gz --names names.gz

    mexplore match "subtract(squares)" --draft squares.txt
    """
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.oeis import Found, search_url, searched
    from mexplore.reports.documents.oeis_draft import DraftFiles, known_sequences

    subject = options.subject_or_numbers(rule, sequence)
    if oeis is None and draft is None:
        raise InputError(
            "give --oeis FILE, a copy of https://oeis.org/stripped.gz, or --draft FILE"
        )
    if names is not None and oeis is None:
        raise InputError("--names goes with --oeis FILE")
    files = DraftFiles(draft, author)
    files.check()
    store = kept.open()
    with output.progress(None if budget is None else read_seconds(budget)) as watcher:
        values = _values(subject, watcher, store)
        found = Found()
        if oeis is not None:
            found = _looked_up(values, oeis, names, watcher)
        written = []
        if draft is not None:
            study = subject.study(Limits(), watcher, store).sequence_study()
            written = files.write(study, values, found)
            found = replace(found, named=known_sequences(study.rule))
    report_troubles(store)
    for trouble in found.troubles:
        print(f"mexplore: {trouble}", file=sys.stderr)
    url = search_url(searched(values.tolist()))
    good = found.matches is not None and found.matches.any_good
    facts = found.json() | {
        "search": url,
        "files": list(map(str, written)),
        "status": "holds so far" if good else "nothing found",
        "warrant": "the terms that were compared" if good else None,
    }
    shown = partial(found.document, subject.name, written, url, show_all=show_all)
    no = found.matches is not None and not good
    write(output, Answer(facts, shown, no=no), subject.head())


def _values(subject: Subject, watcher: Watcher, store: Store | None) -> Values:
    """The values from n = 0 on that are computed in a short time."""
    evidence = subject.source(watcher, store).extend(TERMS, working_seconds() + SECONDS)
    return evidence.values if evidence.by_runs is None else evidence.by_runs.dense(TERMS)


def _looked_up(values: Values, oeis: Path, names: Path | None, watcher: Watcher) -> Found:
    from mexplore.discover.surveys.oeis.lines import WINDOW, names_of, open_lines
    from mexplore.discover.surveys.oeis.matching import match
    from mexplore.reports.documents.oeis import Found

    if len(values) < WINDOW:
        raise InputError(f"{len(values)} terms are too few for a search; {WINDOW} are needed")
    if names is not None:
        open_lines(names)  # a missing file is refused before the work
    matches = match(values, oeis, watcher)
    troubles = [f"{oeis}: {trouble}" for trouble in matches.troubles]
    known: dict[str, str] = {}
    if names is not None:
        known, more = names_of(names, {each.number for each in matches.found})
        troubles += [f"{names}: {trouble}" for trouble in more]
    return Found(matches, known, troubles)
