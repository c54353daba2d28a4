"""Linear forms in the unknowns of a law as Coq has them, and vectors of such forms.

Vectors of linear forms as ``DigitValues.v`` has them: an entry for each digit, where what is
missing at the end is 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Generic, Protocol, TypeVar

from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, Constraint

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


Forms = tuple[Form, ...]


def plus(one: Iterable[Form], other: Iterable[Form]) -> Forms:
    """The sum.

    >>> plus(((1,),), ((0, 1), (2,)))
    ((1, 1), (2,))
    """
    return tuple(added(a, b) for a, b in zip_longest(one, other, fillvalue=()))


def minus(one: Iterable[Form], other: Iterable[Form]) -> Forms:
    """The difference."""
    return plus(one, (scaled(-1, form) for form in other))


def zeros(vector: Iterable[Form]) -> Region:
    """Where all entries are 0."""
    return tuple(form for entry in vector for form in (entry, scaled(-1, entry)))


def digits_at(place: int, count: int) -> Forms:
    """The unknowns from a place on."""
    return tuple((0,) * i + (1,) for i in range(place, place + count))


def later(forms: Iterable[Form], place: int, count: int) -> Forms:
    """The same of unknowns that stand this many places later, from a place on.

    >>> later([(5, 1, 2)], 2, 3)
    ((5, 1, 0, 0, 0, 2),)
    """
    return tuple(
        form[:place] + (0,) * count + form[place:] if len(form) > place else form for form in forms
    )


def there(forms: Iterable[Form], vector: Sequence[Form], known: int) -> Forms:
    """The forms at the point to whose digits, which come after this many unknowns, the vector is
    added."""
    shift: Shift = ((),) * known + tuple(vector)
    return tuple(displaced(form, shift) for form in forms)


def quotients_of(cell: Iterable[Constraint]) -> dict[Polynomial, str]:
    """A name for the quotient of each form that a cell requires to be divisible."""
    found: dict[Polynomial, str] = {}
    for each in cell:
        if each.sign == "%":
            found.setdefault(each.form, f"quo{len(found)}")
    return found


class OfCell(Protocol):
    """A law of any kind."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the case."""

    @property
    def cell(self) -> Cell:
        """Which of them the law is about."""


Law = TypeVar("Law", bound=OfCell)


@dataclass(frozen=True)
class Unknowns(ABC, Generic[Law]):
    """A law whose names are names of Coq, and whose cell holds all that is known."""

    law: Law

    @cached_property
    def quotients(self) -> dict[Polynomial, str]:
        """Unknowns besides the parameters, by the forms that are multiples."""
        return quotients_of(self.law.cell)

    @property
    def more(self) -> tuple[str, ...]:
        """Unknowns besides the parameters."""
        return tuple(self.quotients.values())

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """All unknowns before the digits, but the number 1."""
        return (*self.law.parameters, *self.more)

    @property
    def known(self) -> int:
        """How many unknowns come before the digits."""
        return len(self.parameters) + 1

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """All unknowns but the number 1, in their order."""
