"""The functions that a formula may call by name, beside floor, ceiling, Piecewise and log."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Function:
    """The operation that a name denotes, how many numbers it takes, and how it is written."""

    op: str
    least: int
    most: int
    example: str


_MANY = 1000

FUNCTIONS: dict[str, Function] = {
    "Mod": Function("mod", 2, 2, "Mod(n, 4)"),
    "Max": Function("max", 1, _MANY, "Max(n, 4)"),
    "Min": Function("min", 1, _MANY, "Min(n, 4)"),
    "max": Function("max", 1, _MANY, "max(n, 4)"),
    "min": Function("min", 1, _MANY, "min(n, 4)"),
    "Abs": Function("abs", 1, 1, "Abs(n - 4)"),
    "abs": Function("abs", 1, 1, "abs(n - 4)"),
    "sqrt": Function("sqrt", 1, 1, "floor(sqrt(n))"),
    "isqrt": Function("isqrt", 1, 1, "isqrt(n)"),
    "gcd": Function("gcd", 2, 2, "gcd(n, 6)"),
    "xor": Function("xor", 2, _MANY, "xor(n, 1)"),
    "v2": Function("v2", 1, 1, "v2(n)"),
    "valuation": Function("valuation", 2, 2, "valuation(n, 3)"),
    "bit_length": Function("bit_length", 1, 1, "bit_length(n)"),
    "popcount": Function("popcount", 1, 1, "popcount(n)"),
    "odd_part": Function("odd_part", 1, 1, "odd_part(n)"),
    "Omega": Function("omega", 1, 1, "Omega(n)"),
}
