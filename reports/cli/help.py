"""The help of a command, from its docstring: plain text, whose lines are wrapped anew.

Plain, not in boxes: what typer needs for boxes takes longer to import than a short command to run.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

EXAMPLE = "mexplore "  # a paragraph that begins so is one


def help_of(docstring: str | None) -> str:
    """The docstring as typer prints it: a paragraph a line.

    >>> print(help_of('''Draw pictures. They
    ... need mexplore[parquet].
    ...
    ... mexplore plot 0.77'''))
    Draw pictures. They need mexplore[parquet].
    <BLANKLINE>
    mexplore plot 0.77
    """
    return "\n\n".join(paragraphs_of(docstring))


def summary_of(docstring: str | None) -> str:
    """The first paragraph, which the list of commands shows whole."""
    return next(paragraphs_of(docstring), "")


def paragraphs_of(docstring: str | None) -> Iterator[str]:
    """The paragraphs of a command's help, each in one line."""
    for part in cleandoc(docstring or "").split("\n\n"):
        yield " ".join(part.split())


def examples_of(docstring: str | None) -> list[str]:
    """The examples in the help of a command, in the order in which they can be run."""
    return [text for text in paragraphs_of(docstring) if text.startswith(EXAMPLE)]
