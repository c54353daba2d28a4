"""The claim about a family: a split, and laws with parameters for its cases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from discover.pattern import Claim
from discover.patterns.parameters.digits import value_at
from discover.patterns.parameters.law import DigitLaw
from discover.patterns.parameters.members import Members, Values
from discover.patterns.parameters.splits import Case, Split, cases_of, place_in, read_step
from discover.patterns.parameters.writing import read_law, write_law
from rules.parameters.constraint import all_hold
from rules.parameters.rule import ParametricRule

Json = dict[str, Any]
MOST_LAWS = 500


@dataclass(frozen=True)
class CaseLaw:
    """A law for the case of the split whose number, from 0 on, is ``case``."""

    case: int
    law: DigitLaw

    def statement(self, of_many: bool) -> str:
        """The law in words, with its case where there are several."""
        return f"case {self.case}: {self.law.statement()}" if of_many else self.law.statement()


@dataclass(frozen=True)
class FamilyLaw(Claim[Members, tuple[tuple[tuple[str, int], ...], int]]):
    """Each law is true for all members of its case and cell; where ``complete``, the cells hold
    every member of the family."""

    name: ClassVar[str] = "law with parameters"

    split: Split
    laws: tuple[CaseLaw, ...]
    complete: bool

    @classmethod
    def detect(cls, evidence: Members) -> Iterable[Self]:
        """None: the search for such laws is longer than a detector's."""
        del evidence
        return ()

    def law_of(
        self, rule: ParametricRule, values: Values
    ) -> tuple[DigitLaw, dict[str, int]] | None:
        """A law that is about a member, and the values of its parameters; None if none is."""
        if not rule.has(values):
            return None
        for number, case in enumerate(cases_of(rule, self.split)):
            placed = place_in(self.split, case, values)
            if placed is not None:
                return self._law_in(number, placed)
        return None

    def _law_in(
        self, number: int, placed: dict[str, int]
    ) -> tuple[DigitLaw, dict[str, int]] | None:
        laws = (each.law for each in self.laws if each.case == number)
        found = (law for law in laws if all_hold(law.cell, placed))
        return next(((law, placed) for law in found), None)

    def first_failure(self, evidence: Members) -> tuple[tuple[tuple[str, int], ...], int] | None:
        """The first member, and the first n, at which a value contradicts a law, or at which the
        law gives no value; None if there is none."""
        for values, terms in evidence.terms:
            found = self.law_of(evidence.rule, values)
            if found is None:
                continue
            law, placed = found
            for n, term in enumerate(terms):
                if value_at(law, placed, n) != term:
                    return tuple(sorted(values.items())), n
        return None

    def cases(self, rule: ParametricRule) -> tuple[Case, ...]:
        """The cases of the split; ValueError where it does not apply to the family."""
        return cases_of(rule, self.split)

    def parameters(self) -> Json:
        return {
            "split": [step.to_json() for step in self.split],
            "laws": [{"case": each.case, **write_law(each.law)} for each in self.laws],
            "complete": self.complete,
        }

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        """Raises KeyError, TypeError or ValueError, or an error of reading, where there is no such
        claim, or where it is not written as `parameters` writes it."""
        laws = []
        for given in parameters["laws"]:
            law = dict(given)
            laws.append(CaseLaw(law.pop("case"), read_law(law)))
        claim = cls(tuple(map(read_step, parameters["split"])), tuple(laws), parameters["complete"])
        if type(claim.complete) is not bool or len(laws) > MOST_LAWS:
            raise ValueError(f"'complete' is true or false, and at most {MOST_LAWS} laws are read")
        if any(type(each.case) is not int for each in laws):
            raise TypeError("the case of a law is a number")
        if claim.parameters() != parameters:
            raise ValueError("it is not written in the canonical way")
        return claim

    def statement(self) -> str:
        """The periods, cell by cell, in the parameters of the split."""
        whom = "each member has" if self.complete else "some members have"
        steps = "".join(f", with {step}" for step in self.split)
        laws = "; ".join(each.statement(bool(self.split)) for each in self.laws)
        return f"{whom} a law{steps}: {laws}"

    def latex(self) -> str:
        return rf"\text{{{self.statement()}}}"

    def size(self) -> int:
        return sum(len(each.law.pieces) for each in self.laws)
