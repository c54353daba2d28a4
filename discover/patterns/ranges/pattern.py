"""The claim about a family whose moves are ranges: a split, and laws for its cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from discover.pattern import Claim
from discover.patterns.parameters.splits import Case, Split, cases_of, place_in, read_step
from discover.patterns.ranges.law import ValueLaw
from discover.patterns.ranges.writing import read_law, write_law
from rules.parameters.constraint import all_hold
from rules.parameters.ranges import RangeFamily

Json = dict[str, Any]
MOST_LAWS = 50


@dataclass(frozen=True)
class MembersOfRanges:
    """Values of G that are known: for each of some members of a family the first terms."""

    rule: RangeFamily
    terms: Sequence[tuple[Mapping[str, int], Sequence[int]]]


@dataclass(frozen=True)
class ValueLawOfCase:
    """A law for the case of the split whose number, from 0 on, is ``case``."""

    case: int
    law: ValueLaw


@dataclass(frozen=True)
class RangeLaw(Claim[MembersOfRanges, tuple[tuple[tuple[str, int], ...], int]]):
    """Each law is true for all members of its case and cell, and every member has one."""

    name: ClassVar[str] = "law of ranges"

    split: Split
    laws: tuple[ValueLawOfCase, ...]

    @classmethod
    def detect(cls, evidence: MembersOfRanges) -> Iterable[Self]:
        """None: the search for such laws is longer than a detector's."""
        del evidence
        return ()

    def cases(self, rule: RangeFamily) -> tuple[Case, ...]:
        """The cases of the split; ValueError where it does not apply to the family."""
        return cases_of(rule, self.split)

    def law_of(
        self, rule: RangeFamily, values: Mapping[str, int]
    ) -> tuple[ValueLaw, dict[str, int]] | None:
        """A law that is about a member, and the values of its parameters; None if none is."""
        for number, case in enumerate(self.cases(rule)):
            placed = place_in(self.split, case, values)
            for each in self.laws if placed is not None else ():
                if placed is not None and each.case == number and all_hold(each.law.cell, placed):
                    return each.law, placed
        return None

    def value_at(self, rule: RangeFamily, values: Mapping[str, int], n: int) -> int | None:
        """The value that a law gives to G(n) of a member; None where no law does."""
        found = self.law_of(rule, values)
        return None if found is None else found[0].value_at(n, found[1])

    def first_failure(
        self, evidence: MembersOfRanges
    ) -> tuple[tuple[tuple[str, int], ...], int] | None:
        """The first member, and the first n, at which no law gives the value."""
        for values, terms in evidence.terms:
            found = self.law_of(evidence.rule, values)
            for n, term in enumerate(terms):
                if found is None or found[0].value_at(n, found[1]) != term:
                    return tuple(sorted(values.items())), n
        return None

    def parameters(self) -> Json:
        return {
            "split": [step.to_json() for step in self.split],
            "laws": [{"case": each.case, **write_law(each.law)} for each in self.laws],
        }

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        """Raises KeyError, TypeError or ValueError, or an error of reading, where there is no such
        claim, or where it is not written as `parameters` writes it."""
        laws = []
        for given in parameters["laws"]:
            law = dict(given)
            laws.append(ValueLawOfCase(law.pop("case"), read_law(law)))
        claim = cls(tuple(map(read_step, parameters["split"])), tuple(laws))
        if len(laws) > MOST_LAWS or any(type(each.case) is not int for each in laws):
            raise ValueError(f"at most {MOST_LAWS} laws are read, each of a case with a number")
        if claim.parameters() != parameters:
            raise ValueError("it is not written in the canonical way")
        return claim

    def statement(self) -> str:
        """The laws in the parameters of the split."""
        steps = "".join(f"with {step}: " for step in self.split)
        return "for each member, " + steps + "; ".join(each.law.statement() for each in self.laws)

    def latex(self) -> str:
        return rf"\text{{{self.statement()}}}"

    def size(self) -> int:
        return sum(len(each.law.pieces) for each in self.laws)
