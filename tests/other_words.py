"""Two hundred rules of which a law is proved, and ten ways to write each of them otherwise."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import gcd

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.loops import Loop
from mexplore.rules.arithmetic.reading import read_options

NUMBERS = (
    "[k for k in divisors(n) if k < n]",
    "[n // k for k in divisors(n) if k > 1]",
    "[n - k for k in divisors(n) if k < n]",
    "[n - k for k in divisors(n)]",
    "[k for k in range(1, n) if n % k == 0]",
    "[n - k for k in range(1, n) if n % k == 0]",
    "[k for k in range(1, n) if gcd(k, n) == 1]",
    "[n - k for k in range(1, n + 1) if gcd(k, n) == 1]",
    "[k for k in range(n) if k & n == k]",
    "[n // k for k in range(2, n + 1)]",
    "[n // k for k in range(2, n + 2)]",
    "[n >> k for k in range(1, bit_length(n) + 1)]",
    "[n % k for k in range(1, n + 1)]",
    "[n - 2**k for k in range(n) if n >> k & 1]",
    "[n - (1 << v2(n))] if n > 0 else []",
    "[(a, b) for a in range(n) for b in range(n)]",
    "[0] + [a for a in range(1, n)] + [(a, b) for a in range(1, n) for b in range(1, a)]",
    "[tuple(range(n - a, n)) for a in range(n + 1)]",
)


def rules() -> list[str]:
    """Lists of options in n: two hundred, always the same ones."""
    pick, found = random.Random(43), list(NUMBERS)
    for _ in range(40):  # finite sets
        removed = sorted(pick.sample(range(1, 12), pick.randint(1, 4)))
        found.append(f"[{', '.join(f'n - {s}' for s in removed)}]")
    for m in (2, 3, 4, 6, 9):
        found.append(f"[n - k for k in range(1, {m})]")
        found.append(f"[n - k for k in range({m}, n + 1)]")
    for m in range(2, 12):  # residue classes
        r = pick.randint(0, m - 1)
        found.append(f"[n - k for k in range(1, n + 1) if k % {m} == {r}]")
        found.append(f"[n - k for k in range({m}, n + 1, {m})]")
    for _ in range(15):  # all but a few
        left = sorted(pick.sample(range(1, 9), pick.randint(1, 3)))
        found.append(f"[n - k for k in range(1, n + 1) if k not in {left}]")
    found += [f"[n - k for k in range(1, n + 1) if k != {m}]" for m in (2, 3, 5, 7, 8)]
    found += ["[n - k * k for k in range(1, isqrt(n) + 1)]", "[n - k for k in range(1, n + 1)]"]
    for few in ((2,), (3,), (2, 3), (2, 5), (3, 4), (3, 7), (2, 3, 7), (4, 9), (5,), (2, 4)):
        found.append(f"[{', '.join(f'n // {q}' for q in few)}]")
    for d in range(2, 7):  # intervals
        found.append(f"[n - k for k in range(1, n // {d} + 1)]")
        found.append(f"[n - k for k in range(2, n // {d} + 1)]")
        found.append(f"[k for k in range(n // {d + 1}, n // {d} + 1)]")
        found.append(f"[k for k in range({d - 2}, n // {d} + 1)]")
    found.append("[n - k for k in range(1, isqrt(n) + 1)]")
    found.append("[k for k in range(isqrt(n))]")
    found += ["[k for k in range(n)]", "[k for k in range(3, n)]"]
    for j in (1, 2):  # take and break
        found.append(f"[(a, n - {j} - a) for a in range(n - {j} + 1)]")
        found.append(f"[(a, n - {j} - a) for a in range(1, n - {j})] + [n - {j}]")
        found.append(f"[(a, n - a) for a in range(1, n)] + [n - {j}]")
    found.append("[(a, n - 1 - a) for a in range(1, n - 1)]")
    loops = (f"[(a, n - {i} - a) for a in range(n - {i} + 1)]" for i in (1, 2))
    found.append(" + ".join(loops))
    for m, a, b in ((2, 1, 2), (3, 1, 4), (2, 3, 5), (4, 1, 3), (5, 2, 3), (3, 2, 6)):
        found.append(f"[n - {a} if n % {m} else n - {b}]")
        found.append(f"[n - {a}] + ([n // {m}] if n % {m} == 0 else [])")
        found.append(f"[n - {b}, n // {m + gcd(a, b)}]")
    for s in range(1, 7):
        found += [f"[n - {s}, n // {q}]" for q in (2, 3)]
        found += [f"[n - {s} if n % {m} else n - {s + 2 * m}]" for m in (2, 3)]
    for s in range(2, 50):
        found.append(f"[n - 1, n - {s}, n - {2 * s + 1}]")
    found = list(dict.fromkeys(found))
    assert len(found) >= 200
    return found[:200]


# Ten ways to write a list.

_ZERO, _ONE, _N = tree.Number(0), tree.Number(1), tree.Name("n")


def read(text: str) -> tree.Node:
    return read_options(text, ("n",), whole=text, at=0)


def _lists(body: tree.Node) -> Iterator[tree.Node]:
    match body:
        case tree.Binary("+", left, right):
            yield from _lists(left)
            yield from _lists(right)
        case _:
            yield body


def _each(body: tree.Node, change: Callable[[tree.Node], tree.Node]) -> tree.Node:
    return tree.joined([change(part) for part in _lists(body)])


def always_guarded(body: tree.Node) -> str:
    return f"{_in_brackets(body)} if n >= 0 and not n < 0 else []"


def if_n(body: tree.Node) -> str:
    return f"{_in_brackets(body)} if n else []"


def none_of_zero(body: tree.Node) -> str:
    return f"[] if n == 0 else {_in_brackets(body)}"


def both_cases(body: tree.Node) -> str:
    return f"{_in_brackets(body)} if n > 6 else {_in_brackets(body)}"


def reordered(body: tree.Node) -> str:
    """The parts, the entries and the ranges backwards."""

    def back(part: tree.Node) -> tree.Node:
        match part:
            case tree.Listing(items):
                return tree.Listing(items[::-1])
            case tree.Comprehension(item, (tree.Clause(name, tree.Call("range", ends), tests),)):
                if len(ends) > 2:
                    return part
                low, stop = ends if len(ends) == 2 else (_ZERO, *ends)
                down = tree.Binary("-", stop, _ONE), tree.Binary("-", low, _ONE)
                source = tree.Call("range", (*down, tree.Unary("-", _ONE)))
                return tree.Comprehension(item, (tree.Clause(name, source, tests),))
        return part

    return str(tree.joined([back(part) for part in _lists(body)][::-1]))


def joined(body: tree.Node) -> str:
    """Each list as two: the range in two parts, the list cut after its first entry."""

    def cut(part: tree.Node) -> tree.Node:
        match part:
            case tree.Listing((first, *others)) if others:
                return tree.joined([tree.Listing((first,)), tree.Listing(tuple(others))])
        loop = Loop.of(part)
        if loop is None:
            return tree.joined([part, part])
        middle = read_options(f"[({loop.low} + ({loop.stop})) // 2]", ("n",), whole="", at=0)
        assert isinstance(middle, tree.Listing)
        halves = ((loop.low, middle.items[0]), (middle.items[0], loop.stop))
        ranges = [tree.Call("range", half) for half in halves]
        clauses = [tree.Clause(loop.name, source, loop.tests) for source in ranges]
        return tree.joined([tree.Comprehension(loop.item, (clause,)) for clause in clauses])

    return str(_each(body, cut))


def comprehended(body: tree.Node) -> str:
    """A loop for a list, and a list of numbers for a range."""

    def change(part: tree.Node) -> tree.Node:
        match part:
            case tree.Listing(items) if all(_removed(item) for item in items):
                numbers = tree.listing(tree.Number(_removed(item) or 0) for item in items)
                item = tree.Binary("-", _N, tree.Name("s"))
                return tree.Comprehension(item, (tree.Clause("s", numbers, ()),))
            case tree.Comprehension(item, (clause, *others)):
                entry = tree.Name("entry")
                source = tree.Comprehension(entry, (tree.Clause("entry", clause.source, ()),))
                first = tree.Clause(clause.name, source, clause.tests)
                return tree.Comprehension(item, (first, *others))
        return part

    return str(_each(body, change))


def _removed(item: tree.Node) -> int | None:
    match item:
        case tree.Binary("-", tree.Name("n"), tree.Number(s)):
            return s
    return None


def renamed(body: tree.Node) -> str:
    """Other names; that of the heap is the old name of a loop."""
    names = {"n": "k", "k": "x", "a": "n", "b": "y"}
    return str(tree.renamed(body, names))


def only_moves(body: tree.Node) -> str:
    """Conditions that keep out nothing but negative heaps."""

    def change(part: tree.Node) -> tree.Node:
        match part:
            case tree.Listing(items):
                return tree.joined([_if_positive(item) for item in items])
            case tree.Comprehension(item, clauses):
                *first, last = clauses
                test = tree.Comparison(_least(item), (">=",), (_ZERO,))
                clause = tree.Clause(last.name, last.source, (*last.tests, test))
                return tree.Comprehension(item, (*first, clause))
        return part

    return str(_each(body, change))


def _least(item: tree.Node) -> tree.Node:
    match item:
        case tree.Heap((_, second)):
            return second
        case tree.Choice() | tree.Gathered():
            return _N
    return item


def _if_positive(item: tree.Node) -> tree.Node:
    test = tree.Comparison(_least(item), (">=",), (_ZERO,))
    return tree.Choice(test, tree.Listing((item,)), tree.Listing(()))


def clipped(body: tree.Node) -> str:
    """Heaps that are never negative, clipped at 0."""

    def change(part: tree.Node) -> tree.Node:
        match part:
            case tree.Listing(items):
                return tree.Listing(tuple(_clip(item, once=True) for item in items))
            case tree.Comprehension(item, clauses):
                return tree.Comprehension(_clip(item, once=False), clauses)
        return part

    return str(_each(body, change))


def _clip(item: tree.Node, *, once: bool) -> tree.Node:
    match item:
        case tree.Binary("-", _, tree.Number(s)) if once and s > 1:
            test = tree.Comparison(_N, (">=",), (tree.Number(s),))
            return tree.Choice(test, tree.Call("max", (item, _ZERO)), tree.Unary("-", _ONE))
        case tree.Binary(_, _, tree.Binary("**")):
            return item
        case tree.Binary() if once or not tree.holds(item, tree.Heap):
            return tree.Call("max", (_ZERO, item))
    return item


def _in_brackets(body: tree.Node) -> str:
    return f"({body})" if isinstance(body, tree.Choice | tree.Binary) else str(body)


WAYS: tuple[Callable[[tree.Node], str], ...] = (
    always_guarded,
    if_n,
    none_of_zero,
    both_cases,
    reordered,
    joined,
    comprehended,
    renamed,
    only_moves,
    clipped,
)


def in_other_words(text: str) -> Iterator[tuple[str, str]]:
    """The name of each way, and the rule written so."""
    body = read(text)
    for way in WAYS:
        name = "k" if way is renamed else "n"
        yield way.__name__, f"{name} -> {way(body)}"
