"""Statements about values, decided by a law whose values are read off the digits of n.

**Theorem.** Let G have finitely many values, and for each value v let an automaton accept exactly
the n with G(n) = v, written in one numeration in which automata tell where x + y = z. Let S(n) be
composed by *and*, *or* and *not* of comparisons of linear forms in n and in values G(L(n)), where
forms and arguments L may be divided by numbers and rounded. Then automata, which can be computed,
tell for which n S(n) is true, and for which it is false. (It says nothing of the others, where an
argument is not a heap.)

*Proof.* Let a comparison speak of G(L_1(n)), ..., G(L_k(n)). For one choice of values v_1, ..., v_k
let A be the set of n for which all L_i(n) are natural numbers with G(L_i(n)) = v_i: there are m_i
with L_i(n) = m_i, a linear relation, and with m_i accepted by the automaton of v_i. What automata
tell is closed under *and* and under *there is an m*, so that an automaton tells A. On A the
comparison is one of linear forms in n alone, with v_i in place of G(L_i(n)): automata tell
where it is true. There are finitely many choices, and A for one is disjoint from A for another, so
the comparison is true on a finite union of such sets, and false on another one. The rest follows as
what automata tell is closed under *and*, *or* and *not*. ∎

So S(n) holds for all n of which it says something exactly if the automaton of the n where it is
false accepts nothing; otherwise its least n is found.

Source: J. R. Büchi, Weak second-order arithmetic and finite automata, Z. Math. Logik Grundlagen
Math. 6 (1960) 66-92; V. Bruyère, G. Hansel, C. Michaux and R. Villemaire, Logic and p-recognizable
sets of integers, Bull. Belg. Math. Soc. 1 (1994) 191-238. In two multiplicatively independent bases
at once nothing of the kind holds (R. Villemaire 1992): conditions that are read in another
numeration than the law are refused.

A rounded logarithm or root is at least j exactly from some number on, so that a comparison of one
with numbers, as values are, is one of n with numbers (`_slow`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.operations import Budget, Undecided, both, either, without
from mexplore.discover.heaps.relations.on_lines import Decision
from mexplore.discover.heaps.relations.on_values import MOST_CHOICES, Known, holds_at
from mexplore.discover.heaps.relations.reading import Relation
from mexplore.discover.outcomes import relations
from mexplore.discover.outcomes.conditions import CONTRARY, Conditions, Truth, numeration_asked
from mexplore.discover.outcomes.terms import NotRecognised, Terms
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formula_values import truth_at, value_at
from mexplore.rules.arithmetic.formulas import is_condition
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import ClosedForm

LONGEST = 2000
"""Bits of a number from which on a logarithm or a root is large enough."""
SLOW = ("floorlog", "ceillog", "isqrt")


def decided_by_digits(relation: Relation, form: ClosedForm, budget: Budget) -> Decision | None:
    """Whether a statement holds for all n of which it says something; None where the theorem does
    not decide it, or not within the budget.

    >>> from mexplore.discover.heaps.patterns.automatic.pattern import Automatic, AutomaticForm
    >>> from mexplore.discover.heaps.relations.reading import read_relation
    >>> bits = AutomaticForm(Automatic(2, ((0, 1), (1, 0)), (0, 1)))  # how many bits, modulo 2
    >>> decided_by_digits(read_relation("G(2n + 1) = 1 - G(n)"), bits, Budget())
    Decision(failure=None, first=0)
    >>> decided_by_digits(read_relation("G(3n) = G(n)"), bits, Budget())
    Decision(failure=1, first=0)
    """
    try:
        sets = form.value_sets(budget)
        if sets is None:
            return None
        reader = Statements(("n",), next(iter(sets.values())).numeration, budget, relation, sets)
        truth = reader.truth(relation.whole)
        from_start = reader.at_least(relation.start)
        said = both(either(truth.holds, truth.fails, budget), from_start, budget)
        first, failure = said.least(), truth.fails.least()
        everywhere = without(from_start, said, budget).empty()
    except (NotRecognised, Undecided):
        return None
    if first is None:
        return None
    if failure is not None and holds_at(relation, Known.of_law(form), failure):
        return None  # the two ways to evaluate a statement must agree
    return Decision(failure, first, everywhere)


@dataclass(frozen=True)
class Statements(Conditions):
    """Conditions on n with values in them: ``sets[v]`` tells where G is v."""

    relation: Relation
    sets: Mapping[int, Automaton]
    _known: dict[tuple[str, int], Automaton] = field(default_factory=dict)

    def at_least(self, number: int) -> Automaton:
        """The n from a number on."""
        return self._plain(tree.Name("n"), ">=", tree.Number(number)).holds

    def _compared(self, left: tree.Node, sign: str, right: tree.Node) -> Truth:
        names = sorted((tree.names_in(left) | tree.names_in(right)) & {*self.relation.terms})
        if len(self.sets) ** len(names) > MOST_CHOICES:
            raise NotRecognised(f"{len(names)} values in one comparison are too many")
        holds = fails = self._nothing
        for values in product(self.sets, repeat=len(names)):
            chosen = dict(zip(names, values, strict=True))
            where = self.everywhere
            for name, value in chosen.items():
                where = both(where, self._where(name, value), self.budget)
            if where.empty():
                continue
            try:
                found = self._plain(_put(left, chosen), sign, _put(right, chosen))
            except Undefined:
                continue
            holds = either(holds, both(where, found.holds, self.budget), self.budget)
            fails = either(fails, both(where, found.fails, self.budget), self.budget)
        return Truth(holds, fails)

    def _where(self, name: str, value: int) -> Automaton:
        """The n at which G has this value at the argument of this name."""
        if (name, value) not in self._known:
            terms = Terms(self.numeration, self.budget)
            real = terms.real(self.relation.terms[name])
            if real.root != Polynomial():
                raise NotRecognised(f"{name}: an argument with a root that is not rounded")
            heap = Polynomial.name("heap")
            equal = relations.zero(real.whole - heap * real.over, self.numeration, self.budget)
            of_value = relations.Relation(self.sets[value], ("heap",))
            every = relations.Relation(self.everywhere, self.names)
            asked = [*terms.relations, equal, of_value, every]
            self._known[name, value] = relations.among(asked, self.names, self.budget)
        return self._known[name, value]

    def _plain(self, left: tree.Node, sign: str, right: tree.Node) -> Truth:
        """A comparison without values; Undefined where it is one of numbers without a value."""
        compared = tree.Comparison(left, (sign,), (right,))
        if not tree.names_in(compared):
            both_ways = self.everywhere, self._nothing
            return Truth(*both_ways) if truth_at(compared, 0) else Truth(*reversed(both_ways))
        if numeration_asked(compared, self.numeration) != self.numeration:
            raise NotRecognised(f"{compared} is not read {self.numeration.words()}")
        slow = [node for side in (left, right) for node in _slow_in(side)]
        if slow:
            return self._slow(left, sign, right, slow)
        return super()._compared(left, sign, right)

    def _slow(self, left: tree.Node, sign: str, right: tree.Node, slow: list[tree.Call]) -> Truth:
        """a*f(X) + b <sign> 0 with numbers a != 0 and b, where f is a rounded logarithm or root."""
        if len({*slow}) > 1:
            raise NotRecognised("two logarithms or roots in one comparison")
        if sign in CONTRARY:
            contrary = self._slow(left, CONTRARY[sign], right, slow)
            return Truth(contrary.fails, contrary.holds)
        call = slow[0]
        named = tree.Binary("-", *(_instead(side, call, tree.Name("f")) for side in (left, right)))
        real = Terms(self.numeration, self.budget).real(named)
        if real.root != Polynomial() or real.whole.names != {"f"}:
            raise NotRecognised(f"{call} is compared with what is no number")
        (a,), b = real.whole.coefficients(("f",)), real.whole.constant
        a, b = (-a, -b) if sign == "<=" else (a, b)
        zero, inside = Fraction(-b, a), _argument(call)
        Terms(self.numeration, self.budget).whole(inside)  # or it is not recognised
        defined = self._plain(inside, ">=", tree.Number(int(call.function != "isqrt"))).holds
        upward = self._from(call, inside, -(-zero // 1)) if sign == "==" or a > 0 else None
        downward = self._from(call, inside, zero // 1 + 1) if sign == "==" or a < 0 else None
        holds = defined if upward is None else both(defined, upward, self.budget)
        if downward is not None:
            holds = without(holds, downward, self.budget)
        return Truth(holds, without(defined, holds, self.budget))

    def _from(self, call: tree.Call, inside: tree.Node, j: int) -> Automaton:
        """Where f(X) >= j, among the n at which X is large enough for f to have a value."""
        return self._plain(inside, ">=", tree.integer(_least(call, j))).holds


def _least(call: tree.Call, j: int) -> int:
    """The least X >= 0 at which f is at least j.

    floor(log_b(X^u)) >= j exactly if X^u >= b^j, ceil(log_b(X^u)) >= j exactly if X^u > b^(j - 1),
    isqrt(X) >= j exactly if X >= j^2.

    >>> _least(tree.Call("floorlog", (tree.Name("n"), tree.Number(2))), 3)
    8
    >>> _least(tree.Call("ceillog", (tree.Name("n"), tree.Number(2))), 3)
    5
    """
    if call.function == "isqrt":
        return int(max(j, 0) ** 2)
    base, power = call.arguments[1], _power(call)
    if not isinstance(base, tree.Number) or base.value < 2:
        raise NotRecognised(f"{call} is to a base that is no number from 2 on")
    exponent = j if call.function == "floorlog" else j - 1
    if exponent * base.value.bit_length() > LONGEST:
        raise NotRecognised(f"{call} is compared with a large number")
    if exponent < 0:
        return 1
    wanted = int(base.value**exponent) + (call.function == "ceillog")
    low, high = 0, wanted  # low^u < wanted <= high^u
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if middle**power >= wanted else (middle, high)
    return high


def _argument(call: tree.Call) -> tree.Node:
    """X of a logarithm of X^u, which comparisons write with a condition, or of a root of X."""
    match call.arguments[0]:
        case tree.Piecewise((tree.Binary("**", x, tree.Number()),), _):
            return x
        case inside:
            return inside


def _power(call: tree.Call) -> int:
    match call.arguments[0]:
        case tree.Piecewise((tree.Binary("**", _, tree.Number(u)),), _) if u >= 1:
            return u
        case _:
            return 1


def _slow_in(node: tree.Node) -> Iterator[tree.Call]:
    if isinstance(node, tree.Call) and node.function in SLOW and tree.names_in(node):
        yield node
        return
    for child in node.children():
        yield from _slow_in(child)


def _instead(node: tree.Node, call: tree.Call, name: tree.Name) -> tree.Node:
    return name if node == call else tree.with_children(node, lambda c: _instead(c, call, name))


def _put(node: tree.Node, values: Mapping[str, int]) -> tree.Node:
    """The node with numbers in place of names of values, and with parts without n worked out;
    Undefined where such a part has no value."""
    if isinstance(node, tree.Name) and node.name in values:
        return tree.Number(values[node.name])
    found = tree.with_children(node, lambda child: _put(child, values))
    if isinstance(found, tree.Number) or is_condition(found) or tree.names_in(found):
        return found
    value = value_at(found, 0)
    return tree.integer(value) if isinstance(value, int) else found
