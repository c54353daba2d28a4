"""What a command answers, and the one place that writes it.

A command reads text and asks; `give` prints the `Answer`: blocks for people, or one JSON object,
which always has ``status`` and ``warrant``, and a ``reason`` where something is not known.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from mexplore.reports.cli.saying import say
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.study.kind import Warrant
    from mexplore.reports.cli.options import Output
    from mexplore.reports.writers.document import Block, Document
    from mexplore.rules.engine.grundy import Watcher

BAD_INPUT = 2
STOPPED = 130
WARRANTS = 3  # that are written one by one


@dataclass(frozen=True)
class Lines:
    """Lines for another program, such as CSV, written as they are."""

    text: Iterable[str]


@dataclass(frozen=True)
class Answer:
    """What was found: as JSON has it (``facts``), and as people read it (``blocks``). A function
    for the facts or the blocks is called only if they are written.

    ``warrants`` say why it is right, ``notes`` how it is to be read. ``missing`` is the reason why
    something is not known; ``bad`` are the lines of the input that could not be read; and ``no``
    is true where the answer to the question is no, as of a certificate that is not valid;
    ``stopped`` where Ctrl-C ended the work, and this is what was done by then.
    """

    facts: Mapping[str, Any] | Callable[[], Mapping[str, Any]]
    blocks: Iterable[Block | str | Lines | Document] | Callable[[], Document] = ()
    warrants: Sequence[Warrant] = ()
    notes: Sequence[str] = ()
    missing: str = ""
    bad: Sequence[str] = ()
    no: bool = False
    stopped: bool = False

    @property
    def status(self) -> str:
        """The weakest status of the warrants; ``nothing found`` where there is none."""
        from mexplore.discover.study.kind import LookedUp

        return LookedUp((), tuple(self.warrants)).status

    def json(self) -> dict[str, Any]:
        """The facts, and why they are right."""
        facts = dict(self.facts() if callable(self.facts) else self.facts)
        facts.setdefault("status", self.status)
        facts.setdefault("warrant", "; ".join(_lines(self.warrants)) or None)
        reached = [each.reached for each in self.warrants if each.reached is not None]
        if reached:
            facts.setdefault("reached", sum(reached))
        if self.missing:
            facts.setdefault("reason", self.missing)
        return facts


def head_of(game: object, *, misere: bool = False) -> dict[str, Any]:
    """What was asked about a game or its text, and how it is played."""
    play = "misere" if misere else "normal"
    rule = None if game is None else str(game).removeprefix(f"{play} ")
    return {"rule": rule, "play": play}


def give(
    output: Output,
    seconds: float | None,
    head: Mapping[str, Any],
    nothing: Mapping[str, Any],
    find: Callable[[Watcher], Answer],
) -> None:
    """Print the answer that is found in these seconds. The ``head`` of its JSON says what was
    asked; what takes the place of the facts where there is no answer is ``nothing``."""
    from mexplore.discover.study.kind import NotKnown

    try:
        with output.progress(seconds) as watcher:
            answer = find(watcher)
    except NotKnown as why:
        answer = Answer(nothing, missing=str(why))
    write(output, answer, head)


def write(output: Output, answer: Answer, head: Mapping[str, Any] | None = None) -> None:
    """Print the answer, and end with exit code 1 where it is no or not known, with 2 where lines
    were bad, with 130 where it was stopped."""
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        print_json({**(head or {}), **answer.json()})
    else:
        _show(answer, quiet=output.quiet)
        if answer.missing:
            say(f"mexplore: {answer.missing}", sys.stderr)
    if any(warrant.status == "holds so far" for warrant in answer.warrants):
        say("mexplore: this law is not proved; its values may be wrong", sys.stderr)
    for line in answer.bad:
        print(f"mexplore: {line}", file=sys.stderr)
    if answer.stopped:
        raise typer.Exit(STOPPED)
    if answer.no or answer.missing:
        raise typer.Exit(1)
    if answer.bad:
        raise typer.Exit(BAD_INPUT)


def _show(answer: Answer, *, quiet: bool) -> None:
    """The blocks, then notes and warrants, unless they would disturb the program that reads."""
    from mexplore.reports.writers.document import Document
    from mexplore.reports.writers.terminal import show

    document = Document()
    for block in [answer.blocks()] if callable(answer.blocks) else answer.blocks:
        if not isinstance(block, str | Lines | Document):
            document.add(block)  # blocks that follow each other are laid out as one document
            continue
        show(document)
        document = Document()
        if isinstance(block, str):
            say(block)
        elif isinstance(block, Lines):
            quiet = True
            sys.stdout.writelines(block.text)
        else:
            show(block)
    show(document)
    if not quiet:
        for line in (*answer.notes, *_lines(answer.warrants)):
            say(line)


def _lines(warrants: Sequence[Warrant]) -> list[str]:
    """The first warrants, a line each, and how many more there are."""
    lines = [warrant_line(warrant) for warrant in warrants[:WARRANTS]]
    more = len(warrants) - WARRANTS
    return lines + [f"({more} more values by the same means)"] * (more > 0)


def warrant_line(warrant: Warrant) -> str:
    """A warrant in one line."""
    if warrant.finding is None:
        return warrant.words
    from mexplore.reports.documents.finding import status_line

    return f"{warrant.words}: {status_line(warrant.finding)}"
