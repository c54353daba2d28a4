"""``mexplore match``: the sequence in a local copy of OEIS, and a draft of an entry for it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
    from mexplore.discover.surveys.oeis.matching import Matches
    from mexplore.reports.cli.subjects import Subject
    from mexplore.reports.writers.document import Document
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.rule import Values

TERMS = 20_000  # that are looked for, in several forms
IN_A_BFILE = 10_001
SECONDS = 3.0  # for them
NOTHING = "No sequence agrees with the values, or in enough terms with a transform of them."


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
    from mexplore.reports.documents.oeis import search_url, searched

    if (rule is None) == (sequence is None):
        raise InputError("give either a rule or --sequence FILE")
    if oeis is None and draft is None:
        raise InputError(
            "give --oeis FILE, a copy of https://oeis.org/stripped.gz, or --draft FILE"
        )
    if names is not None and oeis is None:
        raise InputError("--names goes with --oeis FILE")
    files = DraftFiles(draft, author)
    files.check()
    subject = options.sequence(sequence) if sequence else options.subject(rule or "")
    store = kept.open()
    with output.progress(None if budget is None else read_seconds(budget)) as watcher:
        values = _values(subject, watcher, store)
        found = _Found(None, {}, [])
        if oeis is not None:
            found = _looked_up(values, oeis, names, watcher)
        written = files.write(subject, values, found, watcher, store)
    report_troubles(store)
    for trouble in found.troubles:
        print(f"mexplore: {trouble}", file=sys.stderr)
    url = search_url(searched(values.tolist()))
    good = found.matches is not None and found.matches.any_good
    facts = _json(found) | {
        "search": url,
        "files": list(map(str, written)),
        "status": "holds so far" if good else "nothing found",
        "warrant": "the terms that were compared" if good else None,
    }
    shown = partial(_document, subject.name, found, written, url, show_all=show_all)
    no = found.matches is not None and not good
    write(output, Answer(facts, shown, no=no), subject.head())


def _values(subject: Subject, watcher: Watcher, store: Store | None) -> Values:
    """The values from n = 0 on that are computed in a short time."""
    evidence = subject.source(watcher, store).extend(TERMS, working_seconds() + SECONDS)
    return evidence.values if evidence.by_runs is None else evidence.by_runs.dense(TERMS)


# Looking up.


@dataclass(frozen=True)
class _Found:
    """The matches, where a copy of OEIS was looked through; names; what went wrong."""

    matches: Matches | None
    names: dict[str, str]
    troubles: list[str]


def _looked_up(values: Values, oeis: Path, names: Path | None, watcher: Watcher) -> _Found:
    from mexplore.discover.surveys.oeis.lines import WINDOW, names_of, open_lines
    from mexplore.discover.surveys.oeis.matching import match

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
    return _Found(matches, known, troubles)


# Drafting.


@dataclass(frozen=True)
class DraftFiles:
    """Where the draft is written, and who is named in it."""

    draft: Path | None
    author: str | None

    @cached_property
    def bfile(self) -> Path | None:
        """The table of terms, beside the draft; named after it where another draft has one."""
        from mexplore.reports.documents.oeis import BFILE

        if self.draft is None:
            return None
        usual = self.draft.with_name(BFILE)
        own = self.draft.with_name(f"{self.draft.stem}.{BFILE}")
        return own if own.exists() or (usual.exists() and not self.draft.exists()) else usual

    def check(self) -> None:
        """Raise InputError, before the work begins, if they cannot be written."""
        from mexplore.reports.writers.output import check_writable

        if self.draft is None:
            if self.author is not None:
                raise InputError("--author goes with --draft FILE")
            return
        if self.draft == self.bfile:
            raise InputError(f"{self.draft} is the name of the table of terms; choose another file")
        check_writable(self.draft)
        check_writable(self.bfile)

    def write(
        self, subject: Subject, values: Values, found: _Found, watcher: Watcher, store: Store | None
    ) -> list[Path]:
        """Study the subject and write both; the files."""
        if self.draft is None or self.bfile is None:
            return []
        from mexplore.discover.study.limits import Limits
        from mexplore.reports.documents.oeis import AUTHOR, Draft
        from mexplore.reports.writers.output import write_text

        report = subject.study(Limits(), watcher, store)
        listed = found.matches.found if found.matches is not None else ()
        akin = [each.number for each in listed if each.significant][:10]
        draft = Draft(
            report.sequence_study(), values[:IN_A_BFILE].tolist(), akin, self.author or AUTHOR
        )
        write_text(self.draft, draft.text())
        write_text(self.bfile, draft.bfile())
        return [self.draft, self.bfile]


# Showing.


def _document(
    name: str, found: _Found, written: list[Path], url: str, *, show_all: bool
) -> Document:
    from mexplore.reports.documents.oeis import add_matches
    from mexplore.reports.writers.document import Document, Heading, Link, Paragraph

    document = Document([Heading(name, 1)])
    if found.matches is not None:
        if not found.matches.any_good:
            document.add(Paragraph(NOTHING))
        add_matches(document, found.matches, found.names, show_all=show_all)
    if written:
        document.add(Paragraph(f"Written: {' and '.join(map(str, written))}"))
    if written and _is_published(found):
        document.add(Paragraph("OEIS has these values already; read its entry before you submit."))
    document.add(Link("Search OEIS", url))
    return document


def _is_published(found: _Found) -> bool:
    """Whether a sequence of OEIS has the values themselves."""
    listed = found.matches.found if found.matches is not None else ()
    return any(each.cost == 0 and each.significant for each in listed)


def _json(found: _Found) -> dict[str, Any]:
    from mexplore.reports.documents.oeis import matches_json

    return {} if found.matches is None else matches_json(found.matches, found.names)
