"""The first nim-values by automata: the positions of value 0, of value 1, and so on.

**Theorem.** Let play end, and let K_0, ..., K_v be sets of positions without a common one. K_w is
the set of the positions of nim-value w, for all w <= v, exactly if for every w <= v

(i) no move leads from K_w into K_w, and
(ii) from every position outside of K_0, ..., K_w some move leads into K_w.

**Proof.** By induction along play, let the options of p be told right. If p is in K_w, by (ii) for
u < w it has an option in each K_u, of value u, as it is outside of K_0, ..., K_u; and by (i) none
in K_w, so none of value w. So its mex is w. If p is in none of the sets, it has options of all
values up to v by (ii), and G(p) > v. Conversely the sets of the positions of these values have both
properties, by the definition of mex. ∎

For each w both say that K_w consists of those positions outside of K_0, ..., K_(w-1) from which no
move leads into K_w, which is decided as for P-positions (`deciding.Moves`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numbers import written
from mexplore.discover.automata.operations import Budget, Undecided, both, without
from mexplore.discover.outcomes.deciding import Moves
from mexplore.discover.outcomes.learning import Table
from mexplore.discover.outcomes.search import Search
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.discover.outcomes.game import LinearGame
    from mexplore.discover.outcomes.law import ValuedByDigits

LARGEST = 7  # of the values that are looked for

Values = Callable[[int], "npt.NDArray[Any] | None"]
"""The table of values by its side; None where it is too large."""


def refusal_of_values(game: LinearGame, law: ValuedByDigits, budget: Budget) -> Inapplicable | None:
    """Why the law is not proved; None if it is."""
    if law.coordinates != len(game.names) or game.misere:
        return Inapplicable("the claim is about other positions, or about normal play")
    try:
        rest = written(law.coordinates, law.written_in)
        for value in range(law.most + 1):
            moves = Moves(game.moves, game.names, law.written_in, budget, among=rest)
            claimed = both(law.positions_of(value), moves.everywhere, budget)
            wrong = moves.wrong(claimed)
            if wrong is not None:
                where = wrong.position if law.coordinates > 1 else wrong.position[0]
                return Inapplicable(f"value {value} is false at {where}, or at an option of it")
            rest = without(rest, claimed, budget)
    except Undecided as why:
        return Inapplicable(why.reason)
    return None


def sought_values(
    game: LinearGame, first: Automaton, values: Values, budget: Budget
) -> list[Automaton]:
    """The positions of value 0, which are given, of value 1, ..., in the same numeration: as many
    as are found, proved. All values, if no position is left."""
    found = [first]
    with suppress(Undecided):  # what is found by the end of the budget is proved
        rest = without(written(first.tracks, first.numeration), first, budget)
        while not rest.empty() and len(found) <= LARGEST:
            following = _next(game, len(found), rest, values, budget)
            if following is None:
                break
            found.append(following)
            rest = without(rest, following, budget)
    return found


def _next(
    game: LinearGame, value: int, rest: Automaton, values: Values, budget: Budget
) -> Automaton | None:
    def table(side: int) -> Table | None:
        known = values(side)
        return None if known is None else known == value

    def nowhere(side: int) -> None:
        del side

    numerations = (rest.numeration,)
    search = Search(game.moves, game.names, table, budget, False, nowhere, numerations, rest)
    try:
        guess = search.run()
    except (Undecided, TooLarge):
        return None
    return None if guess is None else both(guess, rest, budget)
