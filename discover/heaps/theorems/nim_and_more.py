"""Nim with further moves that leave fewer tokens: still Nim."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.families.subtraction.rule import as_subtraction
from mexplore.rules.families.take_and_break.rule import TakeAndBreak

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.rule import Rule

COMPARED = 64  # terms


class NimAndMore(Theorem["Rule", "Periodic"]):
    """**Statement.** Let it be a move from every n >= 1 to leave any number m < n of tokens in one
    heap, and let every other move leave heaps that have fewer than n tokens in all. Then G(n) = n.

    **Proof.** Induction on n: G(h) = h for h < n. The single heaps m < n have the values 0, ...,
    n - 1. The value of an option h1, h2, ... is h1 xor h2 xor ... <= h1 + h2 + ... < n, as the xor
    of numbers never exceeds their sum. So the mex is n. ∎

    That the total is less than n is needed: with the splits of a heap into two as well, without
    removing a token (4.[3], Lasker's Nim), the values are 0, 1, 2, 4, 3, ...
    """

    name: ClassVar[str] = "Nim and more"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/nim_and_more.py"
    statement: ClassVar[str] = (
        "If any number of tokens may be removed and every other move leaves fewer tokens in all "
        "than there were, then G(n) = n."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)

    def hypotheses(self, rule: Rule) -> Rule | Inapplicable:
        parts = rule.alternatives()
        if not any(_is_nim(part) for part in parts):
            return Inapplicable("not every smaller number of tokens may be left in one heap")
        if not all(part.one_heap or _removes_tokens(part) for part in parts):
            return Inapplicable("a move is not seen to leave fewer tokens in all")
        return rule

    def bound_of(self, shape: Rule, claim: Periodic) -> int | Inapplicable:
        del shape
        return COMPARED if claim == nim() else Inapplicable("the claim is not G(n) = n")

    def claims_of(self, shape: Rule) -> Iterable[Periodic]:
        del shape
        yield nim()


def nim() -> Periodic:
    """The law of Nim: G(n + 1) = G(n) + 1 for all n."""
    from mexplore.discover.heaps.patterns.periodic import Periodic

    return Periodic(0, 1, 1)


def _is_nim(part: Rule) -> bool:
    """Whether a part of the rule allows each m < n to be left in one heap, by its shape."""
    subtraction = as_subtraction(part)
    if subtraction is not None:
        return subtraction.missing == ()
    if not isinstance(part, TakeAndBreak) or not part.repeating:
        return False
    return all(
        digit.suffix(0) is not None and digit.suffix(1) is not None for digit in part.removing[1:]
    )


def _removes_tokens(part: Rule) -> bool:
    """Whether each move removes a token at least, whatever it splits."""
    return isinstance(part, TakeAndBreak) and not part.adds_tokens and part.removing[0].is_zero
