"""Maps of values: a line on each residue class of the value, and a few exceptions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]

LARGEST_MODULUS = 4
MOST_EXCEPTIONS = 4
LEAST_POINTS = 3  # values on each class, beside the exceptions, that a map has to agree with
LARGEST = 1 << 61  # results that arrays can hold

Class = tuple[int, int, int]
"""(p, q, d): x -> (p*x + q)/d, an integer on the whole class."""


@dataclass(frozen=True)
class ValueMap:
    """f(x) = (p*x + q)/d with (p, q, d) = ``lines[x mod m]``, m = len(lines), but f(x) = y for the
    pairs (x, y) of ``exceptions``.

    >>> swap = ValueMap(((1, 1, 1), (1, -1, 1)))  # x XOR 1
    >>> [swap(x) for x in range(6)], swap.written()
    ([1, 0, 3, 2, 5, 4], 'x + 1 if x mod 2 = 0, x - 1 if x mod 2 = 1')
    """

    lines: tuple[Class, ...]
    exceptions: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        numbers = [n for row in (*self.lines, *self.exceptions) for n in row]
        if not self.lines or any(type(n) is not int for n in numbers):
            raise ValueError("a map of values is given by integers, a line for each residue")
        size = len(self.lines)
        for residue, (p, q, d) in enumerate(self.lines):
            if d < 1 or gcd(p, q, d) > 1 or (p * residue + q) % d or (p * size) % d:
                raise ValueError("a line (p*x + q)/d is in lowest terms and whole on its class")
        keys = [x for x, _ in self.exceptions]
        if keys != sorted(set(keys)) or any(self._line(x) == y for x, y in self.exceptions):
            raise ValueError("exceptions come in order, each once, and are none of the lines'")

    @classmethod
    def fitted(cls, pairs: Mapping[int, int]) -> Self | None:
        """The shortest map with f(x) = y for all pairs: of a small modulus, with a few x that are
        exceptions."""
        moduli = range(1, LARGEST_MODULUS + 1)
        found = [fit for modulus in moduli if (fit := cls._modulo(modulus, pairs)) is not None]
        return min(found, key=cls.size, default=None)

    @classmethod
    def _modulo(cls, modulus: int, pairs: Mapping[int, int]) -> Self | None:
        classes = [sorted(x for x in pairs if x % modulus == r) for r in range(modulus)]
        if any(len(known) < LEAST_POINTS for known in classes):
            return None
        lines = [_through(known[-2:], pairs, modulus) for known in classes]
        bare = cls(tuple(line for line in lines if line is not None)) if all(lines) else None
        if bare is None:
            return None
        wrong = tuple((x, pairs[x]) for x in sorted(pairs) if bare(x) != pairs[x])
        right = Counter(x % modulus for x in pairs)
        right.subtract(x % modulus for x, _ in wrong)
        if len(wrong) > min(MOST_EXCEPTIONS, len(pairs) // 4) or min(right.values()) < LEAST_POINTS:
            return None
        return cls(bare.lines, wrong)

    @cached_property
    def _table(self) -> dict[int, int]:
        return dict(self.exceptions)

    def _line(self, x: int) -> int:
        p, q, d = self.lines[x % len(self.lines)]
        return (p * x + q) // d

    def __call__(self, x: int) -> int:
        known = self._table.get(x)
        return self._line(x) if known is None else known

    @property
    def is_line(self) -> bool:
        """Whether it is one line without exceptions."""
        return len(self.lines) == 1 and not self.exceptions

    def many(self, x: Integers) -> Integers:
        """The map of an array; OverflowError where a result may be 2^61 or more."""
        import numpy as np

        largest = int(np.abs(x).max(initial=0))
        if any(abs(p) * largest + abs(q) >= LARGEST for p, q, _ in self.lines):
            raise OverflowError
        p, q, d = np.array(self.lines, dtype=np.int64)[x % len(self.lines)].T
        found: Integers = (p * x + q) // d
        for value, image in self.exceptions:
            found[x == value] = image
        return found

    def parameters(self) -> dict[str, Any]:
        """As JSON prints it."""
        return {
            "lines": [list(line) for line in self.lines],
            "exceptions": [list(pair) for pair in self.exceptions],
        }

    @classmethod
    def from_parameters(cls, given: Any) -> Self:
        """The map that `parameters` wrote; ValueError, KeyError or TypeError for others."""
        if set(given) != {"lines", "exceptions"}:
            raise ValueError("a map of values has lines and exceptions")
        lines = tuple((p, q, d) for p, q, d in given["lines"])
        return cls(lines, tuple((x, y) for x, y in given["exceptions"]))

    def written(self) -> str:
        """The map as a person writes it."""
        size = len(self.lines)
        parts = [f"{y} if x = {x}" for x, y in self.exceptions]
        for residue, line in enumerate(self.lines):
            condition = f" if x mod {size} = {residue}" if size > 1 else ""
            parts.append(_line_written(line) + condition)
        return ", ".join(parts) + (" else" if self.exceptions and size == 1 else "")

    def size(self) -> int:
        """How many integers it takes."""
        return 3 * len(self.lines) + 2 * len(self.exceptions)


def _through(known: list[int], pairs: Mapping[int, int], modulus: int) -> Class | None:
    """The line through two points, if it takes whole values on the class."""
    x1, x2 = known
    d = x2 - x1
    p = pairs[x2] - pairs[x1]
    q = pairs[x1] * d - p * x1
    g = gcd(p, q, d)
    p, q, d = p // g, q // g, d // g
    return None if (p * modulus) % d else (p, q, d)


def _line_written(line: Class) -> str:
    p, q, d = line
    if p == 0:
        return str(q // d)
    above = "x" if p == 1 else "-x" if p == -1 else f"{p}*x"
    if q:
        above += f" {'+' if q > 0 else '-'} {abs(q)}"
    if d == 1:
        return above
    return f"({above})/{d}" if q else f"{above}/{d}"
