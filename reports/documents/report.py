"""The result of a study, of a sequence or of a whole board, to be shown and written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.discover.study.certificate import write_certificate
from mexplore.discover.study.theorem import Inapplicable
from mexplore.reports.documents.board import board_document, board_json
from mexplore.reports.documents.study import study_document, study_json
from mexplore.reports.writers.prose import above_picture
from mexplore.rules.errors import InputError
from mexplore.rules.moves.relations import Unlisted

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.boards.line_study import LineStudy
    from mexplore.discover.boards.study import BoardStudy
    from mexplore.discover.coq.export import CoqProof
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.questions.relatives import KnownGame, Relative
    from mexplore.discover.questions.sentence import Sentence
    from mexplore.reports.programs.writing import Language
    from mexplore.reports.writers.document import Block, Detail, Document, Figure


class Report(ABC):
    """The result of a study in every form in which commands need it."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C cut it short."""
        return False

    @property
    def proved(self) -> bool:
        """Whether a law is proved; of a family, for all members."""
        return bool(self.json()["status"] == "proved")

    @abstractmethod
    def json(self) -> dict[str, Any]:
        """The JSON object of ``study``."""

    @abstractmethod
    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        """The report; ``command`` is the one to repeat it, ``figures`` were drawn beside it."""

    def with_atlas(self, path: Path | None) -> Report:
        """The same report with relatives from an atlas, by default the user's, where it names
        any."""
        del path
        return self

    @abstractmethod
    def for_newcomers(self) -> list[Block]:
        """The terms of the field, explained with the numbers of this game."""

    @abstractmethod
    def certificate(self) -> str | None:
        """The certificate of the proof, as text; None where nothing is proved."""

    @abstractmethod
    def log(self) -> str:
        """Every claim and its outcome, one a line."""

    def sequence_study(self) -> Study:
        """The study, where it is one of a sequence."""
        raise InputError("a whole board is no sequence; name a row by --row A")

    def sentence(self) -> Sentence | Unlisted:
        """The sentence that the best law is true, for other provers; or why there is none."""
        return Unlisted("a whole board is no rule of heaps")

    @abstractmethod
    def coq(self) -> CoqProof | Inapplicable:
        """The best proof for Coq, or why there is none."""

    def program(self, language: Language) -> str | Inapplicable:
        """The law as a program, or why there is none."""
        del language
        return Inapplicable("programs are for heaps, not for a whole board")

    @abstractmethod
    def frame(self) -> pd.DataFrame:
        """The known values, or the runs of equal values, for a file."""

    @abstractmethod
    def picture(self, kind: str | None, path: Path) -> str:
        """Write one picture, of the default kind if none is named; return its kind."""

    @abstractmethod
    def figures(self) -> list[Figure]:
        """Every picture for which the study has data, as an element of a page."""

    def caption(self, kind: str) -> str:
        """The caption of a picture of this kind."""
        return kind

    @abstractmethod
    def draw(self, folder: Path) -> list[Path]:
        """Write every picture for which the study has data; return the files."""


def _stored_games(path: Path | None) -> Iterable[KnownGame]:
    from mexplore.discover.questions.relatives import stored_games

    return stored_games(path)


