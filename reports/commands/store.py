"""``mexplore store``: the values that are stored on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from reports.cli.options import Names, Output, StoreFolder, StoreOptions, report_troubles
from rules.errors import InputError

if TYPE_CHECKING:
    from rules.computing.store import Record

Action = Literal["list", "verify", "clear"]


def command(
    names: Names,
    output: Output,
    action: Annotated[
        Action, typer.Argument(metavar="ACTION", help="list, verify or clear.")
    ] = "list",
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", help="Only this rule's values.")
    ] = None,
    store: StoreFolder = None,
) -> None:
    """List, verify or clear stored values.

    Values that took long to compute are kept, and later computations start from them. Every block
    has a checksum; a damaged file is reported (verify: exit code 1) and used up to the damage.

    mexplore store

    mexplore store clear 0.354
    """
    kept = StoreOptions(store).open()
    assert kept is not None
    text = str(names.rule(rule)) if rule is not None else None
    if action == "clear":
        _say_cleared(kept.clear(text), as_json=output.as_json)
        report_troubles(kept)
        return
    records = [r for r in kept.records() if text is None or r.rule == text]
    if text is not None and not records:
        raise InputError(f"no values of {text} are stored in {kept.folder}")
    _show(records, as_json=output.as_json)
    if action == "verify" and any(record.trouble for record in records):
        raise typer.Exit(1)


def _say_cleared(count: int, *, as_json: bool) -> None:
    if as_json:
        from reports.writers.output import print_json

        print_json({"cleared": count})
    else:
        print(f"{count} {'file' if count == 1 else 'files'} removed")


def _show(records: list[Record], *, as_json: bool) -> None:
    if as_json:
        from reports.writers.output import print_json

        rows = [
            {
                "rule": r.rule, "values": r.values, "bytes": r.bytes, "kernel": r.kernel,
                "version": r.version, "file": str(r.path), "trouble": r.trouble,
            }
            for r in records
        ]  # fmt: skip
        print_json({"stored": rows})
        return
    from reports.writers.document import Document, Table
    from reports.writers.terminal import show

    cells = [
        (r.rule, f"{r.values:,}", f"{r.bytes:,}", f"{r.kernel} {r.version}", r.trouble or "good")
        for r in records
    ]
    columns = ("rule", "values", "bytes", "kernel", "state")
    show(Document([Table(columns, cells, caption="Stored values")]))
