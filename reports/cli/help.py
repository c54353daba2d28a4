"""The help of a command, from its docstring: plain text, whose lines are wrapped anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from shutil import get_terminal_size
from typing import Literal

_TAG = re.compile(r"\[(?=[a-z#/@])")  # what rich would take for one
EXAMPLE = "mexplore "  # a paragraph that begins so is one
NARROW = 60  # columns; with fewer, the names of options would be cut in a table


def markup_mode() -> Literal["rich"] | None:
    """Tables with colours, or plain text where there is no room for tables."""
    return "rich" if get_terminal_size().columns >= NARROW else None


def help_of(docstring: str | None) -> str:
    """The docstring as typer prints it with rich: a paragraph a line, no sign taken for markup, and
    the examples dim.

    >>> print(help_of('''Draw pictures. They
    ... need mexplore[plots].
    ...
    ... mexplore plot 0.77'''))
    Draw pictures. They need mexplore\\[plots].
    <BLANKLINE>
    [dim]mexplore plot 0.77[/dim]
    """
    paragraphs = list(paragraphs_of(docstring))
    if markup_mode() is None:
        return "\n\n".join(paragraphs)
    return "\n\n".join(
        f"[dim]{text}[/dim]" if text.startswith(EXAMPLE) else text
        for text in (_TAG.sub(r"\[", part) for part in paragraphs)
    )


def paragraphs_of(docstring: str | None) -> Iterator[str]:
    """The paragraphs of a command's help, each in one line."""
    for part in cleandoc(docstring or "").split("\n\n"):
        yield " ".join(part.split())


def examples_of(docstring: str | None) -> list[str]:
    """The examples in the help of a command, in the order in which they can be run."""
    return [text for text in paragraphs_of(docstring) if text.startswith(EXAMPLE)]
