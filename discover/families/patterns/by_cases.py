"""Claims about a family that is split into cases, with a law for each cell of a case."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Protocol, Self

from mexplore.discover.families.patterns.intervals import Regions
from mexplore.discover.families.patterns.members import KnownMembers
from mexplore.discover.families.patterns.splits import Case, Split, cases_of, place_in, read_step
from mexplore.discover.study.pattern import Claim
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, all_hold
from mexplore.rules.parameters.family import FamilyOfRules

Json = dict[str, Any]


class LawOfCell(Protocol):
    """What is claimed of all parameters in a cell."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the case."""

    @property
    def cell(self) -> Cell:
        """Which of them the law is about."""

    @property
    def the_preperiod(self) -> Polynomial:
        """n0: G(n + p) = G(n) + s for all n >= n0."""

    @property
    def the_period(self) -> Polynomial:
        """p."""

    @property
    def the_saltus(self) -> Polynomial:
        """s."""

    @property
    def is_least(self) -> bool:
        """Whether the law also claims that p is the least period."""

    def period_at(self, parameters: Mapping[str, int]) -> int:
        """The period of a member in the cell: p, or a divisor of it that the law names."""

    def value_at(self, n: int, parameters: Mapping[str, int]) -> int | None:
        """G(n); None where the law says nothing."""

    def intervals_of(
        self, value: int, ends: tuple[int, int], parameters: Mapping[str, int]
    ) -> list[range] | None:
        """The n with ends[0] <= n < ends[1] and G(n) = value, as intervals that do not touch, in
        increasing order; None where the law does not tell them, TooLarge where they are too
        many."""

    def regions(self, *, periodic: bool = False) -> Regions | None:
        """Where the law has which value; with ``periodic`` the regions of the periodic part alone,
        in one of which every n from the preperiod on has digits. None where the law is written in
        another way."""

    def largest_value(self) -> int | None:
        """No value is larger; None where there is no such number, or none is known."""

    def statement(self) -> str:
        """The law in words."""

    def __len__(self) -> int:
        """How many pieces it has."""


@dataclass(frozen=True)
class OfCase:
    """A law for the case of the split whose number, from 0 on, is ``case``."""

    case: int
    law: Any
    """A `LawOfCell`."""


@dataclass(frozen=True)
class LawsByCases(Claim[KnownMembers, tuple[tuple[tuple[str, int], ...], int]]):
    """Each law is true for all members of its case and cell, and every member has one."""

    most_laws: ClassVar[int] = 50
    """More are not read."""

    split: Split
    laws: tuple[OfCase, ...]

    @property
    def about_all(self) -> bool:
        """Whether it claims that every member has a law."""
        return True

    @staticmethod
    @abstractmethod
    def read_law(given: Json) -> LawOfCell:
        """The law that `write_law` wrote. Raises KeyError, TypeError or ValueError, or
        RuleSyntaxError if it is not one."""

    @staticmethod
    @abstractmethod
    def write_law(law: Any) -> Json:
        """A law as JSON."""

    @classmethod
    def detect(cls, evidence: KnownMembers) -> Iterable[Self]:
        """None: the search for such laws is longer than a detector's."""
        del evidence
        return ()

    def cases(self, rule: FamilyOfRules) -> tuple[Case, ...]:
        """The cases of the split; ValueError where it does not apply to the family."""
        return cases_of(rule, self.split)

    def law_of(
        self, rule: FamilyOfRules, values: Mapping[str, int]
    ) -> tuple[Any, dict[str, int]] | None:
        """A law that is about a member, and the values of its parameters; None if none is."""
        if not rule.has(values):
            return None
        for number, case in enumerate(self.cases(rule)):
            placed = place_in(self.split, case, values)
            for each in self.laws if placed is not None else ():
                if placed is not None and each.case == number and all_hold(each.law.cell, placed):
                    return each.law, placed
        return None

    def value_at(self, rule: FamilyOfRules, values: Mapping[str, int], n: int) -> int | None:
        """The value that a law gives to G(n) of a member; None where no law does."""
        found = self.law_of(rule, values)
        return None if found is None else found[0].value_at(n, found[1])

    def first_failure(
        self, evidence: KnownMembers
    ) -> tuple[tuple[tuple[str, int], ...], int] | None:
        """The first member, and the first n, at which a value contradicts a law, or at which the
        law gives no value; a member without a law is one if the claim is about all."""
        for values, terms in evidence.terms:
            found = self.law_of(evidence.rule, values)
            if found is None and not self.about_all:
                continue
            for n, term in enumerate(terms):
                if found is None or found[0].value_at(n, found[1]) != term:
                    return tuple(values.items()), n
        return None

    def parameters(self) -> Json:
        return {
            "split": [step.to_json() for step in self.split],
            "laws": [{"case": each.case, **self.write_law(each.law)} for each in self.laws],
        }

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        """Raises KeyError, TypeError or ValueError, or an error of reading, where there is no such
        claim, or where it is not written as `parameters` writes it."""
        laws = []
        for given in parameters["laws"]:
            law = dict(given)
            laws.append(OfCase(law.pop("case"), cls.read_law(law)))
        claim = cls._of(tuple(map(read_step, parameters["split"])), tuple(laws), parameters)
        if len(laws) > cls.most_laws:
            raise ValueError(f"at most {cls.most_laws} laws are read")
        if any(type(each.case) is not int for each in laws):
            raise TypeError("the case of a law is a number")
        if claim.parameters() != parameters:
            raise ValueError("it is not written in the canonical way")
        return claim

    @classmethod
    def _of(cls, split: Split, laws: tuple[OfCase, ...], parameters: Json) -> Self:
        """The claim, with whatever else the parameters say of it."""
        del parameters
        return cls(split, laws)

    def statement(self) -> str:
        """The laws in the parameters of the split."""
        steps = "".join(f"with {step}: " for step in self.split)
        return "for each member, " + steps + "; ".join(each.law.statement() for each in self.laws)

    def latex(self) -> str:
        return rf"\text{{{self.statement()}}}"

    def size(self) -> int:
        return sum(len(each.law) for each in self.laws)
