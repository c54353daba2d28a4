"""Lists of options in their simplest form: the same moves for all large n.

A *pruned* list has, for every n >= ``first``, the moves of the list it comes from. Conditions that
are decided are gone, and so are those that only keep out what is not a move anyway, such as
``k <= n`` beside ``n - k``; conditions that bound a loop have gone into its range; what is written
out is a list, and lists that continue each other are one. Each step below says why the moves are
the same; an entry that is negative is not a move. Nothing is said of n < first: what differs there
is found by listing (`rules.families.expression.normal`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from functools import lru_cache

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.deciding import Decider, is_total
from mexplore.rules.arithmetic.guards import tests_of
from mexplore.rules.arithmetic.loops import (
    Loop,
    joined_loops,
    narrowed,
    plainly_named,
    shifted,
    tree_of_sum,
)
from mexplore.rules.arithmetic.polynomial import Polynomial, linear
from mexplore.rules.arithmetic.scopes import Bounds, Scope, constant_of
from mexplore.rules.dataclass import dataclass

MOST_LISTED = 64  # entries of a list over which a loop runs that is written out
MOST_ROUNDS = 4


@dataclass(frozen=True)
class Pruned:
    """For n >= first the moves are those of ``body``."""

    body: tree.Node
    first: int


@lru_cache(maxsize=512)
def pruned(body: tree.Node) -> Pruned:
    """A list of options in n in its simplest form.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> read = lambda text: read_options(text, ("n",), whole=text, at=0)
    >>> texts = ["[max(0, n - 3)] if n > 1 else []", "[k for k in range(n) if n - k <= n // 2]"]
    >>> texts += ["[n - k for k in [1, 2, 5] if n >= k]", "[n - 1] + [n - j for j in range(2, n)]"]
    >>> texts += ["[n - k for k in range(1, n + 1) if not (n == 3 and k == 1)]"]
    >>> for found in map(pruned, map(read, texts)):
    ...     print(found.body, found.first)
    [n - 3] 3
    [k for k in range(n - n // 2, n)] 2
    [n - 1, n - 2, n - 5] 5
    [n - k for k in range(1, n)] 3
    [n - k for k in range(1, n + 1)] 4
    """
    decider, found = Decider(), body
    for _ in range(MOST_ROUNDS):
        before, found = found, _Pruning(decider).all_of(found)
        if found == before:
            break
    return Pruned(found, decider.first)


@dataclass
class _Pruning:
    """One round."""

    decider: Decider
    scope: Scope = field(default_factory=Scope)

    def all_of(self, node: tree.Node) -> tree.Node:
        """A list, as the sum of lists that it is; entries written out come first."""
        items: dict[tree.Node, None] = {}
        others: list[tree.Node] = []
        for part in self.lists(node):
            if isinstance(part, tree.Listing):
                items |= dict.fromkeys(part.items)
            elif part not in others:
                others.append(part)
        entries, loops = joined_loops(list(items), others, self.decider)
        listed = [tree.Listing(tuple(entries))] if entries or not loops else []
        return tree.joined([*listed, *loops])

    def lists(self, node: tree.Node) -> Iterator[tree.Node]:
        """The lists that a list is joined from, none of them empty."""
        match node:
            case tree.Binary("+", left, right):
                yield from self.lists(left)
                yield from self.lists(right)
            case tree.Listing(items):
                kept = [entry for item in items for entry in self.entries(item)]
                if kept:
                    yield tree.listing(kept)
            case tree.Choice(test, yes, no):
                yield from self.chosen(test, yes, no)
            case tree.Call("range", _):
                yield from self.loop(
                    tree.Comprehension(tree.Name("k"), (tree.Clause("k", node, ()),))
                )
            case tree.Comprehension():
                yield from self.loop(node)
            case _:
                yield node

    def entries(self, item: tree.Node) -> Iterator[tree.Node]:
        """The entry in its simplest form, unless it is not a move for large n."""
        found = self.option(item)
        if not self.is_no_move(found, Polynomial()):
            yield found

    def chosen(self, test: tree.Node, yes: tree.Node, no: tree.Node) -> Iterator[tree.Node]:
        """One of two lists, by a condition on n."""
        found = self.decider.settled(test, self.scope)
        if isinstance(found, bool):
            yield from self.lists(yes if found else no)
            return
        one, other = self.all_of(yes), self.all_of(no)
        if one == other:
            yield from self.lists(one)
        elif one == tree.Listing(()):
            yield tree.Choice(tree.Unary("not", found), other, one)
        else:
            yield tree.Choice(found, one, other)

    # Loops.

    def loop(self, node: tree.Comprehension) -> Iterator[tree.Node]:
        """A loop, or the loops over the parts of the list that its first name runs through."""
        clause, *others = node.clauses
        source = self.source(clause.source)
        if source is None:
            return
        match source:
            case tree.Binary("+", left, right):
                for part in (left, right):
                    inner = replace(clause, source=part)
                    yield from self.loop(replace(node, clauses=(inner, *others)))
            case tree.Comprehension(tree.Name(name), (inner,)) if (
                # A test with a loop of its own may use the name of the outer one.
                inner.name == name
                and not any(clause.name in tree.bound_in(test) for test in inner.tests)
            ):
                tests = (tree.substitute(t, {name: tree.Name(clause.name)}) for t in inner.tests)
                flat = tree.Clause(clause.name, inner.source, (*tests, *clause.tests))
                yield from self.loop(replace(node, clauses=(flat, *others)))
            case tree.Choice(test, yes, no) if not tree.holds(test, tree.Comprehension):
                parts = (replace(clause, source=part) for part in (yes, no))
                loops = [replace(node, clauses=(part, *others)) for part in parts]
                yield from self.chosen(test, *loops)
            case tree.Listing(items) if len(items) <= MOST_LISTED and not _binds(node, clause):
                for item in items:
                    yield from self.at(node, clause, item)
            case _:
                yield from self.run(
                    replace(node, clauses=(replace(clause, source=source), *others))
                )

    def at(
        self, node: tree.Comprehension, clause: tree.Clause, entry: tree.Node
    ) -> Iterator[tree.Node]:
        """A loop with one entry in place of its first name."""
        names = {clause.name: entry}
        inner: tree.Node = tree.substitute(node.item, names)
        if len(node.clauses) > 1:
            rest = tuple(tree.substitute(each, names) for each in node.clauses[1:])
            inner = tree.Comprehension(inner, tuple(c for c in rest if isinstance(c, tree.Clause)))
        else:
            inner = tree.Listing((inner,))
        tests = tuple(tree.substitute(test, names) for test in clause.tests)
        if tests:
            inner = tree.Choice(tree.Logic("and", tests), inner, tree.Listing(()))
        yield from self.lists(inner)

    def run(self, node: tree.Comprehension) -> Iterator[tree.Node]:
        """A loop none of whose lists is written out."""
        scope, clauses = self.scope, []
        for number, clause in enumerate(node.clauses):
            here = _Pruning(self.decider, scope)
            source = here.source(clause.source) if number else clause.source
            if source is None:
                return
            scope = scope.with_name(clause.name, here.bounds(source))
            inside = _Pruning(self.decider, scope)
            tests = inside.tests(clause.tests)
            if tests is None:
                return
            clauses.append(replace(clause, source=source, tests=tests))
        inside = _Pruning(self.decider, scope)
        item = inside.option(node.item)
        if inside.is_no_move(item, Polynomial()):
            return
        for place, clause in enumerate(clauses):
            if all(_is_safe(each) for each in clauses[place + 1 :]):
                clauses[place] = replace(clause, tests=inside.needed(item, clause.tests))
        found = tree.Comprehension(item, tuple(clauses))
        yield plainly_named(shifted(narrowed(found, self.decider, self.scope)))

    def tests(self, tests: tuple[tree.Node, ...]) -> tuple[tree.Node, ...] | None:
        """What is left of the conditions of a loop; None where they never hold."""
        found = self.decider.settled(tree.Logic("and", tests), self.scope)
        if isinstance(found, bool):
            return () if found else None
        return tuple(tests_of(found))

    def needed(self, item: tree.Node, tests: tuple[tree.Node, ...]) -> tuple[tree.Node, ...]:
        """The conditions without those that keep out only what is not a move: where they are false,
        a heap of the entry is negative. The entry, and conditions after one of them, have to be
        defined where that is false."""
        heaps = item.items if isinstance(item, tree.Heap) else (item,)
        if any(self.scope.polynomial(heap) is None for heap in heaps) or not all(
            is_total(test, self.scope) for test in tests
        ):
            return tests
        return tuple(test for test in tests if not self._is_idle(item, test))

    def _is_idle(self, item: tree.Node, test: tree.Node) -> bool:
        match test:
            case tree.Comparison(left, ("<" | "<=" | ">" | ">=" as sign,), (right,)):
                one, other = self.scope.polynomial(left), self.scope.polynomial(right)
            case _:
                return False
        if one is None or other is None:
            return False
        gap = one - other if sign in ("<", "<=") else other - one
        fails = gap - (0 if "=" not in sign else 1)  # >= 0 where the condition is false
        return any(self.is_no_move(item, times * fails) for times in (1, 2))

    def is_no_move(self, item: tree.Node, known: Polynomial) -> bool:
        """Whether some heap of an entry is negative for all large n, where ``known`` >= 0: if -1
        less the heap is at least ``known``."""
        heaps = item.items if isinstance(item, tree.Heap) else (item,)
        for heap in heaps:
            found = self.scope.polynomial(heap)
            if found is not None and self.decider.holds(-found - 1 - known, self.scope):
                return True
        return False

    def source(self, node: tree.Node) -> tree.Node | None:  # noqa: PLR0911
        """The list over which a loop runs; None if it is empty for all large n."""
        match node:
            case tree.Binary("+", left, right):
                parts = [self.source(left), self.source(right)]
                known = [part for part in parts if part is not None]
                return tree.joined(known) if known else None
            case tree.Choice(test, yes, no):
                found = self.decider.settled(test, self.scope)
                if isinstance(found, bool):
                    return self.source(yes if found else no)
                return node
            case tree.Listing(items):
                return tree.listing(map(self.number, items)) if items else None
            case tree.Call("range", arguments):
                ends = tuple(_as_sum(self.number(each)) for each in arguments)
                low, stop, step = Loop.ends_of(tree.Call("range", ends))
                if step == -1:  # the same numbers upwards
                    ends = tuple(_as_sum(tree.Binary("+", e, tree.Number(1))) for e in (stop, low))
                    low, stop, step = *ends, 1
                if step == 1 and self.decider.compared(stop, "<=", low, self.scope):
                    return None
                return Loop.range_of(low, stop, step) if step is not None else node
            case tree.Call(function, arguments) if not tree.holds(node, tree.Comprehension):
                return tree.Call(function, tuple(map(self.number, arguments)))
        return node

    def bounds(self, source: tree.Node) -> Bounds:
        """What is known of a name that runs through a list."""
        match source:
            case tree.Call("range", _):
                low, stop, step = Loop.ends_of(source)
                ends = [self.scope.polynomial(low), self.scope.polynomial(stop)]
                if step is None:
                    return Bounds()
                if step < 0:
                    ends = [None if e is None else e + 1 for e in reversed(ends)]
                below = () if ends[0] is None else ((1, ends[0]),)
                above = () if ends[1] is None else ((1, ends[1] - 1),)
                positive = ends[0] is not None and self.scope.since(ends[0]) == 0
                return Bounds(below, above, self._square(stop) if positive else None)
            case tree.Call("divisors", (tree.Name("n"),)):  # of n >= 1, as first is
                return Bounds(((1, Polynomial.number(1)),), ((1, Polynomial.name("n")),))
            case tree.Call("digits", _):
                return Bounds(((1, Polynomial()),))
        return Bounds()

    @staticmethod
    def _square(stop: tree.Node) -> Polynomial | None:
        """What the squares of 0, ..., stop - 1 are at most, where stop is isqrt(e) + 1."""
        match stop:
            case tree.Binary("+", tree.Call("isqrt", (inside,)), tree.Number(1)):
                return linear(inside)
        return None

    # Numbers.

    def option(self, node: tree.Node) -> tree.Node:
        """An entry: a heap, or several, without what is decided."""
        match node:
            case tree.Heap((heap,)):
                return self.number(heap)
            case tree.Choice(test, yes, no):
                found = self.decider.settled(test, self.scope)
                if isinstance(found, bool):
                    return self.option(yes if found else no)
                return tree.Choice(found, self.option(yes), self.option(no))
        return self.number(node)

    def number(self, node: tree.Node) -> tree.Node:  # noqa: PLR0911
        """A number, or the heaps of an option, without what is decided."""
        match node:
            case tree.Choice(test, yes, no):
                found = self.decider.settled(test, self.scope)
                if isinstance(found, bool):
                    return self.number(yes if found else no)
                return tree.Choice(found, self.number(yes), self.number(no))
            case tree.Call("min" | "max" as function, arguments) if len(arguments) > 1:
                return self.extreme(function, [self.number(each) for each in arguments])
            case tree.Call("abs", (inside,)):
                inner = self.number(inside)
                positive = self.decider.compared(inner, ">=", tree.Number(0), self.scope)
                return inner if positive else tree.Call("abs", (inner,))
            case tree.Comprehension() | tree.Gathered() | tree.Comparison() | tree.Logic():
                return node
            case tree.Call(_, (tree.Comprehension(),)):
                return node
        value = constant_of(node)
        if value is not None:
            return tree_of_sum(Polynomial.number(value))
        return _plain_sum(tree.with_children(node, self.number))

    def extreme(self, function: str, arguments: list[tree.Node]) -> tree.Node:
        """The largest or the least of numbers, without those that never are."""
        sign = ">=" if function == "max" else "<="
        kept: list[tree.Node] = []
        for place, each in enumerate(arguments):
            rivals = [*kept, *arguments[place + 1 :]]
            if not any(self.decider.compared(r, sign, each, self.scope) for r in rivals):
                kept.append(each)
        return kept[0] if len(kept) == 1 else tree.Call(function, tuple(kept))


def _binds(node: tree.Comprehension, clause: tree.Clause) -> bool:
    """Whether an inner loop has the name as well."""
    return any(c.name == clause.name for c in node.clauses if c is not clause)


def _is_safe(clause: tree.Clause) -> bool:
    """Whether a loop is defined whatever numbers the names before it are."""
    match clause.source:
        case tree.Call("range", arguments) if len(arguments) < 3:
            return all(map(is_total, (*arguments, *clause.tests)))
    return False


def _as_sum(node: tree.Node) -> tree.Node:
    found = linear(node)
    return node if found is None else tree_of_sum(found)


def _plain_sum(node: tree.Node) -> tree.Node:
    """``n - 0`` is n, ``n + 1 - 1`` too: what is added to an expression, in one number."""
    match node:
        case tree.Binary("+" | "-" as sign, left, tree.Number(value)):
            value = value if sign == "+" else -value
            match left:
                case tree.Binary("+" | "-" as inner, rest, tree.Number(more)):
                    left, value = rest, value + (more if inner == "+" else -more)
            if value == 0:
                return left
            return tree.Binary("+" if value > 0 else "-", left, tree.Number(abs(value)))
    return node
