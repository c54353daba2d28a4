"""Squares as people write them: ``3,5``."""

from __future__ import annotations

from mexplore.rules.errors import InputError
from mexplore.rules.text.numbers import WITHOUT_COMMAS, parse_number, without_commas


def parse_square(text: str) -> tuple[int, ...]:
    """The coordinates in a text such as ``3,5`` or ``(3, 5)``.

    >>> parse_square("3,5"), parse_square("(10^18, 7)")
    ((3, 5), (1000000000000000000, 7))
    """
    plain = text.strip()
    if plain.startswith("(") and plain.endswith(")"):
        plain = plain[1:-1]
    if "," not in plain:
        raise InputError(f"{text[:40]!r} is no square; write its coordinates as 3,5")
    number = without_commas(plain)
    if number is not None and ",0" in plain:
        raise InputError(f"{text[:40]!r}: {WITHOUT_COMMAS} {number}")
    return tuple(parse_number(part, "coordinate") for part in plain.rstrip(", ").split(","))
