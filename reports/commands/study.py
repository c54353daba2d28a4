"""``mexplore study``: the main job."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reports.cli.options import (
    Budget,
    Output,
    StoreOptions,
    SubjectOptions,
    Upto,
    read_seconds,
    tell_troubles,
)
from rules.errors import InputError

if TYPE_CHECKING:
    from discover.evidence.limits import Limits
    from reports.documents.report import Report
    from reports.writers.document import Figure


def command(
    options: SubjectOptions,
    kept: StoreOptions,
    output: Output,
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", help="The rule, or a name; in quotes.")
    ] = None,
    upto: Upto = None,
    budget: Budget = None,
    max_terms: Annotated[
        str | None,
        typer.Option(metavar="N", help="Use at most N values (default: what memory holds)."),
    ] = None,
    runs_upto: Annotated[
        str | None, typer.Option(metavar="N", help="Follow runs of equal values up to N.")
    ] = None,
    sequence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Study the numbers in a file, no rule.")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE.md", help="Write a report in Markdown, pictures beside it."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write the report as HTML.")
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the certificate of the proof.")
    ] = None,
    plots: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write pictures into this folder, and refer to them in reports."
        ),
    ] = None,
    latex: Annotated[
        Path | None,
        typer.Option(metavar="FILE.tex", help="Write the report as an article in LaTeX."),
    ] = None,
    proof_log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every claim and what became of it.")
    ] = None,
    mona: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write 'the law is true' for MONA.")
    ] = None,
    walnut: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the same for Walnut, into a folder.")
    ] = None,
    coq: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the proof for the proof assistant Coq."),
    ] = None,
    atlas: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Name games that begin alike, from it (default: the user's).",
        ),
    ] = None,
    show_all: Annotated[bool, typer.Option("--all", help="Show every finding and case.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say what the words mean, of this very game.")
    ] = False,
) -> None:
    """Compute values, find the law, prove it, write the closed form: the main job.

    The number of values doubles until something is proved or the budget ends. What is not proved
    is said to hold so far, up to a stated n. Ctrl-C shows what is known by then.

    mexplore study 0.77 --report kayles.md

    mexplore study "divide(2..6)" --json

    mexplore study "subtract(1, 3, 4)" --explain
    """
    files = Files(report, html, certificate, latex, proof_log, plots, mona, walnut, coq)
    files.check()
    limits = _limits(upto, budget, max_terms, runs_upto)
    if (rule is None) == (sequence is None):
        raise InputError("give either a rule or --sequence FILE")
    subject = options.sequence(sequence) if sequence else options.subject(rule or "")
    store = kept.open()
    with output.progress(limits.budget) as watcher:
        found = subject.study(limits, watcher, store).with_atlas(_atlas(atlas))
    tell_troubles(store)
    try:
        files.write(found)
    finally:  # a disk that is full takes the files, not the answer
        _show(found, output, show_all=show_all, explain=explain)
    if found.interrupted:
        raise typer.Exit(130)


def _atlas(named: Path | None) -> Path:
    """The atlas that is named, which must be there, or the user's, which need not."""
    from discover.surveys.atlas import default_atlas

    if named is not None and not named.exists():
        raise InputError(f"there is no atlas {named}; mexplore sweep FAMILY --atlas FILE makes one")
    return named or default_atlas()


def _limits(
    upto: str | None, budget: str | None, max_terms: str | None, runs_upto: str | None
) -> Limits:
    """What the user asked for; the time is limited only where no number of terms is given."""
    from discover.evidence.limits import Limits
    from rules.text.numbers import parse_number

    unlimited = budget is None and (upto or max_terms)
    terms = None if max_terms is None else parse_number(max_terms, "--max-terms")
    if terms is not None and terms < 1:
        raise InputError("--max-terms must be at least 1")
    return Limits(
        None if unlimited else read_seconds(budget),
        terms,
        parse_number(upto, "--upto") if upto is not None else None,
        parse_number(runs_upto, "--runs-upto") if runs_upto is not None else None,
    )


