"""Statements read back: 'G(n + 12) = G(n) for all n >= 71', with some freedom in the writing."""

from __future__ import annotations

import re

FROM = r"(?: ?,? ?for (?:all |every )?n ?>= ?(\d+))?"
"""At the end of a statement: from which n on it holds; from 0 on where it says nothing."""

LONGEST = 100_000  # characters


def squeezed(text: str) -> str:
    """The text with single blanks and plain signs.

    >>> squeezed(" G(n+12)  = G(n)  for n ≥ 71. ")
    'G(n + 12) = G(n) for n >= 71'
    """
    plain = text.replace("≥", ">=").replace("⌊", "floor(").replace("⌋", ")")
    plain = re.sub(r"(?<=[\w)])\s*([+=/-]|>=)\s*(?=[\w(])", r" \1 ", plain[:LONGEST])
    plain = re.sub(r" ?/ ?", "/", plain)
    return re.sub(r"\s+", " ", plain).strip().rstrip(".")


def read(pattern: str, text: str) -> tuple[str | None, ...] | None:
    """What the groups of the pattern match in the squeezed text; None if it does not match.

    >>> read(r"G\\(n\\) = G\\(floor\\(n/(\\d+)\\)\\)" + FROM, "G(n) = G(floor(n / 12)) for n >= 6")
    ('12', '6')
    """
    found = re.fullmatch(pattern, squeezed(text))
    return None if found is None else found.groups()


def is_statement(text: str) -> bool:
    """Whether the text speaks of G, of a period or of runs, and is no bare formula in n."""
    return re.search(r"\b(G|period|runs)\b", text) is not None
