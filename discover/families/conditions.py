"""Conditions of statements as questions to a solver, in the parameters of a case of a family.

Comparisons of polynomials are asked where they are linear in these parameters, and remainders by
linear forms where few multiples are to be taken away; `Undecided` says why anything else is not.
The period of a law may be the least one where a condition holds, and not in the whole cell: with
b = 2*a*h + r, subtract(a, b) has the period a + b wherever r >= a, and a smaller one at r = a. So
cells are cut into parts in which the conditions are linear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise, product

from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.formulas import all_of, any_of, form, none_of, question
from mexplore.discover.families.solvers.solver import Answer, Solver, solver_named
from mexplore.discover.families.theorems.proving import least_period
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.constraint import Cell, at_least, equal
from mexplore.rules.parameters.statements import (
    Comparison,
    PeriodStatement,
    comparisons_of,
    polynomial_in,
)

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


WRAPS = range(-4, 5)  # multiples of a modulus by which a remainder may differ from a linear form
_SIGNS = {"==": "=", "<=": "<=", ">=": ">=", "<": "<", ">": ">"}


class Undecided(Exception):
    """Why the laws do not decide."""


def answer_to(names: Mapping[str, str], *parts: str) -> Answer:
    """Whether the parts have a common solution, by z3."""
    found = solver_named("z3").answer(question(tuple(names.values()), *parts))
    if found.verdict == "unknown":
        raise Undecided("the solver did not finish")
    return found


def comparison(difference: Polynomial, sign: str, names: Mapping[str, str]) -> str:
    """difference (sign) 0."""
    if not difference.is_linear:
        raise Undecided(f"{difference} is not linear")
    text = form(difference, names)
    return none_of([f"(= {text} 0)"]) if sign == "!=" else f"({_SIGNS[sign]} {text} 0)"


def condition_text(node: tree.Node, case: Case, names: Mapping[str, str], domain: str) -> str:
    """The condition in the names of the case."""
    part = partial(condition_text, case=case, names=names, domain=domain)
    match node:
        case tree.Logic(sign, operands):
            return (all_of if sign == "and" else any_of)(map(part, operands))
        case tree.Unary("not", operand):
            return none_of([part(operand)])
        case tree.Comparison(tree.Unary("not", one), ("==",), (tree.Unary("not", other),)):
            return f"(= {part(one)} {part(other)})"
        case tree.Comparison():
            pairs = comparisons_of(node)
            if pairs is not None:
                return all_of(_pair(pair, case, names, domain) for pair in pairs)
            terms = [_term(side, case, names) for side in (node.first, *node.others)]
            links = zip(node.signs, pairwise(terms), strict=True)
            return all_of(_link(sign, *pair) for sign, pair in links)
    raise Undecided(f"laws do not decide where {node}")


def _link(sign: str, left: str, right: str) -> str:
    if sign not in _SIGNS:
        return none_of([f"(= {left} {right})"])
    return f"({_SIGNS[sign]} {left} {right})"


def _term(node: tree.Node, case: Case, names: Mapping[str, str]) -> str:
    """An expression that is linear but for remainders and quotients by numbers >= 1, for which
    solvers have the words mod and div, with Python's meaning."""
    number = polynomial_in(node)
    if number is not None:
        number = number.with_names(case.family)
        if number.is_linear:
            return form(number, names)
    part = partial(_term, case=case, names=names)
    match node:
        case tree.Unary("-", operand):
            return f"(- {part(operand)})"
        case tree.Binary("+" | "-" as sign, left, right):
            return f"({sign} {part(left)} {part(right)})"
        case tree.Binary("%" | "//" as sign, left, tree.Number(modulus)) if modulus >= 1:
            return f"({'mod' if sign == '%' else 'div'} {part(left)} {modulus})"
        case tree.Binary("*", tree.Number(factor), other):
            return f"(* {factor} {part(other)})"
    raise Undecided(f"laws do not decide {node}")


def _pair(condition: Comparison, case: Case, names: Mapping[str, str], domain: str) -> str:
    """One comparison of a chain."""
    left = condition.left.with_names(case.family)
    right = condition.right.with_names(case.family)
    if condition.modulus is None:
        return comparison(left - right, condition.sign, names)
    modulus = condition.modulus.with_names(case.family)
    rest = reduced(left, modulus, case.names)
    if not rest.is_linear or not modulus.is_linear:
        raise Undecided(f"a remainder of {condition.left} is not linear")
    ways, every = [], []
    for wraps in WRAPS:
        remainder = rest - wraps * modulus
        inside = all_of(
            (
                comparison(remainder, ">=", names),
                comparison(modulus - remainder, ">", names),
            )
        )
        every.append(inside)
        ways.append(all_of((inside, comparison(remainder - right, condition.sign, names))))
    if answer_to(names, domain, none_of(every)).verdict != "unsat":
        if modulus.is_constant and modulus.constant >= 1:
            return _constant(rest, modulus.constant, right, condition.sign, names)
        raise Undecided(f"remainders of {condition.left} are not bounded")
    return any_of(ways)


def _constant(
    rest: Polynomial, modulus: int, right: Polynomial, sign: str, names: Mapping[str, str]
) -> str:
    """A remainder by a number."""
    if not right.is_linear:
        raise Undecided(f"{right} is not linear")
    text = f"(mod {form(rest, names)} {modulus})"
    equal = f"(= {text} {form(right, names)})"
    if sign == "!=":
        return none_of([equal])
    return equal if sign == "==" else f"({sign} {text} {form(right, names)})"
