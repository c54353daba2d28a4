"""Values of many small members at once, each with its least preperiod and period."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Bytes = npt.NDArray[np.uint8]

FEWEST_VALUES = 512
MOST_CELLS = 1 << 24  # values that are held at once: 16 megabytes
MOST_IN_A_WORD = 7  # moves whose values fit into the bits of a byte
MOST_MOVES = 63


@dataclass(frozen=True)
class Values:
    """The sequence of one member: G(n + period) = G(n) for all n >= preperiod, both least.

    ``word`` has the values at 0 <= n < preperiod + period, one byte each.
    """

    preperiod: int
    period: int
    word: bytes

    @property
    def length(self) -> int:
        """How many values decide all others."""
        return self.preperiod + self.period

    def first(self, count: int) -> bytes:
        """The values at 0 <= n < count.

        >>> Values(1, 2, bytes([7, 0, 1])).first(6)
        b'\\x07\\x00\\x01\\x00\\x01\\x00'
        """
        cycle = self.word[self.preperiod :]
        repeats = -(-max(0, count - self.preperiod) // self.period)
        return (self.word[: self.preperiod] + cycle * repeats)[:count]


def grundy_values(sets: Integers, stop: int) -> Bytes:
    """The values at 0 <= n < stop of many subtraction games, one row a game.

    Each row of ``sets`` lists the amounts that a move may take, all >= 1. All games advance
    together: the value of n is the lowest bit that no option has.

    >>> grundy_values(np.array([[1, 2], [2, 3]]), 6).tolist()
    [[0, 1, 2, 0, 1, 2], [0, 0, 1, 1, 2, 0]]
    """
    games, moves = sets.shape
    if moves > MOST_MOVES:
        raise ValueError(f"{moves} moves are too many: their values have to fit into one word")
    bits: npt.DTypeLike = np.uint8 if moves <= MOST_IN_A_WORD else np.uint64
    before = int(sets.max())  # rows of no values, so that each move has somewhere to lead
    found: npt.NDArray[Any] = np.zeros((before + stop) * games, dtype=bits)
    options = [(before - column) * games + np.arange(games) for column in sets.T]
    one = found.dtype.type(1)
    for n in range(stop):
        seen = found[options[0] + n * games]
        for option in options[1:]:
            seen |= found[option + n * games]
        found[(before + n) * games : (before + n + 1) * games] = ~seen & (seen + one)
    table = found[before * games :].reshape(stop, games)
    return np.ascontiguousarray(np.log2(table).astype(np.uint8).T)


def least_law(values: npt.NDArray[Any], largest: int) -> tuple[int, int] | None:
    """(preperiod, period), both least, of a subtraction game whose largest move is ``largest``.

    As many values determine all that follow, so two equal windows of this length prove a period
    from the first one on; the nearest one before the end shows the least. None where there is none.

    >>> least_law(np.array([0, 1, 2, 0, 1, 2, 0], dtype=np.uint8), 2)
    (0, 3)
    """
    size = values.itemsize
    backwards = values[::-1].tobytes()
    last, at = backwards[: largest * size], size
    while (at := backwards.find(last, at)) > 0 and at % size:  # not where a value begins
        at += 1
    period = at // size
    if period < 1 or len(values) < period + largest:
        return None
    different = np.flatnonzero(values[period:] != values[:-period])
    return (int(different[-1]) + 1 if len(different) else 0), period


def sequences(sets: Sequence[Sequence[int]], longest: int) -> list[Values | None]:
    """The values of each game; None where preperiod and period are not seen in ``longest`` values.

    The games have equally many moves, among which may be equal ones.

    >>> [(v.preperiod, v.period) for v in sequences([(1, 2, 2), (2, 5, 9), (2, 5, 14)], 999) if v]
    [(0, 3), (0, 7), (22, 16)]
    """
    found: list[Values | None] = [None] * len(sets)
    waiting = sorted(range(len(sets)), key=lambda index: max(sets[index]))
    stop = FEWEST_VALUES
    while waiting and stop <= longest:
        room = max(1, MOST_CELLS // stop)
        for start in range(0, len(waiting), room):
            part = waiting[start : start + room]
            table = np.array([sets[index] for index in part], dtype=np.int64)
            fits = table.max(axis=1) * 2 < stop
            part = [index for index, fit in zip(part, fits, strict=True) if fit]
            if part:
                rows = grundy_values(table[fits], stop)
                for index, row in zip(part, rows, strict=True):
                    law = least_law(row, max(sets[index]))
                    if law is not None:
                        found[index] = Values(*law, row[: sum(law)].tobytes())
        waiting = [index for index in waiting if found[index] is None]
        stop = stop * 4 if stop * 4 <= longest or stop == longest else longest
    return found
