"""The theorem: whether the positions that an automaton accepts are the P-positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from typing import NamedTuple

import numpy as np

from mexplore.discover.automata.automaton import Automaton, shortest_word
from mexplore.discover.automata.numbers import written
from mexplore.discover.automata.numeration import Numeration
from mexplore.discover.automata.operations import UNBOUNDED, Budget, both, either, without
from mexplore.discover.outcomes.moves.linear import LinearMove
from mexplore.discover.outcomes.moves.vectors import by_vectors
from mexplore.discover.outcomes.relations import Relation, among, at_least_zero, with_bits, zero
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.bits import BitwiseAnd


class Wrong(NamedTuple):
    """A position at which a set is not that of the P-positions: it is in the set, ``lost`` says,
    or not, and a move into the set exists from it, or does not."""

    position: tuple[int, ...]
    lost: bool


class Named(NamedTuple):
    """A move with names only as coordinates of the option: ``forms`` that are >= 0, and ``zeros``
    that are 0, in these names, those of the position, and others; ``bits`` say which bits two of
    them share."""

    option: tuple[str, ...]
    forms: tuple[Polynomial, ...]
    zeros: tuple[Polynomial, ...]
    bits: tuple[BitwiseAnd, ...]


class Ready(NamedTuple):
    """The same with relations between names."""

    option: tuple[str, ...]
    relations: tuple[Relation, ...]


@dataclass(frozen=True, eq=False)
class Moves:
    """The moves of a game whose positions are the tuples of numbers >= 0, in a numeration.

    **Theorem.** Let play end. A set K of positions is that of the P-positions exactly if a position
    is in K just when no move leads from it into K.

    **Proof.** By induction along play. Let K and the P-positions agree on all options of v. If v is
    in K, no option is in K, so none is a P-position and v is one. If v is not in K, some option is
    in K and a P-position, so v is none. Conversely the P-positions have the property. ∎

    Under misère play a position without a move is won. There K is the set of the P-positions
    exactly if a position is in K just when it has a move and none leads into K. The proof is the
    same: a position without a move is neither in K nor a P-position.

    **Decision.** Let the words of correctly written numbers form a regular language, and let linear
    inequalities among numbers be recognised by automata (`Numeration`). Then so is the set of the
    positions from which a move leads into K: it is a union, over the moves, of projections of
    intersections of K with such relations. That it is the complement of K is seen by making both
    automata minimal. This is Büchi's way (1960); for bases see V. Bruyère, G. Hansel, C. Michaux
    and R. Villemaire, Logic and p-recognizable sets of integers, Bull. Belg. Math. Soc. 1 (1994)
    191-238, for numerations of quadratic numbers C. Frougny, Representations of numbers and finite
    automata, Math. Systems Theory 25 (1992) 37-60.
    """

    moves: tuple[LinearMove, ...]
    coordinates: tuple[str, ...]
    numeration: Numeration
    budget: Budget = Budget()
    misere: bool = False
    among: Automaton | None = None
    """The positions of which is asked, where these are not all: that K is made of those of them
    from which no move leads into K."""

    @cached_property
    def asked(self) -> Automaton:
        """The positions of which is asked."""
        return self.everywhere if self.among is None else self.among

    @cached_property
    def everywhere(self) -> Automaton:
        """All positions."""
        return written(len(self.coordinates), self.numeration)

    def reaching(self, goal: Automaton) -> Automaton:
        """The positions from which a move leads into a set."""
        found = [
            among([Relation(goal, move.option), *move.relations], self.coordinates, self.budget)
            for move in self.ready
        ]
        return reduce(lambda a, b: either(a, b, self.budget), found, self._nothing)

    def lost_if(self, claimed: Automaton) -> Automaton:
        """The positions from which no move leads into the claimed set; under misère play those of
        them that have a move."""
        may = self.movable if self.misere else self.asked
        return without(may, self.reaching(claimed), self.budget)

    @cached_property
    def movable(self) -> Automaton:
        """The positions that have a move."""
        return self.reaching(self.everywhere)

    def wrong(self, claimed: Automaton) -> Wrong | None:
        """None if the claimed set is that of the P-positions (play ending), else a position that
        shows that it is not: one with few digits."""
        claimed = both(claimed, self.asked, self.budget)
        return told_apart(claimed, self.lost_if(claimed), self.budget)

    def least_false(self, claimed: Automaton, ranks: Sequence[Polynomial]) -> Wrong | None:
        """The first position of which the claim is false: that with the least first rank, among
        those that with the least second one, and so on; None if there is none. Each move lowers the
        first of the ranks that it changes.

        A position that shows the claim to be wrong, and all of whose options are before all such
        positions, has the options right, by induction along play. So the claim is false there.
        """
        claimed = both(claimed, self.everywhere, self.budget)
        right = self.lost_if(claimed)
        odd = either(without(claimed, right), without(right, claimed), self.budget)
        if odd.empty():
            return None
        position = first_by(odd, self.coordinates, ranks, self.budget)
        return Wrong(position, not claimed.accepts(*position))

    @cached_property
    def _nothing(self) -> Automaton:
        return without(self.everywhere, self.everywhere)

    @cached_property
    def ready(self) -> tuple[Ready, ...]:
        """The moves that there may be, as relations among names."""
        moves = (each for move in self.moves for each in by_vectors(move))
        ready = (_made_ready(move, self.numeration, self.budget) for move in moves)
        return tuple(move for move in ready if move is not None)


def first_by(
    found: Automaton, names: tuple[str, ...], ranks: Sequence[Polynomial], budget: Budget
) -> tuple[int, ...]:
    """Of the tuples of a set that is not empty that with the least ranks, one after the other, and
    then with the least numbers.

    >>> from mexplore.discover.automata.numbers import inequality
    >>> x, y = map(Polynomial.name, "xy")
    >>> first_by(inequality((-1, -2), -5), ("x", "y"), [x + y], Budget())
    (0, 3)
    """
    for rank in (*ranks, *map(Polynomial.name, names)):
        total = zero(rank - Polynomial.name("rank"), found.numeration, budget)
        least = among([Relation(found, names), total], ("rank",), budget).least() or 0
        here = zero(rank - least, found.numeration, budget)
        found = both(found, here.on(names), budget)
    word = shortest_word(found)
    assert word is not None
    return numbers_of(word, found)


def told_apart(one: Automaton, other: Automaton, budget: Budget = UNBOUNDED) -> Wrong | None:
    """A position that the first automaton accepts and the other does not, which is said to be lost,
    or the other way round: one with few digits; None if there is none."""
    everywhere = written(one.tracks, one.numeration)
    for lost, odd in (
        (True, without(one, other, budget)),
        (False, without(other, one, budget)),
    ):
        word = shortest_word(both(odd, everywhere, budget))
        if word is not None:
            return Wrong(numbers_of(word, odd), lost)
    return None


def numbers_of(word: Sequence[int], automaton: Automaton) -> tuple[int, ...]:
    """The numbers that a word writes."""
    digits, numeration = automaton.numeration.digits, automaton.numeration
    symbols = np.array(word, dtype=np.int64)
    return tuple(
        numeration.value((symbols // digits**i % digits).tolist()) for i in range(automaton.tracks)
    )


def _made_ready(move: LinearMove, numeration: Numeration, budget: Budget) -> Ready | None:
    found = named(move)
    if found is None:
        return None
    relations = [at_least_zero(form, numeration, budget) for form in found.forms]
    relations += [zero(form, numeration, budget) for form in found.zeros]
    relations += with_bits(found.bits, numeration, budget)
    return Ready(found.option, tuple(relations))


def named(move: LinearMove) -> Named | None:
    """The move with names only as coordinates of the option. Each coordinate of the option gets a
    name; a name of the move is expressed by it where that can be done in whole numbers, otherwise
    an equation says what it is. None if there never is such a move."""
    coordinates, forms, bits = list(move.coordinates), list(move.forms), list(move.bits)
    free = set(move.names)
    zeros: list[Polynomial] = []
    option: list[str] = []
    for i in range(len(coordinates)):
        form = coordinates[i]
        single = next((name for name in form.names if form == Polynomial.name(name)), None)
        if single is not None and single not in option:
            option.append(single)
            free.discard(single)
            continue
        new = f"option {i}"
        option.append(new)
        name = next((n for n in sorted(free & form.names) if abs(form.coefficient(n)) == 1), None)
        if name is None:
            zeros.append(form - Polynomial.name(new))
            continue
        free.remove(name)
        rest = form.with_names({name: 0})
        meaning = (Polynomial.name(new) - rest) * form.coefficient(name)
        coordinates = [each.with_names({name: meaning}) for each in coordinates]
        forms = [*(each.with_names({name: meaning}) for each in forms), meaning]
        zeros = [each.with_names({name: meaning}) for each in zeros]
        bits = [each.with_names({name: meaning}) for each in bits]
    if any(form.is_constant and form.constant < 0 for form in forms):
        return None
    asked = dict.fromkeys(form.in_lowest_terms for form in forms if not form.is_constant)
    return Named(tuple(option), tuple(asked), tuple(zeros), tuple(bits))
