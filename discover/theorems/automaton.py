"""Subtract or divide: a finite product of automata decides an automatic claim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

from discover.pattern import Pattern
from discover.patterns.automatic.from_blocks import guess_automata
from discover.patterns.automatic.pattern import Automatic
from discover.shapes.subtract_or_divide import Mixed, mixed_moves
from discover.theorem import Inapplicable, Theorem
from rules.rule import Rule, mex

MOST_CELLS = 5_000_000
"""Where the product of the automata grows beyond so many entries in all, it is given up."""

MOST_COMPARED = 512
"""A bound asks for no more terms than so many, beyond those of check (1)."""

Window = tuple[int, ...]  # the automaton's states of q - M, ..., q
Quotients = tuple[tuple[int, int], ...]  # for each d: the state of floor(q/d), and q mod d


class WindowProduct(Theorem[tuple[Rule, Mixed], Automatic]):
    """**Statement.** Let S be a finite set of integers s >= 1 and D a finite set of integers
    d >= 2, not both empty, and let the options of n be n - s for the s in S with s <= n and, if
    n >= 1, floor(n/d) for d in D. Let k >= 2, and let F(n) be the output of a finite automaton
    after reading n in base k, most significant digit first, where delta is total and
    delta(start, 0) = start. Put M = max S (0 if S is empty) and m = max(M, 1), and write [q] for
    the automaton's state of q. The *window* of q >= m consists of [q], [q - 1], ..., [q - M]
    and, for each d in D, of [floor(q/d)] and q mod d. If

    (1) F(0) = 0, and F(n) is the mex of F at the options of n for 0 < n < m, and
    (2) in every window that can be reached from those of m <= q < k*m, by steps from the window
        of q to those of k*q, ..., k*q + k - 1, the output at [q] is the mex of the outputs at
        the [q - s], s in S, and at the [floor(q/d)], d in D,

    then G = F.

    **Proof.** *The windows form a finite automaton.* As delta(start, 0) = start and [0] = start,
    [k*a + t] = delta([a], t) for all a >= 0 and 0 <= t < k, a = t = 0 included. Let q >= m,
    0 <= r < k and n = k*q + r. For 0 <= j <= M write r - j = -k*i + t with 0 <= t < k and an
    integer i: then 0 <= i <= ceil(M/k) <= M (i = 0 if j <= r), q - i >= 0, and
    [n - j] = delta([q - i], t), where [q - i] is in the window of q. For d in D put
    e = q mod d. From k*q + r = d*k*floor(q/d) + (k*e + r) and k*e + r <= k*(d - 1) + k - 1 < k*d,
    floor(n/d) = k*floor(q/d) + floor((k*e + r)/d), the second summand being a digit; hence
    [floor(n/d)] = delta([floor(q/d)], floor((k*e + r)/d)), and n mod d = (k*e + r) mod d. So the
    window of n depends on that of q and on r only, and there are finitely many windows.

    *Every window is reached.* By induction on n >= m: if n < k*m, it is one of the first ones.
    Otherwise n = k*q + r with q = floor(n/k) >= m and q < n; the window of q is reached by
    induction and that of n from it by one step.

    *F = G*, by induction on n. F(0) = 0 = G(0), as 0 has no options. For n >= 1 the value F(n) is
    the mex of F at the options of n: for n < m by (1), and for n >= m by (2), since then every
    s <= M <= n is a move and the options' outputs are read off the window of n. The options are
    less than n, so F agrees with G there, and F(n) = mex = G(n). ∎

    The check is a proof by itself and reads no values. The bound asks for some all the same:
    every window that is reached is that of some n, and the terms are compared as far as all of
    these have occurred, but no further than MOST_COMPARED or m. Conditions that are easily lost:
    without delta(start, 0) = start, and with first windows only for M <= q < k*M, false automata
    pass.
    """

    name: ClassVar[str] = "window product"
    source: ClassVar[str] = (
        "proof in full in discover/theorems/automaton.py; automatic sequences: "
        "J.-P. Allouche and J. Shallit, "
        "Automatic Sequences, 2003, chapter 5"
    )
    statement: ClassVar[str] = (
        "For moves n - s and floor(n/d) and an automaton F that reads n in base k, most "
        "significant digit first: the states of F at n, n - 1, ..., n - max S and at every "
        "floor(n/d), with n mod d, form a finite automaton. If F is the mex at each of its "
        "states and for the first n, then G(n) = F(n) for all n."
    )
    heavy: ClassVar[bool] = True
    about: ClassVar[tuple[type[Pattern], ...]] = (Automatic,)

    def hypotheses(self, rule: Rule) -> tuple[Rule, Mixed] | Inapplicable:
        moves = mixed_moves(rule)
        return moves if isinstance(moves, Inapplicable) else (rule, moves)

    def bound_of(self, shape: tuple[Rule, Mixed], claim: Automatic) -> int | Inapplicable:
        if claim.transitions[0][0] != 0:
            return Inapplicable("the automaton does not ignore leading zeros")
        product = Product(shape[1], claim)
        if claim.base * product.first > product.most_windows:
            return _too_many()
        seen = product.refuted_below_first() or product.explored()
        if isinstance(seen, Inapplicable):
            return seen
        return max(product.first, min(seen, MOST_COMPARED))

    def claims_of(self, shape: tuple[Rule, Mixed]) -> tuple[Automatic, ...]:
        return _smallest_proved(*shape)


@lru_cache(maxsize=64)
def _smallest_proved(rule: Rule, moves: Mixed) -> tuple[Automatic, ...]:
    """The smallest of the automata that the rule's own blocks of values suggest and that pass;
    for rules of both kinds of moves whose divisors are powers of one base."""
    if not moves.subtractions:
        return ()
    guesses = guess_automata(rule, moves)
    theorem = WindowProduct()
    proved = [g for g in guesses if isinstance(theorem.bound_of((rule, moves), g), int)]
    return tuple(sorted(proved, key=lambda claim: claim.size())[:1])


@dataclass(frozen=True)
class Product:
    """The automaton of windows, explored from the windows of first <= q < base * first."""

    moves: Mixed
    claim: Automatic

    @cached_property
    def first(self) -> int:
        """m = max(max S, 1), the least n whose window is looked at."""
        return max(self.moves.largest, 1)

    @property
    def most_windows(self) -> int:
        """How many windows have MOST_CELLS entries in all."""
        return MOST_CELLS // (self.moves.largest + 1 + 2 * len(self.moves.divisors))

    def refuted_below_first(self) -> Inapplicable | None:
        """Check (1), by the definition."""
        for n, value in enumerate(self.claim.prefix(self.first).tolist()):
            if value != mex(self.claim.at(h) for h in self.moves.options(n)):
                return _false_at(n)
        return None

    def explored(self) -> Inapplicable | int:
        """Check (2), in every window that can be reached: below which number each occurred."""
        reached = {self._window(q): q for q in range(self.first, self.claim.base * self.first)}
        waiting = list(reached.items())
        for window, q in waiting:
            if not self._is_mex(*window):
                return _false_at(q)
            for digit, following in enumerate(self._steps(*window)):
                if following not in reached:
                    reached[following] = n = self.claim.base * q + digit
                    waiting.append((following, n))
            if len(reached) > self.most_windows:
                return _too_many()
        return max(reached.values()) + 1

    def _window(self, q: int) -> tuple[Window, Quotients]:
        """The window of q, from q itself."""
        state = self.claim.state
        near = tuple(state(n) for n in range(q - self.moves.largest, q + 1))
        return near, tuple((state(q // d), q % d) for d in self.moves.divisors)

    def _is_mex(self, near: Window, quotients: Quotients) -> bool:
        output = self.claim.outputs
        options = {output[near[-1 - s]] for s in self.moves.subtractions}
        options.update(output[state] for state, _ in quotients)
        return output[near[-1]] == mex(options)

    def _steps(self, near: Window, quotients: Quotients) -> Iterator[tuple[Window, Quotients]]:
        """The windows of k*q, ..., k*q + k - 1, from that of q."""
        k, step, width = self.claim.base, self.claim.transitions, len(near)
        back = -(-self.moves.largest // k)  # children of q - back, ..., q are looked at
        children = [child for state in near[width - 1 - back :] for child in step[state]]
        for r in range(k):
            end = k * back + r + 1
            yield (
                tuple(children[end - width : end]),
                tuple(
                    (step[state][(k * e + r) // d], (k * e + r) % d)
                    for (state, e), d in zip(quotients, self.moves.divisors, strict=True)
                ),
            )


def _false_at(n: int) -> Inapplicable:
    return Inapplicable(f"the claim is false: at n = {n} its value is not the mex of the options")


def _too_many() -> Inapplicable:
    return Inapplicable(
        f"the product of the automata has more than {MOST_CELLS} entries; "
        "it was not explored to its end"
    )
