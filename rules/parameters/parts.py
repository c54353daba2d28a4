"""The parts of the text of a family: what stands in its brackets, and the constraints behind it."""

from __future__ import annotations

import re
from typing import NamedTuple

from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.polynomial import Polynomial
from mexplore.rules.parameters.reading import PolynomialReader, read_linear


class Part(NamedTuple):
    """A part of a longer text, and where it starts there."""

    text: str
    at: int

    def linear(self, whole: str) -> Polynomial:
        """The linear form that it is."""
        return read_linear(self.text, whole, self.at)


def parts_of_list(text: str, start: int) -> tuple[list[Part], int]:
    """What commas part from ``start`` to the bracket that closes what is open there, and the place
    of that bracket; the end of the text if it is missing.

    >>> parts_of_list("subtract(a, 2(b + 1)) for a >= 1", 9)
    ([Part(text='a', at=9), Part(text=' 2(b + 1)', at=11)], 20)
    """
    depth, parts = 0, []
    for place in range(start, len(text)):
        sign = text[place]
        if sign in ",)" and not depth:
            parts.append(Part(text[start:place], start))
            start = place + 1
            if sign == ")":
                return parts, place
        depth += (sign == "(") - (sign == ")")
    return [*parts, Part(text[start:], start)], len(text)


def refuse_empty(part: Part, text: str, remedy: str) -> None:
    """Refuse a part without anything in it by what follows."""
    if not part.text.strip():
        place = part.at + len(part.text)
        found = f"unexpected {text[place]!r}" if place < len(text) else "something is missing here"
        raise RuleSyntaxError(text, place, found, remedy)


def constraints_after(text: str, start: int, problem: str, remedy: str, example: str) -> Cell:
    """The constraints behind the word ``for``, which stands next; else this is the problem."""
    word = re.compile(r"\s*\bfor\b").match(text, start)
    if word is None:
        place = start + len(text[start:]) - len(text[start:].lstrip())
        raise RuleSyntaxError(text, place, problem, remedy)
    remedy = f"write constraints such as those of {example}"
    return PolynomialReader(text[word.end() :], text, word.end(), remedy=remedy).constraints()
