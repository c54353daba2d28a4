"""The systems of digits in which a law may be written.

Names that a search gives, to quotients, remainders and rows, are no names of a family: families are
searched under names that begin with a sign of their own (`rules.parameters.family`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from mexplore.discover.families.patterns.splits import Case
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.rule import ParametricRule

BLOCKS, REST = "h", "r"
"""b = w h + r: how many blocks of the width w, and what is left."""


def quotient_of(name: str) -> str:
    """The quotient of a name by a number."""
    return f"{name}1"


def row_names(count: int) -> tuple[str, ...]:
    """The digits that number rows, the longest rows first.

    >>> row_names(1), row_names(2)
    (('i',), ('i2', 'i1'))
    """
    return ("i",) if count == 1 else tuple(f"i{t}" for t in range(count, 0, -1))


Weights = tuple[Polynomial, ...]


@dataclass(frozen=True)
class System:
    """A family in one case of a split, with ``weights`` of rows, the longest first, before the
    digit of weight 1. ``vectors`` has the digits of each element."""

    names: tuple[str, ...]
    domain: Cell
    elements: tuple[Polynomial, ...]
    weights: tuple[Polynomial, ...]
    vectors: tuple[Vector, ...]

    @cached_property
    def relations(self) -> tuple[Vector, ...]:
        """Each weight in digits of the lower ones."""
        found = []
        for at, weight in enumerate(self.weights):
            lower = digits_of(weight, self.weights[at + 1 :])
            assert lower is not None  # `system_of` has looked
            found.append(lower)
        return tuple(found)

    def __str__(self) -> str:
        return f"({', '.join(self.names)}) in rows of {', '.join(map(str, self.weights)) or '1'}"


def elements_in(rule: ParametricRule, case: Case) -> tuple[Polynomial, ...]:
    """The elements of a family in the names of a case."""
    return tuple(element.with_names(dict(case.meanings)) for element in rule.elements)


def in_family(case: Case, weights: Sequence[Polynomial]) -> Weights | None:
    """Weights in the names of the family, of which those in the names of the case came; None where
    there are none, as in blocks."""
    found = [_form_in_family(case, weight) for weight in weights]
    known = [form for form in found if form is not None]
    return tuple(known) if len(known) == len(found) else None


def _form_in_family(case: Case, weight: Polynomial) -> Polynomial | None:
    form = Polynomial()
    for name, meaning in case.meanings:
        if not meaning.is_linear or len(meaning.names) != 1:
            return None
        (inner,) = meaning.names
        times = weight.coefficient(inner) // meaning.coefficient(inner)
        form = form + times * Polynomial.name(name)
    rest = weight - form.with_names(case.family)
    return form + rest if rest.is_constant else None


def system_of(
    case: Case, elements: Sequence[Polynomial], weights: Sequence[Polynomial]
) -> System | None:
    """The family in digits of these weights; None where an element or a weight has none."""
    vectors = [digits_of(element, weights) for element in elements]
    lower = [digits_of(weight, weights[at + 1 :]) for at, weight in enumerate(weights)]
    if None in vectors or None in lower:
        return None
    known = tuple(vector for vector in vectors if vector is not None)
    return System(case.names, case.domain, tuple(elements), tuple(weights), known)


def digits_of(number: Polynomial, weights: Sequence[Polynomial]) -> Vector | None:
    """Linear forms d with number = sum of d_i w_i + d_0, with whole multiples of the highest
    weights as far as they go; None where what is left is not linear.

    >>> a, h = Polynomial.name("a"), Polynomial.name("h")
    >>> digits_of((2 * a + 1) * h + 3 * a, [2 * a + 1])
    (h + 1, a - 1)
    >>> digits_of(7 * a + 4, [Polynomial.number(3)]) is None
    True
    """
    found = []
    for weight in weights:
        quotient, number = _divided(number, weight)
        found.append(quotient)
    constant = bool(weights) and weights[-1].is_constant
    if not all(d.is_linear for d in (*found, number)) or (constant and not number.is_constant):
        return None
    return (*found, number)


def _divided(number: Polynomial, weight: Polynomial) -> tuple[Polynomial, Polynomial]:
    """(q, number - q weight), with a q that removes the name that leads the weight, as far as
    coefficients can be divided."""
    leading, c = next(iter(weight.terms()))
    quotient: dict[tuple[str, ...], int] = {}
    for monomial, d in number.terms():
        rest = list(monomial)
        for name in leading:
            if name in rest:
                rest.remove(name)
        if len(rest) + len(leading) == len(monomial):
            # A constant weight divides every coefficient.
            quotient[tuple(rest)] = d // c if d >= 0 or not leading else -(-d // c)
    q = Polynomial(quotient)
    return q, number - q * weight
