"""What the commands that answer questions share: finding the answers, and saying their warrant."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from reports.cli.options import read_seconds

if TYPE_CHECKING:
    from discover.questions.values import Answers, Warrant
    from rules.rule import Rule


@dataclass(frozen=True)
class Asked:
    """How to look for answers, and whether to speak meanwhile."""

    unproved: bool = False
    budget: str | None = None
    quiet: bool = False
    law_first: bool = False

    def answers(self, rule: Rule, heaps: Sequence[int]) -> Answers:
        """What is known of the values of these heaps and all smaller ones."""
        from discover.questions.values import Means, answers
        from discover.study import DEFAULT_BUDGET
        from reports.cli.compiling import say_if_compiling
        from reports.cli.progress import progress_bar

        seconds = DEFAULT_BUDGET if self.budget is None else read_seconds(self.budget)
        say_if_compiling(rule, quiet=self.quiet)
        means = Means(self.unproved, seconds, self.law_first)
        with progress_bar(quiet=self.quiet) as watcher:
            return answers(rule, heaps, means, watcher)


def say_warrants(warrants: Iterable[Warrant], *, quiet: bool, most: int = 3) -> None:
    """After the answers: why they are right. That some may not be is said on stderr, always."""
    listed = list(warrants)
    if not quiet:
        for warrant in listed[:most]:
            print(warrant_line(warrant))
        if len(listed) > most:
            print(f"({len(listed) - most} more values by the same means)")
    if any(warrant.status == "holds so far" for warrant in listed):
        print("mexplore: this law is not proved; its values may be wrong", file=sys.stderr)


def warrant_line(warrant: Warrant) -> str:
    """A warrant in one line."""
    if warrant.finding is None:
        return warrant.words
    from reports.documents.study import status_line

    return f"{warrant.words}: {status_line(warrant.finding)}"


def no_answer(reason: str, json: dict[str, Any] | None) -> NoReturn:
    """End with exit code 1: the question was good and has no answer."""
    if json is not None:
        from reports.cli.output import print_json

        print_json(json)
    else:
        print(f"mexplore: {reason}", file=sys.stderr)
    raise typer.Exit(1)
