"""Rules that are other rules but for finitely many heaps, or in other words.

``n -> [n - k for k in range(1, 4) if n != 6]`` has, for n >= 7, the moves of subtract(1, 2, 3). A
theorem whose proof asks for the moves of large heaps alone is about it, too
(`discover.study.theorem`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Eventually:
    """For all n >= first the moves from n are those of ``rule``; for first = 0 it is the same game.
    Of smaller heaps ``rule`` says nothing."""

    rule: Rule
    first: int


@view("eventually")
def eventually(rule: Rule) -> Eventually | None:
    """The simplest rule that this one is from some heap on; None where it shows none other than
    itself.

    >>> from mexplore.rules.notation import parse_rule
    >>> found = eventually(parse_rule("n -> [n - k for k in range(1, 4) if n != 6]"))
    >>> str(found.rule), found.first
    ('subtract(1..3)', 7)
    >>> eventually(parse_rule("subtract(1, 2)")) is None
    True
    """
    del rule
    return None
