"""A case analysis as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mexplore.reports.writers.document import (
    Document,
    Heading,
    Mark,
    Math,
    Paragraph,
    Table,
    Words,
)

if TYPE_CHECKING:
    from mexplore.discover.heaps.cases.analysis import Cases, Option
    from mexplore.reports.writers.detail import Detail


def _modulus(cases: Cases) -> str:
    """What the sign of congruence means in the rows, where they have it."""
    written = any("≡" in option.text for row in cases.rows for option in row.options)
    return " The sign ≡ is congruence modulo the period." if written else ""


def _listed(options: Sequence[Option]) -> Words:
    """The options one after the other, each as mathematics."""
    found: list[str | Math] = []
    for option in options:
        found += ["; "] * bool(found)
        found.append(Math(option.latex, option.text))
    return tuple(found)


def add_cases(document: Document, cases: Cases, detail: Detail) -> None:
    document.add(Heading("Case analysis", 3))
    document.add(
        Paragraph(
            f"For n >= {cases.valid_from} every option lies in the class that its row names, for "
            "all k or q; each inequality or congruence was decided by sympy. Smaller n were "
            "checked one by one."
            f"{_modulus(cases)}"
        )
    )
    rows: list[list[Words]] = []
    for row in cases.rows[: detail.case_rows]:
        verdict = Mark("holds", "good") if row.holds else Mark("FAILS", "bad")
        values = "{" + ", ".join(map(str, row.values)) + "}"
        rows.append(
            [
                Math(row.where_latex, row.where),
                _listed(row.options),
                Math(rf"\{{{', '.join(map(str, row.values))}\}}", values),
                str(row.mex),
                str(row.claim),
                f"{sum(c.holds for c in row.checks)} of {len(row.checks)}",
                verdict,
            ]
        )
    left = len(cases.rows) - len(rows)
    first = f"The first {len(rows)} of {len(cases.rows)} cases; --write FILE.md writes all."
    caption = first if left else ""
    columns = ("n", "options", "their values", "mex", "claim", "checks", "")
    document.add(Table(columns, rows, caption=caption))
    failing, all_rows = len(list(cases.failing())), len(cases.rows)
    outcome = f"{failing} of {all_rows} cases FAIL." if failing else "Every case holds."
    document.add(Paragraph(outcome))
