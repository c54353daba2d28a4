"""``mexplore store``: the values that are stored on disk."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mexplore.reports.cli.answers import Answer, write
from mexplore.reports.cli.options import Names, Output, StoreFolder, StoreOptions, report_troubles
from mexplore.rules.errors import InputError, MexploreError

if TYPE_CHECKING:
    from mexplore.discover.windows.carrying import Progress
    from mexplore.reports.writers.document import Document
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Record, Store

Action = Literal["list", "verify", "clear", "add", "export"]


def command(
    names: Names,
    output: Output,
    action: Annotated[
        Action, typer.Argument(metavar="ACTION", help="list, verify, clear, add or export.")
    ] = "list",
    rule: Annotated[
        str | None,
        typer.Argument(metavar="RULE", help="Only this rule's values; for add, a file."),
    ] = None,
    store: StoreFolder = None,
) -> None:
    """List, verify or clear stored values.

    Values that took long to compute are kept, and later computations start from them. Every block
    has a checksum; damage is reported (verify: exit code 1), and values are used up to it. Before
    values are used some are computed again by other code; verify does so for all of them, which may
    take as long as it took to compute them, and removes those of a rule with a wrong one.
    Checkpoints of streams are listed, too; export writes one to a file of the current folder, and
    add takes it over on another machine.

    mexplore store

    mexplore store clear 0.354

    mexplore store add 0.174.stream.xz
    """
    kept = StoreOptions(store).open()
    if kept is None:
        raise InputError("the cache is not used, since others may write to it; name a --store DIR")
    if action == "add":
        write(output, _added(rule, kept))
        return
    text = str(names.rule(rule)) if rule is not None else None
    if action == "clear":
        count = kept.clear(text)
        said = f"{count} {'entry' if count == 1 else 'entries'} removed"
        write(output, Answer({"cleared": count}, [said]))
        report_troubles(kept)
        return
    if action == "export":
        write(output, _exported(text, kept))
        return
    from mexplore.discover.windows.carrying import streams

    records = [r for r in kept.records() if text is None or r.rule == text]
    passed = [s for s in streams(kept) if text is None or s.rule == text]
    if text is not None and not records and not passed:
        raise InputError(f"no values of {text} are stored in {kept.folder}")
    if action == "verify":
        with output.progress() as watcher:
            records = [_confirmed(kept, record, watcher) for record in records]
    report_troubles(kept)
    troubles = [*(it.trouble for it in records), *(it.trouble for it in passed), *kept.troubles]
    facts = {
        "stored": [_record_json(record, kept) for record in records],
        "streams": [_stream_json(it, kept) for it in passed],
        "status": "computed",
        "warrant": "computed again by other code" if action == "verify" else "checksums of blocks",
    }
    no = action == "verify" and any(troubles)
    write(output, Answer(facts, partial(_document, records, passed), no=no))


def _confirmed(kept: Store, record: Record, watcher: Watcher) -> Record:
    """The record after all of its values were confirmed, where its rule can be read."""
    from mexplore.rules.notation import parse_rule

    try:
        rule = parse_rule(record.rule) if record.rule else None
    except MexploreError as error:
        return replace(record, trouble=f"its rule cannot be read: {error}")
    return record if rule is None else kept.confirmed(record, rule, watcher)


def _added(file: str | None, kept: Store) -> Answer:
    from mexplore.discover.windows.carrying import take_over

    if file is None:
        raise InputError("name the file of the checkpoint: mexplore store add FILE")
    try:
        added = take_over(Path(file), kept)
    except OSError as error:
        raise InputError(f"{file} was not added: {error.strerror or error}") from None
    except ValueError as error:
        raise InputError(f"{file} was not added: {error}") from None
    said = f"{added.rule}: {added.passed:,} heaps passed; its next study goes on there"
    return Answer({"added": _stream_json(added, kept)}, [said])


def _exported(rule: str | None, kept: Store) -> Answer:
    from mexplore.discover.windows.carrying import export

    if rule is None:
        raise InputError("name the rule of the checkpoint: mexplore store export RULE")
    try:
        path = export(rule, kept)
    except (OSError, ValueError) as error:
        raise InputError(f"the checkpoint of {rule} was not written: {error}") from None
    return Answer({"exported": str(path)}, [f"written: {path}"])


def _record_json(r: Record, kept: Store) -> dict[str, Any]:
    return {
        "rule": r.rule, "values": r.values, "bytes": r.bytes, "kernel": r.kernel,
        "version": r.version, "file": str(kept.database.path), "trouble": r.trouble,
    }  # fmt: skip


def _stream_json(it: Progress, kept: Store) -> dict[str, Any]:
    return {
        "rule": it.rule, "passed": it.passed, "bytes": it.bytes,
        "version": it.version, "file": str(kept.database.path), "trouble": it.trouble,
    }  # fmt: skip


def _document(records: list[Record], passed: list[Progress]) -> Document:
    from mexplore.reports.writers.document import Document, Table

    cells = [
        (r.rule, f"{r.values:,}", f"{r.bytes:,}", f"{r.kernel} {r.version}", r.trouble or "good")
        for r in records
    ]
    columns = ("rule", "values", "bytes", "kernel", "state")
    document = Document([Table(columns, cells, caption="Stored values")])
    if passed:
        rows = [(it.rule, f"{it.passed:,}", f"{it.bytes:,}", it.trouble or "good") for it in passed]
        caption = "Streams, whose values are passed and not stored"
        document.add(Table(("rule", "passed", "bytes", "state"), rows, caption=caption))
    return document
