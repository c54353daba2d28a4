"""``mexplore study``: the main job."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mexplore.reports.cli.answers import Answer
from mexplore.reports.cli.answers import write as put
from mexplore.reports.cli.options import (
    Budget,
    Misere,
    Output,
    StoreOptions,
    SubjectOptions,
    Upto,
    read_seconds,
    report_troubles,
)
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.files import Files
    from mexplore.reports.documents.report import Report
    from mexplore.reports.writers.document import Document


def command(
    options: SubjectOptions,
    kept: StoreOptions,
    output: Output,
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", help="The rule, or a name; in quotes.")
    ] = None,
    misere: Misere = False,
    upto: Upto = None,
    budget: Budget = None,
    max_terms: Annotated[
        str | None,
        typer.Option(metavar="N", help="Use at most N values (default: what memory holds)."),
    ] = None,
    runs_upto: Annotated[
        str | None, typer.Option(metavar="N", help="Follow runs of equal values up to N.")
    ] = None,
    sequence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Study the numbers in a file, no rule.")
    ] = None,
    write: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE...",
            help="Write a file, or several by --write each; the suffix says what: .md .html .tex "
            "(report), .bib (references), .json (certificate), .csv .parquet (values), .py .cpp "
            "(program), .png .svg .pdf (picture), .dot (automaton), .log .claims (every claim), "
            ".mona .walnut, DIR/Law.v (Coq), DIR/ (all pictures, to which reports refer).",
        ),
    ] = None,
    atlas: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="An atlas to find games with the same first values (default: the user's).",
        ),
    ] = None,
    site: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A site of games: reports lead to the page of this one."),
    ] = None,
    require: Annotated[
        Literal["all"] | None,
        typer.Option(
            metavar="all", help="Exit code 1 unless a law is proved; of a family, for all members."
        ),
    ] = None,
    show_all: Annotated[bool, typer.Option("--all", help="Show every finding and case.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Explain the terms with the numbers of this game.")
    ] = False,
) -> None:
    """Compute values, find the law, prove it, write the closed form: the main job.

    The number of values doubles until something is proved or the budget ends. A law without a proof
    is reported as holding so far, up to a stated n. Ctrl-C shows the results so far.

    mexplore study 0.77 --write kayles.md --write kayles.json

    mexplore study "divide(2..6)" --json

    mexplore study "subtract(1, 3, 4)" --explain

    mexplore study 0.77 --misere --write kayles-misere.json

    mexplore study "subtract(a, a + 1, b)" --for "a >= 1, b >= a + 2"
    """
    files = _files(write or [])
    files.check()
    limits = _limits(upto, budget, max_terms, runs_upto)
    subject = options.subject_or_numbers(rule, sequence, misere=misere)
    from mexplore.reports.cli.interrupts import refuse_swallowed

    store = kept.open()
    try:
        with output.progress(limits.budget, in_parts=True, news=True) as watcher:
            found = subject.study(limits, watcher, store).with_atlas(_existing(atlas))
            if not found.interrupted:
                refuse_swallowed()
    except KeyboardInterrupt:
        if output.as_json:
            put(output, Answer(_NOTHING, stopped=True), subject.head())
        raise
    report_troubles(store)
    written: list[str] = []
    shown = partial(
        _document, found, show_all=show_all, explain=explain, report=files.has_report, files=written
    )
    unproved = require is not None and not found.proved
    answer = Answer(partial(_facts, found), shown, no=unproved, stopped=found.interrupted)
    try:
        page = None if site is None else _page(site, subject.head())
        written += replace(files, page=page).write(found, _command_line())
    except BaseException:
        put(output, replace(answer, no=False, stopped=False))  # also where the disk is full
        raise
    put(output, answer)


_NOTHING: dict[str, Any] = {
    "computed": 0,
    "max_value": None,
    "status": "nothing found",
    "findings": [],
    "refusals": [],
    "refuted": [],
    "ended": "interrupted",
    "certificate": None,
}
"""The JSON of a study that was stopped before there was anything to show."""


def _facts(found: Report) -> dict[str, Any]:
    from mexplore.reports.documents.report import warrant_of

    facts = found.json()
    return facts | {"warrant": warrant_of(facts)}


def _document(
    found: Report, *, show_all: bool, explain: bool, report: bool, files: list[str]
) -> Document:
    from mexplore.reports.writers.document import BRIEF, Detail, Paragraph

    detail = Detail() if show_all else replace(BRIEF, written=report)
    document = found.document(_command_line(), detail)
    if explain:
        document.add(*found.for_newcomers())
    if files:
        document.add(Paragraph(f"Written: {', '.join(files)}."))
    return document


def _page(site: Path, head: dict[str, Any]) -> Path | None:
    """The page of the rule in a site; a remark where it has none."""
    from mexplore.reports.site.pages import game_page

    rule = head.get("rule")
    page = site / game_page(rule) if isinstance(rule, str) else site
    if page.is_file():
        return page
    print(f"mexplore: {site} has no page of this game; sweep and atlas --site write them",
          file=sys.stderr)  # fmt: skip
    return None


def _existing(named: Path | None) -> Path | None:
    """The given atlas, which must exist."""
    if named is not None and not named.exists():
        raise InputError(f"there is no atlas {named}; mexplore sweep FAMILY --atlas FILE makes one")
    return named


def _limits(
    upto: str | None, budget: str | None, max_terms: str | None, runs_upto: str | None
) -> Limits:
    """The limits of the options; time is limited only where no number of terms is given."""
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.text.numbers import parse_number

    unlimited = budget is None and (upto or max_terms)
    terms = None if max_terms is None else parse_number(max_terms, "--max-terms")
    if terms is not None and terms < 1:
        raise InputError("--max-terms must be at least 1")
    return Limits(
        None if unlimited else read_seconds(budget),
        terms,
        parse_number(upto, "--upto") if upto is not None else None,
        parse_number(runs_upto, "--runs-upto") if runs_upto is not None else None,
        who_wins=True,
    )


def _files(write: list[str]) -> Files:
    from mexplore.reports.documents.files import Files, read_outputs

    outputs, folders = read_outputs(write)
    if len(folders) > 1:
        raise InputError(f"{folders[0]} and {folders[1]}: name one folder for pictures")
    return Files(outputs, folders[0] if folders else None)


def _command_line() -> str:
    from shlex import quote

    return " ".join(["mexplore", *(quote(argument) for argument in sys.argv[1:])])
