"""How often a formula in a valuation, a length or a digit count of n has each value, exactly.

Of such a function f it is known in closed form how many numbers below a bound have f = k; a formula
in f(n + c) alone has the value that it has for k there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formula_values import value_at
from mexplore.rules.arithmetic.polynomial import linear

Below = Callable[[int], Counter[int]]
"""How many numbers y below a bound have each value, from the first y on that has one: 0 or 1."""


def counts_of(term: tree.Node, start: int, stop: int) -> dict[int, int] | None:
    """How many start <= n < stop have each value of the formula; None for other formulas.

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> counts_of(parse_formula("v2(n) + 1"), 1, 10**6 + 1)[1]
    500000
    """
    for inner in dict.fromkeys(_calls(term)):
        found = _below_of(inner)
        outer = _replaced(term, inner, _K)
        if found is None or "n" in tree.names_in(outer):
            continue
        shift, first, below = found
        if start + shift < first:
            return None
        times = below(stop + shift)
        times.subtract(below(start + shift))
        total: Counter[int] = Counter()
        for k, count in (+times).items():
            value = value_at(_replaced(outer, _K, tree.Number(k)), 0)
            assert isinstance(value, int)
            total[value] += count
        return dict(sorted(total.items()))
    return None


def near_line(term: tree.Node) -> tuple[int, int, int] | None:
    """(s, c, k) such that the formula is s*n + c + a number from 0 to k - 1, s > 0; None for other
    formulas.

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> near_line(parse_formula("2*(n - 1) + Mod(popcount(n), 2)"))
    (2, -2, 2)
    """
    match term:
        case tree.Binary("+", left, tree.Binary("%", _, tree.Number(k))) if k > 0:
            line = linear(left)
            slopes = {} if line is None else line.slopes
            if line is not None and set(slopes) == {"n"} and slopes["n"] > 0:
                return slopes["n"], line.constant, k
    return None


_K = tree.Name("k")


def _calls(term: tree.Node) -> Iterator[tree.Call]:
    """The functions in a formula, those further out first."""
    if isinstance(term, tree.Call):
        yield term
    for child in term.children():
        yield from _calls(child)


def _replaced(term: tree.Node, part: tree.Node, other: tree.Node) -> tree.Node:
    if term == part:
        return other
    return tree.with_children(term, lambda child: _replaced(child, part, other))


def _below_of(call: tree.Call) -> tuple[int, int, Below] | None:  # noqa: PLR0911
    """c, the first y that has a value, and the counts of f, of a function f(n + c)."""
    argument = linear(call.arguments[0]) if call.arguments else None
    if argument is None or argument.slopes != {"n": 1}:
        return None
    shift = argument.constant
    match call:
        case tree.Call("v2", (_,)):
            return shift, 1, _by_valuation(2)
        case tree.Call("vp", (_, tree.Number(base))) if base >= 2:
            return shift, 1, _by_valuation(base)
        case tree.Call("floorlog", (_, tree.Number(base))) if base >= 2:
            return shift, 1, _by_length(base)
        case tree.Call("bit_length", (_,)):
            return shift, 0, _bit_lengths
        case tree.Call("popcount", (_,)):
            return shift, 0, _by_ones
        case _:
            return None


def _by_valuation(base: int) -> Below:
    def below(stop: int) -> Counter[int]:
        """base^k divides floor((stop - 1)/base^k) numbers."""
        found: Counter[int] = Counter()
        multiples, k = stop - 1, 0
        while multiples > 0:
            found[k] = multiples - multiples // base
            multiples, k = multiples // base, k + 1
        return found

    return below


def _by_length(base: int) -> Below:
    def below(stop: int) -> Counter[int]:
        """base^k <= y < base^(k + 1) has the value k."""
        found: Counter[int] = Counter()
        power, k = 1, 0
        while power < stop:
            found[k] = min(stop, power * base) - power
            power, k = power * base, k + 1
        return found

    return below


def _bit_lengths(stop: int) -> Counter[int]:
    """2^k <= y < 2^(k + 1) has k + 1 digits, and 0 has none."""
    found = Counter({k + 1: times for k, times in _by_length(2)(stop).items()})
    found[0] = min(stop, 1)
    return found


def _by_ones(stop: int) -> Counter[int]:
    """A number below ``stop`` agrees with it down to a digit 1, where it has 0, and is free in the
    i digits below."""
    found: Counter[int] = Counter()
    ones = 0
    for i in reversed(range(stop.bit_length())):
        if stop >> i & 1:
            for more in range(i + 1):
                found[ones + more] += comb(i, more)
            ones += 1
    return found
