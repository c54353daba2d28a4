"""Steps read from the list of options of a board: exactly the set of moves, or a reason why not.

An entry ``(a, b) for ... if ...`` of the list is the set of the squares (a, b) for all whole values
of its names that satisfy its conditions, linear inequalities. Names are replaced such that the step
(x - a, y - b) is one of them, or two. A condition in which x or y is left must follow from what is
required of a move anyway, x - i >= 0 and y - j >= 0, and from the other conditions; then it is
dropped, and the set of steps does not depend on the square.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from mexplore.discover.boards.theorems.moves.shapes import Conjunction, parts_of
from mexplore.discover.boards.theorems.moves.steps import Steps
from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.conditions import (
    ALWAYS,
    Affine,
    All,
    Any,
    AtLeastZero,
    Condition,
    affine,
    at_least,
    at_most,
    both,
    condition_of,
)
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic import tree
from mexplore.rules.boards.board import Board
from mexplore.rules.dataclass import dataclass

X, Y = "x", "y"  # whatever the rule calls its coordinates
MOST_LISTED = 64  # entries of a list of numbers over which a name runs
MOST_CASES = 256  # conjunctions of inequalities for one entry
_TIMES = range(3)  # how often a requirement is used to derive an inequality


def steps_of(board: Board) -> Steps | Inapplicable:
    """The steps of the board's moves, if they are the same at every square.

    >>> rook = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]")
    >>> sorted(steps_of(rook).rays)
    [Ray(start=(0, 1), direction=(0, 1)), Ray(start=(1, 0), direction=(1, 0))]
    """
    if len(board.names) != 2:
        return Inapplicable("the board has not two coordinates")
    if board.poisoned:
        return Inapplicable("there are poisoned squares")
    try:
        found = [part for entry in entries_of(board) for part in _parts(_in_steps(entry))]
    except NotSeen as why:
        return Inapplicable(str(why))
    steps = _union(part for part, exact in found if exact)
    # A part whose conditions were left out holds too much; if all of that is there anyway, fine.
    if not all(exact or steps.contains(part) for part, exact in found):
        return Inapplicable("whether a move is allowed depends on the square")
    return steps


def _union(parts: Iterable[Steps]) -> Steps:
    listed = list(parts)
    return Steps.union(
        (point for part in listed for point in part.points),
        (ray for part in listed for ray in part.rays),
        (quadrant for part in listed for quadrant in part.quadrants),
    )


@dataclass(frozen=True)
class Entry:
    """One entry of the list: the coordinates of the options, and the conditions on its names."""

    x: Affine
    y: Affine
    condition: Condition
    names: tuple[str, ...] = ()


class Written(NamedTuple):
    """The same with the coordinates as they are written, in the names ``x`` and ``y``."""

    square: tuple[tree.Node, ...]
    condition: Condition
    names: tuple[str, ...]


def entries_of(board: Board) -> Iterator[Entry]:
    """The entries of the list; `NotSeen` if one of them is not linear."""
    for entry in written_entries(body_of(board)):
        a, b = map(_linear, entry.square)
        yield Entry(a, b, entry.condition, entry.names)


def body_of(board: Board) -> tree.Node:
    """The list of options, the coordinates called ``x`` and ``y``; NotSeen if it cannot be so."""
    names = {board.names[0]: tree.Name(X), board.names[1]: tree.Name(Y)}
    others = tree.names_in(board.body) - set(board.names)
    if board.names == (X, Y):
        return board.body
    if {X, Y} & others:
        raise NotSeen(f"the names {X} and {Y} are used for something else")
    return tree.substitute(board.body, names)


def written_entries(body: tree.Node) -> Iterator[Written]:
    """The entries of a list; NotSeen if its conditions are not linear."""
    yield from _entries(body, ALWAYS)


def _entries(node: tree.Node, known: Condition) -> Iterator[Written]:
    match node:
        case tree.Binary("+", left, right):
            yield from _entries(left, known)
            yield from _entries(right, known)
        case tree.Choice(test, yes, no):
            for branch, negated in ((yes, False), (no, True)):
                yield from _entries(branch, both((known, _seen(test, negated=negated))))
        case tree.Listing(items):
            for item in items:
                yield from _items(item, known, ())
        case tree.Comprehension(item, clauses):
            yield from _comprehension(item, clauses, known, ())
        case _:
            raise NotSeen(f"{node} is no list of squares")


def _comprehension(
    item: tree.Node, clauses: tuple[tree.Clause, ...], known: Condition, names: tuple[str, ...]
) -> Iterator[Written]:
    if not clauses:
        yield from _items(item, known, names)
        return
    clause, *rest = clauses
    if clause.name in (X, Y, *names):
        raise NotSeen(f"the name {clause.name} is used twice")
    if isinstance(clause.source, tree.Listing):
        if len(clause.source.items) > MOST_LISTED:
            raise NotSeen("a list of numbers is long")
        if clause.name in {later.name for later in rest}:
            raise NotSeen(f"the name {clause.name} is used twice")
        for number in clause.source.items:
            value = {clause.name: number}
            tests = (_seen(tree.substitute(test, value)) for test in clause.tests)
            here = both((known, *tests))
            later = tuple(tree.substitute_in(one, value) for one in rest)
            yield from _comprehension(tree.substitute(item, value), later, here, names)
        return
    within = _range(clause.name, clause.source)
    here = both((known, within, *map(_seen, clause.tests)))
    yield from _comprehension(item, tuple(rest), here, (*names, clause.name))


def _range(name: str, source: tree.Node) -> Condition:
    """What ``name in range(...)`` says, the steps being 1 or -1."""
    if not isinstance(source, tree.Call) or source.function != "range":
        raise NotSeen(f"{source} is no range")
    k, one = Affine.name(name), tree.Number(1)
    low: tree.Node
    high: tree.Node
    match source.arguments:
        case (stop,):
            low, high = tree.Number(0), stop
        case (start, stop) | (start, stop, tree.Number(1)):
            low, high = start, stop
        case (start, stop, tree.Unary("-", tree.Number(1))):  # from start down to above stop
            low, high = tree.Binary("+", stop, one), tree.Binary("+", start, one)
        case _:
            raise NotSeen(f"{source} has another step than 1")
    first, last = at_most(low, k), at_least(high, -k - 1)
    if first is None or last is None:
        raise NotSeen(f"the ends of {source} are not linear")
    return both((first, last))


def _items(item: tree.Node, known: Condition, names: tuple[str, ...]) -> Iterator[Written]:
    match item:
        case tree.Choice(test, yes, no):
            for branch, negated in ((yes, False), (no, True)):
                yield from _items(branch, both((known, _seen(test, negated=negated))), names)
        case tree.Heap((a, b)) if not tree.of_squares(item):
            yield Written((a, b), known, names)
        case _:
            raise NotSeen(f"the option {item} is no square")


def _linear(node: tree.Node) -> Affine:
    found = affine(node)
    if found is None:
        raise NotSeen(f"{node} is not linear")
    return found


def _seen(test: tree.Node, *, negated: bool = False) -> Condition:
    found = condition_of(test, negated=negated)
    if found is None:
        raise NotSeen(f"the condition {test} is no linear inequality")
    return found


# In steps: no x and no y.


def _in_steps(entry: Entry) -> Entry:
    """The entry with ``x`` and ``y`` being the step (i, j), names replaced."""
    moved = replace(entry, x=Affine.name(X) - entry.x, y=Affine.name(Y) - entry.y)
    for which in ("x", "y"):
        moved = _without_square(moved, which)
    if {X, Y} & (moved.x.names | moved.y.names):
        raise NotSeen("what a move takes depends on the square")
    return moved


def _without_square(entry: Entry, which: str) -> Entry:
    """A name k with i = +-k + ..., x and y in the rest: i becomes the name in its place."""
    step = entry.x if which == "x" else entry.y
    if not {X, Y} & step.names:
        return entry
    for name in entry.names:
        sign = step.coefficient(name)
        if abs(sign) == 1:
            # step = sign*name + rest, so name = sign*(step - rest), and step gets the name's name.
            rest = step.with_names({name: 0})
            meaning = (Affine.name(name) - rest) * sign
            return Entry(
                entry.x.with_names({name: meaning}),
                entry.y.with_names({name: meaning}),
                replaced(entry.condition, name, meaning),
                entry.names,
            )
    return entry


def replaced(condition: Condition, name: str, meaning: Affine) -> Condition:
    """The condition with a form in place of a name."""
    match condition:
        case AtLeastZero(form):
            return AtLeastZero(form.with_names({name: meaning}))
        case All(parts):
            return All(tuple(replaced(part, name, meaning) for part in parts))
        case Any(parts):
            return Any(tuple(replaced(part, name, meaning) for part in parts))


def _parts(entry: Entry) -> Iterator[tuple[Steps, bool]]:
    """The entry as a union of sets, each exactly, or without its conditions about x and y."""
    for forms in disjuncts(entry.condition):
        own = tuple(form for form in forms if not {X, Y} & form.names)
        case = Conjunction(entry.x, entry.y, own, entry.names)
        others = (form for form in forms if {X, Y} & form.names)
        if not case.empty:
            yield parts_of(case), all(_follows(form, case) for form in others)


def disjuncts(condition: Condition) -> list[list[Affine]]:
    """The condition as a list of cases, in each of which all the forms are >= 0."""
    match condition:
        case AtLeastZero(form):
            return [[form]]
        case Any(parts):
            cases = [case for part in parts for case in disjuncts(part)]
        case All(parts):
            cases = [[]]
            for part in parts:
                cases = [[*a, *b] for a, b in product(cases, disjuncts(part))]
                _refuse_many(cases)
    _refuse_many(cases)
    return cases


def _refuse_many(cases: Iterable[list[Affine]]) -> None:
    if sum(1 for _ in cases) > MOST_CASES:
        raise NotSeen("the conditions have too many cases")


def _follows(form: Affine, case: Conjunction) -> bool:
    """Whether form >= 0 follows from x - i >= 0 and y - j >= 0, each used up to twice, from
    x, y >= 0, and from the case's own conditions."""
    inside = Affine.name(X) - case.i, Affine.name(Y) - case.j
    for a, b in product(_TIMES, _TIMES):
        rest = form - a * inside[0] - b * inside[1]
        if min(rest.coefficient(X), rest.coefficient(Y)) >= 0:
            zero = rest.with_names({X: 0, Y: 0})
            least = case.least(zero)
            if least is not None and least >= 0:
                return True
    return False
