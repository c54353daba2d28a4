"""Systems of linear inequalities that no whole numbers satisfy, seen by elimination.

Every form is to be >= 0. A name is eliminated by adding multiples of two forms in which it has
coefficients of unlike signs; a form of numbers alone that is negative is then a contradiction, by
Farkas' lemma for the rational numbers. Each form is first brought into lowest terms, which no whole
number notices. A system without a solution may still not be seen to be one.

Source: J. B. J. Fourier (1826), T. S. Motzkin (1936).
"""

from __future__ import annotations

from collections.abc import Iterable

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
    left = {form.in_lowest_terms for form in forms}
    while True:
        if any(form.is_constant and form.constant < 0 for form in left):
            return True
        left = {form for form in left if not form.is_constant}
        names = {name for form in left for name in form.names}
        if not names:
            return False
        name = min(sorted(names), key=lambda each: _pairs(left, each))
        if _pairs(left, name) > MOST_FORMS:
            return False
        left = _without(left, name)


def _pairs(forms: set[Polynomial], name: str) -> int:
    """How many forms arise where the name is eliminated."""
    signs = [form.coefficient(name) for form in forms]
    return sum(c > 0 for c in signs) * sum(c < 0 for c in signs)


def _without(forms: set[Polynomial], name: str) -> set[Polynomial]:
    up = [form for form in forms if form.coefficient(name) > 0]
    down = [form for form in forms if form.coefficient(name) < 0]
    sums = (
        one * -other.coefficient(name) + other * one.coefficient(name)
        for one in up
        for other in down
    )
    kept = {form for form in forms if not form.coefficient(name)}
    return kept | {form.in_lowest_terms for form in sums}
