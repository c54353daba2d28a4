"""Lists of options that are a simpler family: subtraction, division, interval, or a union of them.

A list is recognised only if it is the same game at every n >= 0: the same options wherever both are
legal, none refused, and none left out. So ``range(1, n)`` does not give all squares (at n = 1 it is
empty), while ``range(1, isqrt(n) + 1)`` and ``range(1, n + 1)`` do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from math import lcm

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.forms import Floor, Form, Root, normal_form, tree_of
from mexplore.rules.arithmetic.guards import least_heap, tests_of
from mexplore.rules.arithmetic.reading import LARGEST_LITERAL, read_expression
from mexplore.rules.arithmetic.residue_lines import LARGEST, eventual
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.expression.splitting import (
    clipped_option,
    equal_heaps,
    guarded,
    split_loop,
    split_loops,
)
from mexplore.rules.families.interval.rule import Interval
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.take_and_break.code import ZERO
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.rule import Rule
from mexplore.rules.sets.cubes import Cubes
from mexplore.rules.sets.listing import LARGEST_MEMBER
from mexplore.rules.sets.multiples import Multiples
from mexplore.rules.sets.named import NamedSet
from mexplore.rules.sets.odd import Odd
from mexplore.rules.sets.powers import Powers
from mexplore.rules.sets.primes import Primes
from mexplore.rules.sets.residues import canonical
from mexplore.rules.sets.squares import Squares
from mexplore.rules.sets.triangular import Triangular

MOST_GUARDED = 64  # heaps without moves, by a condition, that are looked at one by one
_N, _K = tree.Name("n"), tree.Name("k")


def simple_parts(body: tree.Node) -> list[Rule] | None:
    """Rules of simpler families whose union is the game of the list of options in n, or None.

    >>> [str(rule) for rule in simple_parts(read_expression("[n - 1, n // 2]", ("n",)))]
    ['subtract(1)', 'divide(2)']
    """
    match body:
        case tree.Listing(items):
            parts = [_of_option(item) for item in items]
        case tree.Binary("+", left, right):
            both = simple_parts(left), simple_parts(right)
            return both[0] + both[1] if both[0] and both[1] else None
        case tree.Comprehension(item, (clause,)):
            parts = [_of_loop(item, clause)]
        case tree.Comprehension(item, clauses):
            parts = [split_loops(item, clauses)]
        case tree.Call("range"):
            parts = [_of_loop(_K, tree.Clause("k", body, ()))]
        case tree.Choice(test, yes, tree.Listing(())):
            parts = _guarded(yes, tests_of(test))
        case tree.Choice(test, tree.Listing(()), no):
            parts = _guarded(no, [tree.Unary("not", test)])
        case _:
            return None
    found = [part for part in parts if part is not None]
    return found if found and len(found) == len(parts) else None


def _guarded(body: tree.Node, tests: list[tree.Node]) -> list[Rule | None]:
    """The parts of a list that heaps of some size on have, or heaps that a number divides."""
    sizes = [least_heap(test) for test in tests]
    least = max([0, *(size for size in sizes if size is not None)])
    others = [test for test, size in zip(tests, sizes, strict=True) if size is None]
    parts: list[Rule | None] = []
    match body, others:
        case tree.Listing((item,)), (other,):
            parts = [equal_heaps(item, other)]
        case _, ():
            parts = [*(simple_parts(body) or [])]
    return [_for_heaps(part, least) for part in parts if least <= MOST_GUARDED]


def _for_heaps(part: Rule | None, least: int) -> Rule | None:
    """The rule for heaps of that size on: itself, if smaller ones have no move, or a code."""
    if part is None or not any(next(part.options(n), None) is not None for n in range(least)):
        return part
    code = TakeAndBreak.of([], ZERO, ([], 0)).joined_with(part)
    return guarded(code, least) if isinstance(code, TakeAndBreak) else None


def _of_option(item: tree.Node) -> Rule | None:
    """``n - s``, ``n // d`` or ``max(n - s, 0)``; all leave nothing new of an empty heap."""
    if clipped := clipped_option(item):
        return clipped
    form = normal_form(item)
    if isinstance(form, Floor) and form.a == 1:
        if form.c == 1 and -LARGEST_MEMBER <= form.b < 0:
            return Subtraction((-form.b,))
        if 1 < form.c <= LARGEST_MEMBER and form.b == 0:
            return Division((form.c,))
    return None


