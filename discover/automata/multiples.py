"""floor(alpha*n) as an automaton: alpha a quadratic number, in the numeration of its own.

The golden ratio goes with Fibonacci digits, 1 + sqrt(2) with the digits of the weights 1, 3, 7, 17,
..., and so on: alpha = (c + sqrt(c^2 + 4))/2 = c + 1/alpha with U_(i+1) = c*U_i + U_(i-1).

**Theorem.** Let n = sum d_i*U_i be written as `Ostrowski` ((c,),) says, and let T = sum d_i*U_(i+1)
be the number whose digits are those of n with a 0 before the first one. With b = -1/alpha,

    alpha*n = T + (alpha - c - 1) * sum d_i*b^i,    |alpha*n - T| <= c,

and an automaton decides for which n floor(alpha*n) = T + k, for each k.

**Proof.** Both alpha and b are roots of z^2 = c*z + 1, so that alpha*U_i - U_(i+1) is multiplied
by b when i goes up by 1: alpha*U_(i+1) - U_(i+2) = alpha*U_(i+1) - c*U_(i+1) - U_i = U_(i+1)/alpha
- U_i. It is alpha - c - 1 for i = 0. As d_i <= c, the sum is at most c/(1 - 1/alpha) in absolute
value, and (c + 1 - alpha)*c/(1 - 1/alpha) = c, since (c + 1 - alpha)*alpha = alpha - 1. T is
written correctly: the rules for digits are the same at all places.

As the norm of alpha - c - 1 is c and its conjugate is -alpha - 1, alpha*n - T >= k exactly if the
sum of the c*d_i*b^i is at most R = -k*(alpha + 1). Read from i = 0 on, that says of the same sum of
the digits after d_0 that it is at least (R - c*d_0)/b = -alpha*(R - c*d_0), as b < 0: the state is
R and the direction. R stays in Z + Z*alpha. It is given up, the answer being known, where |R| >
3*c^2, which is more than any such sum: c^2*alpha/(alpha - 1) < 3*c^2. Its conjugate is divided by
alpha in each step, and so stays bounded: finitely many R are met. ∎

The proof of the shift for c = 1 goes back to E. Zeckendorf; for all quadratic numbers C. Frougny,
Math. Systems Theory 25 (1992) 37-60.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numbers import equation, explored, written
from mexplore.discover.automata.numeration import Ostrowski
from mexplore.discover.automata.operations import both, either, exists, without

OF_ROOT = {5: 1, 2: 2, 13: 3, 29: 5, 10: 6}
"""c by the number without square divisors whose root alpha has: c^2 + 4 is a square times it."""


def numeration_of(root: int) -> Ostrowski | None:
    """The numeration in which the multiples of sqrt(root), rounded, are told by automata.

    >>> numeration_of(5), numeration_of(2), numeration_of(7)
    (Ostrowski(period=(1,)), Ostrowski(period=(2,)), None)
    """
    c = OF_ROOT.get(root)
    return None if c is None else Ostrowski((c,))


class _Bound(NamedTuple):
    """The sum of the digits to come, each times c*b^i, is at most p + q*alpha, or at least."""

    p: int
    q: int
    at_most: bool


def _sign(p: int, q: int, c: int) -> int:
    """The sign of p + q*alpha, which is (2*p + q*c + q*sqrt(c^2 + 4))/2."""
    u, v = 2 * p + q * c, q
    if u * v >= 0:
        return (u + v > 0) - (u + v < 0)
    over = u * u - v * v * (c * c + 4)
    return (over > 0) - (over < 0) if u > 0 else (over < 0) - (over > 0)


def _remainder(c: int, k: int) -> Automaton:
    """The n with alpha*n - T >= k."""
    most = 3 * c * c

    def step(state: _Bound | bool, symbol: tuple[int, ...]) -> _Bound | bool:
        if isinstance(state, bool):
            return state
        p = state.p - c * symbol[0]
        return settled(_Bound(-state.q, -(p + c * state.q), not state.at_most))

    def settled(bound: _Bound) -> _Bound | bool:
        if _sign(bound.p - most, bound.q, c) > 0:
            return bound.at_most
        if _sign(bound.p + most, bound.q, c) < 0:
            return not bound.at_most
        return bound

    def holds(state: _Bound | bool) -> bool:
        if isinstance(state, bool):
            return state
        sign = _sign(state.p, state.q, c)
        return sign >= 0 if state.at_most else sign <= 0

    numeration = Ostrowski((c,))
    found = explored(1, settled(_Bound(-k, -k, True)), step, holds, numeration)
    return both(found, written(1, numeration))


def _shifted(numeration: Ostrowski) -> Automaton:
    """The (n, T)."""

    def step(before: int, symbol: tuple[int, ...]) -> int:
        return symbol[0] if before >= 0 and symbol[1] == before else -1

    found = explored(2, 0, step, lambda before: before == 0, numeration)
    return both(found, written(2, numeration))


@lru_cache(maxsize=16)
def floors(numeration: Ostrowski) -> Automaton:
    """The (n, m) with m = floor(alpha*n), alpha being that of the numeration, whose period is 1.

    >>> golden = floors(Ostrowski((1,)))
    >>> [(n, m) for n in range(5) for m in range(9) if golden.accepts(n, m)]
    [(0, 0), (1, 1), (2, 3), (3, 4), (4, 6)]
    >>> from math import isqrt
    >>> n, d = 10**40, isqrt(5 * 10**80)
    >>> golden.accepts(n, (n + d) // 2), floors(Ostrowski((2,))).accepts(2, 4)
    (True, True)
    """
    (c,) = numeration.period
    shifted, found = _shifted(numeration), None
    for k in range(-c - 1, c + 1):
        here = without(_remainder(c, k), _remainder(c, k + 1))
        if here.empty():
            continue
        # n, T and m = T + k.
        near = both(shifted.on((0, 1), 3), equation((1, -1), -k, numeration).on((1, 2), 3))
        part = exists(both(near, here.on((0,), 3)), 1)
        found = part if found is None else either(found, part)
    assert found is not None
    return found
