"""The result of a study of a family, to be shown and written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from discover.grounds.parameters.table import rows_of
from reports.documents.family import family_document
from reports.documents.family_json import family_json
from reports.documents.family_proof import explained
from reports.documents.one_picture import OnePicture, Plot

if TYPE_CHECKING:
    import pandas as pd

    from discover.coq.export import CoqProof
    from discover.grounds.parameters.study import FamilyStudy
    from discover.theorem import Inapplicable
    from reports.writers.detail import Detail
    from reports.writers.document import Block, Document, Figure


@dataclass(frozen=True)
class FamilyReport(OnePicture):
    """Of a family of rules."""

    other_kind: ClassVar[str] = "a family has no picture of {kind}; name a member with --at"

    study: FamilyStudy

    def json(self) -> dict[str, Any]:
        return family_json(self.study)

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        return family_document(self.study, command, detail, figures)

    def for_newcomers(self) -> list[Block]:
        """What digits are, and one condition in words."""
        claim = self.study.claim
        if claim is None:
            return []
        return list(explained(rows_of(self.study.rule, claim)))

    def coq(self) -> CoqProof | Inapplicable:
        from discover.coq.families.export import proof_of_family

        return proof_of_family(self.study)

    def log(self) -> str:
        return "\n".join([*self.study.log, f"ended: {self.study.ended}"])

    def frame(self) -> pd.DataFrame:
        """A row for each law."""
        import pandas as pd

        entries = family_json(self.study)["laws"]
        columns = ("when", "period", "preperiod", "word", "conditions")
        rows = [{**law, "when": ", ".join(law["when"])} for law in entries]
        return pd.DataFrame([{c: row[c] for c in columns} for row in rows], columns=list(columns))

    def plot(self) -> Plot:
        from reports.plots import family

        return family
