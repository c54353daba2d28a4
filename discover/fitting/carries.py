"""The carries of a law, read off at members.

Every n has canonical digits. Where a move, or the step to n + 1, leads from one number to another,
the difference of their digits, less the vector of the move, is a sum of multiples of the relations
(which say each weight in lower ones). The multiples that occur at some members are the carries;
where they grow with the parameters, linear forms are fitted to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from discover.fitting.candidates import NOTHING, Candidate
from discover.fitting.fits import linear_forms
from rules.parameters.polynomial import Polynomial, Vector

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]

Environment = Mapping[str, int]
Multiples = tuple[int, ...]
"""How often each relation is added."""

ALL = -(10**9)  # stands for the multiple -q: every whole period at once
FEW = 3  # multiples up to it are taken as they are, larger ones fitted
FEWEST_FITTED = 3
MOST_NUMBERS = 60_000  # positions of one member that are looked at


class RowCandidate(Candidate):
    """A candidate with carries: those that are seen at members."""

    def carries(self, environments: Sequence[Environment]) -> list[tuple[Vector, ...]] | None:
        """For each move, and last for the step to n + 1; None where they are not linear."""
        return observed_carries(self, environments)


def observed_carries(
    candidate: Candidate, environments: Sequence[Environment]
) -> list[tuple[Vector, ...]] | None:
    """The carries for each move, and last those for the step to n + 1; None where they are not
    linear, or grow in a way that is not."""
    seen = [_observed(candidate, environment) for environment in environments]
    points = np.array([[e[n] for n in candidate.system.names] for e in environments])
    found = []
    for move in range(len(candidate.system.elements) + 1):
        multiples = _united(candidate, points, [each[move] for each in seen])
        if multiples is None:
            return None
        vectors = tuple(combined(candidate.relations, each) for each in multiples)
        if not all(entry.is_linear for vector in vectors for entry in vector):
            return None
        found.append(vectors)
    return found


def _united(
    candidate: Candidate, points: Integers, seen: Sequence[set[Multiples]]
) -> list[list[Polynomial]] | None:
    """The multiples that occur at some member, as linear forms."""
    union = set[Multiples]().union(*seen)
    largest = max(abs(c) for multiples in union for c in multiples if c != ALL)
    if largest <= FEW or len(seen) < FEWEST_FITTED:
        by_size = sorted(union, key=lambda multiples: (sum(map(abs, multiples)), multiples))
        return [_forms(candidate, multiples) for multiples in by_size]
    plain = [sorted(each for each in at if ALL not in each) for at in seen]
    size = max(map(len, plain))
    full = [index for index, each in enumerate(plain) if len(each) == size]
    found = []
    for rank in range(size):
        rows = [plain[index][rank] for index in full]
        forms = linear_forms(points[full], rows, candidate.system.names)
        if forms is None:
            return None
        found.append(forms)
    return found + [_forms(candidate, each) for each in sorted(union) if ALL in each]


def _forms(candidate: Candidate, multiples: Multiples) -> list[Polynomial]:
    everything = -Polynomial.name(candidate.names[0])
    return [everything if c == ALL else Polynomial.number(c) for c in multiples]


def combined(relations: Sequence[Vector], multiples: Sequence[Polynomial]) -> Vector:
    vector = [NOTHING] * len(relations[0])
    for multiple, relation in zip(multiples, relations, strict=True):
        vector = [entry + multiple * r for entry, r in zip(vector, relation, strict=True)]
    return tuple(vector)


def _observed(candidate: Candidate, environment: Environment) -> list[set[Multiples]]:
    """For each move and for the step to n + 1, the multiples that occur at one member."""
    system, lead = candidate.system, candidate.lead
    amounts = [element.at(environment) for element in system.elements]
    numerals = _Numerals(candidate, environment)
    stop = numerals.preperiod + 2 * numerals.period + max(amounts) + 1
    n = np.arange(min(stop, MOST_NUMBERS), dtype=np.int64)
    digits = numerals.of(n)
    relations = [[entry.at(environment) for entry in r] for r in candidate.relations]
    found = []
    for amount, vector in [*zip(amounts, system.vectors, strict=True), (-1, None)]:
        taken = [0] * lead
        taken += (
            [e.at(environment) for e in vector] if vector else [0] * (candidate.digits - 1) + [-1]
        )
        left = numerals.of(n - amount) - digits + np.array(taken)[:, None]
        multiples = []
        for at, relation in enumerate(relations):
            multiples.append(left[at].copy())
            left = left - multiples[-1] * np.array(relation)[:, None]
        table = np.array(multiples)
        if numerals.repeats_by_digits and lead > 1:
            first = table[0]
            emptied = (np.abs(first) > 1) & (n - amount < numerals.preperiod)
            first[emptied & (digits[0] + first == 0)] = ALL
        found.append(set(map(tuple, np.unique(table, axis=1).T.tolist())))
    return found


class _Numerals:
    """Canonical digits of integers, for one member: those of n < 0 are all <= 0, the last < 0."""

    def __init__(self, candidate: Candidate, environment: Environment) -> None:
        self.widths = [weight.at(environment) for weight in candidate.system.weights]
        self.period = candidate.period.at(environment)
        self.preperiod = candidate.preperiod.at(environment)
        self.lead = candidate.lead
        self.repeats_by_digits = all(d.is_constant for d in candidate.period_digits)

    def of(self, n: Integers) -> Integers:
        """The digits of each number, one row a digit."""
        late, negative = n >= self.preperiod, n < 0
        past = np.where(late, n - self.preperiod, 0)
        periods = past // self.period
        rest = np.where(late, past - periods * self.period, n)
        sizes = np.where(negative, -n, 1)
        if not (self.lead > 1 and self.repeats_by_digits):  # else without whole periods
            whole = (sizes - 1) // self.period
            periods = np.where(negative, -whole, periods)
            sizes = sizes - whole * self.period
        rows: list[npt.NDArray[Any]] = [periods]
        if self.lead > 1:
            rows.append(late.astype(np.int64))
        for width in self.widths:
            below = (sizes - 1) // width
            digit = np.where(negative, -below, rest // width)
            rest, sizes = rest - np.where(negative, 0, digit) * width, sizes - below * width
            rows.append(digit)
        rows.append(np.where(negative, -sizes, rest))
        return np.array(rows)
