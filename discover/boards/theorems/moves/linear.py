"""The moves of a board as linear relations: exactly the moves, at all squares, or a reason why not.

A relation leads from the square (x, y, ...) to a square whose coordinates are linear forms, for all
whole names >= 0 with which certain linear forms are >= 0. The list of options is read case by case
(`rules.systems.lists`, quotients having names), and each case is written as an image of whole
points, with few names (`images`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from mexplore.discover.boards.theorems.moves.conditions import Affine
from mexplore.discover.boards.theorems.moves.images import Image, compact, simplest
from mexplore.discover.boards.theorems.moves.shapes import NotSeen, bounds
from mexplore.discover.boards.theorems.moves.unions import apart, united
from mexplore.rules.arithmetic.inequalities import ends_of, impossible
from mexplore.rules.boards.board import Board
from mexplore.rules.systems.facts import AtLeastZero, Facts, Unread
from mexplore.rules.systems.lists import Lists
from mexplore.rules.systems.named import NamedQuotients

MOST_RELATIONS = 400


@dataclass(frozen=True)
class LinearMove:
    """From the square whose coordinates are ``square`` to the one at ``coordinates``, for all whole
    ``names`` >= 0 with which all ``forms`` are >= 0.

    The coordinates of both squares are >= 0: that is said of those of the option by the forms,
    unless it follows from them, from the square's being >= 0, and from the names'.
    """

    coordinates: tuple[Affine, ...]
    forms: tuple[Affine, ...]
    names: tuple[str, ...]
    square: tuple[str, ...]

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
            yield tuple(form.at(values | numbers) for form in self.coordinates)

    def __str__(self) -> str:
        names = f" for {', '.join(self.names)} >= 0" if self.names else ""
        forms = f" with {', '.join(f'{form} >= 0' for form in self.forms)}" if self.forms else ""
        where = ", ".join(map(str, self.coordinates))
        return f"({', '.join(self.square)}) -> ({where}){names}{forms}"


def relations_of(board: Board) -> tuple[LinearMove, ...]:
    """Relations of which the moves of the board are the union; `NotSeen`, with what stands in the
    way, where there are none.

    >>> for move in relations_of(Board.parse("(x, y) -> [(x // 2, y)] if x > 3 else []")):
    ...     print(move)
    (x, y) -> (n1, y) for n1 >= 0 with x - 4 >= 0, -2*n1 + x >= 0, 2*n1 - x + 1 >= 0
    """
    found: list[Image] = []
    for image in _images(board):
        found.extend(simplest(image))
        if len(found) > MOST_RELATIONS:
            raise NotSeen(f"the moves are more than {MOST_RELATIONS} linear relations")
    for square in board.poisoned:
        found = [part for image in apart(found, square) for part in simplest(image)]
        found = list(united(found))
        if len(found) > MOST_RELATIONS:
            raise NotSeen("the poisoned squares are too many")
    images = map(compact, united(found))
    return tuple(LinearMove(each.point, each.forms, each.names, board.names) for each in images)


def _images(board: Board) -> Iterator[Image]:
    try:
        for squares, facts in Lists(NamedQuotients(board.names)).options(board.body):
            if len(squares) != 1:
                raise NotSeen("a move leaves another number of squares than one")
            yield Image(squares[0], tuple(_forms(facts)), board.names)
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
