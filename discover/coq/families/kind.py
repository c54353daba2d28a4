"""What is of its own in the theorems about families of one kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from mexplore.discover.coq.families.laws import AnyLawText
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.polynomial import Polynomial

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
