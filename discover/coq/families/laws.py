"""A law with parameters as a theorem for Coq: what laws of all kinds share, and what differs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from mexplore.discover.coq.families.forms import Unknowns
from mexplore.discover.coq.families.trees import Trees
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, Constraint
from mexplore.rules.parameters.family import FamilyOfRules


def term(polynomial: Polynomial) -> str:
    """A polynomial for Coq.

    >>> term(2 * Polynomial.name("a") - 1)
    '2 * a - 1'
    """
    return str(polynomial).replace("*", " * ")


def said(constraint: Constraint) -> str:
    """A constraint for Coq, in Z.

    >>> from mexplore.rules.parameters.reading import read_constraints
    >>> [said(c) for c in read_constraints("a > 2, a % 3 == 1")]
    ['3 <= a', '(a - 1) mod 3 = 0']
    """
    if constraint.sign == "%":
        return f"({term(constraint.form)}) mod {constraint.modulus} = 0"
    plus = Polynomial({m: c for m, c in constraint.form.terms() if c > 0})
    minus = Polynomial({m: -c for m, c in constraint.form.terms() if c < 0})
    sign = "=" if constraint.sign == "==" else "<="
    return f"{term(minus)} {sign} {term(plus)}"


def every(cell: Iterable[Constraint]) -> str:
    """The conjunction."""
    return " /\\ ".join(map(said, cell)) or "True"


def arrows(cell: Iterable[Constraint]) -> str:
    """The constraints as hypotheses, one after another."""
    return "".join(f"{said(c)} -> " for c in cell)


def terms(polynomials: Iterable[Polynomial]) -> str:
    return f"[{'; '.join(map(term, polynomials))}]"


def for_all(names: Sequence[str]) -> str:
    return f"forall {' '.join(names)} : Z, " if names else ""


Data = TypeVar("Data", bound=Unknowns[Any])


@dataclass(frozen=True)
class LawText(ABC, Generic[Data]):
    """One law in names of Coq: its theorem and the proof. It speaks of a theorem of the library
    about all unknowns before the digits: the parameters, and the quotients of forms that the cell
    requires to be divisible."""

    number: int
    data: Data
    given: Cell
    """The cell with the domain of its case."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the law."""
        found: tuple[str, ...] = self.data.law.parameters
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """All unknowns that a solver is asked about."""
        return self.data.names

    @property
    @abstractmethod
    def game(self) -> str:
        """The game, a term of type ``rule``."""

    @abstractmethod
    def definitions(self, trees: Trees) -> str:
        """The law as data, what it says (``says_i``), and the theorem ``law_i_holds``."""

    def meaning(self, name: str) -> str:
        """The value of an unknown besides the parameters."""
        form = next(form for form, quotient in self.data.quotients.items() if quotient == name)
        modulus = next(c.modulus for c in self.given if c.sign == "%" and c.form == form)
        return f"(({term(form)}) / {modulus})"

    def more_is(self) -> list[str]:
        """What is known of the unknowns besides the parameters."""
        return [
            f"{term(c.form)} = {c.modulus} * {self.data.quotients[c.form]}"
            for c in self.given
            if c.sign == "%"
        ]

    def statement(self) -> str:
        """The theorem: what is true of all parameters in the cell."""
        return f"""{for_all(self.parameters)}
  {arrows(self.given)}
  forall G, is_grundy ({self.game}) G ->
  {self.says()}"""

    def says(self) -> str:
        """What the law says of its parameters."""
        given = " ".join((*self.parameters, *map(self.meaning, self.data.more)))
        return f"says_{self.number} {given} G".replace("  ", " ")

    def arguments(self) -> str:
        """What the lemma is applied to: its unknowns, and a hole for each hypothesis."""
        more = [self.meaning(name) for name in self.data.more]
        holes = len(self.given) + len(self.more_is())
        return " ".join((*self.parameters, *more, *["_"] * holes))

    def solved(self) -> str:
        """The tactics for the hypotheses of the lemma."""
        if any(c.sign == "%" for c in self.given):
            return "first [assumption | lia | Z.to_euclidean_division_equations; lia]"
        return "first [assumption | lia]"

    def values(self) -> str:
        """The values of the unknowns before the digits."""
        return terms(
            [Polynomial.number(1), *map(Polynomial.name, (*self.parameters, *self.data.more))]
        )


AnyLawText = LawText[Any]


def not_negative(weight: Polynomial, parts: Iterable[tuple[Polynomial, Polynomial]]) -> str:
    """The tactic that asserts that a weight is at least 0: a sum of lower ones, with factors."""
    found = " + ".join(f"({term(factor)}) * ({term(lower)})" for factor, lower in parts)
    return (
        f"assert (0 <= {term(weight)}) by (replace ({term(weight)}) with ({found or '0'}) "
        "by ring; not_negative)."
    )


Family = TypeVar("Family", bound=FamilyOfRules)
Law = TypeVar("Law")


class Kind(ABC, Generic[Family, Law]):
    """Families of one kind, and laws by one theorem."""

    theorem: ClassVar[str]
    modules: ClassVar[tuple[str, ...]]
    """The files of the library that its laws name."""

    exists: ClassVar[str]
    """The tactics that prove that a member has a function G."""

    @abstractmethod
    def game(self, rule: Family, to: Callable[[Polynomial], Polynomial]) -> str:
        """The game of a member, its names replaced, as a term of type ``rule``."""

    @abstractmethod
    def law(
        self,
        rule: Family,
        number: int,
        law: Law,
        names: dict[str, str],
        domain: Cell,
        to: Callable[[Polynomial], Polynomial],
    ) -> AnyLawText:
        """A law with these names of Coq for its parameters, in its cell and the domain of its
        case; ``to`` puts these names into forms of the family."""

    def refusal(self, law: Law) -> str:
        """Why the library has no such law; empty where it has."""
        del law
        return ""


AnyKind = Kind[Any, Any]
