"""The case analysis of a law as one does it by hand: a row for each interval or residue class of n.

A row says where n lies, where each option lies and which value it has, the mex of these values, and
the value that the law claims. Each inequality and each congruence is decided with k or q
symbolic; a row that fails is shown as failing. The table is a second, independent proof; the finite
check of the theorem covers the n for which the rows are not yet valid.

To add one, add a file with a subclass of `CaseAnalysis` that names the closed forms and the rules
that it is about and makes the rows; nothing else is edited.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.dataclass import dataclass
from mexplore.rules.rule import Rule, mex

MOST_ROWS = 512

R = TypeVar("R", bound=Rule)
Form = TypeVar("Form", bound=ClosedForm)


@dataclass(frozen=True)
class Check:
    """An inequality or congruence, and whether it is proved for every k or q."""

    text: str
    holds: bool


@dataclass(frozen=True)
class Option:
    """Where an option lies and the values there, as ``text`` and as ``latex``."""

    text: str
    latex: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """One case: all options with their values, and the checks of where they lie."""

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
    """The rows, valid for n >= ``valid_from``; the terms below are checked one by one."""

    variable: str
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
    """The construction of the cases for one kind of law and one kind of rule."""

    of_rule: ClassVar[type[Rule]]
    of_form: ClassVar[type[ClosedForm]]

    @abstractmethod
    def has_cases(self, rule: R, form: Form) -> bool:
        """Whether there are rows, and at most MOST_ROWS; decided without making them."""

    @abstractmethod
    def cases(self, rule: R, form: Form) -> Cases:
        """The rows; called only if `has_cases`."""


AnyCaseAnalysis = CaseAnalysis[Any, Any]
