"""``mexplore atlas``: questions about the results of sweeps."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from mexplore.reports.cli.answers import Answer, Lines, write
from mexplore.reports.cli.options import (
    Budget,
    Misere,
    OeisTerms,
    Output,
    SiteFolder,
    read_seconds,
    report_notes,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError
from mexplore.rules.text.sentences import did_you_mean

if TYPE_CHECKING:
    from mexplore.discover.surveys.query import Query
    from mexplore.discover.surveys.record import Row
    from mexplore.reports.writers.document import Document
    from mexplore.rules.rule import Rule

SHOWN = 10
STATEMENTS = 20  # of a family
COMPARED = 10_000  # the last n at which rules are compared

Format = Literal["table", "markdown", "csv", "json", "parquet"]


@dataclass(frozen=True)
class Selection:
    """Which rows."""

    family: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of one family: octal, subtract, ...")
    ] = None
    pattern: Annotated[
        str | None, typer.Option(metavar="NAME", help="With this law: periodic, geometric, ...")
    ] = None
    unsolved: Annotated[bool, typer.Option("--unsolved", help="That no theorem reached.")] = False
    where: Annotated[
        str | None, typer.Option(metavar="STATEMENT", help='Such as "period > 100 and size == 3".')
    ] = None
    sort: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Largest first: period, preperiod, ...")
    ] = None

    def query(self) -> Query:
        """As the atlas reads it."""
        from mexplore.discover.surveys.query import Query

        return Query(self.family, self.pattern, self.unsolved, self.where, self.sort)


@dataclass(frozen=True)
class Questions:
    """A question about all rows together; at most one is given."""

    surprising: Annotated[
        bool,
        typer.Option(
            "--surprising",
            help="Laws that are long, begin late, or differ from their neighbours'.",
        ),
    ] = False
    relate: Annotated[
        bool, typer.Option("--relate", help="Statements about families that the laws suggest.")
    ] = False
    equal: Annotated[
        bool, typer.Option("--equal", help="Groups of rules whose values are equal.")
    ] = False

    def check(self, form: str) -> None:
        """Raise InputError for two questions, or for a format in which one has no answer."""
        given = [name for name in ("surprising", "relate", "equal") if getattr(self, name)]
        if len(given) > 1:
            raise InputError(f"--{given[0]} and --{given[1]}: give one of them")
        if (self.relate or self.equal) and form in ("csv", "parquet"):
            raise InputError(f"--{given[0]} has no rows: give --format table, markdown or json")


def command(
    selection: Selection,
    questions: Questions,
    output: Output,
    atlas: Annotated[
        Path | None,
        typer.Option("--atlas", metavar="FILE", help="The atlas (default: the user's)."),
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(metavar="N", help="At most N rows (files and JSON: all)."),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="How the rows are written.")] = "table",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write into this file.")] = None,
    site: SiteFolder = None,
    oeis: OeisTerms = None,
    misere: Misere = False,
    budget: Budget = None,
) -> None:
    """Show what sweeps have found: league tables, selected rows, surprising laws.

    Without a question: the longest periods and preperiods, the laws by pattern, and what no
    theorem reached. A statement names columns (rule, pattern, status, theorem, period, preperiod,
    saltus, ratio, start, largest, computed) and the parameters of the family.

    --relate proposes statements about families, such as "period == a + b", each with the members
    that agree and the exceptions. None of them is proved by that; those about periods of sets and
    of rules with holes are proved or refuted for all members, by laws with parameters.

    mexplore sweep "subtract(max=6)" --atlas mine.sqlite

    mexplore atlas --where "period > 5 and size == 3" --sort period --atlas mine.sqlite

    mexplore atlas --family subtract --format markdown --out league.md --atlas mine.sqlite

    mexplore atlas --site games --atlas mine.sqlite

    mexplore atlas --misere --format csv --out misere.csv --atlas mine.sqlite
    """
    from mexplore.discover.heaps.known import refuse_unknown_pattern
    from mexplore.reports.writers.output import check_writable
    from mexplore.rules.text.numbers import parse_number

    count = None if limit is None else parse_number(limit, "--limit")
    form = "json" if output.as_json else form
    if form == "parquet" and out is None:
        raise InputError("Parquet is binary: name a file with --out FILE")
    check_writable(out)
    questions.check(form)
    if misere:
        if selection != Selection(selection.family) or questions != Questions() or site is not None:
            raise InputError("--misere goes with --family, --limit, --format and --out only")
        if form == "parquet":
            raise InputError("--misere writes table, markdown, csv or json")
        _put(_under_misere(atlas, selection.family, count), form, out)
        return
    query = selection.query()
    if query.pattern is not None:
        refuse_unknown_pattern(query.pattern, "--pattern")
    rows, path = _rows(atlas, query, remarks=site is None)
    if site is not None:
        from mexplore.reports.site.building import site_json, site_sentence, write_site

        with output.progress(in_parts=True) as watcher:
            built = write_site(path, rows, site, watcher, oeis)
        said = Lines([site_sentence(built, site) + "\n"])
        write(output, Answer(site_json(built, site), [said], stopped=built.interrupted))
        return
    if questions.relate:
        found = _related(rows, count, output, budget)
    elif questions.equal:
        found = _grouped(rows, output, budget)
    else:
        plain = query.is_empty and not questions.surprising
        found = _chosen(f"Atlas {path}", rows, count, plain=plain, surprising=questions.surprising)
    _put(found, form, out)


def _rows(atlas: Path | None, query: Query, *, remarks: bool) -> tuple[list[Row], Path]:
    """The rows that are asked for, and the file of the atlas."""
    from mexplore.discover.surveys.atlas import Atlas, default_atlas
    from mexplore.discover.surveys.selecting import rows_of

    with Atlas.read(atlas or default_atlas()) as opened:
        family, path = query.family, opened.path
        if family is not None and not opened.has_family(family):
            families = opened.families()
            meant = did_you_mean(family, families)
            listed = ", ".join(families) or "none"
            raise InputError(f"{path} has no family {family[:40]!r}; {meant}it has {listed}")
        rows = rows_of(opened, query)
        if remarks:  # a site reads more of it
            report_notes(opened)
    return rows, path


@dataclass(frozen=True)
class _Found:
    """An answer in every format: as JSON, for people, and as a table for other programs."""

    facts: Callable[[], dict[str, Any]]
    document: Callable[[], Document]
    csv: Callable[[], str] | None = None
    frame: Callable[[], Any] | None = None


def _put(found: _Found, form: Format, out: Path | None) -> None:
    """Print or write an answer; a document that is written to a file is Markdown."""
    from mexplore.reports.documents.survey import RULE_BY_RULE
    from mexplore.reports.writers.markdown import to_markdown
    from mexplore.reports.writers.output import write_parquet, write_text
    from mexplore.reports.writers.terminal import show
    from mexplore.rules.text.files import exact_json

    if form == "parquet" and found.frame is not None and out is not None:
        write_parquet(out, found.frame())
        return
    if form == "table" and out is None:
        show(found.document())
        return
    if form == "json":
        text = exact_json(found.facts() | RULE_BY_RULE) + "\n"
    else:
        csv = form == "csv" and found.csv is not None
        text = found.csv() if csv and found.csv else to_markdown(found.document())
    if out is None:
        sys.stdout.write(text)
    else:
        write_text(out, text)


def _chosen(
    title: str, rows: list[Row], count: int | None, *, plain: bool, surprising: bool
) -> _Found:
    """The rows themselves, league tables of all, or the surprising ones."""
    from mexplore.discover.surveys.query import rows_frame, storable, surprises
    from mexplore.reports.documents import atlas

    strange = surprises(rows) if surprising else []
    chosen = ([each.row for each in strange] if surprising else rows)[:count]

    def document() -> Document:
        most = count or SHOWN
        if surprising:
            return atlas.surprise_document(strange, most)
        return atlas.league(title, rows, most) if plain else atlas.rows_document(rows, most)

    def frame() -> Any:
        return storable(rows_frame(chosen))

    def csv() -> str:
        return str(frame().to_csv(index=False, lineterminator="\n"))

    return _Found(partial(atlas.rows_json, chosen), document, csv, frame)


def _related(rows: list[Row], count: int | None, output: Output, budget: str | None) -> _Found:

    from mexplore.discover.surveys.relate.relate import Prover, relate
    from mexplore.reports.documents.atlas import relate_document, relate_json

    seconds = read_seconds(budget)
    until = working_seconds() + seconds
    with output.progress(None if budget is None else seconds) as watcher:
        proposals = relate(rows, watcher)
        prover = Prover(rows, until, watcher)
        known = {each: found for each in proposals if (found := prover.about(each)) is not None}
    most = STATEMENTS if count is None else count
    return _Found(
        partial(relate_json, proposals, known), partial(relate_document, proposals, most, known)
    )


def _grouped(rows: list[Row], output: Output, budget: str | None) -> _Found:
    from mexplore.discover.questions.groups import group
    from mexplore.discover.surveys.games import read_game
    from mexplore.discover.surveys.record import NO_SYSTEM
    from mexplore.reports.documents.groups import groups_document, groups_json

    seconds = read_seconds(budget)
    with output.progress(seconds) as watcher:
        rules = [read_game(row.rule) for row in rows if row.record.status != NO_SYSTEM]
        found = group(cast("list[Rule]", rules), COMPARED, seconds, watcher)
    return _Found(partial(groups_json, found), partial(groups_document, found, alone=False))


def _under_misere(atlas: Path | None, family: str | None, count: int | None) -> _Found:
    """The rules that were studied under misère play."""
    from mexplore.discover.surveys.atlas import Atlas, default_atlas
    from mexplore.discover.surveys.misere import misere_rows
    from mexplore.reports.documents.survey import (
        misere_csv,
        misere_rows_json,
        misere_table,
    )
    from mexplore.reports.writers.document import Document, Heading

    with Atlas.read(atlas or default_atlas()) as opened:
        rows = misere_rows(opened, family)[:count]
        path = opened.path
        report_notes(opened)
    if not rows:
        whose = f" of {family[:40]!r}" if family else ""
        raise InputError(f"{path} has no rules{whose} under misère play: mexplore sweep --misere")
    title = Heading(f"Atlas {path}, misère play", 1)
    return _Found(
        lambda: {"play": "misere", "rows": misere_rows_json(rows)},
        lambda: Document([title, misere_table(rows)]),
        partial(misere_csv, rows),
    )
