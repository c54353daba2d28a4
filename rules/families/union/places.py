"""Where the rules of a union stand in a text."""

from __future__ import annotations

import re

from mexplore.rules.arithmetic.reading import read_options
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.text.sentences import part_places

ARROW = re.compile(r"\s*([A-Za-z_]\w*)\s*->")
"""How an expression begins."""


def rule_places(text: str) -> list[tuple[int, int]]:
    """The parts between words ``or`` outside all brackets; but ``n -> ...`` is one expression as
    far as it can be read as one.

    >>> text = "n -> [n - 1] if n % 2 or n > 9 else [] or divide(2)"
    >>> [text[start:stop] for start, stop in rule_places(text)]
    ['n -> [n - 1] if n % 2 or n > 9 else [] ', ' divide(2)']
    """
    places, found = part_places(text), list[tuple[int, int]]()
    while places:
        joined = _expression(text, places)
        found.append((places[0][0], places[joined - 1][1]))
        del places[:joined]
    return found


def _expression(text: str, places: list[tuple[int, int]]) -> int:
    """How many of the parts are the longest expression with which the text begins; 1 where it
    begins with none."""
    arrow = ARROW.match(text, places[0][0])
    if arrow is None:
        return 1
    # No expression has another one in it.
    most = next((i for i, (at, _) in enumerate(places) if i and ARROW.match(text, at)), len(places))
    for count in range(most, 1, -1):
        try:
            body = text[arrow.end() : places[count - 1][1]]
            read_options(body, (arrow[1],), whole=text, at=arrow.end())
        except RuleSyntaxError:
            continue
        return count
    return 1
