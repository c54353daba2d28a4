"""Games of a fixed digit: the last, or the first, binary digit 1 of n is cleared."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.guards import guarded
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.moves.written import in_plain_words

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

LAW = Named("Mod(popcount(n), 2)", 0)

_LAST = (
    "n & n - 1", "n - 1 & n", "n - (n & -n)", "n - (-n & n)", "n - 2**v2(n)", "n - (1 << v2(n))",
    "n ^ 2**v2(n)", "n ^ 1 << v2(n)", "n ^ n & -n",
)  # fmt: skip
_FIRST = (
    "n - 2**(bit_length(n) - 1)", "n - (1 << bit_length(n) - 1)",
    "n ^ 2**(bit_length(n) - 1)", "n ^ 1 << bit_length(n) - 1",
)  # fmt: skip
_CLEARED = (*_LAST, *_FIRST)
LAST, FIRST = "last", "first"


class ClearingDigits(OneLaw["Named"]):
    """**Statement.** Let every option of n be n with one of its binary digits 1 made 0, and let
    every n >= 1 have an option. Then G(n) is the number of binary digits 1 of n modulo 2.

    **Proof.** Each move lowers the number of digits 1 by one, and play ends where there is none,
    at 0. Induction: all options of n >= 1 have the same value, the parity of that number less one,
    and there is an option; so the mex is the other one of 0 and 1. ∎

    That every n >= 1 has an option is needed: where odd n have none, a heap of 1 has the value 0.

    **Read off the rule** is a list of one or more of: n with the last digit 1 cleared, n & (n - 1)
    or n - 2**v2(n), and n with the first one cleared, n - 2**(bit_length(n) - 1), written in any of
    the usual ways; perhaps with the condition that n > 0. (At n = 0, n & (n - 1) is 0, which is no
    move from there.) Where any digit 1 may be cleared, digits are games of their own.
    """

    name: ClassVar[str] = "clearing digits"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/clearing_digits.py"
    statement: ClassVar[str] = (
        "If every move makes a binary digit 1 of n a 0, and every n >= 1 has a move, then G(n) is "
        "the number of these digits modulo 2."
    )
    about: ClassVar[tuple[str, ...]] = ("named",)

    def hypotheses(self, rule: Rule) -> Named | Inapplicable:
        if digits_cleared(rule) is None:
            return Inapplicable("the moves do not clear the last or the first binary digit 1")
        return LAW

    def instead(self, shape: Named) -> str:
        return f"the values are {shape.formula}"


def digits_cleared(rule: Rule) -> frozenset[str] | None:
    """Which digits 1 the moves clear, one by a move, from every n >= 1; None for other moves.

    >>> from mexplore.rules.notation import parse_rule
    >>> sorted(digits_cleared(parse_rule("n -> [n & n - 1, n - 2**v2(n)] if n else []")))
    ['last']
    """
    written = in_plain_words(rule)
    found = None if written is None else guarded(written)
    return None if found is None or found[1] > 1 else _cleared_by(found[0]) or None


def _cleared_by(body: tree.Node) -> frozenset[str]:
    """The digits that the moves of a list clear; none if there are other moves."""
    match body:
        case tree.Listing(items):
            found = [_cleared().get(item) for item in items]
            return frozenset(each for each in found if each) if all(found) else frozenset()
        case tree.Binary("+", left, right):
            first, second = _cleared_by(left), _cleared_by(right)
            return first | second if first and second else frozenset()
        case _:
            return frozenset()


@cache
def _cleared() -> dict[tree.Node, str]:
    texts = dict.fromkeys(_LAST, LAST) | dict.fromkeys(_FIRST, FIRST)
    return {read_expression(text, ("n",)): digit for text, digit in texts.items()}
