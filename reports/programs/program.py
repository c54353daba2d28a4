"""What a program that evaluates a law consists of: tables of numbers, and a body in two languages.

A kind of closed form that can be written so has a file in ``reports/programs/kinds``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.dataclass import dataclass

WORD = 1 << 64
"""Programs are for 0 <= n < WORD."""

Form = TypeVar("Form", bound=ClosedForm)


@dataclass(frozen=True)
class Program:
    """Tables by name, and the lines of the body in both languages; ``n`` is the argument."""

    tables: Mapping[str, Sequence[int]]
    python: str
    cpp: str


class ProgramKind(ABC, Generic[Form]):
    """How one kind of closed form is written as a program."""

    of_form: ClassVar[type[ClosedForm]]

    @abstractmethod
    def program(self, form: Form) -> Program:
        """Tables and bodies; the names in the bodies are those of the tables."""

    def largest(self, form: Form, stop: int) -> int:
        """A number that no value of a heap n < stop exceeds; stop is far beyond all tables."""
        return form.at(stop - 1)
