"""Subtraction games: remove s tokens, s in a set, finite or infinite.

Notation ``subtract(1, 3, 4)``, ``subtract(1..22)``, ``subtract(squares)``, ``subtract(1, primes)``,
``subtract(all but 2, 3, 7)``, ``subtract(2, residues(1, 3 mod 5))``. Canonical text: the numbers
that no named set holds, in increasing order, three or more consecutive ones as a range; then the
named sets that no other one includes, by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import groupby
from math import gcd, lcm
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.reduction import Reduction
from mexplore.rules.moves.option_sets import Bounded, Listed, OptionSet, Removed, all_but, one
from mexplore.rules.moves.relations import Relations, Unlisted, removing
from mexplore.rules.rule import Heaps, Rule
from mexplore.rules.sets.listing import read_set, write_members
from mexplore.rules.sets.multiples import Multiples
from mexplore.rules.sets.named import NamedSet
from mexplore.rules.sets.odd import Odd
from mexplore.rules.sets.residues import folded
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.rule import Kernel

LONGEST_TAKE = 1 << 20  # members of a dense set are listed so far


@dataclass(frozen=True)
class Subtraction(Rule):
    """Remove s tokens from a heap of n >= s, s in a set S.

    S is ``members`` together with the ``named`` infinite sets; or, where ``missing`` is not None,
    all positive numbers but those (``members`` and ``named`` are empty then).

    >>> rule = Subtraction.parse("subtract(4, 1, 3)")
    >>> str(rule), list(rule.options(3)), rule.finite, rule.largest
    ('subtract(1, 3, 4)', [(2,), ()], True, 4)
    >>> str(Subtraction.parse("subtract(1, 5, 4..6, squares)"))
    'subtract(5, 6, squares)'
    >>> sorted(Subtraction.parse("subtract(1, primes)").residues(4))
    [1, 2, 3]
    """

    family: ClassVar[str] = "subtraction"
    keywords: ClassVar[tuple[str, ...]] = ("subtract",)
    examples: ClassVar[tuple[str, ...]] = (
        "subtract(1, 3, 4)",
        "subtract(1..22)",
        "subtract(2)",
        "subtract(3, 40..120)",
        "subtract(all but 2, 3, 7)",
        "subtract(multiples(1))",
        "subtract(squares)",
        "subtract(cubes, triangular)",
        "subtract(1, primes)",
        "subtract(powers(2))",
        "subtract(fibonacci)",
        "subtract(factorials)",
        "subtract(odd)",
        "subtract(1, 3, even)",
        "subtract(4, multiples(3))",
        "subtract(residues(1 mod 5))",
        "subtract(2, residues(0, 4 mod 7 from 11), squares)",
    )

    members: tuple[int, ...]
    named: tuple[NamedSet, ...] = ()
    missing: tuple[int, ...] | None = None

    @classmethod
    def of(
        cls,
        members: Iterable[int],
        named: Iterable[NamedSet] = (),
        missing: Iterable[int] | None = None,
    ) -> Self:
        """The rule of the union of these sets (of all numbers but ``missing`` too, where given)
        in its one canonical shape."""
        given = folded(members, named)
        numbers, sets = sorted(set(given.members)), _without_included(given.named)
        if missing is None:
            missing = () if Multiples(1) in sets else given.missing
        elif given.missing is not None:
            missing = set(missing) & set(given.missing)
        if missing is not None:
            held = set(numbers)
            left = sorted(m for m in set(missing) if m not in held and not _among(m, sets))
            return cls((), (), tuple(left))
        return cls(tuple(s for s in numbers if not _among(s, sets)), sets)

    @classmethod
    def parse(cls, text: str) -> Self | None:
        match = re.fullmatch(r"subtract\s*\((.*)", text, re.DOTALL)
        if match is None:
            return None
        listed = read_set(text, match.start(1), what="a number of tokens to remove")
        return cls.of(listed.numbers, listed.named, listed.missing)

    def __str__(self) -> str:
        if self.missing is not None:
            exceptions = f"all but {write_members(self.missing)}"
            return f"subtract({exceptions if self.missing else Multiples(1)})"
        parts = [write_members(self.members)] if self.members else []
        return f"subtract({', '.join([*parts, *map(str, self.named)])})"

    @property
    def finite(self) -> bool:
        """Whether S is finite: then S is ``members``."""
        return not self.named and self.missing is None

    @property
    def dense(self) -> bool:
        """Whether a named set has to be written out to be listed."""
        return any(part.dense for part in self.named)

    @property
    def largest(self) -> int:
        """max S; ValueError for an infinite S."""
        if not self.finite:
            raise ValueError("an infinite set has no largest member")
        return self.members[-1]

    def __contains__(self, s: object) -> bool:
        """Whether s is in S."""
        if self.missing is not None:
            return isinstance(s, int) and s >= 1 and s not in self.missing
        return s in self.members or _among(s, self.named)

    def upto(self, limit: int) -> Iterator[int]:
        """The members s <= limit of S in increasing order, each once."""
        if self.missing is not None:
            missing = set(self.missing)
            return (s for s in range(1, limit + 1) if s not in missing)
        finite = (s for s in self.members if s <= limit)
        merged = merge(finite, *(part.upto(limit) for part in self.named))
        return (s for s, _ in groupby(merged))

    def residues(self, p: int) -> frozenset[int]:
        """Exactly { s mod p : s in S }, p >= 1."""
        if self.missing is not None:
            return frozenset(range(p))
        found = {s % p for s in self.members}
        return frozenset(found.union(*(part.residues(p) for part in self.named)))

    def residues_beyond(self, limit: int, p: int) -> frozenset[int]:
        """Exactly { s mod p : s in S, s > limit }, p >= 1."""
        if self.missing is not None:
            return frozenset(range(p))
        found = {s % p for s in self.members if s > limit}
        return frozenset(found.union(*(part.residues_beyond(limit, p) for part in self.named)))

    @property
    def meets_every_modulus(self) -> bool:
        """Whether S holds, for every p >= 1, a multiple of p, for a reason of its shape."""
        return self.missing is not None or any(part.meets_every_modulus for part in self.named)

    def options(self, n: int) -> Iterator[Heaps]:
        return ((n - s,) if s < n else () for s in self.upto(n))

    def relations(self) -> Relations:
        if self.missing is not None:
            end = max(self.missing, default=0)
            progressions = [(s, 0) for s in range(1, end) if s not in self.missing]
            progressions.append((end + 1, 1))
        else:
            progressions = [(s, 0) for s in self.members]
            for part in self.named:
                if (found := part.eventual_classes()) is None:
                    return Unlisted(f"the set of {part.name} is not one of residues")
                m, least = found.m, max(found.start, 1)
                progressions += [(least + (r - least) % m, m) for r in sorted(found.classes)]
        return tuple(move for first, step in progressions for move in removing(first, step))

    def bounded(self) -> Bounded | None:
        """Of a finite set."""
        return Bounded(1, self.largest) if self.finite else None

    def words(self) -> str:
        if self.missing is not None:
            exceptions = f", but not {in_words(self.missing)}" if self.missing else ""
            return f"Remove any number of tokens from one heap{exceptions}."
        if self.finite:
            return f"Remove {in_words(self.members)} from one heap."
        *others, last = [*map(str, self.members), *(part.words() for part in self.named)]
        kinds = f"{', '.join(others)} or {last}" if others else last
        return f"Remove s tokens from one heap, where s is {kinds}."

    def reduced(self) -> tuple[Rule, Reduction]:
        """A finite set of multiples of g: whatever is removed, n mod g tokens are left over, so
        that floor(n/g) stands for n.

        >>> rule, reduction = Subtraction((4, 6)).reduced()
        >>> str(rule), str(reduction)
        ('subtract(2, 3)', 'G(n) = H(floor(n/2))')
        """
        divisor = gcd(*self.members) if self.finite else 1
        members = tuple(s // divisor for s in self.members)
        return (self if divisor == 1 else Subtraction(members)), Reduction(times=divisor)

    def may_leave(self, n: int, heaps: Sequence[int]) -> bool:
        return len(heaps) <= 1 and n - sum(heaps) in self

    def first_options(self, n: int) -> Iterator[Heaps]:
        return (one(n - s) for s in self.upto(min(n, LONGEST_TAKE) if self.dense else n))

    def fewest_options(self, n: int) -> int:
        if self.missing is not None:
            return max(0, n - len(self.missing))
        return max((n // part.modulus for part in self.named if part.modulus), default=0)

    def listed_options(self, n: int, most: int) -> set[Heaps] | None:
        return None if self.dense and n > LONGEST_TAKE else super().listed_options(n, most)

    def option_sets(self, n: int) -> Iterable[OptionSet]:
        if self.missing is not None:
            return all_but(n, self.missing)
        moduli = [part.modulus for part in self.named]
        if None in moduli:
            return [Removed(n, self.__contains__)]
        classes = Removed(n, lambda s: _among(s, self.named), lcm(*filter(None, moduli)))
        single = (s for s in self.members if s <= n and not _among(s, self.named))
        return [*([classes] if moduli else []), Listed(tuple(one(n - s) for s in single))]

    @property
    def one_heap(self) -> bool:
        return True

    def joined_with(self, other: Rule) -> Rule | None:
        if not isinstance(other, Subtraction):
            return None
        complements = [set(m) for m in (self.missing, other.missing) if m is not None]
        return Subtraction.of(
            self.members + other.members,
            self.named + other.named,
            set.intersection(*complements) if complements else None,
        )

    def as_expression(self) -> tree.Node | None:
        from mexplore.rules.families.subtraction.written import list_of_removals

        return list_of_removals(self)

    def kernel(self) -> Kernel:
        from mexplore.rules.families.subtraction.kernels import subtraction_kernel

        return subtraction_kernel(self)


@view("as_subtraction")
def as_subtraction(rule: Rule) -> Subtraction | None:
    """The subtraction set with exactly the moves of the rule, where its shape shows one.

    >>> from mexplore.rules.notation import parse_rule
    >>> str(as_subtraction(parse_rule("0.303"))), as_subtraction(parse_rule("0.7"))
    ('subtract(1, 3)', None)
    """
    return rule if isinstance(rule, Subtraction) else None


def _among(s: object, sets: Iterable[NamedSet]) -> bool:
    return any(s in part for part in sets)


def _without_included(named: Iterable[NamedSet]) -> tuple[NamedSet, ...]:
    """The sets by name, each once, without those that another one includes."""
    sets = sorted(set(named), key=str)
    if Odd() in sets and Multiples(2) in sets:
        return (Multiples(1),)
    return tuple(part for part in sets if not any(o.includes(part) for o in sets if o != part))


def in_words(members: Sequence[int]) -> str:
    """The members as a person would list them.

    >>> in_words((1,)), in_words((1, 3, 4))
    ('1 token', '1, 3 or 4 tokens')
    """
    if len(members) == 1:
        return f"{members[0]} token" + ("s" if members[0] > 1 else "")
    if len(members) > 3 and members[-1] - members[0] == len(members) - 1:
        return f"{members[0]} to {members[-1]} tokens"
    return f"{', '.join(map(str, members[:-1]))} or {members[-1]} tokens"
