"""The digits of a family's law on an example, and one condition in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.discover.families.table import LawRow, example_of
from mexplore.reports.writers.document import Block, Heading, Items, Math, Paragraph
from mexplore.rules.parameters.written import latex_of, plain_of

if TYPE_CHECKING:
    from mexplore.rules.parameters.polynomial import Polynomial, Vector


def explained(rows: Sequence[LawRow]) -> Iterator[Block]:
    """What digits are, on an example, and one condition in words."""
    row = max(rows, key=lambda row: (len(row.law.digits), -len(row.law.pieces)))
    yield Heading("Digits, on an example")
    yield from _digits(row)
    yield Heading("One condition in words")
    yield from _one_condition(row)


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
    given = ", ".join(f"{name} = {value}" for name, value in values.items())
    weights = [weight.at(values) for weight in law.weights[: len(found)]]
    terms = " + ".join(f"{w}*{x}" for w, x in zip(weights, found, strict=True))
    numbers = ", ".join(map(str, found))
    yield Paragraph(
        f"For {given} the number n = {n} = {terms} has the digits ({numbers}). They lie in the "
        f"piece {_region(piece)}, so that G(n) = {piece.value}."
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
