"""``mexplore study``: the main job."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.cli import subject as boards
from reports.cli.options import (
    AsJson,
    MaxPositions,
    NoStore,
    Quiet,
    RulesFile,
    StoreFolder,
    Upto,
    read_rule,
    read_seconds,
    read_store,
    tell_troubles,
)
from rules.errors import InputError

if TYPE_CHECKING:
    from discover.evidence.sources import Source
    from discover.study import Limits, Study
    from reports.documents.document import Document
    from rules.computing.grundy import Watcher
    from rules.computing.store import Store
    from rules.rule import Rule


def command(
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", help="The rule, or a name; in quotes.")
    ] = None,
    upto: Upto = None,
    budget: Annotated[
        str | None, typer.Option(metavar="SECONDS", help="Stop after so long (default 20).")
    ] = None,
    max_terms: Annotated[
        str | None, typer.Option(metavar="N", help="Use at most N values (default 1e7).")
    ] = None,
    runs_upto: Annotated[
        str | None, typer.Option(metavar="N", help="Follow runs of equal values up to N.")
    ] = None,
    sequence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Study the numbers in a file, no rule.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE.md", help="Write a report in Markdown.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write the report as HTML.")
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the certificate of the proof.")
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write pictures into this folder.")
    ] = None,
    latex: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the best formula as LaTeX.")
    ] = None,
    proof_log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every claim and what became of it.")
    ] = None,
    show_all: Annotated[bool, typer.Option("--all", help="Show every finding and case.")] = False,
    board: boards.Size = None,
    row: boards.Row = None,
    column: boards.Column = None,
    diagonal: boards.Diagonal = None,
    value: boards.Value = None,
    max_positions: MaxPositions = None,
    rules_file: RulesFile = None,
    store: StoreFolder = None,
    no_store: NoStore = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Compute values, find the law, prove it, write the closed form: the main job.

    The number of values doubles until something is proved or the budget ends. What is not proved
    is said to hold so far, up to a stated n. Ctrl-C shows what is known by then.

    [dim]mexplore study 0.77 --report kayles.md[/dim]

    [dim]mexplore study "divide(2..6)" --json[/dim]
    """
    from discover.study import study
    from reports.cli.compiling import say_if_compiling
    from reports.cli.output import check_folder, check_writable, write_text
    from reports.cli.progress import progress_bar

    for path in (report, html, certificate, latex, proof_log):
        check_writable(path)
    check_folder(plots)
    if plots:
        from reports.writers.plots import check_pictures

        check_pictures()
    limits = _limits(upto, budget, max_terms, runs_upto)
    view = boards.Asked(board, row, column, diagonal, value).view(rule, rules_file)
    files = Files(report, html, certificate, latex)
    if view is not None:
        _board(view, limits, files, as_json=as_json, show_all=show_all, quiet=quiet or as_json)
        return
    chosen, source = _subject(rule, sequence, rules_file, max_positions)
    if chosen is not None:
        say_if_compiling(chosen, quiet=quiet or as_json)
    kept = read_store(store, no_store)
    with progress_bar(quiet=quiet or as_json) as watcher:
        if chosen is not None:
            source = _source(chosen, limits, watcher, kept)
        result = study(chosen, limits, watcher, source)
    tell_troubles(kept)
    try:
        _write(result, files)
        if proof_log:
            write_text(proof_log, "\n".join(result.log) + "\n")
        if plots:
            from reports.writers.plots import plot_all

            plot_all(result, plots)
    finally:  # a disk that is full takes the files, not the answer
        _print(result, as_json=as_json, show_all=show_all)
    if result.ended == "interrupted":
        raise typer.Exit(130)


def _board(
    view: boards.View,
    limits: Limits,
    files: Files,
    *,
    as_json: bool,
    show_all: bool,
    quiet: bool,
) -> None:
    """A sequence of a board, or the whole board."""
    from reports.cli.progress import progress_bar

    if view.line is None:
        _whole_board(view, limits, files, as_json=as_json, quiet=quiet)
        return
    with progress_bar(quiet=quiet) as watcher:
        result = boards.study_line(view, limits, watcher)
    _write(result, files)
    _print(result, as_json=as_json, show_all=show_all, more=view.json())


