"""Statements about values, decided by a law of equal steps: finitely many n are enough.

**Theorem.** Let G(n + p) - G(n) depend on n mod p alone for n >= n0, and let S(n) be a condition
made of n, of values of G at formulas in n, of rational operations and comparisons. Suppose that on
the n = r (mod m), from some T on, each formula that S evaluates is a line alpha*n + beta, each
argument of G that is not constant a line with alpha > 0 whose values are whole, at least n0 and the
same modulo p, and each difference that is compared has a fixed sign. Then S(n) is true for all n >=
T of that class, or for none, or says nothing there.

*Proof.* Let the argument of a G be L(n) = alpha*n + beta, with L(n) = b (mod p) and b the least
number >= n0 of that residue. Then (L(n) - b)/p is whole and >= 0, and by induction on it
G(L(n)) = G(b) + (L(n) - b)/p * s, with s = G(b + p) - G(b): a line in n again. A constant
argument c gives the constant G(c). So every number in S is a line on the class, every comparison
has the sign of a line that has no root from T on, and the truth of S is composed of constants. ∎

So, where the classes modulo m have been followed (`rules.arithmetic.residue_lines` finds m, and T
for each), S(n) holds for all n >= s if it is true on each class, and for s <= n < max T; and if it
is false on a class, the least n that fails is below max T + m. These n are tested one by one.

Values beside which logarithms or square roots stand are not lines. Of a sum of a line a*n + b and
of c*f(Y) with Y = alpha*n + beta, alpha > 0, the sign is known from some n on
(`SlowSum.settled`):

* a != 0: f(Y) is at most e*Y + C for every e > 0 and some C(e); with e small enough what is left of
  the line has the sign of a. (log_2 y <= k + 3y/2^(k+1) for k >= 0 and y > 0, as the tangent at 2^k
  says: log_2 y <= k + (y - 2^k)/(2^k ln 2), and 1/ln 2 < 3/2; a logarithm to a larger base is
  smaller where it is not negative. sqrt(y) <= y/2^k + 2^k.)
* a = 0 and all c of one sign: as f grows beyond every bound, the sum has that sign once f(Y) >
  |b/c|.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING

from mexplore.discover.heaps.relations.on_values import Known, held_against
from mexplore.discover.heaps.relations.reading import Relation
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.eventual_lines import FormulaClass
from mexplore.rules.arithmetic.operations import COMPARES
from mexplore.rules.arithmetic.residue_lines import (
    Budget,
    Exact,
    Line,
    NoLine,
    on_classes,
    quotient,
    refuse,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import ClosedForm, EventualSteps

LARGEST_MODULUS = 10**6
MOST_STEPS = 4_000_000
"""Nodes looked at, for all classes."""
MOST_TESTED = 2 * 10**7
"""The n that are tested one by one."""
LARGEST_LOGARITHM = 64
LARGEST_ROOT = 1 << 24


class SaysNothing(Exception):
    """The statement speaks of no value of a heap, at any n of a class from some n on."""


@dataclass(frozen=True)
class Decision:
    """For all n that the statement is about: ``failure`` is the least that fails, if one does;
    ``first`` the least of which it says something; ``everywhere`` whether it is known to say
    something of every n from its start on."""

    failure: int | None
    first: int | None
    everywhere: bool = field(default=False, repr=False)


def decided(
    relation: Relation, form: ClosedForm, watcher: Watcher = no_progress
) -> Decision | None:
    """Whether a statement holds for all n of values that a law of equal steps gives; None where
    that is not seen.

    >>> from mexplore.discover.heaps.patterns.split import SplitForm, SplitPeriodic
    >>> from mexplore.discover.heaps.relations.reading import read_relation
    >>> halves = SplitForm(SplitPeriodic(0, 2, (1, 1)), (0, 0))  # floor(n/2)
    >>> decided(read_relation("G(2n + 1) = n"), halves), decided(read_relation("G(n) < 7"), halves)
    (Decision(failure=None, first=0), Decision(failure=14, first=0))
    """
    steps = form.eventual_steps()
    if steps is None:
        return None
    budget = Budget(MOST_STEPS)

    def followed(residue: int, modulus: int) -> tuple[bool, int]:
        place = ValueClass(residue, modulus, {"n": Line(1, 0)}, budget, 0)
        place.terms, place.form, place.steps = relation.terms, form, steps
        try:
            return place.truth(relation.whole), place.first
        except SaysNothing:
            return True, place.first

    try:
        classes = on_classes(followed, LARGEST_MODULUS)
    except NoLine:
        return None
    true = all(true for true, _ in classes)
    settled = max(relation.start, *(first for _, first in classes))
    return _of_these(relation, form, settled + (1 if true else len(classes)), true, watcher)


def _of_these(
    relation: Relation, form: ClosedForm, stop: int, true: bool, watcher: Watcher
) -> Decision | None:
    """The answer, from the n < stop; None where they are too many, or nothing is said there."""
    low = relation.start
    if stop - low > MOST_TESTED:
        return None
    found = held_against(relation, Known.of_law(form), low, stop, watcher)
    if found.failure is None and not true:
        return None
    return None if found.first is None else Decision(found.failure, found.first)


class ValueClass(FormulaClass):
    """The n of a residue class, with values at lines."""

    terms: Mapping[str, tree.Node]
    form: ClosedForm
    steps: EventualSteps

    def number(self, node: tree.Node) -> Line:
        if isinstance(node, tree.Name) and node.name in self.terms:
            self.budget.spend()
            return self.value_at(self.number(self.terms[node.name]))
        return super().number(node)

    def value_at(self, line: Line) -> Line:
        """The values at a line, a line again: by the theorem."""
        if self.rest(line, 1):
            raise SaysNothing
        if not line.alpha:
            if line.beta < 0:
                raise SaysNothing
            return Line.of(self.form.at(int(line.beta)))
        if line.alpha < 0:
            self.positive(line)  # from here on it is negative
            raise SaysNothing
        n0, p = self.steps.preperiod, self.steps.period
        least = n0 + (int(self.rest(line, p)) - n0) % p
        self.positive(line.plus(Line.of(1 - n0)))
        value = self.form.at(least)
        step = self.form.at(least + p) - value
        return line.plus(Line.of(-least)).times(quotient(step, p)).plus(Line.of(value))

    def _compares(
        self, first: tree.Node, signs: tuple[str, ...], others: tuple[tree.Node, ...]
    ) -> bool:
        if signs[0] not in COMPARES or len(signs) > 1:
            return super()._compares(first, signs, others)
        difference = self.slow_sum(tree.Binary("-", first, others[0]))
        return bool(COMPARES[signs[0]](difference.settled(self), 0))

    def slow_sum(self, node: tree.Node) -> SlowSum:
        """The number as a line and multiples of functions that grow slowly."""
        match node:
            case tree.Unary("-", operand):
                return self.slow_sum(operand).times(-1)
            case tree.Binary("+", left, right):
                return self.slow_sum(left).plus(self.slow_sum(right))
            case tree.Binary("-", left, right):
                return self.slow_sum(left).plus(self.slow_sum(right).times(-1))
            case tree.Binary("*", left, right) if slow_in(left) != slow_in(right):
                factor, slow = (right, left) if slow_in(left) else (left, right)
                constant = self.number(factor).value
                if constant is None:
                    refuse("a logarithm or a root is multiplied by what grows")
                return self.slow_sum(slow).times(constant)
            case tree.Call("floorlog" | "ceillog" | "isqrt" | "sqrt", (inside, *base)):
                power, x = _root_of_power(inside)
                line = self.number(x)
                number = self.number(base[0]).constant if base else 2
                if line.alpha > 0 and number is not None and number >= 2:
                    kind = "log" if base else "sqrt"
                    return SlowSum(Line.of(0), (Slow(kind, Fraction(1), line, power, number),))
        return SlowSum(self.number(node), ())


def slow_in(node: tree.Node) -> bool:
    """Whether a logarithm or a root stands in the tree."""
    if isinstance(node, tree.Call) and node.function in ("floorlog", "ceillog", "isqrt", "sqrt"):
        return True
    return any(map(slow_in, node.children()))


def _root_of_power(node: tree.Node) -> tuple[int, tree.Node]:
    """(u, x) of x^u for x > 0, as comparisons with logarithms have it."""
    match node:
        case tree.Piecewise((tree.Binary("**", x, tree.Number(power)),), _) if power > 0:
            return power, x
        case _:
            return 1, node


@dataclass(frozen=True)
class Slow:
    """A multiple of a rounded logarithm of Y^power, or of a root of Y, rounded or not; Y grows."""

    kind: str
    factor: Fraction
    line: Line
    power: int
    base: int

    def below(self, k: int) -> Line:
        """A line that is not below the function, without its factor, where Y >= 1; the larger k,
        the smaller its slope."""
        if self.kind == "sqrt":
            return self.line.times(Fraction(1, 1 << k)).plus(Line.of(1 << k))
        rounded = self.line.times(Fraction(3, 2 << k)).plus(Line.of(k))
        return rounded.times(self.power).plus(Line.of(1))

    def reaches(self, bound: int) -> int:
        """From which Y on the function is greater than this bound >= 0: floor(log_b(Y^u)) >=
        floor(log_b(Y)) for u >= 1, and rounding up makes it no smaller."""
        if bound >= (LARGEST_ROOT if self.kind == "sqrt" else LARGEST_LOGARITHM):
            refuse("a logarithm or a root that is compared with a large number")
        return (bound + 1) ** 2 if self.kind == "sqrt" else int(self.base ** (bound + 1))


@dataclass(frozen=True)
class SlowSum:
    """A line and such multiples."""

    line: Line
    slow: tuple[Slow, ...]

    def plus(self, other: SlowSum) -> SlowSum:
        return SlowSum(self.line.plus(other.line), self.slow + other.slow)

    def times(self, number: Exact) -> SlowSum:
        slow = (Slow(s.kind, s.factor * number, s.line, s.power, s.base) for s in self.slow)
        return SlowSum(self.line.times(number), tuple(each for each in slow if each.factor))

    def settled(self, place: ValueClass) -> int:
        """The sign from some n on, beyond which ``place`` then begins."""
        for each in self.slow:
            place.positive(each.line.plus(Line.of(-1)))
        if not self.slow or self.line.alpha:
            return self._as_line(place)
        signs = {each.factor > 0 for each in self.slow}
        if len(signs) > 1:
            refuse("a difference of functions that grow slowly")
        first = self.slow[0]
        bound = abs(Fraction(self.line.beta)) / abs(first.factor)
        place.positive(first.line.plus(Line.of(-first.reaches(int(bound) + 1))))
        return 1 if first.factor > 0 else -1

    def _as_line(self, place: ValueClass) -> int:
        """The sign of the line, with the slow functions against it replaced by lines that are
        larger in absolute value, and those with it left out."""
        slope = Fraction(self.line.alpha)
        against = [each for each in self.slow if (each.factor > 0) != (slope > 0)]
        for k in range(LARGEST_LOGARITHM):
            total = self.line
            for each in against:
                total = total.plus(each.below(k).times(each.factor))
            half_is_left = 2 * Fraction(total.alpha) * slope >= slope * slope
            if half_is_left:
                larger = place.positive(total)
                return 1 if larger else -1 if total.alpha or total.beta else 0
        return refuse("a line that hardly grows is compared with a logarithm or a root")
