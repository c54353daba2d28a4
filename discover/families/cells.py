"""The cells of a law as a person reads them: in the names of the family, nothing said twice."""

from __future__ import annotations

from collections.abc import Sequence

from mexplore.discover.families.patterns.splits import Blocks, Case, Residues, Split
from mexplore.rules.parameters.constraint import Cell, Constraint, equal
from mexplore.rules.parameters.polynomial import Polynomial


def in_names_of_family(number: Polynomial, case: Case, cell: Cell = ()) -> Polynomial:
    """The same number in names of the family instead of those of the case, where that is shorter;
    equations of the cell are used.

    >>> from mexplore.discover.families.patterns.splits import cases_of
    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> rule, a = ParametricRule.parse("subtract(a, b) for a >= 1, b > a"), Polynomial.name("a")
    >>> case = cases_of(rule, (Blocks("b", 2 * a, "h", "r"),))[1]
    >>> h, r = Polynomial.name("h"), Polynomial.name("r")
    >>> in_names_of_family(4 * a * h + a + r, case)
    a + 2*b - r
    >>> in_names_of_family(2 * a * h + a, case, (equal(r, 0),))
    a + b
    >>> in_names_of_family(4 * a * a * h + 3 * a * r, case)
    2*a*b + a*r
    """
    solved = dict(_solved(equation, case) for equation in cell if equation.sign == "==")
    number = number.with_names(solved)
    old = set(case.family)
    for name, meaning in case.meanings:
        if meaning == Polynomial.name(name):
            continue
        known = meaning.with_names(solved)
        count = _multiple(number, known, case.names)
        shorter = number - count * known + count * Polynomial.name(name)
        if (shorter.degree, len(shorter.names - old)) < (number.degree, len(number.names - old)):
            number = shorter
    return number


def _multiple(number: Polynomial, known: Polynomial, names: Sequence[str]) -> Polynomial:
    """What the other polynomial has to be multiplied by, for its leading term to be taken away."""
    lead, c = known.leading(names)
    found = Polynomial()
    for monomial, d in number.terms():
        rest = list(monomial)
        if d % c == 0 and all(rest.count(name) >= lead.count(name) for name in lead):
            for name in lead:
                rest.remove(name)
            found = found + Polynomial({tuple(rest): d // c})
    return found


def _solved(equation: Constraint, case: Case) -> tuple[str, Polynomial]:
    """The equation as a name, one of the case if possible, and what it equals; a name and itself
    where no coefficient is 1 or -1."""
    names = sorted(equation.names, key=lambda name: (name in case.family, case.names.index(name)))
    for name in names:
        c = equation.form.coefficient(name)
        if abs(c) == 1:
            return name, Polynomial.name(name) - c * equation.form
    return names[0], Polynomial.name(names[0])


def beyond_the_domain(cell: Cell, case: Case) -> Cell:
    """The constraints of a cell that the domain of its case does not state."""
    return tuple(c for c in cell if c not in case.domain)


def case_words(split: Split, case: Case) -> list[str]:
    """Which case it is: ``h == 0``, ``k = 7*k1 + 3``; nothing for the case without steps."""
    found: list[str] = []
    path = list(case.path)
    for step in split:
        if not path:
            break
        chosen = path.pop(0)
        if isinstance(step, Residues):
            found.append(f"{step.name} = {step.modulus * Polynomial.name(step.quotient) + chosen}")
        elif chosen < step.apart:
            found.append(str(equal(Polynomial.name(step.quotient), chosen)))
        else:
            found.append(f"{step.quotient} >= {step.apart}")
    return found


def split_words(split: Split) -> list[str]:
    """What the steps of a split say of all cases."""
    return [str(step) for step in split if isinstance(step, Blocks)]


def together(cell: Sequence[Constraint], names: Sequence[str], domain: Cell = ()) -> Cell:
    """The constraints of a cell; two that bound the same form from both sides, one of which may be
    of the domain, become an equation, of which the first of the names stands on the left.

    >>> from mexplore.rules.parameters.reading import read_constraints
    >>> found = together(read_constraints("h <= 2, h >= 2, a >= r, 3 == a"), "ahr")
    >>> [str(constraint) for constraint in found]
    ['h == 2', 'a >= r', 'a == 3']
    """
    found: list[Constraint] = []
    for constraint in cell:
        other = Constraint(-constraint.form) if constraint.sign == ">=" else None
        if other is not None and other in found:
            found[found.index(other)] = _equation(constraint.form, names)
        elif other in domain or constraint.sign == "==":
            found.append(_equation(constraint.form, names))
        else:
            found.append(constraint)
    return tuple(found)


def _equation(form: Polynomial, names: Sequence[str]) -> Constraint:
    """form == 0, the first name on the left."""
    _, c = form.leading(names)
    return Constraint(form if c > 0 else -form, "==")
