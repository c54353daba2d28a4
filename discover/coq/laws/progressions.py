"""Periods of subtraction sets made of residue classes and a few numbers, as Coq reads them."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.coq.games import game_of
from mexplore.discover.coq.law import CoqLaw, periodic
from mexplore.discover.coq.translation import Translation
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.theorems.classes_and_few import ClassesAndFew
from mexplore.discover.heaps.theorems.multiples import MultiplesAndFew
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.engine.grundy import grundy_values

if TYPE_CHECKING:
    from mexplore.discover.heaps.theorems.classes_and_few import Classes
    from mexplore.rules.families.subtraction.rule import Subtraction
    from mexplore.rules.sets.named import EventualClasses

MOST_TERMS = 20_000
"""Among this many terms the check of an arithmetic period must find what it needs."""

_MODULES = ("Evaluate", "TakeAndBreak", "TwoHeaps", "Sets", "Progressions")


class ProgressionAndFew(Translation["Classes", "Periodic"]):
    """Residue classes and a few numbers."""

    of_theorem: ClassVar[type[AnyTheorem]] = ClassesAndFew

    def law(self, shape: Classes, claim: Periodic) -> CoqLaw | Inapplicable:
        return classes_law(shape.rule, claim)


class MultiplesInSet(Translation["Subtraction", "Periodic"]):
    """All multiples of a number, and a few numbers."""

    of_theorem: ClassVar[type[AnyTheorem]] = MultiplesAndFew

    def law(self, shape: Subtraction, claim: Periodic) -> CoqLaw | Inapplicable:
        return classes_law(shape, claim)


def classes_law(rule: Subtraction, claim: Periodic) -> CoqLaw | Inapplicable:
    """A period, with saltus or without: by a residue class that the set holds, or, with saltus 0,
    by all of them."""
    game = game_of(rule)
    parts = [part.eventual_classes() for part in rule.named]
    known = [part for part in parts if part is not None]
    if game is None or not game.startswith("subtract_from ") or not known:
        return Inapplicable("the library of Coq proofs does not have the set")
    n0, p, s = claim.preperiod, claim.period, claim.saltus
    sets = game.removeprefix("subtract_from ")
    if s:
        place, high = _hints(rule, claim, known[0])
        c = known[0]
        proof = f"progression_law {sets} {p} {s} {n0} {place} {high} {c.m} {min(c.classes)} "
        proof, values = proof + str(max(c.start, 1)), place + 2 * p
    elif len(known) < len(parts):
        return Inapplicable("the library of Coq proofs has residue classes and a few numbers only")
    else:
        q = lcm(p, *(part.m for part in known))
        start = max([*(part.start for part in known), *(m + 1 for m in rule.members), 1])
        proof, values = f"classes_law {sets} {p} {q} {start} {n0}", n0 + 2 * q + start
    return CoqLaw(
        _MODULES,
        game,
        periodic(n0, p, s),
        proof,
        "apply subtract_from_exists.",
        values,
        values**2 * 4e-7,
    )


def _hints(rule: Subtraction, claim: Periodic, known: EventualClasses) -> tuple[int, int]:
    """The largest of the values below n0 + p; and a number from which on all values are larger,
    and all values up to that and s more are had by removing a number of the class. Coq checks
    both; the first is MOST_TERMS where there is none."""
    n0, p, s = claim.preperiod, claim.period, claim.saltus
    stop, r = 4 * (n0 + p), min(known.classes)
    while True:
        values = [int(v) for v in grundy_values(rule, stop)]
        high = max(values[: n0 + p])
        first: dict[tuple[int, int], int] = {}
        for m, value in enumerate(values):
            first.setdefault(((m + r) % known.m, value), m)
        needed = [(c, v) for c in range(known.m) for v in range(high + s + 1)]
        if all(pair in first for pair in needed):
            last = max(n for n, value in enumerate(values) if value <= high)
            reached = max(first[pair] for pair in needed) + max(known.start, 1)
            return max(n0, last + 1, reached), high
        if stop >= MOST_TERMS:
            return MOST_TERMS, high
        stop = min(2 * stop, MOST_TERMS)
