"""``mexplore terms``: the values themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from reports.cli import subject as boards
from reports.cli.options import (
    AsJson,
    MaxPositions,
    NoStore,
    Quiet,
    RulesFile,
    RuleText,
    StoreFolder,
    read_rule,
    read_store,
    tell_troubles,
)
from rules.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from rules.computing.store import Store
    from rules.rule import Rule, Values

PART = 100_000  # values written at once
Format = Literal["table", "plain", "csv", "json", "bfile", "parquet"]
LAST = 100


def command(
    rule: RuleText,
    upto: Annotated[
        str | None, typer.Option("--upto", metavar="N", help="The last n (default 100).")
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", help="table, plain, csv, json, bfile or parquet.")
    ] = "table",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to a file (parquet needs one).")
    ] = None,
    board: boards.Size = None,
    row: boards.Row = None,
    column: boards.Column = None,
    diagonal: boards.Diagonal = None,
    value: boards.Value = None,
    max_positions: MaxPositions = None,
    rules_file: RulesFile = None,
    store: StoreFolder = None,
    no_store: NoStore = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Print the values G(0), ..., G(N).

    Formats: a table for people, plain numbers, CSV, JSON, a b-file as OEIS has them, Parquet.

    [dim]mexplore terms 0.77 --upto 100[/dim]

    [dim]mexplore terms "subtract(1, 3, 4)" --upto 10^5 --format bfile --out b.txt[/dim]

    [dim]mexplore terms "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2)]" --board 8x8[/dim]
    """
    from reports.cli.output import check_writable
    from rules.text.numbers import parse_number

    form = "json" if as_json else form
    if form == "parquet" and out is None:
        raise InputError("parquet is no text: name a file with --out FILE")
    check_writable(out)
    last = None if upto is None else parse_number(upto, "--upto")
    quiet = quiet or form == "json"
    view = boards.Asked(board, row, column, diagonal, value).view(rule, rules_file)
    if view is not None and view.line is None:
        _board(view, last, form, out, quiet=quiet)
        return
    stop = (LAST if last is None else last) + 1
    if view is not None:
        head, values = view.json(), boards.line_values(view, stop, quiet=quiet)
    else:
        chosen = read_rule(rule, rules_file, max_positions)
        kept = read_store(store, no_store)
        head, values = {"rule": str(chosen)}, _compute(chosen, stop, kept, quiet=quiet)
        tell_troubles(kept)
    _put(head, values, form, out)
    if view is None and len(values) < stop:  # stopped by Ctrl-C
        raise typer.Exit(130)


def _put(head: dict[str, Any], values: Values, form: Format, out: Path | None) -> None:
    """Print or write the values of one sequence."""
    if form == "parquet":
        assert out is not None
        from discover.questions.frames import values_frame

        _write_parquet(values_frame(values), out)
    elif form == "table" and out is None:
        _show_table(values)
    else:
        _write(_as_text(head, values, form), out)


def _board(
    view: boards.View, last: int | None, form: Format, out: Path | None, *, quiet: bool
) -> None:
    """A whole board."""
    from reports.documents.board import grid
    from reports.documents.document import Document
    from reports.writers.board_text import board_text, columns_of
    from reports.writers.terminal import show

    table = boards.board_table(view, last, quiet=quiet)
    if form == "parquet":
        assert out is not None
        import pandas as pd

        _write_parquet(pd.DataFrame(columns_of(table)), out)
    elif form == "table" and out is None:
        show(Document([grid(table)]))
    else:
        _write(board_text(view, table, form), out)


def _compute(rule: Rule, stop: int, store: Store | None, *, quiet: bool) -> Values:
    """All values, or what was computed before Ctrl-C, which is said."""
    from reports.cli.compiling import say_if_compiling
    from reports.cli.progress import progress_bar
    from rules.computing.grundy import Computation, refuse_beyond_memory

    refuse_beyond_memory(stop)
    say_if_compiling(rule, quiet=quiet)
    with progress_bar(quiet=quiet) as watcher:
        computation = Computation(rule, watcher, store)
        try:
            return computation.extend(stop)
        except KeyboardInterrupt:
            known = len(computation.values)
            print(f"mexplore: stopped; partial result: {known} of {stop} values", file=sys.stderr)
            return computation.values


def _as_text(head: dict[str, Any], values: Values, form: Format) -> Iterator[str]:
    """The text in parts of PART values each, so that 10^8 values need no text of their own."""
    import json

    if form == "json":
        yield json.dumps(head)[:-1] + ', "values": ['
    elif form == "csv":
        yield "n,value\n"
    for low in range(0, len(values), PART):
        yield _part(low, values[low : low + PART].tolist(), form)
    yield {"json": "]}\n", "plain": "\n", "table": "\n"}.get(form, "")


def _part(low: int, values: list[int], form: Format) -> str:
    if form in ("csv", "bfile"):
        comma = "," if form == "csv" else " "
        return "".join(f"{n}{comma}{v}\n" for n, v in enumerate(values, low))
    comma = ", " if form == "json" else " "
    return (comma if low else "") + comma.join(map(str, values))


def _write(parts: str | Iterable[str], out: Path | None) -> None:
    if out is None:
        sys.stdout.writelines([parts] if isinstance(parts, str) else parts)
        return
    from reports.cli.output import write_text

    write_text(out, parts)


def _show_table(values: Values) -> None:
    from reports.documents.document import Document
    from reports.documents.study import plain_table
    from reports.writers.terminal import show

    show(Document([plain_table(values.tolist())]))


def _write_parquet(frame: pd.DataFrame, out: Path) -> None:
    try:
        frame.to_parquet(out)
    except ImportError:
        raise InputError("Parquet needs pyarrow: install mexplore[parquet]") from None
