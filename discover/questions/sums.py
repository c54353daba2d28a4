"""Sums of heaps, and of tokens on boards: the nim-sum, the winner, and every winning move.

By Sprague and Grundy a sum of games, each under a rule of its own, is lost for the player to move
exactly when the xor of the values is 0, the *nim-sum* s. A move from a heap of value g wins exactly
when it leaves the value g xor s.

Source: R. Sprague, Über mathematische Kampfspiele, Tohoku Math. J. 41 (1935/36) 438-444;
P. M. Grundy, Mathematics and games, Eureka 2 (1939) 6-8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, pairwise
from operator import xor
from typing import TYPE_CHECKING

from mexplore.discover.boards.values import TokenMoves
from mexplore.discover.numerics.integers import LARGEST_WORD
from mexplore.discover.questions.winning_moves import Group, find_moves, some_moves_to_value
from mexplore.discover.study.kind import NotKnown
from mexplore.rules.errors import TooLarge, TooManyMoves

if TYPE_CHECKING:
    from mexplore.discover.boards.values import SquareValues, Token
    from mexplore.discover.heaps.values import Answers
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.rule import Heaps, Rule


@dataclass(frozen=True)
class Component:
    """A heap of ``size`` tokens under a rule."""

    rule: Rule
    size: int


@dataclass(frozen=True, eq=False)
class WinningMoves:
    """The winning moves from one heap: each different result in one group, once.

    Where they are too many to be grouped, ``incomplete`` says why, and the groups hold some."""

    heap: Component
    groups: tuple[Group, ...]
    incomplete: str = ""

    @property
    def count(self) -> int:
        """How many different results there are."""
        return sum(group.count for group in self.groups)


@dataclass(frozen=True, eq=False)
class Solution:
    """The nim-sum of a position, the values of its heaps, and the winning moves, by heap; the same
    of its tokens on boards."""

    nim_sum: int | None
    """None where all that is known is that it is not 0."""
    values: tuple[int, ...]
    moves: tuple[WinningMoves, ...]
    token_values: tuple[int | None, ...] = ()
    token_moves: tuple[TokenMoves, ...] = ()

    def __repr__(self) -> str:
        more = "" if self.complete else "at least "
        moves = "winning move" if self.count == 1 else "winning moves"
        value = "not 0" if self.nim_sum is None else self.nim_sum
        return f"<the {self.winner} player wins: nim-sum {value}, {more}{self.count} {moves}>"

    @property
    def winner(self) -> str:
        """``next``: the player to move wins; ``previous``: the other one does."""
        return "previous" if self.nim_sum == 0 else "next"

    @property
    def count(self) -> int:
        """How many winning moves there are."""
        return sum(m.count for m in self.moves) + sum(m.count for m in self.token_moves)

    @property
    def complete(self) -> bool:
        """Whether all winning moves are listed."""
        by_heaps = any(moves.incomplete for moves in self.moves)
        return not by_heaps and not any(moves.incomplete for moves in self.token_moves)

    def listed(self) -> list[tuple[Component, Heaps]]:
        """Every winning move of heaps, one by one."""
        return [(m.heap, to) for m in self.moves for group in m.groups for to in sorted(group)]


def solve(
    position: Sequence[Component],
    known: Mapping[Rule, Answers],
    tokens: Sequence[Token] = (),
    boards: Mapping[Grid, SquareValues] | None = None,
) -> Solution:
    """Who wins the sum of heaps and of tokens on boards, and by which moves; NotKnown where a value
    is not known.

    >>> from mexplore.discover.heaps.values import answers
    >>> from mexplore.rules.notation import parse_rule
    >>> nim = parse_rule("subtract(1..9)")
    >>> solution = solve([Component(nim, 3), Component(nim, 5)], {nim: answers(nim, [5])})
    >>> solution.nim_sum, [(heap.size, to) for heap, to in solution.listed()]
    (6, [(5, (3,))])
    """
    boards = boards or {}
    values = tuple(known[heap.rule].at(heap.size) for heap in position)
    on_boards = tuple(boards[token.grid].value_or_outcome(token.square) for token in tokens)
    if None in on_boards:
        return _by_outcome(position, values, tokens, on_boards, boards)
    nim_sum = reduce(xor, (*values, *(v for v in on_boards if v is not None)), 0)
    moves = []
    for heap, value in dict(zip(position, values, strict=True)).items() if nim_sum else ():
        found = _winning(heap, value ^ nim_sum, known[heap.rule])
        if found.count or found.incomplete:
            moves.append(found)
    by_tokens = []
    for token, at in dict(zip(tokens, on_boards, strict=True)).items() if nim_sum else ():
        assert at is not None
        played = _winning_token(token, at ^ nim_sum, boards[token.grid])
        if played.count or played.incomplete:
            by_tokens.append(played)
    return Solution(nim_sum, values, tuple(moves), on_boards, tuple(by_tokens))


def _by_outcome(
    position: Sequence[Component],
    values: tuple[int, ...],
    tokens: Sequence[Token],
    on_boards: tuple[int | None, ...],
    boards: Mapping[Grid, SquareValues],
) -> Solution:
    """Of one token all that is known is that its value is not 0. If the other values have the xor
    0, it is an N-position, and the moves of this token to 0 win; else nothing is known."""
    unknown = [token for token, v in zip(tokens, on_boards, strict=True) if v is None]
    rest = reduce(xor, (*values, *(v for v in on_boards if v is not None)), 0)
    if len(unknown) > 1 or rest:
        raise NotKnown(
            f"{unknown[0].square} is an N-position, but its nim-value, which decides this sum, is "
            "not known"
        )
    played = [_winning_token(unknown[0], 0, boards[unknown[0].grid])]
    why = f"the nim-value of {unknown[0].square} is not known"
    heaps = (WinningMoves(heap, (), why) for heap in dict.fromkeys(position))
    others = (TokenMoves(each, (), why) for each in dict.fromkeys(tokens) if each not in unknown)
    return Solution(None, values, tuple(heaps), on_boards, (*played, *others))


def _winning_token(token: Token, value: int, known: SquareValues) -> TokenMoves:
    return TokenMoves(token, *known.moves_to_value(token.square, value))


def _winning(heap: Component, value: int, known: Answers) -> WinningMoves:
    try:
        found = find_moves(heap.rule, heap.size, value, known)
    except (TooManyMoves, TooLarge, NotKnown) as why:
        return WinningMoves(heap, tuple(_some(heap, value, known)), str(why))
    some = () if found.groups or found.missing is None else _some(heap, value, known)
    return WinningMoves(heap, (*found.groups, *some), str(found.missing or ""))


def _some(heap: Component, value: int, known: Answers) -> list[Group]:
    """A few of the moves where not all can be found, as far as values of options are known."""
    try:
        some = some_moves_to_value(heap.rule, heap.size, value, known)
    except (TooManyMoves, TooLarge, NotKnown):
        return []
    return [Group(1, (to,)) for to in some]


def sums_of(games: Sequence[Sequence[Component]], known: Mapping[Rule, Answers]) -> list[int]:
    """The nim-sum of each game, a game being heaps with a rule each; all at once.

    >>> from mexplore.discover.heaps.values import answers
    >>> from mexplore.rules.notation import parse_rule
    >>> one, other = parse_rule("subtract(1..9)"), parse_rule("0.77")
    >>> known = {one: answers(one, [15]), other: answers(other, [15])}
    >>> sums_of([[Component(one, 15), Component(other, 2)], []], known)
    [7, 0]
    """
    sizes: dict[Rule, dict[int, int]] = {}
    for game in games:
        for heap in game:
            sizes.setdefault(heap.rule, {})[heap.size] = 0
    for rule, values in sizes.items():
        values.update(zip(values, known[rule].at_all(list(values)), strict=True))
    return [reduce(xor, (sizes[heap.rule][heap.size] for heap in game), 0) for game in games]


def nim_sums(games: Sequence[Sequence[int]], known: Answers) -> list[int]:
    """The nim-sum of each game, a game being sizes of heaps under one rule; all at once.

    >>> from mexplore.discover.heaps.values import answers
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("subtract(1..9)")
    >>> nim_sums([[3, 5], [], [10**30, 4]], answers(rule, [10**30]))
    [6, 0, 4]
    """
    import numpy as np

    values = known.at_all([size for game in games for size in game])
    ends = [0, *accumulate(len(game) for game in games)]
    if max(values, default=0) > LARGEST_WORD:
        return [reduce(xor, values[low:high], 0) for low, high in pairwise(ends)]
    # The xor of a game is that of all heaps up to its last, and of all heaps before its first.
    running = np.concatenate(([0], np.bitwise_xor.accumulate(np.array(values, dtype=np.int64))))
    found: list[int] = (running[ends[1:]] ^ running[ends[:-1]]).tolist()
    return found
