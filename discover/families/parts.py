"""Where a statement about periods is asked of a law: cells in which its conditions are linear.

The period of a law may be the least one where a condition holds, and not in the whole cell: with
b = 2*a*h + r, subtract(a, b) has the period a + b wherever r >= a, and a smaller one at r = a.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.theorems.proving import least_period
from mexplore.rules.arithmetic import tree
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.constraint import Cell, at_least, equal
from mexplore.rules.parameters.polynomial import Polynomial
from mexplore.rules.parameters.statements import Comparison, PeriodStatement, comparisons_of

SECONDS = 4.0  # for the parts of a law
MOST = 16  # parts


def is_least_where_asked(law: DigitLaw, case: Case, claim: PeriodStatement, solver: Solver) -> bool:
    """Whether the period of the law is shown to be the least in every part of its cell with which
    the statement is concerned."""
    parts = list(parts_of(case, claim.when))
    until = working_seconds() + SECONDS
    return len(parts) <= MOST and all(
        least_period(replace(law, cell=(*law.cell, *part)), solver, until).law is not None
        for part in parts
    )


def parts_of(case: Case, conditions: Iterable[tree.Node]) -> Iterator[Cell]:
    """Cells that together hold every member of the case that satisfies the conditions: those that
    are linear, or compare a remainder that is linear, cut; others do not."""
    compared = (pair for condition in conditions for pair in _pairs(condition))
    for chosen in product(*(_cells(pair, case) for pair in compared)):
        yield tuple(constraint for cell in chosen for constraint in cell)


def _pairs(condition: tree.Node) -> Iterator[Comparison]:
    """Comparisons that are true wherever the condition is."""
    match condition:
        case tree.Logic("and", operands):
            for operand in operands:
                yield from _pairs(operand)
        case tree.Comparison():
            yield from comparisons_of(condition) or ()


def _cells(condition: Comparison, case: Case) -> list[Cell]:
    """The cells of one comparison; the whole where it does not cut."""
    left, right = condition.left.with_names(case.family), condition.right.with_names(case.family)
    inside: Cell = ()
    if condition.modulus is not None:
        modulus = condition.modulus.with_names(case.family)
        left = reduced(left, modulus, case.names)
        inside = (at_least(left), at_least(modulus - 1, left))
        if not all(c.form.is_linear for c in inside):
            return [()]
    if not (left - right).is_linear:
        return [()]
    cells = [(*inside, *cell) for cell in _compared(left, right, condition.sign)]
    if condition.modulus is None:
        return cells
    # Where the linear form is not between 0 and the modulus, the remainder is another one.
    return [*cells, (at_least(-1, inside[0].form),), (at_least(-1, inside[1].form),)]


def _compared(left: Polynomial, right: Polynomial, sign: str) -> list[Cell]:
    above: Cell = (at_least(left, right + 1),)
    below: Cell = (at_least(right, left + 1),)
    cells: dict[str, list[Cell]] = {
        "==": [(equal(left, right),)],
        "!=": [above, below],
        "<": [below],
        ">": [above],
        "<=": [(at_least(right, left),)],
        ">=": [(at_least(left, right),)],
    }
    return cells[sign]


def reduced(number: Polynomial, modulus: Polynomial, names: Sequence[str]) -> Polynomial:
    """The number less multiples of the modulus, which take away products of names."""
    lead, c = modulus.leading(names)
    if not lead:
        return number
    for monomial, d in number.terms():
        others = list(monomial)
        if len(monomial) > 1 and d % c == 0 and all(name in others for name in lead):
            for name in lead:
                others.remove(name)
            number = number - (d // c) * modulus * Polynomial({tuple(others): 1})
    return number
