"""The result of a study of a family of ranges or of codes, to be shown and written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discover.certificate import write_certificate
from discover.grounds.parameters.cells import split_words
from discover.patterns.codes.law import WordLaw
from discover.theorem import Inapplicable
from reports.documents.case_proof import explained, proof_sections
from reports.documents.case_table import rows, table
from reports.documents.family_json import finding_json
from reports.documents.report import Report
from reports.documents.reproduce import add_reproduction
from reports.writers.document import (
    Cell,
    Document,
    Heading,
    Math,
    Paragraph,
    add_figures,
)
from rules.errors import InputError
from rules.parameters.codes import CodeFamily

if TYPE_CHECKING:
    import pandas as pd

    from discover.grounds.parameters.by_cases import StudyByCases
    from discover.patterns.parameters.by_cases import LawsByCases
    from reports.writers.detail import Detail
    from reports.writers.document import Block, Figure
    from rules.parameters.family import FamilyOfRules


@dataclass(frozen=True)
class CaseReport(Report):
    """Of a family whose laws are found and proved case by case."""

    study: StudyByCases

    @property
    def interrupted(self) -> bool:
        return self.study.ended == "interrupted"

    def json(self) -> dict[str, Any]:
        """As of other families: rule, verdict, laws, finding."""
        study, claim, proof = self.study, self.study.claim, self.study.proved
        return {
            "rule": str(study.rule),
            "family": study.rule.notation,
            "where": [str(constraint) for constraint in study.rule.where],
            "status": study.status,
            "theorem": proof.theorem if proof else None,
            "conditions": proof.proof.bound if proof and proof.proof else None,
            "split": [] if claim is None else [step.to_json() for step in claim.split],
            "laws": [] if claim is None else claim.parameters()["laws"],
            "checked": dict(zip(("members", "values"), study.compared, strict=True)),
            "solvers": [study.solver] if study.solver else [],
            "findings": [finding_json(finding) for finding in study.findings],
            "refusals": [],
            "ended": study.ended,
            "certificate": study.certificate,
        }

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        study, claim = self.study, self.study.claim
        whom = ", ".join(map(str, study.rule.where))
        document = Document([Heading(f"{study.rule.notation} for all {whom}", 1)])
        if self.interrupted:
            document.add(Paragraph("Stopped by the user: this is a partial result."))
        if claim is None or study.proved is None or study.proved.proof is None:
            document.add(Paragraph(self._nothing()))
            return document
        if detail.everything:
            document.add(Heading("The games"), Paragraph(_the_games(study.rule, whom)))
            document.add(Heading("Theorem"))
        for words in split_words(claim.split):
            document.add(Paragraph(f"Members are sorted by {words}."))
        document.add(table(study, claim))
        members, values = study.compared
        document.add(
            Paragraph(
                f"Proved for all {whom}: {len(claim.laws)} law{'s' * (len(claim.laws) > 1)} for "
                f"every member, by the theorem {study.proved.theorem} ({study.solver}: "
                f"{study.proved.proof.bound} conditions, no member is left). {_least(claim)}"
            ),
            Paragraph(
                f"Checked independently by brute force: {members} members agree, {values:,} values."
            ),
        )
        if detail.everything:
            add_figures(document, figures)
            document.add(*proof_sections(study, claim))
            add_reproduction(document, command, study.certificate)
        return document

    def _nothing(self) -> str:
        """Why there is no law, and what may help."""
        study = self.study
        if study.remedy:
            more = f"{study.remedy} installs the solver that proves laws"
        elif study.unsuited:
            more = study.unsuited
        elif study.ended == "time":
            more = "more --budget may help"
        else:
            more = "none of the shapes that are tried suits"
        return f"Nothing found that is proved for all members; {more}."

    def for_newcomers(self) -> list[Block]:
        """The laws on an example, and one condition in words."""
        claim = self.study.claim
        return [] if claim is None else list(explained(self.study, claim))

    def certificate(self) -> str | None:
        known = self.study.certificate
        return None if known is None else write_certificate(known)

    def coq(self) -> Inapplicable:
        return Inapplicable("the library of Coq proofs has the theorem 'digits' only, for families")

    def log(self) -> str:
        return "\n".join([*self.study.log, f"ended: {self.study.ended}"])

    def frame(self) -> pd.DataFrame:
        """A row for each law, or for each piece."""
        import pandas as pd

        claim = self.study.claim
        words = claim is not None and isinstance(claim.laws[0].law, WordLaw)
        digits = ["cell", "n", "where", "value", "period", "saltus"]
        columns = ["cell", "period", "preperiod", "values"] if words else digits
        found = [] if claim is None else rows(self.study, claim)
        return pd.DataFrame(found, columns=columns)

    def picture(self, kind: str | None, path: Path) -> str:
        from reports.plots.family import NAME, plot_family

        if kind not in (None, NAME):
            raise InputError(f"a family has no picture of {kind}; name a member with --at")
        plot_family(self.study, path)
        return NAME

    def caption(self, kind: str) -> str:
        from reports.plots.family import caption

        del kind
        return caption(self.study)

    def figures(self) -> list[Figure]:
        from reports.plots.family import inline_family
        from reports.plots.picture import NothingToShow

        try:
            return [inline_family(self.study)]
        except NothingToShow:
            return []

    def draw(self, folder: Path) -> list[Path]:
        from reports.plots.family import NAME
        from reports.plots.picture import NothingToShow
        from reports.plots.plotting import make_folder

        make_folder(folder)
        path = folder / f"{NAME}.png"
        try:
            self.picture(None, path)
        except NothingToShow:
            return []
        return [path]


def _the_games(rule: FamilyOfRules, whom: str) -> tuple[Cell, ...]:
    """The members in words."""
    return (
        f"For integers with {whom} two players take turns under the rule {rule.notation}"
        f"{', in which d{k} stands for k digits d' * isinstance(rule, CodeFamily)}; who cannot "
        "move loses. ",
        Math("G(n)", "G(n)"),
        " is the nim-value of a heap of n tokens: the least number that no move leads to.",
    )


def _least(claim: LawsByCases) -> str:
    """Which periods are known to be the least ones."""
    count = sum(each.law.is_least for each in claim.laws)
    if count == len(claim.laws):
        return "Least periods: proved." if count > 1 else "Least period: proved."
    if len(claim.laws) == 1:
        return "Whether the period is the least one is not proved."
    return f"Least periods: proved in {count} of {len(claim.laws)} laws."
