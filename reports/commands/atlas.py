"""``mexplore atlas``: what has been swept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from reports.cli.options import Output
from rules.errors import InputError

if TYPE_CHECKING:
    from discover.surveys.league import Query
    from discover.surveys.record import Row
    from reports.documents.document import Document

SHOWN = 10

Format = Literal["table", "markdown", "csv", "json", "parquet"]


@dataclass(frozen=True)
class Asked:
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
        from discover.surveys.league import Query

        return Query(self.family, self.pattern, self.unsolved, self.where, self.sort)


def command(
    asked: Asked,
    output: Output,
    atlas: Annotated[
        Path | None,
        typer.Option("--atlas", metavar="FILE", help="The atlas (default: the user's)."),
    ] = None,
    surprising: Annotated[
        bool,
        typer.Option("--surprising", help="Laws that are long, late, or unlike the neighbours'."),
    ] = False,
    limit: Annotated[
        str | None, typer.Option(metavar="N", help="So many rows (files and JSON: all).")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="How the rows are written.")] = "table",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write into this file.")] = None,
) -> None:
    """Ask the atlas what sweeps have found: league tables, chosen rows, what is surprising.

    Without a question: the longest periods and preperiods, the laws by pattern, and what no
    theorem reached. A statement names columns (rule, pattern, status, theorem, period, preperiod,
    saltus, ratio, start, largest, computed) and the parameters of the family.

    mexplore atlas --where "period > 100 and pattern == 'periodic'" --sort period

    mexplore atlas --family octal --format markdown --out league.md
    """
    from discover.surveys.atlas import Atlas, default_atlas
    from reports.cli.output import check_writable
    from rules.text.numbers import parse_number

    count = None if limit is None else parse_number(limit, "--limit")
    form = "json" if output.as_json else form
    if form == "parquet" and out is None:
        raise InputError("Parquet is binary: name a file with --out FILE")
    check_writable(out)
    query = asked.query()
    with Atlas.read(atlas or default_atlas()) as opened:
        every = opened.rows(query.family)
        families = opened.families()
        path = opened.path
    if query.family is not None and query.family not in families:
        raise InputError(f"{path} has no family {query.family[:40]!r}; it has {_listed(families)}")
    rows = query.rows(every)
    if form in ("table", "markdown"):
        plain = query.is_empty and not surprising
        document = _document(
            f"Atlas {path}", rows, count or SHOWN, plain=plain, surprising=surprising
        )
        _show(document, out, markdown=form == "markdown" or out is not None)
        return
    if surprising:
        from discover.surveys.surprising import surprises

        rows = [surprise.row for surprise in surprises(rows)]
    _write(rows[:count], form, out)


def _listed(families: dict[str, int]) -> str:
    return ", ".join(families) or "none"


def _document(
    title: str, rows: list[Row], count: int, *, plain: bool, surprising: bool
) -> Document:
    from reports.documents.atlas import league, rows_document, surprise_document

    if surprising:
        from discover.surveys.surprising import surprises

        return surprise_document(surprises(rows), count)
    return league(title, rows, count) if plain else rows_document(rows, count)


def _show(document: Document, out: Path | None, *, markdown: bool) -> None:
    from reports.cli.output import write_text
    from reports.writers.markdown import to_markdown
    from reports.writers.terminal import show

    if out is not None:
        write_text(out, to_markdown(document))
    elif markdown:
        print(to_markdown(document), end="")
    else:
        show(document)


def _write(rows: list[Row], form: Format, out: Path | None) -> None:
    from discover.surveys.frame import rows_frame, storable
    from reports.cli.output import print_json, write_text

    if form == "json":
        import json

        result = {"rows": [row_json(row) for row in rows]}
        if out is None:
            print_json(result)
        else:
            write_text(out, json.dumps(result) + "\n")
        return
    frame = storable(rows_frame(rows))
    if form == "csv":
        text = frame.to_csv(index=False, lineterminator="\n")
        print(text, end="") if out is None else write_text(out, text)
        return
    try:
        frame.to_parquet(out)
    except ImportError:
        raise InputError('Parquet needs pip install "mexplore[parquet]"') from None


def row_json(row: Row) -> dict[str, Any]:
    """A row as JSON: what it is, its law, how it is known; integers are exact."""
    import json
    from dataclasses import asdict

    record = asdict(row.record)
    record["head"] = list(row.record.head)
    if row.record.certificate is not None:
        record["certificate"] = json.loads(row.record.certificate)
    return {"rule": row.rule, "family": row.family, "parameters": row.parameters, **record}
