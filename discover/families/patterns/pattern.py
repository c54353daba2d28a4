"""The claim about a family: a split, and laws with parameters for its cases."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from mexplore.discover.families.patterns import writing
from mexplore.discover.families.patterns.by_cases import LawsByCases, OfCase
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.splits import Split
from mexplore.rules.dataclass import dataclass

Json = dict[str, Any]


@dataclass(frozen=True)
class CaseLaw(OfCase):
    """A law in digits for the case of the split whose number, from 0 on, is ``case``."""

    law: DigitLaw

    def statement(self, of_many: bool) -> str:
        """The law in words, with its case where there are several."""
        return f"case {self.case}: {self.law.statement()}" if of_many else self.law.statement()


@dataclass(frozen=True)
class FamilyLaw(LawsByCases):
    """Each law is true for all members of its case and cell; where ``complete``, the cells hold
    every member of the family."""

    name: ClassVar[str] = "law with parameters"
    most_laws: ClassVar[int] = 500

    laws: tuple[CaseLaw, ...]
    complete: bool

    @property
    def about_all(self) -> bool:
        return self.complete

    @staticmethod
    def read_law(given: Json) -> DigitLaw:
        return writing.read_law(given)

    @staticmethod
    def write_law(law: DigitLaw) -> Json:
        return writing.write_law(law)

    def parameters(self) -> Json:
        return super().parameters() | {"complete": self.complete}

    @classmethod
    def _of(cls, split: Split, laws: tuple[OfCase, ...], parameters: Json) -> Self:
        complete = parameters["complete"]
        if type(complete) is not bool:
            raise ValueError("'complete' is true or false")
        return cls(split, tuple(CaseLaw(each.case, each.law) for each in laws), complete)

    def statement(self) -> str:
        """The periods, cell by cell, in the parameters of the split."""
        whom = "each member has" if self.complete else "some members have"
        steps = "".join(f", with {step}" for step in self.split)
        laws = "; ".join(each.statement(bool(self.split)) for each in self.laws)
        return f"{whom} a law{steps}: {laws}"
