"""Claims that were refuted, and the reasons why theorems do not prove more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mexplore.reports.writers.document import Details, Document, Heading, Paragraph, Table
from mexplore.reports.writers.numbers import short

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.finding import Refusal, Refuted
    from mexplore.reports.writers.detail import Detail

BRIEF_REFUTED, MOST_REFUTED = 3, 40


def add_refuted(document: Document, study: Study, detail: Detail) -> None:
    """The claims that fell, where, and by what; those first that a theorem refuted: that is news,
    that a few terms misled is not."""
    fallen = sorted(study.refuted, key=lambda refuted: not refuted.reason)
    if not detail.everything:
        document.add(
            *(Paragraph(f"Refuted: {each.statement()}.") for each in fallen[:BRIEF_REFUTED])
        )
    elif fallen:
        document.add(Heading("Refuted alternatives"), _table(fallen))


def _table(fallen: Sequence[Refuted]) -> Table:
    rows = [
        [
            each.claim.statement(),
            f"n < {short(each.seen_to)}",
            "later" if each.fails_at is None else f"n = {short(each.fails_at)}",
            each.reason or "its value",
        ]
        for each in fallen[:MOST_REFUTED]
    ]
    left = len(fallen) - len(rows)
    caption = f"The first {len(rows)} of {len(fallen)}." if left else ""
    return Table(("claim", "held for", "fails at", "by"), rows, caption=caption)


def add_refusals(document: Document, study: Study, detail: Detail) -> None:
    """Why nothing more is proved: the nearest theorems, or all."""
    if not study.refusals:
        return
    near = study.nearest_refusals
    left = len(study.refusals) - len(near)
    more = "" if detail.everything else f"; --all lists {left} more"
    caption = f"The theorems that come nearest{more}." if left else ""
    document.add(Heading("Why nothing more is proved"), _refusals(near, caption))
    if detail.everything and left:
        others = [refusal for refusal in study.refusals if refusal not in near]
        document.add(Details(f"{left} other refusals", [_refusals(others, "")]))


def _refusals(refused: Sequence[Refusal], caption: str) -> Table:
    rows = [[r.theorem, r.statement or "(the rule)", r.reason] for r in refused]
    return Table(("theorem", "claim", "reason"), rows, caption=caption)
