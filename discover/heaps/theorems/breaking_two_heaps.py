"""Taking and breaking into two heaps that must be unequal, or equal: proofs, and disproofs."""

from __future__ import annotations

from dataclasses import replace
from math import lcm
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Disproof, Inapplicable, Since, Theorem
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.take_and_break.rule import TakeAndBreak

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
    from mexplore.rules.rule import Rule

MOST_VALUES = 300_000  # values that are computed here to find the classes with the value 0


class TwoHeaps(Theorem["TakeAndBreak", "Periodic"]):
    """**Statement.** Let a take-and-break code have finitely many digits that remove at most k
    tokens, d0 among them, add none, and leave at most two heaps, which may have to be equal
    (``=``) or unequal (``!``, or ``?``, which is the same for two). Let p >= 1 and n0 >= 1. Put
    q = 2p if p is odd and some digit allows two equal heaps only, q = p otherwise.
    Let G(n + p) = G(n) hold as far as the terms below 2*(n0 + q) + k go, n >= n0. Then
    G(n + p) = G(n) holds for all n >= n0 **if and only if** there are no n >= n0 and no digit d_j
    that allows two unequal heaps only such that n - j is even and the law gives n the value 0
    (the law being continued periodically; n0 <= n < n0 + lcm(q, 2) shows all cases).

    **Proof.** Since the p-law holds for the terms below 2*(n0 + q) + k, so does G(n + q) = G(n).

    *If.* Induction on n >= 2*n0 + q + k: let G(m + q) = G(m) be known for n0 <= m < n. Then G(n)
    is the value that the law gives. Write V(n) for the set of values of the options of n. As
    n > k, no move from n or n + q takes the whole heap. One heap: n - j >= 2*n0 + q is an option of
    n exactly if n - j + q is one of n + q (by d_j, j >= 1), and both have the same value. Two heaps
    a >= b >= 1:

    (up) Let them be an option of n, a + b = n - j. Then n0 <= a < n. If d_j allows any two heaps,
    or unequal ones, (a + q, b) is an option of n + q, of the same value. If it allows equal ones
    only, q is even, (a + q/2, b + q/2) is an option of n + q, and both have the value 0. So V(n) is
    in V(n + q).

    (down) Let them be an option of n + q, a + b = n + q - j. Then n0 + q <= a < n + q. If d_j
    allows any two heaps, (a - q, b) is an option of n, of the same value. If equal only, q is even,
    (a - q/2, b - q/2) is an option of n, and both have the value 0. If unequal ones only, a > b,
    and (a - q, b) is an option of n, of the same value, unless a - q = b; then b >= n0, the
    option's value is G(b + q) xor G(b) = 0, and n - j = 2*b is even.

    So V(n) and V(n + q) differ at most by a 0 in the latter, and only if n - j is even for a digit
    d_j that allows unequal heaps only; then by hypothesis G(n), the value that the law gives, is
    not 0, so V(n) has a 0 as well. In either case G(n + q) = G(n). This proves the q-law; and
    p divides q, and the p-law, known for q consecutive n from n0 on, follows for all.

    *Only if.* Let n and d_j be as excluded; adding multiples of lcm(q, 2) to n we may take
    b = (n - j)/2 >= n0. If the p-law held, G(n + q) = G(n) = 0. But (b + q, b) is an option of
    n + q with unequal heaps, and its value is G(b + q) xor G(b) = 0: a contradiction. ∎

    Where the law holds below the bound and the condition fails, the first failure is at n + q, for
    the least such n >= 2*n0 + q + k: up to there the first part shows V(n) = V(n + q).

    **Rules that are such from some heap on.** *If* asks for the moves of n and n + q, n >= 2*n0 + q
    + k, alone, *only if* for those of one n + q, which may be taken as large as one likes. So both
    hold where the code's moves are those of the heaps n >= N only, with max(n0, N) for n0; the
    values of the law are those of the rule itself.

    With preperiod 0 take n0 = 1; the equality at n = 0 is among the terms compared. The condition
    is needed: 4!.333 with n0 = 5, p = 5 holds for all terms that Guy and Smith ask for, and fails.
    """

    name: ClassVar[str] = "two equal or unequal heaps"
    source: ClassVar[str] = (
        "after R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge "
        "Philos. Soc. 52 (1956) 514-526; proof in full in "
        "discover/heaps/theorems/breaking_two_heaps.py"
    )
    statement: ClassVar[str] = (
        "For a take-and-break code whose moves remove at most k tokens and leave at most two "
        "heaps, perhaps equal or unequal by condition, let q = p, or 2p if p is odd and a digit "
        "asks for equal heaps. If G(n + p) = G(n), n >= n0 >= 1, as far as the terms below "
        "2*(n0 + q) + k go, then it holds for all n >= n0 exactly if no n >= n0 to which the law "
        "gives the value 0 has n - j even, where d_j asks for unequal heaps."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)
    eventual: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> TakeAndBreak | Inapplicable:
        if not isinstance(rule, TakeAndBreak):
            return Inapplicable("the rule is not a take-and-break code")
        if not rule.has_suffix:
            return Inapplicable("no two heaps have to be equal or unequal")
        if rule.repeating:
            return Inapplicable("its digits repeat forever: moves remove any number of tokens")
        if rule.adds_tokens:
            return Inapplicable("a move adds tokens")
        if rule.most_heaps is None or rule.most_heaps > 2:
            return Inapplicable("a move may leave more than two heaps")
        return rule

    def bound_of(self, shape: TakeAndBreak, claim: Periodic) -> int | Inapplicable:
        return self._bound(shape, claim, shape)

    def bound_since(self, since: Since[TakeAndBreak], claim: Periodic) -> int | Inapplicable:
        later = replace(claim, preperiod=max(claim.preperiod, since.first))
        return self._bound(since.shape, later, since.rule)

    def _bound(self, shape: TakeAndBreak, claim: Periodic, rule: Rule) -> int | Inapplicable:
        """The bound for a rule that has the moves of the code from the preperiod on."""
        if claim.saltus:
            return Inapplicable("it speaks of saltus 0 only")
        first, q = max(claim.preperiod, 1), claim.period
        if q % 2 and digits_with(shape, "="):
            q *= 2
        bound = 2 * (first + q) + shape.largest_take
        unequal = [*digits_with(shape, "!"), *digits_with(shape, "?")]
        if not unequal:
            return bound
        if bound > MOST_VALUES:
            return Inapplicable(f"the law is too long to be checked: {bound} > {MOST_VALUES} terms")
        from mexplore.discover.heaps.patterns.periodic import PeriodicForm

        law = PeriodicForm(claim, grundy_values(rule, claim.preperiod + claim.period))
        clash = _clash(law, unequal, range(first, first + lcm(q, 2)))
        return bound if clash is None else _disproof(shape, law, unequal, bound, q)

    def checked(self, shape: TakeAndBreak, claim: Periodic) -> Sequence[tuple[str, str]]:
        unequal = [*digits_with(shape, "!"), *digits_with(shape, "?")]
        return (
            ("a take-and-break code with finitely many digits", str(shape)),
            ("most tokens that a move removes", f"k = {shape.largest_take}"),
            ("most heaps that a move leaves", str(shape.most_heaps)),
            ("n0 and p", f"n0 = {max(claim.preperiod, 1)}, p = {claim.period}"),
            (
                "no n >= n0 of value 0 has n - j even where d_j asks for unequal heaps",
                f"j = {', '.join(map(str, unequal))}: none has" if unequal else "no such digit",
            ),
        )


