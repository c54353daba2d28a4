"""Polynomials as people write them: what is positive first, and as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from mexplore.rules.parameters.polynomial import Polynomial


def latex_of(polynomial: Polynomial) -> str:
    r"""A polynomial as LaTeX: products without stars, powers, names of several letters upright.

    >>> a, k = Polynomial.name("a"), Polynomial.name("k1")
    >>> latex_of(2 * a * a * k - a + 3)
    '2a^{2}k_{1} + 3 - a'
    """
    parts = []
    for monomial, c in _positive_first(polynomial):
        names = "".join(
            with_exponent(_name(name), str(len(list(group)))) for name, group in groupby(monomial)
        )
        parts.append((c, (str(abs(c)) if abs(c) != 1 or not monomial else "") + names))
    return _sum(parts)


def plain_of(polynomial: Polynomial) -> str:
    """A polynomial as text, what is positive first.

    >>> a, r = Polynomial.name("a"), Polynomial.name("r")
    >>> plain_of(r - 2 * a * a), plain_of(-a), plain_of(Polynomial())
    ('r - 2*a*a', '-a', '0')
    """
    parts = []
    for monomial, c in _positive_first(polynomial):
        factors = [str(abs(c))] * (abs(c) != 1 or not monomial)
        parts.append((c, "*".join((*factors, *monomial))))
    return _sum(parts)


def _positive_first(polynomial: Polynomial) -> list[tuple[tuple[str, ...], int]]:
    return sorted(polynomial.terms(), key=lambda term: term[1] < 0)


def _sum(parts: Sequence[tuple[int, str]]) -> str:
    text = "".join((" - " if c < 0 else " + ") + part for c, part in parts).removeprefix(" + ")
    return f"-{text[3:]}" if text.startswith(" - ") else text or "0"


def _name(name: str) -> str:
    letter, rest = name[:1], name[1:]
    if not rest:
        return letter
    return f"{letter}_{{{rest}}}" if rest.isdigit() else rf"\mathit{{{name.replace('_', '')}}}"


def with_exponent(text: str, exponent: str) -> str:
    """A power in LaTeX.

    >>> with_exponent("a", "2"), with_exponent("a", "1")
    ('a^{2}', 'a')
    """
    return text if exponent == "1" else f"{text}^{{{exponent}}}"
