"""The pieces of a law for one member: constraints on digits alone, sorted by the digits they need.

With the parameters put in, a constraint is a sum of whole multiples of digits and a number. Digits
are chosen one after another, the highest first: after each choice the pieces are left out of which
a constraint, whose digits are all chosen, is not true. Where none is left, no digits that begin
like this lie in a piece.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mexplore.rules.parameters.constraint import Constraint

if TYPE_CHECKING:
    from mexplore.discover.families.patterns.law import DigitLaw


class Placed(NamedTuple):
    """The sum of ``factors`` times the first digits, and ``rest``, which has to be >= 0 (or 0, or
    divisible by ``modulus``)."""

    factors: tuple[tuple[int, int], ...]
    """(place of a digit, factor)."""
    rest: int
    sign: str
    modulus: int

    def holds(self, x: Sequence[int]) -> bool:
        """Whether it is true of digits that begin like this."""
        total = self.rest
        for place, factor in self.factors:
            total += factor * x[place]
        if self.sign == ">=":
            return total >= 0
        return total == 0 if self.sign == "==" else total % self.modulus == 0


class PlacedPieces:
    """All pieces of a law, for parameters with these values.

    >>> from mexplore.discover.families.patterns.digits import TWICE
    >>> from mexplore.discover.families.patterns.writing import read_law
    >>> pieces = PlacedPieces(read_law(TWICE), {"k": 3})
    >>> pieces.left(pieces.all, (1,)), pieces.left(pieces.all, (1, 4)), pieces.left((0,), (1, 4))
    ((0, 1), (1,), ())
    """

    def __init__(self, law: DigitLaw, values: Mapping[str, int]) -> None:
        places = {digit: place for place, digit in enumerate(law.digits)}
        self.values = tuple(piece.value for piece in law.pieces)
        self._by_last: list[list[list[Placed]]] = []
        """For each piece and each digit the constraints of which it is the last digit."""
        candidates = []
        for number, piece in enumerate(law.pieces):
            rows: list[list[Placed]] = [[] for _ in law.digits]
            possible = True
            for constraint in piece.where:
                one = placed(constraint, places, values)
                if one.factors:
                    rows[one.factors[-1][0]].append(one)
                else:
                    possible = possible and one.holds(())
            self._by_last.append(rows)
            if possible:
                candidates.append(number)
        self.all = tuple(candidates)
        """The pieces whose constraints on parameters alone are true, in order."""

    def left(self, pieces: Sequence[int], x: Sequence[int]) -> tuple[int, ...]:
        """Those of the pieces that may hold digits which begin with x, as far as the last digit of
        x says."""
        last = len(x) - 1
        return tuple(i for i in pieces if all(c.holds(x) for c in self._by_last[i][last]))


def placed(constraint: Constraint, places: Mapping[str, int], values: Mapping[str, int]) -> Placed:
    """The constraint with values in the places of parameters; ValueError where digits are
    multiplied."""
    factors: dict[int, int] = {}
    rest = 0
    for monomial, coefficient in constraint.form.terms():
        place = None
        for name in monomial:
            if name in places and place is None:
                place = places[name]
            elif name in places:
                raise ValueError(f"{constraint} is not linear in digits")
            else:
                coefficient *= values[name]  # noqa: PLW2901  (the product, factor by factor)
        if place is None:
            rest += coefficient
        else:
            factors[place] = factors.get(place, 0) + coefficient
    some = tuple(sorted((place, factor) for place, factor in factors.items() if factor))
    return Placed(some, rest, constraint.sign, constraint.modulus)
