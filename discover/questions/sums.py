"""Sums of heaps, and of tokens on boards: who wins, and every winning move.

A sum is lost for the player to move exactly when the product of the classes of its parts is a lost
class (`discover.questions.classes`). A move wins exactly when it leaves a lost sum: when the class
of what it leaves, times that of the other parts, is lost. In normal play the product is the
*nim-sum* s, and a move from a heap of value g wins when it leaves the value g xor s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from mexplore.discover.questions.classes import NIM, Classes, product
from mexplore.discover.study.kind import NotKnown
from mexplore.rules.dataclass import dataclass
from mexplore.rules.rule import Rule
from mexplore.rules.text.numbers import in_brief

if TYPE_CHECKING:
    from mexplore.discover.questions.classes import Classes
    from mexplore.discover.questions.remembered import OnePosition, Shown
    from mexplore.discover.questions.winning_moves import Found, Group
    from mexplore.rules.boards.board import Grid, Square, Sum
    from mexplore.rules.rule import Heaps
    from mexplore.rules.systems.game import SystemGame


class Component(NamedTuple):
    """A heap of ``size`` tokens under a rule."""

    rule: Rule
    size: int

    def __repr__(self) -> str:
        return f"<{_place(self.size)} of {self.rule}>"


@dataclass(frozen=True, repr=False)
class Token:
    """A token on a square of a board."""

    rule: Grid
    size: Square

    def __repr__(self) -> str:
        return f"<{_place(self.size)} of {self.rule}>"


@dataclass(frozen=True, repr=False)
class Piece:
    """A heap of one of the kinds of a system, or a position that is written out."""

    rule: SystemGame | OnePosition
    size: Shown

    def __repr__(self) -> str:
        return f"<{_place(self.size)} of {self.rule}>"


def _place(size: Any) -> str:
    return in_brief(size) if isinstance(size, int) else str(size)


Part = Component | Token | Piece
"""What a sum consists of."""

Game = Sequence[tuple[Any, Sequence[Any]]]
"""A sum: places of a game, such as sizes of heaps of a rule, beside those of others."""


@dataclass(frozen=True, eq=False, repr=False)
class WinningMoves:
    """The winning moves from one heap or square: each different result in one group, once.

    Where they are too many to be grouped, ``incomplete`` says why, and the groups hold some."""

    heap: Part
    groups: tuple[Group, ...]
    incomplete: str = ""

    def __repr__(self) -> str:
        more = "at least " if self.incomplete else ""
        moves = "winning move" if self.count == 1 else "winning moves"
        return f"<from {_place(self.heap.size)}: {more}{self.count} {moves}>"

    @property
    def count(self) -> int:
        """How many different results there are."""
        return sum(group.count for group in self.groups)

    @property
    def results(self) -> tuple[Heaps | Sum, ...]:
        """All of them, one by one."""
        return tuple(to for group in self.groups for to in sorted(group))


@dataclass(frozen=True, eq=False)
class Solution:
    """The class of a position, the classes of its parts, and the winning moves, part by part."""

    position: tuple[Part, ...]
    classes: tuple[Any, ...]
    """None for a part of which all that is known is what its value is at ``least``."""
    total: Any
    """None where all that is known is that the sum is not lost."""
    lost: bool
    played: tuple[WinningMoves, ...]
    name: str
    """The class in words."""
    misere: bool = False
    least: Mapping[Part, int] = field(default_factory=dict)
    """What the value of a part is at least whose class is None."""

    def __repr__(self) -> str:
        more = "" if self.complete else "at least "
        moves = "winning move" if self.count == 1 else "winning moves"
        kind = "class" if self.misere else "nim-sum"
        return f"<the {self.winner} player wins: {kind} {self.name}, {more}{self.count} {moves}>"

    @property
    def nim_sum(self) -> int | None:
        """The xor of the nim-values, in normal play, if it is known."""
        return None if self.misere else self.total

    @property
    def winner(self) -> str:
        """``next``: the player to move wins; ``previous``: the other one does."""
        return winner(lost=self.lost)

    @property
    def over(self) -> bool:
        """Whether there is no move, and who is to move has won: it would have a winning one."""
        return not self.lost and not self.played

    @property
    def values(self) -> tuple[Any, ...]:
        """The classes of the heaps."""
        return self.classes[: sum(isinstance(part, Component) for part in self.position)]

    @property
    def moves(self) -> tuple[WinningMoves, ...]:
        """The winning moves of heaps."""
        return tuple(each for each in self.played if isinstance(each.heap, Component))

    @property
    def token_moves(self) -> tuple[WinningMoves, ...]:
        """The winning moves of tokens on boards, and of heaps of the kinds of a system."""
        return tuple(each for each in self.played if not isinstance(each.heap, Component))

    @cached_property
    def several(self) -> bool:
        """Whether there are several rules."""
        return len({str(part.rule) for part in self.position}) > 1

    @cached_property
    def count(self) -> int:
        """How many winning moves there are."""
        return sum(moves.count for moves in self.played)

    @property
    def complete(self) -> bool:
        """Whether all winning moves are listed."""
        return not any(moves.incomplete for moves in self.played)

    def listed(self) -> list[tuple[Part, Any]]:
        """Every winning move of heaps, one by one."""
        return [(moves.heap, to) for moves in self.moves for to in moves.results]


def winner(*, lost: bool) -> str:
    """Who wins a sum that is lost, or not, for the player to move."""
    return "previous" if lost else "next"


def solve(position: Sequence[Part], known: Mapping[Any, Classes]) -> Solution:
    """Who wins the sum of heaps and of tokens on boards, heaps first, and by which moves; NotKnown
    where a class is not known.

    >>> from mexplore.discover.study.kind import Means
    >>> from mexplore.rules.notation import parse_rule
    >>> from mexplore.discover.questions.known import classes_of
    >>> nim, kayles = parse_rule("subtract(1..9)"), parse_rule("0.77")
    >>> position = [Component(nim, 3), Component(nim, 5)]
    >>> solution = solve(position, classes_of(position, Means()))
    >>> solution.nim_sum, [(heap.size, to) for heap, to in solution.listed()]
    (6, [(5, (3,))])
    >>> position = [Component(kayles, 5), Component(kayles, 8)]
    >>> solution = solve(position, classes_of(position, Means(law_first=False), misere=True))
    >>> solution.lost, [(heap.size, to) for heap, to in solution.listed()]
    (False, [(5, (4,)), (8, (1, 5))])
    """
    parts = tuple(position)
    classes = tuple(known[part.rule].of(part.size) for part in parts)
    if None in classes:
        return _by_outcome(parts, classes, known)
    first = next(iter(known.values()), None)
    monoid = NIM if first is None else first.monoid
    before = [*accumulate(classes, monoid.product, initial=monoid.one)]
    after = [*accumulate(reversed(classes), monoid.product, initial=monoid.one)][::-1]
    lost = monoid.is_lost(before[-1])
    rests = {part: monoid.product(before[i], after[i + 1]) for i, part in enumerate(parts)}
    played = [_moves(part, known, rest) for part, rest in rests.items()] if not lost else []
    shown = tuple(each for each in played if each.count or each.incomplete)
    name = str(before[-1]) if first is None else first.name_of(before[-1])
    return Solution(parts, classes, before[-1], lost, shown, name, monoid is not NIM)


def _moves(part: Part, known: Mapping[Any, Classes], rest: Any) -> WinningMoves:
    found: Found = known[part.rule].winning(part.size, rest)
    return WinningMoves(part, tuple(found.groups), str(found.missing or ""))


def _by_outcome(
    parts: tuple[Part, ...], classes: tuple[Any, ...], known: Mapping[Any, Classes]
) -> Solution:
    """Of some parts all that is known is a least value, which is not 0.

    Two equal parts have the xor 0. If one of those parts is left over, and the xor of the known
    values is less than it can be, the sum is an N-position; the moves of this part to a value of
    that xor win. If none is left over, that xor is the nim-sum.
    """
    values = dict(zip(parts, classes, strict=True))
    odd, least, total = left_over(parts, classes, known)
    rests = dict.fromkeys(odd, total)
    if not odd:
        rests = {part: total ^ value for part, value in values.items() if value is not None}
    why = f"the nim-value of {next(iter(odd or least)).size} is not known"
    played = [
        _moves(part, known, rests[part]) if part in rests else WinningMoves(part, (), why)
        for part in dict.fromkeys((*odd, *parts))
    ]
    lost = not odd and total == 0
    shown = () if lost else tuple(each for each in played if each.count or each.incomplete)
    name, nim_sum = ("not 0", None) if odd else (str(total), total)
    return Solution(parts, classes, nim_sum, lost, shown, name, least=least)


def left_over(
    parts: Sequence[Part], classes: Sequence[Any], known: Mapping[Any, Classes]
) -> tuple[list[Part], dict[Part, int], int]:
    """The part without a known value, if there is one, that is there an odd number of times; the
    least values of all parts without a known one; the nim-sum of the known ones. NotKnown if that
    does not say whether the sum of all is lost."""
    paired = zip(parts, classes, strict=True)
    least = {part: known[part.rule].least(part.size) for part, value in paired if value is None}
    odd = [part for part in least if parts.count(part) % 2]
    total: int = product(NIM, (value for value in classes if value is not None))
    if len(odd) > 1:
        which = " and ".join(str(part.size) for part in odd[:2])
        raise NotKnown(
            f"{which} are N-positions, but their nim-values, which decide this sum, are not known"
        )
    if odd and total >= least[odd[0]]:
        more = f": all that is known is that it is at least {least[odd[0]]}"
        raise NotKnown(
            f"{odd[0].size} is an N-position, but its nim-value, which decides this sum, is not "
            f"known{more if least[odd[0]] > 1 else ''}"
        )
    return odd, least, total
