"""The options that commands share, and what they mean."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rules.errors import InputError

if TYPE_CHECKING:
    from rules.computing.store import Store
    from rules.rule import Rule

RuleText = Annotated[
    str, typer.Argument(metavar="RULE", help="The rule, or a name from the library; in quotes.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.")]
RulesFile = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE", help="Add the named rules of a TOML file."),
]
Upto = Annotated[
    str | None, typer.Option("--upto", metavar="N", help="The last n: 1000, 10^6, 6*12^40.")
]

MaxPositions = Annotated[
    str | None,
    typer.Option("--max-positions", metavar="N", help="Value at most N positions (Python rules)."),
]
Unproved = Annotated[
    bool, typer.Option("--unproved", help="Also use a law that only holds so far.")
]
Budget = Annotated[
    str | None,
    typer.Option("--budget", metavar="SECONDS", help="Look for a law so long (default 20)."),
]

StoreFolder = Annotated[
    Path | None, typer.Option("--store", metavar="DIR", help="Keep values that took long here.")
]
NoStore = Annotated[
    bool, typer.Option("--no-store", help="Neither read nor keep values computed before.")
]


def read_store(folder: Path | None, no_store: bool) -> Store | None:
    """The store that ``--store`` and ``--no-store`` ask for; the platform's cache by default."""
    from rules.computing.store import Store, store_at

    if no_store:
        if folder is not None:
            raise InputError("give either --store DIR or --no-store")
        return None
    return Store() if folder is None else store_at(folder)


def tell_troubles(store: Store | None) -> None:
    """Say on stderr what went wrong with the store; values are right in any case."""
    for trouble in store.troubles if store is not None else ():
        print(f"mexplore: stored values: {trouble}", file=sys.stderr)


def read_rule(text: str, rules_file: Path | None = None, max_positions: str | None = None) -> Rule:
    """The rule that a command was given, names of the library and of ``--rules`` included.

    ``max_positions`` limits rules that are Python functions; others have no use for it.
    """
    from reports.cli.subject import refuse_board
    from rules.library import library_with
    from rules.notation import parse_rule

    refuse_board(text, rules_file)
    rule = parse_rule(text, library_with(rules_file), allow_python=True)
    if max_positions is None:
        return rule
    from rules.families.function.rule import Function
    from rules.text.numbers import parse_number

    most = parse_number(max_positions, "--max-positions")
    if not isinstance(rule, Function):
        raise InputError("--max-positions goes with a rule such as games.py:options")
    return replace(rule, most=most)


def read_seconds(text: str) -> float:
    """The seconds of ``--budget``."""
    try:
        seconds = float(text.removesuffix("s"))
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < 10**9:
        raise InputError(f"--budget {text[:40]!r} is no number of seconds; write 20 or 0.5")
    return seconds
