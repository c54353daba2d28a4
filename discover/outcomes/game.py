"""Games whose positions are tuples of numbers: who wins, decided, sought and confirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numeration import BINARY, Numeration
from mexplore.discover.automata.operations import Budget, Undecided
from mexplore.discover.outcomes.checking import Refuted
from mexplore.discover.outcomes.deciding import Moves, Wrong
from mexplore.discover.outcomes.law import AcceptedByDigits, ReadByDigits
from mexplore.discover.outcomes.learning import Table
from mexplore.discover.outcomes.moves.linear import LinearMove
from mexplore.discover.outcomes.search import NUMERATIONS, Search
from mexplore.discover.outcomes.sparse import Sparse
from mexplore.discover.outcomes.words import TooLong
from mexplore.discover.study.kind import Invalid
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

Position = tuple[int, ...]


@dataclass(frozen=True)
class LinearGame:
    """The names of the numbers of a position; the moves as relations; sums of multiples of the
    numbers, the first of which that changes with a move falls; the options by definition; whether
    who makes the last move loses."""

    names: tuple[str, ...]
    moves: tuple[LinearMove, ...]
    sums: tuple[Polynomial, ...]
    options: Callable[[Position], Iterable[Position]] = field(compare=False)
    misere: bool = False

    @property
    def numerations(self) -> tuple[Numeration, ...]:
        """Those in which its moves are read."""
        by_bits = any(move.bits for move in self.moves)
        return (BINARY,) if by_bits else NUMERATIONS

    def in_numeration(self, numeration: Numeration, budget: Budget) -> Moves:
        """The moves as automata."""
        return Moves(self.moves, self.names, numeration, budget, self.misere)

    def wrong(self, law: AcceptedByDigits, budget: Budget) -> Wrong | None:
        """The decision: a position at which the law is false, or at an option of it; None if it is
        true."""
        return self.in_numeration(law.written_in, budget).wrong(law.automaton)

    def refusal(self, law: AcceptedByDigits, budget: Budget) -> Inapplicable | None:
        """Why the law is not proved; None if it is."""
        if law.coordinates != len(self.names):
            return Inapplicable("the claim is about another number of coordinates")
        try:
            wrong = self.wrong(law, budget)
        except Undecided as why:
            return Inapplicable(why.reason)
        if wrong is None:
            return None
        where = wrong.position if len(self.names) > 1 else wrong.position[0]
        return Inapplicable(f"the claim is false at {where}, or at an option of it")

    def search(
        self,
        table: Callable[[int], Table | None],
        budget: Budget,
        far: Callable[[int], Sparse | None] = lambda _: None,
    ) -> Search:
        """The search for an automaton that tells who wins. ``table`` makes tables of outcomes by
        their side, ``far`` lists P-positions of larger boxes where these are few."""
        return Search(self.moves, self.names, table, budget, self.misere, far, self.numerations)

    def confirmed(self, law: ReadByDigits) -> str:
        """What was done to prove the law once more, by automata that are made in another way;
        Invalid if they do not."""
        try:
            law.confirm(self)
        except Refuted as why:
            raise Invalid(
                f"automata that are made in another way do not confirm it: {why}"
            ) from None
        except TooLong:
            return "by the automata of the study alone, as others would have too many transitions"
        places = "squares" if len(self.names) > 1 else "heaps"
        return f"for all {places} by automata that were made in another way"


def found_by(search: Search) -> Automaton | Inapplicable:
    """An automaton that tells who wins, proved; or why a search finds none."""
    try:
        found, why = search.run(), ""
    except (Undecided, TooLarge) as ended:
        found, why = None, f": {ended}"
    return Inapplicable(_not_found(search, why)) if found is None else found


def _not_found(search: Search, why: str) -> str:
    """Why a search has found no automaton, with the numerations in which one was looked for."""
    tried = ", ".join(each.words() for each in search.tried)
    few = "" if why else " of few states"
    if not tried:
        return f"no automaton was sought{why or ', as there is no table of outcomes to guess from'}"
    return f"no automaton{few} was found {tried}{why}"
