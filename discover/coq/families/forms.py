"""Linear forms as Coq has them: the coefficient of 1, then of each unknown, in one fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mexplore.rules.parameters.constraint import Constraint
from mexplore.rules.parameters.polynomial import Polynomial

Form = tuple[int, ...]
Region = tuple[Form, ...]
"""Forms that are all at least 0."""

Shift = tuple[Form, ...]
"""What is added to each unknown, the number 1 among them."""


def form_of(polynomial: Polynomial, names: Sequence[str]) -> Form:
    """A linear form; ValueError for what is not linear, or has another name.

    >>> form_of(2 * Polynomial.name("b") - 3, ("a", "b"))
    (-3, 0, 2)
    """
    if not polynomial.is_linear or not polynomial.names <= set(names):
        raise ValueError(f"{polynomial} is not linear in {', '.join(names)}")
    return trimmed((polynomial.constant, *(polynomial.coefficient(name) for name in names)))


def trimmed(form: Iterable[int]) -> Form:
    """Without zeros at its end."""
    found = list(form)
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def region_of(
    constraints: Iterable[Constraint], names: Sequence[str], quotients: dict[Polynomial, str]
) -> Region:
    """The constraints as forms that are at least 0. ``quotients`` names, for each form that is to
    be divisible, the quotient.

    >>> from mexplore.rules.parameters.reading import read_constraints
    >>> region_of(read_constraints("a > 2, a == b"), ("a", "b"), {})
    ((-3, 1), (0, 1, -1), (0, -1, 1))
    """
    found: list[Form] = []
    for each in constraints:
        form = each.form
        if each.sign == "%":
            form = form - each.modulus * Polynomial.name(quotients[form])
        found.append(form_of(form, names))
        if each.sign != ">=":
            found.append(form_of(-form, names))
    return tuple(found)


def added(one: Form, other: Form) -> Form:
    length = max(len(one), len(other))
    pairs = zip(one + (0,) * (length - len(one)), other + (0,) * (length - len(other)), strict=True)
    return trimmed(a + b for a, b in pairs)


def scaled(factor: int, form: Form) -> Form:
    """A multiple."""
    return trimmed(factor * c for c in form)


def negation(form: Form) -> Form:
    """The form that is at least 0 where this one is not."""
    return added((-1,), scaled(-1, form))


def displaced(form: Form, shift: Shift) -> Form:
    """The form at a point that is moved, as one of the point before."""
    for c, more in zip(form, shift, strict=False):
        if c and more:
            form = added(form, scaled(c, more))
    return form


def value_at(form: Form, point: Sequence[int]) -> int:
    """The value; the point begins with 1."""
    return sum(c * x for c, x in zip(form, point, strict=False) if c)


def holds(region: Region, point: Sequence[int]) -> bool:
    """Whether all forms are at least 0."""
    return all(value_at(form, point) >= 0 for form in region)


def moved(point: Sequence[int], shift: Shift) -> list[int]:
    """The point, moved."""
    more = [value_at(form, point) for form in shift]
    return [x + d for x, d in zip(point, more + [0] * (len(point) - len(more)), strict=True)]