@dataclass(frozen=True)
class StudyReport(Report):
    """Of a sequence; ``head`` is what JSON says of the subject, ``stored`` gives the stored games
    among which those that begin with the same values are searched for."""

    study: Study
    head: dict[str, Any]
    stored: Callable[[], Iterable[KnownGame]] = field(default=tuple, kw_only=True)

    @property
    def interrupted(self) -> bool:
        return self.study.ended == "interrupted"

    def json(self) -> dict[str, Any]:
        return study_json(self.study) | self.head

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        relatives = self.relatives if detail.everything else ()
        return study_document(self.study, command, detail, figures, relatives=relatives)

    def with_atlas(self, path: Path | None) -> Report:
        return replace(self, stored=partial(_stored_games, path))

    @cached_property
    def relatives(self) -> tuple[Relative, ...]:
        """Games of the library and of the atlas that begin with the same values, where no law that
        gives every value is proved."""
        from mexplore.discover.questions.relatives import relatives_of

        study = self.study
        return relatives_of(study.rule, study.evidence, self.stored()) if study.is_open else ()

    def for_newcomers(self) -> list[Block]:
        from mexplore.reports.documents.newcomers import for_newcomers

        return for_newcomers(self.study)

    def certificate(self) -> str | None:
        known = self.study.certificate
        return None if known is None else write_certificate(known)

    def log(self) -> str:
        return "\n".join(self.study.log)

    def sequence_study(self) -> Study:
        return self.study

    def sentence(self) -> Sentence | Unlisted:
        from mexplore.discover.questions.sentence import sentence_of

        return sentence_of(self.study.rule, self.study.best)

    def coq(self) -> CoqProof | Inapplicable:
        from mexplore.discover.coq.export import proof_of

        return proof_of(self.study.rule, self.study.best)

    def program(self, language: Language) -> str | Inapplicable:
        from mexplore.discover.heaps.values import Warranted
        from mexplore.discover.study.kind import Warrant
        from mexplore.reports.documents.finding import status_line
        from mexplore.reports.programs.writing import program_text

        rule, found = self.study.rule, self.study.proved
        if rule is None:
            return Inapplicable("a program is written for a rule of heaps only")
        if found is None or found.form is None:
            return Inapplicable("no law that gives every value is proved")
        comment = f"{found.claim.statement()}: {status_line(found)}."
        try:
            return program_text(rule, Warranted(found.form, Warrant.by(found)), comment, language)
        except InputError as error:
            return Inapplicable(str(error))

    def frame(self) -> pd.DataFrame:
        from mexplore.discover.questions.frames import runs_frame, storable, values_frame

        evidence = self.study.evidence
        return (
            values_frame(evidence.values) if evidence.dense else storable(runs_frame(evidence.runs))
        )

    def picture(self, kind: str | None, path: Path) -> str:
        from mexplore.reports.plots.plotting import plot, usual_kind

        kind = kind or usual_kind(self.study)
        plot(self.study, kind, path)
        return kind

    def figures(self) -> list[Figure]:
        from mexplore.reports.plots.plotting import inline_figures

        return inline_figures(self.study)

    def caption(self, kind: str) -> str:
        from mexplore.reports.plots.plotting import caption_of

        return caption_of(self.study, kind)

    def draw(self, folder: Path) -> list[Path]:
        from mexplore.reports.plots.plotting import plot_all

        return plot_all(self.study, folder)


@dataclass(frozen=True)
class LineReport(StudyReport):
    """Of a line of a board, with what a theorem about boards says of it."""

    line: LineStudy

    def json(self) -> dict[str, Any]:
        return super().json() | {"certificate": self.line.certificate}

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        return study_document(self.study, command, detail, figures, self.line)

    def certificate(self) -> str | None:
        known = self.line.certificate
        return None if known is None else write_certificate(known)

    def coq(self) -> CoqProof | Inapplicable:
        from mexplore.discover.coq.export import proof_of

        return proof_of(self.line.line.board, self.line.known)


@dataclass(frozen=True)
class BoardReport(Report):
    """Of a whole board."""

    study: BoardStudy

    @property
    def interrupted(self) -> bool:
        return self.study.ended == "interrupted"

    def json(self) -> dict[str, Any]:
        return board_json(self.study)

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        return board_document(self.study, command, detail, figures)

    def for_newcomers(self) -> list[Block]:
        from mexplore.reports.documents.newcomers import about_board

        return about_board(self.study)

    def certificate(self) -> str | None:
        known = self.study.certificate
        return None if known is None else write_certificate(known)

    def coq(self) -> CoqProof | Inapplicable:
        from mexplore.discover.coq.export import proof_of

        return proof_of(self.study.board, self.study.proved)

    def log(self) -> str:
        known = "x".join(map(str, self.study.table.shape))
        laws = [f"{f.claim.statement()}: {f.status}" for f in self.study.findings]
        refused = [f"{r.statement}: {r.theorem}: {r.reason}" for r in self.study.refusals]
        return "\n".join([f"{known} squares known", *laws, *refused, f"ended: {self.study.ended}"])

    def frame(self) -> pd.DataFrame:
        from mexplore.reports.documents.listing import BoardListing

        return BoardListing({}, self.study.table).frame()

    def picture(self, kind: str | None, path: Path) -> str:
        from mexplore.reports.plots.plotting import plot_board

        if kind not in (None, "board"):
            raise InputError(f"a whole board has no picture of {kind}; name a row by --row A")
        title = above_picture(str(self.study.board)) or "The values of a board"
        plot_board(self.study.table, title, path)
        return "board"

    def figures(self) -> list[Figure]:
        from mexplore.reports.plots.plotting import inline_board

        return [inline_board(self.study.table)]

    def draw(self, folder: Path) -> list[Path]:
        from mexplore.reports.plots.plotting import make_folder

        make_folder(folder)
        path = folder / "board.png"
        self.picture(None, path)
        return [path]
