"""The types of heaps, one after the other, until one is wild."""

from __future__ import annotations

import numpy as np

from mexplore.discover.misere.patterns.search.options import Integers, OptionTable
from mexplore.discover.misere.patterns.types import Type, Types, type_of_options


class Taming:
    """Types of the heaps 0, ..., ``last``, as 2*value + firm.

    >>> from mexplore.rules.notation import parse_rule
    >>> search = Taming(OptionTable(parse_rule("0.77")))
    >>> search.grow(9), search.last, search.wild
    (False, 4, 5)
    """

    def __init__(self, heaps: OptionTable) -> None:
        self.heaps = heaps
        self.codes: Integers = np.zeros(1, dtype=np.int64)
        self.wild: int | None = None
        """The first wild heap, if it is known."""

    @property
    def last(self) -> int:
        """The largest heap whose type is known."""
        return len(self.codes) - 1

    def grow(self, stop: int) -> bool:
        """Find the types of the heaps below ``stop``; False where one is wild."""
        codes = np.zeros(max(stop, self.last + 1), dtype=np.int64)
        codes[: self.last + 1] = self.codes
        while self.last + 1 < stop and self.wild is None:
            n = self.last + 1
            self.heaps.learn(n)
            seen = {_type(code) for code in self.heaps.classes(n, codes, _product).tolist()}
            found = type_of_options(seen)
            if found is None:
                self.wild = n
                break
            codes[n] = 2 * found.value + found.firm
            self.codes = codes[: n + 1]
        return self.wild is None

    def claim(self, length: int, period: int) -> Types:
        """The law that says this of the first heaps, the last ``period`` of which repeat."""
        return Types(tuple(_type(code) for code in self.codes[1 : length + 1].tolist()), period)


def _type(code: int) -> Type:
    return Type(bool(code & 1), code >> 1)


def _product(a: Integers, b: Integers) -> Integers:
    """The xor of the values; firm if one is."""
    found: Integers = (a ^ b) | (a & 1) | (b & 1)
    return found
