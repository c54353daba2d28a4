"""Games that change one digit of n: each digit is a game of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.moves.digit_moves import DigitMoves, digit_moves
from mexplore.rules.moves.written import in_plain_words
from mexplore.rules.rule import mex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.heaps.patterns.digit_values import DigitValues
    from mexplore.discover.heaps.patterns.named.pattern import Named
    from mexplore.rules.rule import Rule

COMPARED = 64  # terms


class DigitGames(Theorem["DigitMoves", "DigitValues | Named"]):
    """**Statement.** Let b >= 2, let L(a) be a set of numbers from 1 to a for each digit a, 0 <= a
    < b, and let the moves from n be to replace one digit a of n in base b, any one, by a - c with
    c in L(a). Let v(0) = 0, v(a) = mex { v(a - c) : c in L(a) }. Then G(n) is the xor of v(a) over
    the digits a of n.

    **Proof.** As c <= a, n - c*b^i has the digit a - c at the place i where n has a, and the other
    digits of n: nothing is borrowed, and n becomes less. So a position is a row of digits, and a
    move changes one of them by the rules of a game of its own, in which v is the value, by its
    definition. Zeros before the first digit have no move, as L(0) is empty, and the value 0. The
    row is the sum of the games of its digits, and by Sprague and Grundy its value is their xor. ∎

    With L(a) = {1, ..., a} each digit is a heap of Nim; with L(a) = {1} the value of a is a mod 2.

    **Read off the rule** is a list of n - c*b**i, where i runs over all places (0 <= i < n, or as
    many as n has digits) and c over numbers that depend on the digit n // b**i % b alone. For each
    digit the list of its c is worked out, and every c has to be one of 1, ..., a: without that a
    move may borrow from the next digit (n - 2*3**i for every digit that is not 0), and the law is
    false.
    """

    name: ClassVar[str] = "digit games"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/digit_games.py"
    statement: ClassVar[str] = (
        "If a move lowers one digit of n, and by what it may be lowered depends on that digit "
        "alone, every digit is a game of its own and G(n) is the xor of their values."
    )
    about: ClassVar[tuple[str, ...]] = ("digit-values", "named")

    def hypotheses(self, rule: Rule) -> DigitMoves | Inapplicable:
        written = in_plain_words(rule)
        moves = None if written is None else digit_moves(written)
        return moves or Inapplicable("the moves do not lower one digit by what it allows")

    def bound_of(self, shape: DigitMoves, claim: DigitValues | Named) -> int | Inapplicable:
        if claim in list(self.claims_of(shape)):
            return max(COMPARED, shape.base)
        return Inapplicable("the values of the digits are others")

    def claims_of(self, shape: DigitMoves) -> Iterable[DigitValues | Named]:
        from mexplore.discover.heaps.patterns.digit_values import DigitValues
        from mexplore.discover.heaps.patterns.named.pattern import Named

        values: list[int] = []
        for lowered in shape.lowered:
            values.append(mex(values[len(values) - c] for c in lowered))
        if values == [0, 1]:
            yield Named("Mod(popcount(n), 2)", 0)
        else:
            yield DigitValues(shape.base, tuple(values))
