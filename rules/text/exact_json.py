"""JSON with integers of any length, in less than quadratic time.

The encoder of Python writes the digits of an integer as ``str`` does, in time quadratic in their
number, and cannot be interrupted meanwhile: a million digits take seconds. Here long integers are
left out, and their digits put in afterwards.
"""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any

from mexplore.rules.text.long_decimals import SHORT_DIGITS, to_decimal


def exact_json(value: Any) -> str:
    """The value as ``json.dumps`` writes it.

    >>> exact_json({"n": [7, 10**5000]}) == '{"n": [7, 1' + "0" * 5000 + "]}"
    True
    """
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(SHORT_DIGITS)
    try:
        return json.dumps(value)
    except ValueError:  # there are long integers
        pass
    finally:
        sys.set_int_max_str_digits(limit)
    left_out = _LeftOut()
    text = json.dumps(left_out.swapped(value))
    return left_out.put_in(text)


class _LeftOut:
    """Long integers, and marks in their places that occur in no other text."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._mark = os.urandom(9).hex()

    def swapped(self, value: Any) -> Any:
        """The value with marks in it."""
        if isinstance(value, dict):
            return {key: self.swapped(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.swapped(item) for item in value]
        if isinstance(value, int) and value.bit_length() > SHORT_DIGITS:
            self._numbers.append(value)
            return f"{self._mark} {len(self._numbers) - 1}"
        return value

    def put_in(self, text: str) -> str:
        """The text with the digits in place of the marks."""
        marks = re.compile(f'"{self._mark} ([0-9]+)"')
        return marks.sub(lambda match: to_decimal(self._numbers[int(match[1])]), text)
