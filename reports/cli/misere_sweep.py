"""Families under misère play: swept, and shown from an atlas."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mexplore.reports.writers.output import print_json
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.crew import Crew
    from mexplore.discover.surveys.family import Choice, Family
    from mexplore.discover.surveys.misere import MisereSurvey
    from mexplore.reports.cli.options import Output


def sweep_under_misere(
    families: list[Family],
    choice: Choice,
    limits: Limits,
    crew: Callable[[], Crew],
    atlas: Path | None,
    output: Output,
    *,
    again: bool,
) -> None:
    """Study every member of these families, and show what was found."""
    from mexplore.discover.surveys.atlas import Atlas, default_atlas
    from mexplore.discover.surveys.misere import sweep_misere
    from mexplore.discover.surveys.sweep import Plan
    from mexplore.reports.cli.options import report_notes
    from mexplore.reports.documents.survey import misere_survey_json

    surveys: list[MisereSurvey] = []
    first = crew()
    with (
        Atlas.create(atlas or default_atlas()) as opened,
        output.progress(in_parts=True) as watcher,
    ):
        report_notes(opened)
        for family in families:
            workers = crew() if surveys else first
            plan = Plan.of(family, choice, watcher)
            surveys.append(sweep_misere(plan, opened, workers, limits, watcher, again=again))
            if surveys[-1].interrupted:
                break
        kept = str(opened.path)
    if output.as_json:
        found = [misere_survey_json(survey) for survey in surveys]
        print_json((found[0] if len(found) == 1 else {"families": found}) | {"atlas": kept})
    else:
        _show(surveys, kept)
    if surveys[-1].interrupted:
        raise typer.Exit(130)


def _show(surveys: list[MisereSurvey], kept: str) -> None:
    from mexplore.reports.documents.survey import misere_survey_document
    from mexplore.reports.writers.document import Document, Paragraph
    from mexplore.reports.writers.terminal import show

    for survey in surveys:
        show(misere_survey_document(survey))
    said = f"The atlas {kept} holds the results; mexplore atlas --misere shows them."
    show(Document([Paragraph(said)]))


def show_atlas_under_misere(
    atlas: Path | None, family: str | None, form: str, count: int | None, out: Path | None
) -> None:
    """The rules of an atlas that were studied under misère play."""
    from mexplore.discover.surveys.atlas import Atlas, default_atlas
    from mexplore.discover.surveys.misere import misere_rows
    from mexplore.reports.cli.options import report_notes
    from mexplore.reports.documents.survey import misere_csv, misere_rows_json, misere_table
    from mexplore.reports.writers.document import Document, Heading
    from mexplore.reports.writers.markdown import to_markdown
    from mexplore.reports.writers.output import write_text
    from mexplore.reports.writers.terminal import show
    from mexplore.rules.text.exact_json import exact_json

    if form == "parquet":
        raise InputError("--misere writes table, markdown, csv or json")
    with Atlas.read(atlas or default_atlas()) as opened:
        rows = misere_rows(opened, family)[:count]
        path = opened.path
        report_notes(opened)
    if not rows:
        whose = f" of {family[:40]!r}" if family else ""
        raise InputError(f"{path} has no rules{whose} under misère play: mexplore sweep --misere")
    document = Document([Heading(f"Atlas {path}, misère play", 1), misere_table(rows)])
    if form == "table" and out is None:
        show(document)
        return
    if form == "json":
        text = exact_json({"play": "misere", "rows": misere_rows_json(rows)}) + "\n"
    else:
        text = misere_csv(rows) if form == "csv" else to_markdown(document)
    if out is None:
        sys.stdout.write(text)
    else:
        write_text(out, text)
