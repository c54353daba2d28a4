"""The page of statements about families that the laws of their members suggest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mexplore.discover.surveys.relate.proved import Prover
from mexplore.discover.surveys.relate.relate import relate
from mexplore.reports.documents.relate import relate_document
from mexplore.reports.site.shell import page
from mexplore.reports.writers.html.page import body_of
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Row
    from mexplore.rules.engine.grundy import Watcher

SHOWN = 30  # of a family
SECONDS = 30.0  # for proofs


def statements_html(rows: Sequence[Row], watcher: Watcher) -> str:
    """The statements, family by family."""
    proposals = relate(rows, watcher)
    prover = Prover(rows, working_seconds() + SECONDS, watcher)
    known = {each: found for each in proposals if (found := prover.about(each)) is not None}
    document = relate_document(proposals, SHOWN, known)
    return page("Statements", body_of(document), "")
