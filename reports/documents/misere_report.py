"""The result of a study of misère play, to be shown and written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.reports.documents.misere import misere_document, misere_json
from mexplore.reports.documents.newcomers import about_misere
from mexplore.reports.documents.one_picture import OnePicture, Plot

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.coq.export import CoqProof
    from mexplore.discover.misere.study import MisereStudy
    from mexplore.discover.study.theorem import Inapplicable
    from mexplore.reports.writers.document import Block, Detail, Document, Figure


@dataclass(frozen=True)
class MisereReport(OnePicture):
    """Of a rule under misère play; ``head`` is what JSON says of the subject."""

    other_kind: ClassVar[str] = "under misère play there is the picture 'classes', and no other"

    study: MisereStudy
    head: dict[str, Any]

    def json(self) -> dict[str, Any]:
        return self.head | misere_json(self.study)

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        return misere_document(self.study, command, detail, figures)

    def for_newcomers(self) -> list[Block]:
        return about_misere(self.study)

    def coq(self) -> CoqProof | Inapplicable:
        from mexplore.discover.coq.export import proof_of

        return proof_of(self.study.misere, next(iter(self.study.findings), None))

    def log(self) -> str:
        study = self.study
        laws = [f"{f.claim.statement()}: {f.status} by {f.theorem}" for f in study.findings]
        refused = [f"{r.statement}: {r.theorem}: {r.reason}" for r in study.refusals]
        grown = [f"heap {heap}: {order} classes" for heap, order in study.grown]
        return "\n".join([*grown, *refused, *laws, f"ended: {study.ended}"])

    def frame(self) -> pd.DataFrame:
        """The heaps that are told one by one, their classes, and whether they are lost alone."""
        import pandas as pd

        from mexplore.reports.documents.misere import listed_classes

        rows = listed_classes(self.study)
        return pd.DataFrame(rows, columns=["n", "class", "lost"])

    def plot(self) -> Plot:
        from mexplore.reports.plots import misere

        return misere
