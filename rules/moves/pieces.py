"""Options of large heaps as points and intervals between ends that never fall.

From some n on, the options of n are heaps f(n) and all heaps from A(n) to B(n), where the ends f, A
and B are floors of linear functions or square roots (`rules.arithmetic.forms`). Then the values of
the options change only where an end enters the next run of equal values (`rules.engine.walk`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic.ends import never_falls
from mexplore.rules.arithmetic.forms import Floor, Form, Root
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

FEW = 4096  # heaps that are computed one by one before the pieces take over
LONGEST_CYCLE = 10_000  # residues that are looked at where two ends run in parallel

Piece = tuple[Form, ...]
"""One end f: the heap f(n). Two ends A and B: every heap from max(A(n), 0) to B(n)."""


@dataclass(frozen=True)
class Pieces:
    """For n >= ``first`` >= 1 the options of n are exactly the heaps of the pieces, one heap each:
    0 <= f(n) < n, and max(A(n), 0) <= B(n) < n. No end falls as n grows."""

    pieces: tuple[Piece, ...]
    first: int

    @property
    def ends(self) -> tuple[Form, ...]:
        """The different ends, in the order of the pieces."""
        return tuple(dict.fromkeys(end for piece in self.pieces for end in piece))


@view("pieces")
def pieces_of(rule: Rule) -> Pieces | None:
    """The options of all large heaps of a rule; None where its shape shows no such description.

    >>> from mexplore.rules.notation import parse_rule
    >>> pieces_of(parse_rule("divide(2)")), pieces_of(parse_rule("0.77"))
    (Pieces(pieces=((Floor(a=1, b=0, c=2),),), first=1), None)
    """
    del rule
    return None


def joined(parts: Iterable[Pieces | None]) -> Pieces | None:
    """The moves of all parts together; None if one of them is."""
    listed = list(parts)
    known = [part for part in listed if part is not None]
    if len(known) < len(listed):
        return None
    pieces = dict.fromkeys(piece for part in known for piece in part.pieces)
    return Pieces(tuple(pieces), max((part.first for part in known), default=1))


def point(form: Form | None) -> Pieces | None:
    """The one option f(n); None where 0 <= f(n) < n is not seen from the shape.

    >>> point(Floor(2, 1, 3))
    Pieces(pieces=((Floor(a=2, b=1, c=3),),), first=2)
    """
    return None if form is None else _settled(((form,),), [first_at(form, 0), below_heap(form)])


def interval(low: Form | None, high: Form | None) -> Pieces | None:
    """The options max(low(n), 0), ..., high(n); no piece at all if there are none for large n.

    >>> interval(Floor(1, 0, 3), Floor(1, 0, 2)).first, interval(Floor(1, 0, 2), Floor(1, 0, 3))
    (1, Pieces(pieces=(), first=6))
    """
    if low is None or high is None or not never_falls(low) or not never_falls(high):
        return None
    below, above = below_heap(high), first_above(low, high)
    if above is None and isinstance(low, Floor) and isinstance(high, Floor):
        # low(n) - 1 >= high(n)
        empty = first_above(high, Floor(low.a, low.b - low.c, low.c))
        return _settled((), [empty])
    return _settled(((low, high),), [below, above])


def _settled(pieces: tuple[Piece, ...], conditions: list[int | None]) -> Pieces | None:
    firsts = [first for first in conditions if first is not None]
    if len(firsts) < len(conditions) or not all(never_falls(e) for piece in pieces for e in piece):
        return None
    first = max(1, *firsts)
    return Pieces(pieces, first) if first < FEW else None


def first_at(form: Form, height: int) -> int | None:
    """The least n >= 0 with form(n) >= height, for a form that never falls; None if none.

    >>> first_at(Floor(2, 1, 3), 5), first_at(Root(1, 0, 2), 5), first_at(Floor(0, 4), 5)
    (7, 9, None)
    """
    if isinstance(form, Root):
        root = height - form.k
        return max(0, -(-(root * root - form.b) // form.a)) if root > 0 else 0
    if form.a == 0:
        return 0 if form.b // form.c >= height else None
    return max(0, -(-(form.c * height - form.b) // form.a))


def below_heap(high: Form) -> int | None:
    """An n from which on high(n) < n, seen from the shape; None if there is none."""
    if isinstance(high, Floor):
        # (a*n + b)/c < n is n*(c - a) > b
        return max(0, high.b // (high.c - high.a) + 1) if high.a < high.c else None
    # (n - 1 - k)^2 > a*n + b: the difference of the sides grows from n = a + k + 1 on.
    n = max(0, high.a + high.k + 1)
    while n < FEW and (n - 1 - high.k) ** 2 <= high.a * n + high.b:
        n += 1
    return n if n < FEW else None


def line_above(low: Floor, high: Floor, gap: int = 0) -> int | None:
    """An n >= 0 from which on low(n) + gap <= high(n), if high has the larger slope: where
    (a*n + b)/c + gap <= (a'*n + b')/c', the floors are so too."""
    slope = high.a * low.c - low.a * high.c
    if slope <= 0:
        return None
    return max(0, -(-(low.b * high.c - high.b * low.c + gap * low.c * high.c) // slope))


def first_above(low: Form, high: Form) -> int | None:
    """An n from which on max(low(n), 0) <= high(n), seen from the shape; None if there is none."""
    positive = first_at(high, 0)
    if positive is None:
        return None
    if isinstance(low, Root):
        return _line_above_root(low, high)
    if low.a <= 0 and low.b // low.c <= 0:
        return positive
    if isinstance(high, Root):
        # A constant: low.a > 0 would outgrow the root.
        reached = first_at(high, low.b // low.c) if low.a == 0 else None
        return None if reached is None else max(positive, reached)
    above = line_above(low, high)
    if above is not None:
        return max(positive, above)
    parallel = high.a * low.c == low.a * high.c
    below = low.b * high.c <= high.b * low.c
    return positive if parallel and (below or _parallel(low, high)) else None


def _parallel(low: Floor, high: Floor) -> bool:
    """Whether low(n) <= high(n) for all n, where both have the same slope: their difference has
    the period lcm(c, c')."""
    cycle = lcm(low.c, high.c)
    return cycle <= LONGEST_CYCLE and all(low(n) <= high(n) for n in range(cycle))


def _line_above_root(low: Root, high: Form) -> int | None:
    """An n from which on the root is at most the line.

    With L(n) = a'*n + b' - c'*(k + 1) it is if L(n) >= 0 and L(n)^2 >= c'^2*(a*n + b), and where
    L(n) >= c'^2*a the left side of the latter grows faster than the right.
    """
    if isinstance(high, Root) or high.a <= 0:
        return None
    for n in range(FEW):
        line = high.a * n + high.b - high.c * (low.k + 1)
        if line >= high.c**2 * low.a and line**2 >= high.c**2 * (low.a * n + low.b):
            return n
    return None
