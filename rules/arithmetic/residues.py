"""Sequences residues[n mod p] + saltus*floor(n/p) as sympy expressions, in the shortest form that a
person would write: Mod(a*n + b, p), staircases, n xor c, a Piecewise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sympy


def short_formula(residues: list[int], saltus: int, n: sympy.Symbol) -> sympy.Expr | None:
    """A short expression equal to residues[n mod p] + saltus*floor(n/p) for all n, p being the
    number of residues; None where none is known.

    Each is checked on every residue, and both sides repeat with the period p and the same saltus.

    >>> import sympy
    >>> n = sympy.Symbol("n", integer=True, nonnegative=True)
    >>> short_formula([2, 1, 0], 0, n), short_formula([1, 0, 3, 2], 4, n)
    (Mod(2*n + 2, 3), xor(n, 1))
    >>> short_formula([1, 2, 2, 0, 0, 1], 0, n), short_formula([0, 5, 1], 0, n)
    (floor((Mod(n + 3, 6))/2), None)
    """
    if len(residues) < 2:
        return None
    if saltus:
        return _nim_sum(residues, saltus, n)
    return _multiple(residues, n) or _shifted_staircase(residues, n)


def is_short(residues: list[int], saltus: int) -> bool:
    """Whether `short_formula` knows one, decided without an algebra system."""
    if len(residues) < 2:
        return False
    if saltus:
        return _is_nim_sum(residues, saltus)
    return _factor(residues) is not None or _steps(residues) is not None


def _is_nim_sum(residues: list[int], saltus: int) -> bool:
    """n xor c, 0 < c < p: it permutes the numbers below p, a power of 2, and keeps the digits
    above."""
    p, c = len(residues), residues[0]
    whole = saltus == p and p & (p - 1) == 0 and 0 < c < p
    return whole and all(v == r ^ c for r, v in enumerate(residues))


def _nim_sum(residues: list[int], saltus: int, n: sympy.Symbol) -> sympy.Expr | None:
    from mexplore.rules.arithmetic.formula_values import named_function

    if not _is_nim_sum(residues, saltus):
        return None
    return named_function("xor")(n, residues[0])


def _factor(residues: list[int]) -> int | None:
    """The a with residues[r] = (a*r + residues[0]) mod p."""
    p, b = len(residues), residues[0]
    a = (residues[1] - b) % p
    found = a and all(value == (a * r + b) % p for r, value in enumerate(residues))
    return a if found else None


def _multiple(residues: list[int], n: sympy.Symbol) -> sympy.Expr | None:
    import sympy

    p, b, a = len(residues), residues[0], _factor(residues)
    if a is None:
        return None
    return sympy.Mod(a * n + b, p, evaluate=False) if b else sympy.Mod(a * n, p)


def _steps(residues: list[int]) -> tuple[int, int] | None:
    """Where 0, ..., 0, 1, ..., 1, 2, ... begins among the residues, and the length of a step."""
    p = len(residues)
    begins = [r for r in range(p) if residues[r] == 0 and residues[r - 1] != 0]
    if len(begins) != 1:
        return None
    turned = residues[begins[0] :] + residues[: begins[0]]
    k = next(r for r, value in enumerate(turned) if value)
    found = all(value == r // k for r, value in enumerate(turned))
    return (begins[0], k) if found else None


def _shifted_staircase(residues: list[int], n: sympy.Symbol) -> sympy.Expr | None:
    """floor(Mod(n + b, p)/k), begun at -b."""
    import sympy

    found, p = _steps(residues), len(residues)
    if found is None:
        return None
    begin, k = found
    mod = sympy.Mod(n + (p - begin) % p, p)
    return sympy.floor(mod / k) if k > 1 else mod


def residue_formula(residues: list[int], saltus: int, n: sympy.Symbol) -> sympy.Expr:
    """The sequence residues[n mod p] + saltus * floor(n/p), p = len(residues).

    >>> import sympy
    >>> n = sympy.Symbol("n", integer=True, nonnegative=True)
    >>> residue_formula([0, 1, 2, 3], 0, n), residue_formula([0, 0, 1, 1], 0, n)
    (Mod(n, 4), floor((Mod(n, 4))/2))
    >>> residue_formula([0, 0, 0], 1, n), residue_formula([0], 1, n)
    (floor(n/3), n)
    """
    import sympy

    p = len(residues)
    simple = _one_staircase(residues, n)
    if simple is None:
        short = short_formula(residues, saltus, n)
        if short is not None:
            return short
        simple = _by_value(residues, n)
    return simple + saltus * sympy.floor(n / sympy.Integer(p))


def _one_staircase(residues: list[int], n: sympy.Symbol) -> sympy.Expr | None:
    """c + floor(Mod(n, p)/b), if the residues are that: constants, Mod(n, p), blocks of b."""
    import sympy

    p, first, block = len(residues), residues[0], block_of(residues)
    if block is None:
        return None
    if block == p:
        return sympy.Integer(first)
    mod = sympy.Mod(n, p)
    return first + (sympy.floor(mod / block) if block > 1 else mod)


def block_of(residues: list[int]) -> int | None:
    """The b with residues[r] = residues[0] + floor(r/b) for all r; the length if all are equal."""
    p, first = len(residues), residues[0]
    block = next((r for r, value in enumerate(residues) if value != first), p)
    found = all(value == first + r // block for r, value in enumerate(residues))
    return block if found else None


def _by_value(residues: list[int], n: sympy.Symbol) -> sympy.Expr:
    """A Piecewise with one condition a value; the value of most residues stands last."""
    import sympy

    mod = sympy.Mod(n, len(residues))
    classes: dict[int, list[int]] = {}
    for r, value in enumerate(residues):
        classes.setdefault(value, []).append(r)
    rising = sorted(classes, key=lambda value: (len(classes[value]), value))
    pieces = [(value, one_of(mod, classes[value])) for value in sorted(rising[:-1])]
    return sympy.Piecewise(*pieces, (rising[-1], True))


def one_of(term: sympy.Expr, numbers: Iterable[int]) -> sympy.Basic:
    import sympy

    return sympy.Or(*(sympy.Eq(term, number) for number in numbers))
