"""The most tokens that may be removed, f(n) = min(max(end(n), 0), n), where the end has a shape."""

from __future__ import annotations

from mexplore.rules.arithmetic.ends import from_words, in_latex, in_words, least
from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.text.sentences import read


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
