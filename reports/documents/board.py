"""A whole board as a document and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mexplore.reports.documents.conjecture import predicted, refusals_table
from mexplore.reports.documents.finding import refusals_json, unseen, unseen_json
from mexplore.reports.documents.literature import library_json, literature
from mexplore.reports.documents.proof import add_reproduction, proof_begun
from mexplore.reports.writers.document import (
    Block,
    Detail,
    Document,
    Figure,
    Formula,
    Heading,
    Items,
    Paragraph,
    ValueGrid,
    Words,
    add_figures,
)
from mexplore.reports.writers.prose import entitled, with_formulas

if TYPE_CHECKING:
    from mexplore.discover.boards.conjecture import BoardSupport
    from mexplore.discover.boards.patterns.pattern import BoardFinding
    from mexplore.discover.boards.study import BoardStudy

MISERE_VALUES = (
    "Under misère play who makes the last move loses. G is the misère value here: 1 without "
    "a move, else the least number that is the misère value of no option. One token is lost "
    "exactly where it is 0; of several tokens it says nothing."
)
MOST_COLUMNS = 40
BRIEF_COLUMNS = 16
BRIEF_FINDINGS = 6


def board_document(
    study: BoardStudy, command: str, detail: Detail, figures: Sequence[Figure] = ()
) -> Document:
    """The answer first, then the rule, the table and what else was found."""
    rule, misere = _rule(study), bool(study.play)
    title = entitled(f"{'Misère play of the' if misere else 'The'} board {rule}", rule)
    if misere and not title.startswith("Misère"):  # the name from the library alone
        title = f"{title}, under misère play"
    document = Document([Heading(title, 1)])
    if study.ended == "interrupted":
        document.add(Paragraph("Stopped by the user: this is a partial result."))
    if study.unreached is not None:
        document.add(Paragraph(unseen(study.unreached, "--upto")))
    elif not study.findings:
        document.add(Paragraph(f"Nothing found that holds on {study.where}."))
    for finding in study.findings[:1]:
        _add_finding(document, finding, study)
    if misere:
        document.add(Paragraph(MISERE_VALUES))
    if study.not_told:
        document.add(Paragraph(f"No law of who wins is known. {study.not_told}."))
    document.add(Paragraph(study.board.words()), *literature(study.board, detail))
    largest = int(study.table.max())
    document.add(Paragraph(f"Known: {study.where}; the largest value is {largest}."))
    columns = MOST_COLUMNS if detail.everything else BRIEF_COLUMNS
    document.add(*_values(study, columns))
    if detail.everything:
        _add_best_in_full(document, study)
    _add_more(document, study, detail)
    _add_conjecture(document, study)
    _add_refusals(document, study)
    add_figures(document, figures)
    if detail.everything:
        if study.theorem is not None:
            document.add(*proof_begun(study.theorem))
        add_reproduction(document, command, study.certificate)
    return document


def _values(study: BoardStudy, columns: int) -> list[Block]:
    """The table; of more coordinates than two the squares with those before the last two 0."""
    names = study.board.coordinate_names
    *first, row, column = names
    values = "Misère values" if study.play else "Values"
    title = f"{values}: row {row}, column {column}"
    zero = "".join(f", {name} = 0" for name in first)
    elsewhere = "--write FILE.csv has all values"
    shown = (row, column) if first else ("x", "y")
    return [Heading(title + zero), ValueGrid(study.plane, columns, elsewhere, shown)]


def _add_finding(document: Document, finding: BoardFinding, study: BoardStudy) -> None:
    from mexplore.reports.sections.known import board_section_of

    document.add(Formula(finding.claim.latex(), finding.claim.statement()))
    if finding.proof is None:
        status: Words = f"Status: holds so far, on {study.where}; no theorem proves it."
    else:
        theorem, bound = finding.proof.theorem, finding.proof.bound
        checked = f"checked for {_names(study)} < {bound}"
        status = with_formulas(f"Status: proved for all squares, by {theorem} ({checked}).")
    document.add(Paragraph(status))
    document.add(*board_section_of(finding.claim).answer(finding.claim))


def _add_best_in_full(document: Document, study: BoardStudy) -> None:
    from mexplore.reports.sections.known import board_section_of

    for finding in study.findings[:1]:
        document.add(*board_section_of(finding.claim).in_full(finding.claim))


def _names(study: BoardStudy) -> str:
    from mexplore.rules.boards.board import COORDINATES

    return ", ".join(COORDINATES[: study.table.ndim])


def _add_more(document: Document, study: BoardStudy, detail: Detail) -> None:
    from mexplore.reports.sections.known import board_section_of

    others = study.findings[1:]
    shown = others if detail.everything else others[: BRIEF_FINDINGS - 1]
    if shown:
        document.add(Heading("Further findings"))
    for finding in shown:
        _add_finding(document, finding, study)
        if detail.everything:
            document.add(*board_section_of(finding.claim).in_full(finding.claim))
    if len(shown) < len(others):
        document.add(Paragraph(f"--all shows {len(others) - len(shown)} more."))


def _is_open(study: BoardStudy) -> bool:
    """Whether laws hold so far, and none is proved."""
    return study.proved is None and bool(study.findings) and study.size is None


def _add_conjecture(document: Document, study: BoardStudy) -> None:
    """Where nothing is proved: the evidence, and the next squares that would refute a law."""
    from mexplore.discover.boards.conjecture import differences, rivals, supports

    if not _is_open(study):
        return
    document.add(Heading("What holds so far"))
    document.add(Items([_evidence(each) for each in supports(study)]))
    laws = rivals(study)
    found = differences(study, laws)
    if not found:
        return
    where = ("the next squares", "the next squares where they differ")
    rows = [[str(each.square), *map(str, each.values)] for each in found]
    document.add(Heading("Predictions"))
    document.add(*predicted(laws, where, "", ("(x, y)", "G(x, y)"), rows))


def _evidence(seen: BoardSupport) -> str:
    law = seen.finding.claim.statement()
    squares = seen.finding.claim.subject == "squares"
    if seen.suggested is None:
        return (
            f"{law}: agrees with all of the table, but is found only with all of its values, so "
            "that none of them tests it."
        )
    return (
        f"{law}: found in the squares with x, y < {seen.suggested} alone; the {seen.unseen} other "
        f"{'squares' if squares else 'values of the line'} agree with it."
    )


def _add_refusals(document: Document, study: BoardStudy) -> None:
    if study.refusals and study.proved is None:
        document.add(Heading("Why nothing is proved"), refusals_table(study.refusals))


def board_json(study: BoardStudy) -> dict[str, Any]:
    """The same as the JSON object of ``study``."""
    return {
        "rule": _rule(study),
        **({"play": study.play} if study.play else {}),
        "family": study.board.family,
        "board": list(study.size) if study.size else None,
        "computed": int(study.table.size),
        "max_value": int(study.table.max()),
        "status": study.status,
        "findings": [_finding(finding) for finding in study.findings],
        "refusals": refusals_json(study.refusals),
        **({"who_wins": study.not_told} if study.not_told else {}),
        **unseen_json(study.unreached),
        **library_json(study.board),
        "ended": study.ended,
        **_conjecture_json(study),
        "certificate": study.certificate,
    }


def _rule(study: BoardStudy) -> str:
    return str(study.board).removeprefix(f"{study.play} ") if study.play else str(study.board)


def _conjecture_json(study: BoardStudy) -> dict[str, Any]:
    """Where nothing is proved: in which corner each law was found, how many other values agree with
    it, and the next squares that decide between the laws."""
    from mexplore.discover.boards.conjecture import differences, rivals, supports

    if not _is_open(study):
        return {}
    laws = rivals(study)
    evidence = [
        {
            "statement": each.finding.claim.statement(),
            "found_below": each.suggested,
            "held_out": each.unseen,
        }
        for each in supports(study)
    ]
    predictions = [
        {"square": list(each.square), "values": list(each.values)}
        for each in differences(study, laws)
    ]
    names = [finding.claim.statement() for finding in laws]
    return {"evidence": evidence, "predictions": {"laws": names, "squares": predictions}}


def _finding(finding: BoardFinding) -> dict[str, Any]:
    return {
        "pattern": finding.claim.name,
        "parameters": finding.claim.parameters(),
        "status": finding.status,
        "theorem": finding.theorem,
        "bound": finding.proof.bound if finding.proof else None,
        "checked_to": finding.checked_to - 1,
        "statement": finding.claim.statement(),
        "formula": finding.claim.formula(),
        "latex": finding.claim.latex(),
    }
