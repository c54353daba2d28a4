"""Options of large heaps as points and intervals between ends that never fall.

From some n on, the options of n are heaps f(n) and all heaps from A(n) to B(n), where the ends f, A
and B are floors of linear functions or square roots (`rules.arithmetic.forms`). Then the values of
the options change only where an end enters the next run of equal values (`rules.engine.walk`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from math import lcm
from typing import TYPE_CHECKING, Any

from mexplore.rules.arithmetic.ends import never_falls
from mexplore.rules.arithmetic.forms import Floor, Form, Root, normal_form
from mexplore.rules.arithmetic.monotone import FURTHEST, Monotone, monotone
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooFar
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.rule import Rule

FEW = 4096  # heaps that are computed one by one before the pieces take over
LONGEST_CYCLE = 10_000  # residues that are looked at where two ends run in parallel

End = Any
"""A `Form`, or a `Monotone`."""

Piece = tuple[End, ...]
"""One end f: the heap f(n). Two ends A and B: every heap from max(A(n), 0) to B(n)."""


@dataclass(frozen=True)
class Pieces:
    """For n >= ``first`` >= 1 the options of n are exactly the heaps of the pieces, one heap each:
    0 <= f(n) < n, and max(A(n), 0) <= B(n) < n. No end falls as n grows."""

    pieces: tuple[Piece, ...]
    first: int

    def refuse_beyond(self, n: int) -> None:
        """Raise TooFar where it is not known that this holds up to n; it holds everywhere where the
        shape of the ends shows it."""

    @property
    def ends(self) -> tuple[End, ...]:
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
    if any(isinstance(part, GrowingPieces) for part in known):
        return _growing(tuple(pieces), max(part.first for part in known))
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


def interval_between(low: tree.Node, high: tree.Node) -> Pieces | None:
    """`interval` of two expressions in n; of such without a normal form, where they never fall.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> ends = [read_expression(text, ("n",)) for text in ("isqrt(isqrt(n))", "isqrt(n)")]
    >>> interval_between(*ends).first
    2
    """
    forms = normal_form(low), normal_form(high)
    if None not in forms:
        return interval(*forms)
    ends = forms[0] or monotone(low), forms[1] or monotone(high)
    return None if ends[0] is None or ends[1] is None else _growing(((ends[0], ends[1]),))


def point_of(node: tree.Node) -> Pieces | None:
    """`point` of an expression in n; of one without a normal form, where it never falls."""
    form = normal_form(node)
    if form is not None:
        return point(form)
    end = monotone(node)
    return None if end is None else _growing(((end,),))


@dataclass(frozen=True)
class GrowingPieces(Pieces):
    """Pieces between ends that never fall, of which the shape does not show that they are options.
    That 0 <= f(n) < n, and max(A(n), 0) <= B(n) < n, is seen block by block: for all of first <= n
    < last it is, if f(first) >= 0, max(A(last - 1), 0) <= B(first), and f(last - 1) < first,
    B(last - 1) < first, since no end falls; where that is false the block is halved."""

    known: list[int] = field(default_factory=lambda: [FEW], compare=False)
    """Below this number it has been seen."""

    def refuse_beyond(self, n: int) -> None:
        while self.known[0] <= min(n, FURTHEST - 1):
            if not self.holds(self.known[0], 2 * self.known[0]):
                raise TooFar(self.known[0])
            self.known[0] *= 2
        if n >= FURTHEST:
            raise TooFar(FURTHEST)

    def holds(self, first: int, last: int, halvings: int = 12) -> bool:
        """Whether it is seen for first <= n < last."""
        if all(
            max(piece[0](last - 1 if len(piece) > 1 else first), 0) <= piece[-1](first)
            and piece[-1](last - 1) < first
            for piece in self.pieces
        ):
            return True
        if not halvings or last - first < 2:
            return False
        middle = (first + last) // 2
        return self.holds(first, middle, halvings - 1) and self.holds(middle, last, halvings - 1)


SEEN_AT_ONCE = 1 << 64


def _growing(pieces: tuple[Piece, ...], least: int = 1) -> Pieces | None:
    if not all(isinstance(end, Monotone) or never_falls(end) for p in pieces for end in p):
        return None
    near = GrowingPieces(pieces, 1)
    first = next((n for n in range(FEW - 1, 0, -1) if not near.holds(n, n + 1)), 0) + 1
    if first >= FEW:
        return None
    found = GrowingPieces(pieces, max(first, least))
    try:
        found.refuse_beyond(SEEN_AT_ONCE)
    except TooFar:
        return None
    return found


def _settled(pieces: tuple[Piece, ...], conditions: list[int | None]) -> Pieces | None:
    firsts = [first for first in conditions if first is not None]
    if len(firsts) < len(conditions) or not all(never_falls(e) for piece in pieces for e in piece):
        return None
    first = max(1, *firsts)
    return Pieces(pieces, first) if first < FEW else None


def first_at(form: End, height: int) -> int | None:
    """The least n >= 0 with form(n) >= height, for a form that never falls; None if none.

    >>> first_at(Floor(2, 1, 3), 5), first_at(Root(1, 0, 2), 5), first_at(Floor(0, 4), 5)
    (7, 9, None)
    """
    if isinstance(form, Monotone):
        found: int | None = form.first_at(height)
        return found
    if isinstance(form, Root):
        root = height - form.k
        return max(0, -(-(root * root - form.b) // form.a)) if root > 0 else 0
    line: Floor = form
    if line.a == 0:
        return 0 if line.b // line.c >= height else None
    return max(0, -(-(line.c * height - line.b) // line.a))


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
