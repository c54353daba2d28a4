"""Pages of some games, made once."""

from __future__ import annotations

from functools import cache

from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.reports.documents.study import study_document
from mexplore.reports.writers.document import (
    Code,
    Detail,
    Document,
    Figure,
    Formula,
    Heading,
    Mark,
    Math,
    Paragraph,
    Table,
    Words,
)
from mexplore.reports.writers.html.page import to_html
from mexplore.rules.notation import parse_rule

GAMES = ("0.77", "divide(2..6)", "subtract(1) or divide(2)", "subtract(1, 3, 4)")


@cache
def page_of(rule: str) -> str:
    """The report of 300 values."""
    found = study(parse_rule(rule), Limits(None, upto=300))
    return to_html(study_document(found, f"mexplore study '{rule}'", Detail(case_rows=20)))


@cache
def odd_page() -> str:
    """Whatever a page must stand: signs of HTML, long words, a wide table, a formula in words."""
    powers = [Math(rf"{m} \cdot 12^{{{k}}}", f"{m}*12^{k}") for k in (30, 2) for m in (10, 9)]
    rows: list[list[Words]] = [
        [power, str(i), "" if i == 1 else f"{i}/7"] for i, power in enumerate(powers)
    ]
    wide = Table([f"+{i}" for i in range(60)], [[str(10**9 + i) for i in range(60)]], numeric=True)
    picture = '<svg viewBox="0 0 9 9"><circle cx="5" cy="5" r="3"></circle></svg>'
    return to_html(
        Document(
            [
                Heading("<b> & \"signs\" ' of </style>", 1),
                Heading("Values"), Paragraph("</script> " + "w" * 300), wide,
                Heading("Values"), Table(("start", "value", "ratio"), rows, numeric=True),
                Paragraph(("For all ", Math(r"n \ge 71", "n >= 71"), Mark(": no", "bad"))),
                Heading("</nav>"), Formula(r"\unheard{n} < 2", "f(n) < 2 & more"),
                Formula(rf"G(n) = {' + '.join(map(str, range(200)))}", "sum"),
                Code("if a < b && c:\n    " + "x" * 400, "python"), Figure("", "a < b", picture),
            ]
        )
    )  # fmt: skip
