"""Boards one coordinate of which may be any number, while the others take finitely many values:
the system of kinds of heaps that such a board is.

A square is a heap: the one coordinate is its size, and the values of the others, its *state*, are
its kind. Which states are reached from the first is read off the rule, and so are the moves: as
linear forms, with facts (`lists`), from which schemas follow (`patterns`). What cannot be read is
refused; nothing is guessed from values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import cached_property
from typing import ClassVar

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.boards.board import Board, Square
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.search import Sums
from mexplore.rules.errors import InputError
from mexplore.rules.systems.deriving import MOST_KINDS, KeyHeaps, Source, derived
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.facts import AtLeastZero, Unread
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.lists import Lists, unpoisoned
from mexplore.rules.systems.options import SIZE, HeapForm, Key, Written
from mexplore.rules.systems.system import Heap, Heaps, System

State = tuple[int, ...]


@dataclass(frozen=True)
class BoardStates(SystemGame):
    """The squares of a board of which the coordinate ``along`` is the size of a heap; the heaps of
    the start have the state ``state``, the other coordinates in their order.

    >>> board = Board.parse("(n, p) -> [(n - 1, p), (n - 2, p)] + ([(n, 0)] if p else [])")
    >>> game = BoardStates(board, 0, (1,))
    >>> [kind.name for kind in game.system.kinds]
    ['(n, 1)', '(n, 0)']
    >>> [(schema.drop, schema.parts[0].kind) for schema in game.system.kinds[0].schemas]
    [(1, 0), (2, 0), (0, 1)]
    """

    family: ClassVar[str] = "board"

    board: Board
    along: int
    state: State
    most: int = field(default=MOST_KINDS, compare=False)
    """Kinds; with more the board has no system."""

    def __str__(self) -> str:
        return str(self.board)

    @cached_property
    def _source(self) -> _Squares:
        return _Squares(self.board, self.along)

    @cached_property
    def system(self) -> System:
        """The kinds of squares; Unread, with the reason, where they are not read off the rule."""
        try:
            found = derived(self._source, [("", self.state)], self.most)
        except Unread as error:
            raise error.with_size(self.board.names[self.along]) from None
        check_ends(found)
        return found

    @cached_property
    def states(self) -> tuple[State | None, ...]:
        """The state of each kind; None of the kind that is worth nothing."""
        return tuple(self._source.states.get(kind.name) for kind in self.system.kinds)

    def words(self) -> str:
        return self.board.words()

    def square(self, heap: Heap) -> Square:
        """The square that a heap is."""
        kind, size = heap
        state = self.states[kind]
        if state is None:
            raise InputError("a heap that is worth nothing is no square")
        return self._source.square(state, size)

    def heap(self, square: Square) -> Heap:
        """The heap that a square is; InputError where its state is none of those of the system."""
        self.board.check_square(square)
        state = square[: self.along] + square[self.along + 1 :]
        if state not in self.states:
            raise InputError(f"{square} is not reached from squares {self.describe(0)}")
        return self.states.index(state), square[self.along]

    def position(self, text: str) -> Heaps:
        numbers = text.replace("(", "").replace(")", "").split(",")
        if not all(number.strip().isdecimal() for number in numbers):
            raise InputError(f"{text[:40]!r} is no square; write numbers, such as 7,1")
        square = tuple(map(int, numbers))
        if len(square) == 1:
            return ((0, square[0]),)
        return (self.heap(square),)

    def directly(self, heaps: Sequence[Heap]) -> list[int]:
        known = Sums(self.board.options)
        return [
            0 if self.states[heap[0]] is None else known.value(self.square(heap)) for heap in heaps
        ]


class _Squares(Source):
    """The squares of a board as heaps."""

    def __init__(self, board: Board, along: int) -> None:
        self._board = board
        self._along = along
        self.states: dict[str, State] = {}

    def square(self, state: State, size: int) -> Square:
        return (*state[: self._along], size, *state[self._along :])

    def name(self, key: Key) -> str:
        state = key[1]
        shown = list(map(str, state))
        shown.insert(self._along, self._board.names[self._along])
        name = f"({', '.join(shown)})"
        self.states[name] = state
        return name

    def written(self, key: Key) -> Iterator[Written]:
        names = self._board.names
        others = names[: self._along] + names[self._along + 1 :]
        meaning: dict[str, tree.Node] = {
            name: tree.Number(value) for name, value in zip(others, key[1], strict=True)
        }
        meaning[names[self._along]] = tree.Name(SIZE)
        for squares, facts in Lists().options(tree.substitute(self._board.body, meaning)):
            at_least = (*facts, AtLeastZero(Polynomial.name(SIZE)))
            for more in unpoisoned(squares, self._board.poisoned, at_least):
                heaps = tuple(self._heap(square) for square in squares)
                yield Written(heaps, more)

    def _heap(self, square: tuple[Polynomial, ...]) -> HeapForm:
        state = square[: self._along] + square[self._along + 1 :]
        return HeapForm("", state, square[self._along])

    def options(self, key: Key, n: int) -> Iterator[KeyHeaps]:
        for option in self._board.options(self.square(key[1], n)):
            yield tuple(
                (("", part[: self._along] + part[self._along + 1 :]), part[self._along])
                for part in option
            )


def system_of(
    board: Board, along: int, state: Iterable[int], most: int = MOST_KINDS
) -> BoardStates:
    """The board as a game with a system, starting from squares with this state; Unread, with the
    reason, where no system of at most this many kinds is read off its rule."""
    game = BoardStates(board, along, tuple(state), most)
    _ = game.system
    return game
