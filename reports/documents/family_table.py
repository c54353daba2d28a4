"""The laws of a family as a table, of whatever kind the laws are, and as rows of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mexplore.discover.families.codes.law import WordLaw
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.table import (
    LawRow,
    in_names_of_family,
    rows_of,
    split_words,
    together,
)
from mexplore.reports.writers.document import (
    Detail,
    Document,
    Heading,
    Math,
    Paragraph,
    Table,
    Words,
)
from mexplore.rules.arithmetic.polynomial import latex_of, plain_of

if TYPE_CHECKING:
    from mexplore.discover.families.library import NamedFamily
    from mexplore.discover.families.patterns.words import Word
    from mexplore.rules.arithmetic.polynomial import Polynomial

LONGEST_WORD = 160  # characters in the terminal


def entry_document(family: NamedFamily) -> Document:
    """A family of the library: all that is shipped of it, but for its certificate."""
    rule, law = family.rule, family.law
    document = Document([Heading(family.title, 1), Paragraph(f"{rule}.")])
    for words in split_words(law.split):
        document.add(Paragraph(f"Members are sorted by {words}."))
    document.add(laws_table(rows_of(rule, law), Detail()))
    document.add(Paragraph(f"Source: {family.source}."))
    return document


def laws_table(rows: Sequence[LawRow], detail: Detail) -> Table:
    """A row for each law, or for each piece of one whose values are vectors of digits."""
    first = rows[0].law
    if isinstance(first, DigitLaw):
        return _of_digits(rows, detail)
    if isinstance(first, WordLaw):
        return _of_runs(rows)
    return Table(
        ["when", "n", "where", "G(n)", "period", "saltus"],
        [list(piece) for row in rows for piece in pieces(row)],
    )


def pieces(row: LawRow) -> list[list[str]]:
    """Each piece of a law whose values are vectors of digits: when, n, where, value, period,
    saltus."""
    law = row.law
    x, names = law.positions, (*law.positions.digits, *law.parameters)
    weights = [in_names_of_family(w, row.case, law.cell) for w in x.weights]
    n = " + ".join(f"({w}) {d}" if w != 1 else d for w, d in zip(weights, x.digits, strict=True))
    ends = [plain_of(row.period), plain_of(row.saltus)]
    found = []
    for piece in law.pieces:
        where = ", ".join(map(str, together(piece.where, names)))
        found.append([row.whom, n, where, str(law.values.val(piece.value)), *ends])
    return found


def _of_runs(rows: Sequence[LawRow]) -> Table:
    body: list[list[Words]] = []
    for row in rows:
        constant = len(row.law.again) == 1
        period: Words = "1" if constant else _mathematics(row.period)
        word = Math(latex_of_word(row.law), row.law.word())
        body.append([row.whom, period, _mathematics(row.preperiod), word])
    heads = ["when", "period", "preperiod", "values"]
    caption = "x^k stands for k times x; what is in brackets is repeated for ever."
    return Table(heads, body, caption=caption)


def latex_of_word(law: WordLaw) -> str:
    r"""The word as mathematics.

    >>> from mexplore.discover.families.codes.law import Run
    >>> from mexplore.rules.arithmetic.polynomial import Polynomial
    >>> k, one = Polynomial.name("k"), Polynomial.number(1)
    >>> latex_of_word(WordLaw(("k",), (), (Run(one, 0),), (Run(k + 1, 1), Run(one, 2)), 3))
    '0\\,(1^{k + 1}\\,2)^{\\infty}'
    """
    first, again = (
        r"\,".join(
            str(run.value) if run.length == 1 else f"{run.value}^{{{latex_of(run.length)}}}"
            for run in part
        )
        for part in (law.first, law.shown)
    )
    return rf"{first}\,({again})^{{\infty}}"


def _mathematics(number: Polynomial) -> Math:
    return Math(latex_of(number), plain_of(number))


def _of_digits(rows: Sequence[LawRow], detail: Detail) -> Table:
    before = any(row.before is not None and row.before.rows for row in rows)
    heads = ["when", "period", "preperiod", "values of one period"]
    heads += ["before it"] * before
    body: list[list[Words]] = []
    for row in rows:
        line: list[Words] = [row.whom, _period(row), _mathematics(row.preperiod)]
        line.append(_word(row.word, detail))
        line += [_word(row.before, detail)] * before
        body.append(line)
    return Table(heads, body, caption="x^k stands for k times x.")


def _period(row: LawRow) -> Math:
    latex = latex_of(row.period)
    if row.divisor is not None:
        latex = rf"\frac{{{latex}}}{{\gcd({', '.join(map(latex_of, row.divisor))})}}"
    return Math(latex, row.written_period)


def _word(word: Word | None, detail: Detail) -> Words:
    """A word, if it is known and not too long."""
    if word is None:
        return "by digits"
    long = len(str(word)) > LONGEST_WORD and not detail.everything
    return "long (--all)" if long else Math(word.latex(), str(word)) if word.rows else ""
