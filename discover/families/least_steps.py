"""The least period and preperiod of one member of a family, from the law of all members.

A law gives a period p of each member, with a saltus s; it may be the least one for all of them, and
then the law says so. Otherwise the member is looked at. All periods of a sequence are multiples of
the least one, so p is the least if p/r is none for any prime r that divides p; and p/r is none if
G(n + p/r) is not G(n) + s/r for one n from the preperiod on. Such an n, a *witness*, is seen from
two values. It is looked for at random, then by a solver, which may say that there is none: then
p/r is a period, and takes the place of p. The preperiod n0 is the least if the law, continued to
n0 - 1, fails there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from mexplore.discover.families.codes.law import WordLaw
from mexplore.discover.families.solvers.formulas import all_of, any_of, form, in_cell, question
from mexplore.discover.families.solvers.solver import NotInstalled, solver_named
from mexplore.discover.numerics.integers import prime_divisors
from mexplore.discover.study.pattern import EventualSteps
from mexplore.rules.arithmetic.polynomial import Polynomial, total
from mexplore.rules.parameters.constraint import with_names

if TYPE_CHECKING:
    from mexplore.discover.families.member import DigitForm
    from mexplore.discover.families.patterns.intervals import Regions
    from mexplore.discover.families.solvers.formulas import Script

FACTORED = 10**13  # periods up to here are factored by trial division
TRIED = 200  # numbers at which a smaller period is refuted
NEAR = 40  # of them near the ends of the first period


def least_steps(member: DigitForm) -> EventualSteps | None:
    """The least preperiod, and the least period with its saltus; None where they are not known to
    be the least.

    >>> from mexplore.discover.families.member import by_library
    >>> from mexplore.rules.notation import parse_rule
    >>> found = by_library(parse_rule("subtract(1, 99999999)"))
    >>> found.form.eventual_steps().period, least_steps(found.form).period
    (100000000, 2)
    """
    steps = member.eventual_steps()
    n0, p, s = steps.preperiod, steps.period, steps.saltus or 0
    if n0 and member.at(n0 - 1 + p) == member.at(n0 - 1) + s:
        return None
    if member.law.is_least:
        return steps
    if p > FACTORED:
        return None
    for r in prime_divisors(p):
        while p % r == 0 and s % r == 0:
            shorter = _is_period(member, n0, p // r, s // r)
            if shorter is None:
                return None
            if not shorter:
                break
            p, s = p // r, s // r
    return EventualSteps(n0, p, s)


def _is_period(member: DigitForm, n0: int, p: int, s: int) -> bool | None:
    """Whether G(n + p) = G(n) + s for all n >= n0; None where that is not known."""
    if any(member.at(n + p) != member.at(n) + s for n in _tried(n0, p)):
        return False
    placed = dict(member.placed)
    if isinstance(member.law, WordLaw):
        return None if s else _same_runs(member.law, placed, p)
    regions = member.law.regions(periodic=True)
    if regions is None:
        return None
    try:
        found = solver_named("z3").answer(_question(regions, placed, n0, p, s))
    except NotInstalled:
        return None
    return True if found.verdict == "unsat" else None


def _tried(n0: int, p: int) -> Iterator[int]:
    yield from range(n0, n0 + NEAR)
    yield from range(max(n0, n0 + p - NEAR), n0 + p)
    drawn = Random(p)
    yield from (n0 + drawn.randrange(p) for _ in range(TRIED))


def _same_runs(law: WordLaw, placed: dict[str, int], p: int) -> bool:
    """Whether the runs of one period are those of p, some times."""
    ends, at = list[tuple[int, int]](), 0
    for run in law.again:
        length = run.length.at(placed)
        if length and ends and ends[-1][1] == run.value:
            ends[-1] = (at + length, run.value)
        elif length:
            ends.append((at + length, run.value))
        at += length
    cuts = sorted({0, *(end % p for end, _ in ends), p})

    def value(n: int) -> int:
        return next(v for end, v in ends if n % at < end)

    return all(len({value(cut + i * p) for i in range(at // p)}) == 1 for cut in cuts[:-1])


def _question(regions: Regions, placed: dict[str, int], n0: int, p: int, s: int) -> Script:
    """Whether digits x and y in regions stand for n >= n0 and n + p, and G(n + p) is not
    G(n) + s."""
    known = {name: Polynomial.number(value) for name, value in placed.items()}
    here = {digit: f"x{i}" for i, digit in enumerate(regions.digits)}
    there = {digit: f"y{i}" for i, digit in enumerate(regions.digits)}
    pieces = [(with_names(r.where, known), r.value.with_names(known)) for r in regions.pieces]
    pairs = []
    for (where, value), (other, another) in product(pieces, pieces):
        if value.is_constant and another == value + s:
            continue
        differ = f"(not (= {form(another, there)} (+ {form(value, here)} {s})))"
        pairs.append(all_of([in_cell(where, here), in_cell(other, there), differ]))
    digits = zip(regions.weights, regions.digits, strict=True)
    number = total(w.with_names(known) * Polynomial.name(d) for w, d in digits)
    far = f"(>= {form(number, here)} {n0})"
    shifted = f"(= {form(number, there)} (+ {form(number, here)} {p}))"
    return question((*here.values(), *there.values()), far, shifted, any_of(pairs))
