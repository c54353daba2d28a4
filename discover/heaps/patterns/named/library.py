"""Short formulas that occur as nim-values, from the shortest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic.formulas import parse_formula

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.arithmetic import tree

    Integers = npt.NDArray[np.int64]

_ARGUMENTS = ("n", "n + 1", "n - 1")
_FUNCTIONS = (
    "v2({0})",
    "bit_length({0})",
    "popcount({0})",
    "odd_part({0})",
    "2**v2({0})",
    "Omega({0})",
    "isqrt({0})",
    "valuation({0}, 3)",
    "floor(log({0}, 3))",
    "omega({0})",
    "exponent_xor({0})",
    "primepi(lpf({0}))",
)
_ALONE = (
    "Mod(n, 2)*primepi(lpf(n))",
    "2*(n - 1) + Mod(popcount(n - 1) + 1, 2)",
    "2*n + Mod(popcount(n) + 1, 2)",
    "2*n + Mod(popcount(n), 2)",
    *(f"{kind}(n, {base})" for base in range(3, 11) for kind in ("digit_sum", "digit_xor")),
    *(f"Mod(digit_sum(n, {base}), 2)" for base in range(4, 11, 2)),
)
"""Formulas around which nothing stands. In an odd base the sum of the digits is n modulo 2."""
_BASES = range(4, 11)
_AROUND = (
    "{0}",
    "{0} + 1",
    "{0} - 1",
    "Mod({0}, 2)",
    "Mod({0}, 3)",
    "Mod({0} + 1, 2)",
    "floor({0}/2)",
    "n - {0}",
    "xor(n, {0})",
)


@cache
def library() -> tuple[tuple[str, tree.Node], ...]:
    """The formulas, as text and as trees, shortest first: none is an eventual line, since those
    are the periodic laws.

    >>> [text for text, _ in library()[:3]]
    ['v2(n)', 'Omega(n)', 'isqrt(n)']
    """
    terms = {text: parse_formula(text) for text in _texts()}
    return tuple(sorted(terms.items(), key=lambda item: (length(item[1]), len(item[0]))))


def shortest_first(texts: Iterable[str]) -> list[str]:
    """The formulas in the order of `library`."""
    return sorted(texts, key=lambda text: (length(parse_formula(text)), len(text)))


def formulas_of(values: tuple[int, ...], start: int) -> list[str]:
    """The formulas that give these values from n = start on, shortest first; none around which
    something stands if the values have a short period, with any slopes, as Mod(2**v2(n), 2) has."""
    found = _by_values(start, start + len(values)).get(values, [])
    if found and _is_straight(values):
        found = [text for text in found if text in _ALONE]
    return shortest_first(found)


@cache
def _by_values(start: int, stop: int) -> dict[tuple[int, ...], list[str]]:
    """The formulas by the values that they give at start <= n < stop; those that are undefined,
    negative or fractional there are left out.

    Only the inner functions are evaluated as formulas: what stands around them is arithmetic.
    """
    import numpy as np

    from mexplore.rules.arithmetic.columns import Exactly
    from mexplore.rules.arithmetic.formula_values import column_of

    found: dict[tuple[int, ...], list[str]] = {}
    ns = np.arange(start, stop, dtype=np.int64)
    for inner in _inner_texts():
        try:
            column = column_of(parse_formula(inner), start, stop)
        except Exactly:
            continue
        for around, values in zip(_AROUND, _values_around(ns, column), strict=True):
            key = tuple(values.tolist())
            if min(key) >= 0:
                found.setdefault(key, []).append(around.format(inner))
    for text in _ALONE:
        key = tuple(column_of(parse_formula(text), start, stop).tolist())
        found.setdefault(key, []).append(text)
    return found


def _values_around(ns: Integers, x: Integers) -> Iterator[Integers]:
    """The values of each of _AROUND, x being those of the function inside, which are not negative
    for n >= 2."""
    yield x
    yield x + 1
    yield x - 1
    yield x % 2
    yield x % 3
    yield (x + 1) % 2
    yield x // 2
    yield ns - x
    yield ns ^ x


def _is_straight(values: tuple[int, ...]) -> bool:
    """Whether the values have a short period, with any slopes."""
    return any(
        all(
            a - 2 * b + c == 0 for a, b, c in zip(values, values[p:], values[2 * p :], strict=False)
        )
        for p in range(1, 9)
    )


def _inner_texts() -> Iterator[str]:
    for argument in _ARGUMENTS:
        yield from (function.format(argument) for function in _FUNCTIONS)
        yield from (f"valuation({argument}, {base})" for base in _BASES)
        yield from (f"floor(log({argument}, {base}))" for base in _BASES)


def _texts() -> Iterator[str]:
    for inner in _inner_texts():
        yield from (around.format(inner) for around in _AROUND)
    yield from _ALONE


def length(term: tree.Node) -> int:
    """How many numbers, names and operations a formula is made of."""
    return 1 + sum(map(length, term.children()))
