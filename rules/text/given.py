"""Numbers and places as programs give them: whole numbers of Python, numpy and sympy, floats that
are whole, and texts such as ``10^18``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any

from mexplore.rules.errors import InputError
from mexplore.rules.text.numbers import parse_number

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

EXACT = 1 << 53
"""Floats below are exact where they are whole."""
MANY = 1000
"""So many numbers are looked at together."""


class Numbers(list[int]):
    """Whole numbers in a list that nobody changes; read once as an array, where all of them fit."""

    @cached_property
    def words(self) -> npt.NDArray[np.int64] | None:
        """The same as an array; None where some number is below -2^63 or not below 2^63."""
        import numpy as np

        try:
            return np.fromiter(self, dtype=np.int64, count=len(self))
        except OverflowError:
            return None

    def least(self) -> int:
        """The least of them; there is one."""
        return min(self) if self._many is None else int(self._many.min())

    def largest(self) -> int:
        """The largest of them, 0 if there is none."""
        return max(self, default=0) if self._many is None else int(self._many.max())

    @property
    def _many(self) -> npt.NDArray[np.int64] | None:
        """The array, where it saves time."""
        return self.words if len(self) >= MANY else None


def whole(number: Any, what: str = "number") -> int:
    """The number as an int, at least 0; InputError for what is no whole number.

    >>> whole("10^3"), whole(7.0)
    (1000, 7)
    """
    if isinstance(number, str):
        return parse_number(number, what)
    try:
        found = index(number)
    except TypeError:
        if not isinstance(number, float) or not number.is_integer():
            raise InputError(f"{what} {_short(number)} is no whole number") from None
        if abs(number) > EXACT:
            remedy = "write an int, such as 10**18"
            raise InputError(
                f"{what} {number} is a float, which may not be exact: {remedy}"
            ) from None
        found = int(number)
    if found < 0:
        raise InputError(f"{what} {found} is negative; heaps and their numbers are 0 or more")
    return found


def place(at: Any) -> int | tuple[int, ...]:
    """A heap, or a square given as a tuple, a list, an array or a text.

    >>> place(5), place("3,5"), place([3, 5])
    (5, (3, 5), (3, 5))
    """
    if isinstance(at, str) and "," in at:
        from mexplore.rules.text.squares import parse_square

        return parse_square(at)
    return tuple(whole(each, "coordinate") for each in at) if is_listed(at) else whole(at, "heap")


def places(given: Iterable[Any]) -> tuple[list[Any], set[type]]:
    """Many of them, and their types; ints of Python, the usual case, are not looked at one by one.

    >>> places([5, 10**30])
    ([5, 1000000000000000000000000000000], {<class 'int'>})
    >>> places(["3,5", (1, 2)])
    ([(3, 5), (1, 2)], {<class 'tuple'>})
    """
    every = Numbers(given)
    if every and [*map(type, every)].count(int) == len(every) and every.least() >= 0:
        return every, {int}
    found = [place(each) for each in every]
    return found, set(map(type, found))


def is_listed(given: Any) -> bool:
    """Whether it is a list of things: a list, a tuple, an array, a Series, a generator.

    >>> is_listed([1, 2]), is_listed("1, 2"), is_listed(12)
    (True, False, False)
    """
    single = isinstance(given, str | bytes) or getattr(given, "shape", None) == ()
    return not single and isinstance(given, Iterable)


def terms(given: Iterable[Any]) -> Sequence[int]:
    """Bare numbers as a list; InputError names the first that is no whole number.

    >>> terms(n % 3 for n in range(4))
    [0, 1, 2, 0]
    """
    return [whole(term, f"at n = {n} the term") for n, term in enumerate(given)]


def seconds(budget: Any) -> float | None:
    """A budget: seconds, more than 0, or None for as long as it takes.

    >>> seconds(20)
    20.0
    """
    if budget is None:
        return None
    if isinstance(budget, str) or not hasattr(budget, "__float__"):
        raise InputError(f"budget {_short(budget)} is no number of seconds; write 20 or None")
    found = float(budget)
    if not (found > 0 and math.isfinite(found)):
        raise InputError(f"budget {found}: a number of seconds is more than 0; None has no end")
    return found


def _short(given: Any) -> str:
    return " ".join(repr(given).split())[:60]
