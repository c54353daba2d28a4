"""Lists of options piece by piece: each way to write one, and the facts under which it is one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, product
from typing import NamedTuple

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.systems.expressions import Expressions, Piece, Quotient
from mexplore.rules.systems.facts import (
    AtLeastZero,
    Facts,
    Remainder,
    Unread,
    check_modulus,
    together,
)

MOST_TURNS = 1000
"""Of a loop between constants, which are written out."""
MOST_OPTIONS = 3000
"""Ways to write an option, of one list."""

Square = tuple[Polynomial, ...]
Option = tuple[tuple[Square, ...], Facts]
"""Squares whose coordinates are linear forms, and when they are an option."""


class _Loop(NamedTuple):
    """The name of a loop; whether its numbers are written out one by one where they are known."""

    name: str
    written_out: bool


class Lists:
    """Reads the list of options of a board, in which some names are numbers already."""

    def __init__(self, expressions: Expressions | None = None) -> None:
        self._fresh = count(1)
        self._read = expressions or Expressions()

    def options(self, body: tree.Node, known: Facts = ()) -> Iterator[Option]:
        """The options of a list of squares: exactly those for which the facts hold, whatever whole
        numbers the names of loops in them are; the facts that are known are among them.

        >>> from mexplore.rules.boards.board import Board
        >>> board = Board.parse("(x, y) -> [(a, y) for a in range(x)] if y else []")
        >>> for squares, facts in Lists().options(board.body):
        ...     print(squares, *(fact.form for fact in facts))
        ((a#1, y),) -y - 1 a#1 -a#1 + x - 1 y
        ((a#2, y),) y - 1 a#2 -a#2 + x - 1 y
        """
        found = 0
        for item, facts in self._entries(body, known):
            for option in self._squares(item, facts):
                found += 1
                if found > MOST_OPTIONS:
                    raise Unread(f"the rule has more than {MOST_OPTIONS} kinds of moves")
                yield option

    def _entries(self, node: tree.Node, facts: Facts) -> Iterator[tuple[tree.Node, Facts]]:
        match node:
            case tree.Listing(items):
                yield from ((item, facts) for item in items)
            case tree.Binary("+", left, right):
                yield from self._entries(left, facts)
                yield from self._entries(right, facts)
            case tree.Choice(test, yes, no):
                for value, holds in ((yes, True), (no, False)):
                    for more in self._read.alternatives(test, holds):
                        yield from self._entries_with(value, facts, more)
            case tree.Comprehension(item, clauses):
                yield from self._turns(item, clauses, facts)
            case _:
                raise Unread(f"{node} is no list of squares that can be read")

    def _entries_with(
        self, node: tree.Node, facts: Facts, more: Facts
    ) -> Iterator[tuple[tree.Node, Facts]]:
        simple = together((*facts, *more))
        if simple is not None:
            yield from self._entries(node, simple)

    def _turns(
        self, item: tree.Node, clauses: tuple[tree.Clause, ...], facts: Facts
    ) -> Iterator[tuple[tree.Node, Facts]]:
        """The entries that a loop makes."""
        if not clauses:
            yield item, facts
            return
        first, *others = clauses
        inside = (item, *first.tests, *others)
        out = self._read.lists_constants or any(varies_with(each, first.name) for each in inside)
        loop = _Loop(first.name, out)
        for value, more in self._numbers(first.source, facts, loop):
            new = {first.name: value}
            tests = [tree.substitute(test, new) for test in first.tests]
            for tested in self._read.alternatives(tree.Logic("and", tuple(tests))):
                simple = together((*more, *tested))
                if simple is not None:
                    rest = tuple(tree.substitute_in(clause, new) for clause in others)
                    yield from self._turns(tree.substitute(item, new), rest, simple)

    def _numbers(
        self, source: tree.Node, facts: Facts, loop: _Loop
    ) -> Iterator[tuple[tree.Node, Facts]]:
        """The numbers of a list, as expressions."""
        match source:
            case tree.Call("range", arguments):
                first, *rest = arguments
            case tree.Binary("+", left, right):
                yield from self._numbers(left, facts, loop)
                yield from self._numbers(right, facts, loop)
                return
            case tree.Choice(test, yes, no):
                for value, holds in ((yes, True), (no, False)):
                    for more in self._read.alternatives(test, holds):
                        simple = together((*facts, *more))
                        if simple is not None:
                            yield from self._numbers(value, simple, loop)
                return
            case _:
                yield from self._entries(source, facts)
                return
        low, stop = (tree.Number(0), first) if not rest else (first, rest[0])
        steps = (
            self._read.pieces(rest[1]) if len(rest) == 2 else [(Quotient(Polynomial.number(1)), ())]
        )
        for each in product(self._read.pieces(low), self._read.pieces(stop), steps):
            simple = together((*facts, *(fact for _, facts in each for fact in facts)))
            if simple is not None:
                yield from self._range(each, simple, source, loop)

    def _range(
        self, ends: tuple[Piece, Piece, Piece], facts: Facts, source: tree.Node, loop: _Loop
    ) -> Iterator[tuple[tree.Node, Facts]]:
        low, stop, by = (quotient for quotient, _ in ends)
        if not by.form.is_constant or by.below != 1 or by.form.constant == 0:
            raise Unread(f"the step of {source} varies, or is 0")
        step = by.form.constant
        check_modulus(abs(step))
        constant = low.form.is_constant and stop.form.is_constant and low.below == stop.below == 1
        if constant and loop.written_out:
            numbers = range(low.form.constant, stop.form.constant, step)
            if len(numbers) > MOST_TURNS:
                raise Unread(f"{source} has more than {MOST_TURNS} numbers")
            yield from ((tree.integer(number), facts) for number in numbers)
            return
        name = f"{loop.name}#{next(self._fresh)}"
        k = Quotient(Polynomial.name(name))
        first, last = (low, stop) if step > 0 else (stop, low)
        within = [
            AtLeastZero(k.at_least(first).form - (step < 0) * first.below),
            AtLeastZero(last.at_least(k).form - (step > 0) * last.below),
        ]
        more: list[AtLeastZero | Remainder] = [*within]
        if abs(step) > 1:
            apart = (k - low).reduced()
            modulus = abs(step) * apart.below
            check_modulus(modulus)
            more.append(Remainder(apart.form, modulus, frozenset({0})))
        simple = together((*facts, *more))
        if simple is not None:
            yield tree.Name(name), simple

    def _squares(self, item: tree.Node, facts: Facts) -> Iterator[Option]:
        """The squares of an option."""
        match item:
            case tree.Choice(test, yes, no):
                for value, holds in ((yes, True), (no, False)):
                    for more in self._read.alternatives(test, holds):
                        simple = together((*facts, *more))
                        if simple is not None:
                            yield from self._squares(value, simple)
            case tree.Heap(items) if tree.of_squares(item):
                yield from self._together(items, facts)
            case tree.Heap(coordinates):
                yield from self._square(coordinates, facts)
            case tree.Together(left, right):
                yield from self._together((left, right), facts)
            case tree.Repeated(heaps, times):
                for quotient, more in self._read.pieces(times):
                    if not quotient.form.is_constant or quotient.below != 1:
                        raise Unread(f"{item}: how many squares these are varies")
                    simple = together((*facts, *more))
                    if simple is not None:
                        again = (heaps,) * max(quotient.form.constant, 0)
                        yield from self._together(again, simple)
            case _:
                raise Unread(f"{item} is no option that can be read")

    def _together(self, items: tuple[tree.Node, ...], facts: Facts) -> Iterator[Option]:
        """The squares of several parts of an option."""
        if not items:
            yield (), facts
            return
        first, *others = items
        for squares, more in self._squares(first, facts):
            for rest, all_facts in self._together(tuple(others), more):
                yield (*squares, *rest), all_facts

    def _square(self, coordinates: tuple[tree.Node, ...], facts: Facts) -> Iterator[Option]:
        """One square; where a coordinate is negative, there is none, and no option."""
        for each in product(*map(self._read.pieces, coordinates)):
            forms, more = [], [*facts]
            for (quotient, own), node in zip(each, coordinates, strict=True):
                form, same = self._whole(quotient, node)
                forms.append(form)
                more += [*own, *same, AtLeastZero(form)]
            simple = together(more)
            if simple is not None:
                yield (tuple(forms),), simple

    def _whole(self, quotient: Quotient, node: tree.Node) -> tuple[Polynomial, Facts]:
        """A quotient, which is whole, as a form: the name of a number that is equal to it."""
        if quotient.below == 1:
            return quotient.form, ()
        number = Polynomial.name(f"{node}#{next(self._fresh)}")
        apart = number * quotient.below - quotient.form
        return number, (AtLeastZero(apart), AtLeastZero(-apart))


def varies_with(node: tree.Node, name: str) -> bool:  # noqa: PLR0911
    """Whether an expression is read only if the name is a number in it: if it is multiplied by
    what varies, divides, or stands in a function of numbers.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> [varies_with(read_expression(t, ("n", "k")), "k") for t in ("n*k", "3*k + n // 2", "k & 1")]
    [True, False, True]
    """
    if name not in tree.names_in(node):
        return False
    match node:
        case tree.Binary("*", left, right) if tree.names_in(left) and tree.names_in(right):
            return True
        case tree.Binary("//" | "%", _, by) | tree.Call("ceil_div", (_, by)):
            if name in tree.names_in(by):
                return True
        case tree.Call("range", (_, _, step)) if name in tree.names_in(step):
            return True
        case tree.Binary(sign, _, _) if sign not in "+-*":
            return True
        case tree.Call(function, _) if function not in ("min", "max", "abs", "range"):
            return True
        case tree.Pick() | tree.Repeated():
            return True
    return any(varies_with(child, name) for child in node.children())


def unpoisoned(
    squares: Iterable[Square], poisoned: Iterable[tuple[int, ...]], facts: Facts
) -> list[Facts]:
    """When none of the squares is one of those to which no token may move; the facts hold."""
    found = [facts]
    for square, avoided in product(squares, poisoned):
        apart = [c - p for c, p in zip(square, avoided, strict=True)]
        cases = [form - 1 for form in apart] + [-form - 1 for form in apart]
        found = [
            simple
            for each in found
            for form in cases
            if (simple := together((*each, AtLeastZero(form)))) is not None
        ]
    return found
