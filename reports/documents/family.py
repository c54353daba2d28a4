"""The report of a family: its laws as a table, and what is known of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discover.grounds.parameters.cells import split_words
from discover.grounds.parameters.library import shipped_families
from discover.grounds.parameters.table import LawRow, rows_of
from reports.documents.family_proof import proof_sections
from reports.documents.reproduce import add_reproduction
from reports.writers.document import (
    Cell,
    Document,
    Figure,
    Heading,
    Math,
    Paragraph,
    Table,
    Words,
    add_figures,
)
from rules.parameters.written import latex_of, plain_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discover.grounds.parameters.study import FamilyStudy
    from discover.patterns.parameters.words import Word
    from reports.writers.detail import Detail
    from rules.parameters.rule import ParametricRule

LONGEST_WORD = 160  # characters in the terminal
NAMED = 3  # members with smaller periods


def family_document(
    study: FamilyStudy, command: str, detail: Detail, figures: Sequence[Figure] = ()
) -> Document:
    """Everything that is known of a family: laws and verdict; with all details also what the game
    is, the proof, and how to repeat it."""
    rule = study.rule
    document = Document([Heading(f"{rule.notation} for all {constraints(rule)}", 1)])
    if study.ended == "interrupted":
        document.add(Paragraph("Stopped by the user: this is a partial result."))
    claim = study.claim
    if claim is None:
        document.add(Paragraph(_nothing(study)))
        return document
    rows = rows_of(rule, claim)
    if detail.everything:
        document.add(Heading("The games"), Paragraph(_the_games(rule)))
        document.add(Heading(_heading(study)))
    for words in split_words(claim.split):
        document.add(Paragraph(f"Members are sorted by {words}."))
    document.add(laws_table(rows, detail))
    document.add(*map(Paragraph, verdict(study, rows)))
    if study.library:
        known = shipped_families()[study.library]
        document.add(
            Paragraph(f"The laws are those of the library ({known.name}): {known.source}.")
        )
    document.add(Paragraph(confirmed(study)))
    if detail.everything:
        add_figures(document, figures)
        document.add(*proof_sections(study, rows))
        add_reproduction(document, command, study.certificate)
    return document


def _the_games(rule: ParametricRule) -> tuple[Cell, ...]:
    """The members in words."""
    elements = ", ".join(plain_of(element) for element in rule.elements)
    return (
        f"For integers with {constraints(rule)} two players take turns; a move takes {elements} "
        "tokens from a heap (one of these numbers), and who cannot move loses. ",
        Math("G(n)", "G(n)"),
        " is the nim-value of a heap of n tokens: the least number that no move leads to.",
    )


def _heading(study: FamilyStudy) -> str:
    return {"proved": "Theorem", "proved in part": "Theorem, for a part of the members"}.get(
        study.family_status, "Conjecture"
    )


def constraints(rule: ParametricRule) -> str:
    """The constraints of a family, as they are written after ``--for``."""
    return ", ".join(map(str, rule.where))


def laws_table(rows: Sequence[LawRow], detail: Detail) -> Table:
    """A row for each law."""
    before = any(row.before is not None and row.before.rows for row in rows)
    heads = ["when", "period", "preperiod", "values of one period"]
    heads += ["before it"] * before
    body: list[list[Words]] = []
    for row in rows:
        line: list[Words] = [", ".join(row.when) or "always", period_cell(row)]
        line.append(Math(latex_of(row.preperiod), plain_of(row.preperiod)))
        line.append(word_cell(row.word, detail))
        line += [word_cell(row.before, detail)] * before
        body.append(line)
    return Table(heads, body, caption="x^k stands for k times x.")


def period_cell(row: LawRow) -> Math:
    """The period, in mathematics."""
    latex = latex_of(row.period)
    if row.divisor is not None:
        latex = rf"\frac{{{latex}}}{{\gcd({', '.join(map(latex_of, row.divisor))})}}"
    return Math(latex, row.written_period)


def word_cell(word: Word | None, detail: Detail) -> Words:
    """A word, if it is known and not too long."""
    if word is None:
        return "by digits"
    long = len(str(word)) > LONGEST_WORD and not detail.everything
    return "long (--all)" if long else Math(word.latex(), str(word)) if word.rows else ""


def verdict(study: FamilyStudy, rows: Sequence[LawRow]) -> list[str]:
    """What is proved, in one sentence or two."""
    rule, whom = study.rule, f"for all {constraints(study.rule)}"
    laws = f"{len(rows)} law{'s cover' if len(rows) > 1 else ' covers'} every member"
    status = study.family_status
    bound = study.findings[0].proof.bound if study.findings[0].proof else 0
    if status == "proved":
        first = f"Proved {whom}: {laws} ({study.solver}: {bound} conditions, no member is left)."
    elif status == "proved in part":
        count = f"{len(rows)} law{'s' * (len(rows) > 1)}"
        first = f"Proved in part: {count} ({study.solver}: {bound} conditions)."
        first += f" Left open{_open(rule, study.left_open)}."
    else:
        first = f"Holds so far {_so_far(study)}."
    return [first, *([_least(study, rows)] if bound else [])]


def _open(rule: ParametricRule, member: Mapping[str, int]) -> str:
    if not member:
        return ": what is in none of the rows"
    return f": what is in none of the rows, such as {named(rule, member)}"


def named(rule: ParametricRule, member: Mapping[str, int]) -> str:
    """A member by its names and by its notation."""
    given = ", ".join(f"{name} = {value}" for name, value in member.items())
    return f"{given}: {rule.member(**member)}"


def _so_far(study: FamilyStudy) -> str:
    found = study.confirmation
    members = f"for the members that were looked at, with names up to {found.largest}"
    if study.remedy:
        return f"{members}; {study.remedy} installs a solver, which may prove it"
    return f"{members}; the solver did not finish"


def _least(study: FamilyStudy, rows: Sequence[LawRow]) -> str:
    """Which periods are known to be the least ones."""
    others = [row for row in rows if not row.least]
    if not others:
        return "Least periods: proved." if len(rows) > 1 else "Least period: proved."
    smaller = [row.smaller for row in others if row.smaller is not None]
    text = f"Least periods: proved in {len(rows) - len(others)} of {len(rows)} laws"
    if not smaller:
        return f"{text}; no member with a smaller one was found."
    shown = (f"{study.rule.member(**member)} has {p}" for member, p in smaller[:NAMED])
    return f"{text}; in others there are smaller ones: {', '.join(shown)}."


def confirmed(study: FamilyStudy) -> str:
    """What the comparison with brute force said."""
    found = study.confirmation
    if not found.members:
        return "No member was compared with brute force: the time was up."
    who = "1 member" if found.members == 1 else f"{found.members} members"
    return (
        f"Checked independently by brute force: {who} with names up to {found.largest} "
        f"agree{'s' * (found.members == 1)}, {found.values:,} values."
    )


def _nothing(study: FamilyStudy) -> str:
    tried = f"{len(study.log)} candidates were refuted" if study.log else "no candidate was found"
    return f"Nothing found that holds for all members of a cell ({tried}); more --budget may help."
