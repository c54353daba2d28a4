"""Lines alpha*n + beta on a residue class of n, and why an expression is none."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.errors import MexploreError

MOST_STEPS = 100_000  # nodes looked at, for all classes of a rule
MOST_ENTRIES = 512  # of one list
MOST_BITS = 4096  # of a number


class NoLine(Exception):
    """Why an expression is no line on the classes."""


class LargerModulus(Exception):
    """The classes are too coarse; the factor by which the modulus has to grow."""

    def __init__(self, factor: int) -> None:
        super().__init__(factor)
        self.factor = factor


Exact = int | Fraction
"""Whole numbers are int, which are many times as fast as fractions. No two are divided by ``/``,
which would round: `quotient` is exact."""


def quotient(number: Exact, divisor: Exact) -> Exact:
    """The exact quotient, an int where it is whole.

    >>> quotient(6, 3), quotient(6, 4), quotient(Fraction(3, 2), Fraction(1, 2))
    (2, Fraction(3, 2), 3)
    """
    found = Fraction(number) / divisor
    return found.numerator if found.denominator == 1 else found


@dataclass(frozen=True)
class Line:
    """alpha*n + beta; of an expression of whole numbers, an integer at every n of the class."""

    alpha: Exact
    beta: Exact

    @classmethod
    def of(cls, value: Exact) -> Line:
        return cls(0, value)

    def plus(self, other: Line, times: Exact = 1) -> Line:
        return Line(self.alpha + times * other.alpha, self.beta + times * other.beta)

    def times(self, number: Exact) -> Line:
        return Line(self.alpha * number, self.beta * number)

    def over(self, divisor: Exact) -> Line:
        return Line(quotient(self.alpha, divisor), quotient(self.beta, divisor))

    @property
    def value(self) -> Exact | None:
        """The value, where it does not depend on n."""
        return None if self.alpha else self.beta

    @property
    def constant(self) -> int | None:
        """The same for an expression of whole numbers."""
        return None if self.alpha else int(self.beta)


Entry = Line | tuple[Line, ...]
"""An entry of a list: a number, or the heaps of an option."""


@dataclass
class Budget:
    """How many nodes may still be looked at."""

    steps: int = MOST_STEPS

    def spend(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise NoLine("its expression is too long for its many residue classes")


def evaluated(node: tree.Node, names: dict[str, int]) -> Line:
    """An operation on constants."""
    try:
        return Line.of(evaluate(node, names))
    except MexploreError as error:
        raise NoLine(str(error)) from None


def single(entry: Entry) -> Line:
    if isinstance(entry, tuple):
        refuse("several heaps stand where a number is wanted")
    return entry


def limit(count: int) -> None:
    if count > MOST_ENTRIES:
        refuse(f"a list has more than {MOST_ENTRIES} entries")


def refuse(problem: str) -> NoReturn:
    raise NoLine(problem)
