"""Systems of linear inequalities that no whole numbers satisfy, seen by elimination.

Every form is to be >= 0. A name is eliminated by adding multiples of two forms in which it has
coefficients of unlike signs; a form of numbers alone that is negative is then a contradiction, by
Farkas' lemma for the rational numbers. Each form is first brought into lowest terms, which no whole
number notices. A system without a solution may still not be seen to be one.

Source: J. B. J. Fourier (1826), T. S. Motzkin (1936).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import gcd

from mexplore.rules.arithmetic.polynomial import Polynomial

MOST_FORMS = 400


def impossible(forms: Iterable[Polynomial]) -> bool:
    """Whether it is seen that no whole numbers make all of these linear forms >= 0.

    >>> x, y = Polynomial.name("x"), Polynomial.name("y")
    >>> impossible([x - y, y - x - 1]), impossible([2 * x - 1, 1 - x]), impossible([2 * x - 1, -x])
    (True, False, True)
    >>> impossible([3 * x - 1, 2 - 3 * x])
    True
    """
    return _eliminated(list(forms), None) is None


def ends_of(forms: Iterable[Polynomial], name: str) -> tuple[int | None, int | None] | None:
    """A number that is at most the name wherever the forms are >= 0, and one that is at least the
    name, None where none is seen; None if it is seen that no whole numbers make all forms >= 0.

    >>> x, y = Polynomial.name("x"), Polynomial.name("y")
    >>> ends_of([x, y, x + 4 - 2 * y, 3 * y - 2 * x - 1], "x"), ends_of([y - 1, -y], "x")
    ((0, 10), None)
    """
    left = _eliminated(list(forms), name)
    if left is None:
        return None
    return (-left[1,] if (1,) in left else None), left.get((-1,))


def _eliminated(forms: list[Polynomial], kept: str | None) -> Rows | None:
    """What the forms say of one name, or of none; None if they contradict each other. It may be
    less than they say if it takes many forms."""
    names = sorted({name for form in forms for name in form.names} - {kept})
    own = [] if kept is None else [kept]
    rows: Rows = {}
    for form in forms:
        if not _add(rows, form.coefficients([*names, *own]), form.constant):
            return None
    left: Rows | None = rows
    while left:
        pairs = {
            place: _pairs(left, place)
            for place in range(len(names))
            if any(slopes[place] for slopes in left)
        }
        place = min(pairs, key=pairs.__getitem__, default=None)
        if place is None:
            break
        if pairs[place] > MOST_FORMS:
            return {}
        left = _without(left, place)
    return left and {slopes[len(names) :]: constant for slopes, constant in left.items()}


Slopes = tuple[int, ...]
Rows = dict[Slopes, int]
"""Forms by their slopes, not all 0: of those that differ by a number the smallest alone."""


def _add(rows: Rows, slopes: Slopes, constant: int) -> bool:
    """Add a form; False if it is a negative number."""
    factor = gcd(*slopes)
    if not factor:
        return constant >= 0
    if factor > 1:
        slopes, constant = tuple(c // factor for c in slopes), constant // factor
    if rows.get(slopes, constant) >= constant:
        rows[slopes] = constant
    return True


def _pairs(rows: Rows, place: int) -> int:
    """How many forms arise where a name is eliminated."""
    signs = [slopes[place] for slopes in rows]
    return sum(c > 0 for c in signs) * sum(c < 0 for c in signs)


def _without(rows: Rows, place: int) -> Rows | None:
    """What the forms say of the other names; None if they contradict each other."""
    up = [row for row in rows.items() if row[0][place] > 0]
    down = [row for row in rows.items() if row[0][place] < 0]
    found = {slopes: constant for slopes, constant in rows.items() if not slopes[place]}
    for (one, constant), (other, more) in product(up, down):
        a, b = -other[place], one[place]
        both = tuple(a * c + b * d for c, d in zip(one, other, strict=True))
        if not _add(found, both, a * constant + b * more):
            return None
    return found
