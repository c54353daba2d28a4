"""Short formulas that occur as nim-values, from the shortest on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from discover.formulas.parse import Term, parse_formula

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
)
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
def library() -> tuple[tuple[str, Term], ...]:
    """The formulas, as text and as terms, shortest first: none is an eventual line, since those
    are the periodic laws.

    >>> [text for text, _ in library()[:3]]
    ['v2(n)', 'Omega(n)', 'isqrt(n)']
    """
    terms = {text: parse_formula(text) for text in _texts()}
    return tuple(sorted(terms.items(), key=lambda item: (length(item[1]), len(item[0]))))


@cache
def by_values(start: int, stop: int) -> dict[tuple[int, ...], list[str]]:
    """The formulas by the values that they give at start <= n < stop; those that are undefined,
    negative or fractional there, or periodic with any saltus, are left out."""
    from discover.formulas.vector import Exactly, column_of

    found: dict[tuple[int, ...], list[str]] = {}
    for text, term in library():
        try:
            key = tuple(column_of(term, start, stop).tolist())
        except Exactly:
            continue
        if min(key) >= 0 and not _is_straight(key):
            found.setdefault(key, []).append(text)
    return found


def _is_straight(values: tuple[int, ...]) -> bool:
    """Whether the values have a short period, with any slopes, as Mod(2**v2(n), 2) has."""
    return any(
        all(
            a - 2 * b + c == 0 for a, b, c in zip(values, values[p:], values[2 * p :], strict=False)
        )
        for p in range(1, 9)
    )


def _texts() -> Iterator[str]:
    for argument in _ARGUMENTS:
        inner = [function.format(argument) for function in _FUNCTIONS]
        inner += [f"valuation({argument}, {base})" for base in _BASES]
        inner += [f"floor(log({argument}, {base}))" for base in _BASES]
        for text in inner:
            yield from (around.format(text) for around in _AROUND)


def length(term: Term) -> int:
    """How many numbers, names and operations a formula is made of."""
    return 1 + sum(length(arg) for arg in term.args)
