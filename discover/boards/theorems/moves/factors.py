"""Boards whose moves turn over the coins of a product of two sets: the board as two rules of heaps.

An entry of the list is the product of two moves if its squares are all (a, b) but (x, y), a from a
list of numbers that depends on x alone, b from one that depends on y alone, with x and y among
them. ``((a, y), (x, b), (a, b)) for a in range(x) for b in range(y)`` is the product of the entries
``a for a in range(x)`` and ``b for b in range(y)``. Which names belong to x and which to y is
settled by what stands together in a coordinate, a range or a condition; if some name belongs to
both, the board is no product. The list of all entries is a product if every move in x is combined
with every move in y.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field
from itertools import product

from mexplore.discover.boards.theorems.moves.one_coordinate import TwoHeaps
from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate_options
from mexplore.rules.arithmetic.guards import tests_of
from mexplore.rules.arithmetic.reach import span_of
from mexplore.rules.arithmetic.spans import CAP, Span
from mexplore.rules.boards.board import Board, Grid
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError
from mexplore.rules.moves.written import lists_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule
from mexplore.rules.views import view

NO_PRODUCT = "the squares of an option are no product of two sets"
_ONE = tree.Number(1)
_NOTHING = tree.Listing(())


@view("factors")
def factors(board: Grid) -> tuple[Rule, Rule] | None:
    """The rules of which a board is the product by its notation."""
    del board
    return None


def factors_of(board: Board) -> TwoHeaps | Inapplicable:
    """The rules of which the board is the product, by its notation or by its list of options.

    >>> board = Board.parse("(x, y) -> [tuple((i, j) for i in range(x - k, x + 1) "
    ...     "for j in range(y - m, y + 1) if i < x or j < y) for k in range(x) for m in range(y)]")
    >>> str(factors_of(board).x)
    'n -> [tuple(range(n - k, n)) for k in range(n)]'
    >>> factors_of(Board.parse("(x, y) -> [(x - 1, y - 1)]")).reason
    'the squares of an option are no product of two sets'
    """
    stated = factors(board)
    if stated is not None:
        return TwoHeaps(*stated)
    if len(board.names) != 2 or board.poisoned:
        return Inapplicable("the board has poisoned squares, or not two coordinates")
    try:
        pairs = [_factored(part, board.names) for part in lists_of(board.body)]
        across, along = (list(dict.fromkeys(each)) for each in zip(*pairs, strict=True))
        if Counter(pairs) != Counter(product(across, along)):
            return Inapplicable("not every move in x is combined with every move in y")
        sides = zip(board.names, (across, along), strict=True)
        return TwoHeaps(*(_row(name, tree.joined(lists)) for name, lists in sides))
    except NotSeen as why:
        return Inapplicable(str(why))
    except MexploreError as error:
        return Inapplicable(f"a coordinate is no heap that gets smaller: {error}")


def _row(name: str, body: tree.Node) -> Rule:
    """The rule of one coordinate; a coin at the place 0 has no move."""
    if any(min(_heaps(option), default=0) >= 0 for option in evaluate_options(body, {name: 0})):
        raise NotSeen(f"there are moves where {name} is 0")
    if name != "n" and "n" not in tree.names_in(body):
        body, name = tree.substitute(body, {name: tree.Name("n")}), "n"
    return parse_rule(f"{name} -> {body}", {})


def _heaps(option: object) -> tuple[int, ...]:
    return option if isinstance(option, tuple) else (option,)


@dataclass
class _Sides:
    """Which names stand together with x, and which with y."""

    names: tuple[str, str]
    groups: list[set[str]] = field(default_factory=list)

    def together(self, names: Iterable[str]) -> None:
        """These names belong to one coordinate."""
        joined = set(names)
        for group in [group for group in self.groups if group & joined]:
            self.groups.remove(group)
            joined |= group
        self.groups.append(joined)

    def of(self, name: str) -> set[str]:
        return next((group for group in self.groups if name in group), {name})

    def check(self) -> None:
        x, y = self.names
        if y in self.of(x):
            raise NotSeen("the moves in one coordinate depend on the other one")

    def along(self, used: set[str]) -> int:
        """0 if the names belong to x, or to none of the two; 1 if they belong to y."""
        return int(bool(used & self.of(self.names[1])))


@dataclass(frozen=True)
class _Entry:
    """A list of options: its squares, those of an option being gathered over the ``inner`` loops,
    its loops, and conditions."""

    pairs: list[tuple[tree.Node, tree.Node]]
    inner: tuple[tree.Clause, ...]
    loops: tuple[tree.Clause, ...]
    tests: list[tree.Node]
    """Of the list as a whole."""

    @property
    def loop_tests(self) -> list[tree.Node]:
        return _tests_of(self.loops)


def _entry(part: tree.Node) -> _Entry:
    tests: list[tree.Node] = []
    while isinstance(part, tree.Choice):
        if part.no != _NOTHING:
            raise NotSeen("which moves there are depends on a condition")
        tests += tests_of(part.test)
        part = part.yes
    loops: tuple[tree.Clause, ...] = ()
    match part:
        case tree.Listing((item,)):
            pass
        case tree.Comprehension(item, loops):
            pass
        case _:
            raise NotSeen("an entry of the list is no product")
    if not isinstance(item, tree.Gathered):
        squares = [item] if _is_square(item) else _items(item)
        return _Entry([_pair(square) for square in squares], (), loops, tests)
    if not isinstance(item.source, tree.Comprehension):
        raise NotSeen(NO_PRODUCT)
    return _Entry([_pair(item.source.item)], item.source.clauses, loops, tests)


def _factored(part: tree.Node, names: tuple[str, str]) -> tuple[tree.Node, tree.Node]:
    """The lists of the moves in x and of those in y whose product is the list."""
    entry = _entry(part)
    sides = _sides_of(entry, names)
    if not entry.inner:
        items = _two_sets(entry.pairs, names)
    else:
        others = [t for t in _tests_of(entry.inner) if not _excludes(t, entry.pairs[0], names)]
        if others or len(_tests_of(entry.inner)) != 1:
            raise NotSeen(NO_PRODUCT)
        x, y = (
            _gathered(name, [c for c in entry.inner if sides.along({c.name}) == side], entry, own)
            for side, (name, own) in enumerate(zip(names, entry.pairs[0], strict=True))
        )
        items = x, y
    return _with_loops(items[0], 0, entry, sides), _with_loops(items[1], 1, entry, sides)


def _sides_of(entry: _Entry, names: tuple[str, str]) -> _Sides:
    """Which names belong to which coordinate; `NotSeen` where one belongs to both."""
    sides, loops = _Sides(names), (*entry.loops, *entry.inner)
    bound = [clause.name for clause in loops]
    if len({*bound, *names}) < len(bound) + 2:
        raise NotSeen("a name is used twice")
    for clause in loops:
        sides.together({clause.name, *tree.names_in(clause.source)})
    for pair in entry.pairs:
        for name, own in zip(names, pair, strict=True):
            sides.together({name, *tree.names_in(own)})
    for test in (*entry.tests, *entry.loop_tests):
        sides.together(tree.names_in(test))
    sides.check()
    return sides


def _with_loops(item: tree.Node, side: int, entry: _Entry, sides: _Sides) -> tree.Node:
    """The list of one coordinate: its loops, with the conditions on its names."""
    own = [clause for clause in entry.loops if sides.along({clause.name}) == side]
    mine = [test for test in entry.loop_tests if sides.along(tree.names_in(test)) == side]
    outer = [test for test in entry.tests if sides.along(tree.names_in(test)) == side]
    if own:
        bare = [tree.Clause(clause.name, clause.source, ()) for clause in own]
        bare[-1] = tree.Clause(bare[-1].name, bare[-1].source, tuple(mine))
        found: tree.Node = tree.Comprehension(item, tuple(bare))
    else:
        found, outer = tree.Listing((item,)), [*outer, *mine]
    for test in outer:
        found = tree.Choice(test, found, _NOTHING)
    return found


def _tests_of(clauses: Iterable[tree.Clause]) -> list[tree.Node]:
    return [test for clause in clauses for one in clause.tests for test in tests_of(one)]


def _is_square(item: tree.Node) -> bool:
    return isinstance(item, tree.Heap) and len(item.items) == 2 and not tree.of_squares(item)


def _items(item: tree.Node) -> tuple[tree.Node, ...]:
    if not isinstance(item, tree.Heap):
        raise NotSeen(NO_PRODUCT)
    return item.items


def _pair(square: tree.Node) -> tuple[tree.Node, tree.Node]:
    if not isinstance(square, tree.Heap) or len(square.items) != 2:
        raise NotSeen(NO_PRODUCT)
    return square.items[0], square.items[1]


def _two_sets(
    pairs: list[tuple[tree.Node, tree.Node]], names: tuple[str, str]
) -> tuple[tree.Node, tree.Node]:
    """The heaps a and the heaps b whose product, with x and y among them, are the squares."""
    corner = tree.Name(names[0]), tree.Name(names[1])
    across, along = (
        list(dict.fromkeys((own, *each)))
        for own, each in zip(corner, zip(*pairs, strict=True) if pairs else ((), ()), strict=True)
    )
    if Counter([*pairs, corner]) != Counter(product(across, along)):
        raise NotSeen(NO_PRODUCT)
    return _option(across[1:]), _option(along[1:])


def _option(heaps: list[tree.Node]) -> tree.Node:
    return heaps[0] if len(heaps) == 1 else tree.Heap(tuple(heaps))


def _excludes(test: tree.Node, pair: tuple[tree.Node, tree.Node], names: tuple[str, str]) -> bool:
    """Whether the test, of i <= x and j <= y, says that (i, j) is not (x, y)."""
    (i, j), (x, y) = pair, map(tree.Name, names)
    either = {
        frozenset({_below(i, x, sign), _below(j, y, other)})
        for sign in _UNEQUAL for other in _UNEQUAL
    }  # fmt: skip
    match test:
        case tree.Logic("or", operands) if len(operands) == 2:
            return frozenset(map(_turned, operands)) in either
        case tree.Unary("not", tree.Logic("and", operands)) if len(operands) == 2:
            equal = frozenset({_below(i, x, "=="), _below(j, y, "==")})
            return frozenset(map(_turned, operands)) == equal
        case tree.Comparison(tree.Binary("+", a, b), ("<",), (tree.Binary("+", c, d),)):
            return {a, b} == {i, j} and {c, d} == {x, y}
        case _:
            return False


_UNEQUAL = ("<", "!=")
_MIRROR = {">": "<", "==": "==", "!=": "!="}


def _below(i: tree.Node, x: tree.Node, sign: str) -> tree.Node:
    return _turned(tree.Comparison(i, (sign,), (x,)))


def _turned(test: tree.Node) -> tree.Node:
    """x > i as i < x, and equations with their sides in the order of the alphabet."""
    match test:
        case tree.Comparison(a, (sign,), (b,)) if sign in _MIRROR and (
            sign == ">" or str(b) < str(a)
        ):
            return tree.Comparison(b, (_MIRROR[sign],), (a,))
        case _:
            return test


def _gathered(name: str, inner: list[tree.Clause], entry: _Entry, own: tree.Node) -> tree.Node:
    """The other heaps of tuple(i for i in range(low, x + 1)), where low <= x."""
    x = tree.Name(name)
    if not inner and own == x:
        return tree.Heap(())
    match inner:
        case [tree.Clause(i, tree.Call("range", (low, tree.Binary("+", last, one))), _)] if (
            last == x and one == _ONE and own == tree.Name(i)
        ):
            if not _at_most(low, name, entry.loops):
                raise NotSeen(f"whether {name} is in the range from {low} on is not seen")
            return tree.Gathered(tree.Call("range", (low, x)))
        case _:
            raise NotSeen(NO_PRODUCT)


def _at_most(low: tree.Node, name: str, loops: tuple[tree.Clause, ...]) -> bool:
    """Whether low <= x: it is x - t with t >= 0, or x - t + 1 with t >= 1."""
    x, least = tree.Name(name), 0
    match low:
        case tree.Binary("+", tree.Binary("-", first, less), one) if first == x and one == _ONE:
            least = 1
        case tree.Binary("-", first, less) if first == x:
            pass
        case _:
            return low == x
    used = tree.names_in(less).union(*(tree.names_in(loop.source) for loop in loops))
    known = dict.fromkeys(used, Span(-CAP, CAP)) | {name: Span(0, CAP)}
    for loop in loops:
        known[loop.name] = span_of(loop.source, known)
    return span_of(less, known).low >= least
