"""Moves that take boundedly many tokens and leave boundedly many heaps, of any sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Bounded:
    """For fixed sets K_0, ..., K_d of numbers from 0 to r, the options of n are all multisets of i
    nonempty heaps with n - j tokens in all, where 0 <= j <= min(d, n) and i is in K_j (i >= 2 for
    j = 0): ``heaps`` is r >= 1, ``tokens`` is d."""

    heaps: int
    tokens: int


def bounded_of(rule: Rule) -> Bounded | None:
    """The shape (r, d) of a rule; None where its moves are not seen to be of this kind.

    >>> from mexplore.rules.notation import parse_rule
    >>> [bounded_of(parse_rule(text)) for text in ("0.77", "subtract(1, 3) or 4.0", "4!.0")]
    [Bounded(heaps=2, tokens=2), Bounded(heaps=2, tokens=3), None]
    """
    shapes = [_bounded(part) for part in rule.alternatives()]
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return None
    return Bounded(max(shape.heaps for shape in known), max(shape.tokens for shape in known))


@view("bounded")
def _bounded(rule: Rule) -> Bounded | None:
    """Of a rule that is no union."""
    del rule
    return None
