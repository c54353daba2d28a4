"""Splits: a family rewritten in other parameters, case by case, so that every member occurs.

A split is a list of steps, each of which replaces one name in every case that there is so far:

* `Residues`: k = m j + rho, a case for each rho = 0, ..., m - 1;
* `Blocks`: b = w h + r with 0 <= r < w, where w is a linear form in the other names: a case for
  h = 0 (and for h = 1, ... below ``apart``), in which b is linear, and one for all h >= ``apart``.

The empty split has one case, the family itself. By division with remainder every member occurs in
some case, if w >= 1 and b >= 0 hold for every member; these two are `Case.needs`, which a theorem
checks. In a case with a product, such as 2a h, constraints that would have the product in them are
left out of the ``domain``, which then holds more than the members: a law for all of it is a law for
all members.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, Constraint, at_least
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.reading import read_linear

MOST_CASES = 200


@dataclass(frozen=True)
class Need:
    """For all integers that satisfy ``given``, ``then`` is true: what a step takes for granted."""

    given: Cell
    then: Constraint


@dataclass(frozen=True)
class Case:
    """The members for which the steps chose ``path``: the names of the family are ``meanings``,
    polynomials in the ``names`` of the case, which satisfy ``domain``."""

    names: tuple[str, ...]
    meanings: tuple[tuple[str, Polynomial], ...]
    domain: Cell
    path: tuple[int, ...] = ()
    needs: tuple[Need, ...] = ()

    @property
    def family(self) -> dict[str, Polynomial]:
        """What stands for each name of the family."""
        return dict(self.meanings)

    def with_name(self, name: str, meaning: Polynomial, more: Cell, new: tuple[str, ...]) -> Case:
        """The case with a polynomial in ``new`` names in place of a name, and constraints
        more; those that are not linear any more are left out."""
        place = self.names.index(name)
        domain = [c.with_names({name: meaning}) for c in self.domain]
        return replace(
            self,
            names=(*self.names[:place], *new, *self.names[place + 1 :]),
            meanings=tuple((n, m.with_names({name: meaning})) for n, m in self.meanings),
            domain=tuple(dict.fromkeys((*(c for c in domain if c.form.is_linear), *more))),
        )

    def __str__(self) -> str:
        changed = [f"{n} = {m}" for n, m in self.meanings if m != Polynomial.name(n)]
        return ", ".join(changed)


@dataclass(frozen=True)
class Residues:
    """k = m j + rho for rho = 0, ..., m - 1: ``name`` is k, ``modulus`` is m, ``quotient`` is j."""

    name: str
    modulus: int
    quotient: str

    def cases(self, case: Case) -> list[Case]:
        """The cases into which one is split."""
        _refuse_names(case, self.name, self.quotient)
        if type(self.modulus) is not int or not 2 <= self.modulus <= MOST_CASES:
            raise ValueError(f"{self.modulus!r} is no modulus: 2 to {MOST_CASES} are")
        j = Polynomial.name(self.quotient)
        found = []
        for rho in range(self.modulus):
            split = case.with_name(self.name, self.modulus * j + rho, (), (self.quotient,))
            found.append(replace(split, path=(*case.path, rho)))
        return found

    def choose(self, values: Mapping[str, int]) -> tuple[int, dict[str, int]]:
        """The case of a member, and its values of the new names."""
        j, rho = divmod(values[self.name], self.modulus)
        rest = {n: v for n, v in values.items() if n != self.name}
        return rho, {**rest, self.quotient: j}

    def to_json(self) -> list[Any]:
        """The step as a list, which `read_step` reads."""
        return ["residues", self.name, self.modulus, self.quotient]

    def __str__(self) -> str:
        return f"{self.name} = {self.modulus}*{self.quotient} + 0..{self.modulus - 1}"


@dataclass(frozen=True)
class Blocks:
    """b = w h + r, 0 <= r < w: ``name`` is b, ``width`` is w, a linear form in names that are not
    replaced; h below ``apart`` is a case each."""

    name: str
    width: Polynomial
    quotient: str
    remainder: str
    apart: int = 1

    def cases(self, case: Case) -> list[Case]:
        """The cases into which one is split."""
        _refuse_names(case, self.name, self.quotient, self.remainder)
        if type(self.apart) is not int or not 1 <= self.apart <= MOST_CASES:
            raise ValueError(f"{self.apart!r} is no number of blocks apart")
        if not self.width.is_linear or not self.width.names <= set(case.names) - {self.name}:
            raise ValueError(f"{self.width} is no linear form in the other names")
        b, h, r = map(Polynomial.name, (self.name, self.quotient, self.remainder))
        needs = (Need(case.domain, at_least(self.width, 1)), Need(case.domain, at_least(b)))
        inside = (at_least(r), at_least(self.width - 1, r))
        found = []
        for blocks in range(self.apart):
            few = case.with_name(self.name, blocks * self.width + r, inside, (self.remainder,))
            found.append(replace(few, path=(*case.path, blocks)))
        many = (at_least(h, self.apart), *inside)
        new = (self.quotient, self.remainder)
        more = case.with_name(self.name, self.width * h + r, many, new)
        found.append(replace(more, path=(*case.path, self.apart)))
        return [replace(each, needs=(*case.needs, *needs)) for each in found]

    def choose(self, values: Mapping[str, int]) -> tuple[int, dict[str, int]]:
        """The case of a member, and its values of the new names."""
        h, r = divmod(values[self.name], self.width.at(values))
        new = {n: v for n, v in values.items() if n != self.name} | {self.remainder: r}
        return min(h, self.apart), new if h < self.apart else new | {self.quotient: h}

    def to_json(self) -> list[Any]:
        """The step as a list, which `read_step` reads."""
        return ["blocks", self.name, str(self.width), self.quotient, self.remainder, self.apart]

    def __str__(self) -> str:
        w, r = self.width, self.remainder
        return f"{self.name} = ({w})*{self.quotient} + {r}, 0 <= {r} < {w}"


Step = Residues | Blocks
Split = tuple[Step, ...]


@lru_cache(maxsize=256)
def cases_of(rule: FamilyOfRules, split: Split) -> tuple[Case, ...]:
    """The cases of a split, in the order of their paths. Raises ValueError where a step does not
    apply.

    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> rule = ParametricRule.parse("subtract(a, b) for a >= 1, b > a")
    >>> a = Polynomial.name("a")
    >>> for case in cases_of(rule, (Blocks("b", 2 * a, "h", "r"),)):
    ...     print(case.path, case.names, [str(c) for c in case.domain])
    (0,) ('a', 'r') ['a >= 1', 'r >= a + 1', 'r >= 0', '2*a >= r + 1']
    (1,) ('a', 'h', 'r') ['a >= 1', 'h >= 1', 'r >= 0', '2*a >= r + 1']
    """
    names = rule.names
    found = [Case(names, tuple((n, Polynomial.name(n)) for n in names), rule.where)]
    for step in split:
        if all(step.name not in case.names for case in found):
            raise ValueError(f"{step.name} is no name of any case")
        # A quotient that has a case to itself is not a name there any more: the case stays.
        found = [
            case
            for before in found
            for case in (step.cases(before) if step.name in before.names else [before])
        ]
        if len(found) > MOST_CASES:
            raise ValueError(f"the split has more than {MOST_CASES} cases")
    return tuple(found)


def place_in(split: Split, case: Case, values: Mapping[str, int]) -> dict[str, int] | None:
    """The values of the names of the case that a member has; None if it is in another case."""
    known, path = dict(values), list(case.path)
    for step in split:
        if step.name in known:
            chosen, known = step.choose(known)
            if not path or path.pop(0) != chosen:
                return None
    return known


def read_step(given: object) -> Step:
    """The step that `to_json` wrote. Raises ValueError or RuleSyntaxError if it is not one."""
    match given:
        case ["residues", str(name), int(modulus), str(quotient)]:
            return Residues(name, modulus, _read_name(quotient))
        case ["blocks", str(name), str(width), str(quotient), str(remainder), int(apart)]:
            new = _read_name(quotient), _read_name(remainder)
            return Blocks(name, read_linear(width), *new, apart)
        case _:
            raise ValueError(f"{given!r} is no step of a split")


def _read_name(text: str) -> str:
    if read_linear(text) != Polynomial.name(text):
        raise ValueError(f"{text!r} is no name")
    return text


def _refuse_names(case: Case, old: str, *new: str) -> None:
    if old not in case.names:
        raise ValueError(f"{old} is no name of the case")
    for name in new:
        if name in case.names or name in case.family or new.count(name) > 1:
            raise ValueError(f"{name} is a name already")
