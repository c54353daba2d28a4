"""``mexplore atlas``: questions about the results of sweeps."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mexplore.reports.cli.options import (
    Budget,
    Misere,
    OeisTerms,
    Output,
    SiteFolder,
    read_seconds,
    report_notes,
)
from mexplore.reports.writers.output import print_json
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError
from mexplore.rules.text.nearest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

    from mexplore.discover.surveys.query import Query
    from mexplore.discover.surveys.record import Row
    from mexplore.reports.writers.document import Document

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
    from mexplore.discover.surveys.atlas import Atlas, default_atlas
    from mexplore.reports.writers.output import check_writable
    from mexplore.rules.text.numbers import parse_number

    count = None if limit is None else parse_number(limit, "--limit")
    form = "json" if output.as_json else form
    if form == "parquet" and out is None:
        raise InputError("Parquet is binary: name a file with --out FILE")
    check_writable(out)
    questions.check(form)
    if misere:
        from mexplore.reports.cli.misere_sweep import show_atlas_under_misere

        if selection != Selection(selection.family) or questions != Questions() or site is not None:
            raise InputError("--misere goes with --family, --limit, --format and --out only")
        show_atlas_under_misere(atlas, selection.family, form, count, out)
        return
    query = selection.query()
    if query.pattern is not None:
        refuse_unknown_pattern(query.pattern, "--pattern")
    with Atlas.read(atlas or default_atlas()) as opened:
        every = opened.rows(query.family)
        known = query.family in (None, *(row.family for row in every))
        families = {} if known else opened.families()
        path = opened.path
        if site is None:  # which reads more of it
            report_notes(opened)
    if not known and query.family is not None and query.family not in families:
        meant = did_you_mean(query.family, families)
        raise InputError(
            f"{path} has no family {query.family[:40]!r}; {meant}it has {_listed(families)}"
        )
    rows = query.rows(every)
    if site is not None:
        from mexplore.reports.site.building import site_json, site_sentence, write_site

        with output.progress(in_parts=True) as watcher:
            built = write_site(path, rows, site, watcher, oeis)
        if output.as_json:
            print_json(site_json(built, site))
        else:
            print(site_sentence(built, site))
        raise typer.Exit(130 if built.interrupted else 0)
    if questions.relate or questions.equal:
        answer = (_related if questions.relate else _grouped)(rows, output, budget)
        _put(answer, form, count, out)
        return
    if form in ("table", "markdown"):
        plain = query.is_empty and not questions.surprising
        document = _document(
            f"Atlas {path}", rows, count or SHOWN, plain=plain, surprising=questions.surprising
        )
        _show(document, out, markdown=form == "markdown" or out is not None)
        return
    if questions.surprising:
        from mexplore.discover.surveys.query import surprises

        rows = [surprise.row for surprise in surprises(rows)]
    _write(rows[:count], form, out)


def _listed(families: dict[str, int]) -> str:
    return ", ".join(families) or "none"


def _document(
    title: str, rows: list[Row], count: int, *, plain: bool, surprising: bool
) -> Document:
    from mexplore.reports.documents.atlas import league, rows_document, surprise_document

    if surprising:
        from mexplore.discover.surveys.query import surprises

        return surprise_document(surprises(rows), count)
    return league(title, rows, count) if plain else rows_document(rows, count)


@dataclass(frozen=True)
class Answer:
    """The answer to a question: as JSON, and as a document with a given number of lines a part."""

    json: dict[str, Any]
    document: Callable[[int], Document]


def _related(rows: list[Row], output: Output, budget: str | None) -> Answer:
    from mexplore.discover.surveys.relate.relate import Prover, relate
    from mexplore.reports.documents.atlas import relate_document, relate_json

    seconds = read_seconds(budget)
    until = working_seconds() + seconds
    with output.progress(None if budget is None else seconds) as watcher:
        proposals = relate(rows, watcher)
        prover = Prover(rows, until, watcher)
        known = {each: found for each in proposals if (found := prover.about(each)) is not None}
    return Answer(
        relate_json(proposals, known), lambda most: relate_document(proposals, most, known)
    )


def _grouped(rows: list[Row], output: Output, budget: str | None) -> Answer:
    from mexplore.discover.questions.groups import group
    from mexplore.reports.documents.groups import groups_document, groups_json
    from mexplore.rules.notation import parse_rule

    seconds = read_seconds(budget)
    with output.progress(seconds) as watcher:
        rules = [parse_rule(row.rule) for row in rows]
        found = group(rules, COMPARED, seconds, watcher)
    return Answer(groups_json(found), lambda _: groups_document(found, alone=False))


def _put(answer: Answer, form: Format, count: int | None, out: Path | None) -> None:
    """Print or write an answer."""
    from mexplore.reports.writers.output import write_text

    if form != "json":
        shown = answer.document(STATEMENTS if count is None else count)
        _show(shown, out, markdown=form == "markdown" or out is not None)
    elif out is None:
        print_json(answer.json)
    else:
        from mexplore.rules.text.exact_json import exact_json

        write_text(out, exact_json(answer.json) + "\n")


def _show(document: Document, out: Path | None, *, markdown: bool) -> None:
    from mexplore.reports.writers.markdown import to_markdown
    from mexplore.reports.writers.output import write_text
    from mexplore.reports.writers.terminal import show

    if out is not None:
        write_text(out, to_markdown(document))
    elif markdown:
        print(to_markdown(document), end="")
    else:
        show(document)


def _write(rows: list[Row], form: Format, out: Path | None) -> None:
    from mexplore.discover.surveys.query import rows_frame, storable
    from mexplore.reports.writers.output import write_parquet, write_text

    if form == "json":
        from mexplore.rules.text.exact_json import exact_json

        result = {"rows": [row_json(row) for row in rows]}
        if out is None:
            print_json(result)
        else:
            write_text(out, exact_json(result) + "\n")
        return
    frame = storable(rows_frame(rows))
    if form == "csv":
        text = frame.to_csv(index=False, lineterminator="\n")
        print(text, end="") if out is None else write_text(out, text)
        return
    assert out is not None  # checked before the work
    write_parquet(out, frame)


def row_json(row: Row) -> dict[str, Any]:
    """A row as JSON: what it is, its law, how it is known; integers are exact."""
    import json
    from dataclasses import asdict

    record = asdict(row.record)
    record["head"] = list(row.record.head)
    if row.record.certificate is not None:
        record["certificate"] = json.loads(row.record.certificate)
    return {"rule": row.rule, "family": row.family, "parameters": row.parameters, **record}
