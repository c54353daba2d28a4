"""Long numbers in decimal, read and written in less than quadratic time.

``int(text)`` and ``str(number)`` of Python 3.11 take time quadratic in the number of digits: a
million digits take seconds. Here the digits are halved: reading joins the halves by products,
which Python takes in time d^1.58; writing lets the module decimal, whose products are quick, build
the number from halves of its bits. Short numbers are left to Python.
"""

from __future__ import annotations

import decimal

SHORT_DIGITS = 4000
SHORT_BITS = 12_000


def from_decimal(digits: str) -> int:
    """The number of a non-empty string of decimal digits.

    >>> from_decimal("0" + "9" * 5000) == 10**5000 - 1
    True
    """
    powers: dict[int, int] = {}

    def read(low: int, high: int) -> int:
        if high - low <= SHORT_DIGITS:
            return int(digits[low:high])
        width = (high - low) // 2
        if width not in powers:
            powers[width] = 10**width
        return read(low, high - width) * powers[width] + read(high - width, high)

    return read(0, len(digits))


def to_decimal(number: int) -> str:
    """The decimal digits of the number, as ``str`` writes them.

    >>> to_decimal(-(10**5000)) == "-1" + "0" * 5000
    True
    """
    if number.bit_length() <= SHORT_BITS:
        return str(number)
    if number < 0:
        return "-" + to_decimal(-number)
    powers: dict[int, decimal.Decimal] = {}
    with decimal.localcontext() as context:
        context.prec, context.Emax, context.Emin = (
            decimal.MAX_PREC,
            decimal.MAX_EMAX,
            decimal.MIN_EMIN,
        )
        context.traps[decimal.Inexact] = True
        two = decimal.Decimal(2)

        def build(part: int, bits: int) -> decimal.Decimal:
            if bits <= SHORT_BITS:
                return decimal.Decimal(part)
            width = bits // 2
            if width not in powers:
                powers[width] = two**width
            high = part >> width
            return build(part - (high << width), width) + build(high, bits - width) * powers[width]

        return format(build(number, number.bit_length()), "f")
