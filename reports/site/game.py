"""The page of one game: its law first, then the game, values, proof, programs, relatives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mexplore.discover.heaps.published import known_law, known_problem, published_law
from mexplore.discover.heaps.statements import read_statement
from mexplore.discover.study.limits import uninterrupted
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.surveys.games import heap_rule, read_game
from mexplore.discover.surveys.known_games import restored
from mexplore.discover.surveys.record import NO_SYSTEM
from mexplore.discover.systems.study import SystemStudy
from mexplore.reports.documents.report import BoardReport, StudyReport
from mexplore.reports.documents.study import add_rule, add_values
from mexplore.reports.documents.survey import number
from mexplore.reports.documents.system_report import SystemReport
from mexplore.reports.site.pages import (
    Page,
    certificate_file,
    family_page,
    game_page,
    law_page,
    page,
    slug,
)
from mexplore.reports.writers.document import (
    Block,
    Cell,
    Code,
    Detail,
    Details,
    Document,
    Figure,
    Heading,
    Items,
    Link,
    Paragraph,
    Table,
    Words,
)
from mexplore.reports.writers.html.page import body_of, title_of
from mexplore.reports.writers.prose import entitled
from mexplore.rules.boards import read_board
from mexplore.rules.library import shipped
from mexplore.rules.reach import unreached

if TYPE_CHECKING:
    from mexplore.discover.boards.study import BoardStudy
    from mexplore.discover.heaps.published import PublishedLaw
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
        document = game_document(record, relatives, shown, detail)
        text = page(title_of(document), body_of(document))
        if len(text.encode()) <= LARGEST_PAGE:
            return text
    document = game_document(record, relatives, report.with_laws(()), SHORT)
    return page(title_of(document), body_of(document))


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
    if study.findings:
        document = report.document(f'mexplore study "{record.rule}"', detail)
    else:
        document = _without_a_proof(record, report, detail)
    first = next((i for i, b in enumerate(document.blocks) if _is_section(b)), None)
    title, *law = document.blocks[:first]
    picture = dots(study.evidence.values.tolist())
    return Document(
        [
            title,
            Items(list(_ways(record, relatives))),
            *law,
            *([picture] if picture else []),
            *([] if first is None else document.blocks[first:]),
            *_programs(report),
            *_misere(relatives),
            *_related(relatives),
            *_open(record),
        ]
    )


def _is_section(block: Block) -> bool:
    return isinstance(block, Heading) and block.level == 2


def _without_a_proof(record: Record, report: StudyReport, detail: Detail) -> Document:
    """The report of a rule that is not settled, or whose law is that of another rule."""
    document = Document([Heading(entitled(f"The game {record.rule}", record.rule), 1)])
    if record.law:
        document.add(Paragraph(f"{record.law}."))
    document.add(Paragraph(f"Status: {status_of(record)}."))
    if report.study.rule is None:
        document.add(Heading("The game"), Paragraph(read_game(record.rule).words()))
    add_rule(document, report.study, detail)
    add_values(document, report.study, detail)
    return document


def status_of(record: Record) -> str:
    """How the law of a record is known, in words.

    >>> from mexplore.discover.surveys.record import Record
    >>> status_of(Record("0.14", computed=65536))
    'open; no law was found among the values at n < 65536'
    >>> status_of(Record("0.777", computed=65536))
    'not settled here; no law was found among the values at n < 65536'
    """
    computed = f"n < {number(record.computed)}"
    if record.status == NO_SYSTEM:
        return f"no system of finitely many kinds of heaps is known ({record.trouble})"
    if record.trouble:
        return f"the study failed ({record.trouble})"
    if record.law is None:
        return f"{_unsettled(record)}; no law was found among the values at {computed}"
    if not record.proved:
        return _unproved(record, record.law, f"it holds for all {computed}")
    if record.representative is not None:
        return (
            f"proved for all n, by {record.theorem} for {record.representative}, whose values H "
            f"give {record.reduction}"
        )
    return f"proved for all n, by {record.theorem}"


def _unsettled(record: Record) -> str:
    """Of a rule without a law: open, where the literature says so; else what is the case here."""
    rule = heap_rule(record.rule)
    if known_law(rule) is not None:
        return "known, but not proved here"
    return "not settled here" if known_problem(rule) is None else "open"


def _unproved(record: Record, law: str, seen: str) -> str:
    """What is said of a law that was seen, and not proved."""
    known = published_law(heap_rule(record.rule))
    late = unreached(read_game(record.rule), record.computed - 1)
    if known is not None and _denied(law, known):
        return f"false, although {seen}: {known.words()}"
    if late is not None:
        return f"not known, although {seen}: {late.words()}"
    return f"{seen.removeprefix('it ')}; no theorem proves it"


def _denied(law: str, known: PublishedLaw) -> bool:
    """Whether the law that was seen, as a sentence, contradicts the published one."""
    claim = read_statement(law)
    return claim is not None and known.denies(claim)


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


def _ways(record: Record, relatives: Relatives) -> Iterator[Words]:
    """The families with the neighbours there, the rule that it follows from, the certificate."""
    for family, before, after in relatives.families:
        words: list[Cell] = ["Family ", Link(family, ROOT + family_page(family))]
        words += ["; the game before it: ", _game(before)] if before else []
        words += ["; the game after it: ", _game(after)] if after else []
        yield tuple(words)
    if record.representative is not None and relatives.representative:
        yield ("It follows from ", _game(record.representative))
    elif record.certificate is not None and record.representative is None:
        file = ROOT + certificate_file(record.rule)
        yield (Link("The certificate of the proof", file), ", which mexplore verify checks")


def _game(rule: str) -> Link:
    return Link(rule, ROOT + game_page(rule))


def _related(relatives: Relatives) -> Iterator[Block]:
    if relatives.follow or relatives.equal or relatives.laws:
        yield Heading("Relatives")
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


WIDTH, HEIGHT, MARGIN = 600, 150, 26
MOST = 300  # values


def dots(values: Sequence[int]) -> Figure | None:
    """The picture, in the colour of the text; None without values.

    >>> "M26 124h0" in dots([0, 1]).svg, dots([]) is None
    (True, True)
    """
    shown = list(values[:MOST])
    if not shown:
        return None
    across = (WIDTH - 2 * MARGIN) / max(len(shown) - 1, 1)
    upwards = (HEIGHT - 2 * MARGIN) / max(*shown, 1)
    path = "".join(
        f"M{MARGIN + n * across:.4g} {HEIGHT - MARGIN - value * upwards:.4g}h0"
        for n, value in enumerate(shown)
    )
    last, most = len(shown) - 1, max(shown)
    label = f"The values G(n) for n = 0 to {last}, up to {most}"
    svg = (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="dots" role="img" aria-label="{label}">'
        f'<path d="M{MARGIN} {MARGIN - 8}V{HEIGHT - MARGIN}H{WIDTH - 8}" class="axis"/>'
        f'<path d="{path}" class="dot"/>'
        f'<text x="{MARGIN}" y="{HEIGHT - 8}">0</text>'
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 8}" text-anchor="end">{last}</text>'
        f'<text x="4" y="{MARGIN + 4}">{most}</text></svg>'
    )
    return Figure("", f"{label}.", svg)


BUDGET = 10.0  # seconds a board


@dataclass(frozen=True)
class BoardPage(Page):
    """The page of a board; ``names`` are those in the library, the first one is the page's."""

    names: tuple[str, ...]
    rule: str

    @property
    def name(self) -> str:
        return f"boards/{slug(self.names[0])}.html"

    def made_from(self) -> object:
        return [self.names, self.rule]

    def written(self) -> tuple[str, str]:
        """The page, and the law for the list of boards."""
        from mexplore.discover.boards.study import study_board

        board = read_board(self.rule)
        if board is None:
            raise ValueError(f"{self.rule} is no board")
        study = uninterrupted(study_board(board, budget=BUDGET))
        command = f"mexplore study {self.names[0]}"
        document = BoardReport(study).document(command, Detail(effort=False))
        return page(title_of(document), body_of(document)), _law(study)


def _law(study: BoardStudy) -> str:
    """The best law, and how it is known."""
    if not study.findings:
        return "no law was found here"
    best = study.findings[0]
    how = f"proved by {best.theorem}" if best.theorem else "holds so far"
    return f"{best.claim.statement()} ({how})"


def board_pages() -> list[BoardPage]:
    """The boards of the library, each once."""
    names: dict[str, list[str]] = {}
    for game in shipped().values():
        board = read_board(game.rule)
        if board is not None and board.dimensions == 2:
            names.setdefault(game.rule, []).append(game.name)
    return [BoardPage(tuple(each), rule) for rule, each in names.items()]


def boards_html(laws: Mapping[str, str]) -> str:
    """The list of the boards, with the law of each page as it was written."""
    rows: list[list[Words]] = [
        [Link(", ".join(each.names), each.name), laws.get(each.name, "")] for each in board_pages()
    ]
    document = Document(
        [
            Heading("Boards", 1),
            Paragraph("Games of one token on the squares (x, y), x, y >= 0, and their laws."),
            Table(("board", "law"), rows),
        ]
    )
    return page("Boards", body_of(document), "")


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
