"""How the periods of a family with one parameter depend on its residues."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mexplore.discover.families.fitting.members import Values

LARGEST_MODULUS = 20
FEWEST = 5  # values through which a polynomial of degree 2 has to go, the last ones
RANGE = 40  # so far back at least they have to reach


def modulus_of(sequence: Sequence[Values | None]) -> int | None:
    """The least m such that preperiod and period, where k runs through one residue class modulo m,
    are polynomials of degree at most 2 in k for large k; None if there is none, or if too few
    members are known. ``sequence[k]`` is the member at k.

    >>> found = [Values(k, 7 if k % 3 else k, b"") for k in range(60)]
    >>> modulus_of(found)
    3
    """
    for modulus in range(1, LARGEST_MODULUS + 1):
        classes = [sequence[rho::modulus] for rho in range(modulus)]
        fewest = max(FEWEST, -(-RANGE // modulus))
        if all(_is_polynomial(members, fewest) for members in classes):
            return modulus
    return None


def _is_polynomial(members: Sequence[Values | None], fewest: int) -> bool:
    """Whether the last members that are known, without a gap, have differences of order 3 that
    are 0."""
    last = len(members)
    while last and members[last - 1] is None:
        last -= 1
    tail = [v for v in members[max(0, last - fewest) : last] if v is not None]
    if len(tail) < max(FEWEST, min(fewest, last)):
        return False
    rows = ([v.preperiod for v in tail], [v.period for v in tail])
    return not any(_differences(row, 3) for row in rows)


def _differences(numbers: Sequence[int], order: int) -> list[int]:
    """The differences that are not 0."""
    found = list(numbers)
    for _ in range(order):
        found = [y - x for x, y in pairwise(found)]
    return [each for each in found if each]
