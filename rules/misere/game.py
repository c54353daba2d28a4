"""A rule under misère play: who makes the last move loses."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

PLAY = "misere"
_WRITTEN = re.compile(r"\s*mis[eè]re\s+(.*)", re.DOTALL)


@dataclass(frozen=True)
class Misere:
    """The moves of a rule, in sums of heaps where who cannot move wins.

    >>> str(Misere.parse("misere kayles")), Misere.parse("0.77")
    ('misere 0.77', None)
    """

    rule: Rule

    @classmethod
    def parse(cls, text: str, read: Callable[[str], Rule] = parse_rule) -> Self | None:
        """The game that the text denotes; None if it does not begin with ``misere``."""
        found = _WRITTEN.fullmatch(text)
        return None if found is None else cls(read(found[1]))

    def __str__(self) -> str:
        return f"{PLAY} {self.rule}"
