"""Why play ends: sums of coordinates that fall with every move, shown from the linear relations.

**Theorem.** Let w_1, ..., w_m be vectors of numbers >= 0, and let every move from v to v' lower one
of the numbers w_i*v while w_1*v, ..., w_(i-1)*v stay what they are. Then play ends. *Proof.* Each
w_i*v is a whole number >= 0, as coordinates and entries are. A move lowers (w_1*v, ..., w_m*v) in
the order of dictionaries, in which every set of such vectors has a least one; so no sequence of
moves is infinite. ∎ (A lexicographic linear ranking, as in A. R. Bradley, Z. Manna, H. B. Sipma,
Linear ranking with reachability, CAV 2005.)

That a move lowers a sum, or does not raise it, is shown by elimination: its opposite is impossible
(`rules.arithmetic.inequalities`). A rank of another kind is not found, and play may end all the
same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.conditions import Affine
from mexplore.discover.outcomes.moves.linear import LinearMove
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.polynomial import plain_of
from mexplore.rules.boards.board import Square
from mexplore.rules.dataclass import dataclass

MOST_WEIGHT = 3
MOST_TRIED = 400
"""Sums of multiples of the coordinates."""
MOST_EXAMPLES = 200
"""Of moves against which a sum is tried first."""
_SIDE = {1: 12, 2: 7, 3: 4, 4: 3, 5: 2, 6: 2}
"""Of the corner of the board in which an example of a move is looked for."""


@dataclass(frozen=True)
class Rank:
    """Sums of multiples of the coordinates: every move lowers one of them, and none before it
    changes."""

    sums: tuple[Affine, ...]

    def __str__(self) -> str:
        if not self.sums:
            return "there are no moves"
        first, *others = map(plain_of, self.sums)
        if not others:
            return f"{first} falls with every move"
        return f"every move lowers {first}, or keeps it and lowers {', or then '.join(others)}"


def end_of_play(moves: Sequence[LinearMove]) -> Rank | Inapplicable:
    """A rank that every move lowers; or the refusal, with a move for which none was found.

    >>> from mexplore.discover.outcomes.moves.linear import relations_of
    >>> from mexplore.rules.boards.board import Board
    >>> board = Board.parse("(n, p) -> [(n - 1, 9*p + 7), (n, p - 1)]")
    >>> print(end_of_play(relations_of(board)))
    every move lowers n, or keeps it and lowers p
    >>> board = Board.parse("(x, y) -> [(x - 1, y + 1), (x + 1, y - 1)]")
    >>> end_of_play(relations_of(board)).reason
    'a move may lead from (0, 1) to (1, 0), and no sum of multiples of x, y falls with every move'
    """
    sums: list[Affine] = []
    left = list(moves)
    while left:
        found = _next_sum(left)
        if found is None:
            return Inapplicable(_why(left))
        sums.append(found)
        left = [same for move in left if (same := _keeping(found, move)) is not None]
    return Rank(tuple(sums))


def _sums(names: tuple[str, ...]) -> list[Affine]:
    """Sums of multiples of the coordinates, of few of them first, and with small numbers."""
    most = next(
        m for m in range(MOST_WEIGHT, 0, -1) if m == 1 or (m + 1) ** len(names) < MOST_TRIED
    )
    vectors = [v for v in product(range(most + 1), repeat=len(names)) if any(v)]
    vectors.sort(key=lambda v: (max(v), sum(map(bool, v)), [-number for number in v]))
    return [_sum(names, vector) for vector in vectors]


def _sum(names: tuple[str, ...], weights: Iterable[int]) -> Affine:
    return Affine({(name,): weight for name, weight in zip(names, weights, strict=True)})


def _next_sum(moves: list[LinearMove]) -> Affine | None:
    """A sum that no move raises: best one that they all lower, or that one of them always lowers,
    or else may lower; None where none is found."""
    some = list(islice(_examples(moves), MOST_EXAMPLES))
    names = moves[0].square
    least: dict[Affine, int] = {}  # by how much a sum falls with one of these moves, at least
    for total in _sums(names):
        falls = (_value(total, names, square) - _value(total, names, to) for square, to in some)
        least[total] = min(falls, default=1)
    for total, fall in least.items():
        if fall > 0 and all(move.implies(_fall(total, move) - 1) for move in moves):
            return total
    kept = [
        total
        for total, fall in least.items()
        if fall >= 0 and all(move.implies(_fall(total, move)) for move in moves)
    ]
    for total in kept:
        if any(move.implies(_fall(total, move) - 1) for move in moves):
            return total
    may_fall = (s for s in kept if not all(move.implies(-_fall(s, move)) for move in moves))
    return next(may_fall, None)


def _value(total: Affine, names: tuple[str, ...], square: Square) -> int:
    return total.at(dict(zip(names, square, strict=True)))


def _fall(total: Affine, move: LinearMove) -> Affine:
    """By how much the move lowers the sum."""
    return total - total.with_names(dict(zip(move.square, move.coordinates, strict=True)))


def _keeping(total: Affine, move: LinearMove) -> LinearMove | None:
    """The moves of a relation that leave the sum what it is; None where there are none."""
    fall = _fall(total, move)
    if move.implies(fall - 1):
        return None
    return replace(move, forms=(*move.forms, fall, -fall))


def _why(moves: list[LinearMove]) -> str:
    names = moves[0].square
    example = next(_examples(moves), None)
    shown = f"from {example[0]} to {example[1]}" if example else f"as {moves[0]} says"
    return (
        f"a move may lead {shown}, and no sum of multiples of {', '.join(names)} falls with every "
        "move"
    )


def _examples(moves: list[LinearMove]) -> Iterator[tuple[Square, Square]]:
    """Moves of these relations from squares near the corner."""
    dimensions = len(moves[0].square)
    for square in sorted(product(range(_SIDE[dimensions]), repeat=dimensions), key=sum):
        for move in moves:
            try:
                yield from ((square, option) for option in move.options(square))
            except NotSeen:
                continue
