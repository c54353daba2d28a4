"""Nim with finitely many heaps whose value comes a second time: pieces of G(n) = n - c."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Self

from mexplore.discover.study.declared import Declared, Part, Parts
from mexplore.discover.study.pattern import ClosedForm, EventualSteps, Pattern
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    import sympy

    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values

MOST_COUNTED = 10**7
LONGEST_FORMULA = 24  # pieces

Pairs = tuple[tuple[int, int], ...]


def _load(given: object) -> Pairs:
    if not isinstance(given, list):
        raise ValueError("the heaps with their values are no list")
    pairs = tuple((pair[0], pair[1]) for pair in given)
    if not all(type(number) is int for pair in pairs for number in pair):
        raise ValueError("a heap or a value is no whole number")
    return pairs


def _check(pairs: Pairs) -> None:
    heaps = [heap for heap, _ in pairs]
    if not pairs or heaps != sorted(set(heaps)):
        raise ValueError("the heaps do not increase, or there are none")
    if any(not 0 <= value < heap - place for place, (heap, value) in enumerate(pairs)):
        raise ValueError("a value is not one that a smaller heap has")


def _show(pairs: Pairs) -> str:
    return ", ".join(f"G({heap}) = {value}" for heap, value in pairs)


def _read(text: str) -> Pairs | None:
    pieces = [re.fullmatch(r"\s*G\((\d+)\) = (\d+)\s*", piece) for piece in text.split(",")]
    found = tuple((int(piece[1]), int(piece[2])) for piece in pieces if piece)
    return found if len(found) == len(pieces) else None


_PAIRS = Part(
    _load,
    keep=lambda pairs: [list(pair) for pair in pairs],
    check=_check,
    pattern=r"G\([0-9]+\) = [0-9]+(?:, ?G\([0-9]+\) = [0-9]+)*",
    read=_read,
    show=_show,
    absent=(),
)


@dataclass(frozen=True)
class NimBut(Declared, Pattern):
    """For finitely many heaps n_1 < n_2 < ... G(n_i) = v_i, a value that a smaller heap has; every
    other G(n) is n less the number of these heaps below n: the least number that is new.

    So between two of these heaps the law is G(n) = n - c with one c, which grows by 1 at each.
    """

    name = "nim-but"
    parts = Parts(repeated=_PAIRS)
    says = "$repeated, and every other G(n) is n less the number of these heaps below n"
    typeset = r"$repeated, \qquad G(n) = n - |\{i : n_i < n\}| \quad\text{for all other } n"

    repeated: Pairs

    @cached_property
    def heaps(self) -> tuple[int, ...]:
        return tuple(heap for heap, _ in self.repeated)

    def first_failure(self, evidence: Evidence) -> int | None:
        import numpy as np

        values = evidence.whole()
        law = NimButForm(self).prefix(len(values))
        wrong = (np.asarray(law, dtype=np.uint64) != values.astype(np.uint64)).nonzero()[0]
        return int(wrong[0]) if len(wrong) else None

    def size(self) -> int:
        return 2 * len(self.repeated)

    def closed_form(self, evidence: Evidence) -> NimButForm:
        del evidence
        return NimButForm(self)


@dataclass(frozen=True)
class NimButForm(ClosedForm):
    """The pieces.

    >>> form = NimButForm(NimBut(((3, 2), (10**9 + 7, 0))))
    >>> [form.at(n) for n in (2, 3, 4, 10**9 + 6, 10**9 + 7, 10**18)]
    [2, 2, 3, 1000000005, 0, 999999999999999998]
    >>> form.count_of(2, 10**18), form.count_of(0, 10**18), form.intervals_of(2, 0, 9)
    (2, 2, [range(2, 4)])
    """

    law: NimBut

    def at(self, n: int) -> int:
        place = bisect_left(self.law.heaps, n)
        if place < len(self.law.heaps) and self.law.heaps[place] == n:
            return self.law.repeated[place][1]
        return n - place

    def first_with(self, value: int) -> int:
        """The least heap with a value: the one at which it is new."""
        n = value
        for heap in self.law.heaps:
            n += heap <= n
        return n

    def heaps_with(self, value: int, stop: int) -> list[int]:
        """All n < stop with the value, in increasing order."""
        if value < 0:
            return []
        again = (heap for heap, other in self.law.repeated if other == value)
        return [n for n in (self.first_with(value), *again) if n < stop]

    def prefix(self, stop: int) -> Values:
        import numpy as np

        marks = np.zeros(stop + 1, dtype=np.int64)
        repeated = [(heap, value) for heap, value in self.law.repeated if heap < stop]
        for heap, _ in repeated:
            marks[heap + 1] = 1
        values = np.arange(stop) - marks.cumsum()[:stop]
        for heap, value in repeated:
            values[heap] = value
        largest = int(values.max(initial=0))
        found: Values = values.astype(np.min_scalar_type(largest))
        return found

    def counts(self, stop: int) -> dict[int, int]:
        if stop > MOST_COUNTED:
            raise TooLarge(f"the terms below {stop} have too many different values to be listed")
        found = dict.fromkeys(range(stop - bisect_left(self.law.heaps, stop)), 1)
        for heap, value in self.law.repeated:
            if heap < stop:
                found[value] += 1
        return found

    def count_of(self, value: int, stop: int) -> int:
        return len(self.heaps_with(value, stop))

    def nth_of(self, value: int, k: int, stop: int) -> int | None:
        return self.heaps_with(value, stop)[k - 1]

    def intervals_of(self, value: int, low: int, high: int) -> list[range] | None:
        found: list[range] = []
        for n in self.heaps_with(value, high):
            if n < low:
                continue
            if found and found[-1].stop == n:
                found[-1] = range(found[-1].start, n + 1)
            else:
                found.append(range(n, n + 1))
        return found

    def eventual_steps(self) -> EventualSteps | None:
        return EventualSteps(self.law.heaps[-1] + 1, 1, 1)

    def first_difference(self, other: Self) -> int | None:
        heaps = sorted({*self.law.heaps, *other.law.heaps})
        return next((n for n in heaps if self.at(n) != other.at(n)), None)

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        import sympy

        if len(self.law.heaps) > LONGEST_FORMULA:
            return None
        pieces: list[tuple[sympy.Expr, sympy.Basic]] = []
        for place, (heap, value) in enumerate(self.law.repeated):
            pieces += [(n - place, n < heap), (sympy.Integer(value), sympy.Eq(n, heap))]
        return sympy.Piecewise(*pieces, (n - len(self.law.heaps), True))
