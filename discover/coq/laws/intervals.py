"""Division games and intervals as Coq reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from discover.coq.law import CoqLaw, numbers
from discover.coq.translation import Translation
from discover.theorem import AnyTheorem, Inapplicable
from discover.theorems.floors_commute import FloorsCommute
from discover.theorems.move_anywhere import MoveAnywhere
from discover.theorems.slow_f import SlowF
from rules.arithmetic.forms import Floor, Form, Root

if TYPE_CHECKING:
    from discover.patterns.geometric import Geometric
    from discover.patterns.slow_interval import SlowInterval
    from discover.patterns.threshold import Threshold
    from discover.theorems.floors_commute import Quotients


class BetweenQuotients(Translation["Quotients", "Geometric"]):
    """Moves to quotients, and to all heaps between two quotients."""

    of_theorem: ClassVar[type[AnyTheorem]] = FloorsCommute

    def law(self, shape: Quotients, claim: Geometric) -> CoqLaw | Inapplicable:
        bound = FloorsCommute().bound_of(shape, claim)
        if isinstance(bound, Inapplicable):
            return bound
        if shape.divisors is not None:
            return _division(shape.divisors, claim, bound)
        if shape.ceil:
            return Inapplicable("the library of Coq proofs has intervals of rounded down quotients")
        pairs = "; ".join(f"({P}, {q})" for P, q in shape.pairs)
        return CoqLaw(
            ("Evaluate", "Intervals"),
            f"between_floors [{pairs}]",
            f"forall n, {claim.start} <= n -> G n = G (n / {claim.ratio})",
            f"between_law [{pairs}] {shape.largest} {claim.ratio} {claim.start}",
            "apply between_exists. reflexivity.",
            bound,
            bound**2 * 1e-6,
        )


def _division(divisors: tuple[int, ...], claim: Geometric, bound: int) -> CoqLaw:
    """Division games, rounded down or up, as the library's ``Division.v`` has them."""
    name, c, start = ("divide_up" if claim.ceil else "divide"), claim.ratio, claim.start
    quotient = f"(n + {c} - 1) / {c}" if claim.ceil else f"n / {c}"
    return CoqLaw(
        ("Evaluate", "Division"),
        f"{name} {numbers(divisors)}",
        f"forall n, {start} <= n -> G n = G ({quotient})",
        f"{name}_law {numbers(divisors)} {max(divisors)} {c} {start}",
        f"apply {name}_exists. reflexivity.",
        bound,
        bound * 3e-6 * len(divisors),
    )


class LeaveAtMost(Translation["Threshold", "Threshold"]):
    """Leave at most h(n) tokens."""

    of_theorem: ClassVar[type[AnyTheorem]] = MoveAnywhere

    def law(self, shape: Threshold, claim: Threshold) -> CoqLaw | Inapplicable:
        if claim != shape:
            return Inapplicable("the claim is about another h, or another number of tokens")
        if shape.least or not isinstance(shape.end, Floor):
            return Inapplicable("the library of Coq proofs has floors of n, and no least number")
        a, b, c = shape.end.a, shape.end.b + shape.end.c, shape.end.c  # h(n) + 1
        k = f"fun n => ({a} * n {'-' if b < 0 else '+'} {abs(b)}) / {c}"
        monotone = f"monotone_{'less' if b < 0 else 'floor'} {a} {abs(b)} {c}"
        return CoqLaw(
            ("Evaluate", "Intervals"),
            "leave_below (fun n => N.min (k n) n)",
            "forall n,\n    G n = if N.min (k n) n =? 0 then 0 else 1 + G (N.min (k n) n - 1)",
            f"fun G => leave_law k G (fun m n => {monotone} m n ltac:(discriminate))",
            "exact (leave_below_exists k).",
            computed=False,
            header=f"\nDefinition k : N -> N := {k}.",
        )


class RemoveUpTo(Translation["Form", "SlowInterval"]):
    """Remove up to f(n) tokens, f slow."""

    of_theorem: ClassVar[type[AnyTheorem]] = SlowF

    def law(self, shape: Form, claim: SlowInterval) -> CoqLaw | Inapplicable:
        if claim.end != shape:
            return Inapplicable("the claim is about another f")
        if shape == Root(1):
            f, proof = "N.sqrt", "slow_root_law"
        elif isinstance(shape, Floor) and shape.a <= shape.c and 0 <= shape.b < shape.c:
            f = f"fun n => ({shape.a} * n + {shape.b}) / {shape.c}"
            proof = f"slow_floor_law {shape.a} {shape.b} {shape.c} eq_refl"
        else:
            return Inapplicable("the library of Coq proofs has no such end")
        return CoqLaw(
            ("Evaluate", "Intervals"),
            "remove_up_to f",
            "G 0 = 0 /\\ forall n, 1 <= n ->\n"
            "    G n = if f n =? f (n - 1) + 1 then f n else G (n - f n - 1)",
            proof,
            "exact (remove_up_to_exists f).",
            computed=False,
            header=f"\nDefinition f : N -> N := {f}.",
        )
