"""The digits of a number for one member, and so its value: exactly, for numbers of any length.

A number may have several digit vectors, and where a law is true any of them that lies in a piece,
with ghosts at which the invariants are 0, has the value of that piece. So whatever search finds one
is right; this one tries, digit by digit from the highest, the whole quotient by the weight and its
neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from discover.patterns.parameters.law import DigitLaw, Phase

_NEIGHBOURS = (0, -1, 1, -2, 2, -3)


def value_at(law: DigitLaw, values: Mapping[str, int], n: int) -> int | None:
    """The value that the law gives to G(n), n >= 0, where the parameters have these values; None
    where no digits of n are found in a piece.

    >>> from discover.patterns.parameters.writing import read_law
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
    start = tuple(entry.at(values) for entry in law.start[: len(law.digits)])
    bases = [start, (0,) * len(start)] if n >= law.the_preperiod.at(values) else [(0,) * len(start)]
    for base in dict.fromkeys(bases):
        search = _Search(law, values, base)
        for x in search.digits(n):
            value = law.value_of(x, values)
            if value is not None and law.keeps_invariants(x, values):
                yield x, value


class _Search:
    """The vectors of one value, for a member; each is ``base`` and something more."""

    def __init__(self, law: DigitLaw, values: Mapping[str, int], base: Sequence[int]) -> None:
        self.names, self.base = law.digits, base
        self.weights = [weight.at(values) for weight in law.weights[: len(law.digits)]]
        self.values = values
        self.phases: dict[str, Phase] = {phase.free: phase for phase in law.phases}
        self.free = law.free

    def digits(self, n: int) -> Iterator[tuple[int, ...]]:
        rest = n - sum(w * b for w, b in zip(self.weights, self.base, strict=True))
        yield from self._from(0, (), rest)

    def _from(self, place: int, before: tuple[int, ...], rest: int) -> Iterator[tuple[int, ...]]:
        """The vectors that begin like this; ``rest`` is what the digits from ``place`` on stand
        for beyond those of the base."""
        if place == len(self.weights) - 1:
            yield (*before, rest + self.base[place])
            return
        weight, base = self.weights[place], self.base[place]
        for more in self._candidates(place, before, rest):
            yield from self._from(place + 1, (*before, base + more), rest - more * weight)

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
