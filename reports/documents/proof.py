"""The proof of a law in a document: theorem, hypotheses, conclusion, cases."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from shlex import quote, split
from typing import TYPE_CHECKING

from mexplore.discover.study.certificate import MARK, write_certificate
from mexplore.reports.documents.literature import reference
from mexplore.reports.writers.document import (
    Code,
    Details,
    Document,
    Heading,
    Mark,
    Math,
    Paragraph,
    Table,
    Words,
    pieces,
)
from mexplore.reports.writers.prose import with_formulas
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.heaps.cases import Cases, Option
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.certificate import Certificate
    from mexplore.discover.study.theorem import AnyTheoremOf
    from mexplore.reports.writers.document import Block, Detail


def theorem_stated(name: str, statement: str) -> Paragraph:
    """A theorem with its name, in the style of a paper."""
    return Paragraph((Mark(f"Theorem ({name}).", "strong"), " ", *pieces(with_formulas(statement))))


def proof_begun(theorem: AnyTheoremOf) -> list[Block]:
    """The theorem and its source."""
    return [
        Heading("Proof"),
        theorem_stated(theorem.name, theorem.statement),
        Paragraph(f"Source: {reference(theorem)}."),
    ]


def add_proof(document: Document, study: Study, detail: Detail) -> None:
    """All of it, where there is one."""
    proved, theorem = study.proved, study.theorem
    if proved is None or proved.proof is None or theorem is None or study.rule is None:
        return
    bound = proved.proof.bound
    document.add(*proof_begun(theorem))
    if study.checked:
        document.add(
            Paragraph("Its hypotheses, each with what was found for this rule and this law:"),
            Table(
                ("hypothesis", "found"), [list(map(with_formulas, row)) for row in study.checked]
            ),
        )
    else:
        document.add(Paragraph("Its hypotheses follow from the shape of the rule, and hold."))
    checked = (
        f"The bound for this rule and this law is {bound}: the law was checked for every n < "
        f"{bound}, so it holds for all n."
    )
    document.add(Paragraph(with_formulas(checked if bound > 1 else "No value has to be checked.")))
    if study.account:
        document.add(Paragraph("What was checked beyond these values:"))
        document.add(Code("\n".join(study.account)))
    if study.cases is not None:
        add_cases(document, study.cases, detail)


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
            with_formulas(
                f"For n >= {cases.valid_from} every option lies in the class that its row names, "
                "for all k or q; each inequality or congruence was decided symbolically. Smaller n "
                "were checked one by one."
                f"{_modulus(cases)}"
            )
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
    columns = ("n", "options", "their values", "mex", "claim", "checks", "result")
    document.add(Table(columns, rows, caption=caption))
    failing, all_rows = len(list(cases.failing())), len(cases.rows)
    outcome = f"{failing} of {all_rows} cases FAIL." if failing else "Every case holds."
    document.add(Paragraph(outcome))


CERTIFICATE = "The certificate of the proof"
_FENCE = "```json\n"


def add_reproduction(document: Document, command: str, certificate: Certificate | None) -> None:
    """The command, how to check the proof again, and the version; the certificate, folded."""
    lines = [command]
    if certificate is not None:
        written = next((word for word in split(command) if word.endswith(".json")), None)
        below = "certificate.json  # the certificate below, in a file"
        lines.append(f"mexplore verify {below if written is None else quote(written)}")
    document.add(Heading("How to reproduce"), Code("\n".join(lines), "sh"))
    document.add(Paragraph(f"Written by mexplore {version()}."))
    if certificate is not None:
        text = write_certificate(certificate)
        document.add(Details(CERTIFICATE, [Code(text, "json")]))


@cache
def version() -> str:
    """The version of the program that is installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("mexplore")
    except PackageNotFoundError:
        return "(not installed)"


def certificate_in(text: str) -> str:
    """The certificate in a report in Markdown, or the text itself where it is no report.

    >>> certificate_in('# A report\\n```json\\n{"mexplore certificate": 1}\\n```\\n')
    '{"mexplore certificate": 1}\\n'
    """
    if text.lstrip().startswith("{"):
        return text
    parts = [part.split("```")[0] for part in text.split(_FENCE)[1:]]
    found = [part for part in parts if f'"{MARK}"' in part]
    if len(found) > 1:
        raise InputError("the report has several certificates; write the one meant into a file")
    return found[0] if found else text
