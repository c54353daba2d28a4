"""Tables of outcomes, from which automata are guessed: the P-positions mark who can reach them.

The naive way asks of each position whether one of its options is lost. Where P-positions are rare
it is quicker to go through the positions in the order of play, and to mark, from each that is not
marked when its turn comes and so is lost, all positions that have a move to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from mexplore.discover.outcomes.learning import Table
from mexplore.discover.outcomes.moves.linear import LinearMove
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

Numbers = npt.NDArray[np.int64]

LARGEST = 1 << 31  # of coefficients
AT_ONCE = 1 << 20  # positions that are computed together
MOST_BACK = 1 << 25  # numbers that tell from where one kind of move may lead to a position


def readable_back(moves: Sequence[LinearMove], coordinates: tuple[str, ...], side: int) -> bool:
    """Whether moves are few enough, read backwards in a table with this side, for `outcomes`."""
    free = (len(_backwards(move, coordinates).free) for move in moves)
    return all(names * side**names <= MOST_BACK for names in free)


@dataclass(frozen=True)
class _Back:
    """A move read backwards: the ``free`` names take all values, and each of the ``solved`` ones
    follows from them and from the option, in this order: coefficient * name = form."""

    free: tuple[str, ...]
    solved: tuple[tuple[str, int, Polynomial], ...]
    forms: tuple[Polynomial, ...]


def outcomes(
    moves: Sequence[LinearMove],
    coordinates: tuple[str, ...],
    ranks: Sequence[Polynomial],
    side: int,
    look: Callable[[], None] = lambda: None,
    over: Table | None = None,
) -> Table:
    """Whether each position below the side is lost, if no move raises a coordinate. Every move
    lowers the first of the ``ranks``, or leaves it and lowers the second, and so on. Under misère
    play ``over`` says which positions have no move. TooLarge where numbers of 64 bits do not hold
    the coefficients.
    """
    if not all(map(fits, moves)):
        raise TooLarge(f"a coefficient of a move is greater than {LARGEST}")
    sides = (side,) * len(coordinates)
    backwards = [_backwards(move, coordinates) for move in moves]
    won = np.zeros(side ** len(coordinates), dtype=np.bool_) if over is None else over.flatten()
    for level in _levels(coordinates, ranks, side):
        look()
        lost = np.stack(np.unravel_index(level[~won[level]], sides), axis=1)
        for back in backwards:
            for positions in _marked(back, coordinates, lost, side):
                look()
                won[np.ravel_multi_index(tuple(positions.T), sides)] = True
    return ~won.reshape(sides)


def fits(move: LinearMove) -> bool:
    """Whether numbers of 64 bits hold its coefficients, and what they are multiplied to."""
    forms = (*move.forms, *move.coordinates)
    return all(abs(c) <= LARGEST for form in forms for _, c in form.terms())


def _levels(
    coordinates: tuple[str, ...], ranks: Sequence[Polynomial], side: int
) -> Iterator[Numbers]:
    """The positions of each rank, the lowest first, as indices into a flat table."""
    axes = np.ogrid[(slice(side),) * len(coordinates)]
    place = np.zeros((side,) * len(coordinates), dtype=np.int64)
    for rank in ranks:
        here = np.zeros_like(place)
        for weight, axis in zip(rank.coefficients(coordinates), axes, strict=True):
            here += weight * axis
        place = place * (int(here.max()) + 1) + here
    order = np.argsort(place, axis=None, kind="stable")
    ends = np.flatnonzero(np.diff(place.reshape(-1)[order])) + 1
    yield from np.split(order, ends)


def _backwards(move: LinearMove, coordinates: tuple[str, ...]) -> _Back:
    """Each coordinate of the option is solved for the name with the least coefficient."""
    free = [*coordinates, *move.names]
    solved: list[tuple[str, int, Polynomial]] = []
    for i, coordinate in enumerate(move.coordinates):
        form = coordinate - Polynomial.name(_option(i))
        for name, factor, meaning in solved:
            # factor*name = meaning, so that the equation is multiplied by the factor.
            form = (form * factor).with_names({name: 0}) + meaning * form.coefficient(name)
        names = sorted((abs(form.coefficient(n)), n) for n in free if form.coefficient(n))
        if not names:
            continue  # two coordinates of the option tell the same
        name = names[0][1]
        factor = form.coefficient(name)
        free.remove(name)
        solved.append((name, factor, -form.with_names({name: 0})))
    return _Back(tuple(free), tuple(solved[::-1]), tuple(move.forms))


def _option(i: int) -> str:
    return f"option {i}"


def _marked(
    back: _Back, coordinates: tuple[str, ...], lost: Numbers, side: int
) -> Iterator[Numbers]:
    """The positions of the table with this move to one of those that are lost."""
    width = side ** len(back.free)
    grid = np.indices((side,) * len(back.free)).reshape(len(back.free), 1, width)
    step = max(1, AT_ONCE // max(width, 1))
    for first in range(0, len(lost), step):
        some = lost[first : first + step]
        values: dict[str, Numbers] = dict(zip(back.free, grid, strict=True))
        values |= {_option(i): some[:, i : i + 1] for i in range(len(coordinates))}
        right = np.ones((len(some), width), dtype=np.bool_)
        for name, factor, meaning in back.solved:
            values[name], over = np.divmod(value_at(meaning, values), factor)
            right &= (over == 0) & (values[name] >= 0)
        for form in back.forms:
            right &= value_at(form, values) >= 0
        at = [np.broadcast_to(values[name], right.shape) for name in coordinates]
        for each in at:
            right &= each < side
        yield np.stack([each[right] for each in at], axis=1)


def value_at(form: Polynomial, values: dict[str, Numbers]) -> Numbers:
    total: Numbers = np.array(form.constant, dtype=np.int64)
    for name in form.names:
        total = total + values[name] * form.coefficient(name)
    return total