@dataclass(frozen=True)
class _Span:
    """k = low, low + step, ..., at most high, by normal forms in n."""

    low: Form
    high: Form
    step: int

    @property
    def first(self) -> int | None:
        """The least k, where it does not depend on n."""
        return self.low.constant if isinstance(self.low, Floor) else None

    @property
    def reaches_n(self) -> bool:
        """Whether high >= n for all n."""
        return isinstance(self.high, Floor) and self.high.c == self.high.a and self.high.b >= 0

    def reaches_root(self, factor: int = 1) -> bool:
        """Whether high >= isqrt(factor*n) for all n, or high >= n and the rest is 0 beyond."""
        root = self.high if isinstance(self.high, Root) else None
        return self.reaches_n or (root is not None and root.a >= factor and root.k >= 0)


def _span(source: tree.Node) -> _Span | None:
    if not isinstance(source, tree.Call) or source.function != "range":
        return None
    first, *rest = source.arguments
    low, stop = (tree.Number(0), first) if not rest else (first, rest[0])
    step = normal_form(rest[1]) if len(rest) == 2 else Floor(0, 1)
    ends = normal_form(low), normal_form(tree.Binary("-", stop, tree.Number(1)))
    size = step.constant if isinstance(step, Floor) else None
    if not (ends[0] and ends[1]) or size is None or size < 1:
        return None
    return _Span(ends[0], ends[1], size)


def _of_loop(item: tree.Node, clause: tree.Clause) -> Rule | None:  # noqa: PLR0911
    """``[n - f(k) for k in range(...) if ...]`` or ``[k for k in range(...)]``."""
    names = {clause.name: _K}
    if clause.name == "n" or tree.holds(item, tree.Comprehension) or len(clause.tests) > 1:
        return None
    span = _span(clause.source)
    if span is None:
        return _of_powers(tree.substitute(item, names), clause)
    item = tree.substitute(item, names)
    tests = [tree.substitute(test, names) for test in clause.tests]
    if item == _K and not tests and span.step == 1:
        return _left(span)
    if isinstance(item, tree.Heap) and span.step == 1:
        return split_loop(item, span.low, span.high, tests)
    if not isinstance(item, tree.Binary) or (item.sign, item.left) != ("-", _N):
        return None
    if item.right == _K and tests:
        return _filtered(tests[0], span) or _by_residues(tests[0], span)
    if tests:
        return None
    return _removed(span) if item.right == _K else _of_formula(item.right, span)


def _left(span: _Span) -> Rule | None:
    """``leave(low .. high)``, if high < n for all n >= 1, and high <= 0 at n = 0."""
    high = span.high
    if isinstance(high, Floor):
        less = high.c >= high.a and high.b < high.c - high.a and high.b < high.c
    else:
        less = high.a == 1 and high.b == 0 and high.k <= -1
    return _interval(True, span) if less else None


def _interval(leaving: bool, span: _Span) -> Rule | None:
    """The interval in its simplest form; None where it could not be written."""
    ends = span.low, span.high
    if any(max(map(abs, astuple(end))) > LARGEST_LITERAL for end in ends):
        return None
    return Interval(leaving, tree_of(span.low), tree_of(span.high)).simplest()


def _removed(span: _Span) -> Rule | None:
    """``remove(low .. high)``, if low >= 1 for all n >= 1 and low >= 0 at n = 0."""
    if span.step > 1:
        return _by_residues(tree.Number(1), span)
    low = span.low
    if not isinstance(low, Floor) or low.a < 0 or low(1) < 1 or low(0) < 0:
        return None
    return _interval(False, span)


