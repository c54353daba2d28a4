"""Division games: floors commute, so a geometric law is decided by its first values."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from discover.coq.law import CoqLaw, numbers
from discover.theorem import Inapplicable, Theorem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discover.patterns.geometric import Geometric
    from rules.families.division.rule import Division
    from rules.rule import Rule


class FloorsCommute(Theorem["Division", "Geometric"]):
    """**Statement.** Let D be a finite nonempty set of divisors d >= 2, M = max D, and let the
    options of n >= 1 be floor(n/d), d in D, while 0 is terminal. Let c >= 2 be an integer,
    n0 >= 1 and M*n0 >= c. If G(n) = G(floor(n/c)) for n0 <= n < M*n0, then for all n >= n0.

    **Proof.** Induction on n >= M*n0, the law being known for n0, ..., n - 1. For d in D,
    floor(n/d) >= floor(n/M) >= n0 and floor(n/d) < n, so G(floor(n/d)) =
    G(floor(floor(n/d)/c)). Both floor(floor(n/d)/c) and floor(floor(n/c)/d) are floor(n/(c*d)).
    Because n >= M*n0 >= c, floor(n/c) >= 1 is not terminal and has the moves floor(.../d). Hence
    G(n) = mex {G(floor(n/d))} = mex {G(floor(floor(n/c)/d))} = G(floor(n/c)). ∎

    A claim with M*n0 < c is a claim for all n >= n1 = ceil(c/M) as well, to which the theorem
    applies; what lies between n0 and n1 is checked with it. So the bound is M*max(n0, n1).

    **Ceil.** Where the options of n are those of ceil(n/d) that are less than n (1 is terminal),
    ceil(n/d) - 1 = floor((n - 1)/d) gives G_ceil(n) = G_floor(n - 1) for n >= 1. The law
    G_ceil(n) = G_ceil(ceil(n/c)) for n >= n0 + 1 is the law of G_floor for n >= n0, shifted by
    one, and so is its bound; n0 >= 1 asks for a start of at least 2.

    c must be an integer and M*n0 >= c: with rational c, or without it, false claims pass.
    """

    name: ClassVar[str] = "floors commute"
    source: ClassVar[str] = (
        "proof in full in discover/theorems/division.py; floor(floor(n/a)/b) = floor(n/(a*b))"
    )
    statement: ClassVar[str] = (
        "For a division game with largest divisor M, an integer c >= 2 and M*n0 >= c: if "
        "G(n) = G(floor(n/c)) for n0 <= n < M*n0, then for all n >= n0. (Under ceil the same "
        "holds of n - 1.)"
    )
    about: ClassVar[tuple[str, ...]] = ("geometric",)

    def hypotheses(self, rule: Rule) -> Division | Inapplicable:
        return rule.as_division() or Inapplicable("the rule is not a division game")

    def bound_of(self, shape: Division, claim: Geometric) -> int | Inapplicable:
        if claim.ceil != shape.ceil:
            return Inapplicable("the law rounds otherwise than the rule")
        shift = 1 if shape.ceil else 0
        if claim.start - shift < 1:
            return Inapplicable(f"the law must start at {1 + shift} or later")
        largest = max(shape.divisors)
        return largest * max(claim.start - shift, -(-claim.ratio // largest)) + shift

    def checked(self, shape: Division, claim: Geometric) -> Sequence[tuple[str, str]]:
        largest, least = max(shape.divisors), claim.start - int(shape.ceil)
        return (
            ("a division game; its largest divisor", f"M = {largest}"),
            ("rounding of the rule and of the law", "up" if shape.ceil else "down"),
            ("the ratio is at least 2", f"c = {claim.ratio}"),
            ("n0 with M*n0 >= c", f"n0 = {max(least, -(-claim.ratio // largest))}"),
        )

    def coq(self, shape: Division, claim: Geometric) -> CoqLaw | Inapplicable:
        bound = self.bound_of(shape, claim)
        if isinstance(bound, Inapplicable):
            return bound
        name, divisors = ("divide_up" if shape.ceil else "divide"), numbers(shape.divisors)
        c, start = claim.ratio, claim.start
        quotient = f"(n + {c} - 1) / {c}" if shape.ceil else f"n / {c}"
        return CoqLaw(
            ("Evaluate", "Division"),
            f"{name} {divisors}",
            f"forall n, {start} <= n -> G n = G ({quotient})",
            f"{name}_law {divisors} {max(shape.divisors)} {c} {start}",
            f"apply {name}_exists. reflexivity.",
            bound,
            bound * 3e-6 * len(shape.divisors),
        )
