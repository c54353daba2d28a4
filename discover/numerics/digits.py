"""The digits of huge numbers: machines that read them, remainders, and counts of outputs.

The digits of huge numbers, and machines that read them, most significant digit first.

A *reader* has a state for every n >= 0: ``start`` for n = 0, and ``step(state of q, r)`` for
n = base*q + r, 0 <= r < base. Both are consistent only if step(start, 0) = start, so that
leading zeros change nothing. Automata and linear representations are readers.

Numbers given as text: remainders are computed from the digits alone.

Reading a number of d decimal digits takes time d^2 (or d^1.58), its remainder time d: for a text
of digits c_0 ... c_(d-1) and a modulus p, n mod p = sum of c_i * (10^(d-1-i) mod p), mod p.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.given import Numbers
from mexplore.rules.text.numbers import from_decimal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


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


AT_ONCE = 1 << 16  # digits that are processed together: they stay in the cache
LARGEST_SUM = 1 << 53  # below it sums of floating-point numbers are exact


class Numerals(Sequence[int]):
    """Numbers by their decimal digits, without leading zeros; each is converted when it is used.

    >>> numbers = Numerals(["12", "7", "100000000000000000000"])
    >>> list(numbers) == [12, 7, 10**20], numbers.largest() == 10**20
    (True, True)
    >>> numbers.remainders(7), numbers.below(10)
    ([5, 0, 2], {1: 7})
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = list(texts)

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Numerals: ...

    def __getitem__(self, index: int | slice) -> int | Numerals:
        if isinstance(index, slice):
            return Numerals(self._texts[index])
        return from_decimal(self._texts[index])

    def largest(self) -> int:
        """The largest of the numbers, 0 if there is none."""
        return from_decimal(max(self._texts, key=lambda text: (len(text), text), default="0"))

    def below(self, stop: int) -> dict[int, int]:
        """The numbers below ``stop``, by their indices."""
        longest = len(str(stop))
        short = {i: self[i] for i, text in enumerate(self._texts) if len(text) <= longest}
        return {i: n for i, n in short.items() if n < stop}

    def remainders(self, p: int) -> list[int]:
        """The numbers mod p."""
        by_length: dict[int, list[int]] = {}
        for i, text in enumerate(self._texts):
            by_length.setdefault(len(text), []).append(i)
        found = [0] * len(self)
        for length, places in by_length.items():
            if ord("9") * p * length >= LARGEST_SUM:
                values = [self[i] % p for i in places]
            else:
                values = self._remainders(places, length, p)
            for i, value in zip(places, values, strict=True):
                found[i] = value
        return found

    def _remainders(self, places: list[int], length: int, p: int) -> list[int]:
        """The remainders of numbers of one length, whose weights mod p add up exactly."""
        import numpy as np

        weights = np.array([pow(10, k, p) for k in range(length - 1, -1, -1)], dtype=np.float64)
        zeros = ord("0") * weights.sum()
        rows = max(1, AT_ONCE // length)
        found: list[int] = []
        for low in range(0, len(places), rows):
            texts = "".join([self._texts[i] for i in places[low : low + rows]])
            codes = np.frombuffer(texts.encode("ascii"), dtype=np.uint8).reshape(-1, length)
            sums: npt.NDArray[np.float64] = codes.astype(np.float64) @ weights - zeros
            found += (sums.astype(np.int64) % p).tolist()
        return found


def largest(numbers: Sequence[int]) -> int:
    """The largest number, 0 if there is none."""
    if isinstance(numbers, Numerals | Numbers):
        return numbers.largest()
    return max(numbers, default=0)


def below(numbers: Sequence[int], stop: int) -> dict[int, int]:
    """The numbers n < stop, by their indices."""
    if isinstance(numbers, Numerals):
        return numbers.below(stop)
    return {i: n for i, n in enumerate(numbers) if n < stop}


def remainders(numbers: Sequence[int], p: int) -> list[int]:
    """The numbers mod p.

    >>> remainders([5, 10**30], 7)
    [5, 1]
    """
    if isinstance(numbers, Numerals):
        return numbers.remainders(p)
    return [n % p for n in numbers]


Transitions = tuple[tuple[int, ...], ...]


def outputs_below(
    digits: Sequence[int], transitions: Transitions, outputs: Sequence[int]
) -> Counter[int]:
    """How many numbers have each output among those below the one of these digits, most
    significant first, from state 0 on; where a target is negative no digit follows.

    >>> outputs_below([1, 0, 1], ((0, 1), (1, 0)), (0, 1))  # Thue-Morse, n < 5
    Counter({1: 3, 0: 2})
    """
    inner: Counter[int] = Counter()  # states of the numbers below the one read so far
    state = 0
    for digit in digits:
        following: Counter[int] = Counter()
        for s, many in inner.items():
            for target in transitions[s]:
                following[target] += many
        for target in transitions[state][:digit]:
            following[target] += 1
        inner, state = following, transitions[state][digit]
        del inner[-1]
    total: Counter[int] = Counter()
    for s, many in inner.items():
        total[outputs[s]] += many
    return total
