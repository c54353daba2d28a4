"""P-positions of heaps that an automaton recognises by their digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, TypeVar

from mexplore.discover.outcomes.theorem import BY_AUTOMATA, DecidedByDigits, until
from mexplore.discover.study.theorem import Inapplicable, Theorem

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
    from mexplore.discover.outcomes.game import LinearGame
    from mexplore.discover.outcomes.learning import Table
    from mexplore.rules.rule import Rule

Law = TypeVar("Law", bound="HeapsLostByDigits | HeapValuesByDigits")

COMPARED = 64  # heaps on which the claim is tested all the same


class HeapsByDigits(DecidedByDigits, Theorem["LinearGame", Law]):
    """What both theorems about heaps share: the decision."""

    heavy: ClassVar[bool] = True
    by_search: ClassVar[bool] = True

    def game_of(self, rule: Rule) -> LinearGame | Inapplicable:
        return self.hypotheses(rule)

    def bound_of(self, shape: LinearGame, claim: Law) -> int | Inapplicable:
        return self.bound_before(shape, claim, None)

    def bound_before(
        self, shape: LinearGame, claim: Law, deadline: float | None
    ) -> int | Inapplicable:
        return claim.refusal(shape, until(deadline)) or COMPARED


class HeapsLostByDigitsTheorem(HeapsByDigits["HeapsLostByDigits"]):
    """**Statement.** Let every move from a heap of n leave one heap of m < n, and let the moves be
    a finite union of sets {(n, m) : A*(n, m, u) >= b for some whole u >= 0}; in base 2 these may be
    cut by relations a & b = c between the binary digits of linear forms a, b, c. A set K of numbers
    whose digits an automaton recognises, in a base or in a numeration of Ostrowski, is the set of
    the n with G(n) = 0 exactly if it consists of those n from which no move leads into K; and it is
    decided whether it does.

    **Proof.** Play ends, as n falls with every move. A heap alone is lost for the player to move
    exactly if G(n) = 0, as an option is one heap alone again. The rest is the theorem of
    `discover.outcomes.deciding.Moves`, with the decision, by automata for linear inequalities; that
    these are right is proved in `discover.automata.numeration`. The relation a & b = c is judged
    place by place: its automaton has one state in which it goes on, and one for the rest. ∎

    That a move leaves one heap is needed: with several heaps it is not enough to know which values
    are 0, as 1 and 1 are lost together, 1 and 2 are not.
    """

    name: ClassVar[str] = "P-positions of heaps by automata"
    source: ClassVar[str] = BY_AUTOMATA
    statement: ClassVar[str] = (
        "If every move leaves one smaller heap and all moves are linear, or relate binary digits, "
        "a set of numbers that an automaton recognises by their digits is that of the n with "
        "G(n) = 0 exactly if no move leads from it into it and some move leads into it from every "
        "other number, which automata decide."
    )
    about: ClassVar[tuple[str, ...]] = ("lost-heaps-by-digits",)

    def hypotheses(self, rule: Rule) -> LinearGame | Inapplicable:
        return _game_of(rule)

    def sought(
        self,
        shape: LinearGame,
        table: Callable[[int], Table | None],
        deadline: float | None = None,
    ) -> HeapsLostByDigits | Inapplicable:
        """A law that is proved; or why there is none."""
        from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
        from mexplore.discover.outcomes.game import found_by

        found = found_by(shape.search(table, until(deadline)))
        return found if isinstance(found, Inapplicable) else HeapsLostByDigits.of(found)


@lru_cache(maxsize=8)
def _game_of(rule: Rule) -> LinearGame | Inapplicable:
    from mexplore.discover.outcomes.game import LinearGame
    from mexplore.discover.outcomes.moves.bounds import NotSeen
    from mexplore.discover.outcomes.moves.linear import relations_of_heaps
    from mexplore.rules.arithmetic.polynomial import Polynomial

    try:
        moves = relations_of_heaps(rule)
    except NotSeen as why:
        return Inapplicable(f"the moves are not seen to be linear or to relate digits: {why}")

    def options(position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return ((sum(heaps),) for heaps in rule.options(*position))

    return LinearGame(("n",), moves, (Polynomial.name("n"),), options)
