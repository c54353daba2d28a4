"""Printing the warrants of answers, or that there is no answer."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from mexplore.reports.cli.saying import say

if TYPE_CHECKING:
    from mexplore.discover.study.kind import Warrant


def say_warrants(warrants: Iterable[Warrant], *, quiet: bool, most: int = 3) -> None:
    """Print why the answers are right. That some may be wrong is printed to stderr, always."""
    listed = list(warrants)
    if not quiet:
        for warrant in listed[:most]:
            say(warrant_line(warrant))
        if len(listed) > most:
            say(f"({len(listed) - most} more values by the same means)")
    if any(warrant.status == "holds so far" for warrant in listed):
        say("mexplore: this law is not proved; its values may be wrong", sys.stderr)


def warrant_line(warrant: Warrant) -> str:
    """A warrant in one line."""
    if warrant.finding is None:
        return warrant.words
    from mexplore.reports.documents.finding import status_line

    return f"{warrant.words}: {status_line(warrant.finding)}"


def no_answer(reason: str, json: dict[str, Any] | None) -> NoReturn:
    """End with exit code 1: the question was good and has no answer."""
    if json is not None:
        from mexplore.reports.writers.output import print_json

        print_json(json)
    else:
        say(f"mexplore: {reason}", sys.stderr)
    raise typer.Exit(1)
