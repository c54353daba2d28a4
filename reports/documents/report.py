"""The result of a study of any kind of game, to be shown and written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mexplore.discover.study.certificate import write_certificate
from mexplore.discover.study.theorem import Inapplicable
from mexplore.reports.documents.study import study_document, study_json
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.moves.relations import Unlisted

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.boards.line_study import LineStudy
    from mexplore.discover.coq.export import CoqProof
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.outcomes.exports import LostSentence
    from mexplore.discover.questions.relatives import KnownGame, Relative
    from mexplore.discover.questions.sentence import Sentence
    from mexplore.discover.study.certificate import Certificate
    from mexplore.discover.study.finding import Finding
    from mexplore.reports.programs.writing import Language
    from mexplore.reports.writers.document import Block, Detail, Document, Figure


def warrant_of(found: Mapping[str, Any]) -> str | None:
    """Why the best law in the JSON object of a study is right, or how far it holds, in a line; None
    where there is no law."""
    laws = found.get("findings", [found])
    if not laws or laws[0]["statement"] is None:
        return None
    by = f", by {laws[0]['theorem']}" if laws[0]["theorem"] else ""
    return f"{laws[0]['statement']}: {laws[0]['status']}{by}"


class Report(ABC):
    """The result of a study in every form in which commands need it."""

    study: Any

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C cut it short."""
        return bool(self.study.ended == "interrupted")

    @property
    def proved(self) -> bool:
        """Whether a law is proved; of a family, for all members."""
        return bool(self.json()["status"] == "proved")

    @property
    def law(self) -> tuple[Any, Any]:
        """The game, and its best finding, if there is one."""
        return None, None

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

    def certificate(self) -> str | None:
        """The certificate of the proof, as text; None where nothing is proved."""
        known: Certificate | None = self.study.certificate
        return None if known is None else write_certificate(known)

    def sources(self) -> list[str]:
        """The publications that it rests on, each as a clause."""
        from mexplore.reports.documents.literature import sources_of

        return sources_of(self.law[0], self.study.theorem)

    @abstractmethod
    def log(self) -> str:
        """Every claim and its outcome, one a line."""

    def sequence_study(self) -> Study:
        """The study, where it is one of a sequence."""
        raise InputError("a whole board is no sequence; name a row by --row A")

    def sentence(self) -> Sentence | LostSentence | Unlisted:
        """The sentence that the best law is true, for other provers; or why there is none."""
        from mexplore.discover.boards.sentence import sentence_of_board

        return sentence_of_board(*self.law)

    def coq(self) -> CoqProof | Inapplicable:
        """The best proof for Coq, or why there is none."""
        from mexplore.discover.coq.export import proof_of

        return proof_of(*self.law)

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

    @abstractmethod
    def caption(self, kind: str) -> str:
        """The caption of a picture of this kind."""

    @abstractmethod
    def draw(self, folder: Path, suffix: str = ".png") -> list[Path]:
        """Write every picture for which the study has data; return the files."""


def _stored_games(path: Path | None) -> Iterable[KnownGame]:
    from mexplore.discover.questions.relatives import stored_games

    return stored_games(path)


@dataclass(frozen=True)
class StudyReport(Report):
    """Of a sequence; ``head`` is what JSON says of the subject, ``stored`` gives the stored games
    among which relatives are looked for besides those that are shipped. An atlas may be long: one
    that nobody has named is read for a whole report alone, where no law is proved."""

    study: Study
    head: dict[str, Any]
    stored: Callable[[], Iterable[KnownGame]] = field(default=tuple, kw_only=True)
    atlas_named: bool = field(default=False, kw_only=True)

    @property
    def law(self) -> tuple[Any, Any]:
        return self.study.rule, self.study.best

    def with_laws(self, laws: tuple[Finding, ...]) -> Self:
        """The same report, with these laws of the values in place of those that were found."""
        return replace(self, study=replace(self.study, findings=laws))

    def json(self) -> dict[str, Any]:
        from mexplore.reports.documents.relatives import relatives_json

        return study_json(self.study) | relatives_json(self.nearest) | self.head

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        relatives = self.relatives(detail)
        return study_document(self.study, command, detail, figures, relatives=relatives)

    def with_atlas(self, path: Path | None) -> Report:
        return replace(self, stored=partial(_stored_games, path), atlas_named=path is not None)

    def relatives(self, detail: Detail) -> tuple[Relative, ...]:
        """Games with the same values; in a whole report, those of the atlas among them."""
        return self.all_relatives if detail.everything else self.nearest

    @cached_property
    def nearest(self) -> tuple[Relative, ...]:
        """The games that are shipped, and those of an atlas that was named."""
        from mexplore.discover.questions.relatives import relatives_of

        return self.all_relatives if self.atlas_named else relatives_of(self.study)

    @cached_property
    def all_relatives(self) -> tuple[Relative, ...]:
        """The same with those of the user's atlas, where no law is proved."""
        from mexplore.discover.questions.relatives import relatives_of

        if self.atlas_named or self.study.is_open:
            return relatives_of(self.study, self.stored())
        return self.nearest

    def sources(self) -> list[str]:
        from mexplore.reports.documents.literature import families_with, sources_of

        game, _ = self.law
        families = [family for family, _ in families_with(self.study.rule)]
        return sources_of(game, self.study.theorem, families)

    def for_newcomers(self) -> list[Block]:
        from mexplore.reports.documents.newcomers import for_newcomers

        return for_newcomers(self.study)

    def log(self) -> str:
        return "\n".join(self.study.log)

    def sequence_study(self) -> Study:
        return self.study

    def sentence(self) -> Sentence | Unlisted:
        from mexplore.discover.questions.sentence import sentence_of

        return sentence_of(self.study.rule, self.study.best)

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

    def draw(self, folder: Path, suffix: str = ".png") -> list[Path]:
        from mexplore.reports.plots.plotting import plot_all

        return plot_all(self.study, folder, suffix)


@dataclass(frozen=True)
class LineReport(StudyReport):
    """Of a line of a board, with what a theorem about boards says of it."""

    line: LineStudy

    @property
    def law(self) -> tuple[Any, Any]:
        return self.line.line.board, self.line.known

    def json(self) -> dict[str, Any]:
        return super().json() | {"certificate": self.line.certificate}

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        relatives = self.relatives(detail)
        return study_document(self.study, command, detail, figures, self.line, relatives)

    def sources(self) -> list[str]:
        from mexplore.reports.documents.literature import sources_of

        return sources_of(self.line.line.board, self.line.theorem or self.study.theorem)

    def certificate(self) -> str | None:
        known = self.line.certificate
        return None if known is None else write_certificate(known)
