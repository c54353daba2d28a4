"""The page of statements about families that the laws of their members suggest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from discover.surveys.relate.relate import relate
from reports.documents.relate import relate_document
from reports.site.shell import page
from reports.writers.html.page import body_of

if TYPE_CHECKING:
    from discover.surveys.record import Row
    from rules.computing.grundy import Watcher

SHOWN = 30  # of a family


def statements_html(rows: Sequence[Row], watcher: Watcher) -> str:
    """The statements, family by family."""
    document = relate_document(relate(rows, watcher), SHOWN)
    return page("Statements", body_of(document), "")
