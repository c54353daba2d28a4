"""Trees of cases that refute a set of linear inequalities over the integers, as ``Linear.v`` has
them. A solver finds points; every tree is checked by Coq alone.

A goal is that some spot (the point, moved) lies in some region. As long as there is a point that
satisfies what is assumed, the spot and the region in which that point lands give the next cases:
each inequality of the region may fail. What has no point, not even one of rational numbers, is
refuted by a sum of multiples of its inequalities (Farkas).

Goals that may be reached in very many ways, of which Coq is told those that were needed.

A way is text for Coq, with inequalities that show the goal where they hold. Ways of several parts
are as many as the products of the parts; at one point each part is looked for alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import chain, combinations
from math import floor, lcm
from typing import Any, NamedTuple, Protocol

from mexplore.discover.coq.families.forms import (
    Form,
    Region,
    Shift,
    added,
    displaced,
    holds,
    moved,
    negation,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

Clause = tuple[Region, ...]
"""A disjunction of conjunctions."""

MOST_DEEP = 60
"""No tree of more cases one in another is searched for where there are rational points."""

MILLISECONDS_EACH = 20_000
FEW = 12  # forms, of which any three are tried
MOST_LEAVES = 20_000
"""Trees of more leaves than this are not searched for."""


class NoTree(Exception):
    """No tree was found; the text says why."""


class AnyGoal(Protocol):
    """What is to follow from ``given``."""

    @property
    def given(self) -> Region:
        """Forms that are at least 0."""

    def cases(self, point: Sequence[int]) -> tuple[Sequence[Region], str] | None:
        """Cases of which one is true everywhere unless the goal is reached, none of them at the
        point, and their name for Coq; None where the point does not reach the goal."""


@dataclass(frozen=True)
class Goal:
    """From ``given`` it follows that the point, moved by one of the ``spots``, lies in one of the
    ``regions``. ``facts`` are true of the point moved by each of ``known``."""

    given: Region
    spots: tuple[Shift, ...]
    regions: tuple[Region, ...]
    known: tuple[Shift, ...] = ()
    facts: tuple[Clause, ...] = ()

    def cases(self, point: Sequence[int]) -> tuple[Sequence[Region], str] | None:
        for s, known in enumerate(self.known):
            there = moved(point, known)
            for g, fact in enumerate(self.facts):
                if not any(holds(r, there) for r in fact):
                    found = [tuple(displaced(f, known) for f in r) for r in fact]
                    return found, f"true {s} {g}"
        for s, spot in enumerate(self.spots):
            there = moved(point, spot)
            for g, region in enumerate(self.regions):
                if holds(region, there):
                    return [(negation(displaced(f, spot)),) for f in region], f"false {s} {g}"
        return None


class Trees:
    """Finds trees, as text for Coq."""

    def __init__(self, z3: Any, names: Sequence[str], deadline: float | None = None) -> None:
        self.z3, self.names, self.deadline = z3, tuple(names), deadline
        unknowns = self.unknowns = len(self.names)
        self.context = z3.Context()
        self.variables = [z3.Int(f"x{i}", self.context) for i in range(unknowns)]
        self.reals = [z3.Real(f"y{i}", self.context) for i in range(unknowns)]
        self.leaves = 0

    def tree(self, goal: AnyGoal) -> str:
        """A tree that refutes that no spot lies in a region; NoTree if there is none."""
        given = list(goal.given)
        quick = _quick(given)
        if quick is not None:
            return quick
        solver = self._solver()
        for form in given:
            solver.add(self._term(form, self.variables) >= 0)
        return self._tree(goal, solver, given)

    def _solver(self) -> Any:
        """A solver that leaves Ctrl-C alone."""
        solver = self.z3.Solver(ctx=self.context)
        solver.set("ctrl_c", False)
        solver.set("timeout", MILLISECONDS_EACH)
        return solver

    def _term(self, form: Form, variables: Sequence[Any]) -> Any:
        total = self.z3.IntVal(0, self.context)
        parts = [c * x for c, x in zip(form[1:], variables, strict=False) if c]
        if not parts:
            return (self.z3.IntVal if variables is self.variables else self.z3.RealVal)(
                form[0] if form else 0, self.context
            )
        total = parts[0]
        for part in parts[1:]:
            total = total + part
        return total + form[0]

    def _tree(self, goal: AnyGoal, solver: Any, given: list[Form]) -> str:
        if self.deadline is not None and working_seconds() > self.deadline:
            raise NoTree("the time is up")
        quick = _quick(given)
        if quick is not None:
            self.leaves += 1
            return quick
        verdict = solver.check()
        if verdict == self.z3.unsat:
            self.leaves += 1
            return self._without_points(goal, solver, given)
        if verdict != self.z3.sat:
            raise NoTree(f"z3 says {verdict}")
        model = solver.model()
        point = [1] + [model.eval(x, model_completion=True).as_long() for x in self.variables]
        found = goal.cases(point)
        if found is None:
            values = zip(self.names, point[1:], strict=True)
            raise NoTree(f"it is not true at {', '.join(f'{n} = {v}' for n, v in values)}")
        cases, name = found
        if self.leaves > MOST_LEAVES:
            raise NoTree(f"more than {MOST_LEAVES} cases")
        return f"Cases {name} [{'; '.join(self._with(goal, solver, given, c) for c in cases)}]"

    def _with(self, goal: AnyGoal, solver: Any, given: list[Form], more: Sequence[Form]) -> str:
        solver.push()
        for form in more:
            solver.add(self._term(form, self.variables) >= 0)
        found = self._tree(goal, solver, [*more, *given])
        solver.pop()
        return found

    def _without_points(self, goal: AnyGoal, solver: Any, given: list[Form]) -> str:
        """A sum of multiples, or a cut where there are rational points."""
        rational = self._solver()
        unequal = [self.z3.Bool(f"b{i}", self.context) for i in range(len(given))]
        for name, form in zip(unequal, given, strict=True):
            rational.assert_and_track(self._term(form, self.reals) >= 0, name)
        verdict = rational.check()
        if verdict == self.z3.unsat:
            core = {str(name) for name in rational.unsat_core()}
            return self._sum([i for i in range(len(given)) if f"b{i}" in core], given)
        model = rational.model()
        point = [Fraction(1)]
        point += [model.eval(y, model_completion=True).as_fraction() for y in self.reals]
        units = [(0,) * (i + 1) + (1,) for i in range(self.unknowns)]
        for form in [*_between(given), *units]:
            value = sum((c * x for c, x in zip(form, point, strict=False)), Fraction(0))
            if value.denominator != 1:
                cut = added((-floor(value) - 1,), form)
                return self._cut(goal, solver, given, cut)
        raise NoTree("no cut was found")

    def _cut(self, goal: AnyGoal, solver: Any, given: list[Form], cut: Form) -> str:
        """Two cases: the form is at least 0, or not."""
        if len(given) > len(goal.given) + MOST_DEEP:
            raise NoTree(f"more than {MOST_DEEP} cases deep")
        yes = self._with(goal, solver, given, [cut])
        no = self._with(goal, solver, given, [negation(cut)])
        return f"Cut {listed(cut)} ({yes}) ({no})"

    def _sum(self, core: list[int], given: list[Form]) -> str:
        """Multiples, at least 0, of these forms whose sum is a negative number."""
        z3, context = self.z3, self.context
        solver = self._solver()
        factors = [z3.Real(f"f{i}", context) for i in core]
        for factor in factors:
            solver.add(factor >= 0)
        width = max(len(given[i]) for i in core)
        for place in range(width):
            parts = [
                given[i][place] * factor
                for i, factor in zip(core, factors, strict=True)
                if place < len(given[i]) and given[i][place]
            ]
            if place == 0:
                solver.add(z3.Sum([z3.RealVal(0, context), *parts]) == -1)
            elif parts:
                solver.add(z3.Sum(parts) == 0)
        if solver.check() != z3.sat:
            raise NoTree("no sum was found")
        model = solver.model()
        values = [model.eval(f, model_completion=True).as_fraction() for f in factors]
        return _sum_of(zip(core, values, strict=True))


def _sum_of(multiples: Any) -> str:
    """The sum for Coq, in whole numbers."""
    found = [(i, Fraction(v)) for i, v in multiples if v]
    common = lcm(*(v.denominator for _, v in found))
    return f"Sum [{'; '.join(f'({i}, {int(v * common)})' for i, v in found)}]"


def _between(given: list[Form]) -> list[Form]:
    """Forms that have a least and a largest value, without their constants."""
    rests = {(0, *form[1:]) for form in given if any(form[1:])}
    return sorted(rest for rest in rests if tuple(-c for c in rest) in rests)


def _quick(given: list[Form]) -> str | None:
    """A sum of few forms that is a negative number, without a solver."""
    return _by_two(given) or _by_three(given)


def _by_two(given: list[Form]) -> str | None:
    """A sum of one or two forms that is a negative number."""
    seen: dict[Form, tuple[int, int]] = {}
    for i, form in enumerate(given):
        constant, rest = (form[0] if form else 0), form[1:]
        if not any(rest):
            if constant < 0:
                return f"Sum [({i}, 1)]"
            continue
        opposite = seen.get(tuple(-c for c in rest))
        if opposite is not None and opposite[1] + constant < 0:
            return f"Sum [({opposite[0]}, 1); ({i}, 1)]"
        if rest not in seen or seen[rest][1] > constant:
            seen[rest] = (i, constant)
    return None


def _by_three(given: list[Form]) -> str | None:
    """Two forms and a multiple of a third whose sum is a negative number; of few forms only."""
    if len(given) > FEW:
        return None
    for i, j in combinations(range(len(given)), 2):
        both = added(given[i], given[j])
        for k, third in enumerate(given):
            factor = _multiple(both[1:], third[1:])
            if factor and both[0] + factor * third[0] < 0:
                return f"Sum [({i}, 1); ({j}, 1); ({k}, {factor})]"
    return None


def _multiple(rest: Sequence[int], of: Sequence[int]) -> int:
    """The c >= 1 for which the first is -c times the second; 0 if there is none."""
    last = of[-1] if of else 0
    factor = -rest[-1] // last if last and len(rest) == len(of) else 0
    return max(factor, 0) if all(r == -factor * c for r, c in zip(rest, of, strict=False)) else 0


def listed(form: Form) -> str:
    """A form for Coq.

    >>> listed((-1, 0, 2))
    '[-1; 0; 2]'
    """
    return f"[{'; '.join(map(str, form))}]"


class Way(NamedTuple):
    """How Coq names it, and where it shows the goal."""

    text: str
    region: Region


Finder = Callable[[Sequence[int]], Way | None]
"""The first way that shows something at a point, if there is one."""


@dataclass
class Ways:
    """From ``given`` it follows that some way holds."""

    given: Region
    finder: Finder
    used: dict[str, Region] = field(default_factory=dict)

    def cases(self, point: Sequence[int]) -> tuple[Sequence[Region], str] | None:
        """One of the inequalities of the way that holds at the point is false."""
        found = self.finder(point)
        if found is None:
            return None
        self.used.setdefault(found.text, found.region)
        number = list(self.used).index(found.text)
        return [(negation(form),) for form in found.region], f"false 0 {number}"

    @property
    def listed(self) -> str:
        """The ways that were used."""
        return f"[{'; '.join(self.used)}]"


def among(ways: Iterable[Way]) -> Finder:
    """One of these."""
    known = list(ways)

    def find(point: Sequence[int]) -> Way | None:
        return next((way for way in known if holds(way.region, point)), None)

    return find


def first_of(finders: Iterable[Finder]) -> Finder:
    """What the first finds that finds something."""
    known = list(finders)

    def find(point: Sequence[int]) -> Way | None:
        found = (finder(point) for finder in known)
        return next((way for way in found if way is not None), None)

    return find


def all_of(finders: Iterable[Finder], text: str) -> Finder:
    """A way of each; their texts are put into this one."""
    known = list(finders)

    def find(point: Sequence[int]) -> Way | None:
        found = list(_until_none(finder(point) for finder in known))
        if len(found) < len(known):
            return None
        region = tuple(chain.from_iterable(way.region for way in found))
        return Way(text.format(*(way.text for way in found)), region)

    return find


def _until_none(ways: Iterable[Way | None]) -> Iterator[Way]:
    for way in ways:
        if way is None:
            return
        yield way
