"""One code with the moves of two: digit by digit, heap count by heap count."""

from __future__ import annotations

from itertools import chain
from math import lcm
from typing import TYPE_CHECKING

from mexplore.rules.families.take_and_break.digit import ZERO, Digit

if TYPE_CHECKING:
    from mexplore.rules.families.subtraction.rule import Subtraction

REMOVE = Digit.from_mask(3)  # leave no heap or one: remove, whatever is left
MOST_DIGITS = 1000  # of a code that stands for two rules, or for a subtraction set


class NoSingleCode(Exception):
    """No digit, or no code of a length that is worth reading, has exactly these moves."""


def joined_digits(first: Digit, second: Digit) -> Digit:
    """The digit that allows what either allows.

    >>> text = lambda a, b: str(joined_digits(Digit.from_mask(*a), Digit.from_mask(*b)))
    >>> text((3, ""), (4, "!")), text((4, "!"), (4, "=")), text((12, "?"), (12, "!"))
    ('7!', '4', 'C?')

    Raises NoSingleCode if a count of three heaps or more would be allowed where they are all
    equal or pairwise unequal: no suffix says so.
    """
    both = (first, second)
    listed = (count for digit in both for count, _ in digit.listed)
    highest = max(chain(listed, (digit.more[0] for digit in both if digit.more)), default=0)
    counts: dict[int, str] = {}
    for count in range(highest + 1):
        suffix = _joined_suffix(count, first.suffix(count), second.suffix(count))
        if suffix is not None:
            counts[count] = suffix
    beyond = max(highest + 1, 3)
    more = _joined_suffix(beyond, first.suffix(beyond), second.suffix(beyond))
    if more is None:
        return Digit.of(counts)
    for count in range(highest + 1, beyond):
        counts[count] = _joined_suffix(count, first.suffix(count), second.suffix(count)) or ""
    return Digit.of(counts, (beyond, more))


def _joined_suffix(count: int, first: str | None, second: str | None) -> str | None:
    """The suffix of the union of two conditions on ``count`` heaps; None is 'not allowed'."""
    if first is None or second is None or first == second:
        return second if first is None else first
    if count < 2 or "" in (first, second) or {first, second} == {"?", "="}:
        return ""
    if {first, second} == {"!", "?"}:
        return "?"  # pairwise unequal heaps are not all equal
    if count == 2:
        return ""  # two heaps are equal or unequal
    raise NoSingleCode


def joined_lists(
    first: tuple[list[Digit], int], second: tuple[list[Digit], int]
) -> tuple[list[Digit], int]:
    """The digits of two codes, place by place; of each the last ones repeat, as many as said."""
    period = lcm(*(p for _, p in (first, second) if p)) if first[1] or second[1] else 0
    head = max(len(digits) - p for digits, p in (first, second))
    if head + period > MOST_DIGITS:
        raise NoSingleCode
    places = range(head + period)
    return [joined_digits(_at(first, j), _at(second, j)) for j in places], period


def _at(code: tuple[list[Digit], int], j: int) -> Digit:
    digits, period = code
    if j < len(digits):
        return digits[j]
    return digits[len(digits) - period + (j - len(digits)) % period] if period else ZERO


def digits_of(rule: Subtraction) -> tuple[list[Digit], int]:
    """The digits from d1 on of the code that removes the members of a set, and how many of the
    last ones repeat; NoSingleCode if it is not periodic from some number on.

    >>> from mexplore.rules.families.subtraction.rule import Subtraction
    >>> digits, period = digits_of(Subtraction.parse("subtract(2, odd)"))
    >>> "".join(map(str, digits)), period
    ('3330', 2)
    """
    shapes = [part.eventual_classes() for part in rule.named]
    if None in shapes:
        raise NoSingleCode
    known = [shape for shape in shapes if shape is not None]
    period = 0 if rule.finite else lcm(*(shape.m for shape in known))
    ends = chain(rule.members, rule.missing or (), (shape.start - 1 for shape in known))
    head = max(ends, default=0)
    if head + period > MOST_DIGITS:
        raise NoSingleCode
    return [REMOVE if j in rule else ZERO for j in range(1, head + period + 1)], period
