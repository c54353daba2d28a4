"""The first heaps of a game by a kernel's machine code and by the same kernel in plain Python.

A kernel is used in blocks that grow, so the first call of its machine code may be a large one. It
is therefore compared on a few heaps from n = 0 on, whenever functions have run as machine code that
were not compared for this type of values; before that no value of it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.rules.engine.compiled import Compiled, refuse
from mexplore.rules.engine.compiling import plainly
from mexplore.rules.engine.crosscheck import LINES, TooLong, at_most
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values

LENGTHS = (48, 16, 4)
"""Heaps that are compared: fewer where plain Python takes too long."""

_COMPARED: set[tuple[Compiled, Any]] = set()
"""The functions that were compared, each with the type of the values."""


class Plainly(Kernel):
    """A kernel whose loops run as plain Python: slow, and right on every processor."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def fill(self, values: Values, start: int, stop: int) -> int:
        with plainly():
            return self._kernel.fill(values, start, stop)

    def steps(self, start: int, stop: int) -> float:
        return 100 * self._kernel.steps(start, stop)


def trusted(rule: Rule, dtype: Any, ran: set[Compiled]) -> bool:
    """Whether the machine code that ran for the rule's values agrees with plain Python on the first
    of them; where it does not, it is refused."""
    new = {function for function in ran if (function, dtype) not in _COMPARED}
    if not new:
        return True
    difference = _difference(rule, dtype)
    _COMPARED.update((function, dtype) for function in new)
    if difference is not None:
        refuse(new, difference)
    return difference is None


def plain_kernel(rule: Rule) -> Kernel:
    """The kernel of a rule that has one, without machine code."""
    kernel = rule.kernel()
    assert kernel is not None
    return Plainly(kernel.plain())


def _difference(rule: Rule, dtype: Any) -> str | None:
    """The first n below LENGTHS at which the two forms of the kernel differ, with both values."""
    for heaps in LENGTHS:
        slow, fast = np.zeros(heaps, dtype=dtype), np.zeros(heaps, dtype=dtype)
        by_python, by_machine = plain_kernel(rule), rule.kernel()
        assert by_machine is not None
        try:
            with at_most(LINES):
                expected = by_python.fill(slow, 0, heaps)
        except TooLong:
            continue
        with plainly(False):
            found = by_machine.fill(fast, 0, heaps)
        differing = np.flatnonzero(fast[:found] != slow[:found]) if found == expected else [found]
        if len(differing):
            n = int(differing[0])
            return f"G({n}) = {fast[min(n, heaps - 1)]}, by plain Python {slow[min(n, heaps - 1)]}"
        return None
    return None
