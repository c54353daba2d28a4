"""Boards: tokens on a grid; a position is a square (x, y), x and y >= 0, or a sum of squares.

Notation ``(x, y) -> [(x - 2, y - 1), (x - 1, y - 2)]``: the list of the squares to which the token
may move. An option may be several squares, ``((a, y), (x - a, y))``: the token is replaced by one
on each of them, and play goes on with all of them, so that the value of the option is the xor of
theirs; ``()`` takes the token away. There may be more coordinates than two: ``(x, y, z) -> ...``.

An option with a negative coordinate is not a move. The quarter plane has no other edge. On a board
with edges a square beyond them is not a move either, which makes it another game: a knight in the
far corner of a chessboard has fewer moves. Poisoned squares, to which no token may move, follow the
word ``except``: ``(x, y) -> [...] except (0, 0)``.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, product
from typing import TYPE_CHECKING, ClassVar, Protocol, Self

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import STEPS, Option, evaluate_options
from mexplore.rules.arithmetic.reading import LARGEST_LITERAL, check_name, read_options
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.foreign import short
from mexplore.rules.errors import InputError, MexploreError, RuleSyntaxError, TooLarge
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.boards.table import Order
    from mexplore.rules.engine.expressions.board import BoardSource
    from mexplore.rules.engine.expressions.reached import ReachSource
    from mexplore.rules.reach import Unreached
    from mexplore.rules.rule import Rule


Square = tuple[int, ...]
Sum = tuple[Square, ...]
"""What one move leaves: tokens on these squares; ``()`` for none."""

UNKNOWN = -1  # in place of a value in tables
COORDINATES = ("x", "y", "z", "u", "v", "w")
"""What they are called where the rule gives them no names of its own."""
MOST_COORDINATES = len(COORDINATES)
MOST_POISONED = 100

_HEAD = re.compile(r"\(\s*([A-Za-z_]\w*\s*(?:,\s*[A-Za-z_]\w*\s*)+),?\s*\)\s*->")
_SQUARE = re.compile(r"\s*\(((?:\s*\d{1,19}\s*,)+\s*\d{1,19}\s*,?\s*)\)\s*")
_EXCEPT = re.compile(r"\bexcept\b")
_TRIED = 36  # squares near the corner whose options are listed while a text is read, with at most
_BITS = 100_000  # of a coordinate: squares that grow without end are no board
_STEPS = 1000  # turns of loops at each square


@view("as_board")
def as_board(rule: Rule, coordinates: int) -> Grid | None:
    """The game of a token on squares with this many coordinates by the same rule, where it has
    moves for squares too, as only functions of the user's own have."""
    del rule, coordinates
    return None


class Grid(ABC):
    """A game of tokens on squares; what follows from its moves."""

    family: ClassVar[str] = "board"
    computed_how: ClassVar[str] = "computed directly; no law was needed"
    """How a value is known that no law tells."""

    lowers: ClassVar[bool] = False
    """Whether, by the shape of the rule, no move raises a coordinate, so that play ends."""

    @property
    @abstractmethod
    def dimensions(self) -> int:
        """How many coordinates a square has."""

    @abstractmethod
    def options(self, square: Square) -> Iterator[Sum]:
        """THE definition: what a move leaves of a token on a square of the quarter plane."""

    @abstractmethod
    def words(self) -> str:
        """The rule as a sentence."""

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """How formulas call the coordinates."""
        return COORDINATES[: self.dimensions]

    @property
    def runs_python(self) -> bool:
        """Whether its moves run code of the user's."""
        return False

    def loop_source(self, order: Order) -> BoardSource | None:
        """The source of a loop that fills a table in this order; None if there is none."""
        del order
        return None

    def known_values(self, squares: Iterable[Square]) -> dict[Square, int] | None:
        """The values of squares by a theorem about the rule, square by square, on the quarter plane
        and on any board with edges; None where there is none: they are computed in a table."""
        del squares
        return None

    def known_table(self, size: Square) -> BoardValues | None:
        """table[x, y] = G(x, y) in the same way, for x < size[0], y < size[1]."""
        del size
        return None

    def reach_source(self) -> ReachSource | None:
        """The source of a loop that searches what can be reached; None if there is none."""
        return None

    def options_within(self, size: Square | None, square: Square) -> Iterator[Sum]:
        """The options on a board of ``size`` (columns x, rows y); None is the quarter plane."""
        for option in self.options(square):
            if size is None or all(all(map(int.__lt__, part, size)) for part in option):
                yield option

    def check_square(self, square: Square) -> None:
        """InputError for what is not a square of this game."""
        if len(square) != self.dimensions:
            example = ",".join(["3", "5", "2", "4", "1", "6"][: self.dimensions])
            shown = ",".join(map(str, square))
            raise InputError(
                f"{shown[:40]} is no square of {self}: it has {self.dimensions} coordinates, as "
                f"{example}"
            )
        if min(square) < 0:
            raise InputError(f"the square {square} has a negative coordinate")


