"""Vectors of linear forms as ``DigitValues.v`` has them: an entry for each digit, where what is
missing at the end is 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from mexplore.discover.coq.families.forms import Form, Region, Shift, added, displaced, scaled

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
    """The same of unknowns that stand so many places later, from a place on.

    >>> later([(5, 1, 2)], 2, 3)
    ((5, 1, 0, 0, 0, 2),)
    """
    return tuple(
        form[:place] + (0,) * count + form[place:] if len(form) > place else form for form in forms
    )


def there(forms: Iterable[Form], vector: Sequence[Form], known: int) -> Forms:
    """The forms at the point to whose digits, which come after so many unknowns, the vector is
    added."""
    shift: Shift = ((),) * known + tuple(vector)
    return tuple(displaced(form, shift) for form in forms)
