"""The first nim-values of heaps, by automata that read digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.theorems.lost_by_digits import HeapsByDigits, HeapsLostByDigitsTheorem
from mexplore.discover.outcomes.theorem import until

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
    from mexplore.discover.outcomes.game import LinearGame
    from mexplore.discover.outcomes.values import Values
    from mexplore.discover.study.theorem import Inapplicable
    from mexplore.rules.rule import Rule


class HeapValuesByDigitsTheorem(HeapsByDigits["HeapValuesByDigits"]):
    """**Statement.** Let a rule be as in the theorem of P-positions of heaps by automata, and K_0,
    ..., K_v be sets of numbers, without a common one, whose digits automata recognise in one
    numeration. K_w is the set of the n with G(n) = w, for all w <= v, exactly if for every w <= v

    (i) no move leads from K_w into K_w, and
    (ii) from every n outside of K_0, ..., K_w some move leads into K_w;

    and it is decided whether that is so. If no n is outside of K_0, ..., K_v, these are all values.

    **Proof.** Play ends, as n falls with every move, and every option is one heap. By induction
    along play, an n of K_w has options of all values below w by (ii), and none of value w by (i);
    one in none of the sets has options of all values up to v. Conversely see
    `discover.outcomes.values`. ∎
    """

    name: ClassVar[str] = "first values of heaps by automata"
    source: ClassVar[str] = (
        "proof in full in discover/outcomes/values.py; for the decision see the theorem of "
        "P-positions of heaps by automata"
    )
    statement: ClassVar[str] = (
        "If every move leaves one smaller heap and all moves are linear, or relate binary digits, "
        "sets K_0, ..., K_v that an automaton recognises are those of the n with G(n) = 0, ..., v "
        "exactly if, for each w, no move leads from K_w into it, and some move leads into it from "
        "every n that is in none of K_0, ..., K_w, which automata decide."
    )
    about: ClassVar[tuple[str, ...]] = ("heap-values-by-digits",)

    def hypotheses(self, rule: Rule) -> LinearGame | Inapplicable:
        return HeapsLostByDigitsTheorem().hypotheses(rule)

    def followed(
        self,
        shape: LinearGame,
        told: HeapsLostByDigits,
        values: Values,
        deadline: float | None = None,
    ) -> HeapValuesByDigits | None:
        """A law of more values than 0, found from one of who wins, and proved."""
        from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
        from mexplore.discover.outcomes.values import sought_values
        from mexplore.rules.errors import TooLarge

        sets = sought_values(shape, told.automaton, values, until(deadline))
        try:
            return HeapValuesByDigits.of_sets(sets) if len(sets) > 1 else None
        except TooLarge:
            return None
