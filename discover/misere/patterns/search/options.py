"""The options of heaps as arrays, so that the classes of all of them are looked up at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from mexplore.rules.rule import Heaps, Rule

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class OptionTable:
    """Options of the heaps 0, ..., ``last``, ``count`` in all, and the *rank* of each heap: the
    longest play with it.

    >>> from mexplore.rules.notation import parse_rule
    >>> table = OptionTable(parse_rule("0.77"))
    >>> table.learn(3)
    >>> table.listed[3], table.rank
    (((1,), (1, 1), (2,)), [0, 1, 2, 3])
    """

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.listed: list[tuple[Heaps, ...]] = [()]
        self.rank = [0]
        self.count = 0
        self._arrays: list[tuple[Integers, ...]] = [()]

    @property
    def last(self) -> int:
        """The largest heap whose options are known."""
        return len(self.listed) - 1

    def learn(self, n: int) -> None:
        """List the options of the heaps up to n."""
        while self.last < n:
            found = {tuple(sorted(option)) for option in self.rule.options(self.last + 1)}
            options = tuple(sorted(found))
            self._arrays.append(_by_number_of_heaps(options))
            self.rank.append(max((1 + self.rank_of(option) for option in options), default=0))
            self.listed.append(options)
            self.count += len(options)

    def rank_of(self, heaps: Heaps) -> int:
        """The longest play with these heaps."""
        return sum(self.rank[heap] for heap in heaps)

    def terminal(self, n: int) -> bool:
        """Whether the heap has no option."""
        return not self.listed[n]

    def classes(self, n: int, classes: Integers, product: Product, one: int = 0) -> Integers:
        """The different classes of the options of n, where ``classes[h]`` is that of heap h."""
        found = []
        for options in self._arrays[n]:
            total: Any = np.full(len(options), one, dtype=np.int64)
            for column in options.T:
                total = product(total, classes[column])
            found.append(total)
        return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)


Product = Callable[[Integers, Integers], Integers]


def _by_number_of_heaps(options: tuple[Heaps, ...]) -> tuple[Integers, ...]:
    alike = {k: [o for o in options if len(o) == k] for k in sorted(set(map(len, options)))}
    return tuple(np.array(o, dtype=np.int64).reshape(len(o), k) for k, o in alike.items())