def _whole_board(
    view: boards.View, limits: Limits, files: Files, *, as_json: bool, quiet: bool
) -> None:
    from discover.boards.vector_periods import study_board
    from reports.cli.progress import progress_bar
    from reports.documents.board import board_document, board_json
    from reports.writers.terminal import show

    with progress_bar(quiet=quiet) as watcher:
        result = study_board(view.board, view.size, limits.upto, limits.budget, watcher)
    document = board_document(result, _command_line())
    _write_document(document, files)
    if files.latex:
        _write_latex(result.claim.latex() if result.claim else None, files.latex)
    if files.certificate:
        _nothing_proved(files.certificate)
    if as_json:
        from reports.cli.output import print_json

        print_json(board_json(result))
    else:
        show(document)


def _limits(
    upto: str | None, budget: str | None, max_terms: str | None, runs_upto: str | None
) -> Limits:
    """What the user asked for; the time is limited only where no number of terms is given."""
    from discover.study import DEFAULT_BUDGET, DEFAULT_MAX_TERMS, Limits
    from rules.text.numbers import parse_number

    seconds: float | None = None if upto or max_terms else DEFAULT_BUDGET
    if budget is not None:
        seconds = read_seconds(budget)
    terms = DEFAULT_MAX_TERMS if max_terms is None else parse_number(max_terms, "--max-terms")
    if terms < 1:
        raise InputError("--max-terms must be at least 1")
    return Limits(
        seconds,
        terms,
        parse_number(upto, "--upto") if upto is not None else None,
        parse_number(runs_upto, "--runs-upto") if runs_upto is not None else None,
    )


def _subject(
    rule: str | None,
    sequence: Path | None,
    rules_file: Path | None,
    max_positions: str | None,
) -> tuple[Rule | None, Source | None]:
    if (rule is None) == (sequence is None):
        raise InputError("give either a rule or --sequence FILE")
    if sequence is None:
        assert rule is not None
        return read_rule(rule, rules_file, max_positions), None
    from discover.evidence.sequence_file import read_sequence
    from discover.evidence.sources import GivenSource

    return None, GivenSource(read_sequence(sequence))


def _source(rule: Rule, limits: Limits, watcher: Watcher, store: Store | None) -> Source:
    from discover.evidence.sources import TermSource, source_of
    from rules.computing.grundy import refuse_beyond_memory

    source = source_of(rule, watcher, store)
    if limits.upto is not None and isinstance(source, TermSource):
        refuse_beyond_memory(limits.upto + 1)
    return source


@dataclass(frozen=True)
class Files:
    """Where to write what."""

    report: Path | None
    html: Path | None
    certificate: Path | None
    latex: Path | None


def _write(result: Study, files: Files) -> None:
    from reports.documents.study import Detail, study_document
    from reports.json.study import finding_json

    if files.report or files.html:
        _write_document(study_document(result, _command_line(), Detail()), files)
    if files.certificate:
        _write_certificate(result, files.certificate)
    if files.latex:
        best = result.findings[0] if result.findings else None
        text = finding_json(best, result.evidence)["latex"] if best else None
        _write_latex(text, files.latex)


def _write_document(document: Document, files: Files) -> None:
    from reports.cli.output import write_text
    from reports.writers.html import to_html
    from reports.writers.markdown import to_markdown

    if files.report:
        write_text(files.report, to_markdown(document))
    if files.html:
        write_text(files.html, to_html(document))


def _write_latex(text: str | None, path: Path) -> None:
    from reports.cli.output import write_text

    write_text(path, (text or "% nothing found") + "\n")


def _write_certificate(result: Study, path: Path) -> None:
    from discover.certificate import write_certificate
    from reports.cli.output import write_text

    if result.certificate is None:
        _nothing_proved(path)
        return
    write_text(path, write_certificate(result.certificate))


def _nothing_proved(path: Path) -> None:
    print(f"mexplore: nothing is proved, so {path} was not written", file=sys.stderr)


def _print(
    result: Study, *, as_json: bool, show_all: bool, more: dict[str, Any] | None = None
) -> None:
    if as_json:
        from reports.cli.output import print_json
        from reports.json.study import study_json

        print_json({**study_json(result), **(more or {})})
        return
    from reports.documents.study import BRIEF, Detail, study_document
    from reports.writers.terminal import show

    show(study_document(result, _command_line(), Detail() if show_all else BRIEF))


def _command_line() -> str:
    from shlex import quote

    return " ".join(["mexplore", *(quote(argument) for argument in sys.argv[1:])])
