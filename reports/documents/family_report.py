"""The result of a study of a family, to be shown and written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from discover.certificate import write_certificate
from reports.documents.family import family_document
from reports.documents.family_json import family_json
from reports.documents.report import Report
from rules.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from discover.grounds.parameters.study import FamilyStudy
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
        del figures
        return family_document(self.study, command, detail)

    def for_newcomers(self) -> list[Block]:
        return []

    def certificate(self) -> str | None:
        known = self.study.certificate
        return None if known is None else write_certificate(known)

    def log(self) -> str:
        return "\n".join([*self.study.log, f"ended: {self.study.ended}"])

    def frame(self) -> pd.DataFrame:
        """A row for each law."""
        import pandas as pd

        entries = family_json(self.study)["laws"]
        columns = ("when", "period", "preperiod", "word", "conditions")
        rows = [{**law, "when": ", ".join(law["when"])} for law in entries]
        return pd.DataFrame([{c: row[c] for c in columns} for row in rows], columns=list(columns))

    def picture(self, kind: str | None, path: Path) -> NoReturn:
        del kind, path
        raise InputError("a family has no values that could be drawn; name a member with --at")

    def figures(self) -> list[Figure]:
        return []

    def draw(self, folder: Path) -> list[Path]:
        del folder
        return []
