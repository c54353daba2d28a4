"""The digits of huge numbers, and machines that read them, most significant digit first.

A *reader* has a state for every n >= 0: ``start`` for n = 0, and ``step(state of q, r)`` for
n = base*q + r, 0 <= r < base. Both are consistent only if step(start, 0) = start, so that
leading zeros change nothing. Automata and linear representations are readers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

S = TypeVar("S")


def digits(n: int, base: int) -> list[int]:
    """The digits of n >= 0 in the base, most significant first; none for n = 0.

    >>> digits(12, 2), digits(0, 10)
    ([1, 1, 0, 0], [])
    """
    powers = [base]  # base^(2^i): halving the digits is faster than taking them one by one
    while powers[-1] <= n:
        powers.append(powers[-1] ** 2)
    found = _digits(n, powers, len(powers))
    leading = next((i for i, digit in enumerate(found) if digit), len(found))
    return found[leading:]


def _digits(n: int, powers: list[int], level: int) -> list[int]:
    """Exactly 2^level digits."""
    if level == 0:
        return [n]
    high, low = divmod(n, powers[level - 1])
    return _digits(high, powers, level - 1) + _digits(low, powers, level - 1)


@dataclass(frozen=True)
class Reader(Generic[S]):
    """A machine that reads digits in a base, most significant first.

    >>> sum_of_digits = Reader(10, 0, lambda total, digit: total + digit)
    >>> sum_of_digits.state(1234)
    10
    """

    base: int
    start: S
    step: Callable[[S, int], S]

    def state(self, n: int) -> S:
        """The state of n."""
        state = self.start
        for digit in digits(n, self.base):
            state = self.step(state, digit)
        return state

    def first_unlike(self, first: int, width: int, alike: Callable[[S, int], bool]) -> int | None:
        """The least n with first <= n < base^width that is not alike, or None.

        ``alike(state of q, level)`` says whether every n whose digits are those of q and
        ``level`` more is alike. From ``first`` on, the numbers below base^width are cut into
        such blocks, at most base - 1 of each level, and only one of them is searched.

        >>> parity = Reader(2, 0, lambda state, digit: state ^ digit)
        >>> parity.first_unlike(3, 8, lambda state, level: level == 0 and state == 0)
        4
        """
        states = [self.start]
        read = digits(first, self.base)
        for digit in [0] * (width - len(read)) + read:
            states.append(self.step(states[-1], digit))
        if not alike(states.pop(), 0):
            return first
        prefix = first
        for level in range(width):
            prefix, digit = divmod(prefix, self.base)
            parent = states.pop()
            for larger in range(digit + 1, self.base):
                state = self.step(parent, larger)
                if not alike(state, level):
                    return self._descend(state, self.base * prefix + larger, level, alike)
        return None

    def _descend(self, state: S, n: int, level: int, alike: Callable[[S, int], bool]) -> int:
        """The least n of a block that is not alike throughout."""
        while level:
            level -= 1
            for digit in range(self.base):
                child = self.step(state, digit)
                if not alike(child, level):
                    state, n = child, self.base * n + digit
                    break
            else:
                raise AssertionError("a block that is unlike has a part that is unlike")
        return n
