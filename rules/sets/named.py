"""What a named infinite set of positive numbers is: its members, and what is known of its shape."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from re import Match, Pattern
from typing import ClassVar, NamedTuple


class EventualClasses(NamedTuple):
    """All k >= start, k >= 1, with k mod m in the classes."""

    m: int
    classes: frozenset[int]
    start: int


class NamedSet(ABC):
    """An infinite set of positive whole numbers with a name: a frozen dataclass.

    What theorems need to know of it follows from its shape and is exact: ``residues(p)`` is the set
    of residues modulo p of all its members, not of the first few.
    """

    name: ClassVar[str]
    """How a rule names it: ``squares``."""

    least_parameter: ClassVar[int | None] = None
    """The least number that may follow the name in brackets; None if there is none."""

    written: ClassVar[Pattern[str] | None] = None
    """What follows the name, brackets included, where it is more than one number; then there is
    a ``remedy`` for what does not match, and `read` takes what does."""

    remedy: ClassVar[str] = ""

    @abstractmethod
    def upto(self, limit: int) -> Iterator[int]:
        """The members s <= limit in increasing order, each once."""

    @abstractmethod
    def __contains__(self, number: object) -> bool:
        """Whether the number is a member; exact for any int."""

    @abstractmethod
    def residues(self, p: int) -> frozenset[int]:
        """Exactly { s mod p : s a member }, p >= 1."""

    def residues_beyond(self, limit: int, p: int) -> frozenset[int]:
        """Exactly { s mod p : s > limit a member }, p >= 1: all residues, where each of them is
        that of infinitely many members."""
        del limit
        return self.residues(p)

    @property
    @abstractmethod
    def meets_every_modulus(self) -> bool:
        """Whether there is, for every p >= 1, a member that is a multiple of p."""

    @property
    def modulus(self) -> int | None:
        """The m, if any, such that a positive number is a member by its residue modulo m alone."""
        return None

    @property
    def dense(self) -> bool:
        """Whether there are more than about n/64 members up to n, for every n that a machine
        can reach: then whole words of a bitset are cheaper than the members one by one."""
        return False

    @property
    def removing(self) -> str | None:
        """The heaps n - s, s a member with s <= n, as a list in the language of expressions; None
        where there is no such text."""
        return None

    def coq(self) -> str | None:
        """The set as the Coq library names it (``discover/coq/Sets.v``): residue classes, or its
        own name; None where the library does not have it."""
        known = self.eventual_classes()
        if known is None:
            return None
        listed = "; ".join(map(str, sorted(known.classes)))
        return f"Classes {known.m} [{listed}] {max(known.start, 1)}"

    @abstractmethod
    def words(self) -> str:
        """A member, as an indefinite noun: ``a square``."""

    @classmethod
    def make(cls, parameter: int | None) -> NamedSet:
        """The set with this parameter in its simplest form."""
        return cls() if parameter is None else cls(parameter)  # type: ignore[call-arg]

    @classmethod
    def read(cls, match: Match[str]) -> NamedSet:
        """The set with what ``written`` matched; ValueError, with the reason, if there is none."""
        raise NotImplementedError

    def eventual_classes(self) -> EventualClasses | None:
        """The residue classes that the set consists of, where it does from some number on and has
        no members before."""
        return None

    def includes(self, other: NamedSet) -> bool:
        """Whether the other set is a subset for a reason of shape; False where not known."""
        return self == other

    def __str__(self) -> str:
        return self.name


class FormulaSet(NamedSet):
    """A set whose k-th member, k = 1, 2, ..., is a strictly increasing formula in k."""

    @abstractmethod
    def nth(self, k: int) -> int:
        """The k-th member, k >= 1."""

    def upto(self, limit: int) -> Iterator[int]:
        k = 1
        while (member := self.nth(k)) <= limit:
            yield member
            k += 1
