"""The files that ``study --write`` writes: what a file holds follows from its suffix."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mexplore.reports.writers.document import Detail, Document, Figure, Link, Paragraph
from mexplore.reports.writers.output import (
    REMARKS,
    check_different,
    check_folder,
    check_writable,
    write_table,
    write_text,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.reports.documents.report import Report
    from mexplore.reports.programs.writing import Language


DOTS, LINES = ".png", ".pdf"
"""Pictures for browsers and editors, and for LaTeX."""


@dataclass(frozen=True)
class Kind:
    """A kind of file: its suffixes, what it holds, and how it is written.

    ``write`` returns the reason where the study has nothing that such a file could hold. ``check``
    raises InputError, before the work begins, where the file cannot be written.
    """

    suffixes: tuple[str, ...]
    words: str
    write: Callable[[Writing, Path], str | None]
    check: Callable[[Path], None] = check_writable

    @property
    def short(self) -> str:
        """What it holds, in a few words."""
        return self.words.partition(",")[0]


@dataclass(frozen=True)
class Writing:
    """A study to be written: ``command`` repeats it, ``drawn`` are the pictures drawn beside it, by
    the suffixes of their files, ``page`` is that of the game in a site."""

    found: Report
    command: str
    drawn: Mapping[str, Sequence[Path]] = field(default_factory=dict)
    page: Path | None = None

    def document(self, figures: Sequence[Figure], path: Path) -> Document:
        """The whole report, as it is written to this path."""
        document = self.found.document(self.command, Detail(seconds=False), figures)
        if self.page is not None:
            link = Link("Its page in the encyclopedia", _from(path, self.page))
            document.add(Paragraph((link, ", with its relatives.")))
        return document

    def figures_from(self, path: Path, suffix: str) -> list[Figure]:
        """The pictures with their paths relative to the folder of a report."""
        drawn = self.drawn.get(suffix, ())
        return [Figure(_from(path, p), self.found.caption(p.stem)) for p in drawn]


def _from(path: Path, other: Path) -> str:
    """The way from a file to another one."""
    return Path(os.path.relpath(other.resolve(), path.resolve().parent)).as_posix()


def _markdown(study: Writing, path: Path) -> None:
    from mexplore.reports.writers.markdown import to_markdown

    write_text(path, to_markdown(study.document(study.figures_from(path, DOTS), path)))


def _latex(study: Writing, path: Path) -> None:
    from mexplore.reports.writers.latex import to_latex

    write_text(path, to_latex(study.document(study.figures_from(path, LINES), path)))


def _html(study: Writing, path: Path) -> None:
    """The pictures are part of the page; where they cannot be drawn, stderr says what they need."""
    from mexplore.reports.writers.drawing import check_pictures
    from mexplore.reports.writers.html.page import to_html

    figures: list[Figure] = []
    try:
        check_pictures()
        figures = study.found.figures()
    except InputError as error:
        print(f"mexplore: {error}; the page has none", file=sys.stderr)
    write_text(path, to_html(study.document(figures, path)))


def _certificate(study: Writing, path: Path) -> str | None:
    text = study.found.certificate()
    if text is None:
        return "nothing is proved"
    write_text(path, text)
    return None


def _table(study: Writing, path: Path) -> None:
    write_table(path, study.found.frame())


def _program(language: Language, study: Writing, path: Path) -> str | None:
    from mexplore.discover.study.theorem import Inapplicable

    text = study.found.program(language)
    if isinstance(text, Inapplicable):
        return text.reason
    write_text(path, text)
    return None


def _picture(study: Writing, path: Path) -> str | None:
    """A picture of the kind that ends the name (``kayles-histogram.png``), or of the default."""
    from mexplore.reports.plots.picture import NothingToShow
    from mexplore.reports.plots.plotting import kinds

    named = path.stem.rpartition("-")[2]
    try:
        study.found.picture(named if named in kinds() else None, path)
    except NothingToShow as reason:
        return str(reason)
    return None


def _graph(study: Writing, path: Path) -> str | None:
    from mexplore.reports.plots.picture import NothingToShow

    try:
        study.found.picture("automaton", path)
    except NothingToShow as reason:
        return str(reason)
    return None


def _check_picture(path: Path) -> None:
    from mexplore.reports.writers.drawing import check_pictures

    check_writable(path)
    check_pictures(path)


def _log(study: Writing, path: Path) -> None:
    write_text(path, study.found.log() + "\n")


def _mona(study: Writing, path: Path) -> str | None:
    from mexplore.rules.moves.relations import Unlisted

    sentence = study.found.sentence()
    if isinstance(sentence, Unlisted):
        return sentence.reason
    text = sentence.mona()
    if not isinstance(text, str):
        return text.reason
    write_text(path, text)
    return None


def _walnut(study: Writing, path: Path) -> str | None:
    from mexplore.rules.moves.relations import Unlisted

    sentence = study.found.sentence()
    if isinstance(sentence, Unlisted):
        return sentence.reason
    for name, text in sentence.walnut().items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        write_text(path / name, text)
    return None


def _references(study: Writing, path: Path) -> None:
    from mexplore.reports.documents.proof import version
    from mexplore.reports.writers.bibtex import to_bibtex

    write_text(path, to_bibtex(study.found.sources(), version()))


LAW = "Law.v"  # the file in which a proof for Coq ends


def _coq(study: Writing, path: Path) -> str | None:
    """Write the file of the law, and beside it the part of the library that it needs."""
    from mexplore.discover.coq.export import CoqProof, write_files

    proof = study.found.coq()
    if not isinstance(proof, CoqProof):
        return proof.reason
    write_files(proof, path.parent)
    return None


def _check_coq(path: Path) -> None:
    if path.name != LAW:
        raise InputError(f"{path}: a proof for Coq is a folder of files; name it DIR/{LAW}")
    check_folder(path.parent)


MARKDOWN = Kind((".md", ".markdown"), "the report in Markdown, pictures beside it", _markdown)
HTML = Kind((".html", ".htm"), "the report as a page with its pictures", _html)
LATEX = Kind((".tex",), "the report as an article", _latex)
CERTIFICATE = Kind((".json",), "the certificate of the proof", _certificate)
LOG = Kind((".log", ".claims"), "every claim and what became of it", _log)
MONA = Kind((".mona",), "'the law is true' for MONA", _mona)
WALNUT = Kind((".walnut",), "the same for Walnut, a folder", _walnut, check_folder)
COQ = Kind((".v",), f"the proof for Coq, as DIR/{LAW}", _coq, _check_coq)
KINDS = (
    MARKDOWN,
    HTML,
    LATEX,
    Kind((".bib",), "the publications that it rests on, for BibTeX", _references),
    CERTIFICATE,
    Kind((".csv", ".parquet"), "the values, or the runs of equal values", _table),
    Kind((".py",), "the law as a function in Python", partial(_program, "python")),
    Kind((".cpp",), "the law as a function in C++", partial(_program, "cpp")),
    Kind((".png", ".svg", ".pdf"), "a picture", _picture, _check_picture),
    Kind((".dot", ".gv"), "the automaton for Graphviz", _graph),
    LOG,
    MONA,
    WALNUT,
    COQ,
)
FOLDERS = (WALNUT, COQ)  # of several files


def kind_of(path: Path) -> Kind:
    """The kind of file that the suffix means; InputError with the list of the known ones."""
    suffix = path.suffix.lower()
    for kind in KINDS:
        if suffix in kind.suffixes:
            return kind
    listed = ", ".join(suffix for kind in KINDS for suffix in kind.suffixes)
    problem = f"the suffix {suffix} is not known" if suffix else "a suffix says what to write"
    raise InputError(f"{path}: {problem}; write one of {listed}")


def read_outputs(texts: Sequence[str]) -> tuple[list[tuple[Kind, Path]], list[Path]]:
    """The files that are named, with their kinds, and the folders of pictures: a folder that is
    there, or a name that ends with a slash."""
    folders = [text for text in texts if text.endswith(("/", os.sep)) or Path(text).is_dir()]
    files = [Path(text) for text in texts if text not in folders]
    return [(kind_of(path), path) for path in files], [Path(text) for text in folders]


@dataclass(frozen=True)
class Files:
    """What to write where; ``pictures`` is a folder for all pictures, to which reports refer, and
    ``page`` the page of the game in a site, to which they lead."""

    wanted: Sequence[tuple[Kind, Path]] = field(default_factory=list)
    pictures: Path | None = None
    page: Path | None = None

    def check(self) -> None:
        """Raise InputError if one of them cannot be written, before the work begins."""
        for kind, path in self.wanted:
            kind.check(path)
        check_different(path for kind, path in self.wanted if kind not in FOLDERS)
        check_folder(self._folder)
        self._remark_on_logs()
        if self.pictures:
            from mexplore.reports.writers.drawing import check_pictures

            check_pictures()

    def _remark_on_logs(self) -> None:
        """LaTeX keeps a log of its own, in a file whose name one of ours may have."""
        articles = {path.with_suffix(".log") for kind, path in self.wanted if kind is LATEX}
        for path in sorted(articles & {path for _, path in self.wanted}):
            if REMARKS.get():
                named = path.with_suffix(".claims")
                print(
                    f"mexplore: LaTeX will write its own {path} over this one; name it {named}",
                    file=sys.stderr,
                )

    @property
    def _folder(self) -> Path | None:
        """The folder of pictures, which may stand beside a report that is a file; none without
        matplotlib, nor where the report's name is no text."""
        beside = next((p for kind in (MARKDOWN, LATEX) for k, p in self.wanted if k is kind), None)
        if self.pictures or beside is None or (beside.exists() and not beside.is_file()):
            return self.pictures
        is_text = str(beside).isprintable()  # bytes that are no text are not printable
        return beside.with_name(f"{beside.stem}-figures") if is_text and _can_draw() else None

    @property
    def has_report(self) -> bool:
        """Whether one of them is a report, which leaves nothing out."""
        return any(kind in (MARKDOWN, HTML, LATEX) for kind, _ in self.wanted)

    def write(self, found: Report, command: str) -> list[str]:
        """Write them all, and say on stderr why one is not written; what was written, in words."""
        folder = self._folder
        drawn = {} if folder is None else self._draw(found, folder)
        study = Writing(found, command, drawn, self.page)
        written = []
        for kind, path in self.wanted:
            reason = kind.write(study, path)
            if reason is not None:
                where = path.parent if kind is COQ else path
                print(f"mexplore: {reason}, so {where} was not written", file=sys.stderr)
            else:
                written.append(f"{path} ({kind.short})")
        count = max(map(len, drawn.values()), default=0)
        if count:
            written.append(f"{folder}/ ({count} picture{'s' * (count > 1)})")
        return written

    def _draw(self, found: Report, folder: Path) -> dict[str, Sequence[Path]]:
        """The pictures of every format that a report needs; by dots, where only the folder is
        named."""
        kinds = [kind for kind, _ in self.wanted]
        wanted = {LINES} if LATEX in kinds else set()
        wanted |= {DOTS} if self.pictures or MARKDOWN in kinds else set()
        return {suffix: found.draw(folder, suffix) for suffix in sorted(wanted)}


def _can_draw() -> bool:
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None
