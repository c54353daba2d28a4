"""Graphs drawn by Graphviz's ``dot``, where it is installed."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import which
from subprocess import SubprocessError, run
from textwrap import wrap

from mexplore.rules.errors import InputError

ENDINGS = (".dot", ".gv")  # the text itself
DRAWN = (".png", ".svg", ".pdf")
SECONDS = 60
LINE = 64  # characters of a line below a graph


def check_graph(path: Path) -> None:
    """Raise InputError if the drawing of an automaton cannot have this name."""
    if path.suffix.lower() not in (*ENDINGS, *DRAWN):
        raise InputError(
            f"{path}: no automaton has this suffix; name a .dot (Graphviz text), .png, .svg or .pdf"
        )
    if path.suffix.lower() in DRAWN and which("dot") is None:
        from mexplore.reports.writers.drawing import check_pictures

        check_pictures(path)


def drawn_by_dot(graph: str, ending: str, below: str = "") -> bytes | None:
    """The graph in a format of dot (``svg``), with a text below it; None where dot is not
    installed or fails."""
    program = which("dot")
    if program is None:
        return None
    more = ["-Gdpi=300"] if ending == "png" else ["-Gbgcolor=transparent"]
    labelled = ["-Glabel=" + "\\n".join(wrap(below, LINE)), "-Gfontsize=11"] if below else []
    command = [program, f"-T{ending}", "-Gfontname=sans-serif", "-Nfontname=sans-serif",
               "-Efontname=sans-serif", *labelled, *more]  # fmt: skip
    undated = os.environ | {"SOURCE_DATE_EPOCH": "0"}
    try:
        ended = run(command, input=graph.encode(), capture_output=True, timeout=SECONDS,
                    env=undated, check=True)  # fmt: skip
    except (SubprocessError, OSError):
        return None
    return ended.stdout