def _filtered(test: tree.Node, span: _Span) -> Rule | None:
    """Numbers k up to n that are prime, square, or not listed."""
    if span.step > 1 or not span.reaches_n or span.first not in (1, 2):
        return None
    match test:
        case tree.Call("is_prime", (argument,)) if argument == _K:
            return Subtraction.of((), [Primes()])
        case tree.Call("is_square", (argument,)) if argument == _K and span.first == 1:
            return Subtraction.of((), [Squares()])
        case tree.Comparison(left, ("not in",), (tree.Listing(items),)) if left == _K:
            numbers = [item.value for item in items if isinstance(item, tree.Number)]
            if len(numbers) == len(items) and (span.first == 1 or 1 in numbers):
                return Subtraction.of((), (), [number for number in numbers if number > 0])
    return None


def _by_residues(test: tree.Node, span: _Span) -> Rule | None:
    """Numbers k up to n, at steps from some number on, that meet a condition on their residues."""
    if tree.names_in(test) - {"k"}:  # it is about n, too
        return None
    shape, first = eventual(test), span.first
    if shape is None or first is None or first < 0 or not span.reaches_n:
        return None
    m = lcm(shape.m, span.step)

    def contains(k: int) -> bool:
        fits = k >= first and (k - first) % span.step == 0
        return fits and bool(evaluate(test, {"k": k}))

    start = max(shape.start, first)
    try:
        if max(start, m) > LARGEST or contains(0):
            return None
        found = canonical(contains, start, m)
    except MexploreError:  # no value at some k
        return None
    if not (found.members or found.named or found.missing is not None):
        return None
    return Subtraction.of(found.members, found.named, found.missing)


# Formulas in k, the first k, the set that they run through, and what the last k has to reach.
_FORMULAS: list[tuple[str, NamedSet, Callable[[_Span], bool]]] = [
    ("k * k", Squares(), _Span.reaches_root),
    ("k**2", Squares(), _Span.reaches_root),
    ("k**3", Cubes(), _Span.reaches_root),  # isqrt(n) is beyond the cube root of n
    ("k * k * k", Cubes(), _Span.reaches_root),
    ("k * (k + 1) // 2", Triangular(), lambda span: span.reaches_root(2)),
    ("2 * k - 1", Odd(), lambda span: span.reaches_n),
]


def _of_formula(formula: tree.Node, span: _Span) -> Rule | None:
    if span.step > 1:
        return None
    for text, named, reaches in _FORMULAS:
        if span.first == 1 and reaches(span) and formula == read_expression(text, ("k",)):
            return Subtraction.of((), [named])
    linear = normal_form(formula, "k")
    if span.first is not None and isinstance(linear, Floor) and linear.c == 1 <= linear.a:
        return _of_multiples(linear, span)
    return None


def _of_multiples(linear: Floor, span: _Span) -> Rule | None:
    """s = a*k + b: finitely many, or all multiples of a."""
    last = span.high.constant if isinstance(span.high, Floor) else None
    first = span.first
    assert first is not None
    if last is not None and linear(first) >= 1 and 0 <= last - first < 10_000:
        return Subtraction.of(linear(k) for k in range(first, last + 1))
    if linear.b == 0 and first == 1 and span.reaches_n:
        return Subtraction.of((), [Multiples(linear.a)])
    return None


def _of_powers(item: tree.Node, clause: tree.Clause) -> Rule | None:
    """``[n - b**k for k in range(bit_length(n))]``."""
    whole = read_expression("range(bit_length(n))", ("n",))
    if clause.source != whole or clause.tests:
        return None
    match item:
        case tree.Binary("-", left, tree.Binary("**", tree.Number(base), exponent)):
            fits = left == _N and exponent == _K and base >= 2
        case tree.Binary("-", left, tree.Binary("<<", tree.Number(1), exponent)):
            base, fits = 2, left == _N and exponent == _K
        case _:
            return None
    return Subtraction.of((), [Powers(base)]) if fits else None
