"""Values that are the xor of a value for each digit of n."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from mexplore.discover.numerics.digits import digits
from mexplore.discover.study.declared import Declared, Parts, listed, whole
from mexplore.discover.study.pattern import ClosedForm, Pattern
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values

LARGEST_BASE = 256


@dataclass(frozen=True)
class DigitValues(Declared, Pattern):
    """G(n) is the xor of ``values[d]`` over the digits d of n in a base, for all n; values[0] = 0.

    No detector guesses such laws: theorems read them off rules that play on digits.

    >>> import numpy as np
    >>> from mexplore.discover.study.evidence import Evidence
    >>> law = DigitValues(3, (0, 1, 0))  # how many digits are 1, modulo 2
    >>> law.first_failure(Evidence(np.array([0, 1, 0, 1, 0, 1, 1], dtype=np.uint8)))
    6
    """

    name = "digit-values"
    parts = Parts(base=whole(2), values=listed(whole()))
    says = (
        "G(n) is the xor of the values of the digits of n in base $base, where the digits from 0 "
        "on have the values $values"
    )
    typeset = (
        r"G(n) = \bigoplus_i v_{d_i}, \quad n = \sum_i d_i $base^i, \; 0 \le d_i < $base, "
        r"\quad (v_0, v_1, \ldots) = ($values)"
    )

    base: int
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 2 <= self.base == len(self.values) <= LARGEST_BASE:
            raise ValueError("there is a value for each digit of the base")
        if min(self.values) < 0 or max(self.values) >= LARGEST_BASE or self.values[0]:
            raise ValueError("the values of digits are small numbers, that of 0 is 0")

    def size(self) -> int:
        return 1 + self.base

    def closed_form(self, evidence: Evidence) -> DigitValuesForm:
        del evidence
        return DigitValuesForm(self)


@dataclass(frozen=True)
class DigitValuesForm(ClosedForm):
    """The same at any n.

    >>> DigitValuesForm(DigitValues(10, tuple(range(10)))).at(1234)  # 1 xor 2 xor 3 xor 4
    4
    """

    law: DigitValues

    def at(self, n: int) -> int:
        return reduce(xor, (self.law.values[d] for d in digits(n, self.law.base)), 0)

    def prefix(self, stop: int) -> Values:
        import numpy as np

        size = max(stop, 1)
        values = np.zeros(1, dtype=np.uint8)
        of_digits = np.array(self.law.values, dtype=np.uint8)
        while len(values) < size:
            # n = base*q + d, for all q below the length and all d.
            values = (values[:, None] ^ of_digits[None, :]).ravel()[:size]
        return values[:stop]

    def counts(self, stop: int) -> dict[int, int]:
        below: Counter[int] = Counter()  # values of the m < the first digits of stop, read so far
        value = 0  # of these digits
        for last in digits(stop, self.law.base):
            longer: Counter[int] = Counter()
            for digit, own in enumerate(self.law.values):
                for before, count in below.items():
                    longer[before ^ own] += count
                if digit < last:
                    longer[value ^ own] += 1
            below, value = longer, value ^ self.law.values[last]
        return dict(sorted((+below).items()))

    def value_sets(self, budget: Budget) -> Mapping[int, Automaton] | None:
        """The state is the xor so far: it does not matter from which end the digits are read."""
        from mexplore.discover.automata.from_the_top import value_sets_of

        found = [0]
        for value in found:  # grows while it is read
            found += {value ^ own for own in self.law.values}.difference(found)
        number = {value: state for state, value in enumerate(found)}
        rows = [[number[value ^ own] for own in self.law.values] for value in found]
        return value_sets_of(self.law.base, rows, found, budget)

    def largest_value(self) -> int:
        """All xors of values of digits occur: the largest comes from a basis of them."""
        basis: list[int] = []
        for value in self.law.values:
            reduced = reduce(lambda rest, member: min(rest, rest ^ member), basis, value)
            basis += [reduced] if reduced else []
        basis.sort(reverse=True)
        return reduce(lambda most, member: max(most, most ^ member), basis, 0)
