"""P-positions checked once more, with automata that are made in another way (`words`).

What is shared with the finder is how moves are read off a rule; near the corner that is compared
with the options by definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from mexplore.discover.outcomes.words import Checker, Words
from mexplore.rules.arithmetic.polynomial import Polynomial

if TYPE_CHECKING:
    from mexplore.discover.outcomes.game import LinearGame
    from mexplore.discover.outcomes.moves.linear import LinearMove

MOST_COMPARED = 150  # squares on which moves are compared with the definition


Square = tuple[int, ...]


class Refuted(Exception):
    """The claim, or what it rests on, is false; ``str()`` says why."""


class Claimed(NamedTuple):
    """An automaton that reads the last digits first, as certificates state it."""

    numeration: str
    transitions: Sequence[Sequence[int]]
    lost: Sequence[int]


class ClaimedValues(NamedTuple):
    """An automaton with outputs: values, or most + 1 for all greater ones."""

    numeration: str
    transitions: Sequence[Sequence[int]]
    most: int
    outputs: Sequence[int]


def confirm(game: LinearGame, claim: Claimed) -> None:
    """Refuted where the claimed squares are not seen to be the P-positions: the same theorem as in
    `deciding.Moves`. Near the corner the squares with a move into the claimed set, and under misère
    play those with a move, are compared with the options by definition."""
    names = game.names
    ends = set(claim.lost)
    if any((state in ends) != (row[0] in ends) for state, row in enumerate(claim.transitions)):
        raise Refuted("zeros in front of a number change who wins")
    checker = Checker(claim.numeration)
    lost = checker.reversed(names, claim.transitions, claim.lost)
    _confirm_set(checker, game, lost, checker.everything(names))


def confirm_values(game: LinearGame, claim: ClaimedValues) -> None:
    """The same of the positions of value 0, 1, ..., as the theorem in `values` says."""
    if any(claim.outputs[s] != claim.outputs[row[0]] for s, row in enumerate(claim.transitions)):
        raise Refuted("zeros in front of a number change the value")
    checker = Checker(claim.numeration)
    rest = checker.everything(game.names)
    for value in range(claim.most + 1):
        ends = [state for state, output in enumerate(claim.outputs) if output == value]
        valued = checker.reversed(game.names, claim.transitions, ends)
        _confirm_set(checker, game, valued, rest)
        rest = checker.without(rest, valued)


def _confirm_set(checker: Checker, game: LinearGame, lost: Words, rest: Words) -> None:
    """Refuted where a set is not made of those of the rest from which no move leads into it."""
    names = game.names
    everything = checker.everything(names)
    left = checker.without(rest, lost)
    over = everything
    reached, left_by_moves = [], []
    for move in game.moves:
        _refuse_without_end(move, game)
        found = checker.all_of(_into(checker, move, lost), names)
        if checker.both(lost, found).step:
            raise Refuted("a move leads from a square that is said to be lost to another one")
        left = checker.without(left, found)
        reached.append(found)
        if game.misere:
            movable = checker.all_of(_into(checker, move, everything), names)
            over = checker.without(over, movable)
            left_by_moves.append(movable)
    if game.misere:
        if checker.both(lost, over).step:
            raise Refuted("a square without a move is said to be lost under misère play")
        left = checker.without(left, over)
    if left.step:
        raise Refuted("from a square that is not said to be lost no move leads to one that is")
    side = int(MOST_COMPARED ** (1 / len(names)))
    for square in product(range(side), repeat=len(names)):
        word, options = checker.word(square), [*map(checker.word, game.options(square))]
        told = any(word in found for found in reached)
        moves = not game.misere or bool(options) == any(word in found for found in left_by_moves)
        if not moves or told != any(to in lost for to in options):
            raise Refuted(f"the moves from {square} are not those of the linear relations")


def without_moves(checker: Checker, game: LinearGame) -> Words:
    """The positions without a move.

    >>> from mexplore.discover.boards.theorems.lost_by_digits import LostByDigitsTheorem
    >>> from mexplore.rules.boards.board import Board
    >>> game = LostByDigitsTheorem().game_of(Board.parse("(x, y) -> [(x - 1, y)] if y else []"))
    >>> checker = Checker("base 2")
    >>> [checker.word(v) in without_moves(checker, game) for v in ((0, 3), (3, 0), (3, 3))]
    [True, True, False]
    """
    everything = checker.everything(game.names)
    over = everything
    for move in game.moves:
        over = checker.without(over, checker.all_of(_into(checker, move, everything), game.names))
    return over


def _into(checker: Checker, move: LinearMove, goal: Words) -> list[Words]:
    """Sets whose common tuples are the moves into a set, with the option's coordinates."""
    option: list[str] = []
    sets = [checker.linear(form, equal=False) for form in move.forms]
    sets += _named(checker, move.coordinates, "to", option)
    for i, each in enumerate(move.bits):
        numbers: list[str] = []
        sets += _named(checker, each.forms, f"digits {i}", numbers)
        try:
            sets.append(checker.in_common(*numbers))
        except ValueError as why:
            raise Refuted(str(why)) from None
    return [*sets, Words(tuple(option), goal.step, goal.accepting)]


def _named(
    checker: Checker, forms: Sequence[Polynomial], what: str, names: list[str]
) -> Iterator[Words]:
    """Different names for forms, and the sets that say of which: those that are names keep them."""
    for i, form in enumerate(forms):
        new = f"{what} {i}"
        single = next((name for name in form.names if form == Polynomial.name(name)), new)
        if single == new or single in names:
            yield checker.linear(form - Polynomial.name(new), equal=True)
            single = new
        names.append(single)


def _refuse_without_end(move: LinearMove, game: LinearGame) -> None:
    """Refuted if a move is not seen to lower one of the sums while those before it stay."""
    binary = Checker("base 2")
    sets = [binary.linear(f, equal=False) for f in (*move.forms, *move.coordinates)]
    after = dict(zip(game.names, move.coordinates, strict=True))
    for total in game.sums:
        if total.constant or min(total.coefficients(game.names)) < 0:
            raise Refuted("a sum may be less than 0")
        fall = total - total.with_names(after)
        if binary.all_of([*sets, binary.linear(-fall - 1, equal=False)], ()).step:
            raise Refuted("a move raises a sum that should fall")
        sets.append(binary.linear(fall, equal=True))
    if binary.all_of(sets, ()).step:
        raise Refuted("a move lowers no sum")
