"""Numbers and places as programs give them: whole numbers of Python, numpy and sympy, floats that
are whole, and texts such as ``10^18``."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import cached_property
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, MexploreError
from mexplore.rules.text.files import explained, lines_of
from mexplore.rules.text.numbers import parse_number

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


EXACT = 1 << 53
"""Floats below are exact where they are whole."""
MANY = 1000
"""This many numbers are looked at together."""


class Numbers(list[int]):
    """Whole numbers in a list that nobody changes; read once as an array, where all of them fit."""

    @cached_property
    def words(self) -> npt.NDArray[np.int64] | None:
        """The same as an array; None where some number is below -2^63 or not below 2^63."""
        import numpy as np

        try:
            return np.fromiter(self, dtype=np.int64, count=len(self))
        except OverflowError:
            return None

    def least(self) -> int:
        """The least of them; there is one."""
        return min(self) if self._many is None else int(self._many.min())

    def largest(self) -> int:
        """The largest of them, 0 if there is none."""
        return max(self, default=0) if self._many is None else int(self._many.max())

    @property
    def _many(self) -> npt.NDArray[np.int64] | None:
        """The array, where it saves time."""
        return self.words if len(self) >= MANY else None


def whole(number: Any, what: str = "number") -> int:
    """The number as an int, at least 0; InputError for what is no whole number.

    >>> whole("10^3"), whole(7.0)
    (1000, 7)
    """
    if isinstance(number, str):
        return parse_number(number, what)
    try:
        found = index(number)
    except TypeError:
        if not isinstance(number, float) or not number.is_integer():
            raise InputError(f"{what} {_short(number)} is no whole number") from None
        if abs(number) > EXACT:
            remedy = "write an int, such as 10**18"
            raise InputError(
                f"{what} {number} is a float, which may not be exact: {remedy}"
            ) from None
        found = int(number)
    if found < 0:
        raise InputError(f"{what} {found} is negative; heaps and their numbers are 0 or more")
    return found


def place(at: Any) -> int | tuple[int, ...]:
    """A heap, or a square given as a tuple, a list, an array or a text.

    >>> place(5), place("3,5"), place([3, 5])
    (5, (3, 5), (3, 5))
    """
    if isinstance(at, str) and "," in at:
        from mexplore.rules.text.numbers import parse_square

        return parse_square(at)
    return tuple(whole(each, "coordinate") for each in at) if is_listed(at) else whole(at, "heap")


def places(given: Iterable[Any]) -> tuple[list[Any], set[type]]:
    """Many of them, and their types; ints of Python, the usual case, are not looked at one by one.

    >>> places([5, 10**30])
    ([5, 1000000000000000000000000000000], {<class 'int'>})
    >>> places(["3,5", (1, 2)])
    ([(3, 5), (1, 2)], {<class 'tuple'>})
    """
    every = Numbers(given)
    if every and [*map(type, every)].count(int) == len(every) and every.least() >= 0:
        return every, {int}
    found = [place(each) for each in every]
    return found, set(map(type, found))


def is_listed(given: Any) -> bool:
    """Whether it is a list of things: a list, a tuple, an array, a Series, a generator.

    >>> is_listed([1, 2]), is_listed("1, 2"), is_listed(12)
    (True, False, False)
    """
    single = isinstance(given, str | bytes) or getattr(given, "shape", None) == ()
    return not single and isinstance(given, Iterable)


def terms(given: Iterable[Any]) -> Sequence[int]:
    """Bare numbers as a list; InputError names the first that is no whole number.

    >>> terms(n % 3 for n in range(4))
    [0, 1, 2, 0]
    """
    return [whole(term, f"at n = {n} the term") for n, term in enumerate(given)]


def seconds(budget: Any) -> float | None:
    """A budget: seconds, more than 0, or None for as long as it takes.

    >>> seconds(20)
    20.0
    """
    if budget is None:
        return None
    if isinstance(budget, str) or not hasattr(budget, "__float__"):
        raise InputError(f"budget {_short(budget)} is no number of seconds; write 20 or None")
    found = float(budget)
    if not (found > 0 and math.isfinite(found)):
        raise InputError(f"budget {found}: a number of seconds is more than 0; None has no end")
    return found


def _short(given: Any) -> str:
    return " ".join(repr(given).split())[:60]


# Files with one item a line: rules, heaps, games, or terms of a sequence.


Item = TypeVar("Item")

LARGEST_FILE = 1 << 30  # bytes


@dataclass
class Lines(Generic[Item]):
    """``good`` holds the items with their line numbers; ``bad`` an error for each other line."""

    good: list[tuple[int, Item]] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)

    @property
    def items(self) -> list[Item]:
        """The items without their line numbers."""
        return [item for _, item in self.good]


def read_lines(
    path: Path, read: Callable[[str], Item], *, keep_going: bool = False, most: int = LARGEST_FILE
) -> Lines[Item]:
    """What ``read`` makes of each line of a file of at most ``most`` bytes.

    The path ``-`` is standard input. Empty lines and what follows a ``#`` are left out. The first
    malformed line is an InputError that names it; with ``keep_going`` such lines are collected.
    """
    lines: Lines[Item] = Lines()
    for number, bare in bare_lines(path, most):
        try:
            lines.good.append((number, read(bare)))
        except MexploreError as error:
            message = f"{name_of(path)}, line {number}: {error}"
            if not keep_going:
                raise InputError(message) from None
            lines.bad.append(message)
    return lines


def bare_lines(path: Path, most: int = LARGEST_FILE) -> Iterator[tuple[int, str]]:
    """The number and the text of each line that `read_lines` reads; InputError where the file
    cannot be read."""
    for number, line in enumerate(_lines(path, most), 1):
        bare = line.partition("#")[0].strip()
        if bare:
            yield number, bare


def name_of(path: Path) -> str:
    """What errors call the file."""
    return "standard input" if str(path) == "-" else str(path)


def _lines(path: Path, most: int) -> Iterator[str]:
    if str(path) != "-":
        yield from lines_of(path, most, "utf-8-sig")
        return
    with explained(path):
        for line in sys.stdin:
            yield from line.splitlines()
