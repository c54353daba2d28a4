"""The moves of a board as linear relations: exactly the moves, at all squares, or a reason why not.

A relation leads from the square (x, y, ...) to a square whose coordinates are linear forms, for all
whole names >= 0 with which certain linear forms are >= 0. The list of options is read case by case
(`rules.systems.lists`, quotients having names), and each case is written as an image of whole
points, with few names (`images`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

from mexplore.discover.outcomes.moves.bounds import NotSeen, bounds
from mexplore.discover.outcomes.moves.conditions import Affine
from mexplore.discover.outcomes.moves.images import Image, compact, simplest
from mexplore.discover.outcomes.moves.unions import apart, united
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.inequalities import ends_of, impossible
from mexplore.rules.boards.board import Board, Square
from mexplore.rules.dataclass import dataclass
from mexplore.rules.moves.written import as_expression
from mexplore.rules.rule import Rule
from mexplore.rules.systems.bits import BitwiseAnd, NamedBits
from mexplore.rules.systems.facts import AtLeastZero, Facts, Unread
from mexplore.rules.systems.lists import Lists

MOST_RELATIONS = 400


@dataclass(frozen=True)
class LinearMove:
    """From the square whose coordinates are ``square`` to the one at ``coordinates``, for all whole
    ``names`` >= 0 with which all ``forms`` are >= 0, and which have the binary digits that the
    ``bits`` say.

    The coordinates of both squares are >= 0: that is said of those of the option by the forms,
    unless it follows from them, from the square's being >= 0, and from the names'.
    """

    coordinates: tuple[Affine, ...]
    forms: tuple[Affine, ...]
    names: tuple[str, ...]
    square: tuple[str, ...]
    bits: tuple[BitwiseAnd, ...] = ()

    def implies(self, form: Affine) -> bool:
        """Whether a form in the coordinates of the square and the names is seen to be >= 0 at every
        move."""
        signs = map(Affine.name, (*self.square, *self.names))
        return impossible([*signs, *self.coordinates, *self.forms, -form - 1])

    def options(self, square: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """The options of a square, each at least once.

        >>> (move,) = relations_of(Board.parse("(n, t) -> [(n - k, k) for k in range(1, t + 1)]"))
        >>> move.coordinates, move.forms
        ((n1, n - n1), (n - n1 - 1, -n + n1 + t))
        >>> list(move.options((7, 2)))
        [(5, 2), (6, 1)]
        """
        values = dict(zip(self.square, square, strict=True))
        forms = tuple(form.with_names(values) for form in self.forms)
        signs = tuple(map(Affine.name, self.names))
        for numbers in _points((*forms, *signs), self.names):
            if all(each.holds(values | numbers) for each in self.bits):
                yield tuple(form.at(values | numbers) for form in self.coordinates)

    def __str__(self) -> str:
        names = f" for {', '.join(self.names)} >= 0" if self.names else ""
        conditions = (*(f"{form} >= 0" for form in self.forms), *map(str, self.bits))
        forms = f" with {', '.join(conditions)}" if conditions else ""
        where = ", ".join(map(str, self.coordinates))
        return f"({', '.join(self.square)}) -> ({where}){names}{forms}"


def relations_of(board: Board) -> tuple[LinearMove, ...]:
    """Relations of which the moves of the board are the union; `NotSeen`, with what stands in the
    way, where there are none.

    >>> for move in relations_of(Board.parse("(x, y) -> [(x // 2, y)] if x > 3 else []")):
    ...     print(move)
    (x, y) -> (n1, y) for n1 >= 0 with x - 4 >= 0, -2*n1 + x >= 0, 2*n1 - x + 1 >= 0
    """
    return _relations(_images(board.body, board.names), board.poisoned)


def relations_of_heaps(rule: Rule) -> tuple[LinearMove, ...]:
    """The same of a rule of heaps in which a move leaves one heap, which is always a smaller one:
    squares are (n,), and an empty heap is (0,).

    >>> from mexplore.rules.notation import parse_rule
    >>> for move in relations_of_heaps(parse_rule("subtract(1, 4) or divide(2)")):
    ...     print(move)
    (n) -> (n - 1) with n - 1 >= 0
    (n) -> (n - 4) with n - 4 >= 0
    (n) -> (n1) for n1 >= 0 with n - 2*n1 >= 0, -n + 2*n1 + 1 >= 0, n - n1 - 1 >= 0
    """
    body = as_expression(rule)
    if body is None:
        raise NotSeen(f"{rule} is not written as one list of heaps")
    images = _images(_as_squares(body), ("n",))
    n = Affine.name("n")
    return _relations(replace(it, forms=(*it.forms, n - it.point[0] - 1)) for it in images)


def _as_squares(node: tree.Node) -> tree.Node:
    """A list of heaps as one of squares with one coordinate."""
    match node:
        case tree.Listing(items):
            return tree.listing(map(_as_square, items))
        case tree.Comprehension(item, clauses):
            return tree.Comprehension(_as_square(item), clauses)
        case tree.Binary("+", left, right):
            return tree.Binary("+", _as_squares(left), _as_squares(right))
        case tree.Choice(test, yes, no):
            return tree.Choice(test, _as_squares(yes), _as_squares(no))
        case _:  # a list of numbers
            name = "number#"
            return tree.Comprehension(tree.Heap((tree.Name(name),)), (tree.Clause(name, node, ()),))


def _as_square(item: tree.Node) -> tree.Node:
    match item:
        case tree.Choice(test, yes, no):
            return tree.Choice(test, _as_square(yes), _as_square(no))
        case tree.Heap((single,)):
            return tree.Heap((single,))
        case tree.Heap() | tree.Repeated() | tree.Together() | tree.Gathered():
            raise NotSeen("a move leaves another number of heaps than one")
        case _:
            return tree.Heap((item,))


def _relations(
    images: Iterable[Image], poisoned: tuple[Square, ...] = ()
) -> tuple[LinearMove, ...]:
    found: list[Image] = []
    for image in images:
        found.extend(simplest(image))
        if len(found) > MOST_RELATIONS:
            raise NotSeen(f"the moves are more than {MOST_RELATIONS} linear relations")
    for square in poisoned:
        beside = [image for image in found if not image.may_hold(square)]
        cut = [image for image in found if image.may_hold(square)]
        found = list(united([*beside, *(p for part in apart(cut, square) for p in simplest(part))]))
        if len(found) > MOST_RELATIONS:
            raise NotSeen("the poisoned squares are too many")
    whole = map(compact, united(found))
    return tuple(LinearMove(e.point, e.forms, e.names, e.given, e.bits) for e in whole)


def _images(body: tree.Node, names: tuple[str, ...]) -> Iterator[Image]:
    try:
        reader = NamedBits(names)
        for squares, facts in Lists(reader).options(body):
            if len(squares) != 1:
                raise NotSeen("a move leaves another number of squares than one")
            forms = tuple(_forms(facts))
            bits = reader.relations(name for form in (*squares[0], *forms) for name in form.names)
            yield Image(squares[0], forms, names, bits)
    except Unread as why:
        raise NotSeen(str(why)) from None


def _forms(facts: Facts) -> Iterable[Affine]:
    """The facts as forms: a remainder of 0 says that there is a quotient."""
    fresh = count(1)
    for fact in facts:
        if isinstance(fact, AtLeastZero):
            yield fact.form
        else:
            assert fact.allowed == {0}
            left = fact.form - Affine.name(f"times {next(fresh)}") * fact.modulus
            yield from (left, -left)


def _points(forms: tuple[Affine, ...], names: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """The whole numbers with which all forms are >= 0."""
    if any(form.is_constant and form.constant < 0 for form in forms):
        return
    if not names:
        yield {}
        return
    name, values = _narrowest(forms, names)
    others = tuple(other for other in names if other != name)
    for value in values:
        here = tuple(form.with_names({name: value}) for form in forms)
        for numbers in _points(here, others):
            yield {name: value, **numbers}


def _narrowest(forms: tuple[Affine, ...], names: tuple[str, ...]) -> tuple[str, range]:
    """The name that takes the fewest values, and these."""
    found: dict[str, range] = {}
    for ends in (bounds(forms, names).items(), ((name, ends_of(forms, name)) for name in names)):
        for name, pair in ends:
            if pair is None:
                return name, range(0)
            low, high = pair
            if low is not None and high is not None:
                found[name] = range(low, high + 1)
        if found:
            name = min(found, key=lambda each: len(found[each]))
            return name, found[name]
    raise NotSeen("the options of a square have no bound that is seen")
