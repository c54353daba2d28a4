"""Ends of intervals as functions of the heap: where they reach a height, and how they step.

An end is floor((a*n + b)/c) or isqrt(a*n + b) + k (`rules.arithmetic.forms`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mexplore.rules.arithmetic.forms import Floor, Form, Root, normal_form
from mexplore.rules.errors import MexploreError
from mexplore.rules.text.sentences import read

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]


FURTHEST = 1 << 62  # beyond every heap in an array
LARGEST = 1 << 30  # numbers in an end that arrays of 64-bit integers can take


def to_json(form: Form) -> dict[str, list[int]]:
    """The end as JSON prints it.

    >>> to_json(Floor(1, 0, 2)), to_json(Root(1))
    ({'floor': [1, 0, 2]}, {'isqrt': [1, 0, 0]})
    """
    if isinstance(form, Floor):
        return {"floor": [form.a, form.b, form.c]}
    return {"isqrt": [form.a, form.b, form.k]}


def from_json(written: Any) -> Form:
    """The end that `to_json` wrote; ValueError for anything else."""
    if not isinstance(written, dict) or len(written) != 1:
        raise ValueError("an end is written {'floor': [a, b, c]} or {'isqrt': [a, b, k]}")
    ((kind, numbers),) = written.items()
    if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
        raise ValueError("the numbers of an end are integers")
    a, b, last = numbers
    if kind == "floor" and last >= 1:
        return Floor(a, b, last)
    if kind == "isqrt" and a >= 1 and b >= 0:
        return Root(a, b, last)
    raise ValueError("this is no end of an interval")


def in_words(form: Form) -> str:
    """The end as a person writes it.

    >>> in_words(Floor(1, -1, 2)), in_words(Floor(2, 0)), in_words(Root(1, 0, 2))
    ('floor((n - 1)/2)', '2*n', 'isqrt(n) + 2')
    """
    linear = "n" if form.a == 1 else f"{form.a}*n"
    if form.a == 0:
        linear = str(form.b)
    elif form.b:
        linear += f" {'+' if form.b > 0 else '-'} {abs(form.b)}"
    if isinstance(form, Root):
        shift = f" {'+' if form.k > 0 else '-'} {abs(form.k)}" if form.k else ""
        return f"isqrt({linear}){shift}"
    if form.c == 1:
        return linear
    return f"floor(({linear})/{form.c})" if form.b else f"floor({linear}/{form.c})"


def from_words(text: str) -> Form | None:
    """The end that `in_words` wrote, or another formula with such a normal form; None for others.

    >>> from_words("floor((n - 1)/2)"), from_words("2*n"), from_words("isqrt(n) + 2")
    (Floor(a=1, b=-1, c=2), Floor(a=2, b=0, c=1), Root(a=1, b=0, k=2))
    """
    from mexplore.rules.arithmetic.reading import read_expression

    try:
        return normal_form(read_expression(text, ("n",)))
    except MexploreError:
        return None


def in_latex(form: Form) -> str:
    """The end in LaTeX."""
    linear = "n" if form.a == 1 else f"{form.a}n"
    linear = str(form.b) if form.a == 0 else linear + (f"{form.b:+d}" if form.b else "")
    if isinstance(form, Root):
        return rf"\lfloor\sqrt{{{linear}}}\rfloor" + (f"{form.k:+d}" if form.k else "")
    whole = linear if linear.isalnum() else f"({linear})"
    return linear if form.c == 1 else rf"\lfloor {whole}/{form.c}\rfloor"


def at_most(form: Form, height: int) -> bool:
    """Whether form(n) <= height for all n >= 0, for a reason of shape."""
    return isinstance(form, Floor) and form.a <= 0 and form.b // form.c <= height


def never_falls(form: Form) -> bool:
    """Whether form(n + 1) >= form(n) for all n >= 0."""
    return isinstance(form, Root) or form.a >= 0


def is_slow(form: Form) -> bool:
    """Whether min(max(form(n), 0), n) steps by 0 or 1 from every n >= 0 to the next.

    floor((a*n + b)/c) steps by 0 or 1 if 0 <= a <= c. isqrt(a*n + b) never falls, and from n >= 1
    on steps by at most 1 if a <= 2r + 3 with r = isqrt(a + b): from below (s + 1)^2, s >= r, it
    does not reach (s + 2)^2 = (s + 1)^2 + 2s + 3. Minima and maxima of sequences that step by 0
    or 1 do so too, and the minimum with n covers the step from 0 to 1.
    """
    if isinstance(form, Floor):
        return 0 <= form.a <= form.c
    from math import isqrt

    return form.a <= 2 * isqrt(form.a + form.b) + 3


def grows_slowly(form: Form) -> bool:
    """Whether f(n) = min(max(form(n), 0), n) steps by 0 or 1, and both f(n) and n - f(n) grow
    beyond every bound.

    >>> grows_slowly(Floor(2, 9, 3)), grows_slowly(Root(1)), grows_slowly(Floor(1, -4))
    (True, True, False)
    """
    return is_slow(form) and (isinstance(form, Root) or 0 < form.a < form.c)


def column(form: Form, n: Integers) -> Integers:
    """The end at many n, below 2^31: exactly where it is less than 2^62 in size, and clipped to
    that where it is not."""
    import numpy as np

    last = form.c if isinstance(form, Floor) else abs(form.k)
    if max(abs(form.a), abs(form.b), last) > LARGEST:
        exact = (max(-FURTHEST, min(form(m), FURTHEST)) for m in n.tolist())
        return np.array(list(exact), dtype=np.int64)
    inside = form.a * n + form.b
    if isinstance(form, Floor):
        return inside // form.c
    root = np.sqrt(inside.astype(np.float64)).astype(np.int64)
    # The root of a double may be off by one.
    root -= root * root > inside
    root += (root + 1) * (root + 1) <= inside
    return root + form.k


def least(holds: Callable[[int], bool], guess: int = 0) -> int:
    """The least n >= 0 with holds(n), which is false up to some n and true from there on."""
    low, high, step = -1, max(guess, 0), 1
    if holds(high):
        while high - step > low and holds(high - step):
            high, step = high - step, 2 * step
        low = max(low, high - step)
    else:
        while not holds(high):
            low, high, step = high, high + step, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def least_from(holds: Callable[[int], bool], start: int, most: int) -> int | None:
    """The least number >= start for which ``holds``, which is true from some number on; None if
    that is beyond ``most``, where it is not asked.

    >>> least_from(lambda k: k * k >= 50, 1, 100), least_from(lambda k: k >= 50, 1, 49)
    (8, None)
    """
    found = start + least(lambda steps: start + steps > most or holds(start + steps))
    return found if found <= most else None


# The most tokens that may be removed, f(n) = min(max(end(n), 0), n), where the end has a shape.


def clipped(end: Form, n: int) -> int:
    """f(n).

    >>> [clipped(Floor(1, 3, 2), n) for n in range(6)]
    [0, 1, 2, 3, 3, 4]
    """
    return min(max(end(n), 0), n)


def first_past(end: Form, x: int) -> int:
    """The least n with n - f(n) >= x, for an end that steps by 0 or 1 and grows more
    slowly than n. For floor((a*n + b)/c), n - f(n) = max(min(n - end(n), n), 0), and n - end(n) >=
    x where (c - a)*n > c*(x - 1) + b.

    >>> [first_past(Floor(1, 0, 2), x) for x in range(4)]
    [0, 1, 3, 5]
    """
    if x <= 0:
        return 0
    if isinstance(end, Floor):
        return max(x, (end.c * (x - 1) + end.b) // (end.c - end.a) + 1)
    return least(lambda n: n - clipped(end, n) >= x, x + clipped(end, x))


def clipped_in_words(end: Form) -> str:
    """f(n) as a person writes it, clipped only where its shape needs it.

    >>> clipped_in_words(Floor(1, 0, 2)), clipped_in_words(Floor(1, 9, 2))
    ('floor(n/2)', 'min(floor((n + 9)/2), n)')
    """
    written = in_words(end)
    if not _never_negative(end):
        written = f"max({written}, 0)"
    return written if _never_beyond(end) else f"min({written}, n)"


def clipped_from_words(written: str) -> Form | None:
    """The end of an f(n) that `clipped_in_words` wrote; None for others.

    >>> clipped_from_words("min(floor((n + 9)/2), n)")
    Floor(a=1, b=9, c=2)
    """
    for wrapping in (r"min\((.*), n\)", r"max\((.*), 0\)"):
        inner = read(wrapping, written)
        written = written if inner is None else inner[0] or ""
    return from_words(written) if written else None


def clipped_in_latex(end: Form) -> str:
    """f(n) in LaTeX."""
    f = in_latex(end)
    f = f if _never_negative(end) else rf"\max({f}, 0)"
    return f if _never_beyond(end) else rf"\min({f}, n)"


def _never_negative(end: Form) -> bool:
    """Whether end(n) >= 0 for all n >= 0, seen from its shape."""
    return end.b >= 0 if isinstance(end, Floor) else end.k >= 0


def _never_beyond(end: Form) -> bool:
    """Whether end(n) <= n for all n >= 0, seen from its shape."""
    if isinstance(end, Floor):
        return end.a <= end.c and end.b < end.c
    return (end.a, end.b) == (1, 0) and end.k <= 0
