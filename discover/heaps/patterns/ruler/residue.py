"""One residue class of a ruler law."""

from __future__ import annotations

from dataclasses import dataclass


def lowest_bit_of(m: int) -> int:
    """2^v2(m), the largest power of 2 that divides m >= 1."""
    return m & -m


@dataclass(frozen=True)
class RulerClass:
    """One residue class: n = origin + p*m, m >= 1, with

        G(n) = saltus*m + constant - factor * 2^v2(m),

    2^v2(m) being the largest power of 2 that divides m; but G(n) = saltus*m + ``at_powers`` where m
    is itself a power of 2, unless ``at_powers`` is None.
    """

    origin: int
    constant: int
    factor: int
    at_powers: int | None

    def value(self, m: int, saltus: int) -> int:
        """The value at m >= 1."""
        lowest = lowest_bit_of(m)
        if m == lowest and self.at_powers is not None:
            return saltus * m + self.at_powers
        return saltus * m + self.constant - self.factor * lowest
