"""Transforms of Grundy sequences that are published: values, P-positions, run lengths, differences.

From G(0), ..., G(N - 1) each transform makes the beginning of another sequence, complete as far as
it goes: nothing in it depends on values that were not computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.rule import Values

    Numbers = npt.NDArray[np.int64]

MOST_VALUES = 20  # different values whose positions are searched for


@dataclass(frozen=True, eq=False)
class Transformed:
    """A sequence computed from the values; ``words`` says how, and ``cost`` measures how unusual it
    is. ``first`` is the index of its first term: 0 for values, 1 for a list of positions."""

    words: str
    terms: Numbers
    cost: int
    first: int = 0


def transforms(values: Values) -> Iterator[Transformed]:
    """All transforms, the simplest first.

    >>> import numpy as np
    >>> known = transforms(np.array([0, 1, 2, 0, 1, 0], dtype=np.uint8))
    >>> [(each.words, each.terms.tolist()) for each in known][:4]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('G(n)', [0, 1, 2, 0, 1, 0]), ('G(n) + 1', [1, 2, 3, 1, 2, 1]),
     ('G(n) - 1', [-1, 0, 1, -1, 0, -1]), ('n with G(n) = 0', [0, 3, 5])]
    """
    import numpy as np

    known = values.astype(np.int64)
    yield Transformed("G(n)", known, 0)
    yield Transformed("G(n) + 1", known + 1, 1)
    yield Transformed("G(n) - 1", known - 1, 1)
    lost = known == 0
    yield from _positions("n with G(n) = 0", lost, 1)
    yield from _positions("n with G(n) > 0", ~lost, 1)
    yield Transformed("1 where G(n) = 0, else 0", lost.astype(np.int64), 1)
    yield Transformed("1 where G(n) > 0, else 0", 1 - lost, 1)
    starts = np.flatnonzero(np.diff(known)) + 1
    if len(known):
        starts = np.concatenate(([0], starts))
    yield Transformed("lengths of runs of equal values", np.diff(starts), 2, 1)
    yield Transformed("n with G(n) != G(n - 1)", starts[1:], 2, 1)
    yield Transformed("G(n + 1) - G(n)", np.diff(known), 2)
    yield Transformed("gaps between the n with G(n) = 0", np.diff(np.flatnonzero(lost)), 2, 1)
    yield Transformed("the least n with G(n) = k", _first_places(known), 2)
    for value in np.unique(known)[:MOST_VALUES].tolist():
        if value:
            yield from _positions(f"n with G(n) = {value}", known == value, 2)


def _positions(words: str, where: npt.NDArray[np.bool_], cost: int) -> Iterator[Transformed]:
    """The positions, and the same counted from 1, or from -1, on."""
    import numpy as np

    positions = np.flatnonzero(where).astype(np.int64)
    yield Transformed(words, positions, cost, 1)
    name, _, condition = words.partition(" with ")
    yield Transformed(f"{name} + 1 with {condition}", positions + 1, cost + 1, 1)
    yield Transformed(f"{name} - 1 with {condition}", positions - 1, cost + 1, 1)


def _first_places(known: Numbers) -> Numbers:
    """The least n with G(n) = k for k = 0, 1, 2, ..., up to the first k that does not occur."""
    import numpy as np

    values, places = np.unique(known, return_index=True)
    stop = next((k for k, value in enumerate(values.tolist()) if value != k), len(values))
    return places[:stop].astype(np.int64)
