"""The report of a study, built once: for the terminal, Markdown and HTML alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discover.cases.analysis import Cases
from discover.certificate import write_certificate
from discover.finding import Finding
from discover.patterns.automatic.pattern import Automatic
from discover.patterns.geometric import GeometricForm
from discover.patterns.periodic import LISTED_EXCEPTIONS, Periodic, PeriodicForm
from discover.study import Study
from reports.documents.document import (
    Cell,
    Code,
    Document,
    Formula,
    Heading,
    Mark,
    Math,
    Paragraph,
    Table,
    ValueTable,
)
from reports.documents.runs import Cycle, run_table
from rules.errors import InputError

if TYPE_CHECKING:
    from rules.rule import Rule


@dataclass(frozen=True)
class Detail:
    """How much is shown; the terminal shows less unless asked for all."""

    values: int = 240
    runs: int = 60
    case_rows: int = 512
    every_finding: bool = True


BRIEF = Detail(values=120, runs=24, case_rows=14, every_finding=False)
WIDEST_ROW = 40


def study_document(study: Study, command: str, detail: Detail) -> Document:
    """Everything that a study found, in the order in which a person would read it."""
    document = Document()
    _rule(document, study)
    _verdict(document, study)
    _values(document, study, detail)
    _findings(document, study, detail)
    if study.cases is not None:
        _case_table(document, study.cases, detail)
    _proof(document, study)
    _refusals(document, study, detail)
    _how_to_reproduce(document, study, command)
    return document


def _rule(document: Document, study: Study) -> None:
    rule = study.rule
    document.add(Heading(f"The game {rule}" if rule else study.name or "A sequence", 1))
    if rule is None:
        return
    document.add(Paragraph(rule.words()))
    try:
        rows = [[str(n), _options(rule, n)] for n in range(1, 6)]
    except InputError:
        if not rule.runs_python:
            raise
        return  # its positions are no heaps
    document.add(Table(("heap", "a move leaves"), rows))


def _options(rule: Rule, n: int, most: int = 12) -> str:
    found: dict[str, None] = {}
    for heaps in rule.options(n):
        if len(found) > most:
            break
        found[" + ".join(map(str, heaps)) or "nothing"] = None
    shown = list(found)[:most]
    return ", ".join(shown) + (", ..." if len(found) > most else "") or "no move"


def _verdict(document: Document, study: Study) -> None:
    covered = f"Known: n < {_short(study.evidence.stop)}"
    largest = study.evidence.largest
    document.add(Paragraph(f"{covered}; the largest value is {largest}; {study.seconds:.2f} s."))
    if study.ended == "interrupted":
        document.add(Paragraph("Stopped by the user: this is a partial result."))
    if not study.findings:
        stop = _short(study.evidence.stop)
        document.add(Paragraph(f"Nothing found that holds for all n < {stop}."))
        if study.growth is not None:
            document.add(Paragraph(study.growth.statement()))
    # What a theorem refuted is news; that a few terms misled is not.
    for refuted in sorted(study.refuted, key=lambda refuted: not refuted.reason)[:3]:
        document.add(Paragraph(f"Refuted: {refuted.statement()}."))


def _short(number: int) -> str:
    text = str(number)
    if len(text) <= 40:
        return text
    power = len(text) - 1
    return f"10^{power}" if number == 10**power else f"about {text[0]}.{text[1:4]}*10^{power}"


def _values(document: Document, study: Study, detail: Detail) -> None:
    best = study.best
    evidence = study.evidence
    if evidence.stop == 0:
        return
    if best is not None and isinstance(best.form, PeriodicForm):
        document.add(Heading("Values"), periodic_table(best.form, detail.values))
    elif evidence.dense:
        values = evidence.values[: detail.values].tolist()
        document.add(Heading("Values"), ValueTable([str(value) for value in values]))
    if not evidence.dense or (best is not None and isinstance(best.form, GeometricForm)):
        document.add(Heading("Runs of equal values"))
        document.add(run_table(evidence.runs, _cycle(best), detail.runs))


def _cycle(best: Finding | None) -> Cycle | None:
    return (
        cycle_of(best.form) if best is not None and isinstance(best.form, GeometricForm) else None
    )


def cycle_of(form: GeometricForm) -> Cycle:
    """How many runs make one cycle of a geometric law."""
    law = form.law
    shift = 1 if law.ceil else 0
    low, high = law.start * law.ratio, (law.start - shift) * law.ratio**2 + shift
    starts = [run.start for run in form.runs(high) if run.start >= low]
    return Cycle(law.ratio, len(starts), shift)


def periodic_table(form: PeriodicForm, most: int) -> ValueTable:
    """Values in rows of one period (or of a divisor's width); the exceptions below the preperiod,
    which break the law extended downwards, stand out."""
    p = form.law.period
    width = p if p <= WIDEST_ROW else _best_width(p)
    stop = max(min(most, form.law.preperiod + 2 * p), width)
    stop = -(-stop // width) * width
    cells: list[Cell] = []
    for n in range(stop):
        value = str(form.at(n))
        cells.append(Mark(value, "exception") if form.is_exception(n) else value)
    exceptions = form.number_of_exceptions()
    caption = ""
    if exceptions:
        caption = f"Values that break the law extended downwards stand out ({exceptions} in all)."
    return ValueTable(cells, width, caption)


def _best_width(p: int) -> int:
    divisors = [d for d in range(8, 25) if p % d == 0]
    return max(divisors, default=20)


def _findings(document: Document, study: Study, detail: Detail) -> None:
    if not study.findings:
        return
    document.add(Heading("Findings"))
    shown = study.findings if detail.every_finding else study.findings[:1]
    for finding in shown:
        document.add(Formula(finding.claim.latex(), finding.claim.statement()))
        document.add(Paragraph(f"Status: {status_line(finding)}."))
        _more_of(document, finding, detail)
    hidden = len(study.findings) - len(shown)
    if hidden:
        document.add(Paragraph(f"{hidden} more: --all shows them."))


def status_line(finding: Finding) -> str:
    """The status in words, with the theorem and its bound, or how far it holds."""
    if finding.proof is None:
        return f"holds so far (n <= {_short(finding.checked_to - 1)}); no theorem proves it"
    return f"proved for all n, by {finding.proof.theorem} (checked for n < {finding.proof.bound})"


def _automaton(document: Document, claim: Automatic, detail: Detail) -> None:
    """The automaton as a table of transitions and as a drawing for Graphviz."""
    rows = [[str(number) for number in row] for row in claim.table()[: detail.case_rows]]
    columns = ("state", "output", *(f"digit {digit}" for digit in range(claim.base)))
    left = len(claim.outputs) - len(rows)
    caption = f"The first {len(rows)} of {len(claim.outputs)} states." if left else ""
    document.add(Table(columns, rows, numeric=True, caption=caption))
    if detail.every_finding:
        document.add(Paragraph("The same for Graphviz:"), Code(claim.dot(), "dot"))


def _more_of(document: Document, finding: Finding, detail: Detail) -> None:
    """Outcomes, exceptions, the automaton and the closed form."""
    import sympy

    form = finding.form
    if isinstance(form, PeriodicForm) and isinstance(finding.claim, Periodic):
        outcomes = form.outcomes()
        document.add(
            Paragraph(
                "Outcomes (P-positions, where G(n) = 0): period "
                f"{outcomes['period']} from n = {outcomes['preperiod']} on."
            )
        )
        count = form.number_of_exceptions()
        if 0 < count <= LISTED_EXCEPTIONS:
            listed = ", ".join(map(str, form.exceptions()[:60])) + (", ..." if count > 60 else "")
            document.add(Paragraph(f"Exceptions below the preperiod ({count}): {listed}."))
        elif count:
            document.add(Paragraph(f"Exceptions below the preperiod: {count} values of n."))
    if isinstance(finding.claim, Automatic):
        _automaton(document, finding.claim, detail)
    if form is None:
        return
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    expression = form.formula(n)
    if expression is not None:
        document.add(Paragraph("Closed form:"))
        document.add(Formula(f"G(n) = {sympy.latex(expression)}", f"G(n) = {expression}"))


def _modulus(cases: Cases) -> str:
    """What the sign of congruence means in the rows, where they have it."""
    written = any("≡" in option.text for row in cases.rows for option in row.options)
    return " The sign ≡ is congruence modulo the period." if written else ""


def _case_table(document: Document, cases: Cases, detail: Detail) -> None:
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


def _proof(document: Document, study: Study) -> None:
    proved, theorem = study.proved, study.theorem
    if proved is None or proved.proof is None or theorem is None or study.rule is None:
        return
    document.add(Heading("Proof"))
    document.add(Paragraph(f"Theorem ({theorem.name}). {theorem.statement}"))
    document.add(Paragraph(f"Source: {theorem.source}."))
    document.add(
        Paragraph(
            f"The bound for this rule and this claim is {proved.proof.bound}: the claim was "
            f"checked for every n < {proved.proof.bound}, so it holds for all n."
        )
    )
    if study.certificate is not None:
        document.add(Heading("Certificate"))
        document.add(Code(write_certificate(study.certificate), "json"))


def _refusals(document: Document, study: Study, detail: Detail) -> None:
    if not study.refusals:
        return
    shown = study.refusals if detail.every_finding else study.nearest_refusals
    document.add(Heading("Why nothing more is proved"))
    rows = [[r.theorem, r.claim or "(the rule)", r.reason] for r in shown]
    left = len(study.refusals) - len(rows)
    caption = f"The theorems that come nearest; --all lists {left} more." if left else ""
    document.add(Table(("theorem", "claim", "reason"), rows, caption=caption))


def _how_to_reproduce(document: Document, study: Study, command: str) -> None:
    lines = [command]
    if study.rule is not None and any(f.proof for f in study.findings):
        lines += [
            f'mexplore study "{study.rule}" --certificate certificate.json',
            "mexplore verify certificate.json",
        ]
    document.add(Heading("How to reproduce"), Code("\n".join(lines), "sh"))
