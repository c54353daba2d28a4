"""Laws and moves that automata can read: whether the law holds is decided completely."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.theorems.decided_by_automata.listed import Listed, refused
from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.moves.relations import Leaving, Unlisted, relations_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.study.pattern import Pattern
    from mexplore.rules.rule import Rule

MOST_SECONDS = 120.0  # if there is no deadline


class DecidedByAutomata(Theorem["Listed", "Pattern"]):
    """**Statement.** Let the moves of a rule be finitely many kinds of these: remove k tokens, k
    in a set {a} or {a, a + d, a + 2d, ...}, and leave exactly i nonempty heaps (of any sizes,
    pairwise unequal, not all equal, or all equal); or leave one heap of m tokens for every m with
    floor((a*n + b)/c) <= m <= floor((a'*n + b')/c') and 0 <= m < n. Let every heap that is left be
    smaller than n. Let F give every n >= 0 a value F(n) >= 0, and let O be the set of all (n, v)
    such that v is the xor of F over the heaps of some option of n. If

    (0) the graph of F is that of a function: for every n there is exactly one v,
    (a) (n, F(n)) is in O for no n, and
    (b) (n, v) is in O for all n and all v < F(n),

    then F = G. If (a) or (b) fails, and n is the least number at which one of them does, then
    F(n') = G(n') for all n' < n and F(n) != G(n).

    **Proof.** By (a) and (b), F(n) is the mex of the v with (n, v) in O. Induction: if F and G
    agree below n, the values v with (n, v) in O are those of the options of n, all of whose heaps
    are smaller than n, and G(n) is their mex. Hence F(n) = G(n) exactly if (a) and (b) hold at n.

    *The check is finite.* Let the graph of F be such that for every residue r modulo some p the
    (q, v) with v = F(p*q + r) are those that a finite automaton accepts, reading the bits of q
    and v together, least significant first. Such relations are closed under and, or, not; under
    'there is a number ...' (let the automaton guess its bits, and follow all guesses at once;
    zeros at the end do not matter, as every number may be followed by them); and they include the
    solutions of linear equations and inequalities with integer coefficients (the state is what is
    left of the constant). J. R. Buechi 1960. Bitwise xor relates the bits of one place at a time,
    so that with two relations R, S the set of all (a + b, x xor y), (a, x) in R, (b, y) in S, is
    of this kind too: guess the bits of a and x, those of b and y follow, and keep the carry; and
    a != b is the condition that two bits differ somewhere. Residues add likewise, with a first
    carry where their sum reaches p. Repeating this gives the values of i heaps, with each of the
    four conditions (all equal: i*a tokens, value F(a) for odd i and 0 for even i; not all equal:
    two of the heaps are unequal, the others are any; pairwise unequal: three heaps guessed at
    once). Removing k shifts q by a constant for each residue; removing a, a + d, ... with d a
    divisor of p shifts it by a constant or more. So O is accepted by an automaton for each
    residue, and so are the sets of exceptions to (0), (a) and (b). These are empty exactly if no
    accepting state can be reached, and otherwise the least number in them is read off the
    automaton. ∎

    Nothing is assumed about F: its first values are computed, and if they were wrong, (a) or (b)
    would fail. So a successful check proves the claim; the bound is the number of terms
    that show that its preperiod and period are least. If the budget of states or seconds is
    exhausted before the check ends, the theorem refuses.
    """

    name: ClassVar[str] = "automata"
    source: ClassVar[str] = (
        "J. R. Buechi, Weak second-order arithmetic and finite automata, Z. Math. Logik Grundlagen "
        "Math. 6 (1960) 66-92, for the decision; the theorem with proof in full in "
        "discover/heaps/theorems/decided_by_automata/theorem.py"
    )
    statement: ClassVar[str] = (
        "If F(n) is a function of n, if no option of n has the value F(n), and if every smaller "
        "value is that of some option, the options being valued by F, then F(n) = G(n) for all n. "
        "For laws that are linear, or the ruler function, on residue classes and moves that are "
        "sums, bounds and residues, finite automata that read n and the values in base 2 decide "
        "each of the three for all n."
    )
    heavy: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("periodic", "split-periodic", "ruler", "automatic")

    def hypotheses(self, rule: Rule) -> Listed | Inapplicable:
        moves = relations_of(rule)
        if isinstance(moves, Unlisted):
            return Inapplicable(moves.reason)
        reason = next((why for why in map(refused, moves) if why), None)
        return Inapplicable(reason) if reason else Listed(rule, moves)

    def bound_of(self, shape: Listed, claim: Pattern) -> int | Inapplicable:
        return self.bound_before(shape, claim, None)

    def bound_before(
        self, shape: Listed, claim: Pattern, deadline: float | None
    ) -> int | Inapplicable:
        one_heap = all(isinstance(m, Leaving) or m.heaps < 2 for m in shape.moves)
        if one_heap and claim.name == "automatic":
            return Inapplicable("moves to one heap and laws of this kind are the window product's")
        from mexplore.discover.heaps.theorems.decided_by_automata.question import question

        until = working_seconds() + MOST_SECONDS if deadline is None else deadline
        return question(shape, claim).answer(until)

    def account(self, shape: Listed, claim: Pattern) -> Sequence[str]:
        from mexplore.discover.heaps.theorems.decided_by_automata.question import question

        answered = question(shape, claim)
        moves = (f"  move: {move}" for move in shape.moves)
        return (
            *moves,
            *(f"  automaton, {states} states: {words}" for words, states in answered.log),
        )
