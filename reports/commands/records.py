"""``mexplore records``: how far the values of the open games are known."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mexplore.reports.cli.answers import Answer, head_of, write
from mexplore.reports.cli.options import (
    Budget,
    Names,
    Output,
    StoreOptions,
    Upto,
    read_seconds,
    report_troubles,
)
from mexplore.rules.errors import InputError, TimeIsUp

if TYPE_CHECKING:
    from mexplore.discover.windows.records import Record
    from mexplore.rules.engine.store import Store
    from mexplore.rules.rule import Rule, Values

COMPUTING = 0.9  # of the budget; the rest is for digests
STORED = "what took a second or more is stored, and the next call goes on from there"
HOW = "the shipped list, whose digests anyone can compute"


def command(
    names: Names,
    output: Output,
    kept: StoreOptions,
    rule: Annotated[
        str | None, typer.Argument(metavar="[RULE]", help="Only this game, in full.")
    ] = None,
    budget: Budget = None,
    upto: Upto = None,
    file: Annotated[
        Path | None,
        typer.Option("--write", metavar="FILE", help="Add what was computed to a list of records."),
    ] = None,
) -> None:
    """Show how far the values of the open octal games are known, here and in the literature.

    With --budget or --upto the values of one game are computed on from those that are stored, and
    the digests compared with those of the list; Ctrl-C loses nothing. A digest is the SHA-256 of
    G(0), G(1), ..., each as two bytes, the lower one first.

    mexplore records

    mexplore records 0.6

    mexplore records 0.6 --upto 10000

    mexplore records grundy --budget 5 --json
    """
    if rule is None:
        if budget is not None or upto is not None or file is not None:
            raise InputError("name the game that is to be computed: mexplore records RULE ...")
        write(output, _all())
        return
    read = names.rule(rule)
    if budget is None and upto is None:
        if file is not None:
            raise InputError("--write goes with --budget or --upto, which compute something")
        write(output, _known(str(read)), head_of(read))
        return
    from mexplore.reports.writers.output import check_writable

    check_writable(file)
    write(output, _computed(read, output, kept.open(), budget, upto, file), head_of(read))


def _all() -> Answer:
    from mexplore.discover.windows.open_games import open_games
    from mexplore.reports.documents.records import records_table

    games = list(open_games().values())
    facts = {"games": [each.json() for each in games], "status": "computed", "warrant": HOW}
    return Answer(facts, lambda: records_table(games))


def _known(rule: str) -> Answer:
    from mexplore.discover.windows.open_games import open_games
    from mexplore.reports.documents.records import game_document

    game = open_games().get(rule)
    if game is None:
        why = f"{rule} is not among the open games; --budget SECONDS computes its values"
        return Answer({"game": None}, missing=why)
    facts = {"game": game.json(), "status": "computed", "warrant": HOW}
    return Answer(facts, lambda: game_document(game))


def _computed(
    rule: Rule, output: Output, store: Store | None, budget: str | None, upto: str | None,
    file: Path | None,
) -> Answer:  # fmt: skip
    """The record of what was computed, and whether it agrees with the one that ships."""
    from mexplore.discover.windows.open_games import open_games
    from mexplore.discover.windows.records import record_of
    from mexplore.reports.documents.records import record_items

    values = _values(rule, output, store, budget, upto)
    known = open_games().get(str(rule))
    shipped = known.record if known else None
    record = record_of(rule, values, shipped.digests if shipped else ())
    differing = record.differing(shipped) if shipped else None
    notes = [_compared(record, shipped, differing)]
    if file is not None and differing is None:
        notes.append(_kept(file, record))
    facts = {
        "record": record.json(),
        "agrees": None if shipped is None else differing is None,
        "status": "computed",
        "warrant": f"computed for n < {record.values}",
    }
    return Answer(facts, record_items(record), notes=notes, no=differing is not None)


def _values(
    rule: Rule, output: Output, store: Store | None, budget: str | None, upto: str | None
) -> Values:
    """As many values as there is time for. After Ctrl-C it is said where the next call goes on."""
    from mexplore.discover.windows.records import as_far_as
    from mexplore.rules.engine.grundy import Computation
    from mexplore.rules.engine.working import working_seconds
    from mexplore.rules.text.numbers import parse_number

    stop = None if upto is None else parse_number(upto, "--upto") + 1
    seconds = None if budget is None else read_seconds(budget)
    deadline = None if seconds is None else working_seconds() + COMPUTING * seconds
    with output.progress(seconds, in_parts=True) as watcher:
        computation = Computation(rule, watcher, store)
        try:
            values = as_far_as(computation, stop, deadline)
        except TimeIsUp:
            values = computation.values
        except KeyboardInterrupt:
            many = f"{len(computation.values):,} values"
            where = "" if store is None else f"; {STORED}"
            print(f"mexplore: stopped at {many}{where}", file=sys.stderr)
            raise
    report_troubles(store)
    if not len(values):
        raise InputError("no values were read or computed in this time; --budget gives more")
    return values


def _compared(record: Record, shipped: Record | None, differing: int | None) -> str:
    if shipped is None:
        return "No record of this game ships with mexplore."
    if differing is not None:
        return f"The first {differing:,} values differ from the list's: one of both is wrong."
    both = max(record.digests.keys() & shipped.digests.keys(), default=0)
    if not both:
        return "The list has no digest of so few values."
    far = "goes on to" if shipped.values > record.values else "ends at"
    return f"The first {both:,} values are those of the list, which {far} {shipped.values:,}."


def _kept(file: Path, record: Record) -> str:
    from mexplore.discover.windows.open_games import with_record
    from mexplore.reports.writers.output import write_text

    text = with_record(file, record)
    if text is None:
        return f"{file} has a record that goes as far, and stays as it was."
    write_text(file, text)
    return f"Written to {file}."
