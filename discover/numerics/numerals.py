"""Numbers given as text: remainders are computed from the digits alone.

Reading a number of d decimal digits takes time d^2 (or d^1.58), its remainder time d: for a text
of digits c_0 ... c_(d-1) and a modulus p, n mod p = sum of c_i * (10^(d-1-i) mod p), mod p.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, overload

from mexplore.rules.text.given import Numbers
from mexplore.rules.text.long_decimals import from_decimal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

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
