"""Tame heaps: types fickle and firm, by which sums are played as Nim.

Tame heaps: types fickle and firm, by which sums are played as Nim.

**Theorem 6.** The types are f0, f1 (*fickle*) and F0, F1, F2, ... (*firm*), with the products
fa·fb = f(a xor b), fa·Fk = F(a xor k), Fj·Fk = F(j xor k), and the identity f0. The normal value v
and the misère value u of a type are v(fa) = a, u(fa) = 1 xor a, v(Fk) = u(Fk) = k. Let every heap h
of one or several rules have a type t(h), f0 for terminal heaps, such that for every other h, with
S = {t(o) : o an option of h} (of several heaps the product),

    v(t(h)) = mex v(S)  and  u(t(h)) = mex u(S).                                                (2)

Then a sum x is lost in misère play exactly if u(t(x)) = 0, that is, if t(x) is f1 or F0: *if some
heap is firm, the outcome is that of normal play; if all are fickle, a sum is lost if it has an odd
number of heaps of value 1.* (The outcome, not the moves: of 2 + 1 + 1 in Nim, taking the 2 wins in
normal play only.) Heaps of different rules, each with (2), may be added.

**Proof.** From the products, u(t·fa) = u(t) xor a, and t·Fk is firm with u(t·Fk) = v(t) xor k. (1)
Induction on plays; terminal heaps may be left out. The empty sum is won, and f0 is not lost. Let x
be another sum.

(A) *If u(t(x)) = 0, no option is lost.* Let x = hy, o an option of h, and u(t(hy)) = u(t(oy)) = 0.
If t(y) = fa, by (1) u(t(h)) = a = u(t(o)); if t(y) = Fk, v(t(h)) = k = v(t(o)). Both contradict
(2).

(B) *If u(t(x)) is not 0, some option o y has u(t(oy)) = 0.*
*All heaps fickle.* Then t(x) = f0. If some heap h is f0: u(h) = 1, so by (2) some o has u(o) = 0;
the rest y has type f0, and u(oy) = 0. Otherwise all heaps are f1, and their number is even and at
least 2. Take one, h; the rest y has type f1. As v(h) = 1, some option o has v(o) = 0: it is f0 or
F0. F0 has the misère value 0 = u(h), which (2) excludes. So o is f0, and u(oy) = u(f0) xor 1 = 0.
*One firm heap h = Fk, the rest y of type fa.* u(t(x)) = k xor a, so k differs from a. If k > a,
some o has u(o) = a by (2), and u(oy) = a xor a = 0. If k < a, then k = 0 and a = 1, so y has a heap
g = f1; the rest z of x without g is firm of value 0 xor (1 xor 1) = 0, some option o of g has
v(o) = 0, and by (1) u(oz) = 0.
*At least two firm heaps.* The rest y of x without any one heap h is firm, so oy is firm of value
v(o) xor v(y). As s = v(x) is not 0, by Bouton some h has v(h) xor s < v(h), hence an option o with
v(o) = v(h) xor s = v(y), and oy is F0. ∎

**Wild.** If the types of all smaller heaps exist, (2) fails for h whatever t(h) is, exactly if
among the types f0, f1, F0, F1 in S there are one fickle and one firm one. (Firm ones alone: u = v
on S. Both fickle ones, or both firm ones: 0 and 1 are in v(S) and in u(S), and the rest is equal.
f0 alone: v = 1, u = 0; f1 alone: v = 0, u = 1. One of each: f0, F0: v = 1, u >= 2; f0, F1: v >= 2,
u = 0; f1, F0: v >= 2, u = 1; f1, F1: v = 0, u >= 2.) A game with a wild option is called wild here,
though a wild option that can be reversed may leave it tame.

Sources: J. H. Conway, On Numbers and Games, chapter 12; E. R. Berlekamp, J. H. Conway and R. K.
Guy, Winning Ways, chapter 13, where f0, f1, Fk are 0^120, 1^031, k^k.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.misere.patterns.pattern import (
    ClassesOfHeaps,
    Look,
    MisereLaw,
    look_away,
    strict_keys,
    strict_list,
    strict_period,
)
from mexplore.discover.study.declared import Declared, Parts, another
from mexplore.discover.study.pattern import Json, Pattern
from mexplore.rules.dataclass import dataclass
from mexplore.rules.rule import mex

if TYPE_CHECKING:
    from mexplore.rules.rule import Heaps, Rule


MOST_HEAPS = 1_000_000
_TYPE = re.compile(r"f[01]|F(?:0|[1-9][0-9]{0,8})", re.ASCII)


class Type(NamedTuple):
    """f0, f1, or F0, F1, ...: whether firm, and the nim-value.

    >>> str(Type(False, 1) * Type(True, 2)), Type(False, 1).misere, Type.parse("F12")
    ('F3', 0, Type(firm=True, value=12))
    """

    firm: bool
    value: int

    @classmethod
    def parse(cls, text: object) -> Self:
        """The type that the text is; ValueError for all else."""
        if type(text) is not str or not _TYPE.fullmatch(text):
            raise ValueError(f"{str(text)[:40]!r} is no type: they are f0, f1, F0, F1, F2, ...")
        return cls(text[0] == "F", int(text[1:]))

    def __str__(self) -> str:
        return f"{'F' if self.firm else 'f'}{self.value}"

    def __mul__(self, other: object) -> Type:
        if not isinstance(other, Type):
            return NotImplemented
        return Type(self.firm or other.firm, self.value ^ other.value)

    @property
    def misere(self) -> int:
        """The misère value u; sums of value 0 are lost."""
        return self.value if self.firm else self.value ^ 1


NONE = Type(False, 0)
"""The type of no heap, and of heaps without a move."""


def type_of_options(seen: set[Type]) -> Type | None:
    """The type with (2) of a heap whose options have these types; None if there is none: the
    heap is wild. Without options it is f0.

    >>> print(type_of_options({NONE}), type_of_options({Type(False, 1)}))
    f1 f0
    >>> type_of_options({NONE, Type(True, 0)}) is None
    True
    """
    if not seen:
        return NONE
    value, misere = mex(t.value for t in seen), mex(t.misere for t in seen)
    if value == misere:
        return Type(True, value)
    return Type(False, value) if {value, misere} == {0, 1} else None


def product(types: Iterable[Type]) -> Type:
    """The type of heaps of these types together."""
    return reduce(Type.__mul__, types, NONE)


def types_of(rule: Rule) -> Iterator[Type]:
    """The types of the heaps 1, 2, ..., up to the last one before the first wild heap.

    >>> from itertools import islice
    >>> from mexplore.rules.notation import parse_rule
    >>> " ".join(map(str, types_of(parse_rule("0.77"))))
    'f1 F2 F3 f1'
    >>> " ".join(map(str, islice(types_of(parse_rule("subtract(1, 2)")), 7)))
    'f1 F2 f0 f1 F2 f0 f1'
    """
    known = [NONE]
    while True:
        options = rule.options(len(known))
        found = type_of_options({product(known[part] for part in option) for option in options})
        if found is None:
            return
        known.append(found)
        yield found


@dataclass(frozen=True)
class Types(ClassesOfHeaps):
    """Sums are played as Nim: the types of the heaps 1, 2, ..., the last ``period`` of which repeat
    for ever (0: the law speaks of these heaps only).

    >>> from mexplore.rules.notation import parse_rule
    >>> law = Types((Type(False, 1), Type(True, 2), NONE), 3)
    >>> law.statement()
    'the type of heap n + 3 is that of heap n for all n >= 1, and sums are played as Nim'
    >>> law.objection(parse_rule("subtract(1, 2)"), 6)
    >>> law.objection(parse_rule("subtract(1, 3)"), 6)
    'heap 2 has the type F2, and by its options f0'
    """

    name: ClassVar[str] = "tame-types"
    one: ClassVar[Type] = NONE
    symbol: ClassVar[str] = "t"

    types: tuple[Type, ...]
    period: int

    @property
    def listed(self) -> Sequence[Type]:
        return self.types

    def product(self, a: Type, b: Type) -> Type:
        return a * b

    def is_lost(self, a: Type) -> bool:
        return a.misere == 0

    def name_of(self, a: Type) -> str:
        return str(a)

    def objection(self, rule: Rule, stop: int, look: Look = look_away) -> str | None:
        """(2), heap by heap."""
        types = [self.class_of(n) for n in range(stop)]
        for n in range(1, stop):
            look(n)
            seen = set()
            for option in rule.options(n):
                if any(not 0 < part < n for part in option):
                    return f"heap {n} has an option that is not smaller"
                seen.add(product(types[part] for part in option))
            here, right = types[n], type_of_options(seen)
            if right is None:
                return f"heap {n} has the type {here}, and is wild by its options"
            if here != right:
                return f"heap {n} has the type {here}, and by its options {right}"
        return None

    def parameters(self) -> Json:
        return {
            "preperiod": self.preperiod,
            "period": self.period,
            "types": [str(each) for each in self.types],
        }

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        strict_keys(parameters, ("preperiod", "period", "types"))
        types = tuple(map(Type.parse, strict_list(parameters["types"], MOST_HEAPS, "types")))
        return cls(types, strict_period(parameters, len(types)))

    def statement(self) -> str:
        if not self.period:
            return f"{self.repetition()}: they are played as Nim"
        return (
            f"the type of heap n + {self.period} is that of heap n for all n >= {self.preperiod}, "
            "and sums are played as Nim"
        )

    def size(self) -> int:
        return len(self.types)


def as_nim(values: Callable[[int], int]) -> Callable[[Heaps], bool]:
    """Who loses sums of heaps with these nim-values that are played as Nim.

    >>> lost = as_nim(lambda n: n)
    >>> lost((1, 1, 1)), lost((1, 2, 3)), lost((1, 1))
    (True, True, False)
    """

    def lost(heaps: Heaps) -> bool:
        found = [values(heap) for heap in heaps]
        return product(Type(value > 1, value) for value in found).misere == 0

    return lost


@dataclass(frozen=True)
class PlayedAsNim(Declared, MisereLaw):
    """A sum is lost exactly if some heap has a nim-value of 2 or more and the nim-sum is 0, or no
    heap has and the nim-sum is 1. ``law`` is a law of the nim-values on which a proof may rest.

    >>> from mexplore.rules.notation import parse_rule
    >>> lost = PlayedAsNim().outcomes(parse_rule("subtract(1, 2)"), 9)
    >>> lost((1, 4)), lost((2, 5)), lost((1,))
    (False, True, True)
    """

    name = "played-as-nim"
    parts = Parts(law=replace(another(Geometric), optional=True))
    says = (
        "a sum is lost exactly if some heap has nim-value >= 2 and the nim-sum is 0, or none "
        "has and the nim-sum is 1[[; $law]]"
    )
    typeset = (
        r"\bigoplus_i G(n_i) = \begin{cases} 0 & \text{if some } G(n_i) \ge 2 \\ "
        r"1 & \text{otherwise} \end{cases}"
    )

    law: Pattern | None = None

    @property
    def reach(self) -> int | None:
        return None

    def outcomes(self, rule: Rule, largest: int) -> Callable[[Heaps], bool]:
        from mexplore.rules.engine.grundy import grundy_values

        values = grundy_values(rule, largest + 1)
        return as_nim(lambda n: int(values[n]))

    def size(self) -> int:
        return 0 if self.law is None else self.law.size()
