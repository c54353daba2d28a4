"""Laws of sequences, residue by residue, as relations between numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.heaps import together
from mexplore.discover.automata.numbers import equation, finite, inequality
from mexplore.discover.automata.operations import both, either
from mexplore.rules.dataclass import dataclass


class Tail(ABC):
    """What v is, as a function of q, from some q on: a frozen dataclass."""

    @abstractmethod
    def at(self, q: int) -> int:
        """The value at q."""

    @abstractmethod
    def graph(self) -> Automaton:
        """The (q, v) with v the value at q, for all q at which there is one."""

    @abstractmethod
    def refined(self, factor: int, offset: int) -> Tail | None:
        """The same as a function of q', where q = factor*q' + offset; None where it is of
        another kind then."""

    @abstractmethod
    def formula(self, q: str, v: str) -> Formula | None:
        """The same as a formula about numbers with these names; None where it takes an automaton
        of its own."""

    @abstractmethod
    def words(self) -> str:
        """The value at q, for people."""


@dataclass(frozen=True)
class Formula:
    """What the languages of other programs are written from: v = sum of c_i * x_i + constant, with
    conditions on further numbers; each branch of a disjunction is one of these."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class Branch:
    """Linear equations over named numbers, some of them bound, and conditions by name:
    ``("power", x)`` x is a power of 2, ``("not power", x)``, ``("lowest bit", x, u)``."""

    bound: tuple[str, ...]
    equations: tuple[tuple[tuple[tuple[str, int], ...], int], ...]
    conditions: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class LinearTail(Tail):
    """v = slope*q + constant, slope >= 0; the constant may be negative.

    >>> LinearTail(3, -2).at(10), LinearTail(3, -2).refined(2, 1)
    (28, LinearTail(slope=6, constant=1))
    """

    slope: int
    constant: int

    def at(self, q: int) -> int:
        return self.slope * q + self.constant

    def graph(self) -> Automaton:
        return equation((-self.slope, 1), self.constant)

    def refined(self, factor: int, offset: int) -> LinearTail:
        return LinearTail(self.slope * factor, self.at(offset))

    def formula(self, q: str, v: str) -> Formula:
        return Formula((Branch((), ((((v, 1), (q, -self.slope)), self.constant),)),))

    def words(self) -> str:
        if not self.slope:
            return str(self.constant)
        climbing = "q" if self.slope == 1 else f"{self.slope}*q"
        return climbing if not self.constant else f"{climbing} {self.constant:+d}"


@dataclass(frozen=True)
class ResidueLaw:
    """What a law says on one residue class: the values at q = 0, 1, ..., first these, then those of
    the tail."""

    first: tuple[int, ...]
    tail: Tail

    @classmethod
    def of(cls, first: Sequence[int], tail: Tail) -> ResidueLaw:
        """The law without those last values that the tail has anyway.

        >>> ResidueLaw.of([7, 2, 4], LinearTail(2, 0)).first
        (7,)
        """
        count = len(first)
        while count and first[count - 1] == tail.at(count - 1):
            count -= 1
        return cls(tuple(first[:count]), tail)

    def at(self, q: int) -> int:
        """The value at q."""
        return self.first[q] if q < len(self.first) else self.tail.at(q)

    def graph(self) -> Automaton:
        """The (q, value at q)."""
        later = both(self.tail.graph(), inequality((-1, 0), -len(self.first)))
        return either(later, finite(list(enumerate(self.first)), 2)) if self.first else later


@dataclass(frozen=True)
class Law:
    """F(n) for n = p*q + r, r = 0, ..., p - 1: the value of class r at q.

    ``settled`` is the n0 from which every class follows its tail by the claim that it stands for.
    """

    classes: tuple[ResidueLaw, ...]
    settled: int

    @property
    def modulus(self) -> int:
        """p."""
        return len(self.classes)

    @property
    def decided_by(self) -> int:
        """The number of first terms that tell whether the claim's parameters are least: four values
        of each class from n0 on.

        For lines two values of each class are enough. Let the second differences of F at a proper
        divisor q of p be 0 as far as n0 <= n < n0 + 2p shows. There F is an arithmetic progression
        on each class modulo q, with difference d say. So F(n + p) - F(n) = d*p/q for n0 <= n <
        n0 + p, hence for all n >= n0, and F is a line on that class for all n >= n0. Certificates
        state the larger number, and so it stays."""
        return self.settled + 4 * self.modulus

    def at(self, n: int) -> int:
        """F(n)."""
        q, r = divmod(n, self.modulus)
        return self.classes[r].at(q)

    def refined(self, factor: int) -> Law | None:
        """The same law by residues modulo factor * p; None where a tail is of another kind then."""
        if factor == 1:
            return self
        classes = []
        for r in range(factor * self.modulus):
            old, offset = self.classes[r % self.modulus], r // self.modulus
            tail = old.tail.refined(factor, offset)
            if tail is None:
                return None
            count = max(0, -(-(len(old.first) - offset) // factor))
            first = [old.at(factor * q + offset) for q in range(count)]
            classes.append(ResidueLaw.of(first, tail))
        return Law(tuple(classes), self.settled)

    def graph(self) -> Automaton:
        """The (q, v), one start a residue."""
        known: dict[ResidueLaw, Automaton] = {}
        for each in self.classes:
            if each not in known:
                known[each] = each.graph()
        return together([known[each] for each in self.classes])


def lines(first: Sequence[int], slopes: Sequence[int]) -> Law:
    """F with these first values and F(n + p) = F(n) + slopes[n mod p] for n >= len(first) - p.

    >>> law = lines([5, 0, 1, 2], [3, 3, 3])
    >>> [law.at(n) for n in range(10)]
    [5, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    p = len(slopes)
    settled = len(first) - p
    classes = []
    for r in range(p):
        values = first[r::p]
        q = len(values) - 1
        line = LinearTail(slopes[r], values[-1] - slopes[r] * q)
        classes.append(ResidueLaw.of(values, line))
    return Law(tuple(classes), settled)
