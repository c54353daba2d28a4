"""Division games and intervals between two quotients: the first values decide a geometric law."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Since, Theorem
from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.interval.rule import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.geometric import Geometric
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Quotients:
    """What the theorem reads off a rule: whether quotients round up, and the pairs (P, q)."""

    ceil: bool
    pairs: tuple[tuple[int, int], ...]

    @property
    def largest(self) -> int:
        """M, the largest divisor."""
        return max(P for P, _ in self.pairs)

    @property
    def divisors(self) -> tuple[int, ...] | None:
        """The divisors of a division game; None if some interval has several numbers."""
        games = all(q == P for P, q in self.pairs)
        return tuple(P for P, _ in self.pairs) if games else None


class FloorsCommute(Theorem["Quotients", "Geometric"]):
    """**Statement.** Let the moves from n >= 1 be to leave any number m of tokens with
    floor(n/P) <= m <= floor(n/q), for finitely many pairs of integers 2 <= q <= P (the division
    of n by d is the pair P = q = d), let M be the largest P, and let 0 be terminal. Let c >= 2 be
    an integer, n0 >= 1 and M*n0 >= c. If G(n) = G(floor(n/c)) for n0 <= n < M*n0, then for all
    n >= n0.

    **Proof.** Induction on n >= M*n0, the law being known for n0, ..., n - 1. All options m of n
    have n0 <= floor(n/M) <= m < n, so G(m) = G(floor(m/c)). As m runs from floor(n/P) to
    floor(n/q), floor(m/c), which steps by 0 or 1, runs through every number from
    floor(floor(n/P)/c) = floor(floor(n/c)/P) to floor(floor(n/q)/c) = floor(floor(n/c)/q). Over all
    pairs these are the options of floor(n/c), which is at least 1 as n >= M*n0 >= c. So n and
    floor(n/c) have options of the same values. ∎

    For division games this says that n and floor(n/c) have the options floor(n/d) and
    floor(floor(n/c)/d) = floor(floor(n/d)/c), which have the same values.

    A claim with M*n0 < c is a claim for all n >= n1 = ceil(c/M) as well, to which the theorem
    applies; what lies between n0 and n1 is checked with it. So the bound is M*max(n0, n1).

    **Rules that are such from some heap on.** Let these be the moves of the heaps n >= N only, N >=
    1. The proof asks for the moves of n >= M*n0 and of floor(n/c), which has to be N or more: that
    is so for n >= c*N. With the condition M*n0 >= c*N in place of M*n0 >= c the proof is the
    same, and the bound is M*max(n0, N, ceil(c*N/M)). Under ceil, N - 1 takes the place of N.

    **Ceil.** If the options of n are the m < n with ceil(n/P) <= m <= ceil(n/q),
    ceil(n/d) - 1 = floor((n - 1)/d) makes m an option of n >= 1 exactly if m - 1 is one of n - 1 in
    the game above (from n = 1 there is none in either): G_ceil(n) = G_floor(n - 1) for n >= 1. The
    law G_ceil(n) = G_ceil(ceil(n/c)) for n >= n0 + 1 is that of G_floor for n >= n0, and so is its
    bound, shifted by one; n0 >= 1 asks for a start of at least 2.

    c must be an integer and M*n0 >= c: with rational c, or without it, false claims pass.
    """

    name: ClassVar[str] = "floors commute"
    source: ClassVar[str] = (
        "proof in full in discover/heaps/theorems/floors_commute.py; "
        "floor(floor(n/a)/b) = floor(n/(a*b))"
    )
    statement: ClassVar[str] = (
        "For a division game, or for moves from n to floor(n/P), ..., floor(n/q) for one or more "
        "pairs 2 <= q <= P, let M be the largest divisor, c >= 2 an integer and M*n0 >= c: if "
        "G(n) = G(floor(n/c)) for n0 <= n < M*n0, then for all n >= n0. (Under ceil the same "
        "holds of n - 1.)"
    )
    about: ClassVar[tuple[str, ...]] = ("geometric",)
    eventual: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> Quotients | Inapplicable:
        """The divisors and the rounding, if the rule meets the hypotheses."""
        parts = rule.alternatives()
        if not any(isinstance(part, Interval | Division) for part in parts):
            return Inapplicable("the rule is not a division game")
        roundings: set[bool] = set()
        pairs: set[tuple[int, int]] = set()
        for part in parts:
            ends = _quotients(part)
            if isinstance(ends, Inapplicable):
                return ends
            roundings.add(ends.ceil)
            pairs.update(ends.pairs)
        if len(roundings) > 1:
            return Inapplicable("some quotients round up and others round down")
        return Quotients(True in roundings, tuple(sorted(pairs)))

    def bound_of(self, shape: Quotients, claim: Geometric) -> int | Inapplicable:
        return self._bound(shape, claim, 1)

    def bound_since(self, since: Since[Quotients], claim: Geometric) -> int | Inapplicable:
        return self._bound(since.shape, claim, max(since.first - int(since.shape.ceil), 1))

    def _bound(self, shape: Quotients, claim: Geometric, since: int) -> int | Inapplicable:
        """The bound where the moves are those of n >= ``since`` >= 1, less 1 under ceil."""
        if claim.ceil != shape.ceil:
            return Inapplicable("the law rounds otherwise than the rule")
        shift = 1 if shape.ceil else 0
        if claim.start - shift < 1:
            return Inapplicable(f"the law must start at {1 + shift} or later")
        reached = -(-claim.ratio * since // shape.largest)
        return shape.largest * max(claim.start - shift, since, reached) + shift

    def checked(self, shape: Quotients, claim: Geometric) -> Sequence[tuple[str, str]]:
        least = claim.start - int(shape.ceil)
        pairs = ", ".join(f"P = {p}, q = {q}" for p, q in shape.pairs)
        largest = ("a division game; its largest divisor", f"M = {shape.largest}")
        if shape.divisors is None:
            largest = (f"the moves are floor(n/P), ..., floor(n/q): {pairs}", largest[1])
        return (
            largest,
            ("rounding of the rule and of the law", "up" if shape.ceil else "down"),
            ("the ratio is at least 2", f"c = {claim.ratio}"),
            ("n0 with M*n0 >= c", f"n0 = {max(least, -(-claim.ratio // shape.largest))}"),
        )


def _quotients(part: Rule) -> Quotients | Inapplicable:
    """The larger divisor of an interval between two quotients, or of a division game."""
    if isinstance(part, Division):
        return Quotients(part.ceil, tuple((d, d) for d in part.divisors))
    if not isinstance(part, Interval):
        return Inapplicable("a part of the rule is neither a division nor an interval")
    low, high = map(_divisor, part.left_forms())
    if low is None or high is None:
        return Inapplicable("an end is not floor(n/d) or ceil(n/d) with d >= 2")
    if low[1] != high[1]:
        return Inapplicable("one end of the interval rounds up, the other down")
    if low[0] < high[0]:
        return Inapplicable("the interval is empty")
    return Quotients(low[1], ((low[0], high[0]),))


def _divisor(end: Form | None) -> tuple[int, bool] | None:
    """(d, whether it rounds up) for an end floor(n/d) or ceil(n/d) with d >= 2."""
    if isinstance(end, Floor) and end.a == 1 and end.c >= 2 and end.b in (0, end.c - 1):
        return end.c, end.b > 0
    return None
