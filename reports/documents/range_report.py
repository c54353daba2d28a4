"""The result of a study of a family of ranges, to be shown and written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from discover.certificate import write_certificate
from discover.grounds.parameters.cells import in_names_of_family
from discover.theorem import Inapplicable
from reports.documents.family_json import finding_json
from reports.documents.report import Report
from reports.documents.reproduce import add_reproduction
from reports.writers.document import Document, Heading, Paragraph, Table
from rules.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from discover.grounds.parameters.by_cases import StudyByCases
    from discover.patterns.parameters.splits import Case
    from discover.patterns.ranges.law import ValueLaw
    from reports.writers.detail import Detail
    from reports.writers.document import Block, Figure
    from rules.parameters.polynomial import Polynomial


@dataclass(frozen=True)
class RangeReport(Report):
    """Of a family whose moves are ranges."""

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
        del figures
        study, claim = self.study, self.study.claim
        whom = ", ".join(map(str, study.rule.where))
        document = Document([Heading(f"{study.rule.notation} for all {whom}", 1)])
        if self.interrupted:
            document.add(Paragraph("Stopped by the user: this is a partial result."))
        if claim is None or study.proved is None or study.proved.proof is None:
            remedy = f"{study.remedy} installs the solver that proves laws"
            late = "more --budget may help"
            tried = late if study.ended == "time" else "none of the shapes that are tried suits"
            more = remedy if study.remedy else tried
            document.add(Paragraph(f"Nothing found that is proved for all members; {more}."))
            return document
        for step in claim.split:
            document.add(Paragraph(f"With {step}:"))
        document.add(_table(study))
        members, values = study.compared
        document.add(
            Paragraph(
                f"Proved for all {whom}: {len(claim.laws)} law{'s' * (len(claim.laws) > 1)} for "
                f"every member, by the theorem {study.proved.theorem} ({study.solver}: "
                f"{study.proved.proof.bound} conditions, no member is left)."
            ),
            Paragraph(
                f"Checked independently by brute force: {members} members agree, {values:,} values."
            ),
        )
        if detail.everything:
            add_reproduction(document, command, study.certificate)
        return document

    def for_newcomers(self) -> list[Block]:
        words = "n is written in digits: q whole periods, i whole blocks in it, and j places more."
        return [Paragraph(words)] if self.study.claim else []

    def certificate(self) -> str | None:
        known = self.study.certificate
        return None if known is None else write_certificate(known)

    def coq(self) -> Inapplicable:
        return Inapplicable("the library of Coq proofs knows no families of ranges")

    def log(self) -> str:
        return "\n".join([*self.study.log, f"ended: {self.study.ended}"])

    def frame(self) -> pd.DataFrame:
        """A row for each piece."""
        import pandas as pd

        columns = ["cell", "n", "where", "value", "period", "saltus"]
        return pd.DataFrame(_rows(self.study), columns=columns)

    def picture(self, kind: str | None, path: Path) -> NoReturn:
        del kind, path
        raise InputError("a family has no picture; name a member with --at")

    def figures(self) -> list[Figure]:
        return []

    def draw(self, folder: Path) -> list[Path]:
        del folder
        return []


def _rows(study: StudyByCases) -> list[list[str]]:
    """For each piece of each law: the cell, n, where it is, the value, period and saltus."""
    claim, found = study.claim, []
    for each in claim.laws if claim else ():
        law, case = each.law, claim.cases(study.rule)[each.case] if claim else None
        weights = zip(law.positions.weights, law.positions.digits, strict=True)
        n = " + ".join(f"({_named(w, law, case)}) {d}" if w != 1 else d for w, d in weights)
        cell = ", ".join(map(str, law.cell))
        ends = [_named(end, law, case) for end in (law.the_period, law.the_saltus)]
        for piece in law.pieces:
            value = str(law.values.val(piece.value))
            found.append([cell, n, ", ".join(map(str, piece.where)), value, *ends])
    return found


def _named(number: Polynomial, law: ValueLaw, case: Case | None) -> str:
    """In the names of the family, where they suffice."""
    return str(number if case is None else in_names_of_family(number, case, law.cell))


def _table(study: StudyByCases) -> Table:
    heads = ["when", "n", "where", "G(n)", "period", "saltus"]
    return Table(heads, [list(row) for row in _rows(study)])
