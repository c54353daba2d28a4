"""Loops over ranges: their ends, conditions as ends, other counters, and loops that are one.

The counter of ``[n - 1 - k for k in range(n)]`` is shifted so that the option is n - k; a condition
``2*k <= n`` is an end of the range; ``[n - 1] + [n - k for k in range(2, n)]`` is one loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from string import ascii_lowercase

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.deciding import Decider
from mexplore.rules.arithmetic.polynomial import Polynomial, linear
from mexplore.rules.arithmetic.scopes import Bounds, Scope
from mexplore.rules.dataclass import dataclass

_N = Polynomial.name("n")


@dataclass(frozen=True)
class Loop:
    """``[item for name in range(low, stop) if tests]``."""

    item: tree.Node
    name: str
    low: tree.Node
    stop: tree.Node
    tests: tuple[tree.Node, ...]

    @classmethod
    def of(cls, node: tree.Node) -> Loop | None:
        """A loop over one range by steps of 1."""
        match node:
            case tree.Comprehension(
                item, (tree.Clause(name, tree.Call("range") as source, tests),)
            ):
                low, stop, step = cls.ends_of(source)
                return cls(item, name, low, stop, tests) if step == 1 else None
        return None

    @property
    def node(self) -> tree.Comprehension:
        source = self.range_of(self.low, self.stop, 1)
        return tree.Comprehension(self.item, (tree.Clause(self.name, source, self.tests),))

    @staticmethod
    def ends_of(source: tree.Call) -> tuple[tree.Node, tree.Node, int | None]:
        """Where a range begins, where it stops, and its step; None where that is not a number."""
        match source.arguments:
            case (stop,):
                return tree.Number(0), stop, 1
            case (low, stop):
                return low, stop, 1
            case (low, stop, tree.Number(step)) if step:
                return low, stop, step
            case (low, stop, tree.Unary("-", tree.Number(step))) if step:
                return low, stop, -step
        return source.arguments[0], source.arguments[1], None

    @staticmethod
    def range_of(low: tree.Node, stop: tree.Node, step: int) -> tree.Call:
        """The range, as short as it can be written."""
        if step != 1:
            size: tree.Node = tree.Number(abs(step))
            return tree.Call("range", (low, stop, size if step > 0 else tree.Unary("-", size)))
        return tree.Call("range", (stop,) if low == tree.Number(0) else (low, stop))


# Conditions as ends.


def narrowed(node: tree.Comprehension, decider: Decider, scope: Scope) -> tree.Comprehension:
    """The loop with conditions that bound its last name as ends of the range; the others stay.
    The scope is that of the first loop.

    Of two ends the one is taken that is the nearer for all large n. ``k != e`` moves an end that
    is e.
    """
    scope = _inner(node, scope)
    clause = node.clauses[-1]
    match clause.source:
        case tree.Call("range"):
            low, stop, step = Loop.ends_of(clause.source)
        case _:
            return node
    if step != 1:
        return node
    kept = []
    for test in clause.tests:
        ends = _as_ends(test, clause.name, low, stop)
        if ends is None:
            kept.append(test)
            continue
        # Either new end must be the nearer one.
        nearer = decider.compared(low, "<=", ends[0], scope)
        if nearer and decider.compared(ends[1], "<=", stop, scope):
            low, stop = ends
        else:
            kept.append(test)
    changed = replace(clause, source=Loop.range_of(low, stop, 1), tests=tuple(kept))
    return replace(node, clauses=(*node.clauses[:-1], changed))


def _inner(node: tree.Comprehension, scope: Scope) -> Scope:
    """The scope with the names of all loops but the last, of which no bounds are used."""
    for clause in node.clauses[:-1]:
        scope = scope.with_name(clause.name, Bounds())
    return scope


def _as_ends(  # noqa: PLR0911
    test: tree.Node, name: str, low: tree.Node, stop: tree.Node
) -> tuple[tree.Node, tree.Node] | None:
    """(low, stop) of a range that is narrowed by a condition on the name."""
    parts: dict[str, tree.Node] = {}

    def part(node: tree.Node) -> Polynomial | None:
        if name in tree.names_in(node):
            return None
        parts[f"({node})"] = node
        return Polynomial.name(f"({node})")

    match test:
        case tree.Comparison(left, (sign,), (right,)):
            found = linear(tree.Binary("-", left, right), part)
        case _:
            return None
    found = None if found is None or not found.is_linear else found
    c = found.coefficient(name) if found is not None else 0
    if found is None or c == 0:
        return None
    rest = found - c * Polynomial.name(name)  # c*k + rest is compared with 0
    if c < 0:
        c, rest = -c, -rest
        sign = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, sign)
    match sign:
        case "<=":  # k <= floor(-rest/c)
            return low, _quotient(-rest + c, c, parts)
        case "<":  # k <= floor((-rest - 1)/c)
            return low, _quotient(-rest - 1 + c, c, parts)
        case ">=":  # k >= ceil(-rest/c)
            return _quotient(-rest + (c - 1), c, parts), stop
        case ">":
            return _quotient(-rest + c, c, parts), stop
        case "!=" if c == 1 and linear(low) == -rest:
            return tree_of_sum(1 - rest), stop
        case "!=" if c == 1 and linear(tree.Binary("-", stop, tree.Number(1))) == -rest:
            return low, tree_of_sum(-rest)
    return None


def _quotient(above: Polynomial, c: int, parts: Mapping[str, tree.Node]) -> tree.Node:
    node = tree_of_sum(above, parts)
    return node if c == 1 else tree.Binary("//", node, tree.Number(c))


def tree_of_sum(found: Polynomial, parts: Mapping[str, tree.Node] | None = None) -> tree.Node:
    """The expression of a linear form: what is positive first, n before other names. Names that are
    among the parts stand for these.

    >>> str(tree_of_sum(3 - 2 * Polynomial.name("k") + Polynomial.name("n")))
    'n - 2 * k + 3'
    """
    slopes = sorted(found.slopes.items(), key=lambda term: (term[1] < 0, term[0] != "n", term[0]))
    terms = [*slopes, ("", found.constant)] if found.constant or not slopes else slopes
    node: tree.Node | None = None
    for name, c in terms:
        size: tree.Node = tree.Number(abs(c))
        if name:
            named = (parts or {}).get(name, tree.Name(name))
            size = named if abs(c) == 1 else tree.Binary("*", size, named)
        if node is None:
            node = size if c >= 0 else tree.Unary("-", size)
        else:
            node = tree.Binary("+" if c > 0 else "-", node, size)
    assert node is not None
    return node


# Other counters.


def shifted(node: tree.Comprehension) -> tree.Comprehension:
    """A loop over one range, its name k, with the option n - k or k where it is linear in k with
    coefficient 1 or -1: with another counter j = k + s, where s does not depend on k."""
    if len(node.clauses) > 1:
        return node
    (clause,) = node.clauses
    found, name = linear(node.item), clause.name
    if not isinstance(clause.source, tree.Call) or clause.source.function != "range":
        return node
    low, stop, step = Loop.ends_of(clause.source)
    k = Polynomial.name(name)
    if found is None or step is None or found.coefficient(name) not in (1, -1):
        return node
    falling = found.coefficient(name) < 0
    shift = _N - k - found if falling else found - k  # the option is n - (k + s), or k + s
    if shift == 0 or (falling and found.coefficient("n") == 0):
        return node
    counter = tree_of_sum(k - shift)
    tests = tuple(tree.substitute(test, {name: counter}) for test in clause.tests)
    item: tree.Node = tree.Name(name)
    item = tree.Binary("-", tree.Name("n"), item) if falling else item
    ends = _moved(low, shift), _moved(stop, shift)
    moved = tree.Clause(name, Loop.range_of(*ends, step), tests)
    return tree.Comprehension(item, (moved,))


def _moved(end: tree.Node, shift: Polynomial) -> tree.Node:
    found = linear(end)
    if found is not None:
        return tree_of_sum(found + shift)
    if shift.is_constant:
        sign = "+" if shift.constant > 0 else "-"
        return tree.Binary(sign, end, tree.Number(abs(shift.constant)))
    return tree.Binary("+", end, tree_of_sum(shift))


def plainly_named(node: tree.Comprehension) -> tree.Comprehension:
    """The loop with k for its name; of several loops a, b, ... in their order. As it is where such
    a name is used within."""
    names = [clause.name for clause in node.clauses]
    plain = ["k"] if len(names) == 1 else list(ascii_lowercase[: len(names)])
    others = (tree.bound_in(node) | tree.names_in(node)) - set(names)
    if names == plain or len(set(names)) < len(names) or others & set(plain):
        return node
    found = tree.renamed(node, dict(zip(names, plain, strict=True)))
    assert isinstance(found, tree.Comprehension)
    return found


# Loops that are one.


def joined_loops(
    entries: list[tree.Node], lists: list[tree.Node], decider: Decider
) -> tuple[list[tree.Node], list[tree.Node]]:
    """Entries written out, and lists, with loops that continue each other, or an entry, as one."""
    loops = [(node, Loop.of(node)) for node in lists]
    done: list[tree.Node] = [node for node, loop in loops if loop is None]
    plain = [loop for _, loop in loops if loop is not None]
    while plain:
        loop, *plain = plain
        grown = True
        while grown:
            grown = False
            for other in plain:
                found = _continued(loop, other, decider) or _continued(other, loop, decider)
                if found is not None:
                    loop, grown = found, True
                    plain.remove(other)
                    break
            for entry in entries:
                longer = _extended(loop, entry, decider)
                if longer is not None:
                    loop, grown = longer, True
                    entries = [each for each in entries if each != entry]
                    break
        done.append(loop.node)
    return entries, done


def _continued(one: Loop, other: Loop, decider: Decider) -> Loop | None:
    """Two loops as one, where the second begins within the first, or just beyond it, and ends no
    sooner."""
    if (one.item, one.name) != (other.item, other.name):
        return None
    tests = one.tests or other.tests
    if one.tests != other.tests and not (_has(other, tests, decider) and _has(one, tests, decider)):
        return None
    scope = Scope()
    within = decider.compared(one.low, "<=", other.low, scope)
    if not (within and decider.compared(other.low, "<=", one.stop, scope)):
        return None
    if not decider.compared(one.stop, "<=", other.stop, scope):
        return None
    return replace(one, stop=other.stop, tests=tests)


def _has(loop: Loop, tests: tuple[tree.Node, ...], decider: Decider) -> bool:
    """Whether the loop has these conditions, or all of its entries meet them for large n."""
    if loop.tests:
        return loop.tests == tests
    scope = Scope()
    low, stop = scope.polynomial(loop.low), scope.polynomial(loop.stop)
    if low is None or stop is None:
        return False
    scope = scope.with_name(loop.name, Bounds(((1, low),), ((1, stop - 1),)))
    return decider.settled(tree.Logic("and", tests), scope) is True


def _extended(loop: Loop, entry: tree.Node, decider: Decider) -> Loop | None:  # noqa: PLR0911
    """The loop with an entry that comes just before its first, just after its last, or is one of
    those between; the loop must not be empty for large n."""
    found, item, low, stop = map(linear, (entry, loop.item, loop.low, loop.stop))
    if found is None or item is None or low is None or loop.tests:
        return None
    sign = item.coefficient(loop.name)
    if sign not in (1, -1):
        return None
    k = sign * (found - item) + Polynomial.name(loop.name)  # the counter at the entry
    scope = Scope()
    if k.names - {"n"} or not decider.holds(
        scope.polynomial(tree.Binary("-", loop.stop, loop.low)), scope
    ):
        return None
    if k == low - 1:
        return replace(loop, low=tree_of_sum(k))
    if stop is not None and k == stop:
        return replace(loop, stop=tree_of_sum(k + 1))
    at = tree_of_sum(k)
    if decider.compared(loop.low, "<=", at, scope) and decider.compared(at, "<", loop.stop, scope):
        return loop
    return None
