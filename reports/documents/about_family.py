"""What the reports of all families have in common: heading, laws, verdict, proof, and JSON."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.families.cells import split_words
from mexplore.discover.families.library import shipped_families
from mexplore.reports.documents.family_proof import proof_sections
from mexplore.reports.documents.one_picture import OnePicture, Plot
from mexplore.reports.documents.proof import add_reproduction
from mexplore.reports.writers.document import Document, Heading, Math, Paragraph, add_figures

if TYPE_CHECKING:
    from mexplore.discover.coq.export import CoqProof
    from mexplore.discover.families.patterns.by_cases import LawsByCases
    from mexplore.discover.families.studied import StudiedFamily
    from mexplore.discover.study.finding import FindingOf
    from mexplore.discover.study.theorem import Inapplicable
    from mexplore.reports.writers.document import Block, Detail, Figure, Table
    from mexplore.rules.parameters.family import FamilyOfRules


@dataclass(frozen=True)
class AboutFamily(OnePicture):
    """Of a family of rules."""

    other_kind: ClassVar[str] = "a family has no picture of {kind}; name a member with --at"

    study: StudiedFamily

    @abstractmethod
    def a_move(self) -> str:
        """What moves do, after 'two players take turns; '."""

    @abstractmethod
    def table(self, detail: Detail) -> Table:
        """The laws."""

    @abstractmethod
    def verdict(self) -> Iterator[str]:
        """What is proved, and what was compared, in sentences; there is a law."""

    @abstractmethod
    def nothing(self) -> str:
        """Why there is no law, and what may help."""

    @abstractmethod
    def explained(self) -> Iterator[Block]:
        """A law on an example, and one condition in words; there is a law."""

    @abstractmethod
    def laws_json(self, claim: LawsByCases) -> list[dict[str, Any]]:
        """The laws, each with what the table says of it."""

    @abstractmethod
    def more_json(self) -> dict[str, Any]:
        """What JSON says besides."""

    def json(self) -> dict[str, Any]:
        """The entries of other studies, in which the status of a family that is proved in part is
        "proved in part"."""
        study, claim, proved = self.study, self.study.claim, self.study.proved
        rule = study.rule
        return {
            "rule": str(rule),
            "family": rule.notation,
            "where": [str(constraint) for constraint in rule.where],
            "status": study.family_status,
            "theorem": proved.theorem if proved else None,
            "conditions": proved.proof.bound if proved and proved.proof else None,
            "split": [] if claim is None else [step.to_json() for step in claim.split],
            "laws": [] if claim is None else self.laws_json(claim),
            "library": study.library or None,
            **self.more_json(),
            "solvers": [study.solver] if study.solver else [],
            "findings": [_finding_json(finding) for finding in study.findings],
            "refusals": [],
            "ended": study.ended,
            "certificate": study.certificate,
        }

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        """Everything that is known of a family: laws and verdict; with all details also what the
        game is, the proof, and how to repeat it."""
        study, claim = self.study, self.study.claim
        rule, whom = study.rule, constraints(study.rule)
        document = Document([Heading(f"{rule.notation} for all {whom}", 1)])
        if self.interrupted:
            document.add(Paragraph("Stopped by the user: this is a partial result."))
        if claim is None:
            document.add(Paragraph(self.nothing()))
            return document
        if detail.everything:
            document.add(Heading("The games"), self._games(), Heading(_heading(study)))
        for words in split_words(claim.split):
            document.add(Paragraph(f"Members are sorted by {words}."))
        document.add(self.table(detail), *map(Paragraph, self.verdict()))
        if study.library:
            known = shipped_families()[study.library]
            words = f"The laws are those of the library ({known.name}): {known.source}."
            document.add(Paragraph(words))
        if detail.everything:
            add_figures(document, figures)
            document.add(*proof_sections(study, claim, self.explained()))
            add_reproduction(document, command, study.certificate)
        return document

    def _games(self) -> Paragraph:
        """The members in words."""
        turns = f"For integers with {constraints(self.study.rule)} two players take turns; "
        return Paragraph(
            (
                f"{turns}{self.a_move()}, and who cannot move loses. ",
                Math("G(n)", "G(n)"),
                " is the nim-value of a heap of n tokens: the least number that no move leads to.",
            )
        )

    def for_newcomers(self) -> list[Block]:
        """The laws on an example, and one condition in words."""
        return [] if self.study.claim is None else list(self.explained())

    def coq(self) -> CoqProof | Inapplicable:
        from mexplore.discover.coq.families.members import proof_of_family

        return proof_of_family(self.study)

    def log(self) -> str:
        return "\n".join([*self.study.log, f"ended: {self.study.ended}"])

    def plot(self) -> Plot:
        from mexplore.reports.plots import family

        return family


def constraints(rule: FamilyOfRules) -> str:
    """The constraints of a family, as they are written after ``--for``."""
    return ", ".join(map(str, rule.where))


def _heading(study: StudiedFamily) -> str:
    return {"proved": "Theorem", "proved in part": "Theorem, for a part of the members"}.get(
        study.family_status, "Conjecture"
    )


def _finding_json(finding: FindingOf[Any]) -> dict[str, Any]:
    """A finding about all members: there is no last n to which it was tested, and no formula."""
    proof, claim = finding.proof, finding.claim
    return {
        "pattern": claim.name,
        "parameters": claim.parameters(),
        "status": finding.status,
        "theorem": proof.theorem if proof else None,
        "bound": proof.bound if proof else None,
        "checked_to": None,
        "statement": claim.statement(),
        "formula": None,
        "latex": claim.latex(),
    }