@dataclass(frozen=True)
class Files:
    """Where to write what."""

    report: Path | None
    html: Path | None
    certificate: Path | None
    latex: Path | None
    log: Path | None
    pictures: Path | None
    mona: Path | None
    walnut: Path | None
    coq: Path | None

    def check(self) -> None:
        """Raise InputError if one of them cannot be written: told before the work."""
        from reports.writers.output import check_different, check_folder, check_writable

        files = self.report, self.html, self.certificate, self.latex, self.log, self.mona
        for path in files:
            check_writable(path)
        check_different(files)
        check_folder(self.pictures or self._beside())
        check_folder(self.walnut)
        check_folder(self.coq)
        if self.pictures:
            from reports.plots.plotting import check_pictures

            check_pictures()

    def _beside(self) -> Path | None:
        """The folder of pictures beside a report, where no other is named: none without matplotlib,
        none for pages of HTML alone, nor for what is no file or has a name that is no text."""
        report = self.report or self.latex
        if report is None or (report.exists() and not report.is_file()):
            return None
        is_text = str(report).isprintable()  # what is no text in a name is no printable sign
        return report.with_name(f"{report.stem}-figures") if is_text and _can_draw() else None

    def write(self, found: Report) -> None:
        """Write them all."""
        from reports.writers.detail import Detail
        from reports.writers.html.page import to_html
        from reports.writers.latex import to_latex
        from reports.writers.markdown import to_markdown
        from reports.writers.output import write_text

        folder = self.pictures or self._beside()
        drawn = found.draw(folder) if folder else []
        writers = (self.report, to_markdown), (self.html, to_html), (self.latex, to_latex)
        for path, written in writers:
            if path:
                figures = _inside(found) if path is self.html else _beside(found, drawn, path)
                document = found.document(_command_line(), Detail(), figures)
                write_text(path, written(document))
        if self.certificate:
            _write_certificate(found.certificate(), self.certificate)
        if self.log:
            write_text(self.log, found.log() + "\n")
        if self.mona or self.walnut:
            _write_sentence(found, self.mona, self.walnut)
        if self.coq:
            _write_coq(found, self.coq)


def _can_draw() -> bool:
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def _beside(found: Report, pictures: list[Path], report: Path) -> list[Figure]:
    """The pictures as the report refers to them: by the way from its own folder."""
    from os.path import relpath

    from reports.writers.document import Figure

    return [
        Figure(
            Path(relpath(path.resolve(), report.resolve().parent)).as_posix(),
            found.caption(path.stem),
        )
        for path in pictures
    ]


def _inside(found: Report) -> list[Figure]:
    """The pictures within the page itself; where they cannot be drawn, what they need is said."""
    from reports.writers.drawing import check_pictures

    try:
        check_pictures()
    except InputError as error:
        print(f"mexplore: {error}; the page has none", file=sys.stderr)
        return []
    return found.figures()


def _write_certificate(text: str | None, path: Path) -> None:
    from reports.writers.output import write_text

    if text is None:
        print(f"mexplore: nothing is proved, so {path} was not written", file=sys.stderr)
    else:
        write_text(path, text)


def _write_sentence(found: Report, mona: Path | None, walnut: Path | None) -> None:
    from reports.writers.output import write_text
    from rules.moves.relations import Unlisted

    sentence = found.sentence()
    if isinstance(sentence, Unlisted):
        print(f"mexplore: {sentence.reason}, so {mona or walnut} was not written", file=sys.stderr)
        return
    if mona:
        write_text(mona, sentence.mona())
    for name, text in sentence.walnut().items() if walnut else ():
        assert walnut is not None
        path = walnut / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)


def _write_coq(found: Report, folder: Path) -> None:
    from discover.coq.export import CoqProof
    from discover.coq.writing import write_files

    proof = found.coq()
    if isinstance(proof, CoqProof):
        write_files(proof, folder)
    else:
        print(f"mexplore: {proof.reason}, so {folder} was not written", file=sys.stderr)


def _show(found: Report, output: Output, *, show_all: bool, explain: bool) -> None:
    if output.as_json:
        from reports.writers.output import print_json

        print_json(found.json())
        return
    from reports.writers.detail import BRIEF, Detail
    from reports.writers.terminal import show

    document = found.document(_command_line(), Detail() if show_all else BRIEF)
    if explain:
        document.add(*found.for_newcomers())
    show(document)


def _command_line() -> str:
    from shlex import quote

    return " ".join(["mexplore", *(quote(argument) for argument in sys.argv[1:])])
