"""The page of one game: its law first, then the game, values, proof, programs, relatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from mexplore.discover.heaps.published import known_law, known_problem
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.surveys.games import heap_rule, read_game
from mexplore.discover.surveys.known_games import restored
from mexplore.discover.systems.study import SystemStudy
from mexplore.reports.documents.finding import law_and_status
from mexplore.reports.documents.literature import families_with, literature
from mexplore.reports.documents.oeis import TERMS, add_search_link
from mexplore.reports.documents.proof import add_proof, add_reproduction
from mexplore.reports.documents.report import StudyReport
from mexplore.reports.documents.study import add_rule, add_values
from mexplore.reports.documents.survey import number
from mexplore.reports.documents.system_report import SystemReport
from mexplore.reports.site.pages import (
    game_page,
    law_page,
    page,
)
from mexplore.reports.site.pictures import strip
from mexplore.reports.site.properties import TAKEN, properties_html, taken_html
from mexplore.reports.site.standing import status_of
from mexplore.reports.writers.document import (
    Block,
    Cell,
    Code,
    Detail,
    Details,
    Document,
    Heading,
    Items,
    Link,
    Paragraph,
)
from mexplore.reports.writers.html.page import contents_and_body, title_of
from mexplore.reports.writers.prose import entitled
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.surveys.misere import MisereRecord
    from mexplore.discover.surveys.record import Record


LARGEST_PAGE = 200_000  # bytes
LARGEST_PROGRAM = 12_000
SHOWN = 24  # relatives of a kind
FULL = Detail(values=240, runs=40, case_rows=60, effort=False)
SHORT = Detail(values=120, runs=20, case_rows=10, effort=False)
ROOT = "../"


@dataclass(frozen=True)
class Relatives:
    """The other pages that the page of a game leads to: games that follow from it, games with equal
    values, its families, each with the rules before and after it, and the laws with parameters
    that it is a case of, each with name and title. ``representative`` says whether the rule that
    it follows from has a page."""

    follow: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    families: tuple[tuple[str, str | None, str | None], ...] = ()
    laws: tuple[tuple[str, str], ...] = ()
    representative: bool = False
    misere: tuple[str, ...] = ()
    """What is known of misère play, in sentences."""


def game_html(record: Record, relatives: Relatives) -> str:
    """The whole page, at most LARGEST_PAGE bytes of it.

    >>> from mexplore.discover.surveys.worker import record_of
    >>> from mexplore.rules.notation import parse_rule
    >>> text = game_html(record_of(parse_rule("0.77")), Relatives(equal=("0.707",)))
    >>> "G(n + 12) = G(n)" in text, "Guy-Smith" in text, 'href="../games/0.707.html"' in text
    (True, True, True)
    """
    report = report_of(record)
    laws = report.study.findings
    without_form = report.with_laws(tuple(replace(law, form=None) for law in laws))
    for shown, detail in ((report, FULL), (report, SHORT), (without_form, SHORT)):
        text = _whole_page(record, relatives, shown, detail)
        if len(text.encode()) <= LARGEST_PAGE:
            return text
    return _whole_page(record, relatives, report.with_laws(()), SHORT)


def _whole_page(record: Record, relatives: Relatives, report: StudyReport, detail: Detail) -> str:
    """The picture first, then the text with properties at its side."""
    document = game_document(record, relatives, report, detail)
    title = title_of(document)
    values = [] if record.trouble else report.study.evidence.values[:TAKEN].tolist()
    contents, blocks = contents_and_body(Document(document.blocks[1:]))
    n0, p, _ = record.repeats or (None, None, None)
    body = "\n".join(blocks)
    return page(
        title,
        f"<h1>{escape(title)}</h1>\n"
        f'<p class="lead">{escape(read_game(record.rule).words())}</p>\n{strip(values, p, n0)}\n'
        f'<div class="game">\n{properties_html(record, relatives)}\n'
        f'<div class="body">\n{body}\n</div>\n'
        f'<div class="beside">{contents}\n{taken_html(record, values, title)}</div>\n</div>',
    )


def report_of(record: Record) -> StudyReport:
    """The report of a game as its record tells it."""
    found = restored(record)
    if isinstance(found, SystemStudy):
        return SystemReport(found.of_start, {}, found)
    return StudyReport(found, {})


def game_document(
    record: Record, relatives: Relatives, report: StudyReport, detail: Detail
) -> Document:
    """The report of the study, as it stands within the site."""
    study = report.study
    if record.explained and study.findings and study.best is None:
        document = _without_a_form(record, study, detail)
    elif study.findings:
        document = report.document(f'mexplore study "{record.rule}"', detail)
    else:
        document = _without_a_proof(record, report, detail)
    return Document(
        [
            *document.blocks,
            *_programs(report),
            *_misere(relatives),
            *_related(relatives),
            *_open(record),
        ]
    )


def _without_a_form(record: Record, study: Study, detail: Detail) -> Document:
    """The report of a rule with a proved law whose values are too many for a page."""
    document = Document([Heading(entitled(f"The game {record.rule}", record.rule), 1)])
    document.add(*law_and_status(study.findings[0]))
    document.add(Paragraph("The values that the law needs are too many for this page."))
    add_rule(document, study, detail)
    document.add(*literature(record.rule, detail, families_with(study.rule)))
    add_values(document, study, detail)
    add_proof(document, study, detail)
    add_search_link(document, study.evidence.values[: TERMS + 1].tolist())
    add_reproduction(document, f'mexplore study "{record.rule}"', study.certificate)
    return document


def _without_a_proof(record: Record, report: StudyReport, detail: Detail) -> Document:
    """The report of a rule that is not settled, or whose law is that of another rule."""
    document = Document([Heading(entitled(f"The game {record.rule}", record.rule), 1)])
    if record.law:
        document.add(Paragraph(f"{record.law}."))
    document.add(Paragraph(f"Status: {status_of(record)}."))
    if report.study.rule is None:
        document.add(Heading("The game"), Paragraph(read_game(record.rule).words()))
    add_rule(document, report.study, detail)
    document.add(*literature(record.rule, detail, families_with(report.study.rule)))
    add_values(document, report.study, detail)
    return document


def _programs(report: StudyReport) -> Iterator[Block]:
    """The law in Python and C++, folded, where it has short programs."""
    python, cpp = report.program("python"), report.program("cpp")
    found = [
        Details(f"G(n) for 64-bit n in {title}", [Code(text, language)])
        for language, title, text in (("python", "Python", python), ("cpp", "C++", cpp))
        if not isinstance(text, Inapplicable) and len(text) <= LARGEST_PROGRAM
    ]
    if found:
        yield Heading("Programs")
        yield from found


def _misere(relatives: Relatives) -> Iterator[Block]:
    if relatives.misere:
        yield Heading("Misère play")
        yield from map(Paragraph, relatives.misere)


def _game(rule: str) -> Link:
    return Link(rule, ROOT + game_page(rule))


def _related(relatives: Relatives) -> Iterator[Block]:
    if relatives.follow or relatives.equal or relatives.laws:
        yield Heading("Beside it in this site")
    yield from _listed("Games that follow from this one", relatives.follow)
    yield from _listed("Games with the same values for all n", relatives.equal)
    if relatives.laws:
        laws = [Link(title, ROOT + law_page(name)) for name, title in relatives.laws]
        yield Paragraph("A case of these laws with parameters:")
        yield Items(laws)


def _listed(title: str, rules: Sequence[str]) -> Iterator[Block]:
    if not rules:
        return
    words: list[Cell] = [f"{title}: "]
    for rule in rules[:SHOWN]:
        words += [_game(rule), ", "]
    left = len(rules) - SHOWN
    yield Paragraph((*words[:-1], f" and {left} more." if left > 0 else "."))


def _open(record: Record) -> Iterator[Block]:
    """What is not known, and how far was computed. That a question is open, the literature says."""
    if record.proved or record.trouble:
        return
    rule = heap_rule(record.rule)
    law, problem = known_law(rule), known_problem(rule)
    if law is not None:
        yield Heading("Known")
        yield Paragraph(law.sentence())
    elif problem is not None:
        yield Heading("Open")
        yield Paragraph(problem.sentence())
    else:
        yield Heading("Not settled here")
    question = "Whether the law above holds for all n" if record.law else "Whether there is a law"
    seen = f"not settled within the {number(record.computed)} values that were looked at here."
    yield Paragraph(f"{question} is {seen} To go on:")
    yield Code(f'mexplore study "{record.rule}" --budget 3600', "sh")


def misere_sentences(record: MisereRecord | None) -> tuple[str, ...]:
    """The kind, the quotient and the law, each with how it is known; nothing without a record.

    >>> from mexplore.discover.surveys.misere import MisereRecord
    >>> misere_sentences(MisereRecord("0.3", "proved", "tame", theorem="a theorem", statement="L"))
    ('Who makes the last move loses: tame.', 'L: proved, by a theorem.')
    """
    if record is None or record.trouble:
        return ()
    wild = "" if record.wild_from is None else f" from heap {record.wild_from} on"
    found = [f"Who makes the last move loses: {record.kind}{wild}."]
    if record.quotient is not None:
        lost = "" if record.lost is None else f", {record.lost} of which are lost"
        found.append(f"Its quotient has {record.quotient} classes{lost}.")
    if record.statement is not None:
        by = f", by {record.theorem}" if record.theorem else ""
        found.append(f"{record.statement}: {record.status}{by}.")
    return tuple(found)
