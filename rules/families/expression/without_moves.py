"""Lists that a few heaps lack by a condition on n: the kernel of the list, and 0 for these heaps.

``[(a, n - a) for a in range(1, n) if n != 2]`` is the list of a code but for the heap of 2. The
values of larger heaps follow from those below them in the same way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.guards import least_heap, tests_of
from mexplore.rules.families.expression.recognising import MOST_GUARDED, simple_parts
from mexplore.rules.families.union.rule import union_of
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.rule import Values


def without_condition(body: tree.Node) -> tuple[tree.Node, frozenset[int]] | None:
    """The list in n without its conditions on n, and the few heaps that do not meet them and have
    no moves; None where there is no such condition.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> text = "[(a, n - a) for a in range(1, n) if n != 2]"
    >>> tuple(map(str, without_condition(read_options(text, ("n",), whole=text, at=0))))
    ('[(a, n - a) for a in range(1, n)]', 'frozenset({2})')
    """
    match body:
        case tree.Comprehension(_, (clause,)):
            tests = [inner for test in clause.tests for inner in tests_of(test)]
            excepted = [_excepted(test) for test in tests]
            kept = tuple(test for test, heaps in zip(tests, excepted, strict=True) if heaps is None)
            inner: tree.Node = replace(body, clauses=(replace(clause, tests=kept),))
        case tree.Choice(test, inner, tree.Listing(())):
            tests = tests_of(test)
            excepted = [_excepted(test) for test in tests]
            if None in excepted:
                return None
        case _:
            return None
    heaps = frozenset().union(*(each for each in excepted if each is not None))
    return (inner, heaps) if 0 < len(heaps) <= MOST_GUARDED else None


def _excepted(test: tree.Node) -> frozenset[int] | None:
    """The heaps that do not meet a condition on n alone; None where they may be many."""
    match test:
        case (
            tree.Comparison(tree.Name("n"), ("!=",), (tree.Number(heap),))
            | tree.Comparison(tree.Number(heap), ("!=",), (tree.Name("n"),))
            | tree.Unary("not", tree.Comparison(tree.Name("n"), ("==",), (tree.Number(heap),)))
        ):
            return frozenset([heap])
    least = least_heap(test)
    return None if least is None or least > MOST_GUARDED else frozenset(range(least))


def kernel_but_for_some(body: tree.Node) -> Kernel | None:
    """The kernel of such a list, where the list without its conditions is that of a simpler family
    whose kernel goes on from any values; else None."""
    found = without_condition(body)
    parts = found and simple_parts(found[0])
    kernel = union_of(parts).kernel() if parts else None
    if not found or kernel is None or not kernel.continues_others:
        return None
    # An engine that takes over far out compares its first values with those before it.
    far = max(found[1]) > MOST_GUARDED
    return ButForSome(kernel.plain() if far else kernel, found[1])


class ButForSome(Kernel):
    """The values of a rule with the same moves, except that these heaps have none, hence G = 0."""

    def __init__(self, kernel: Kernel, heaps: frozenset[int]) -> None:
        self._kernel = kernel
        self._heaps = sorted(heaps)

    def fill(self, values: Values, start: int, stop: int) -> int:
        n = start
        for heap in self._heaps:
            if start <= heap < stop:
                if n < heap and (reached := self._kernel.fill(values, n, heap)) < heap:
                    return reached
                values[heap] = 0
                n = heap + 1
        return self._kernel.fill(values, n, stop) if n < stop else stop

    def steps(self, start: int, stop: int) -> float:
        return self._kernel.steps(start, stop)

    def plain(self) -> Kernel:
        return ButForSome(self._kernel.plain(), frozenset(self._heaps))

    def notes(self) -> dict[str, int]:
        return self._kernel.notes()
