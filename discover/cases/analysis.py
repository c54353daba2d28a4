"""The case analysis of a law, as people do it by hand: one row an interval or a residue class.

A row names where n lies, where each option then lies and of which value it is, the mex, and what
the law claims. Each inequality and each congruence is decided by sympy, with k or q symbolic; a
row that fails is shown as failing. The table is a second, independent reading of the proof: the
theorem's finite check covers the n for which the rows are not yet valid.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from discover.pattern import ClosedForm
from rules.rule import Rule, mex

MOST_ROWS = 512

R = TypeVar("R", bound=Rule)
Form = TypeVar("Form", bound=ClosedForm)


@dataclass(frozen=True)
class Check:
    """One inequality or congruence, and whether sympy finds it true for every k or q."""

    text: str
    holds: bool


@dataclass(frozen=True)
class Option:
    """Where options land, and the values there; ``latex`` and ``text`` say the same."""

    text: str
    latex: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """One case: all options by value, and the checks that put them there."""

    where: str
    where_latex: str
    options: tuple[Option, ...]
    claim: int
    checks: tuple[Check, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The different values of the options, in increasing order."""
        return tuple(sorted({value for option in self.options for value in option.values}))

    @property
    def mex(self) -> int:
        """The mex of the values of the options."""
        return mex(self.values)

    @property
    def holds(self) -> bool:
        """Whether every check is true and the mex is what the law claims."""
        return self.mex == self.claim and all(check.holds for check in self.checks)


@dataclass(frozen=True)
class Cases:
    """The rows, and for which n they are valid; below, the terms are checked one by one."""

    variable: str
    variable_latex: str
    valid_from: int
    rows: tuple[Row, ...]

    @property
    def holds(self) -> bool:
        """Whether every row holds."""
        return all(row.holds for row in self.rows)

    def failing(self) -> Iterable[Row]:
        """The rows that do not hold."""
        return (row for row in self.rows if not row.holds)


class CaseAnalysis(ABC, Generic[R, Form]):
    """How the cases of one kind of law are made, for one kind of rule."""

    of_rule: ClassVar[type[Rule]]
    of_form: ClassVar[type[ClosedForm]]

    @abstractmethod
    def has_cases(self, rule: R, form: Form) -> bool:
        """Whether this law has rows, and no more than MOST_ROWS; told without making them."""

    @abstractmethod
    def cases(self, rule: R, form: Form) -> Cases:
        """The rows, where there are some."""


AnyCaseAnalysis = CaseAnalysis[Any, Any]
