"""Long numbers as a person reads them."""

from __future__ import annotations

from mexplore.rules.text.long_decimals import to_decimal

LONGEST = 40  # digits


def short(number: int) -> str:
    """The number, or its size where it is long.

    >>> short(10**6), short(10**60), short(31415 * 10**60)
    ('1000000', '10^60', 'about 3.141*10^64')
    """
    text = to_decimal(number)
    if len(text) <= LONGEST:
        return text
    power = len(text) - 1
    return f"10^{power}" if number == 10**power else f"about {text[0]}.{text[1:4]}*10^{power}"
