"""A case analysis as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.documents.document import Cell, Document, Heading, Mark, Math, Paragraph, Table

if TYPE_CHECKING:
    from discover.cases.analysis import Cases
    from reports.documents.section import Detail


def _modulus(cases: Cases) -> str:
    """What the sign of congruence means in the rows, where they have it."""
    written = any("≡" in option.text for row in cases.rows for option in row.options)
    return " The sign ≡ is congruence modulo the period." if written else ""


def add_cases(document: Document, cases: Cases, detail: Detail) -> None:
    document.add(Heading("Case analysis"))
    document.add(
        Paragraph(
            f"For n >= {cases.valid_from} every option lies where the row says, whatever k or q; "
            "each inequality or congruence was decided by sympy. Smaller n were checked one by one."
            f"{_modulus(cases)}"
        )
    )
    rows: list[list[Cell]] = []
    for row in cases.rows[: detail.case_rows]:
        options = "; ".join(option.text for option in row.options)
        verdict = Mark("holds", "good") if row.holds else Mark("FAILS", "bad")
        values = "{" + ", ".join(map(str, row.values)) + "}"
        rows.append(
            [
                Math(row.where_latex, row.where),
                options,
                values,
                str(row.mex),
                str(row.claim),
                f"{sum(c.holds for c in row.checks)} of {len(row.checks)}",
                verdict,
            ]
        )
    left = len(cases.rows) - len(rows)
    caption = (
        f"The first {len(rows)} of {len(cases.rows)} cases; --report writes all." if left else ""
    )
    columns = ("n", "options", "their values", "mex", "claim", "checks", "")
    document.add(Table(columns, rows, caption=caption))
    failing = sum(1 for row in cases.rows if not row.holds)
    document.add(
        Paragraph(f"{failing} of {len(cases.rows)} cases FAIL." if failing else "Every case holds.")
    )
