"""The options of a heap in sets, for heaps that have too many to be listed.

`option_sets_of` says which sets together hold all options of n; the sets are of six kinds. No
option is in two sets, unless these belong to different parts of a union.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooManyMoves
from mexplore.rules.text.numbers import in_brief
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.rule import Heaps, Rule


# Moves that take boundedly many tokens and leave boundedly many heaps, of any sizes.


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


@dataclass(frozen=True)
class Listed:
    """These options, one by one, their heaps in increasing order."""

    options: tuple[Heaps, ...]


@dataclass(frozen=True)
class AnyOf:
    """One heap of any size m in a range, the empty position for m = 0."""

    sizes: range


@dataclass(frozen=True)
class Removed:
    """One heap of n - s, 1 <= s <= n, for the s that ``among`` holds of; whether it does depends
    on s modulo ``modulus`` alone, or, if that is None, on s in any way."""

    n: int
    among: Callable[[int], bool]
    modulus: int | None = None


@dataclass(frozen=True)
class Partitions:
    """``total`` tokens in ``count`` nonempty heaps, two or more, that ``suffix`` allows: ``!``
    pairwise unequal, ``?`` not all equal, ``''`` any."""

    total: int
    count: int
    suffix: str = ""


@dataclass(frozen=True)
class Pairs:
    """Two nonempty heaps with any sum in ``totals``, a range of consecutive numbers."""

    totals: range


@dataclass(frozen=True)
class Beyond:
    """Options of two heaps or more that are in none of these forms: ``reason`` says why, and
    ``some`` goes through them one by one, as far as it is followed."""

    reason: str
    some: Callable[[], Iterator[Heaps]]


OptionSet = Listed | AnyOf | Removed | Partitions | Pairs | Beyond


@view("option_sets")
def option_sets_of(rule: Rule, n: int) -> Iterable[OptionSet]:
    """Sets that together hold every option of n, for an n that has too many to be listed;
    TooManyMoves where no such sets are known."""
    del rule
    raise TooManyMoves(f"a heap of {in_brief(n)} has too many options to be listed")


def one(size: int) -> Heaps:
    """One heap, or the empty position."""
    return (size,) if size else ()


def all_but(n: int, missing: Iterable[int]) -> Iterator[AnyOf]:
    """One heap of any of 0, ..., n - 1 tokens but n - s for the s that are missing.

    >>> list(all_but(9, [2, 5, 12]))
    [AnyOf(sizes=range(0, 4)), AnyOf(sizes=range(5, 7)), AnyOf(sizes=range(8, 9))]
    """
    ends = [n, *(n - s for s in sorted(missing) if s <= n), -1]
    ranges = [range(low + 1, high) for high, low in pairwise(ends)]
    return (AnyOf(sizes) for sizes in reversed(ranges) if sizes)
