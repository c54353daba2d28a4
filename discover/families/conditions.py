"""Conditions of statements as questions to a solver, in the parameters of a case of a family.

Comparisons of polynomials are asked where they are linear in these parameters, and remainders by
linear forms where few multiples are to be taken away; `Undecided` says why anything else is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise

from mexplore.discover.families.parts import reduced
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.formulas import all_of, any_of, form, none_of
from mexplore.discover.families.solvers.named import solver_named
from mexplore.discover.families.solvers.script import question
from mexplore.discover.families.solvers.solver import Answer
from mexplore.rules.arithmetic import tree
from mexplore.rules.parameters.polynomial import Polynomial
from mexplore.rules.parameters.statements import Comparison, comparisons_of, polynomial_of

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
    number = polynomial_of(node)
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