def digits_with(rule: TakeAndBreak, suffix: str) -> list[int]:
    """The j whose digit allows two heaps with this suffix.

    >>> digits_with(TakeAndBreak.parse("4!.74!"), "!")
    [0, 2]
    """
    return [j for j, digit in rule.digits.items() if digit.suffix(2) == suffix]


def _clash(law: PeriodicForm, unequal: list[int], heaps: range) -> tuple[int, int] | None:
    """The first of the heaps n for which the law gives 0, with a j such that n - j is even."""
    for n in heaps:
        for j in unequal:
            if (n - j) % 2 == 0 and law.at(n) == 0:
                return n, j
    return None


def _disproof(
    rule: TakeAndBreak, law: PeriodicForm, unequal: list[int], bound: int, q: int
) -> int | Disproof:
    """The disproof with the place where the law fails; the bound if it already fails below it."""
    values = grundy_values(rule, bound)
    if any(law.at(n) != value for n, value in enumerate(values.tolist())):
        return bound
    clash = _clash(law, unequal, range(bound - q, bound - q + lcm(q, 2)))
    assert clash is not None
    n, j = clash
    b = (n - j) // 2
    return Disproof(
        f"G({n}) = 0 by the law, and ({b + q}, {b}), a split into unequal heaps of value 0, "
        f"is an option of {n + q}",
        at=n + q,
        exact=True,
    )
