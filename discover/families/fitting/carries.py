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

from mexplore.discover.families.fitting.candidates import NOTHING, Candidate, linear_forms
from mexplore.discover.families.fitting.members import at_points
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]

Environment = Mapping[str, int]
Multiples = tuple[int, ...]
"""How often each relation is added."""

ALL = -(10**9)  # stands for the multiple -q: every whole period at once
FEW = 3  # multiples up to it are taken as they are, larger ones fitted
MOST_CARRIES = 40
MOST_NUMBERS = 60_000  # positions of one member that are looked at


class RowCandidate(Candidate):
    """A candidate with carries: those that are seen at members."""

    def carries(
        self, environments: Sequence[Environment], wide: bool = False
    ) -> list[tuple[Vector, ...]] | None:
        """For each move, and last for the step to n + 1; None where they are not linear."""
        return observed_carries(self, environments, wide)


def observed_carries(
    candidate: Candidate, environments: Sequence[Environment], wide: bool = False
) -> list[tuple[Vector, ...]] | None:
    """The carries for each move, and last those for the step to n + 1; None where they are not
    linear, or grow in a way that is not."""
    seen = [_observed(candidate, environment) for environment in environments]
    points = np.array([[e[n] for n in candidate.system.names] for e in environments])
    found = []
    for move in range(len(candidate.system.elements) + 1):
        multiples = _united(candidate, points, [each[move] for each in seen], wide)
        if multiples is None:
            return None
        vectors = tuple(combined(candidate.relations, each) for each in multiples)
        if not all(entry.is_linear for vector in vectors for entry in vector):
            return None
        found.append(vectors)
    return found


def _united(
    candidate: Candidate, points: Integers, seen: Sequence[set[Multiples]], wide: bool
) -> list[list[Polynomial]] | None:
    """The multiples that occur at some member, as linear forms: small ones as they are, others
    ranked by size at each member, and forms fitted to those of one rank; with ``wide`` also forms
    that are fitted to the multiples of one kind."""
    union = set[Multiples]().union(*seen)
    if all(c == ALL or abs(c) <= FEW for multiples in union for c in multiples):
        return _alike(candidate, points, seen)
    ranked = _ranked(candidate, points, seen)
    if ranked is not None and not wide:
        return ranked
    kinds = _by_kind(candidate, points, seen)
    if ranked is None or kinds is None:
        return ranked or kinds
    return [list(forms) for forms in dict.fromkeys(map(tuple, [*ranked, *kinds]))]


def _ranked(
    candidate: Candidate, points: Integers, seen: Sequence[set[Multiples]]
) -> list[list[Polynomial]] | None:
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
    everything = -Polynomial.name(candidate.names[0])
    whole = sorted({each for at in seen for each in at if ALL in each})
    number = Polynomial.number
    return found + [[everything if c == ALL else number(c) for c in each] for each in whole]


def _by_kind(
    candidate: Candidate, points: Integers, seen: Sequence[set[Multiples]]
) -> list[list[Polynomial]] | None:
    """Multiples with the same first entries (periods and preperiods), where these are small, are
    fitted apart from others."""
    heads = range(candidate.lead)
    union = set[Multiples]().union(*seen)
    fixed = [r for r in heads if all(c == ALL or abs(c) <= FEW for c in {m[r] for m in union})]
    found = []
    for key in sorted({tuple(multiples[r] for r in fixed) for multiples in union}):
        parts = [{m for m in at if tuple(m[r] for r in fixed) == key} for at in seen]
        known = [index for index, part in enumerate(parts) if part]
        forms = _alike(candidate, points[known], [parts[index] for index in known])
        if forms is None:
            return None
        found += forms
    return found if len(found) <= MOST_CARRIES else None


def _alike(
    candidate: Candidate, points: Integers, seen: Sequence[set[Multiples]]
) -> list[list[Polynomial]] | None:
    """The same for multiples of one kind: for each relation a form, and what is added to it."""
    bases, names = [], candidate.system.names
    for rank in range(len(candidate.relations)):
        base = _base(points, [[each[rank] for each in at] for at in seen], names)
        if base is None:
            return None
        bases.append(base)
    values = np.array([at_points(base, names, points) for base in bases]).T.tolist()
    differences = set[Multiples]()
    for at, base_values in zip(seen, values, strict=True):
        for each in at:
            pairs = zip(each, base_values, strict=True)
            differences.add(tuple(c if c == ALL else c - b for c, b in pairs))
    by_size = sorted(differences, key=lambda each: (sum(map(abs, each)), each))
    everything = -Polynomial.name(candidate.names[0])
    return [
        [everything if c == ALL else b + c for b, c in zip(bases, each, strict=True)]
        for each in by_size
    ]


def _base(
    points: Integers, multiples: Sequence[Sequence[int]], names: Sequence[str]
) -> Polynomial | None:
    """0 where all multiples are small; otherwise the form of the least at each member, or of the
    largest."""
    if all(c == ALL or abs(c) <= FEW for each in multiples for c in each):
        return NOTHING
    for choose in (min, max):
        forms = linear_forms(points, [[choose(each)] for each in multiples], names)
        if forms is not None:
            return forms[0]
    return None


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
