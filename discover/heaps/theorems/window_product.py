"""Options that are floor forms on residue classes: windows of states decide an automatic claim."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.theorems.residue_window import residue_options
from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
    from mexplore.discover.heaps.patterns.automatic.search import AutomatonSearch
    from mexplore.rules.moves.residue_options import ResidueOptions
    from mexplore.rules.rule import Rule

MOST_COMPARED = 512
"""The largest number of terms in a bound, beyond those of check (1)."""

SHARE = 0.4
"""The largest part of the time left that the search for an automaton may use."""

LARGEST_OUTPUT = 1 << 32


class WindowProduct(Theorem["tuple[Rule, ResidueOptions]", "Automatic"]):
    """**Statement.** Let m >= 1 and, from some n on, let the options of n be those of its class
    n mod m, finitely many for each class: tuples of heaps, each a constant or
    floor(a*n/c) + j, with integers j and 1 <= a <= c in lowest terms, c | m. In detail:

    (H1) every divisor and every modulus in the rule is a constant >= 1;
    (H2) at every floor, ceiling or remainder of a line alpha*n + beta by d, alpha*m/d is an
         integer, so that on each class every expression is exactly a line, nested ones too;
    (H3) each comparison in a condition, a minimum or a maximum has a fixed truth on the class for
         all n >= N0;
    (H4) an option with a heap that is negative in the end is not a move for n >= N0, and every
         other heap lies between 0 and n - 1 for n >= N0.

    Let k >= 2, and let F(n) be the output of a finite automaton after reading n in base k, most
    significant digit first, where

    (H5) delta is total and delta(start, 0) = start.

    Write [x] for the automaton's state of x. For each a/c that occurs, and for 1/1, let L be the
    greatest -j and R the greatest j that occur, but L, R >= 0, and R >= 1 if 1 < a < c. Let N >= 1,
    N >= N0 and N >= L*c/a for each of them. The *window* of n >= N is n mod m with, for each
    a/c, the states [floor(a*n/c) + j], -L <= j <= R. If

    (1) for n < N, F(n) is the mex of F at the options of n, and
    (2) in every window that can be reached from those of N <= n < k*N, by steps from the window of
        q to those of k*q, ..., k*q + k - 1, the output at [n] is the mex of the values of
        the options, xors of the outputs at the states of their heaps and at constants,

    then G = F. If not, let n be least such that (1) fails at n or (2) fails in the window of n:
    then F(n) != G(n), and F = G below n.

    **Proof.** *What F yields is known from the window.* For n >= N the options of n are those of
    the class n mod m by (H1) to (H4); the states at their heaps stand in the window or belong to
    constants; so (2) says at a window of n that F(n) = mex of F at the options of n.

    *The windows form a finite automaton*: the window of k*q + r depends on that of q >= N and on
    r only, by (H5); the proof is that of the lemma in `discover.numerics.windows`.

    *Every window is reached.* By induction on n >= N: if n < k*N, it is one of the first ones.
    Otherwise n = k*q + r with 0 <= r < k, q = floor(n/k) >= N and q < n; the window of q is
    reached by induction and that of n from it by one step. Conversely, each window that is
    reached is that of some n, by the same steps.

    *F = G*, by induction on n: let F = G below n. The options of n consist of heaps less than n, so
    the mex of F at the options of n is the mex of G there, G(n). By (1) or (2) it is
    F(n) as well. If n is the least at which one of the two fails, then F = G below n, as the
    induction shows, and F(n) differs from the mex of F at the options of n, which is G(n). ∎

    For n - s, s in a finite set S, and floor(n/d), d in a finite set D, these are the states at
    n, n - 1, ..., n - max S and at every floor(n/d). The check is a proof by itself and reads no
    values. The bound asks for some all the same: the terms are compared as far as all windows have
    occurred, but no further than MOST_COMPARED or N. Conditions that are easily lost: without (H5),
    with first windows only for L <= q < k*L, with R = 0 for 1 < a < c, or with an m that
    settles only the outermost quotient, false automata pass.
    """

    name: ClassVar[str] = "window product"
    source: ClassVar[str] = (
        "proof in full in discover/heaps/theorems/window_product.py; automatic sequences: "
        "J.-P. Allouche and J. Shallit, "
        "Automatic Sequences, 2003, chapter 5"
    )
    statement: ClassVar[str] = (
        "For options that are, by the residue of n, constants and floor(a*n/c) + j (or tuples of "
        "these), and an automaton F that reads n in base k, most significant digit first: the "
        "states of F around n and around every floor(a*n/c), with the residue of n, form a finite "
        "automaton. If F is the mex at each of its states and for the first n, then G(n) = F(n) "
        "for all n."
    )
    heavy: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("automatic",)

    def hypotheses(self, rule: Rule) -> tuple[Rule, ResidueOptions] | Inapplicable:
        options = residue_options(rule)
        return options if isinstance(options, Inapplicable) else (rule, options)

    def bound_of(self, shape: tuple[Rule, ResidueOptions], claim: Automatic) -> int | Inapplicable:
        return self.bound_before(shape, claim, None)

    def bound_before(
        self, shape: tuple[Rule, ResidueOptions], claim: Automatic, deadline: float | None
    ) -> int | Inapplicable:
        if claim.transitions[0][0] != 0:
            return Inapplicable("the automaton does not ignore leading zeros")
        if max(claim.outputs) >= LARGEST_OUTPUT:
            return Inapplicable("an output of the automaton is too large")
        from mexplore.discover.heaps.patterns.automatic.product import Product

        product = Product(*shape, claim)
        try:
            seen = product.refuted_below_first() or product.explored(deadline)
        except TooLarge as why:
            return Inapplicable(str(why))
        if isinstance(seen, Inapplicable):
            return seen
        return max(product.first, min(seen, MOST_COMPARED))

    def checked(
        self, shape: tuple[Rule, ResidueOptions], claim: Automatic
    ) -> Sequence[tuple[str, str]]:
        return (
            ("options are given by the residue of n modulo m", f"m = {shape[1].modulus}"),
            ("from some n on", f"n >= {shape[1].start}"),
            ("the automaton", f"{claim.states} states, digits in base {claim.base}"),
            ("the automaton ignores leading zeros", "it does"),
            ("F is the mex at every state of the product", "each was visited"),
        )

    def claims_of(self, shape: tuple[Rule, ResidueOptions]) -> list[Automatic]:
        return self.claims_before(shape, None)

    def claims_before(
        self, shape: tuple[Rule, ResidueOptions], deadline: float | None
    ) -> list[Automatic]:
        """The automaton found from the windows of values of the rule, if it passes the check. A
        search that is stopped after its part of the time resumes with the next call."""
        if deadline is not None:
            now = working_seconds()
            deadline = now + SHARE * (deadline - now)
        claim = _search(*shape).found(deadline)
        return [] if claim is None else [claim]


@lru_cache(maxsize=64)
def _search(rule: Rule, options: ResidueOptions) -> AutomatonSearch:
    from mexplore.discover.heaps.patterns.automatic.search import AutomatonSearch

    return AutomatonSearch(rule, options, partial(WindowProduct().bound_before, (rule, options)))
