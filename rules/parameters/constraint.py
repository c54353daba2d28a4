"""Linear constraints on names: inequalities, equations and congruences; cells are conjunctions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mexplore.rules.arithmetic.polynomial import Meanings, Polynomial
from mexplore.rules.dataclass import dataclass


@dataclass(frozen=True)
class Constraint:
    """``form >= 0``, or ``form == 0``, or ``form`` is divisible by ``modulus``.

    ``form`` is linear where the constraint is read or given to a solver; `with_names` may make
    another of it. Equal constraints are written alike, with a common factor taken out; the text
    moves what is negative to the other side:

    >>> a, b = Polynomial.name("a"), Polynomial.name("b")
    >>> str(at_least(b, 2 * a + 1)), str(equal(a - b, 3)), str(congruent(a + b, 7, 3))
    ('b >= 2*a + 1', 'a == b + 3', '(a + b) % 3 == 1')
    >>> str(at_least(4 * a, 2 * b + 3)), str(equal(2 * a, 3))
    ('2*a >= b + 2', '2*a == 3')
    >>> congruent(a, -2, 3).holds({"a": 7})
    True
    """

    form: Polynomial
    sign: str = ">="  # or "==", or "%"
    modulus: int = 0

    def __post_init__(self) -> None:
        if self.sign not in (">=", "==", "%"):
            raise ValueError(f"no constraint has the sign {self.sign!r}")
        if (self.modulus >= 1) != (self.sign == "%"):
            raise ValueError("congruences, and no other constraints, have a modulus, >= 1")
        object.__setattr__(self, "form", self._in_lowest_terms())

    def _in_lowest_terms(self) -> Polynomial:
        """Constraints that are equal for all integers, by a common factor, are written alike."""
        form, constant = self.form, self.form.constant
        if self.sign == "%":
            return form - constant - (-constant % self.modulus)
        if self.sign == "==" and form.content > 1 and constant % form.content:
            return form
        return form.in_lowest_terms

    @property
    def names(self) -> frozenset[str]:
        """The names that occur."""
        return self.form.names

    def holds(self, values: Mapping[str, int]) -> bool:
        """Whether it is true where each name has a value."""
        value = self.form.at(values)
        if self.sign == ">=":
            return value >= 0
        return value == 0 if self.sign == "==" else value % self.modulus == 0

    def with_names(self, meanings: Meanings) -> Constraint:
        """The constraint with polynomials in the places of names, all at once."""
        return Constraint(self.form.with_names(meanings), self.sign, self.modulus)

    def __str__(self) -> str:
        if self.sign == "%":
            residue = -self.form.constant
            left = self.form + residue
            single = len(list(left.terms())) == 1 and left.content == 1 and "-" not in str(left)
            return f"{left if single else f'({left})'} % {self.modulus} == {residue}"
        plus = Polynomial({m: c for m, c in self.form.terms() if c > 0})
        minus = Polynomial({m: -c for m, c in self.form.terms() if c < 0})
        if self.sign == ">=" and plus.is_constant and not minus.is_constant:
            return f"{minus} <= {plus}"
        return f"{plus} {self.sign} {minus}"


Cell = tuple[Constraint, ...]
"""A conjunction of constraints; () is true."""


def at_least(left: Polynomial | int, right: Polynomial | int = 0) -> Constraint:
    """left >= right."""
    return Constraint(Polynomial.of(left) - right)


def equal(left: Polynomial | int, right: Polynomial | int = 0) -> Constraint:
    """left == right."""
    return Constraint(Polynomial.of(left) - right, "==")


def congruent(left: Polynomial | int, right: Polynomial | int, modulus: int) -> Constraint:
    """The two differ by a multiple of the modulus, which is >= 1."""
    return Constraint(Polynomial.of(left) - right, "%", modulus)


def all_hold(cell: Iterable[Constraint], values: Mapping[str, int]) -> bool:
    """Whether each of the constraints is true there."""
    return all(constraint.holds(values) for constraint in cell)


def without_weaker(cell: Iterable[Constraint]) -> Cell:
    """The cell without bounds that others of the same form make needless, and without repetitions.

    >>> k = Polynomial.name("k")
    >>> list(map(str, without_weaker([at_least(k, 1), at_least(7, k), at_least(k, 4)])))
    ['k <= 7', 'k >= 4']
    """
    kept = tuple(dict.fromkeys(cell))
    least: dict[Polynomial, int] = {}
    for bound in (c for c in kept if c.sign == ">="):
        rest = bound.form - bound.form.constant
        least[rest] = min(bound.form.constant, least.get(rest, bound.form.constant))
    return tuple(
        c for c in kept if c.sign != ">=" or c.form.constant == least[c.form - c.form.constant]
    )


def with_names(cell: Iterable[Constraint], meanings: Meanings) -> Cell:
    """The constraints with polynomials in the places of names."""
    return tuple(constraint.with_names(meanings) for constraint in cell)
