"""The laws of a family as a table, and how they are proved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mexplore.discover.families.codes.law import WordLaw
from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.discover.families.table import (
    LawRow,
    example_of,
    in_names_of_family,
    rows_of,
    split_words,
    together,
)
from mexplore.reports.writers.document import (
    Block,
    Detail,
    Document,
    Heading,
    Items,
    Math,
    Paragraph,
    Table,
    Words,
)
from mexplore.rules.arithmetic.polynomial import latex_of, plain_of
from mexplore.rules.parameters.family import given

if TYPE_CHECKING:
    from mexplore.discover.families.library import NamedFamily
    from mexplore.discover.families.patterns.by_cases import LawsByCases
    from mexplore.discover.families.patterns.words import Word
    from mexplore.discover.families.study import FamilyStudy
    from mexplore.rules.arithmetic.polynomial import Polynomial, Vector


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


LARGEST_EXAMPLE = 12  # value of a name in an example


def proof_sections(
    study: FamilyStudy, claim: LawsByCases, rows: Sequence[LawRow]
) -> Iterator[Block]:
    """Theorem, an example with one condition in words, all conditions, and what is trusted."""
    theorem = study.theorem
    if theorem is None:
        return
    yield Heading("The theorem that proves the laws")
    yield Paragraph(
        (theorem.statement, f" Its proof stands in the manual, under the name '{theorem.name}'.")
    )
    yield from explained(study, claim, rows)
    yield Heading("All conditions")
    yield _all_conditions(study, claim)
    yield Heading("What is trusted")
    yield Items(
        [
            f"the proof of the theorem '{theorem.name}', which the manual states in full;",
            f"{study.solver}, which found no counterexample to any condition (mexplore verify "
            "--referee cvc5 has another solver decide them, --smt2 DIR writes them as files, --coq "
            "has Coq check a proof that trusts no solver);",
            "the expansion of polynomials, and what writes the conditions.",
        ]
    )
    yield Paragraph(
        "Not trusted: what found the laws. What the table says besides was compared with members."
    )


def _all_conditions(study: FamilyStudy, claim: LawsByCases) -> Table:
    """How many conditions of each kind every law has."""
    theorem, cases = study.theorem, claim.cases(study.rule)
    assert theorem is not None
    scripts = [theorem.script(study.rule, cases[each.case], each.law) for each in claim.laws]
    counts = [Counter(_kind(question.name) for question in each.questions) for each in scripts]
    body: list[list[Words]] = [
        [f"({kind})", words, *(str(count[kind]) for count in counts)]
        for kind, words in theorem.conditions.items()
        if any(count[kind] for count in counts)
    ]
    heads = ["", "condition", *(f"law {number}" for number in range(1, len(counts) + 1))]
    total = sum(sum(count.values()) for count in counts)
    return Table(heads, body, caption=f"{total} conditions, in the order of the table of laws.")


def _kind(name: str) -> str:
    found = re.match(r"\((\w+)\)", name)
    return found[1] if found else name


# A law on an example, and one condition in words.


def explained(study: FamilyStudy, claim: LawsByCases, rows: Sequence[LawRow]) -> Iterator[Block]:
    """A law on an example, and one condition in words."""
    if isinstance(rows[0].law, DigitLaw):
        row = max(rows, key=lambda row: (len(row.law.digits), -len(row.law.pieces)))
        yield Heading("Digits, on an example")
        yield from _digits(row)
        yield Heading("One condition in words")
        yield from _one_condition(row)
        return
    example = _example(study, claim)
    if example is None:
        return
    runs = isinstance(example[0], WordLaw)
    yield Heading("An example")
    yield from _runs(*example) if runs else _values(*example)
    yield Heading("One condition in words")
    yield Paragraph(OF_RUNS if runs else OF_VALUES)


def _example(study: FamilyStudy, claim: LawsByCases) -> tuple[Any, dict[str, int], str] | None:
    """A law, a small member with it, not the first one, and the member in words."""
    chosen = None
    for number, member in enumerate(study.rule.members(LARGEST_EXAMPLE)):
        found = claim.law_of(study.rule, member)
        if found is not None and found[0] == claim.laws[0].law:
            chosen = (*found, f"{given(member)}: {study.rule.member(**member)}")
            if number >= (2 if len(study.rule.names) == 1 else LARGEST_EXAMPLE // 2):
                break
    return chosen


def _runs(law: WordLaw, placed: dict[str, int], named: str) -> Iterator[Block]:
    n0, p = law.the_preperiod.at(placed), law.the_period.at(placed)
    values = " ".join(str(law.value_at(n, placed)) for n in range(n0 + p))
    yield Paragraph(
        f"For {named} the first {n0 + p} values are {values}; the last {p} of them are repeated "
        "for ever."
    )


def _values(law: Any, placed: dict[str, int], named: str) -> Iterator[Block]:
    weights = [weight.at(placed) for weight in law.positions.weights]
    n = 2 * weights[0] + sum(weights[1:-1]) + 1
    digits, rest = [], n
    for weight in weights:
        digit, rest = divmod(rest, weight)
        digits.append(digit)
    terms = " + ".join(f"{w}*{x}" for w, x in zip(weights, digits, strict=True))
    found = ", ".join(map(str, digits))
    names = ", ".join(law.positions.digits)
    yield Paragraph(
        f"For {named} the number n = {n} = {terms} has the digits ({names}) = ({found}), and "
        f"G({n}) = {law.value_at(n, placed)}."
    )


OF_RUNS = (
    "Two heaps from a run with ends A and B, and from one with ends C and D, together with "
    "the l to h tokens that a move takes, are all the heaps of n tokens with "
    "A + C + l <= n <= B + D + h. Condition (X) says that no n of a run of value v lies "
    "in such an interval of two runs whose values have the nim-sum v; condition (M) "
    "that each n of it lies in one for every smaller value. Each is a sentence of linear "
    "integer arithmetic, which the solver decides by looking for a counterexample."
)

OF_VALUES = (
    "Condition (X) says that the number of tokens between two positions of equal value, "
    "written in digits, is never one that may be taken; condition (M) that one of the "
    "witnesses of the certificate is a position of each smaller value that a move leads to. "
    "Each is a sentence of linear integer arithmetic, which the solver decides by looking for "
    "a counterexample."
)


def _sum(digits: Sequence[str], weights: Sequence[Polynomial]) -> Math:
    """n as the sum of digits times weights."""
    plain, latex = [], []
    for digit, weight in zip(digits, weights, strict=False):
        text, mathematics = plain_of(weight), latex_of(weight)
        if len(list(weight.terms())) > 1:
            text, mathematics = f"({text})", f"({mathematics})"
        plain.append(digit if weight == 1 else f"{text}*{digit}")
        latex.append(digit if weight == 1 else rf"{mathematics}\,{digit}")
    return Math(f"n = {' + '.join(latex)}", f"n = {' + '.join(plain)}")


def _digits(row: LawRow) -> Iterator[Block]:
    """What the digits are, for one law and one member."""
    law = row.law
    names = ", ".join(law.digits)
    yield Paragraph(
        (
            f"Where {', '.join(row.when) or 'the constraints hold'}, a number is written in digits "
            f"({names}): ",
            _sum(law.digits, law.weights),
            ".",
        )
    )
    example = example_of(row)
    if example is None:
        return
    values, n, found, piece = example.placed, example.n, example.digits, example.piece
    weights = [weight.at(values) for weight in law.weights[: len(found)]]
    terms = " + ".join(f"{w}*{x}" for w, x in zip(weights, found, strict=True))
    numbers = ", ".join(map(str, found))
    yield Paragraph(
        f"For {given(values)} the number n = {n} = {terms} has the digits ({numbers}). They lie in "
        f"the piece {_region(piece)}, so that G(n) = {piece.value}."
    )


def _region(piece: Piece) -> str:
    return ", ".join(map(str, piece.where)) or "of all digits"


def _one_condition(row: LawRow) -> Iterator[Block]:
    """(X) for the first piece and the first move that has several carries."""
    law = row.law
    piece = next((p for p in law.pieces if p.periodic), law.pieces[0])
    number = max(range(len(law.moves)), key=lambda j: len(law.carries[j]))
    move, carries = law.moves[number], law.carries[number]
    digits = ", ".join(law.digits)
    yield Paragraph(
        f"Let ({digits}) lie in the piece {_region(piece)}, whose value is {piece.value}. To take "
        f"{plain_of(move.element)} tokens subtracts the vector {_vector(move.vector, law)}; a "
        "digit that is out of place is put right by a carry, a vector that stands for 0:"
    )
    yield Items([_vector(carry, law) for carry in carries])
    yield Paragraph(
        "Condition (X) says that for no parameters in the cell, and no digits in the piece, one of "
        f"these leads into a piece of value {piece.value}; condition (L) that one of them leads "
        "into some piece, or to a number below 0. Each is a sentence of linear integer arithmetic, "
        "which the solver decides by looking for a counterexample."
    )


def _vector(vector: Vector, law: DigitLaw) -> str:
    return f"({', '.join(plain_of(entry) for entry in vector[: len(law.digits)])})"
