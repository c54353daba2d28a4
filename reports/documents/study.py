"""The report of a study, built once: for the terminal, Markdown, HTML and LaTeX alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mexplore.discover.heaps.study import Study
from mexplore.discover.questions.explain import options_of
from mexplore.reports.documents.conjecture import add_conjecture, add_refusals, add_refuted
from mexplore.reports.documents.explain import options_line
from mexplore.reports.documents.finding import (
    add_answer,
    add_further_findings,
    finding_json,
    known_json,
    refusals_json,
    status_line,
    unseen,
    unseen_json,
)
from mexplore.reports.documents.literature import families_with, library_json, literature
from mexplore.reports.documents.oeis import TERMS, add_search_link
from mexplore.reports.documents.proof import add_proof, add_reproduction, proof_begun
from mexplore.reports.documents.relatives import add_nearest, add_relatives
from mexplore.reports.sections.known import section_of
from mexplore.reports.sections.section import Section
from mexplore.reports.writers.document import (
    Document,
    Figure,
    Formula,
    Heading,
    Math,
    Paragraph,
    Table,
    add_figures,
    pieces,
    short,
)
from mexplore.reports.writers.prose import entitled, renamed, with_formulas
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.boards.line_study import LineStudy
    from mexplore.discover.questions.relatives import Relative
    from mexplore.reports.writers.document import Detail
    from mexplore.rules.rule import Rule
    from mexplore.rules.systems.game import SystemGame


OPTIONS = 12  # of one heap that are shown


def study_document(
    study: Study,
    command: str,
    detail: Detail,
    figures: Sequence[Figure] = (),
    line: LineStudy | None = None,
    relatives: Sequence[Relative] = (),
    game: SystemGame | None = None,
) -> Document:
    """Everything that a study found, in the order in which a person would read it; ``line`` is
    what a theorem about boards says of it, ``relatives`` are games with the same values, and
    ``game`` is the one whose values these are, where the study has no rule of heaps."""
    document = Document([Heading(_title(study, line, game), 1)])
    add_answer(document, study, detail)
    add_rule(document, study, detail)
    if game is not None:
        document.add(Paragraph(game.words()))
    if line is not None:
        document.add(Paragraph(line.line.board.words()), Paragraph(line.line.words()))
    about = line.line.board if line is not None else game or study.rule
    document.add(*literature(about, detail, families_with(study.rule)))
    add_nearest(document, relatives)
    if detail.effort:
        _known(document, study, detail)
    add_values(document, study, detail)
    if detail.everything:
        add_further_findings(document, study, detail)
        add_proof(document, study, detail)
        if line is not None and line.theorem is not None:
            document.add(*proof_begun(line.theorem))
        add_conjecture(document, study)
        add_relatives(document, relatives)
        add_refuted(document, study, detail)
    add_refusals(document, study, detail)
    add_figures(document, figures)
    if detail.everything:
        add_search_link(document, study.evidence.values[: TERMS + 1].tolist())
        add_reproduction(document, command, line.certificate if line else study.certificate)
    else:
        _what_more_there_is(document, study, detail)
    return document


def _title(study: Study, line: LineStudy | None, game: SystemGame | None) -> str:
    """The game, with its name in the library where it has one."""
    if line is not None:
        return renamed(str(line.line), str(line.line.board))
    rule = game or study.rule
    if rule is None:
        return study.name or "A sequence"
    return entitled(f"The game {rule}", str(rule))


def add_rule(document: Document, study: Study, detail: Detail) -> None:
    """The rule in words; in a report also what G is, and the options of a few heaps."""
    rule = study.rule
    if rule is None:
        return
    if not detail.everything:
        document.add(Paragraph(rule.words()))
        return
    document.add(Heading("The game"), Paragraph(rule.words()))
    document.add(Paragraph(_OF_ONE_HEAP), _DEFINITION, Paragraph(_OF_SEVERAL))
    _options(document, rule)


_OF_ONE_HEAP: tuple[str | Math, ...] = (
    "The player who cannot move loses. The nim-value of a heap of ",
    Math("n", "n"),
    " tokens is the least number that is not the nim-value of an option:",
)
_DEFINITION = Formula(
    r"G(n) = \operatorname{mex} \{\, G(h_1) \oplus \cdots \oplus G(h_j) : "
    r"\text{a move from } n \text{ leaves the heaps } h_1, \dots, h_j \,\}",
    "G(n) = mex {G(h_1) xor ... xor G(h_j): a move from n leaves the heaps h_1, ..., h_j}",
)
_OF_SEVERAL: tuple[str | Math, ...] = (
    "The nim-value of several heaps is the nim-sum of their nim-values, and the player who has "
    "just moved wins exactly where it is ",
    Math("0", "0"),
    ".",
)


def _options(document: Document, rule: Rule) -> None:
    try:
        rows = [[str(n), options_line(options_of(rule, n), OPTIONS)] for n in range(1, 6)]
    except InputError:
        if not rule.runs_python:
            raise
        return  # its positions are no heaps
    document.add(Table(("heap", "a move leaves"), rows))


def _known(document: Document, study: Study, detail: Detail) -> None:
    stop, largest = study.evidence.stop, study.evidence.largest
    known = "No value is known"
    if stop:
        known = f"Known: n < {short(stop)}; the largest value is {largest}"
    seconds = f"; {study.seconds:.2f} s" if detail.seconds else ""
    document.add(Paragraph((*pieces(with_formulas(known)), f"{seconds}.")))
    if not detail.everything:
        add_refuted(document, study, detail)


def add_values(document: Document, study: Study, detail: Detail) -> None:
    """The values, arranged so that the best law is visible."""
    if study.evidence.stop == 0:
        return
    best = study.best
    section = section_of(best.claim) if best is not None else Section()
    document.add(*section.values(best, study.evidence, detail))


def _what_more_there_is(document: Document, study: Study, detail: Detail) -> None:
    """A line about the parts that --all shows, and a report that is not written yet."""
    more = [f"{len(study.findings)} findings"] if len(study.findings) > 1 else []
    more += ["the case analysis"] if study.has_cases else []
    more += ["the proof", "its certificate"] if study.certificate is not None else []
    more += ["what would prove or refute a law"] if study.is_open else []
    if more:
        listed = " and ".join([", ".join(more[:-1]), more[-1]] if len(more) > 1 else more)
        writes = "" if detail.written else "; --write FILE.md writes them"
        document.add(Paragraph(f"--all shows {listed}{writes}."))


def study_json(study: Study) -> dict[str, Any]:
    """Rule, findings best first, refusals, and the certificate of the first proof."""
    evidence = study.evidence
    return {
        "rule": str(study.rule) if study.rule else None,
        "family": study.rule.family if study.rule else None,
        "computed": evidence.stop - 1 if evidence.by_runs else evidence.stop,
        "max_value": evidence.largest,
        "status": study.status,
        "findings": [finding_json(finding, evidence) for finding in study.findings],
        "refusals": refusals_json(study.refusals),
        "refuted": [
            {"statement": r.claim.statement(), "seen_to": r.seen_to, "first_failure": r.fails_at}
            | ({"reason": r.reason} if r.reason else {})
            for r in study.refuted
        ],
        **unseen_json(study.unreached),
        **known_json(study.known_law),
        **library_json(study.rule),
        "ended": study.ended,
        **({"not_tried": list(study.not_tried)} if study.not_tried else {}),
        **({"who_wins": study.not_told} if study.not_told else {}),
        "certificate": study.certificate,
    }


SHOWN_VALUES = 24


def summary(study: Study) -> Document:
    """The name, the law, its status, and the first values.

    >>> from mexplore.discover.heaps.study import study
    >>> from mexplore.rules.notation import parse_rule
    >>> [type(block).__name__ for block in summary(study(parse_rule("subtract(1, 2)"))).blocks]
    ['Heading', 'Formula', 'Paragraph', 'Paragraph']
    """
    document = Document([Heading(str(study.rule or study.name or "A sequence"), 3)])
    finding = study.best or next(iter(study.findings), None)
    if finding is None:
        late = study.not_tried and study.ended == "time"
        out = "Out of time: no law was found" if late else "Nothing found"
        far = study.unreached
        why = f"{out} that holds for all n < {study.evidence.stop}."
        document.add(Paragraph(why if far is None else unseen(far, "max_terms")))
    else:
        document.add(
            Formula(finding.claim.latex(), finding.claim.statement()),
            Paragraph(f"Status: {status_line(finding)}."),
        )
    listed = ", ".join(map(str, study.evidence.values[:SHOWN_VALUES].tolist()))
    more = ", ..." if study.evidence.stop > SHOWN_VALUES else ""
    document.add(Paragraph(f"G(0), G(1), ... = {listed}{more}"))
    return document
