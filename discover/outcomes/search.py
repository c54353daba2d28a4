"""In which numeration an automaton tells who wins: guesses from larger and larger tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import inf

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numeration import FIBONACCI, Base, Numeration, Ostrowski
from mexplore.discover.automata.operations import Budget, Undecided
from mexplore.discover.outcomes.deciding import Moves, Wrong
from mexplore.discover.outcomes.hints import hinted
from mexplore.discover.outcomes.learning import (
    Learner,
    NotLearned,
    Table,
    TooNear,
    accepted_below,
    wrong_below,
)
from mexplore.discover.outcomes.moves.linear import LinearMove
from mexplore.discover.outcomes.sparse import Sparse
from mexplore.rules.dataclass import dataclass

NUMERATIONS: tuple[Numeration, ...] = (
    Base(2),
    FIBONACCI,
    Base(3),
    Ostrowski((2,)),
    Base(4),
    Ostrowski((3,)),
    Base(5),
    Ostrowski((4,)),
    Base(6),
    Ostrowski((1, 2)),
    Ostrowski((2, 1)),
    Base(10),
    Base(7),
    Base(8),
    Base(9),
)
"""In the order in which they are tried: the first one in which there is an automaton is named."""

MOST_GUESSES = 25  # from one table
MOST_STATES = 100_000  # of an automaton on the way to a verdict
SIDES = {
    1: (1 << 10, 1 << 13, 1 << 16),
    2: (64, 128, 256, 512, 1024, 2048, 4096),
    3: (16, 32, 64, 128),
    4: (8, 16, 32),
    5: (8, 12),
    6: (6, 8),
}
"""The sides of the tables that are made one after the other, by the number of coordinates."""
FAR_SIDES = (1 << 13, 1 << 16, 1 << 18)  # where P-positions are few, and listed
COMPARED = 64  # the side of the corner of such a list that is compared with the table
MOST_WRONG = 1.5
"""What the guesses in a numeration miss, outside the table that they were made from, in multiples
of the P-positions there, or of the others where those are fewer. In a wrong numeration that is more
than this, and grows. Where some miss less, those that miss twice as much are put off."""
TWICE = 2.0
FEWEST_PLACES = 2  # of digits that a table should have: with fewer nothing is guessed
NEARLY_RIGHT = 0.1  # the share of a guess that is made better before it is decided about


@dataclass(frozen=True, eq=False)
class Search:
    """The moves of a game, the names of its coordinates, and its tables of outcomes by their side:
    None where one is too large. Where P-positions are few, ``far`` lists those of a larger box."""

    moves: tuple[LinearMove, ...]
    coordinates: tuple[str, ...]
    table: Callable[[int], Table | None]
    budget: Budget
    misere: bool = False
    far: Callable[[int], Sparse | None] = lambda _: None
    numerations: tuple[Numeration, ...] = NUMERATIONS
    among: Automaton | None = None

    @cached_property
    def _tables(self) -> dict[int, Table | None]:
        return {}

    @cached_property
    def _results(self) -> dict[tuple[Numeration, int], Automaton | float | None]:
        return {}

    @cached_property
    def decided(self) -> dict[Numeration, int]:
        """The most states of a guess that agreed with a table, and was decided about."""
        return {}

    @cached_property
    def tried(self) -> dict[Numeration, None]:
        """The numerations in which something was guessed."""
        return {}

    def run(self) -> Automaton | None:
        """The automaton in the first numeration in which one is found."""
        found = self._by_hints()
        if found is not None:
            return found
        left = list(self.numerations)
        while left:
            result = self._among(left)
            if isinstance(result, Automaton):
                return result
            left = result
        return None

    def _by_hints(self) -> Automaton | None:
        """The automaton in a numeration that the ratios of far P-positions speak for."""
        learners = dict[Numeration, Learner]()
        for side in FAR_SIDES:
            few = self._listed(side)
            if few is None:
                return None
            for numeration in hinted(few):
                self.tried[numeration] = None
                learner = learners.setdefault(numeration, Learner(numeration, few))
                learner.widen(few)
                found = self._taught(learner)
                if found is not None:
                    return found
        return None

    def _listed(self, side: int) -> Sparse | None:
        """The P-positions below the side, where they are few and are in the corner what the table
        says."""
        few = self.far(side)
        corner = None if few is None else self._table(COMPARED)
        return few if few is not None and corner is not None and few.agrees(corner) else None

    def _table(self, side: int) -> Table | None:
        """That of the game; a large one is made of the list, where there is one."""
        if side not in self._tables:
            few = self._listed(side) if side > COMPARED else None
            self._tables[side] = self.table(side) if few is None else few.flags()
        return self._tables[side]

    def _taught(self, learner: Learner) -> Automaton | None:
        """The automaton, where guesses that agree with the learner's list and still are wrong teach
        by the positions, however far out, at which they are: the ends of their words follow short
        words too."""
        size = 0
        try:
            while True:
                guess = self._learned(learner)
                if guess.size == size:
                    return None
                size = guess.size
                wrong = self._wrong(guess)
                if wrong is None:
                    return guess
                learner.learn(wrong.position)
                learner.doubt()
        except NotLearned:
            return None

    def _among(self, numerations: list[Numeration]) -> Automaton | list[Numeration]:
        """The automaton in one of these, or those that were put off as others promised more."""
        hopeful, put_off = numerations, list[Numeration]()
        for side in SIDES[len(self.coordinates)]:
            table = self._table(side)
            if table is None or not hopeful:
                break
            missed = dict[Numeration, float]()
            for numeration in hopeful:
                at = numeration, side
                if at not in self._results:
                    self._results[at] = self.within(numeration, table)
                result = self._results[at]
                if isinstance(result, Automaton):
                    return result
                if result is not None:
                    missed[numeration] = result
            hopeful = _promising(missed)
            put_off += [numeration for numeration in missed if numeration not in hopeful]
        return put_off

    def within(self, numeration: Numeration, table: Table) -> Automaton | float | None:
        """The automaton of the P-positions, proved, as far as a table of outcomes lets guess it.

        Where it does not, the share of the table that is not as guessed (see `MOST_WRONG`), without
        end where there is no guess; None where a larger table would not help.

        It is guessed from the positions below half the sides, and then must be right or nearly so
        on the whole table before it is made better by the rest of the table and decided about: to
        decide takes longer the more states there are.
        """
        half = table[tuple(slice(-(-side // 2)) for side in table.shape)]
        if numeration.digits**FEWEST_PLACES > max(table.shape):
            return inf
        self.tried[numeration] = None
        learner = Learner(numeration, half)
        try:
            guess = self._learned(learner)
            missed = _missed(guess, table)
            if missed > NEARLY_RIGHT:
                return missed
            if missed:
                learner.widen(table)
                guess = self._learned(learner)
            return guess if self._wrong(guess) is None else inf
        except TooNear:
            return inf
        except NotLearned:
            return None

    def _learned(self, learner: Learner) -> Automaton:
        """A guess that agrees with the learner's table."""
        for _ in range(MOST_GUESSES):
            guess = learner.guess(self.budget)
            wrong = wrong_below(guess, learner.table)
            if not wrong:
                return guess
            for position in wrong:
                learner.learn(position)
        raise TooNear(f"{MOST_GUESSES} guesses were wrong")

    def _wrong(self, guess: Automaton) -> Wrong | None:
        """None if the guess is proved, else where it is wrong; `TooNear` if it has too many states
        for a decision."""
        of = guess.numeration
        self.decided[of] = max(self.decided.get(of, 0), guess.size)
        moves = Moves(
            self.moves, self.coordinates, guess.numeration, self.budget, self.misere, self.among
        )
        try:
            return moves.wrong(guess)
        except Undecided as why:
            if not why.for_good:
                raise
            raise TooNear(why.reason) from None


def _promising(missed: dict[Numeration, float]) -> list[Numeration]:
    """Those with which it is worth while to go on first, the best first: where some guesses are
    nearly right, those that are not much worse than the best."""
    ordered = sorted(missed, key=missed.__getitem__)
    least = min(missed.values(), default=inf)
    if least > MOST_WRONG:
        return ordered
    return [n for n in ordered if missed[n] <= max(TWICE * least, NEARLY_RIGHT)]


def _missed(guess: Automaton, table: Table) -> float:
    """The share that is not as guessed, where half the sides were seen by the learner."""
    inside = tuple(slice(-(-side // 2)) for side in table.shape)
    wrong = accepted_below(guess, table.shape) != table
    lost = int(table.sum()) - int(table[inside].sum())
    others = table.size - table[inside].size - lost
    return (int(wrong.sum()) - int(wrong[inside].sum())) / max(1, min(lost, others))
