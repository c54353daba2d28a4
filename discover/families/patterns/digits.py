"""The digits of a number for one member, and so its value: exactly, for numbers of any length.

A number may have several digit vectors, and where a law is true any of them that lies in a piece,
with ghosts at which the invariants are 0, has the value of that piece. So whatever search finds one
is right; this one tries, digit by digit from the highest, the whole quotient by the weight and its
neighbours, as long as some piece may hold digits that begin so (`placed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mexplore.discover.families.patterns.placed import PlacedPieces

if TYPE_CHECKING:
    from mexplore.discover.families.patterns.law import DigitLaw, Phase

_LAST: dict[int, tuple[DigitLaw, tuple[tuple[str, int], ...], int, list[_Search]]] = {}
"""What was prepared for the member that was asked for last."""
_NEIGHBOURS = (0, -1, 1, -2, 2, -3)


def value_at(law: DigitLaw, values: Mapping[str, int], n: int) -> int | None:
    """The value that the law gives to G(n), n >= 0, where the parameters have these values; None
    where no digits of n are found in a piece.

    >>> from mexplore.discover.families.patterns.writing import read_law
    >>> value_at(read_law(TWICE), {"k": 10**30}, 10**60 + 10**30)
    1
    """
    found = next(_with_values(law, values, n), None)
    return None if found is None else found[1]


def digits_of(law: DigitLaw, values: Mapping[str, int], n: int) -> tuple[int, ...] | None:
    """Digits of n in one of the pieces; None where none are found."""
    found = next(_with_values(law, values, n), None)
    return None if found is None else found[0]


def _with_values(
    law: DigitLaw, values: Mapping[str, int], n: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Digits of n that lie in a piece, with its value, those from the start of the period first
    where n is in the periodic part."""
    for search in _searches(law, values, n):
        for x, value in search.digits(n):
            if law.keeps_invariants(x, values):
                yield x, value


def _searches(law: DigitLaw, values: Mapping[str, int], n: int) -> list[_Search]:
    """One from the start of the period, where n is not before it, and one from 0."""
    key = tuple(sorted(values.items()))
    known = _LAST.get(id(law))
    if known is None or known[0] is not law or known[1] != key:
        start = tuple(entry.at(values) for entry in law.start[: len(law.digits)])
        pieces = PlacedPieces(law, values)
        both = [_Search(law, values, base, pieces) for base in (start, (0,) * len(start))]
        _LAST.clear()  # the values of a member are asked for one after another
        known = _LAST[id(law)] = law, key, law.the_preperiod.at(values), both
    _, _, preperiod, (from_start, from_0) = known
    if n < preperiod or from_start.base == from_0.base:
        return [from_0]
    return [from_start, from_0]


class _Search:
    """The vectors of one value, for a member; each is ``base`` and something more."""

    def __init__(
        self, law: DigitLaw, values: Mapping[str, int], base: Sequence[int], pieces: PlacedPieces
    ) -> None:
        self.names, self.base, self.pieces = law.digits, base, pieces
        self.weights = [weight.at(values) for weight in law.weights[: len(law.digits)]]
        self.values = values
        self.phases: dict[str, Phase] = {phase.free: phase for phase in law.phases}
        self.free = law.free

    def digits(self, n: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Vectors that lie in a piece, each with the value of the first such piece."""
        rest = n - sum(w * b for w, b in zip(self.weights, self.base, strict=True))
        yield from self._from((), rest, self.pieces.all)

    def _from(
        self, before: tuple[int, ...], rest: int, pieces: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Those that begin like this, of which the ``pieces`` may hold some; ``rest`` is what the
        digits after them stand for beyond those of the base."""
        place = len(before)
        weight, base = self.weights[place], self.base[place]
        last = place == len(self.weights) - 1
        for more in (rest,) if last else self._candidates(place, before, rest):
            x = (*before, base + more)
            left = self.pieces.left(pieces, x)
            if left and last:
                yield x, self.pieces.values[left[0]]
            elif left:
                yield from self._from(x, rest - more * weight, left)

    def _candidates(self, place: int, before: tuple[int, ...], rest: int) -> Iterator[int]:
        """What a digit may be beyond that of the base."""
        name, weight = self.names[place], self.weights[place]
        if name in self.phases:
            phase = self.phases[name]
            row = before[self.names.index(phase.row)] if phase.row in self.names[:place] else 0
            modulus = phase.modulus.at(self.values)
            yield phase.step.at(self.values) * row % modulus - self.base[place]
        elif weight <= 0 or name in self.free:
            yield from _NEIGHBOURS
        else:  # near the whole quotient, or none at all, as before the start of the period
            yield from dict.fromkeys([*(rest // weight + k for k in _NEIGHBOURS), 0])


TWICE = {
    "parameters": ["k"],
    "cell": ["k >= 1"],
    "digits": ["q", "j"],
    "weights": ["2*k", "1"],
    "moves": [{"element": "k", "vector": ["0", "k"]}],
    "relations": [["1", "-2*k"]],
    "carries": [[["0", "0"], ["-1", "2*k"]]],
    "successor": [["0", "0"], ["1", "-2*k"]],
    "pieces": [
        {"where": ["q >= 0", "j >= 0", "k >= j + 1"], "value": 0, "part": "per"},
        {"where": ["q >= 0", "j >= k", "2*k >= j + 1"], "value": 1, "part": "per"},
    ],
    "start": ["0", "0"],
    "period_vector": ["1", "0"],
}
"""The law of ``subtract(k)`` as JSON, for examples: n = 2k q + j."""
