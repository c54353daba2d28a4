"""Subtraction sets as Coq reads them: finite, infinite, residue classes, all numbers but a few."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from mexplore.discover.coq.law import CoqLaw, Translation, numbers, periodic
from mexplore.discover.coq.terms import Untranslated, game_of, options_term
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.theorems.all_but import AllBut
from mexplore.discover.heaps.theorems.classes_and_few import ClassesAndFew
from mexplore.discover.heaps.theorems.collapse import Collapse, last_member_needed
from mexplore.discover.heaps.theorems.finite_window import FiniteWindow
from mexplore.discover.heaps.theorems.multiples import MultiplesAndFew
from mexplore.discover.heaps.theorems.never_periodic import NeverPeriodic
from mexplore.discover.heaps.theorems.residue_window import listing_of
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.engine.grundy import grundy_values

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.heaps.theorems.classes_and_few import Classes
    from mexplore.discover.heaps.theorems.never_periodic import Parts
    from mexplore.rules.families.subtraction.rule import Subtraction
    from mexplore.rules.rule import Rule
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


class FiniteSets(Translation["Subtraction", "Periodic"]):
    """A finite set of numbers to remove."""

    of_theorem: ClassVar[type[AnyTheorem]] = FiniteWindow

    def law(self, shape: Subtraction, claim: Periodic) -> CoqLaw | Inapplicable:
        members, values = numbers(shape.members), shape.largest + claim.preperiod + claim.period
        return CoqLaw(
            ("Evaluate", "Subtraction"),
            f"subtract {members}",
            periodic(claim.preperiod, claim.period, claim.saltus),
            f"subtract_law {members} {shape.largest} {claim.period} {claim.preperiod}",
            "apply subtract_exists. reflexivity.",
            values,
            values * (2e-6 * len(shape.members) + 5e-8 * len(shape.members) ** 2),
        )


class AllNumbersBut(Translation["tuple[int, ...]", "Periodic"]):
    """All numbers but a few."""

    of_theorem: ClassVar[type[AnyTheorem]] = AllBut

    def law(self, shape: tuple[int, ...], claim: Periodic) -> CoqLaw | Inapplicable:
        n0, p, s = claim.preperiod, claim.period, claim.saltus
        missing, values = numbers(shape), AllBut().bound_of(shape, claim)
        return CoqLaw(
            ("Evaluate", "TakeAndBreak", "TwoHeaps", "AllBut"),
            f"all_but {missing}",
            periodic(n0, p, s),
            f"all_but_law {missing} {max(shape, default=0)} {p} {s} {n0}",
            "apply all_but_exists.",
            values,
            values * (max(shape, default=0) * (2e-6 + 2e-7 * len(shape)) + 1e-8 * values),
        )


class NoPeriod(Translation["tuple[Rule, Parts]", "NotPeriodic"]):
    """Sets that hold a multiple of every number, perhaps with other moves."""

    of_theorem: ClassVar[type[AnyTheorem]] = NeverPeriodic

    def needed_of(self, game: Any, shape: Any) -> tuple[Rule, Parts]:
        return game, shape

    def law(self, shape: tuple[Rule, Parts], claim: NotPeriodic) -> CoqLaw | Inapplicable:
        del claim
        rule, parts = shape
        meeting = next(part for part in parts.sets if part.meets_every_modulus)
        game = game_of(meeting)
        if game is None or not game.startswith("subtract_from "):
            return Inapplicable("the library of Coq proofs has no such set")
        sets = game.removeprefix("subtract_from ")
        others = [_other(part) for part in rule.alternatives() if part != meeting]
        known = [part for part in others if part is not None]
        if len(known) < len(others):
            return Inapplicable("the library of Coq proofs does not have the other moves")
        terms = "; ".join(f"{part.term}" for part in known)
        wf = " | ".join(["apply subtract_from_wf", *(part.well_founded for part in known)])
        return CoqLaw(
            tuple(dict.fromkeys(["Sets", *(part.module for part in known), "NeverPeriodic"])),
            f"any_of [{game}; {terms}]" if known else game,
            "~ exists p n0, 1 <= p /\\ forall n, n0 <= n -> G (n + p) = G n",
            f"never_periodic_with {sets} [{terms}] eq_refl"
            if known
            else f"never_periodic_law {sets} eq_refl",
            f"apply any_of_exists. repeat constructor; [{wf}]."
            if known
            else "apply subtract_from_exists.",
            computed=False,
        )


class _Part(NamedTuple):
    """Moves beside others: a term, its file of the library, and why heaps get smaller."""

    term: str
    module: str
    well_founded: str


def _other(rule: Rule) -> _Part | None:
    game = game_of(rule)
    if game is not None and game.startswith("octal "):
        return _Part(game, "TakeAndBreak", "now apply code_wf")
    if game is not None and game.startswith("subtract_from "):
        return _Part(game, "Sets", "apply subtract_from_wf")
    body = listing_of(rule)
    try:
        term = options_term(body) if body is not None else None
    except Untranslated:
        return None
    return (
        None if term is None else _Part(f"expression {term}", "Expression", "apply expression_wf")
    )


class InfiniteSets(Translation["Subtraction", "Periodic"]):
    """Infinite sets that collapse to their first members."""

    of_theorem: ClassVar[type[AnyTheorem]] = Collapse

    def law(self, shape: Subtraction, claim: Periodic) -> CoqLaw | Inapplicable:
        if claim.saltus:
            return classes_law(shape, claim)
        return collapse_law(shape, claim, last_member_needed(shape, claim))


def collapse_law(rule: Subtraction, claim: Periodic, last: int) -> CoqLaw | Inapplicable:
    """The set has the Grundy sequence of its members up to ``last``."""
    game = game_of(rule)
    if game is None or not game.startswith("subtract_from "):
        return Inapplicable("the library of Coq proofs does not have one of the sets")
    if claim.saltus:
        return Inapplicable("the library of Coq proofs has collapse for saltus 0 only")
    n0, p = claim.preperiod, claim.period
    members = sum(1 for _ in rule.upto(last))
    values = max(n0 + p + last, 2 * (n0 + p))
    return CoqLaw(
        ("Evaluate", "Subtraction", "Sets", "Collapse"),
        game,
        periodic(n0, p, claim.saltus),
        f"collapse_law {game.removeprefix('subtract_from ')} {last} {p} {n0}",
        "apply subtract_from_exists.",
        values,
        values * (2e-6 * members + 5e-8 * members**2) + (n0 + p) * p * 5e-7 + last**2 * 1e-6,
    )
