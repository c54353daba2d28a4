"""Division games and intervals as Coq reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.coq.law import CoqLaw, Translation, numbers
from mexplore.discover.coq.terms import end_term
from mexplore.discover.heaps.theorems.floors_commute import FloorsCommute
from mexplore.discover.heaps.theorems.move_anywhere import MoveAnywhere
from mexplore.discover.heaps.theorems.queue_of_runs import QueueOfRuns
from mexplore.discover.heaps.theorems.slow_f import SlowF
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.arithmetic.forms import Floor, Form, Root

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.geometric import Geometric
    from mexplore.discover.heaps.patterns.run_queue import RunQueue
    from mexplore.discover.heaps.patterns.slow_interval import SlowInterval
    from mexplore.discover.heaps.patterns.threshold import Threshold
    from mexplore.discover.heaps.theorems.floors_commute import Quotients


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
    """Leave a to h(n) tokens: k(n) is h(n) + 1."""

    of_theorem: ClassVar[type[AnyTheorem]] = MoveAnywhere

    def law(self, shape: Threshold, claim: Threshold) -> CoqLaw | Inapplicable:
        if claim != shape:
            return Inapplicable("the claim is about another h, or another number of tokens")
        low, end = shape.least, end_term(_one_more(shape.end))
        return CoqLaw(
            ("Evaluate", "Intervals"),
            f"leave_between {low} k",
            f"forall n, G n = if k n <=? {low} then 0 else 1 + G (k n - 1)",
            f"fun G => leave_law {low} _ G ({end.by('never_falls')})",
            f"exact (leave_between_exists {low} _).",
            computed=False,
            header=f"\nDefinition k : N -> N := {end.term}.",
        )


def _one_more(end: Form) -> Form:
    """The end and 1."""
    if isinstance(end, Floor):
        return Floor(end.a, end.b + end.c, end.c)
    return Root(end.a, end.b, end.k + 1)


class RemoveUpTo(Translation["Form", "SlowInterval"]):
    """Remove up to f(n) tokens, f slow."""

    of_theorem: ClassVar[type[AnyTheorem]] = SlowF

    def law(self, shape: Form, claim: SlowInterval) -> CoqLaw | Inapplicable:
        if claim.end != shape:
            return Inapplicable("the claim is about another f")
        end = end_term(shape)
        return CoqLaw(
            ("Evaluate", "Intervals"),
            "remove_up_to f",
            "G 0 = 0 /\\ forall n, 1 <= n ->\n"
            "    G n = if f n =? f (n - 1) + 1 then f n else G (n - f n - 1)",
            f"fun G => slow_law f G ({end.by('slow')})",
            "exact (remove_up_to_exists f).",
            computed=False,
            header=f"\nDefinition f : N -> N := {end.term}.",
        )


class RemoveBetween(Translation["RunQueue", "RunQueue"]):
    """Remove h to f(n) tokens, f slow: the runs are a queue."""

    of_theorem: ClassVar[type[AnyTheorem]] = QueueOfRuns

    def law(self, shape: RunQueue, claim: RunQueue) -> CoqLaw | Inapplicable:
        if claim != shape:
            return Inapplicable("the claim is about another queue")
        h, y, end = claim.length, claim.queue.begin, end_term(claim.end)
        return CoqLaw(
            ("Evaluate", "Intervals", "Queue"),
            f"remove_between {h} f",
            f"queue_law f {h} {y} G",
            f"queue_of_runs_law f {h} {y} ({end.by('slow')}) ({end.by('apart')})",
            f"apply (remove_between_exists {h} f). reflexivity.",
            header=f"\nDefinition f : N -> N := {end.term}.",
        )
