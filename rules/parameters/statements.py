"""Statements about the members of a family: ``period == a + b when b % (2*a) != a``.

They compare the least period, or the least preperiod, of every member with a polynomial in the
names; conditions after ``when`` are comparisons of polynomials, and of remainders.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import RuleSyntaxError
from rules.parameters.polynomial import Polynomial
from rules.parameters.reading import Reader

SIGNS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
WHAT = ("period", "preperiod")
_EXAMPLE = "period == a + b when b % (2*a) != a"


@dataclass(frozen=True)
class Condition:
    """``left sign right``, or ``left % modulus sign right``."""

    left: Polynomial
    sign: str
    right: Polynomial
    modulus: Polynomial | None = None

    def holds(self, values: Mapping[str, int]) -> bool:
        """Whether it is true where the names have these values. Where the modulus is below 1 there
        is no remainder, and it is false."""
        left = self.left.at(values)
        if self.modulus is not None:
            modulus = self.modulus.at(values)
            if modulus < 1:
                return False
            left %= modulus
        return bool(SIGNS[self.sign](left, self.right.at(values)))


@dataclass(frozen=True)
class PeriodStatement:
    """That ``what``, the least period or preperiod, compares to ``bound`` like this for every
    member that satisfies the conditions.

    >>> claim = PeriodStatement.parse("period == a + b when b % (2*a) != a, b > 3", ("a", "b"))
    >>> claim.concerns({"a": 2, "b": 6}), claim.holds({"a": 2, "b": 5}, 0, 7)
    (False, True)
    """

    what: str
    sign: str
    bound: Polynomial
    when: tuple[Condition, ...]

    @classmethod
    def parse(cls, text: str, names: tuple[str, ...]) -> PeriodStatement:
        """The statement that a text makes about a family with these names; RuleSyntaxError with the
        place of a mistake."""
        head = re.match(r"\s*(\w+)", text)
        if head is None or head[1] not in WHAT:
            place = 0 if head is None else head.start(1)
            problem = "this is no statement about the members of a family"
            raise RuleSyntaxError(text, place, problem, f"write {_EXAMPLE}")
        parted = re.search(r"\b(when|where|if)\b", text)
        end = len(text) if parted is None else parted.start()
        reader = _Known(text[head.end() : end], text, head.end(), names)
        sign = reader.sign()
        bound = reader.sum()
        reader.end(f"write {_EXAMPLE}")
        if parted is None:
            return cls(head[1], sign, bound, ())
        reader = _Known(text[parted.end() :], text, parted.end(), names)
        when = [reader.condition()]
        while reader.take(",", "and"):
            when.append(reader.condition())
        reader.end(f"write conditions as in {_EXAMPLE}")
        return cls(head[1], sign, bound, tuple(when))

    def concerns(self, values: Mapping[str, int]) -> bool:
        """Whether a member satisfies the conditions."""
        return all(condition.holds(values) for condition in self.when)

    def holds(self, values: Mapping[str, int], preperiod: int, period: int) -> bool:
        """Whether it is true of a member that has these least numbers."""
        number = period if self.what == "period" else preperiod
        return not self.concerns(values) or bool(SIGNS[self.sign](number, self.bound.at(values)))


class _Known(Reader):
    """Reads polynomials in known names."""

    def __init__(self, text: str, whole: str, at: int, names: tuple[str, ...]) -> None:
        self.names = names
        super().__init__(text, whole, at, linear=False)

    def factor(self) -> Polynomial:
        if self.is_name() and self.token not in self.names:
            listed = ", ".join(self.names)
            self.refuse(f"{self.token} is no name of the family", f"its names are {listed}")
        return super().factor()

    def sign(self) -> str:
        """A comparison."""
        if self.token not in SIGNS:
            self.refuse("a comparison is missing", f"write {' '.join(SIGNS)}")
        return self.step()

    def condition(self) -> Condition:
        """A comparison of two sums, or of a remainder and a sum."""
        left, modulus = self.sum(), None
        if self.take("%"):
            modulus = self.factor()
        sign = self.sign()
        return Condition(left, sign, self.sum(), modulus)
