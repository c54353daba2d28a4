"""The result of a study of a family, to be shown and written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discover.certificate import write_certificate
from discover.grounds.parameters.table import rows_of
from reports.documents.family import family_document
from reports.documents.family_json import family_json
from reports.documents.family_proof import explained
from reports.documents.report import Report
from rules.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from discover.coq.export import CoqProof
    from discover.grounds.parameters.study import FamilyStudy
    from discover.theorem import Inapplicable
    from reports.writers.detail import Detail
    from reports.writers.document import Block, Document, Figure


@dataclass(frozen=True)
class FamilyReport(Report):
    """Of a family of rules."""

    study: FamilyStudy

    @property
    def interrupted(self) -> bool:
        return self.study.ended == "interrupted"

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

    def certificate(self) -> str | None:
        known = self.study.certificate
        return None if known is None else write_certificate(known)

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
