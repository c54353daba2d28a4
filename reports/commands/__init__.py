"""The commands, one file each.

To add a command, add a file with a function ``command`` whose signature is the command line
(`reports.cli.options` has the options that commands share, alone and in groups) and whose docstring
is the help, in plain text: a first line, a paragraph, and two examples that can be pasted, each a
paragraph that begins with ``mexplore``. The file's name is the command's. Nothing else is edited.
A command reads text, asks, and gives an `Answer`: facts, blocks for people, and warrants, which
`reports.cli.answers` writes.
Keep numpy, llvmlite, sympy, pandas and rich out of the module's top: every command is imported for
``mexplore --help``.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer import Typer

    app: Typer
    """The program with all commands, built when it is first used."""


def __getattr__(name: str) -> object:
    if name != "app":
        raise AttributeError(name)
    from mexplore.reports.cli.app import build

    return build(sys.modules[__name__])
