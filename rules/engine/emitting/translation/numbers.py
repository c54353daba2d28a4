"""Types of whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from mexplore.rules.dataclass import dataclass


class Untranslatable(Exception):
    """The source is outside the part of Python that is translated; ``line`` says where."""

    line: int | None = None

    def __str__(self) -> str:
        return super().__str__() + (f" (line {self.line} of the function)" if self.line else "")


@dataclass(frozen=True)
class Number:
    """A type of numbers: a truth value is an unsigned number of one bit."""

    bits: int
    signed: bool

    def __str__(self) -> str:
        return f"{'' if self.signed else 'u'}int{self.bits}" if self.bits > 1 else "bool"


BOOL, I64, U64 = Number(1, False), Number(64, True), Number(64, False)


def number_of(kind: Any) -> Number:
    """The type of numbers of a numpy type.

    >>> str(number_of(np.uint16)), str(number_of(np.dtype(bool)))
    ('uint16', 'bool')
    """
    dtype = np.dtype(kind)
    if dtype.kind not in "iub" or not dtype.isnative:
        raise Untranslatable(f"numbers of type {dtype}")
    return BOOL if dtype.kind == "b" else Number(8 * dtype.itemsize, dtype.kind == "i")


def fits(kind: Number, value: int) -> bool:
    """Whether a type has this number.

    >>> fits(Number(8, False), 255), fits(Number(8, True), 255)
    (True, False)
    """
    low = -(1 << kind.bits - 1) if kind.signed else 0
    return low <= value < low + (1 << kind.bits)
