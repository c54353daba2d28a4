"""The laws of a family as a table, and what is known of them in sentences."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from mexplore.discover.families.table import LawRow
from mexplore.reports.documents.about_family import constraints
from mexplore.reports.writers.document import Math, Table, Words
from mexplore.rules.parameters.written import latex_of, plain_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mexplore.discover.families.patterns.words import Word
    from mexplore.discover.families.study import FamilyStudy
    from mexplore.reports.writers.document import Detail
    from mexplore.rules.parameters.rule import ParametricRule

LONGEST_WORD = 160  # characters in the terminal
NAMED = 3  # members with smaller periods
LARGEST_SMALL, MOST_SMALL = 20, 400  # members, to tell how many have a law


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
        first += f" Left open{_open(rule, study.left_open)}.{_share(study)}"
    else:
        first = f"Holds so far {_so_far(study)}."
    return [first, *([_least(study, rows)] if bound else [])]


def _open(rule: ParametricRule, member: Mapping[str, int]) -> str:
    if not member:
        return ": what is in none of the rows"
    return f": what is in none of the rows, such as {named(rule, member)}"


def _share(study: FamilyStudy) -> str:
    """How many of the small members have a law."""
    claim, rule = study.claim, study.rule
    members = list(islice(rule.members(LARGEST_SMALL), MOST_SMALL))
    if claim is None or not members:
        return ""
    covered = sum(claim.law_of(rule, member) is not None for member in members)
    largest = max(max(member.values()) for member in members)
    return f" Of {len(members)} members with names up to {largest}, {covered} have a law here."


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
    shown = dict.fromkeys(f"{study.rule.member(**member)} has {p}" for member, p in smaller)
    return f"{text}; in others there are smaller ones: {', '.join([*shown][:NAMED])}."


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
