"""Moves by finitely many vectors, in several coordinates at once, as one move a vector.

With cyclic Nimhoff on three heaps fewer than h are taken from all heaps together: one relation with
three names. A set into which moves lead is then a projection of three numbers at once, which may
have millions of states; of the vectors (0, 0, 1), (0, 1, 1), ... each takes no projection at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from mexplore.discover.outcomes.moves.bounds import bounds
from mexplore.discover.outcomes.moves.linear import LinearMove
from mexplore.rules.arithmetic.polynomial import Polynomial

MOST_VECTORS = 128


def by_vectors(move: LinearMove) -> Iterator[LinearMove]:
    """The move as its vectors, where it has several names, each is a coordinate of the option that
    differs from the same one of the square by a bounded number, and they are not too many;
    otherwise the move itself. Either way the moves are the same.

    The name n at the place of the coordinate x is x - d; d is bounded if that follows from the
    forms one by one, and n >= 0 says x - d >= 0.

    >>> from mexplore.discover.outcomes.moves.linear import relations_of
    >>> from mexplore.rules.boards.board import Board
    >>> two = "[(x - i, y - j) for i in range(3) for j in range(3) if 0 < i + j < 3]"
    >>> (move,) = relations_of(Board.parse(f"(x, y) -> {two}"))
    >>> [each.coordinates for each in by_vectors(move)]
    [(x, y - 1), (x, y - 2), (x - 1, y), (x - 1, y - 1), (x - 2, y)]
    """
    taken = _taken(move)
    ranges = _ranges(move, taken)
    if ranges is None:
        yield move
        return
    for numbers in product(*ranges.values()):
        drops = dict(zip(ranges, numbers, strict=True))
        values = {name: form.with_names(drops) for name, form in taken.items()}
        coordinates = tuple(form.with_names(values) for form in move.coordinates)
        forms = [form.with_names(values) for form in move.forms]
        if any(form.is_constant and form.constant < 0 for form in forms):
            continue
        known = {Polynomial.name(name) for name in move.square}
        needed = dict.fromkeys(f for f in (*forms, *coordinates) if not f.is_constant)
        bare = tuple(form for form in needed if form not in known)
        yield LinearMove(coordinates, bare, (), move.square)


def _taken(move: LinearMove) -> dict[str, Polynomial]:
    """x - d for each name at the place of a coordinate x, d being called by that name."""
    places = zip(move.square, move.coordinates, strict=True)
    return {
        name: Polynomial.name(x) - Polynomial.name(f"taken from {x}")
        for x, coordinate in places
        for name in move.names
        if coordinate == Polynomial.name(name)
    }


def _ranges(move: LinearMove, taken: dict[str, Polynomial]) -> dict[str, range] | None:
    """What may be taken off the coordinates; None where that is not seen to be few vectors."""
    if move.bits or len(move.names) < 2 or set(taken) != set(move.names):
        return None
    drops = [name for form in taken.values() for name in form.names if name not in move.square]
    ends = bounds([form.with_names(taken) for form in move.forms], drops)
    ranges = dict[str, range]()
    for name in drops:
        low, high = ends[name]
        if low is None or high is None:
            return None
        ranges[name] = range(low, high + 1)
    return ranges if prod(map(len, ranges.values())) <= MOST_VECTORS else None
