"""Rays in lists of squares: all squares in one direction, as a rook or a bishop moves."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import linear

Ray = tuple[int, int]
"""(i, j) != (0, 0), i and j >= 0 without a common divisor: the squares (x - i*k, y - j*k), k >= 1,
as long as no coordinate is negative."""

_Line = tuple[int, ...]  # cx, cy, ck, c of cx*x + cy*y + ck*k + c
_ZERO: _Line = (0, 0, 0, 0)


def parts_of(body: tree.Node) -> Iterator[tree.Node]:
    """The lists that the list is joined from."""
    if isinstance(body, tree.Binary):
        yield from parts_of(body.left)
        yield from parts_of(body.right)
    else:
        yield body


def ray_of(part: tree.Node, names: tuple[str, ...]) -> Ray | None:
    """The ray that a list of squares in two coordinates is, at every square (x, y) and with nothing
    left out; None if it is none, or is not seen to be one.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> def ray(text):
    ...     body = read_options(text, ("x", "y"), whole=text, at=0, squares=True)
    ...     return ray_of(body, ("x", "y"))
    >>> ray("[(x, b) for b in range(y)]"), ray("[(x - k, y - 2*k) for k in range(1, y + 1)]")
    ((0, 1), (1, 2))
    >>> ray("[(x - k, y - k) for k in range(1, 4)]") is None
    True
    """
    match part:
        case tree.Comprehension(
            tree.Heap((first, second)),
            (tree.Clause(k, tree.Call("range", (_, _) | (_,) as ends), ()),),
        ):
            low, high = (tree.Number(0), *ends) if len(ends) == 1 else ends
            variables = (*names, k)
            lines = _line(first, variables), _line(second, variables)
            start = _line(low, variables)
        case _:
            return None
    if lines[0] is None or lines[1] is None or start is None:
        return None
    if (lines, start, _line(high, variables)) in (_TO_THE_LEFT, _DOWNWARDS):
        return (1, 0) if lines == _TO_THE_LEFT[0] else (0, 1)
    i, j = -lines[0][2], -lines[1][2]
    steps = lines == ((1, 0, -i, 0), (0, 1, -j, 0)) and start == (0, 0, 0, 1)
    if not steps or min(i, j) < 0 or gcd(i, j) != 1:
        return None
    return (i, j) if _reaches(high, 0, (i, j), variables) else None


# (a, y) for a in range(x), and (x, b) for b in range(y).
_TO_THE_LEFT = (((0, 0, 1, 0), (0, 1, 0, 0)), _ZERO, (1, 0, 0, 0))
_DOWNWARDS = (((1, 0, 0, 0), (0, 0, 1, 0)), _ZERO, (0, 1, 0, 0))


def _line(node: tree.Node, names: tuple[str, ...]) -> _Line | None:
    found = linear(node)
    return None if found is None else (*found.coefficients(names), found.constant)


def _reaches(high: tree.Node, more: int, ray: Ray, names: tuple[str, ...]) -> bool:
    """Whether high + more exceeds, for all x, y >= 0, every k for which (x - i*k, y - j*k) has no
    negative coordinate: the least of floor(x/i) and floor(y/j), of those with a positive step."""
    match high:
        case tree.Binary("+", inner, tree.Number(value)):
            return _reaches(inner, more + value, ray, names)
        case tree.Call("min", (_, _, *_) as parts):
            return all(_reaches(part, more, ray, names) for part in parts)
        case tree.Call("max", (_, _, *_) as parts):
            return any(_reaches(part, more, ray, names) for part in parts)
        case tree.Binary("//", tree.Name(name), tree.Number(divisor)) if name in names[:2]:
            return more >= 1 and 1 <= divisor <= ray[names.index(name)]
    line = _line(high, names)
    if line is None or line[2] or min(line[0], line[1]) < 0 or line[3] + more < 1:
        return False
    return any(step and slope for step, slope in zip(ray, line[:2], strict=True))
