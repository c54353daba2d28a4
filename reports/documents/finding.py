"""Findings in a document: statement, status, closed form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mexplore.reports.sections.known import section_of
from mexplore.reports.writers.document import (
    Block,
    Detail,
    Document,
    Heading,
    Paragraph,
    short,
)
from mexplore.reports.writers.prose import with_formulas

if TYPE_CHECKING:
    from mexplore.discover.heaps.published import KnownLaw
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding, Refusal
    from mexplore.rules.reach import Unreached

MOST_UNTESTED = 2
FURTHEST_ADVISED = 10**10  # values that a user may have computed
_NOTHING, _UNTESTED, _OUT_OF_TIME = (
    "Nothing found that holds",
    "Nothing found and tested on held-out values that holds",
    "Out of time: no law was found that holds",
)


def add_answer(document: Document, study: Study, detail: Detail) -> None:
    """The best law, its status, and its closed form as the field writes it."""
    if study.ended == "interrupted":
        document.add(Paragraph("Stopped by the user: this is a partial result."))
    finding = study.best or next(iter(study.findings), None)
    if study.known_law is not None:
        document.add(Paragraph(study.known_law.sentence()))
    if study.unreached is not None:
        document.add(Paragraph(unseen(study.unreached, "--max-terms")))
    if finding is None and study.unreached is not None:
        document.add(*not_tried(study))
        return
    if finding is None:
        stop = short(study.evidence.stop)
        nothing = _UNTESTED if study.candidates else _NOTHING
        nothing = _OUT_OF_TIME if study.not_tried and study.ended == "time" else nothing
        document.add(Paragraph(f"{nothing} for all n < {stop}."), *not_tried(study))
        for untested in study.candidates[:MOST_UNTESTED]:
            law = untested.claim.statement()
            document.add(Paragraph(f"Untested: {law}; it is found only with all of these values."))
        if study.growth is not None:
            document.add(Paragraph(study.growth.statement()))
        _who_wins(document, study)
        return
    section = section_of(finding.claim)
    headline, *status = law_and_status(finding)
    form = section.closed_form if detail.everything else section.answer
    more = [block for block in form(finding, detail) if block != headline]
    document.add(headline, *status, *more)
    document.add(*section.words(finding, detail), *not_tried(study), *_settled(study))
    _who_wins(document, study)


def _who_wins(document: Document, study: Study) -> None:
    """Why no law of who wins is known, where one was sought."""
    if study.not_told:
        document.add(Paragraph(f"No law of who wins is known. {study.not_told}."))


def _settled(study: Study) -> list[Block]:
    """Why the search went no further, where a law is proved that tells not every value."""
    if not study.settled_for_less:
        return []
    return [
        Paragraph(
            f"No law that gives every value is seen for n < {short(study.evidence.stop)}; "
            "--budget 60 searches further."
        )
    ]


def unseen(late: Unreached, option: str) -> str:
    """Why no law is told, and what goes further.

    >>> from mexplore.rules.reach import Unreached
    >>> unseen(Unreached("999", 999, 999), "--max-terms")
    'The rule speaks of 999; values below it were computed, so no law can be seen yet. \
--max-terms 2000 and a larger budget compute more.'
    """
    words = late.words()
    first = f"{words[0].upper()}{words[1:]}."
    if late.first > FURTHEST_ADVISED:
        return f"{first} As many are out of reach; a theorem, or the law of a family, may tell."
    return f"{first} {option} {2 * (late.first + 1)} and a larger budget compute more."


def not_tried(study: Study) -> list[Block]:
    """What had no time, and what gives it more."""
    if not study.not_tried:
        return []
    listed = ", ".join(study.not_tried)
    terms = f" on all n < {short(study.evidence.stop)}" if study.evidence.stop else ""
    more = "" if study.ended == "interrupted" else "; a larger --budget tries them"
    return [Paragraph(f"Not tried{terms}: {listed}{more}.")]


def add_further_findings(document: Document, study: Study, detail: Detail) -> None:
    """The findings other than the best one, each with its closed form and its section."""
    answer = study.best or next(iter(study.findings), None)
    others = [finding for finding in study.findings if finding is not answer]
    if others:
        document.add(Heading("Further findings"))
    for finding in others:
        section = section_of(finding.claim)
        document.add(*law_and_status(finding))
        document.add(*section.closed_form(finding, detail), *section.words(finding, detail))


def law_and_status(finding: Finding) -> list[Block]:
    """The statement of the law and its status."""
    return [
        section_of(finding.claim).headline(finding),
        Paragraph(with_formulas(f"Status: {status_line(finding)}.")),
    ]


def status_line(finding: Finding) -> str:
    """The status in words, with the theorem and its bound, or how far it holds."""
    if finding.proof is None:
        return f"holds so far (n <= {short(finding.checked_to - 1)}); no theorem proves it"
    return f"proved for all n, by {finding.proof.theorem} (checked for n < {finding.proof.bound})"


LONGEST_FORMULA = 20_000  # characters


def unseen_json(late: Unreached | None) -> dict[str, Any]:
    """What the rule speaks of and the values do not reach; nothing where there is nothing."""
    if late is None:
        return {}
    facts = {"number": late.number, "part": late.part, "first": late.first, "reason": late.words()}
    return {"unreached": facts}


def known_json(known: KnownLaw | None) -> dict[str, Any]:
    """A law that is known elsewhere; nothing where there is none."""
    if known is None:
        return {}
    return {"known_law": {"statement": known.statement, "source": known.source}}


def finding_json(finding: Finding, evidence: Evidence) -> dict[str, Any]:
    """One finding; ``checked_to`` is the last n on which the claim was tested."""
    formula, latex = _formula(finding)
    return {
        "pattern": finding.claim.name,
        "parameters": finding.claim.parameters() | finding.claim.findings(evidence),
        "status": finding.status,
        "theorem": finding.proof.theorem if finding.proof else None,
        "bound": finding.proof.bound if finding.proof else None,
        "checked_to": finding.checked_to - 1,
        "statement": finding.claim.statement(),
        "formula": formula,
        "latex": latex,
    }


def _formula(finding: Finding) -> tuple[str | None, str]:
    import sympy

    n = sympy.Symbol("n", integer=True, nonnegative=True)
    expression = finding.form.formula(n) if finding.form else None
    if expression is None or len(str(expression)) > LONGEST_FORMULA:
        return None, finding.claim.latex()
    return str(expression), f"G(n) = {sympy.latex(expression)}"


def refusals_json(refusals: Sequence[Refusal]) -> list[dict[str, Any]]:
    """Why theorems do not prove more."""
    return [{"theorem": r.theorem, "claim": r.statement, "reason": r.reason} for r in refusals]