@dataclass(frozen=True)
class Board(Grid):
    """From a square, move to any option of the list ``body``; its coordinates are ``names``.

    >>> rook = Board.parse("(x, y)->[(a,y) for a in range(x)]+[(x,b) for b in range(y)]")
    >>> str(rook)
    '(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]'
    >>> list(rook.options((1, 2)))
    [((0, 2),), ((1, 0),), ((1, 1),)]
    >>> cut = Board.parse("(w, h) -> [((a, h), (w - a, h)) for a in range(1, w // 2 + 1)]")
    >>> list(cut.options((4, 1)))
    [((1, 1), (3, 1)), ((2, 1), (2, 1))]
    """

    names: tuple[str, ...]
    body: tree.Node
    poisoned: tuple[Square, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The board that the text denotes; None if it is in another notation."""
        match = _HEAD.match(text)
        if match is None:
            return None
        names = _names(text, match)
        at, end = match.end(), len(text)
        poisoned: tuple[Square, ...] = ()
        tail = _EXCEPT.search(text, at)
        if tail is not None:
            end, poisoned = tail.start(), _squares(text, tail.end(), len(names))
        body = read_options(text[at:end], names, whole=text, at=at, squares=True)
        board = cls(names, body, poisoned)
        board._check(text, at + len(text[at:]) - len(text[at:].lstrip()))
        return board

    def _check(self, text: str, place: int) -> None:
        """Refuse options that are no squares, and a list that has no value near the corner."""
        for item in written_options(self.body):
            if isinstance(item, tree.Heap | tree.Repeated | tree.Together | tree.Gathered):
                continue
            problem = f"the option {item} is no square"
            example = f"({', '.join([f'{self.names[0]} - 1', *self.names[1:]])})"
            remedy = f"write {_COUNTS[self.dimensions]} coordinates: {example}"
            raise RuleSyntaxError(text, _find(item, text, place), problem, remedy)
        side = max(2, int(_TRIED ** (1 / self.dimensions)))
        try:
            for square in product(range(side), repeat=self.dimensions):
                for _ in self._legal(square, _STEPS):
                    pass
        except TooLarge:
            return
        except MexploreError as error:
            remedy = "write a list for every square; add a condition: [...] if ... else []"
            raise RuleSyntaxError(text, place, str(error), remedy) from None

    @property
    def dimensions(self) -> int:
        return len(self.names)

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        return self.names

    @cached_property
    def _avoided(self) -> frozenset[Square]:
        return frozenset(self.poisoned)

    def __str__(self) -> str:
        rule = f"({', '.join(self.names)}) -> {self.body}"
        return f"{rule} except {', '.join(map(str, self.poisoned))}" if self.poisoned else rule

    def options(self, square: Square) -> Iterator[Sum]:
        return self._legal(square, STEPS)

    def _legal(self, square: Square, steps: int) -> Iterator[Sum]:
        named = dict(zip(self.names, square, strict=True))
        for written in evaluate_options(self.body, named, steps):
            option = _as_sum(written)
            if option and min(chain.from_iterable(option)) < 0:
                continue
            if self._avoided and not self._avoided.isdisjoint(option):
                continue
            if square in option:
                raise InputError(f"the moves run in a circle: {square} -> {square}")
            if option and max(chain.from_iterable(option)).bit_length() > _BITS:
                raise TooLarge(f"a move leads to a coordinate of more than {_BITS} bits")
            yield option

    def loop_source(self, order: Order) -> BoardSource | None:
        from mexplore.rules.engine.expressions.board import board_source

        if self.dimensions != 2:
            return None
        return board_source(self.body, self.names, self.poisoned, order)

    def reach_source(self) -> ReachSource | None:
        from mexplore.rules.engine.expressions.reached import reach_source

        return reach_source(self.body, self.names, self.poisoned, heaps=False)

    def unreached(self, last: int) -> Unreached | None:
        """What comes into play only at a coordinate of more than ``last`` (`rules.reach`)."""
        from mexplore.rules.arithmetic.reach import unreached_part
        from mexplore.rules.reach import furthest, largest_of

        poison = largest_of(chain.from_iterable(self.poisoned), last)
        return furthest([poison, unreached_part(self.body, self.names, last)])

    def words(self) -> str:
        """The rule as a sentence."""
        several = any(_is_sum(item) for item in written_options(self.body))
        where = "any option" if several else "any square"
        more = "; several squares get a token each" if several else ""
        poison = "".join(f", and not {square}" for square in self.poisoned[:3])
        more_poison = ", ..." if len(self.poisoned) > 3 else ""
        return (
            f"One token on a square ({', '.join(self.names)}); move it to {where} of "
            f"{self.body} that is on the board{poison}{more_poison}{more}."
        )


_COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def _as_sum(option: Option) -> Sum:
    assert isinstance(option, tuple)
    if option and isinstance(option[0], int):
        return (option,)  # type: ignore[return-value]
    return option  # type: ignore[return-value]


def _is_sum(item: tree.Node) -> bool:
    """Whether an option may be another number of squares than one."""
    return not isinstance(item, tree.Heap) or tree.of_squares(item)


def _names(text: str, match: re.Match[str]) -> tuple[str, ...]:
    """The names of the coordinates."""
    names: list[str] = []
    for found in re.finditer(r"\w+", match[1]):
        name, place = found[0], match.start(1) + found.start()
        check_name(name, text, place)
        if name in names:
            problem = f"both coordinates are called {name!r}"
            raise RuleSyntaxError(text, place, problem, "write (x, y) -> ...")
        names.append(name)
        if len(names) > MOST_COORDINATES:
            problem = f"a square has at most {MOST_COORDINATES} coordinates"
            raise RuleSyntaxError(text, place, problem, "leave some out")
    return tuple(names)


def _squares(text: str, at: int, dimensions: int) -> tuple[Square, ...]:
    """The squares after ``except``, each once."""
    found: set[Square] = set()
    remedy = f"write squares behind except: ({', '.join(['0'] * dimensions)})"
    while True:
        match = _SQUARE.match(text, at)
        if match is None:
            place = at + len(text[at:]) - len(text[at:].lstrip())
            raise RuleSyntaxError(text, place, "a square is missing here", remedy)
        square = tuple(int(number) for number in re.findall(r"\d+", match[1]))
        if len(square) != dimensions or max(square) > LARGEST_LITERAL:
            raise RuleSyntaxError(text, at, "this is no square", remedy)
        found.add(square)
        at = match.end()
        if len(found) > MOST_POISONED:
            problem = f"more than {MOST_POISONED} squares are poisoned"
            raise RuleSyntaxError(text, at, problem, "write a condition instead: ... if x + y > 0")
        if at == len(text):
            return tuple(sorted(found))
        if text[at] != ",":
            raise RuleSyntaxError(text, at, f"unexpected {text[at]!r}", remedy)
        at += 1


def _find(item: tree.Node, text: str, start: int) -> int:
    """Where the item stands in the text, whatever its blanks; ``start`` if it is not found."""
    signs = str(item).replace(" ", "")
    match = re.compile(r"\s*".join(map(re.escape, signs))).search(text, start)
    return match.start() if match else start


def written_options(node: tree.Node) -> Iterator[tree.Node]:
    """The parts of the text that denote an option each."""
    match node:
        case tree.Listing(items):
            for item in items:
                yield from _alternatives(item)
        case tree.Comprehension(item, _):
            yield from _alternatives(item)
        case tree.Binary(_, left, right) | tree.Choice(_, left, right):
            yield from written_options(left)
            yield from written_options(right)
        case _:  # a bare range
            yield node


def _alternatives(item: tree.Node) -> Iterator[tree.Node]:
    if isinstance(item, tree.Choice):
        yield from _alternatives(item.yes)
        yield from _alternatives(item.no)
    else:
        yield item


# Boards whose moves are a Python function of the user's: ``games.py:options`` of tuples.


class Moving(Protocol):
    """A game that lists the moves from any position."""

    def moves(self, position: Hashable, /) -> Sequence[tuple[Hashable, ...]]:
        """What each move leaves: positions that are played on side by side."""

    def words(self) -> str:
        """The rule as a sentence."""


@dataclass(frozen=True)
class PythonBoard(Grid):
    """The moves of a token on a square are what the function yields for the tuple of coordinates:
    tuples, lists of tuples for sums of squares. A tuple with a negative number is not a move."""

    rule: Moving
    coordinates: int = 2

    @property
    def dimensions(self) -> int:
        return self.coordinates

    @property
    def runs_python(self) -> bool:
        return True

    def __str__(self) -> str:
        return str(self.rule)

    def words(self) -> str:
        return self.rule.words()

    def options(self, square: Square) -> Iterator[Sum]:
        for option in self.rule.moves(square):
            parts = tuple(self._square(part, square) for part in option)
            if all(min(part) >= 0 for part in parts):
                if square in parts:
                    raise InputError(f"the moves run in a circle: {square} -> {square}")
                yield parts

    def _square(self, option: object, square: Square) -> Square:
        right = isinstance(option, tuple) and len(option) == self.coordinates
        if right and all(isinstance(at, int) for at in option):  # type: ignore[attr-defined]
            return option  # type: ignore[return-value]
        raise InputError(
            f"{self.rule}: the option {short(option)} of {square} is no square with "
            f"{self.coordinates} coordinates; a list of squares is a sum"
        )
